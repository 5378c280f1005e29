package dev.guidellm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import dev.guidellm.json.JsonReader;
import dev.guidellm.json.JsonSyntaxException;
import dev.guidellm.json.JsonValue;
import dev.guidellm.json.JsonValue.JsonArray;
import dev.guidellm.json.JsonValue.JsonDouble;
import dev.guidellm.json.JsonValue.JsonInteger;
import dev.guidellm.json.JsonValue.JsonObject;
import dev.guidellm.json.JsonValue.JsonString;
import dev.guidellm.json.JsonWriter;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Assumptions;

/// Golden files below `src/test/resources/cases`, and the deviations from them that we decided on.
///
/// A deviation stands in `deviations.json` beside the golden file: a list of
/// `{"file", "case", "theirs", "ours", "section"}`, `file` being the plain file name. With a member `at` (`/a/b/0`)
/// the entry speaks of that part of the case only, and a case may have several such entries; a missing `theirs` or
/// `ours` then means that the key does not exist on that side. `section` names the section of
/// `docs/differences.md`.
@NullMarked
public final class GoldenCases {
    private static final double RELATIVE_TOLERANCE = 1e-9;
    private static final Map<String, Counts> COUNTS = new HashMap<>();
    private static final Map<String, List<JsonObject>> DEVIATIONS = new HashMap<>();
    private static final Set<JsonObject> USED = new LinkedHashSet<>();

    private GoldenCases() {}

    /// The golden file `cases/<file>`, such as `metrics/statistics-cases.json`.
    public static JsonValue load(String file) {
        try (InputStream stream = GoldenCases.class.getResourceAsStream("/cases/" + file)) {
            assertThat(stream).as("test resource cases/%s", file).isNotNull();
            return JsonReader.readPython(stream);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (JsonSyntaxException e) {
            throw new AssertionError("cases/" + file + ": " + e.getMessage(), e);
        }
    }

    /// The objects of the list named `key` in the golden file, or of the file itself when `key` is empty.
    public static List<JsonObject> loadList(String file, String key) {
        JsonValue value = load(file);
        if (!key.isEmpty()) {
            value = member(value, key);
        }
        List<JsonObject> cases = new ArrayList<>();
        for (JsonValue item : ((JsonArray) value).items()) {
            cases.add((JsonObject) item);
        }
        return cases;
    }

    /// Asserts that `actual` equals the golden value, numbers within 1e-9 relative and `1` equal to `1.0`; or,
    /// where a deviation is listed, that it equals ours.
    public static void check(String file, String caseName, JsonValue actual, JsonValue golden) {
        check(file, caseName, actual, golden, false);
    }

    /// As [#check], but `1` and `1.0` differ and so do floating-point numbers that are not the same.
    public static void checkExactly(String file, String caseName, JsonValue actual, JsonValue golden) {
        check(file, caseName, actual, golden, true);
    }

    /// Counts the case as skipped and skips the test.
    public static void skip(String file, String caseName, String reason) {
        count(file, caseName, Outcome.SKIPPED);
        Assumptions.abort(caseName + ": " + reason);
    }

    /// Asserts, after all cases of `file`, that each of its deviations spoke of a case that exists.
    public static void assertNoUnusedDeviation(String file) {
        assertThat(deviations(file).stream().filter(d -> !USED.contains(d)).map(JsonWriter::toString))
                .as("deviations of %s that no case needed", file)
                .isEmpty();
    }

    /// What differs between the values, as `path: expected …, but was …`; null when nothing does.
    public static @Nullable String difference(JsonValue expected, JsonValue actual) {
        return difference("", expected, actual, false);
    }

    private static synchronized void check(
            String file, String caseName, JsonValue actual, JsonValue golden, boolean exact) {
        List<JsonObject> entries = deviations(file).stream()
                .filter(d -> text(d, "case").equals(caseName))
                .toList();
        count(file, caseName, entries.isEmpty() ? Outcome.AGREES : Outcome.DEVIATES);
        JsonValue wanted = golden;
        for (JsonObject entry : entries) {
            USED.add(entry);
            assertThat(text(entry, "section")).as("section of %s", entry).isNotBlank();
            wanted = deviate(caseName, wanted, entry, exact);
        }
        String difference = difference("", wanted, actual, exact);
        if (difference != null) {
            String need = entries.isEmpty() || difference("", golden, actual, exact) != null
                    ? ""
                    : " (we now agree with the golden file: the entry in deviations.json is no longer needed)";
            fail("%s, %s: %s%s", file, caseName, difference, need);
        }
    }

    private static JsonValue deviate(String caseName, JsonValue golden, JsonObject entry, boolean exact) {
        JsonValue theirs = entry.get("theirs");
        JsonValue ours = entry.get("ours");
        if (theirs != null && ours != null && difference("", theirs, ours, exact) == null) {
            fail("%s: deviations.json lists a deviation that is none: %s", caseName, JsonWriter.toString(entry));
        }
        JsonValue at = entry.get("at");
        List<String> path = at == null
                ? List.of()
                : List.of(((JsonString) at).value().substring(1).split("/", -1));
        return replace(caseName, golden, path, theirs, ours, exact);
    }

    private static JsonValue replace(
            String caseName,
            JsonValue value,
            List<String> path,
            @Nullable JsonValue theirs,
            @Nullable JsonValue ours,
            boolean exact) {
        if (path.isEmpty()) {
            String difference = difference("", Objects.requireNonNull(theirs), value, exact);
            assertThat(difference)
                    .as("%s: 'theirs' of deviations.json against the golden file", caseName)
                    .isNull();
            return Objects.requireNonNull(ours);
        }
        String key = path.getFirst();
        List<String> rest = path.subList(1, path.size());
        if (value instanceof JsonArray(List<JsonValue> items)) {
            List<JsonValue> changed = new ArrayList<>(items);
            int index = Integer.parseInt(key);
            changed.set(index, replace(caseName, items.get(index), rest, theirs, ours, exact));
            return new JsonArray(changed);
        }
        Map<String, JsonValue> members = new LinkedHashMap<>(((JsonObject) value).members());
        JsonValue old = members.get(key);
        if (rest.isEmpty() && theirs == null) {
            assertThat(old)
                    .as("%s: 'theirs' of deviations.json at %s", caseName, key)
                    .isNull();
            members.put(key, Objects.requireNonNull(ours));
        } else if (rest.isEmpty() && ours == null) {
            assertThat(old)
                    .as("%s: 'theirs' of deviations.json at %s", caseName, key)
                    .isNotNull();
            members.remove(key);
        } else {
            assertThat(old)
                    .as("%s: deviations.json speaks of %s", caseName, key)
                    .isNotNull();
            members.put(key, replace(caseName, Objects.requireNonNull(old), rest, theirs, ours, exact));
        }
        return new JsonObject(members);
    }

    private static @Nullable String difference(String path, JsonValue expected, JsonValue actual, boolean exact) {
        if (expected instanceof JsonObject(var wanted) && actual instanceof JsonObject(var got)) {
            Set<String> keys = new LinkedHashSet<>(wanted.keySet());
            keys.addAll(got.keySet());
            for (String key : keys) {
                JsonValue one = wanted.get(key);
                JsonValue other = got.get(key);
                if (one == null || other == null) {
                    return path + "/" + key + ": " + (one == null ? "not expected, but was " : "expected ")
                            + shown(one == null ? Objects.requireNonNull(other) : one)
                            + (one == null ? "" : ", but is missing");
                }
                String below = difference(path + "/" + key, one, other, exact);
                if (below != null) {
                    return below;
                }
            }
            return null;
        }
        if (expected instanceof JsonArray(var wanted) && actual instanceof JsonArray(var got)) {
            for (int i = 0; i < Math.min(wanted.size(), got.size()); i++) {
                String below = difference(path + "/" + i, wanted.get(i), got.get(i), exact);
                if (below != null) {
                    return below;
                }
            }
            return wanted.size() == got.size()
                    ? null
                    : path + ": expected " + wanted.size() + " items, but were " + got.size() + ": " + shown(actual);
        }
        boolean same = exact ? expected.equals(actual) : equal(expected, actual);
        return same ? null : path + ": expected " + shown(expected) + ", but was " + shown(actual);
    }

    private static boolean equal(JsonValue expected, JsonValue actual) {
        if (expected instanceof JsonInteger(BigInteger a) && actual instanceof JsonInteger(BigInteger b)) {
            return a.equals(b);
        }
        Double a = number(expected);
        Double b = number(actual);
        if (a == null || b == null) {
            return expected.equals(actual);
        }
        return a.equals(b)
                || a.doubleValue() == b.doubleValue()
                || (Double.isFinite(a - b)
                        && Math.abs(a - b) <= RELATIVE_TOLERANCE * Math.max(Math.abs(a), Math.abs(b)));
    }

    private static @Nullable Double number(JsonValue value) {
        return switch (value) {
            case JsonInteger(BigInteger n) -> n.doubleValue();
            case JsonDouble(double d) -> d;
            default -> null;
        };
    }

    private static String shown(JsonValue value) {
        String text = value instanceof JsonDouble(double d) ? Double.toString(d) : JsonWriter.toString(value);
        return text.length() > 300 ? text.substring(0, 300) + "…" : text;
    }

    private static synchronized List<JsonObject> deviations(String file) {
        return DEVIATIONS.computeIfAbsent(file, GoldenCases::loadDeviations);
    }

    private static List<JsonObject> loadDeviations(String file) {
        int slash = file.lastIndexOf('/');
        String list = file.substring(0, slash + 1) + "deviations.json";
        if (GoldenCases.class.getResource("/cases/" + list) == null) {
            return List.of();
        }
        return loadList(list, "").stream()
                .filter(d -> text(d, "file").equals(file.substring(slash + 1)))
                .toList();
    }

    /// The text at `key` of a case; empty when it is no text.
    public static String text(JsonObject entry, String key) {
        return member(entry, key) instanceof JsonString(String text) ? text : "";
    }

    /// The member `key` of a case, which must be there.
    public static JsonValue member(JsonValue object, String key) {
        JsonValue value = ((JsonObject) object).get(key);
        assertThat(value).as("member %s", key).isNotNull();
        return Objects.requireNonNull(value);
    }

    private enum Outcome {
        AGREES,
        DEVIATES,
        SKIPPED
    }

    private static final class Counts {
        private final Map<Outcome, Set<String>> names = new HashMap<>();

        private int of(Outcome outcome) {
            return names.getOrDefault(outcome, Set.of()).size();
        }
    }

    private static synchronized void count(String file, String caseName, Outcome outcome) {
        Counts counts = COUNTS.computeIfAbsent(file, _ -> new Counts());
        if (!counts.names.computeIfAbsent(outcome, _ -> new TreeSet<>()).add(caseName)) {
            return;
        }
        int deviating = counts.of(Outcome.DEVIATES);
        String line = "ran=%d deviating=%d skipped=%d%n"
                .formatted(counts.of(Outcome.AGREES) + deviating, deviating, counts.of(Outcome.SKIPPED));
        Path folder = Path.of(System.getProperty("basedir", "."), "target", "golden-cases");
        try {
            Files.createDirectories(folder);
            Files.writeString(folder.resolve(file.replace('/', '_') + ".count"), line);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
