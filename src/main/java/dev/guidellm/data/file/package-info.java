/// Rows of text, CSV and JSON files and of SQLite databases. Start reading at [dev.guidellm.data.file.FileSources].
@NullMarked
package dev.guidellm.data.file;

import org.jspecify.annotations.NullMarked;
