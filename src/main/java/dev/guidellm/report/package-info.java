/// The result document: its field names, units and order, written once for live runs and for files that are read.
///
/// Start reading at [dev.guidellm.report.BenchmarkReport]. The format is that of GuideLLM 0.8.1; what it cannot say
/// stands in members named `x_guidellm_java` (`docs/reference/report.md`).
@NullMarked
package dev.guidellm.report;

import org.jspecify.annotations.NullMarked;
