package dev.guidellm.output.plot;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guidellm.GoldenCases;
import dev.guidellm.json.JsonReader;
import dev.guidellm.report.BenchmarkReport;
import dev.guidellm.report.ReportReader;
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import javax.imageio.ImageIO;
import javax.xml.parsers.DocumentBuilderFactory;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.w3c.dom.Document;
import org.w3c.dom.NodeList;

/// The files, in each format.
@NullMarked
class PlotOutputTest {
    @ParameterizedTest
    @CsvSource({"a.png, 100, 1462, 2106", "a.PNG, 40, 585, 842", "a.jpg, 50, 731, 1053", "a.jpeg, 50, 731, 1053"})
    void pixelsHaveTheSizeThatTheDotsPerInchSay(String file, int dpi, int width, int height) throws Exception {
        byte[] bytes = plot(report(), file, dpi);
        BufferedImage image = Objects.requireNonNull(ImageIO.read(new ByteArrayInputStream(bytes)));
        assertThat(image.getWidth()).isEqualTo(width);
        assertThat(image.getHeight()).isEqualTo(height);
        assertThat(image.getRGB(0, 0) & 0xffffff).isEqualTo(0xffffff);
        assertThat(colours(image)).as("something is drawn").isGreaterThan(5);
    }

    @Test
    void vectorsHoldTheTextAsText() throws Exception {
        List<String> texts = texts(plot(report(), "a.svg", 100));
        assertThat(texts)
                .contains(
                        "GuideLLM Benchmark Performance Visualization",
                        "1. Latency (TTFT & E2E) vs. Request Rate",
                        "Throughput (Tokens/sec)",
                        "E2E p95",
                        "TTFOT")
                .doesNotContain("not measured");
        assertThat(new String(plot(report(), "a.svg", 100), StandardCharsets.UTF_8))
                .contains(",sans-serif");
    }

    @Test
    void aReportWithoutBenchmarksSaysSo() throws Exception {
        BenchmarkReport empty = ReportReader.read(JsonReader.read("{\"config\": {}}"), "x");
        assertThat(texts(plot(empty, "a.svg", 100)))
                .containsExactly("GuideLLM Benchmark Performance Visualization", "No benchmark data available");
    }

    @Test
    void aPdfHasOnePageOfThatSize() throws Exception {
        String pdf = new String(plot(report(), "a.pdf", 300), StandardCharsets.ISO_8859_1);
        assertThat(pdf).startsWith("%PDF-1.").containsPattern("/MediaBox \\[0 0 1052\\.6\\d* 1516\\.3\\d*]");
        assertThat(pdf.stripTrailing()).endsWith("%%EOF");
    }

    private static BenchmarkReport report() throws Exception {
        return ReportReader.read(GoldenCases.load("report/goodput.json"), "goodput");
    }

    private static byte[] plot(BenchmarkReport report, String file, int dpi) throws Exception {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        PlotOutput.write(report, Path.of(file), dpi, out);
        return out.toByteArray();
    }

    private static long colours(BufferedImage image) {
        return IntStream.range(0, image.getHeight())
                .flatMap(y -> IntStream.range(0, image.getWidth()).map(x -> image.getRGB(x, y)))
                .distinct()
                .count();
    }

    private static List<String> texts(byte[] svg) throws Exception {
        DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
        factory.setFeature("http://apache.org/xml/features/nonvalidating/load-external-dtd", false);
        Document document = factory.newDocumentBuilder().parse(new ByteArrayInputStream(svg));
        NodeList nodes = document.getElementsByTagName("text");
        List<String> texts = new ArrayList<>();
        for (int i = 0; i < nodes.getLength(); i++) {
            texts.add(nodes.item(i).getTextContent());
        }
        return texts;
    }
}
