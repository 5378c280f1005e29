package dev.guidellm.cli;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.ThrowableProxyUtil;
import ch.qos.logback.core.Appender;
import ch.qos.logback.core.FileAppender;
import ch.qos.logback.core.LayoutBase;
import ch.qos.logback.core.OutputStreamAppender;
import ch.qos.logback.core.encoder.LayoutWrappingEncoder;
import ch.qos.logback.core.filter.Filter;
import ch.qos.logback.core.spi.FilterReply;
import dev.guidellm.config.Settings;
import dev.guidellm.json.JsonValue;
import dev.guidellm.json.JsonWriter;
import dev.guidellm.terminal.Colors;
import java.io.Console;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.slf4j.LoggerFactory;

/// Where log lines go and how they look: standard error, `YY-MM-DD HH:MM:SS|LEVEL    |class:method:line - message`, and
/// a file of JSON lines when a level is set for it.
public final class LogOutput {
    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("yy-MM-dd HH:mm:ss", Locale.ROOT).withZone(ZoneId.systemDefault());

    private LogOutput() {}

    /// Sets logging up; to be called before anything logs.
    static void configure(Programs.Surroundings surroundings) {
        configure(surroundings.settings(), surroundings.environment(), surroundings.err());
    }

    /// The same for parts of what surrounds the program.
    static void configure(Settings settings, Map<String, String> environment, PrintStream err) {
        LoggerContext context = (LoggerContext) LoggerFactory.getILoggerFactory();
        context.reset();
        Level console = level(settings.consoleLogLevel());
        boolean color = settings.consoleColor().orElseGet(() -> Colors.wanted(environment) && isTerminal());
        OutputStreamAppender<ILoggingEvent> appender = new OutputStreamAppender<>();
        appender.setName("console");
        appender.setContext(context);
        appender.setEncoder(encoder(context, new LineLayout(color)));
        appender.setOutputStream(err);
        appender.addFilter(atLeast(console));
        appender.start();
        Logger root = context.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
        root.addAppender(appender);
        Level least = console;
        if (settings.logFile().isPresent()) {
            Level file = level(settings.logFileLevel().orElse("INFO"));
            root.addAppender(file(context, settings.logFile().get().toString(), file));
            least = file.isGreaterOrEqual(console) ? console : file;
        }
        // Libraries are heard when they complain, and fully at TRACE.
        boolean everything = least.equals(Level.TRACE);
        root.setLevel(everything || least.isGreaterOrEqual(Level.WARN) ? least : Level.WARN);
        context.getLogger("dev.guidellm").setLevel(least);
    }

    private static Appender<ILoggingEvent> file(LoggerContext context, String path, Level level) {
        FileAppender<ILoggingEvent> appender = new FileAppender<>();
        appender.setName("file");
        appender.setContext(context);
        appender.setFile(path);
        appender.setEncoder(encoder(context, new JsonLayout()));
        appender.addFilter(atLeast(level));
        appender.start();
        return appender;
    }

    private static LayoutWrappingEncoder<ILoggingEvent> encoder(
            LoggerContext context, LayoutBase<ILoggingEvent> layout) {
        layout.setContext(context);
        layout.start();
        LayoutWrappingEncoder<ILoggingEvent> encoder = new LayoutWrappingEncoder<>();
        encoder.setContext(context);
        encoder.setCharset(StandardCharsets.UTF_8);
        encoder.setLayout(layout);
        encoder.start();
        return encoder;
    }

    private static Filter<ILoggingEvent> atLeast(Level level) {
        Filter<ILoggingEvent> filter = new Filter<>() {
            @Override
            public FilterReply decide(ILoggingEvent event) {
                return event.getLevel().isGreaterOrEqual(level) ? FilterReply.NEUTRAL : FilterReply.DENY;
            }
        };
        filter.start();
        return filter;
    }

    /// Whether standard error is a terminal, as far as that can be known: [System#console] looks at the other two.
    private static boolean isTerminal() {
        Path descriptor = Path.of("/proc/self/fd/2");
        try {
            String target = Files.readSymbolicLink(descriptor).toString();
            return target.startsWith("/dev/pts/") || target.startsWith("/dev/tty");
        } catch (IOException | UnsupportedOperationException e) {
            return Optional.ofNullable(System.console())
                    .map(Console::isTerminal)
                    .orElse(false);
        }
    }

    /// The level with the original's name.
    private static Level level(String name) {
        return switch (name.toUpperCase(Locale.ROOT)) {
            case "TRACE" -> Level.TRACE;
            case "DEBUG" -> Level.DEBUG;
            // The original's SUCCESS lies between INFO and WARNING; no line of ours has it.
            case "SUCCESS", "WARNING" -> Level.WARN;
            case "ERROR", "CRITICAL" -> Level.ERROR;
            default -> Level.INFO;
        };
    }

    private static String nameOf(Level level) {
        return level.equals(Level.WARN) ? "WARNING" : level.toString();
    }

    private static String line(ILoggingEvent event, String level) {
        StackTraceElement[] callers = event.getCallerData();
        String where = callers.length == 0
                ? event.getLoggerName()
                : callers[0].getClassName() + ":" + callers[0].getMethodName() + ":" + callers[0].getLineNumber();
        String text = TIME.format(Instant.ofEpochMilli(event.getTimeStamp())) + "|" + level + " |" + where + " - "
                + event.getFormattedMessage() + "\n";
        return event.getThrowableProxy() == null ? text : text + ThrowableProxyUtil.asString(event.getThrowableProxy());
    }

    private static String padded(Level level) {
        return String.format(Locale.ROOT, "%-8s", nameOf(level));
    }

    /// One line of text.
    private static final class LineLayout extends LayoutBase<ILoggingEvent> {
        private final boolean color;

        LineLayout(boolean color) {
            this.color = color;
        }

        @Override
        public String doLayout(ILoggingEvent event) {
            String level = padded(event.getLevel());
            return line(event, color ? colored(event.getLevel(), level) : level);
        }

        private static String colored(Level level, String text) {
            String code = switch (level.toInt()) {
                case Level.ERROR_INT -> "31";
                case Level.WARN_INT -> "33";
                case Level.INFO_INT -> "1";
                default -> "34";
            };
            return "\u001b[" + code + "m" + text + "\u001b[0m";
        }
    }

    /// One JSON object per line.
    private static final class JsonLayout extends LayoutBase<ILoggingEvent> {
        @Override
        public String doLayout(ILoggingEvent event) {
            StackTraceElement[] callers = event.getCallerData();
            JsonValue.ObjectBuilder entry = JsonValue.object()
                    .put("level", nameOf(event.getLevel()))
                    .put("message", event.getFormattedMessage())
                    .put("name", event.getLoggerName())
                    .put("thread", event.getThreadName())
                    .put("time", Instant.ofEpochMilli(event.getTimeStamp()).toString());
            if (callers.length > 0) {
                entry.put("function", callers[0].getMethodName()).put("line", callers[0].getLineNumber());
            }
            return JsonWriter.toString(JsonValue.object()
                            .put("text", line(event, padded(event.getLevel())))
                            .put("record", entry.build())
                            .build())
                    + "\n";
        }
    }
}
