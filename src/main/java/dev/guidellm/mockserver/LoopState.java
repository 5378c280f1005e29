package dev.guidellm.mockserver;

import io.netty.channel.EventLoop;

/// What belongs to one event loop and is used on it only.
///
/// @param loop the loop itself
/// @param timetable runs the steps of answers at their moments
/// @param latencies draws how long answers take
record LoopState(EventLoop loop, TokenTimetable timetable, Latencies latencies) {}
