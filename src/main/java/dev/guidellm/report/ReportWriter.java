package dev.guidellm.report;

import dev.guidellm.json.JsonBytes;
import dev.guidellm.json.JsonValue;
import dev.guidellm.json.JsonValue.JsonArray;
import dev.guidellm.json.YamlWriter;
import dev.guidellm.metrics.RequestStatus;
import java.io.IOException;
import java.io.OutputStream;
import java.io.Writer;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// Writes a report as one document. Requests are made and written one by one.
public final class ReportWriter {
    private static final int DRAINED_FROM = 1 << 15;

    private ReportWriter() {}

    /// Writes JSON as Python does: ASCII, one line, no final line feed. `out` stays open.
    public static void writeJson(BenchmarkReport report, OutputStream out) throws IOException {
        JsonBytes json = new JsonBytes();
        json.beginObject();
        json.name("metadata").tree(report.metadata());
        json.name("config").tree(report.config());
        json.name("benchmarks").beginArray();
        for (BenchmarkResult benchmark : report.benchmarks()) {
            writeJson(benchmark, json, out);
        }
        json.endArray();
        json.name("conclusions").tree(new JsonArray(report.conclusions()));
        if (report.extension() != null) {
            json.name(BenchmarkReport.EXTENSION_KEY).tree(report.extension());
        }
        json.endObject();
        json.drainTo(out);
    }

    private static void writeJson(BenchmarkResult benchmark, JsonBytes json, OutputStream out) throws IOException {
        json.beginObject();
        for (Map.Entry<String, JsonValue> member : benchmark.body().members().entrySet()) {
            if (!member.getKey().equals("requests")) {
                json.member(member.getKey(), member.getValue());
                continue;
            }
            json.name("requests").beginObject();
            for (RequestStatus status : RequestStatus.values()) {
                json.name(status.key()).beginArray();
                writeJson(benchmark.requests(status), json, out);
                json.endArray();
            }
            json.name("total").nothing().endObject();
        }
        json.endObject();
    }

    private static void writeJson(List<JsonValue> requests, JsonBytes json, OutputStream out) throws IOException {
        for (int i = 0; i < requests.size(); i++) {
            if (requests instanceof ListedRequests listed) {
                listed.write(i, json);
            } else {
                json.tree(requests.get(i));
            }
            if (json.size() >= DRAINED_FROM) {
                json.drainTo(out);
            }
        }
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
