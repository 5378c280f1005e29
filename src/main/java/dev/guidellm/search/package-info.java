/// Statistics that decide: whether a series grows, how sure that is. Plain arithmetic, no clock, no configuration.
///
/// Start reading at [dev.guidellm.search.TrendWindow].
@NullMarked
package dev.guidellm.search;

import org.jspecify.annotations.NullMarked;
