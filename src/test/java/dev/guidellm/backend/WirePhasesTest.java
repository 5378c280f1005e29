package dev.guidellm.backend;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guidellm.clock.SystemRunClock;
import dev.guidellm.record.HttpPhase;
import dev.guidellm.record.HttpPhases;
import dev.guidellm.record.RequestOutcome;
import dev.guidellm.record.TokenTimes;
import dev.guidellm.testserver.ScriptedServer;
import dev.guidellm.transport.HttpExchange;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;

/// What a request's record says of the wire, over real sockets.
@NullMarked
class WirePhasesTest {
    private static final String HEAD =
            "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n";
    private static final String TOKEN =
            "data: {\"id\":\"c\",\"choices\":[{\"index\":0,\"delta\":{\"content\":\"Hi\"},\"finish_reason\":null}]}\n\n";
    private static final String END =
            "data: {\"id\":\"c\",\"choices\":[{\"index\":0,\"delta\":{},\"finish_reason\":\"stop\"}]}\n\ndata: [DONE]\n\n";

    private static String chunk(String text) {
        return Integer.toHexString(text.length()) + "\r\n" + text + "\r\n";
    }

    /// Two tokens in a write of their own, then three in one.
    private static final ScriptedServer.Script BUNCHED = connection -> {
        while (true) {
            connection.readRequest();
            connection.write(HEAD);
            connection.pause(50);
            connection.write(chunk(TOKEN));
            connection.pause(50);
            connection.write(chunk(TOKEN));
            connection.pause(50);
            connection.write(chunk(TOKEN) + chunk(TOKEN) + chunk(TOKEN));
            connection.pause(50);
            connection.write(chunk(END) + "0\r\n\r\n");
        }
    };

    private static BackendResult ask(Backend backend) throws Exception {
        CompletableFuture<FinishedRequest> end = new CompletableFuture<>();
        backend.send(backend.prepare(BackendFixture.hello(), List.of(), "id-1"), new RequestListener() {
            @Override
            public void onSent(long nanos) {}

            @Override
            public void onFirstToken(long nanos) {}

            @Override
            public void onEnd(FinishedRequest finished) {
                end.complete(finished);
            }
        });
        return end.get(20, TimeUnit.SECONDS).decode();
    }

    private static Backend backend(int port, boolean tokenTimes) throws BackendException {
        return Backends.create(
                BackendFixture.Config.chat().target("http://127.0.0.1:" + port).build(),
                SystemRunClock.start(),
                1,
                BackendFixture.TOOL_RESPONSE,
                tokenTimes);
    }

    @Test
    void aRecordSaysWhereTheTimeWent() throws Exception {
        try (ScriptedServer server = ScriptedServer.start(BUNCHED);
                Backend backend = backend(server.port(), false)) {
            BackendResult first = ask(backend);
            BackendResult second = ask(backend);
            HttpPhases opened = Objects.requireNonNull(first.http());
            assertThat(opened.seconds(HttpPhase.DNS)).isNaN();
            assertThat(opened.seconds(HttpPhase.CONNECT)).isPositive();
            assertThat(opened.seconds(HttpPhase.TLS)).isNaN();
            assertThat(opened.reused()).isFalse();
            HttpPhases reused = Objects.requireNonNull(second.http());
            for (HttpPhase phase : List.of(HttpPhase.DNS, HttpPhase.CONNECT, HttpPhase.TLS)) {
                assertThat(reused.seconds(phase))
                        .as("%s of an open connection", phase)
                        .isNaN();
            }
            assertThat(reused.servedBefore()).isEqualTo(1);
            double sum = 0;
            for (HttpPhase phase : List.of(HttpPhase.WRITE, HttpPhase.WAIT, HttpPhase.READ)) {
                assertThat(reused.seconds(phase)).as(phase.key()).isPositive();
                sum += reused.seconds(phase);
            }
            double latency = (second.endNanos() - Objects.requireNonNull(second.sentNanos())) / 1e9;
            assertThat(sum).as("the phases leave no gap").isCloseTo(latency, within(1e-6));
            assertThat(reused.readSeconds()).isBetween(0.19f, 1f);
            assertThat(reused.bytesReceived())
                    .isEqualTo((HEAD + chunk(END) + "0\r\n\r\n").length()
                            + 5L * chunk(TOKEN).length());
            assertThat(second.tokenTimes()).as("not asked for").isNull();
        }
    }

    @Test
    void eventsOfOneReadAreCountedAndShareTheirTime() throws Exception {
        try (ScriptedServer server = ScriptedServer.start(BUNCHED);
                Backend backend = backend(server.port(), true)) {
            BackendResult result = ask(backend);
            assertThat(result.outcome()).isInstanceOf(RequestOutcome.Completed.class);
            assertThat(Objects.requireNonNull(result.http()).eventsSharingRead())
                    .isEqualTo(2);
            TokenTimes times = Objects.requireNonNull(result.tokenTimes());
            assertThat(times.count()).isEqualTo(5).isEqualTo(result.tokenIterations());
            assertThat(times.nanos(0)).isEqualTo(result.firstTokenNanos()).isLessThan(times.nanos(1));
            assertThat(times.nanos(1)).isLessThan(times.nanos(2));
            assertThat(times.nanos(2)).isEqualTo(times.nanos(3)).isEqualTo(times.nanos(4));
            assertThat(times.nanos(4)).isEqualTo(result.lastTokenNanos());
        }
    }

    @Test
    void aRequestThatWasNeverWrittenHasNoPhases() throws Exception {
        try (Backend backend = backend(1, true)) {
            BackendResult result = ask(backend);
            assertThat(result.outcome()).isInstanceOf(RequestOutcome.Failed.class);
            assertThat(result.sentNanos()).isNull();
            assertThat(result.http()).isNull();
            assertThat(result.tokenTimes()).isNull();
        }
    }

    @Test
    void anAnswerThatBeginsBeforeTheRequestIsWrittenWasNotWaitedFor() {
        assertThat(WirePhases.between(5, 4)).isNaN();
        assertThat(WirePhases.between(5, 5)).isZero();
        assertThat(WirePhases.between(HttpExchange.NEVER, 5)).isNaN();
        assertThat(WirePhases.between(5, HttpExchange.NEVER)).isNaN();
    }

    private static org.assertj.core.data.Offset<Double> within(double tolerance) {
        return org.assertj.core.data.Offset.offset(tolerance);
    }
}
