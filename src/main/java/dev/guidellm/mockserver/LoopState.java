package dev.guidellm.mockserver;

import io.netty.buffer.ByteBuf;
import io.netty.channel.EventLoop;

/// What belongs to one event loop and is used on it only.
///
/// @param loop the loop itself
/// @param timetable runs the steps of answers at their moments
/// @param latencies draws how long answers take
/// @param scratch what is sent next is put together here
record LoopState(EventLoop loop, TokenTimetable timetable, Latencies latencies, ByteBuf scratch) {

    /// Ends the timetable and frees the buffer; the loop's connections are closed before.
    void close() {
        timetable.close();
        scratch.release();
    }
}
