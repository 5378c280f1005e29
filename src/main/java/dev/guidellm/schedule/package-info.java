/// When and whether to send: strategies, arrival times, conversations' readiness, constraints. No threads, no clock:
/// every moment is handed in, so each rule is tested by drawing numbers in a loop.
///
/// Start reading at [dev.guidellm.schedule.SchedulingStrategy], then [dev.guidellm.schedule.SchedulerLedger].
///
/// Moments are seconds on the run's clock, offsets are seconds after the strategy's start.
@NullMarked
package dev.guidellm.schedule;

import org.jspecify.annotations.NullMarked;
