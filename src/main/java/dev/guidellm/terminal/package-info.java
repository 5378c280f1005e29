/// Laying out text for people: display width, wrapping, tables. Start reading at [dev.guidellm.terminal.Table].
@NullMarked
package dev.guidellm.terminal;

import org.jspecify.annotations.NullMarked;
