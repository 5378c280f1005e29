package dev.guidellm.clock;

import dev.guidellm.platform.LinuxCalls;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import org.jspecify.annotations.Nullable;

/// Asks the kernel to wake the calling thread as near to its time as it can.
///
/// Linux may let a timed wait last up to 50 µs longer than asked, to wake the processor less often; each thread can
/// give that away by `prctl(PR_SET_TIMERSLACK)`. Elsewhere, and where native access is not allowed, nothing happens.
final class TimerSlack {
    private static final int PR_SET_TIMERSLACK = 29;
    private static final long LEAST_NANOS = 1;

    private static final @Nullable MethodHandle PRCTL = LinuxCalls.find(
            "prctl",
            FunctionDescriptor.of(
                    ValueLayout.JAVA_INT,
                    ValueLayout.JAVA_INT,
                    ValueLayout.JAVA_LONG,
                    ValueLayout.JAVA_LONG,
                    ValueLayout.JAVA_LONG,
                    ValueLayout.JAVA_LONG),
            Linker.Option.firstVariadicArg(1));

    private TimerSlack() {}

    /// Gives the calling thread's slack away; whether the kernel agreed. For platform threads.
    static boolean minimize() {
        if (PRCTL == null) {
            return false;
        }
        try {
            return (int) PRCTL.invokeExact(PR_SET_TIMERSLACK, LEAST_NANOS, 0L, 0L, 0L) == 0;
        } catch (Throwable _) {
            return false; // the kernel's answer is all that can fail here; a late wake-up is no reason to stop
        }
    }
}
