package dev.guidellm.data.trace;

import java.util.List;

/// A trace in memory: its numbers, not its texts.
///
/// @param name the file
/// @param sessions in the order of the data
/// @param rows how many rows the file has
/// @param skipped how many rows or conversations were left out since something is wrong with them
record LoadedTrace(String name, List<TraceSession> sessions, long rows, long skipped) {
    LoadedTrace {
        sessions = List.copyOf(sessions);
    }
}
