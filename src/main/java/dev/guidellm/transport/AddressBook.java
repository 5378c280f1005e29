package dev.guidellm.transport;

import dev.guidellm.clock.RunClock;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/// Addresses of names, asked for off the loops and kept for a short while. Safe to call from every thread.
final class AddressBook {
    private static final long KEEP_NANOS = TimeUnit.SECONDS.toNanos(10);

    private record Entry(CompletableFuture<List<InetAddress>> addresses, long askedNanos) {
        boolean isFresh(long now) {
            return !addresses.isCompletedExceptionally() && (!addresses.isDone() || now - askedNanos < KEEP_NANOS);
        }
    }

    private final Map<String, Entry> entries = new ConcurrentHashMap<>();
    private final Map<String, InetAddress> proven = new ConcurrentHashMap<>();
    private final RunClock clock;
    private final Lookup lookup;

    /// Asks for a name's addresses; may block.
    interface Lookup {
        InetAddress[] addresses(String host) throws UnknownHostException;
    }

    /// Addresses as this machine knows them.
    AddressBook(RunClock clock) {
        this(clock, InetAddress::getAllByName);
    }

    AddressBook(RunClock clock, Lookup lookup) {
        this.clock = clock;
        this.lookup = lookup;
    }

    /// All addresses of `host` in the system's order, but the one that last worked first. Ends with an
    /// [UnknownHostException] when there is none.
    CompletableFuture<List<InetAddress>> resolve(String host) {
        try {
            return CompletableFuture.completedFuture(List.of(InetAddress.ofLiteral(host)));
        } catch (IllegalArgumentException e) {
            return lookUp(host).thenApply(addresses -> provenFirst(host, addresses));
        }
    }

    /// Whether [#resolve] would answer without asking anybody: the host is an address, or was asked for just now.
    boolean isAtHand(String host) {
        Entry entry = entries.get(host);
        if (entry != null) {
            return entry.addresses.isDone() && entry.isFresh(clock.nanos());
        }
        try {
            var _ = InetAddress.ofLiteral(host);
            return true;
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    /// A connection to `address` was made.
    void worked(String host, InetAddress address) {
        if (!address.equals(proven.get(host))) {
            proven.put(host, address);
        }
    }

    private CompletableFuture<List<InetAddress>> lookUp(String host) {
        long now = clock.nanos();
        return entries.compute(host, (_, before) -> {
                    return before != null && before.isFresh(now) ? before : new Entry(ask(host), now);
                })
                .addresses;
    }

    private CompletableFuture<List<InetAddress>> ask(String host) {
        CompletableFuture<List<InetAddress>> answer = new CompletableFuture<>();
        Thread.ofVirtual().name("resolve " + host).start(() -> {
            try {
                answer.complete(List.of(lookup.addresses(host)));
            } catch (UnknownHostException | RuntimeException e) {
                answer.completeExceptionally(e);
            }
        });
        return answer;
    }

    private List<InetAddress> provenFirst(String host, List<InetAddress> addresses) {
        InetAddress best = proven.get(host);
        if (best == null || !addresses.contains(best) || best.equals(addresses.getFirst())) {
            return addresses;
        }
        List<InetAddress> ordered = new ArrayList<>(addresses);
        ordered.remove(best);
        ordered.addFirst(best);
        return ordered;
    }
}
