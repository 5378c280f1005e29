/// Whether the client itself was the limit of what was measured: figures on this process and its machine, and the
/// verdict that follows from them. Start reading at [dev.guidellm.health.HealthMeter], then
/// [dev.guidellm.health.VerdictRules].
@NullMarked
package dev.guidellm.health;

import org.jspecify.annotations.NullMarked;
