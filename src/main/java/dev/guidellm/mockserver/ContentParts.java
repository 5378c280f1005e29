package dev.guidellm.mockserver;

import dev.guidellm.config.MockServerSettings;
import dev.guidellm.config.PythonText;
import dev.guidellm.json.JsonValue;
import dev.guidellm.json.JsonValue.JsonNull;
import dev.guidellm.json.JsonValue.JsonObject;
import dev.guidellm.json.JsonValue.JsonString;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;

/// Reads the parts of message contents and counts what they cost.
final class ContentParts {
    private static final double RAW_SOUND_BYTES_PER_SECOND = 32_000;
    private static final double PACKED_SOUND_BYTES_PER_SECOND = 8_000;

    private final MockServerSettings settings;
    private final List<String> texts = new ArrayList<>(1);
    private int images;
    private int videos;
    private int sounds;
    private double seconds;

    ContentParts(MockServerSettings settings) {
        this.settings = settings;
    }

    /// Takes a whole message's text.
    void addText(String message) {
        texts.add(message);
    }

    /// Takes the parts of one message.
    void addParts(List<JsonValue> parts) throws RequestRefused {
        StringJoiner message = new StringJoiner(" ");
        boolean hasText = false;
        for (JsonValue part : parts) {
            JsonObject object =
                    part instanceof JsonObject o ? o : JsonValue.object().build();
            JsonValue type = object.get("type");
            switch (type instanceof JsonString(String name) ? name : "") {
                case "text" -> {
                    if (!(object.get("text") instanceof JsonString(String words))) {
                        throw RequestRefused.invalid("Content part 'text' requires a string 'text' field");
                    }
                    message.add(words);
                    hasText = true;
                }
                case "image_url" -> {
                    checkUrl(object, "image_url");
                    images++;
                }
                case "video_url" -> {
                    checkUrl(object, "video_url");
                    videos++;
                }
                case "input_audio" -> addSound(object);
                default ->
                    throw RequestRefused.invalid(
                            "Unsupported content part type: " + PythonText.repr(type == null ? JsonNull.NULL : type));
            }
        }
        if (hasText) {
            texts.add(message.toString());
        }
    }

    /// All text, one blank between messages and between parts.
    String text() {
        return texts.size() == 1 ? texts.getFirst() : String.join(" ", texts);
    }

    /// The text of each message that has one.
    List<String> texts() {
        return texts;
    }

    /// The tokens of everything taken so far.
    PromptUsage usage(PromptTokenizer tokenizer) {
        return new PromptUsage(
                tokenizer.count(text()),
                images == 0 ? null : images * settings.imageTokens(),
                videos == 0 ? null : videos * settings.videoTokens(),
                sounds == 0 ? null : soundTokens(seconds, settings),
                sounds == 0 ? null : roundedSeconds(seconds));
    }

    /// The tokens that `seconds` of sound cost.
    static int soundTokens(double seconds, MockServerSettings settings) {
        return (int) Math.ceil(seconds * settings.audioTokensPerSecond());
    }

    /// How long `bytes` of sound last, judged by what their format is called.
    static double soundSeconds(long bytes, String formatHint) {
        String hint = formatHint.toLowerCase(Locale.ROOT);
        boolean raw = hint.contains("wav") || hint.contains("pcm");
        return bytes / (raw ? RAW_SOUND_BYTES_PER_SECOND : PACKED_SOUND_BYTES_PER_SECOND);
    }

    /// `seconds` to the millisecond.
    static double roundedSeconds(double seconds) {
        return Math.rint(seconds * 1000) / 1000;
    }

    private static void checkUrl(JsonObject part, String field) throws RequestRefused {
        if (!(part.get(field) instanceof JsonObject holder) || !(holder.get("url") instanceof JsonString(String url))) {
            throw RequestRefused.invalid(
                    "Content part '" + field + "' requires an object '" + field + "' with a string 'url' field");
        }
        if (url.isEmpty()) {
            throw RequestRefused.invalid("Content part '" + field + "' requires a non-empty 'url'");
        }
    }

    private void addSound(JsonObject part) throws RequestRefused {
        if (!(part.get("input_audio") instanceof JsonObject holder)
                || !(holder.get("data") instanceof JsonString(String data))) {
            throw RequestRefused.invalid(
                    "Content part 'input_audio' requires an object 'input_audio' with a base64 string 'data' field");
        }
        if (data.isEmpty()) {
            throw RequestRefused.invalid("Content part 'input_audio' requires non-empty base64 'data'");
        }
        @Nullable JsonValue format = holder.get("format");
        if (format != null && !(format instanceof JsonNull) && !(format instanceof JsonString)) {
            throw RequestRefused.invalid("Content part 'input_audio' has a non-string 'format' field");
        }
        sounds++;
        seconds += soundSeconds(decodedLength(data), format instanceof JsonString(String name) ? name : "");
    }

    private static long decodedLength(String base64) throws RequestRefused {
        int padding = base64.endsWith("==") ? 2 : base64.endsWith("=") ? 1 : 0;
        int digits = base64.length() - padding;
        for (int i = 0; i < digits; i++) {
            char c = base64.charAt(i);
            boolean digit = (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '+';
            if (!digit && c != '/') {
                throw badBase64(c == '=' ? "Discontinuous padding not allowed" : "Only base64 data is allowed");
            }
        }
        if (base64.length() % 4 != 0) {
            throw badBase64("Incorrect padding");
        }
        return digits * 3L / 4;
    }

    private static RequestRefused badBase64(String reason) {
        return RequestRefused.invalid("Content part 'input_audio' has invalid base64 data: " + reason);
    }
}
