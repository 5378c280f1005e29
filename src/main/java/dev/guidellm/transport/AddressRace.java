package dev.guidellm.transport;

import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// Dials a name's addresses until one answers (RFC 8305, "happy eyeballs"): in their order, IPv4 and IPv6 by
/// turns; the next one as soon as the last has failed, or after a quarter of a second. The first connection
/// counts, the others are closed. Everything on the loop.
@SuppressWarnings("FutureReturnValueIgnored") // close and addListener answer with futures that nobody waits for
final class AddressRace {
    /// How long an address is waited for before the next one is dialled as well.
    static final long HEAD_START_MILLIS = 250;

    /// Learns the outcome; called once.
    interface Finish {
        /// `channel` is connected to `address`.
        void won(Channel channel, InetAddress address);

        /// No address could be had; the last one because of `cause`.
        void lost(@Nullable Throwable cause);
    }

    private final LoopContext loop;
    private final List<InetAddress> addresses;
    private final Function<InetAddress, ChannelFuture> dial;
    private final Finish finish;
    private final List<Channel> underWay = new ArrayList<>();
    private int next;
    private boolean over;

    /// @param addresses at least one
    /// @param dial begins to connect
    AddressRace(
            LoopContext loop, List<InetAddress> addresses, Function<InetAddress, ChannelFuture> dial, Finish finish) {
        this.loop = loop;
        this.addresses = byTurns(addresses);
        this.dial = dial;
        this.finish = finish;
    }

    void start() {
        dialNext();
    }

    /// Ends the race without an outcome.
    void abandon() {
        over = true;
        List<Channel> losers = List.copyOf(underWay); // closing one takes it out of the list at once
        losers.forEach(Channel::close);
    }

    private void dialNext() {
        int dialled = next++;
        InetAddress address = addresses.get(dialled);
        ChannelFuture connecting = dial.apply(address);
        underWay.add(connecting.channel());
        connecting.addListener((ChannelFuture future) -> {
            if (loop.loop().inEventLoop()) {
                settled(future, address);
            } else { // without a socket there is no channel of this loop
                loop.execute(() -> settled(future, address));
            }
        });
        if (next < addresses.size()) {
            var _ = loop.loop()
                    .schedule(
                            () -> {
                                if (!over && next == dialled + 1) {
                                    dialNext();
                                }
                            },
                            HEAD_START_MILLIS,
                            TimeUnit.MILLISECONDS);
        }
    }

    private void settled(ChannelFuture future, InetAddress address) {
        underWay.remove(future.channel());
        if (over) {
            future.channel().close();
        } else if (future.isSuccess()) {
            abandon();
            finish.won(future.channel(), address);
        } else if (next < addresses.size()) {
            dialNext();
        } else if (underWay.isEmpty()) {
            over = true;
            finish.lost(future.cause());
        }
    }

    /// The addresses in their order, but families alternate, beginning with the first one's.
    static List<InetAddress> byTurns(List<InetAddress> addresses) {
        List<InetAddress> like = new ArrayList<>();
        List<InetAddress> unlike = new ArrayList<>();
        for (InetAddress address : addresses) {
            boolean same = address instanceof Inet4Address == addresses.getFirst() instanceof Inet4Address;
            (same ? like : unlike).add(address);
        }
        List<InetAddress> ordered = new ArrayList<>(addresses.size());
        for (int i = 0; i < Math.max(like.size(), unlike.size()); i++) {
            if (i < like.size()) {
                ordered.add(like.get(i));
            }
            if (i < unlike.size()) {
                ordered.add(unlike.get(i));
            }
        }
        return ordered;
    }
}
