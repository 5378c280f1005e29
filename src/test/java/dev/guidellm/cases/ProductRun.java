package dev.guidellm.cases;

import dev.guidellm.cli.BuiltInPrograms;
import dev.guidellm.cli.Main;
import dev.guidellm.json.JsonReader;
import dev.guidellm.json.JsonSyntaxException;
import dev.guidellm.json.JsonValue;
import dev.guidellm.json.JsonValue.JsonArray;
import dev.guidellm.json.JsonValue.JsonBoolean;
import dev.guidellm.json.JsonValue.JsonDouble;
import dev.guidellm.json.JsonValue.JsonInteger;
import dev.guidellm.json.JsonValue.JsonNull;
import dev.guidellm.json.JsonValue.JsonObject;
import dev.guidellm.json.JsonValue.JsonString;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// One call of the command within this process, and what came out of it.
public record ProductRun(int exitCode, String out, String err) {

    /// Calls the command in `directory` with an empty environment.
    public static ProductRun in(Path directory, String... arguments) {
        return in(directory, Map.of(), arguments);
    }

    /// Calls the command in `directory`.
    public static ProductRun in(Path directory, Map<String, String> environment, String... arguments) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        int code = Main.run(
                List.of(arguments),
                environment,
                directory,
                new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8),
                new BuiltInPrograms());
        return new ProductRun(code, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
    }

    /// Calls `run` in `directory` with a JSON report beside the `arguments`, expects `exitCode`, and reads the report.
    public static JsonValue report(int exitCode, Path directory, String... arguments) {
        List<String> all = new ArrayList<>(List.of("run"));
        all.addAll(List.of(arguments));
        all.addAll(List.of("--output", "kind=json,path=report.json"));
        ProductRun run = in(directory, all.toArray(String[]::new));
        if (run.exitCode() != exitCode) {
            throw new AssertionError("exit code " + run.exitCode() + "\n" + run.out() + "\n" + run.err());
        }
        return read(directory.resolve("report.json"));
    }

    /// What the command printed, with each run of blanks and line ends as one blank.
    public String words() {
        return (out + " " + err).replaceAll("\\s+", " ");
    }

    /// Reads a report.
    public static JsonValue read(Path file) {
        try {
            return JsonReader.read(Files.readAllBytes(file));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (JsonSyntaxException e) {
            throw new AssertionError(file + " is no JSON", e);
        }
    }

    /// What is found below `path`, with list indexes as numbers, such as `benchmarks/0/metrics/slo_attainment`.
    public static JsonValue at(JsonValue root, String path) {
        JsonValue here = root;
        for (String step : path.split("/")) {
            here = switch (here) {
                case JsonObject object -> {
                    JsonValue member = object.get(step);
                    if (member == null) {
                        throw new AssertionError("no '" + step + "' of " + path + " in "
                                + object.members().keySet());
                    }
                    yield member;
                }
                case JsonArray(List<JsonValue> items) -> items.get(Integer.parseInt(step));
                case JsonNull _, JsonBoolean _, JsonString _, JsonInteger _, JsonDouble _, JsonValue.JsonTimestamp _ ->
                    throw new AssertionError("nothing below '" + step + "' of " + path);
            };
        }
        return here;
    }

    /// The items of a list below `path`.
    public static List<JsonValue> items(JsonValue root, String path) {
        return ((JsonArray) at(root, path)).items();
    }

    /// The number below `path`; null for null.
    public static @Nullable Double number(JsonValue root, String path) {
        return switch (at(root, path)) {
            case JsonInteger(var value) -> value.doubleValue();
            case JsonDouble(double value) -> value;
            case JsonNull _ -> null;
            case JsonValue other -> throw new AssertionError(path + " is no number: " + other);
        };
    }

    /// The number below `path`, which must be one.
    public static double known(JsonValue root, String path) {
        Double number = number(root, path);
        if (number == null) {
            throw new AssertionError(path + " is null");
        }
        return number;
    }

    /// The text below `path`; null for null.
    public static @Nullable String text(JsonValue root, String path) {
        return switch (at(root, path)) {
            case JsonString(String value) -> value;
            case JsonNull _ -> null;
            case JsonValue other -> throw new AssertionError(path + " is no text: " + other);
        };
    }

    /// The requests of one status of the only benchmark, in the order in which they were sent.
    public static List<JsonValue> requests(JsonValue report, String status) {
        List<JsonValue> requests = new ArrayList<>(items(report, "benchmarks/0/requests/" + status));
        requests.sort((a, b) -> Double.compare(start(a), start(b)));
        return requests;
    }

    private static double start(JsonValue request) {
        Double start = number(request, "request_start_time");
        return start == null ? Double.MAX_VALUE : start;
    }
}
