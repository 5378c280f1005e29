package dev.guidellm.mockserver;

import org.jspecify.annotations.Nullable;

/// A streamed answer in words: one event per token, put together from prepared bytes.
///
/// @param template the event around a token
/// @param text where the tokens come from
/// @param steps how many tokens
/// @param finish the event that says why the answer ends
/// @param usage the event with the usage, null when it was not asked for
record WordScript(EventText.Template template, MockText text, int steps, byte[] finish, byte @Nullable [] usage)
        implements StreamScript {

    @Override
    public void writeStep(int index, EventSink out) {
        out.event(template.before(), text.quotedToken(index), template.after());
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
