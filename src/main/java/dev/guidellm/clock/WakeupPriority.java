package dev.guidellm.clock;

import dev.guidellm.platform.LinuxCalls;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import org.jspecify.annotations.Nullable;

/// Asks the kernel to let the calling thread run soon after it has woken up, although others keep every core busy.
///
/// By `sched_setattr` of Linux: a short time slice, which anybody may ask for (from 6.12 on a waking thread with a
/// shorter slice goes before one with a longer), and nice -10 where the process may. Threads that it starts do not
/// inherit it. A thread that does little gets nothing at the cost of others but its turn. Elsewhere, and where native
/// access is not allowed, nothing happens.
final class WakeupPriority {
    private static final int NICE = -10;
    private static final long SLICE_NANOS = 100_000;
    private static final long RESET_ON_FORK = 1;

    /// `struct sched_attr` of version 0: size, policy (0, the usual one), flags, nice, priority, and three times of
    /// which the first is the slice.
    private static final MemoryLayout ATTRIBUTES = MemoryLayout.structLayout(
            ValueLayout.JAVA_INT,
            ValueLayout.JAVA_INT,
            ValueLayout.JAVA_LONG,
            ValueLayout.JAVA_INT,
            ValueLayout.JAVA_INT,
            ValueLayout.JAVA_LONG,
            ValueLayout.JAVA_LONG,
            ValueLayout.JAVA_LONG);

    private static final long FLAGS_AT = 8;
    private static final long NICE_AT = 16;
    private static final long SLICE_AT = 24;

    private static final @Nullable MethodHandle SYSCALL = LinuxCalls.find(
            "syscall",
            FunctionDescriptor.of(
                    ValueLayout.JAVA_LONG,
                    ValueLayout.JAVA_LONG,
                    ValueLayout.JAVA_LONG,
                    ValueLayout.ADDRESS,
                    ValueLayout.JAVA_LONG),
            Linker.Option.firstVariadicArg(1));
    private static final @Nullable MethodHandle GET_PRIORITY = LinuxCalls.find(
            "getpriority", FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.JAVA_INT, ValueLayout.JAVA_INT));

    private WakeupPriority() {}

    /// Does what is allowed; whether anything was. For platform threads.
    static boolean raise() {
        return apply(true);
    }

    /// Asks for the short slice only: for a thread that works much, which would take from others what nice gives it.
    static boolean shortenSlice() {
        return apply(false);
    }

    private static boolean apply(boolean nicer) {
        if (SYSCALL == null || GET_PRIORITY == null || number() == 0) {
            return false;
        }
        try {
            int now = (int) GET_PRIORITY.invokeExact(0, 0);
            // A user who made the whole program nice wants that.
            return (nicer && now <= 0 && set(SYSCALL, Math.min(now, NICE))) || set(SYSCALL, now);
        } catch (Throwable _) {
            return false;
        }
    }

    private static boolean set(MethodHandle syscall, int nice) throws Throwable {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment attributes = arena.allocate(ATTRIBUTES);
            attributes.set(ValueLayout.JAVA_INT, 0, (int) ATTRIBUTES.byteSize());
            attributes.set(ValueLayout.JAVA_LONG, FLAGS_AT, RESET_ON_FORK);
            attributes.set(ValueLayout.JAVA_INT, NICE_AT, nice);
            attributes.set(ValueLayout.JAVA_LONG, SLICE_AT, SLICE_NANOS);
            return (long) syscall.invokeExact(number(), 0L, attributes, 0L) == 0;
        }
    }

    /// The number of `sched_setattr`; 0 where it is not known.
    private static long number() {
        return switch (System.getProperty("os.arch", "")) {
            case "amd64", "x86_64" -> 314;
            case "aarch64", "riscv64" -> 274;
            default -> 0;
        };
    }
}
