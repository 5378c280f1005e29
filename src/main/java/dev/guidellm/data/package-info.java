/// Where requests come from: files, databases and made-up text, turned into conversations. Start reading at
/// [dev.guidellm.data.DataSources].
@NullMarked
package dev.guidellm.data;

import org.jspecify.annotations.NullMarked;
