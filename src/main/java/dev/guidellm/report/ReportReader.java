package dev.guidellm.report;

import dev.guidellm.json.JsonPath;
import dev.guidellm.json.JsonReader;
import dev.guidellm.json.JsonSyntaxException;
import dev.guidellm.json.JsonValue;
import dev.guidellm.json.JsonValue.JsonArray;
import dev.guidellm.json.JsonValue.JsonDouble;
import dev.guidellm.json.JsonValue.JsonInteger;
import dev.guidellm.json.JsonValue.JsonNull;
import dev.guidellm.json.JsonValue.JsonObject;
import dev.guidellm.json.JsonWriter;
import dev.guidellm.json.YamlReader;
import dev.guidellm.metrics.RequestStatus;
import dev.guidellm.redaction.Redaction;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Reads reports of ours and of the original (format version 2), in JSON or YAML.
///
/// Only `config` must be there. Nothing below the top level is lost; of the top level, unknown members are dropped.
/// Values
/// that the format computes from others are filled in where they are missing. What no report may show is taken out by
/// [Redaction], since other programs may have left it in.
public final class ReportReader {
    private ReportReader() {}

    /// The report in `file`, whose suffix (`.json`, `.yaml`, `.yml`, any case) says the format.
    public static BenchmarkReport read(Path file) throws IOException, ReportException {
        ReportFormat format = ReportFormat.of(file);
        try (InputStream stream = new BufferedInputStream(Files.newInputStream(file))) {
            JsonValue document = switch (format) {
                case JSON -> JsonReader.readPython(stream);
                case YAML -> YamlReader.read(stream);
            };
            return read(document, file.toString());
        } catch (JsonSyntaxException e) {
            throw new ReportException(file + ": " + e.getMessage());
        }
    }

    /// The report that `written` holds; `name` stands in messages.
    public static BenchmarkReport read(JsonValue written, String name) throws ReportException {
        JsonValue document = Redaction.value(written);
        if (!(document instanceof JsonObject)) {
            throw new ReportException(name + ": not a report: the document is no object");
        }
        checkVersion(document, name);
        if (!(JsonPath.get(document, "config") instanceof JsonObject config)) {
            throw new ReportException(name + ": "
                    + (JsonPath.get(document, "benchmarks") instanceof JsonArray
                            ? older(document)
                            : "not a report: 'config' is missing"));
        }
        List<BenchmarkResult> benchmarks = new ArrayList<>();
        for (JsonValue benchmark : list(document, "benchmarks", name)) {
            if (!(benchmark instanceof JsonObject object)) {
                throw new ReportException(name + ": benchmarks[" + benchmarks.size() + "] is no object");
            }
            benchmarks.add(benchmark(object));
        }
        return new BenchmarkReport(
                JsonPath.get(document, "metadata") instanceof JsonObject metadata
                        ? metadata
                        : JsonValue.object()
                                .put("version", BenchmarkReport.FORMAT_VERSION)
                                .build(),
                config,
                benchmarks,
                list(document, "conclusions", name),
                JsonPath.get(document, BenchmarkReport.EXTENSION_KEY) instanceof JsonObject extension
                        ? extension
                        : null);
    }

    private static void checkVersion(JsonValue document, String name) throws ReportException {
        JsonValue version = JsonPath.get(document, "metadata", "version");
        boolean known = switch (version) {
            case null -> true;
            case JsonInteger(BigInteger number) -> number.equals(BigInteger.valueOf(BenchmarkReport.FORMAT_VERSION));
            case JsonDouble(double number) -> number == BenchmarkReport.FORMAT_VERSION;
            default -> false;
        };
        if (known) {
            return;
        }
        boolean old = version instanceof JsonInteger(BigInteger number)
                && number.compareTo(BigInteger.valueOf(BenchmarkReport.FORMAT_VERSION)) < 0;
        throw new ReportException(name + ": "
                + (old
                        ? older(document)
                        : "format version " + (version == null ? "" : JsonWriter.toString(version))
                                + " is not supported, only version " + BenchmarkReport.FORMAT_VERSION));
    }

    /// What is said of a report from before 0.8, which had `args` in place of `config`.
    private static String older(JsonValue document) {
        String writer = JsonPath.text(document, "metadata", "guidellm_version");
        return "a report of " + (writer == null ? "an older GuideLLM" : "GuideLLM " + writer)
                + " in an older format; only format version " + BenchmarkReport.FORMAT_VERSION
                + " can be read, which GuideLLM writes since 0.8";
    }

    private static List<JsonValue> list(JsonValue document, String key, String name) throws ReportException {
        return switch (JsonPath.get(document, key)) {
            case null -> List.of();
            case JsonArray(List<JsonValue> items) -> items;
            default -> throw new ReportException(name + ": '" + key + "' is no list");
        };
    }

    private static BenchmarkResult benchmark(JsonObject object) {
        Map<String, JsonValue> members = new LinkedHashMap<>(object.members());
        Map<RequestStatus, List<JsonValue>> requests = new EnumMap<>(RequestStatus.class);
        for (RequestStatus status : RequestStatus.values()) {
            requests.put(status, JsonPath.items(object, "requests", status.key()));
        }
        members.put("requests", JsonValue.NULL);
        Double start = number(object, "measure_start_time");
        Double end = number(object, "measure_end_time");
        fill(members, "start_time", start);
        fill(members, "end_time", end);
        fill(members, "duration", difference(end, start));
        fill(members, "warmup_duration", difference(start, number(object, "request_start_time")));
        fill(members, "cooldown_duration", difference(number(object, "request_end_time"), end));
        return new BenchmarkResult(new JsonObject(members), requests);
    }

    private static @Nullable Double number(JsonObject benchmark, String key) {
        return JsonPath.number(benchmark, "scheduler_metrics", key);
    }

    private static @Nullable Double difference(@Nullable Double a, @Nullable Double b) {
        return a == null || b == null ? null : a - b;
    }

    private static void fill(Map<String, JsonValue> members, String key, @Nullable Double value) {
        JsonValue old = members.get(key);
        if (value != null && (old == null || old instanceof JsonNull)) {
            members.put(key, JsonValue.of(value.doubleValue()));
        }
    }
}
