package dev.guidellm.output.html;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Collectors;

/// The styles and scripts that every page holds, from the class path.
///
/// @param styles of the chart library, then ours
/// @param scripts of the chart library, then ours in an order in which each file uses only earlier ones
/// @param chartLicence the chart library's licence
record PageResources(String styles, String scripts, String chartLicence) {
    private static final String CHARTS = "/META-INF/resources/webjars/uplot/1.6.30/";
    private static final String OURS = "/dev/guidellm/output/html/";
    private static final List<String> STYLES =
            List.of("page.css", "tables.css", "charts.css", "lanes.css", "print.css");
    private static final List<String> SCRIPTS = List.of(
            "report.js",
            "format.js",
            "tables.js",
            "marks.js",
            "chart.js",
            "bars.js",
            "levels.js",
            "summary-charts.js",
            "load-charts.js",
            "latency-charts.js",
            "time-charts.js",
            "objectives.js",
            "search-charts.js",
            "turn-charts.js",
            "main.js");

    static PageResources load() {
        return new PageResources(
                text(CHARTS + "dist/uPlot.min.css") + "\n" + joined(STYLES),
                text(CHARTS + "dist/uPlot.iife.min.js") + "\n" + joined(SCRIPTS),
                text(CHARTS + "LICENSE"));
    }

    /// What the page may do: run these scripts, use these styles, and nothing else; no connection to anywhere.
    String contentSecurityPolicy() {
        return "default-src 'none'; script-src '" + ContentHash.of(scripts) + "'; style-src '" + ContentHash.of(styles)
                + "'; img-src data:; base-uri 'none'; form-action 'none'";
    }

    private static String joined(List<String> names) {
        return names.stream().map(name -> text(OURS + name)).collect(Collectors.joining("\n"));
    }

    private static String text(String name) {
        try (InputStream stream = PageResources.class.getResourceAsStream(name)) {
            if (stream == null) {
                throw new IllegalStateException(name + " is not on the class path");
            }
            return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
