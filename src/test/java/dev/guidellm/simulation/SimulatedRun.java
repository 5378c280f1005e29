package dev.guidellm.simulation;

import dev.guidellm.benchmark.RunResult;
import dev.guidellm.json.JsonValue;
import dev.guidellm.json.JsonValue.JsonObject;
import dev.guidellm.metrics.RequestStatus;
import dev.guidellm.report.BenchmarkResult;
import dev.guidellm.report.ReportWriter;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;

/// What came of a simulated run: the report, and the server's own record.
record SimulatedRun(RunResult result, SimulatedServer server) {

    List<BenchmarkResult> benchmarks() {
        return result.report().benchmarks();
    }

    BenchmarkResult only() {
        if (benchmarks().size() != 1) {
            throw new AssertionError("not one benchmark but " + benchmarks().size());
        }
        return benchmarks().getFirst();
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
