package dev.guidellm.transport;

/// Opens HTTP/2 connections for requests that find no room: as many as those who wait will fill. Everything on the
/// loop of the requests.
final class Http2Openings {
    /// Where a request goes when the server turns out to speak HTTP/1.1.
    interface Fallback {
        /// Opens a connection of its own for the exchange.
        void connectAlone(ExchangeState exchange, Origin origin);
    }

    private final Connector connector;
    private final Fallback fallback;

    Http2Openings(Connector connector, Fallback fallback) {
        this.connector = connector;
        this.fallback = fallback;
    }

    /// Lets `exchange` wait for a connection that has not been used, or not by many.
    void await(ExchangeState exchange, Origin origin) {
        LoopContext loop = exchange.loop();
        loop.await(exchange);
        origin.http2().line(loop.index()).add(exchange);
        openAsNeeded(origin, loop);
    }

    private void openAsNeeded(Origin origin, LoopContext loop) {
        Http2Pool pool = origin.http2();
        WaitingLine line = pool.line(loop.index());
        while (line.isLongerThan(pool.roomOfOne())) {
            line.openingBegins();
            connector.connect(origin, loop, new Connector.Outcome() {
                @Override
                public void opened(Connection connection) {
                    line.openingEnds();
                    serve(origin, loop, connection);
                }

                @Override
                public void failed(TransportFailure failure) {
                    line.openingEnds();
                    fail(origin, loop, failure);
                }
            });
        }
    }

    private void serve(Origin origin, LoopContext loop, Connection connection) {
        WaitingLine line = origin.http2().line(loop.index());
        ExchangeState next = line.next(loop);
        if (next == null) {
            connection.release(loop.nanos()); // all have been given up meanwhile
            return;
        }
        connection.begin(next);
        boolean alone = connection instanceof Http1Connection;
        while (alone || connection.tryTake()) {
            next = line.next(loop);
            if (next == null) {
                if (!alone) {
                    connection.release(loop.nanos());
                }
                return;
            }
            if (alone) {
                fallback.connectAlone(next, origin);
            } else {
                connection.begin(next);
            }
        }
        openAsNeeded(origin, loop); // it had less room than expected
    }

    /// Those for whom that connection was meant have nothing to wait for.
    private static void fail(Origin origin, LoopContext loop, TransportFailure failure) {
        WaitingLine line = origin.http2().line(loop.index());
        while (line.isLongerThan(origin.http2().roomOfOne())) {
            ExchangeState next = line.next(loop);
            if (next != null) {
                next.fail(failure.kind(), failure.message(), loop.nanos());
            }
        }
    }
}
