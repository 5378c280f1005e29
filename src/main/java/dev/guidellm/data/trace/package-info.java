/// Recorded load: traces of four formats become conversations whose times, sizes and shared prefixes are those of
/// the record.
///
/// Start reading at [dev.guidellm.data.trace.TraceConversations]; [dev.guidellm.data.trace.TraceSession] is what
/// every format is read into. Prompts are made when they are sent, so a trace takes memory for its numbers only.
@NullMarked
package dev.guidellm.data.trace;

import org.jspecify.annotations.NullMarked;
