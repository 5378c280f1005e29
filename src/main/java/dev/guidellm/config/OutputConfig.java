package dev.guidellm.config;

import java.util.List;
import java.util.Locale;

/// What `--output kind=…` may say: where results go.
public sealed interface OutputConfig extends Kinded {

    /// Tables on standard output.
    @Kind("console")
    record Console() implements OutputConfig {}

    /// Which columns a CSV table has.
    enum CsvColumnSet implements Choice {
        /// Those of which something was measured: other runs may have others.
        PRESENT,
        /// The same ones for every run.
        STABLE
    }

    /// A CSV table, one row per benchmark.
    @Kind("csv")
    record Csv(
            @Computed(value = Computed.Source.RESULTS_DIR, file = "benchmarks.csv")
            String path,

            @Default("present") CsvColumnSet columns)
            implements OutputConfig {
        /// A table with the columns of which something was measured.
        public Csv(String path) {
            this(path, CsvColumnSet.PRESENT);
        }
    }

    /// A page with charts.
    @Kind("html")
    record Html(
            @Computed(value = Computed.Source.RESULTS_DIR, file = "benchmarks.html")
            String path) implements OutputConfig {}

    /// A picture with charts.
    ///
    /// @param dpi dots per inch of a picture of 14.62 by 21.06 inches
    @Kind("plot")
    record Plot(
            @Computed(value = Computed.Source.RESULTS_DIR, file = "benchmarks.png")
            String path,

            @Default("100") int dpi)
            implements OutputConfig {
        private static final List<String> SUFFIXES = List.of(".jpeg", ".jpg", ".pdf", ".png", ".svg");
        private static final int LEAST_DPI = 10;
        private static final int MOST_DPI = 600;

        public Plot {
            path = path.replaceFirst("(?<=[^/])/+$", "");
            String name = path.substring(path.lastIndexOf('/') + 1);
            if (name.isEmpty() || name.equals(".") || name.equals("..")) {
                throw ConfigException.rule("path", "'" + path + "' has an empty name");
            }
            int dot = name.lastIndexOf('.');
            String suffix = dot <= 0 || dot == name.length() - 1 ? "" : name.substring(dot);
            if (suffix.isEmpty()) {
                path += ".png";
            } else if (!SUFFIXES.contains(suffix.toLowerCase(Locale.ROOT))) {
                throw ConfigException.rule(
                        "path",
                        "Plot output type " + suffix + " is not supported: valid types are "
                                + String.join(", ", SUFFIXES));
            }
            if (dpi < LEAST_DPI || dpi > MOST_DPI) {
                throw ConfigException.rule("dpi", "needs to be from " + LEAST_DPI + " to " + MOST_DPI + ", got " + dpi);
            }
        }
    }

    /// The gates of the run as JUnit XML, for build servers.
    @Kind("junit")
    record Junit(
            @Computed(value = Computed.Source.RESULTS_DIR, file = "benchmarks.xml")
            String path) implements OutputConfig {}

    /// The whole report; the suffix of `path` decides between JSON and YAML.
    @Kind("json")
    record Json(
            @Computed(value = Computed.Source.RESULTS_DIR, file = "benchmarks.json")
            String path) implements OutputConfig {}

    /// One line of JSON per request, written while the run goes on.
    @Kind("jsonl")
    record JsonLines(
            @Computed(value = Computed.Source.RESULTS_DIR, file = "benchmarks.jsonl")
            String path) implements OutputConfig {}

    /// As [Json] with another default path.
    @Kind("yaml")
    record Yaml(
            @Computed(value = Computed.Source.RESULTS_DIR, file = "benchmarks.yaml")
            String path) implements OutputConfig {}
}
