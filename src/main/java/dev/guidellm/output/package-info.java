/// A report on a medium: JSON, YAML and CSV files, pages, and tables for people.
///
/// Start reading at [dev.guidellm.output.OutputWriters].
@NullMarked
package dev.guidellm.output;

import org.jspecify.annotations.NullMarked;
