package dev.guidellm.terminal;

import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.function.Supplier;

/// Standard output and standard error as UTF-8, whatever the locale. They write to whatever stands behind `System.out`
/// and `System.err` at the moment, so that a [LiveBlock] can keep its place below what is printed.
public final class StandardStreams {
    private StandardStreams() {}

    /// Standard output.
    public static PrintStream out() {
        return new PrintStream(new Current(() -> System.out), true, StandardCharsets.UTF_8);
    }

    /// Standard error.
    public static PrintStream err() {
        return new PrintStream(new Current(() -> System.err), true, StandardCharsets.UTF_8);
    }

    private static final class Current extends OutputStream {
        private final Supplier<PrintStream> stream;

        Current(Supplier<PrintStream> stream) {
            this.stream = stream;
        }

        @Override
        public void write(int b) {
            stream.get().write(b);
        }

        @Override
        public void write(byte[] bytes, int offset, int length) {
            stream.get().write(bytes, offset, length);
        }

        @Override
        public void flush() {
            stream.get().flush();
        }
    }
}
