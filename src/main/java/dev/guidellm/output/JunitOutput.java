package dev.guidellm.output;

import dev.guidellm.compare.Gate;
import dev.guidellm.json.NumberText;
import dev.guidellm.report.BenchmarkReport;
import dev.guidellm.report.BenchmarkResult;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;
import org.jspecify.annotations.Nullable;

/// The gates of a run as JUnit XML, which build servers read: a suite for the run itself, then one for each benchmark
/// with a test case for each gate.
///
/// Keeps to the common part of Ant's and Jenkins' schemas: one finding per case, properties first, output last.
final class JunitOutput {
    private static final DateTimeFormatter SECONDS =
            DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss").withZone(ZoneOffset.UTC);
    private static final String PACKAGE = "guidellm";

    private final List<Gate> gates;

    JunitOutput(List<Gate> gates) {
        this.gates = gates;
    }

    /// How a test case ended.
    private sealed interface End {
        record Passed() implements End {}

        record Failed(String message) implements End {}

        record Broken(String message) implements End {}
    }

    private record Case(String name, End end) {}

    private record Suite(String name, String timestamp, double seconds, List<Case> cases) {
        long failures() {
            return cases.stream().filter(each -> each.end instanceof End.Failed).count();
        }

        long errors() {
            return cases.stream().filter(each -> each.end instanceof End.Broken).count();
        }
    }

    void write(BenchmarkReport report, OutputStream out) throws IOException {
        try {
            XMLStreamWriter xml =
                    XMLOutputFactory.newDefaultFactory().createXMLStreamWriter(out, StandardCharsets.UTF_8.name());
            xml.writeStartDocument(StandardCharsets.UTF_8.name(), "1.0");
            xml.writeStartElement("testsuites");
            List<Suite> suites = suites(report);
            for (int i = 0; i < suites.size(); i++) {
                suite(suites.get(i), i, xml);
            }
            xml.writeEndElement();
            xml.writeEndDocument();
            xml.flush();
        } catch (XMLStreamException e) {
            throw e.getCause() instanceof IOException cause ? cause : new IOException(e.getMessage(), e);
        }
    }

    private List<Suite> suites(BenchmarkReport report) {
        List<Gate.Result> results = Gate.judge(gates, report);
        List<Suite> suites = new ArrayList<>();
        List<Case> ofRun = new ArrayList<>();
        ofRun.add(new Case("the run came to its end", end(report)));
        cases(results, -1, ofRun);
        List<BenchmarkResult> benchmarks = report.benchmarks();
        double all = benchmarks.stream().mapToDouble(JunitOutput::seconds).sum();
        suites.add(new Suite(
                "run", benchmarks.isEmpty() ? timestamp(null) : timestamp(benchmarks.getFirst()), all, ofRun));
        for (int i = 0; i < benchmarks.size(); i++) {
            BenchmarkResult benchmark = benchmarks.get(i);
            List<Case> cases = new ArrayList<>();
            cases(results, i, cases);
            suites.add(
                    new Suite(i + 1 + " " + benchmark.strategyText(), timestamp(benchmark), seconds(benchmark), cases));
        }
        return suites;
    }

    private static void cases(List<Gate.Result> results, int benchmark, List<Case> cases) {
        for (Gate.Result result : results) {
            if (result.benchmark() == benchmark) {
                cases.add(new Case(
                        result.gate().text(), result.passed() ? new End.Passed() : new End.Failed(result.words())));
            }
        }
    }

    private static End end(BenchmarkReport report) {
        String failure = report.failure();
        if (failure != null) {
            return new End.Broken(failure);
        }
        return report.interrupted() ? new End.Broken("the run was interrupted") : new End.Passed();
    }

    private static double seconds(BenchmarkResult benchmark) {
        Double duration = benchmark.number("duration");
        return duration == null ? 0 : duration;
    }

    /// Without a time zone, as the schemas demand: UTC.
    private static String timestamp(@Nullable BenchmarkResult benchmark) {
        Double start = benchmark == null ? null : benchmark.number("start_time");
        return SECONDS.format(start == null ? Instant.EPOCH : Instant.ofEpochMilli(Math.round(start * 1000)));
    }

    private static void suite(Suite suite, int id, XMLStreamWriter xml) throws XMLStreamException {
        xml.writeStartElement("testsuite");
        attribute("name", suite.name, xml);
        attribute("package", PACKAGE, xml);
        attribute("id", Integer.toString(id), xml);
        attribute("timestamp", suite.timestamp, xml);
        attribute("hostname", "localhost", xml); // the machine's name is nobody's business
        attribute("tests", Integer.toString(suite.cases.size()), xml);
        attribute("failures", Long.toString(suite.failures()), xml);
        attribute("errors", Long.toString(suite.errors()), xml);
        attribute("skipped", "0", xml);
        attribute("time", time(suite.seconds), xml);
        xml.writeEmptyElement("properties");
        for (Case each : suite.cases) {
            xml.writeStartElement("testcase");
            attribute("name", each.name, xml);
            attribute("classname", PACKAGE + "." + suite.name, xml);
            attribute("time", time(0), xml);
            switch (each.end) {
                case End.Passed _ -> {}
                case End.Failed(String message) -> finding("failure", "gate", message, xml);
                case End.Broken(String message) -> finding("error", "run", message, xml);
            }
            xml.writeEndElement();
        }
        xml.writeEmptyElement("system-out");
        xml.writeEmptyElement("system-err");
        xml.writeEndElement();
    }

    private static void finding(String element, String type, String message, XMLStreamWriter xml)
            throws XMLStreamException {
        xml.writeStartElement(element);
        attribute("type", type, xml);
        attribute("message", message, xml);
        xml.writeCharacters(allowed(message));
        xml.writeEndElement();
    }

    private static void attribute(String name, String value, XMLStreamWriter xml) throws XMLStreamException {
        xml.writeAttribute(name, allowed(value));
    }

    private static String time(double seconds) {
        return NumberText.fixed(Math.max(0, seconds), 3);
    }

    /// What a server says may hold characters that XML cannot.
    private static String allowed(String text) {
        StringBuilder out = new StringBuilder(text.length());
        text.codePoints().forEach(c -> {
            boolean inXml = c == '\t'
                    || c == '\n'
                    || c == '\r'
                    || (c >= 0x20 && c <= 0xD7FF)
                    || (c >= 0xE000 && c <= 0xFFFD)
                    || c >= 0x10000;
            out.appendCodePoint(inXml ? c : '\uFFFD');
        });
        return out.toString();
    }
}
