package dev.guidellm.cli.trace;

import dev.guidellm.config.ConfigException;
import dev.guidellm.config.ConfigReader;
import dev.guidellm.config.DataConfig;
import dev.guidellm.config.FileData;
import dev.guidellm.config.OptionValueException;
import dev.guidellm.config.OptionValueParser;
import dev.guidellm.config.TraceData;
import dev.guidellm.config.UsageException;
import dev.guidellm.data.DataException;
import dev.guidellm.data.trace.TraceConversion;
import dev.guidellm.data.trace.TraceConversion.Written;
import dev.guidellm.data.trace.TraceFile;
import dev.guidellm.data.trace.TraceRecognition;
import dev.guidellm.data.trace.TraceStatistics;
import dev.guidellm.json.JsonValue;
import dev.guidellm.json.JsonValue.JsonObject;
import dev.guidellm.json.JsonWriter;
import dev.guidellm.output.plot.CurveSheet;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;

/// Does what is to be done with a trace. Problems of the trace's rows are named on the way.
public final class TraceProgram {
    private static final int MOST_NAMED = 10;

    private final ConfigReader reader;
    private final PrintStream out;
    private final PrintStream err;
    private final int columns;

    /// @param columns width of the console
    public TraceProgram(ConfigReader reader, PrintStream out, PrintStream err, int columns) {
        this.reader = reader;
        this.out = out;
        this.err = err;
        this.columns = columns;
    }

    /// Whether all went well.
    ///
    /// @throws DataException when the trace cannot be used
    /// @throws UncheckedIOException when a file cannot be written
    /// @throws UsageException when the format is none
    public boolean execute(TraceTask task) {
        return switch (task) {
            case TraceTask.Stats stats -> stats(stats);
            case TraceTask.Validate validate -> validate(validate);
            case TraceTask.Synthesize synthesize -> synthesize(synthesize);
            case TraceTask.Convert convert -> convert(convert);
        };
    }

    private boolean stats(TraceTask.Stats task) {
        TraceStatistics statistics = TraceStatistics.of(read(task.source()), task.cacheTokens());
        new StatisticsPage(columns).lines(statistics).forEach(out::println);
        try {
            if (task.json() != null) {
                Files.writeString(task.json(), JsonWriter.toString(statistics.json()) + "\n");
            }
            if (task.plot() != null) {
                CurveSheet.write("Trace " + statistics.name(), StatisticsCharts.of(statistics), task.plot());
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return true;
    }

    private boolean validate(TraceTask.Validate task) {
        List<String> problems = new ArrayList<>();
        BiConsumer<String, String> tell = (place, problem) -> {
            problems.add(place);
            out.println("✖ " + place + ": " + problem);
        };
        try {
            TraceFile trace =
                    TraceFile.read(config(task.source()), task.source().tokenizer(), tell);
            trace.warnings().forEach(warning -> out.println("⚠ " + warning));
            int requests = trace.plan().stream()
                    .mapToInt(timed -> timed.starts().length)
                    .sum();
            out.println((problems.isEmpty() ? "✔ " : "✖ ") + trace.name() + " (" + trace.kind() + "): " + trace.rows()
                    + " rows, " + problems.size() + " with problems; "
                    + trace.plan().size() + " sessions with " + requests
                    + " requests can be replayed");
        } catch (DataException e) {
            out.println("✖ " + e.getMessage());
            return false;
        }
        return problems.isEmpty();
    }

    private boolean synthesize(TraceTask.Synthesize task) {
        TraceFile trace = read(task.source());
        int sessions = task.sessions() == null ? trace.plan().size() : task.sessions();
        String kind = task.to() == null ? trace.kind() : task.to();
        long requests = task.requests() == null ? 0 : task.requests();
        return written(
                TraceConversion.synthesize(trace, kind, sessions, requests, task.seed(), task.target()),
                kind,
                task.target());
    }

    private boolean convert(TraceTask.Convert task) {
        return written(
                TraceConversion.convert(read(task.source()), task.to(), task.target()), task.to(), task.target());
    }

    private boolean written(Written written, String kind, Path file) {
        written.losses().forEach(loss -> out.println("⚠ kind=" + kind + " cannot hold: " + loss));
        out.println("✔ " + file + " (" + kind + "): " + written.sessions() + " sessions with " + written.requests()
                + " requests");
        return true;
    }

    /// The trace; problems of its rows go to standard error.
    private TraceFile read(TraceTask.Source source) {
        long[] count = {0};
        TraceFile trace = TraceFile.read(config(source), source.tokenizer(), (place, problem) -> {
            if (count[0]++ < MOST_NAMED) {
                err.println("⚠ left out: " + place + ": " + problem);
            }
        });
        if (count[0] > MOST_NAMED) {
            err.println("⚠ left out: " + (count[0] - MOST_NAMED) + " more; guidellm trace validate names all");
        }
        return trace;
    }

    private TraceData config(TraceTask.Source source) {
        String format = source.format();
        JsonValue.ObjectBuilder values = JsonValue.object();
        if (format == null) {
            values.put("kind", TraceRecognition.kind(file(source)));
        } else if (format.indexOf('=') < 0 && format.indexOf('{') < 0) {
            values.put("kind", format);
        } else {
            try {
                if (!(OptionValueParser.parse(format) instanceof JsonObject given)) {
                    throw UsageException.invalidValue(
                            "'--format'", "A kind, or kind=… with arguments, got " + format + ".");
                }
                values.putAll(given);
            } catch (OptionValueException e) {
                throw UsageException.invalidValue("'--format'", String.valueOf(e.getMessage()));
            }
        }
        DataConfig config = config(values.put("path", source.file()).build());
        if (config instanceof TraceData trace) {
            return trace;
        }
        throw UsageException.invalidValue("'--format'", "kind=" + config.kind() + " is no trace.");
    }

    private FileData file(TraceTask.Source source) {
        // Every trace takes a path for a source of the kind that the file's name says.
        JsonObject any = JsonValue.object()
                .put("kind", "trace_synthetic")
                .put("path", source.file())
                .build();
        if (config(any) instanceof TraceData trace && trace.trace().source() instanceof FileData file) {
            return file;
        }
        throw new IllegalStateException("a path names a file");
    }

    private DataConfig config(JsonObject values) {
        try {
            return reader.read(DataConfig.class, values, "");
        } catch (ConfigException e) {
            throw UsageException.invalidValue("'--format'", String.valueOf(e.getMessage()));
        }
    }
}
