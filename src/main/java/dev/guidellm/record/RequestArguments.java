package dev.guidellm.record;

/// A request as it may be shown. Prompts are long and of most requests nobody asks, so the text is put together only
/// when it is asked for. Safe for every thread.
@FunctionalInterface
public interface RequestArguments {

    /// JSON text without secrets and bytes of media, the same each time.
    String json();

    /// Whether the server was told to go on to the wanted length, by a member `"ignore_eos": true`.
    default boolean forbidsEarlyStop() {
        String member = "\"ignore_eos\":"; // inside a JSON string its quotes would be escaped
        String json = json();
        int at = json.indexOf(member);
        return at >= 0 && json.substring(at + member.length()).stripLeading().startsWith("true");
    }
}
