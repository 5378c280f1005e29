package dev.guidellm.cli;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import dev.guidellm.benchmark.ProgressSnapshot;
import dev.guidellm.benchmark.ProgressSnapshot.Phase;
import dev.guidellm.metrics.LiveStatistics;
import dev.guidellm.metrics.RequestTotals;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

class ProgressLogTest {
    private final Logger logger = (Logger) LoggerFactory.getLogger(ProgressLog.class);
    private final ListAppender<ILoggingEvent> lines = new ListAppender<>();
    private final ProgressLog log = new ProgressLog(true);

    @BeforeEach
    void listen() {
        logger.setLevel(ch.qos.logback.classic.Level.INFO);
        logger.setAdditive(false);
        lines.start();
        logger.addAppender(lines);
    }

    @AfterEach
    void stop() {
        logger.detachAppender(lines);
        logger.setAdditive(true);
        logger.setLevel(null);
    }

    private List<String> messages() {
        return lines.list.stream().map(ILoggingEvent::getFormattedMessage).toList();
    }

    @Test
    void saysStartAndEndAndEveryTenSecondsBetween() {
        log.benchmarkStarted(snapshot(Phase.PENDING, 0, LiveStatistics.EMPTY));
        LiveStatistics some = ProgressViewTest.live(new RequestTotals(3, 1, 2));
        log.benchmarkUpdated(snapshot(Phase.WARMUP, 9.9, some));
        log.benchmarkUpdated(snapshot(Phase.ACTIVE, 10.02, some));
        log.benchmarkUpdated(snapshot(Phase.ACTIVE, 12, some));
        log.benchmarkUpdated(snapshot(Phase.COOLDOWN, 20.1, some));
        log.benchmarkCompiling(snapshot(Phase.COMPILING, 21, some));
        log.benchmarkCompleted(snapshot(Phase.COMPLETED, 21.5, some));
        log.runFinished();
        String figures = " | successful=3 errored=1 incomplete=2 | requests/s=8.15 output_tokens/s=130.43";
        assertThat(messages())
                .containsExactly(
                        "Starting benchmark for strategy: concurrent@1",
                        "Benchmark 1 (concurrent@1): started | elapsed=0.0s"
                                + " | successful=0 errored=0 incomplete=0 | requests/s=0.00 output_tokens/s=0.00",
                        "Benchmark 1 (concurrent@1): active | elapsed=10.0s" + figures,
                        "Benchmark 1 (concurrent@1): cooldown | elapsed=20.1s" + figures,
                        "Benchmark 1 (concurrent@1): compile | elapsed=21.0s" + figures,
                        "Benchmark 1 (concurrent@1): completed | elapsed=21.5s" + figures,
                        "All benchmarks finalized");
    }

    private static ProgressSnapshot snapshot(Phase phase, double elapsed, LiveStatistics live) {
        return new ProgressSnapshot(0, "concurrent@1", phase, elapsed, 1, null, null, live);
    }
}
