package dev.guidellm.transport;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guidellm.testserver.ScriptedServer;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/// How long a task waits on a loop.
class LoopProbeTest {
    @Test
    void aLoopThatIsBusyIsSeen() throws InterruptedException {
        try (ScriptedServer server = ScriptedServer.start(ScriptedServer.always(Recorder.answer("200 OK", "{}")));
                NettyHttpTransport transport = Recorder.transport()) {
            CountDownLatch held = new CountDownLatch(1);
            CountDownLatch release = new CountDownLatch(1);
            var _ = transport.send(Recorder.get(server.uri("/")), exchange -> {
                held.countDown();
                try {
                    release.await();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            });
            assertThat(held.await(20, TimeUnit.SECONDS)).isTrue();
            Queue<Long> waits = new ConcurrentLinkedQueue<>();
            CountDownLatch idleOne = new CountDownLatch(1);
            CountDownLatch both = new CountDownLatch(2);
            transport.probeLoops(nanos -> {
                waits.add(nanos);
                idleOne.countDown();
                both.countDown();
            });
            assertThat(idleOne.await(20, TimeUnit.SECONDS)).isTrue();
            assertThat(both.await(300, TimeUnit.MILLISECONDS)).isFalse();
            release.countDown();
            assertThat(both.await(20, TimeUnit.SECONDS)).isTrue();
            assertThat(waits).hasSize(2).anySatisfy(nanos -> assertThat(nanos).isGreaterThan(250_000_000));
        }
    }

    @Test
    void aClosedTransportAnswersNoProbe() {
        NettyHttpTransport transport = Recorder.transport();
        transport.close();
        transport.probeLoops(_ -> {
            throw new AssertionError("there is no loop");
        });
    }
}
