/// Running requests: sends what a strategy wants sent, and hands on one record per request.
///
/// Start reading at [dev.guidellm.engine.LoadEngine], then [dev.guidellm.engine.StartGate]. Threads of one run,
/// each with one job: the *feeder* reads data and prepares requests ahead; the *dispatcher* wakes at due times;
/// the backend's *loops* start the next request where one has ended; *decoders* understand answers and ready the
/// next turns; the thread that called `run` keeps the books. [dev.guidellm.engine.SteppedRun] takes the same steps
/// without threads.
@NullMarked
package dev.guidellm.engine;

import org.jspecify.annotations.NullMarked;
