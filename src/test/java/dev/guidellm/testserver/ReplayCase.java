package dev.guidellm.testserver;

import dev.guidellm.json.JsonReader;
import dev.guidellm.json.JsonSyntaxException;
import dev.guidellm.json.JsonValue;
import dev.guidellm.json.JsonValue.JsonArray;
import dev.guidellm.json.JsonValue.JsonDouble;
import dev.guidellm.json.JsonValue.JsonInteger;
import dev.guidellm.json.JsonValue.JsonObject;
import dev.guidellm.json.JsonValue.JsonString;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// A case folder: raw answers and the plan by which they are written. Safe to use from every thread.
final class ReplayCase {
    /// One write.
    ///
    /// @param delayMillis pause before it
    record Piece(double delayMillis, byte[] bytes) {}

    /// One entry of the plan.
    ///
    /// @param match text that must occur in the request's body; null for any
    /// @param notMatch text that must not; null for any
    /// @param times how often it is used; null for any number
    /// @param end `keep`, `close`, `reset` or `hang`
    /// @param idleCloseMillis closes a kept connection after this silence; 0 for never
    record Answer(
            List<Piece> pieces,
            @Nullable String match,
            @Nullable String notMatch,
            @Nullable Integer times,
            String end,
            double endDelayMillis,
            int hangMillis,
            int idleCloseMillis) {

        boolean accepts(String body, int used) {
            return (times == null || used < times)
                    && (match == null || body.contains(match))
                    && (notMatch == null || !body.contains(notMatch));
        }
    }

    private final Path folder;
    private final List<Answer> answers = new ArrayList<>();
    private final Map<String, Answer> routes = new LinkedHashMap<>();
    private final boolean loop;
    private final int[] used;

    private ReplayCase(Path folder, JsonObject plan) throws IOException {
        this.folder = folder;
        List<JsonValue> entries =
                plan.members().get("sequence") instanceof JsonArray several ? several.items() : List.of(plan);
        for (int i = 0; i < entries.size(); i++) {
            JsonObject entry = (JsonObject) entries.get(i);
            boolean unlimited = i == entries.size() - 1
                    || entry.members().containsKey("match")
                    || entry.members().containsKey("not_match");
            answers.add(answer(entry, unlimited ? null : 1));
        }
        if (plan.members().get("routes") instanceof JsonObject own) {
            for (Map.Entry<String, JsonValue> route : own.members().entrySet()) {
                routes.put(route.getKey(), answer((JsonObject) route.getValue(), null));
            }
        }
        this.loop = "loop".equals(text(plan, "after_last"));
        this.used = new int[answers.size()];
    }

    /// @param name the folder's name, or the beginning of it
    static ReplayCase load(String name) {
        try {
            URL root = Objects.requireNonNull(ReplayCase.class.getResource("/cases/replay"), "no replay cases");
            Path folder;
            try (Stream<Path> all = Files.list(Path.of(root.toURI()))) {
                List<Path> found = all.filter(
                                one -> one.getFileName().toString().startsWith(name))
                        .toList();
                if (found.size() != 1) {
                    throw new IllegalArgumentException("case " + name + " names " + found.size() + " folders");
                }
                folder = found.getFirst();
            }
            Path plan = folder.resolve("segments.json");
            JsonValue read = Files.exists(plan)
                    ? JsonReader.read(Files.readString(plan))
                    : JsonValue.object().build();
            return new ReplayCase(folder, (JsonObject) read);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (URISyntaxException | JsonSyntaxException e) {
            throw new IllegalStateException("case " + name, e);
        }
    }

    Path folder() {
        return folder;
    }

    /// The case's own answer for `METHOD /path`; null for none.
    @Nullable
    Answer route(String methodAndPath) {
        return routes.get(methodAndPath);
    }

    /// The answer whose turn it is.
    synchronized Answer choose(String body) {
        for (int round = 0; round < 2; round++) {
            for (int i = 0; i < used.length; i++) {
                if (answers.get(i).accepts(body, used[i])) {
                    used[i]++;
                    return answers.get(i);
                }
            }
            if (!loop) {
                break;
            }
            Arrays.fill(used, 0);
        }
        used[used.length - 1]++;
        return answers.getLast();
    }

    private Answer answer(JsonObject entry, @Nullable Integer defaultTimes) throws IOException {
        String file = Objects.requireNonNullElse(text(entry, "file"), "response.http");
        byte[] data = Files.readAllBytes(folder.resolve(file));
        String all = new String(data, StandardCharsets.ISO_8859_1);
        String head = all.substring(0, Math.max(all.indexOf("\r\n\r\n"), 0)).toLowerCase(Locale.ROOT);
        String byItself = head.contains("connection: close") ? "close" : "keep";
        return new Answer(
                pieces(entry, all, file),
                text(entry, "match"),
                text(entry, "not_match"),
                entry.members().containsKey("times") ? Integer.valueOf((int) number(entry, "times", 0)) : defaultTimes,
                Objects.requireNonNullElse(text(entry, "end"), byItself),
                number(entry, "end_delay_ms", 0),
                (int) number(entry, "hang_ms", 600_000),
                (int) number(entry, "idle_close_ms", 0));
    }

    private static List<Piece> pieces(JsonObject entry, String all, String file) {
        List<Piece> pieces = new ArrayList<>();
        int at = 0;
        if (entry.members().get("segments") instanceof JsonArray segments) {
            for (JsonValue each : segments.items()) {
                JsonObject segment = (JsonObject) each;
                for (int i = (int) number(segment, "repeat", 1); i > 0; i--) {
                    int to = end(segment, all, at, file);
                    pieces.add(new Piece(number(segment, "delay_ms", 0), bytes(all, at, to)));
                    at = to;
                }
            }
        }
        if (at < all.length()) {
            pieces.add(new Piece(0, bytes(all, at, all.length())));
        }
        return List.copyOf(pieces);
    }

    private static int end(JsonObject segment, String all, int at, String file) {
        int end;
        String until = text(segment, "until");
        String hex = text(segment, "until_hex");
        if (segment.members().containsKey("bytes")) {
            end = at + (int) number(segment, "bytes", 0);
        } else if (until != null || hex != null) {
            byte[] wanted = hex != null
                    ? HexFormat.of().parseHex(hex)
                    : Objects.requireNonNull(until).getBytes(StandardCharsets.UTF_8);
            String mark = new String(wanted, StandardCharsets.ISO_8859_1);
            int found = all.indexOf(mark, at);
            end = found < 0 ? Integer.MAX_VALUE : found + mark.length();
        } else if (segment.members().containsKey("rest")) {
            end = all.length();
        } else {
            throw new IllegalArgumentException(file + ": a segment needs bytes, until, until_hex or rest");
        }
        if (end > all.length()) {
            throw new IllegalArgumentException(file + ": a segment reaches beyond the answer");
        }
        return end;
    }

    private static byte[] bytes(String all, int from, int to) {
        return all.substring(from, to).getBytes(StandardCharsets.ISO_8859_1);
    }

    private static @Nullable String text(JsonObject from, String key) {
        return from.members().get(key) instanceof JsonString(String value) ? value : null;
    }

    private static double number(JsonObject from, String key, double otherwise) {
        return switch (from.members().get(key)) {
            case JsonInteger whole -> whole.value().doubleValue();
            case JsonDouble fraction -> fraction.value();
            case null, default -> otherwise;
        };
    }
}
