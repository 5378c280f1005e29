package dev.guidellm.benchmark;

import dev.guidellm.backend.Backend;
import dev.guidellm.clock.RunClock;
import dev.guidellm.conversation.ConversationGraph;
import dev.guidellm.engine.LoadEngine;
import dev.guidellm.engine.LoadResult;
import dev.guidellm.engine.RecordSink;
import dev.guidellm.health.ClientFigures;
import dev.guidellm.health.HealthMeter;
import dev.guidellm.record.RequestRecord;
import dev.guidellm.schedule.Constraint;
import dev.guidellm.schedule.SchedulerCounts;
import dev.guidellm.schedule.SchedulerState;
import dev.guidellm.schedule.SchedulingStrategy;
import java.util.Iterator;
import java.util.List;

/// Real load on a real server, the client watched meanwhile.
final class WatchedLoad implements BenchmarkDriver {
    private final Backend backend;
    private final RunClock clock;
    private final LoadEngine engine;
    private final OwnCeilings ceilings;

    WatchedLoad(Backend backend, RunClock clock, LoadEngine engine, OwnCeilings ceilings) {
        this.backend = backend;
        this.clock = clock;
        this.engine = engine;
        this.ceilings = ceilings;
    }

    @Override
    public Driven drive(
            SchedulingStrategy strategy,
            List<Constraint> constraints,
            Iterator<ConversationGraph> conversations,
            RecordSink sink) {
        try (HealthMeter meter = HealthMeter.start(clock, engine)) {
            LoadResult load = engine.run(strategy, constraints, conversations, new WatchedSink(sink, meter));
            ClientFigures client = meter.finish(load.dispatchLag(), load.generationDelaysSeconds());
            return new Driven(load, client, backend.network()); // while the connections are still open
        }
    }

    @Override
    public List<String> doubts(SchedulingStrategy strategy) {
        return ceilings.notes(strategy);
    }

    /// Has the client watched from the benchmark's start on.
    private record WatchedSink(RecordSink sink, HealthMeter meter) implements RecordSink {
        @Override
        public void started(double startSeconds) {
            meter.begin();
            sink.started(startSeconds);
        }

        @Override
        public void begun(String requestId, double atSeconds) {
            sink.begun(requestId, atSeconds);
        }

        @Override
        public void accept(RequestRecord record, SchedulerCounts counts) {
            sink.accept(record, counts);
        }

        @Override
        public void turnGivenUp() {
            sink.turnGivenUp();
        }

        @Override
        public void progressed(SchedulerState state) {
            sink.progressed(state);
        }
    }
}
