/// Statistics that decide: whether a series grows, how sure that is, where throughput stops growing. Plain
/// arithmetic, no clock, no configuration.
///
/// Start reading at [dev.guidellm.search.TrendWindow] or [dev.guidellm.search.SaturationAnalysis].
@NullMarked
package dev.guidellm.search;

import org.jspecify.annotations.NullMarked;
