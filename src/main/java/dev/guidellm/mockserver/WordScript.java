package dev.guidellm.mockserver;

import org.jspecify.annotations.Nullable;

/// A streamed answer in words: one event per token, put together from prepared bytes.
///
/// @param before what stands before a token in its event
/// @param after what stands after it
/// @param text where the tokens come from
/// @param steps how many tokens
/// @param finish the event that says why the answer ends
/// @param usage the event with the usage, null when it was not asked for
record WordScript(byte[] before, byte[] after, MockText text, int steps, byte[] finish, byte @Nullable [] usage)
        implements StreamScript {

    @Override
    public void writeStep(int index, EventSink out) {
        out.event(before, text.quotedToken(index), after);
    }

    @Override
    public void writeEnd(EventSink out) {
        out.event(finish);
        if (usage != null) {
            out.event(usage);
        }
        out.event(EventText.DONE);
    }
}
