/// Whole runs in virtual time: the real profiles, scheduler, books, metrics and report against a simulated server, in
/// milliseconds, and the same for the same seed. Start reading at [dev.guidellm.simulation.Simulation].
@NullMarked
package dev.guidellm.simulation;

import org.jspecify.annotations.NullMarked;
