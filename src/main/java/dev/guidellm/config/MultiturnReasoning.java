package dev.guidellm.config;

import org.jspecify.annotations.Nullable;

/// Whether and how a model's reasoning goes into the history of the next turn.
///
/// @param enabled whether it goes in at all
/// @param template the user's own text around `{reasoning}`, null for the usual one
public record MultiturnReasoning(boolean enabled, @Nullable String template) {
    /// The text used when the user only says `true`.
    public static final String USUAL_TEMPLATE = "<think>{reasoning}</think>";

    /// Reasoning stays out of the history.
    public static final MultiturnReasoning OFF = new MultiturnReasoning(false, null);

    public MultiturnReasoning {
        if (template != null && !template.contains("{reasoning}")) {
            throw ConfigException.rule(
                    "multiturn_reasoning string must contain '{reasoning}' placeholder, got: '" + template + "'");
        }
    }

    /// The text with the reasoning put in.
    public String render(String reasoning) {
        return (template == null ? USUAL_TEMPLATE : template).replace("{reasoning}", reasoning);
    }
}
