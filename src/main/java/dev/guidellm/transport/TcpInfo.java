package dev.guidellm.transport;

import dev.guidellm.platform.LinuxCalls;
import io.netty.channel.Channel;
import io.netty.channel.unix.UnixChannel;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import org.jspecify.annotations.Nullable;

/// What the kernel knows of a TCP connection's round trip: `getsockopt(TCP_INFO)` of Linux. Netty's own view of it ends
/// before the least round-trip time.
///
/// @param rttMicros smoothed round-trip time; 0 before the first measurement
/// @param minRttMicros least round-trip time of late; -1 where the kernel does not say
record TcpInfo(long rttMicros, long minRttMicros) {
    private static final int SOL_TCP = 6;
    private static final int TCP_INFO = 11;
    private static final int ROOM = 256;
    private static final int RTT_AT = 68;
    private static final int MIN_RTT_AT = 148;
    private static final long UNKNOWN = 0xffff_ffffL;

    private static final @Nullable MethodHandle GETSOCKOPT = LinuxCalls.find(
            "getsockopt",
            FunctionDescriptor.of(
                    ValueLayout.JAVA_INT,
                    ValueLayout.JAVA_INT,
                    ValueLayout.JAVA_INT,
                    ValueLayout.JAVA_INT,
                    ValueLayout.ADDRESS,
                    ValueLayout.ADDRESS));

    boolean hasRtt() {
        return rttMicros > 0;
    }

    boolean hasMinRtt() {
        return minRttMicros >= 0;
    }

    /// Asks for an open connection; null where there is nothing to ask or no answer.
    static @Nullable TcpInfo of(Channel channel) {
        if (GETSOCKOPT == null || !channel.isActive() || !(channel instanceof UnixChannel unix)) {
            return null;
        }
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment info = arena.allocate(ROOM, Long.BYTES);
            MemorySegment length = arena.allocate(ValueLayout.JAVA_INT);
            length.set(ValueLayout.JAVA_INT, 0, ROOM);
            int failed = (int) GETSOCKOPT.invokeExact(unix.fd().intValue(), SOL_TCP, TCP_INFO, info, length);
            int filled = length.get(ValueLayout.JAVA_INT, 0);
            if (failed != 0 || filled < RTT_AT + Integer.BYTES) {
                return null;
            }
            long min = filled < MIN_RTT_AT + Integer.BYTES ? UNKNOWN : unsigned(info, MIN_RTT_AT);
            return new TcpInfo(unsigned(info, RTT_AT), min == UNKNOWN ? -1 : min);
        } catch (Throwable _) {
            return null; // the answer is a figure of interest, never a reason to stop
        }
    }

    private static long unsigned(MemorySegment info, long at) {
        return Integer.toUnsignedLong(info.get(ValueLayout.JAVA_INT, at));
    }
}
