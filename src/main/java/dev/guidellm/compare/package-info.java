/// Reports → verdicts: metric expressions over a report, gates that a run must hold, and the comparison of runs.
///
/// Start reading at [dev.guidellm.compare.MetricExpression], [dev.guidellm.compare.Gate] and
/// [dev.guidellm.compare.Comparison].
@NullMarked
package dev.guidellm.compare;

import org.jspecify.annotations.NullMarked;
