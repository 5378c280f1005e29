package dev.guidellm.output.html;

import dev.guidellm.json.JsonPath;
import dev.guidellm.json.JsonValue;
import dev.guidellm.json.YamlWriter;

/// The whole configuration, and where it ran.
final class ConfigurationSection implements Section {
    @Override
    public String id() {
        return "configuration";
    }

    @Override
    public String title() {
        return "Configuration and environment";
    }

    @Override
    public void write(Page page, Markup out) {
        JsonValue extension = page.report().extension();
        JsonValue own = JsonPath.get(extension, "config");
        document(out, "Configuration as given", own == null ? page.report().config() : own, true);
        if (own != null) {
            document(out, "Configuration in GuideLLM's own kinds", page.report().config(), false);
        }
        JsonValue run = JsonPath.get(extension, "run");
        if (run != null) {
            document(out, "Configuration as run, one list per benchmark", run, false);
        }
        document(out, "Environment", page.report().metadata(), true);
        if (!page.levels().isEmpty()) {
            JsonValue backend = page.levels().getFirst().result().get("config", "backend");
            JsonValue environment = page.levels().getFirst().result().get("config", "environment");
            document(
                    out,
                    "Backend and scheduler as resolved",
                    JsonValue.object()
                            .put("backend", backend)
                            .put("environment", environment)
                            .build(),
                    false);
        }
        JsonValue selfTest = JsonPath.get(extension, "selftest");
        if (selfTest != null) {
            document(out, "Self-test before the run", selfTest, false);
        }
    }

    private static void document(Markup out, String title, JsonValue value, boolean open) {
        out.open("details", "class", "document", "open", open ? "" : null)
                .element("summary", title)
                .element("pre", YamlWriter.toString(value), "tabindex", "0", "aria-label", title)
                .closeLine();
    }
}
