package dev.guidellm.cases;

import static dev.guidellm.cases.ProductRun.at;
import static dev.guidellm.cases.ProductRun.items;
import static dev.guidellm.cases.ProductRun.known;
import static dev.guidellm.cases.ProductRun.number;
import static dev.guidellm.cases.ProductRun.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.guidellm.config.MockServerSettings;
import dev.guidellm.json.JsonValue;
import dev.guidellm.json.JsonValue.JsonBoolean;
import dev.guidellm.mockserver.MockServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/// The client's look at itself, as a command and before a run.
class SelfTestIT {
    @TempDir
    Path folder;

    @Test
    void theCommandMeasuresJudgesAndWritesItDown() {
        ProductRun run = ProductRun.in(folder, "selftest", "--quick", "--seconds", "0.3", "--json", "self.json");
        assertThat(run.exitCode()).as(run.words()).isEqualTo(0);
        JsonValue result = ProductRun.read(folder.resolve("self.json"));
        assertThat(at(result, "trustworthy")).isEqualTo(new JsonBoolean(true));
        assertThat(run.words()).contains("✔ " + text(result, "verdict")).contains("streamed tokens/s");
        assertThat(text(result, "verdict"))
                .matches("Up to about [\\d,]+ streamed requests/s \\([\\d,]+ tokens/s\\).* the client is not the limit"
                        + " on this machine.*");
        for (String ceiling : List.of("streamed_requests_per_second", "requests_per_second")) {
            String path = "ceilings/" + ceiling + "/";
            double together = known(result, path + "measured_with_server");
            assertThat(together).isPositive();
            assertThat(known(result, path + "client_part_of_cpu")).isBetween(0.01, 0.99);
            assertThat(known(result, path + "client_alone_estimated")).isPositive();
            assertThat(known(result, path + "trusted")).isPositive().isLessThanOrEqualTo(2 * together);
        }
        assertThat(known(result, "ceilings/streamed_tokens_per_second/trusted"))
                .isLessThanOrEqualTo(64 * known(result, "ceilings/streamed_requests_per_second/measured_with_server"));
        assertThat(items(result, "ceilings/stream_levels")).isNotEmpty().allSatisfy(level -> {
            assertThat(known(level, "streams")).isPositive();
            assertThat(known(level, "most_open")).isLessThanOrEqualTo(known(level, "streams"));
        });
        assertThat(known(result, "ceilings/open_loop/dispatch_lateness_ms/p50")).isNotNegative();
        assertThat(items(result, "findings"))
                .extracting(finding -> text(finding, "check"))
                .contains("file descriptors", "local ports", "clock source", "clock", "CPU governor", "cores");
        assertThat(known(result, "machine/clock_read_ns")).isPositive();
        assertThat(known(result, "machine/cores")).isPositive();
    }

    @Test
    @DisabledOnOs(OS.WINDOWS)
    void withTooFewDescriptorsNothingIsMeasuredAndTheCodeSaysSo() throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of("sh", "-c", "ulimit -n 200; exec \"$@\"", "sh"));
        command.addAll(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx256m",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                "dev.guidellm.cli.Main",
                "selftest",
                "--json",
                "self.json"));
        Path out = folder.resolve("out");
        Process process = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(out.toFile())
                .start();
        try {
            assertThat(process.waitFor(40, TimeUnit.SECONDS)).isTrue();
            String words = Files.readString(out).replaceAll("\\s+", " ");
            assertThat(process.exitValue()).as(words).isEqualTo(1);
            assertThat(words)
                    .contains("✖ file descriptors: 200 may be open")
                    .contains("→ ulimit -n 65536")
                    .contains("✖ Nothing that is measured on this machine can be trusted: file descriptors")
                    .doesNotContain("counting");
            JsonValue result = ProductRun.read(folder.resolve("self.json"));
            assertThat(at(result, "ceilings")).isEqualTo(JsonValue.NULL);
        } finally {
            process.destroyForcibly();
        }
    }

    @Test
    void beforeARunItIsToldReportedAndComparedWithTheLoad() throws IOException {
        try (MockServer server = MockServer.start(MockServerSettings.instant())) {
            JsonValue report = run(server, "true", "kind=constant,rate=1000000");
            JsonValue result = at(report, "x_guidellm_java/selftest");
            assertThat(known(result, "ceilings/streamed_requests_per_second/trusted"))
                    .isPositive();
            assertThat(known(result, "seconds")).isLessThan(20);
            assertThat(items(report, "benchmarks/0/x_guidellm_java/notes"))
                    .extracting(Object::toString)
                    .anyMatch(note -> note.contains("The self-test found the client good for about")
                            && note.contains("and 1,000,000 were asked for"));
            // the original's reader knows no such key
            assertThat(at(report, "config/spec/backend").toString()).doesNotContain("selftest");
            assertThat(at(report, "benchmarks/0/config/backend").toString()).doesNotContain("selftest");
            assertThat(at(report, "x_guidellm_java/config").toString()).contains("selftest");
        }
    }

    @Test
    void withoutBeingAskedThereIsNone() throws IOException {
        try (MockServer server = MockServer.start(MockServerSettings.instant())) {
            JsonValue report = run(server, "false", "kind=concurrent,streams=2");
            assertThat(number(report, "x_guidellm_java/selftest")).isNull();
        }
    }

    private JsonValue run(MockServer server, String selftest, String profile) {
        return ProductRun.report(
                0,
                folder,
                "--backend",
                String.format(
                        Locale.ROOT, "kind=openai_http,target=%s,model=m,selftest=%s", server.baseUrl(), selftest),
                "--profile",
                profile,
                "--data",
                "{\"kind\":\"in_memory_item_list\",\"data\":[\"a\"],\"column_name\":\"text\"}",
                "--data-loader",
                "kind=pytorch,repeat=true",
                "--constraint",
                "kind=max_requests,count=4");
    }
}
