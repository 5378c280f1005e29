package dev.guidellm.transport;

import io.netty.channel.Channel;
import io.netty.channel.EventLoop;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;

/// Measures the network's round trip by the connections themselves: how long TCP took to connect, and what the kernel
/// knows of those that are open. Nothing is done here while requests run.
final class NetworkMeter {
    private static final int MOST_KEPT = 10_000;
    private static final int MOST_ASKED = 512;
    private static final long PATIENCE_MILLIS = 1000;

    private final Set<Channel> open = ConcurrentHashMap.newKeySet();
    private long[] connectNanos = new long[16];
    private long connects;
    private long least = Long.MAX_VALUE;

    /// TCP stands. On the connection's loop.
    ///
    /// @param nanos since the connect to this one address
    @SuppressWarnings("FutureReturnValueIgnored")
    void connected(Channel channel, long nanos) {
        if (!(channel.remoteAddress() instanceof InetSocketAddress)) {
            return; // a socket in the file system has no network in between
        }
        open.add(channel);
        channel.closeFuture().addListener(_ -> open.remove(channel));
        synchronized (this) {
            // Of very many, the first are kept and then every so often one takes an earlier one's place.
            int slot = (int) (connects < MOST_KEPT ? connects : connects % MOST_KEPT);
            if (slot >= connectNanos.length) {
                connectNanos = Arrays.copyOf(connectNanos, Math.min(slot * 2, MOST_KEPT));
            }
            connectNanos[slot] = nanos;
            least = Math.min(least, nanos);
            connects++;
        }
    }

    /// What was learnt since the last time, and what the kernel says now. Takes a moment; not on a loop.
    NetworkSample take() {
        Map<EventLoop, List<Channel>> chosen = new HashMap<>();
        int left = MOST_ASKED;
        for (Channel channel : open) {
            if (left-- == 0) {
                break;
            }
            chosen.computeIfAbsent(channel.eventLoop(), _ -> new ArrayList<>()).add(channel);
        }
        List<TcpInfo> answers = ask(chosen);
        long[] rtt = answers.stream()
                .filter(TcpInfo::hasRtt)
                .mapToLong(TcpInfo::rttMicros)
                .toArray();
        long[] min = answers.stream()
                .filter(TcpInfo::hasMinRtt)
                .mapToLong(TcpInfo::minRttMicros)
                .toArray();
        synchronized (this) {
            long count = connects;
            long[] kept = Arrays.copyOf(connectNanos, (int) Math.min(count, MOST_KEPT));
            if (count > MOST_KEPT) {
                kept[0] = least; // it may have been replaced since
            }
            connects = 0;
            least = Long.MAX_VALUE;
            return new NetworkSample(count, kept, rtt, min);
        }
    }

    /// Asks on each connection's own loop, where nobody can close it meanwhile.
    private static List<TcpInfo> ask(Map<EventLoop, List<Channel>> chosen) {
        List<TcpInfo> answers = new ArrayList<>();
        CountDownLatch left = new CountDownLatch(chosen.size());
        chosen.forEach((loop, channels) -> {
            try {
                loop.execute(() -> {
                    for (Channel channel : channels) {
                        TcpInfo info = TcpInfo.of(channel);
                        if (info != null) {
                            synchronized (answers) {
                                answers.add(info);
                            }
                        }
                    }
                    left.countDown();
                });
            } catch (RejectedExecutionException e) {
                left.countDown(); // the loop is gone, and its connections with it
            }
        });
        try {
            var _ = left.await(PATIENCE_MILLIS, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        synchronized (answers) {
            return List.copyOf(answers);
        }
    }
}
