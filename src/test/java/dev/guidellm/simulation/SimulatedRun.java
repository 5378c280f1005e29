package dev.guidellm.simulation;

import dev.guidellm.benchmark.RunResult;
import dev.guidellm.json.JsonPath;
import dev.guidellm.json.JsonValue;
import dev.guidellm.json.JsonValue.JsonObject;
import dev.guidellm.metrics.RequestStatus;
import dev.guidellm.report.BenchmarkResult;
import dev.guidellm.report.ReportWriter;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;

/// What came of a simulated run: the report, and the server's own record.
///
/// @param served what the server wrote down, benchmark by benchmark, in the order of the ends
record SimulatedRun(RunResult result, SimulatedServer server, List<List<Served>> served, boolean streamed) {

    List<BenchmarkResult> benchmarks() {
        return result.report().benchmarks();
    }

    BenchmarkResult only() {
        if (benchmarks().size() != 1) {
            throw new AssertionError("not one benchmark but " + benchmarks().size());
        }
        return benchmarks().getFirst();
    }

    /// What the server wrote down of the only benchmark, in the order of arrival.
    List<Served> arrived() {
        only();
        return arrived(0);
    }

    /// What the server wrote down of one benchmark, in the order of arrival.
    List<Served> arrived(int benchmark) {
        return served.get(benchmark).stream()
                .sorted(Comparator.comparingLong(Served::arrivedNanos))
                .toList();
    }

    /// A moment that the report tells, in virtual time; exact to less than a microsecond.
    static double virtualSeconds(BenchmarkResult benchmark, String... keys) {
        return number(benchmark, keys) - VirtualTime.ORIGIN;
    }

    /// The report as it would be written, byte for byte.
    String json() {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try {
            ReportWriter.writeJson(result.report(), out);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return out.toString(StandardCharsets.UTF_8);
    }

    /// A number of the only conclusion that must be there.
    double conclusionNumber(String... keys) {
        JsonValue conclusion = result.report().conclusions().getFirst();
        return Objects.requireNonNull(JsonPath.number(conclusion, keys), () -> String.join("/", keys));
    }

    /// A number of a benchmark that must be there.
    static double number(BenchmarkResult benchmark, String... keys) {
        return Objects.requireNonNull(benchmark.number(keys), () -> String.join("/", keys));
    }

    /// Requests of one status, as the report lists them.
    static List<JsonObject> listed(BenchmarkResult benchmark, RequestStatus status) {
        return benchmark.requests(status).stream().map(JsonObject.class::cast).toList();
    }

    /// A number of a JSON object that must be there.
    static double number(JsonObject object, String key) {
        JsonValue value = object.get(key);
        return switch (value) {
            case JsonValue.JsonDouble(double number) -> number;
            case JsonValue.JsonInteger whole -> whole.longValue();
            case null, default -> throw new AssertionError(key + " is " + value);
        };
    }

    /// A text of a JSON object that must be there.
    static String text(JsonObject object, String key) {
        if (object.get(key) instanceof JsonValue.JsonString(String text)) {
            return text;
        }
        throw new AssertionError(key + " is " + object.get(key));
    }
}
