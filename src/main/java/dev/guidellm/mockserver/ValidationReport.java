package dev.guidellm.mockserver;

import dev.guidellm.config.PythonText;
import dev.guidellm.json.JsonValue;
import dev.guidellm.json.JsonValue.JsonObject;
import java.util.ArrayList;
import java.util.List;

/// Collects what is wrong with a request body and says it in the lines that clients of the original know.
final class ValidationReport {
    private static final int SHOWN_CHARACTERS = 50;

    private final String subject;
    private final List<String> problems = new ArrayList<>();

    /// @param subject name of the thing that was checked
    ValidationReport(String subject) {
        this.subject = subject;
    }

    /// Notes that `input` at `place` is wrong.
    void add(String place, String message, String type, JsonValue input) {
        problems.add(place + "\n  " + message + " [type=" + type + ", input_value=" + shortened(PythonText.repr(input))
                + ", input_type=" + PythonText.typeName(input) + "]\n    For further information visit"
                + " https://errors.pydantic.dev/2.14/v/" + type);
    }

    /// Notes that a member of `owner` is not there.
    void missing(String place, JsonObject owner) {
        add(place, "Field required", "missing", owner);
    }

    /// Refuses the request if anything was noted.
    void check() throws RequestRefused {
        if (!problems.isEmpty()) {
            throw RequestRefused.invalid(problems.size() + " validation error" + (problems.size() == 1 ? "" : "s")
                    + " for " + subject + "\n" + String.join("\n", problems));
        }
    }

    private static String shortened(String text) {
        int length = text.length();
        return length <= SHOWN_CHARACTERS ? text : text.substring(0, 25) + "..." + text.substring(length - 24);
    }
}
