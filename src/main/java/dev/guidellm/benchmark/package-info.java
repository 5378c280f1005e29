/// One run from its configuration to its report. Start reading at [dev.guidellm.benchmark.BenchmarkRunner].
@NullMarked
package dev.guidellm.benchmark;

import org.jspecify.annotations.NullMarked;
