package dev.guidellm.cli;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import org.jline.utils.Signals;
import org.jspecify.annotations.Nullable;

/// Turns Ctrl-C (and a polite request to end) into a call, and the second one into the end of the program.
final class StopSignals implements AutoCloseable {
    private static final Duration LONGEST_TIDYING = Duration.ofMillis(300);

    private final List<Registration> registrations;

    private record Registration(String signal, @Nullable Object previous) {}

    private StopSignals(List<Registration> registrations) {
        this.registrations = registrations;
    }

    /// From now on the first signal calls `stop`, which says whether there is anything to wait for; else, and at
    /// the second signal, `tidy` gets a moment, and the program ends. Finished files are whole: each is written
    /// beside its place and then renamed.
    static StopSignals listen(BooleanSupplier stop, Runnable tidy) {
        AtomicInteger heard = new AtomicInteger();
        Runnable handler = () -> {
            if (heard.getAndIncrement() > 0 || !stop.getAsBoolean()) {
                leave(tidy);
            }
        };
        return new StopSignals(List.of(
                new Registration("INT", Signals.register("INT", handler)),
                new Registration("TERM", Signals.register("TERM", handler))));
    }

    private static void leave(Runnable tidy) {
        try {
            // A thread of its own, since whoever holds a lock or a full pipe must not keep the program alive.
            Thread.ofPlatform().daemon().name("guidellm-tidy").start(tidy).join(LONGEST_TIDYING);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            Runtime.getRuntime().halt(ExitCode.INTERRUPTED);
        }
    }

    @Override
    public void close() {
        registrations.forEach(each -> Signals.unregister(each.signal(), each.previous()));
    }
}
