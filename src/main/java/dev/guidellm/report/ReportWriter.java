package dev.guidellm.report;

import dev.guidellm.json.JsonValue;
import dev.guidellm.json.JsonValue.JsonArray;
import dev.guidellm.json.JsonWriter;
import dev.guidellm.json.YamlWriter;
import dev.guidellm.metrics.RequestStatus;
import java.io.IOException;
import java.io.Writer;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// Writes a report as one document. Requests are made and written one by one.
public final class ReportWriter {
    private ReportWriter() {}

    /// Writes JSON as Python does: one line, no final line feed.
    public static void writeJson(BenchmarkReport report, Appendable out) throws IOException {
        JsonWriter writer = new JsonWriter(out, JsonWriter.Style.PYTHON);
        writer.beginObject();
        writer.name("metadata").value(report.metadata());
        writer.name("config").value(report.config());
        writer.name("benchmarks").beginArray();
        for (BenchmarkResult benchmark : report.benchmarks()) {
            writeJson(benchmark, writer);
        }
        writer.endArray();
        writer.name("conclusions").value(new JsonArray(report.conclusions()));
        if (report.extension() != null) {
            writer.name(BenchmarkReport.EXTENSION_KEY).value(report.extension());
        }
        writer.endObject();
    }

    private static void writeJson(BenchmarkResult benchmark, JsonWriter writer) throws IOException {
        writer.beginObject();
        for (Map.Entry<String, JsonValue> member : benchmark.body().members().entrySet()) {
            writer.name(member.getKey());
            if (!member.getKey().equals("requests")) {
                writer.value(member.getValue());
                continue;
            }
            writer.beginObject();
            for (RequestStatus status : RequestStatus.values()) {
                writer.name(status.key()).beginArray();
                for (JsonValue request : benchmark.requests(status)) {
                    writer.value(request);
                }
                writer.endArray();
            }
            writer.name("total").value(JsonValue.NULL).endObject();
        }
        writer.endObject();
    }

    /// Writes YAML as PyYAML does: block style, keys sorted.
    public static void writeYaml(BenchmarkReport report, Writer out) throws IOException {
        YamlWriter writer = new YamlWriter(out);
        writer.beginObject(false);
        writer.name("benchmarks").beginArray(report.benchmarks().isEmpty());
        for (BenchmarkResult benchmark : report.benchmarks()) {
            writeYaml(benchmark, writer);
        }
        writer.endArray();
        writer.name("conclusions").value(new JsonArray(report.conclusions()));
        writer.name("config").value(report.config());
        writer.name("metadata").value(report.metadata());
        if (report.extension() != null) {
            writer.name(BenchmarkReport.EXTENSION_KEY).value(report.extension());
        }
        writer.endObject().end();
    }

    private static void writeYaml(BenchmarkResult benchmark, YamlWriter writer) throws IOException {
        writer.beginObject(benchmark.body().members().isEmpty());
        for (Map.Entry<String, JsonValue> member :
                new TreeMap<>(benchmark.body().members()).entrySet()) {
            writer.name(member.getKey());
            if (member.getKey().equals("requests")) {
                writeYamlRequests(benchmark, writer);
            } else {
                writer.value(member.getValue());
            }
        }
        writer.endObject();
    }

    private static void writeYamlRequests(BenchmarkResult benchmark, YamlWriter writer) throws IOException {
        writer.beginObject(false);
        for (RequestStatus status :
                List.of(RequestStatus.ERRORED, RequestStatus.INCOMPLETE, RequestStatus.SUCCESSFUL)) {
            List<JsonValue> requests = benchmark.requests(status);
            writer.name(status.key()).beginArray(requests.isEmpty());
            for (JsonValue request : requests) {
                writer.value(request);
            }
            writer.endArray();
        }
        writer.name("total").value(JsonValue.NULL).endObject();
    }
}
