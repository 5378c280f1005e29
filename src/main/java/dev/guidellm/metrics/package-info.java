/// Records → statistics. Start reading at [dev.guidellm.metrics.Accumulator], which takes finished requests
/// and gives [dev.guidellm.metrics.BenchmarkMetrics].
///
/// Times are seconds on the run's clock, as in the records; only a report adds the wall-clock origin.
@NullMarked
package dev.guidellm.metrics;

import org.jspecify.annotations.NullMarked;
