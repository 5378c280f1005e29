package dev.guidellm.output;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guidellm.compare.Gate;
import dev.guidellm.compare.SyntheticRun;
import dev.guidellm.report.BenchmarkReport;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import javax.xml.XMLConstants;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.transform.stream.StreamSource;
import javax.xml.validation.SchemaFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

class JunitOutputTest {
    private static final BenchmarkReport TWO_LEVELS = new SyntheticRun()
            .level(2, SyntheticRun.values(20, 100), 5)
            .level(8, SyntheticRun.values(20, 250), 5)
            .report();

    @Test
    void eachBenchmarkIsASuiteAndEachGateACase() throws Exception {
        Document document = written(TWO_LEVELS, "ttft_ms.p99 < 200", "[last] slo_attainment >= 0.5");
        List<Element> suites = elements(document.getDocumentElement(), "testsuite");
        assertThat(suites)
                .extracting(suite -> suite.getAttribute("name"))
                .containsExactly("run", "1 concurrent@2", "2 concurrent@8");
        assertThat(suites).extracting(suite -> suite.getAttribute("tests")).containsExactly("1", "1", "2");
        assertThat(suites).extracting(suite -> suite.getAttribute("failures")).containsExactly("0", "0", "2");
        assertThat(elements(suites.getLast(), "testcase"))
                .extracting(each -> each.getAttribute("name"))
                .containsExactly("ttft_ms.p99 < 200", "[last] slo_attainment >= 0.5");
        assertThat(elements(suites.getLast(), "failure").getFirst().getTextContent())
                .isEqualTo("ttft_ms.p99 < 200 in benchmark 2 (concurrent@8): found 250 ms");
        assertThat(suites.get(1).getAttribute("timestamp")).isEqualTo("2026-11-30T00:53:20");
    }

    @Test
    void aRunThatBrokeOffIsAnError() throws Exception {
        BenchmarkReport broken = new SyntheticRun()
                .level(2, SyntheticRun.values(20, 100), 5)
                .failed("the data ended: <row 5> \u0001")
                .report();
        Document document = written(broken, "ttft_ms.p99 < 200");
        assertThat(elements(document.getDocumentElement(), "error"))
                .singleElement()
                .satisfies(error -> assertThat(error.getAttribute("message"))
                        .as("what XML cannot hold is replaced")
                        .isEqualTo("the data ended: <row 5> \uFFFD"));
        assertThat(elements(document.getDocumentElement(), "failure")).isEmpty();
    }

    @Test
    void aGateWithoutItsBenchmarkFailsInTheRunsSuite() throws Exception {
        Document document = written(TWO_LEVELS, "[concurrent@99] rps > 1");
        Element run = elements(document.getDocumentElement(), "testsuite").getFirst();
        assertThat(elements(run, "failure"))
                .singleElement()
                .satisfies(
                        failure -> assertThat(failure.getAttribute("message")).contains("no such benchmark"));
    }

    @Test
    void aRunWithoutBenchmarksAndGatesIsValid() throws Exception {
        Document document = written(new SyntheticRun().report());
        assertThat(elements(document.getDocumentElement(), "testcase")).hasSize(1);
    }

    /// The parsed output, after it was found valid.
    private static Document written(BenchmarkReport report, String... gates) throws Exception {
        List<Gate> parsed = new ArrayList<>();
        for (String gate : gates) {
            parsed.add(Gate.parse(gate));
        }
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        new JunitOutput(parsed).write(report, out);
        byte[] xml = out.toByteArray();
        assertThat(new String(xml, StandardCharsets.UTF_8)).startsWith("<?xml version=\"1.0\" encoding=\"UTF-8\"?>");
        SchemaFactory.newInstance(XMLConstants.W3C_XML_SCHEMA_NS_URI)
                .newSchema(Objects.requireNonNull(JunitOutputTest.class.getResource("/cases/junit/junit.xsd")))
                .newValidator()
                .validate(new StreamSource(new ByteArrayInputStream(xml)));
        return DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(new ByteArrayInputStream(xml));
    }

    private static List<Element> elements(Element root, String name) {
        NodeList found = root.getElementsByTagName(name);
        List<Element> elements = new ArrayList<>();
        for (int i = 0; i < found.getLength(); i++) {
            elements.add((Element) found.item(i));
        }
        return elements;
    }
}
