/// Reports → verdicts: metric expressions over a report, gates that a run must hold, and the comparison of runs.
///
/// Start reading at [dev.guidellm.compare.MetricExpression] and [dev.guidellm.compare.Gate].
@NullMarked
package dev.guidellm.compare;

import org.jspecify.annotations.NullMarked;
