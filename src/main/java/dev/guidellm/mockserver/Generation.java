package dev.guidellm.mockserver;

import dev.guidellm.clock.MonotonicTime;
import dev.guidellm.mockserver.Latencies.AnswerLength;
import dev.guidellm.mockserver.StreamScript.EventSink;
import io.netty.buffer.ByteBuf;
import org.jspecify.annotations.Nullable;

/// A generation request in service: waits for a slot, then answers by the timetable that starts when it got one.
///
/// The slot is held until the answer has been written or the client has gone. Used on its connection's loop only.
final class Generation extends Paced {
    private final Exchange exchange;
    private final GenerationPlan plan;
    private final Dialect dialect;
    private final Slots slots;
    private final Slots.Ticket ticket;
    private final @Nullable TruthLog truth;
    private final @Nullable WriteTimes writes;
    private AnswerLength length = new AnswerLength(1, false);
    private @Nullable StreamScript script;
    private int nextStep;
    private long serviceNanos;
    private boolean paused;
    private boolean over;

    Generation(Exchange exchange, GenerationPlan plan, Dialect dialect, Slots slots, @Nullable TruthLog truth) {
        this.exchange = exchange;
        this.plan = plan;
        this.dialect = dialect;
        this.slots = slots;
        this.truth = truth;
        this.writes = truth == null ? null : new WriteTimes();
        this.serviceNanos = exchange.request().arrivalNanos();
        this.ticket = slots.ticket(this::granted);
    }

    /// Asks for a slot and answers once there is one.
    void start() {
        exchange.answeredBy(this);
        slots.request(ticket, exchange.request().arrivalNanos());
    }

    /// Called on the loop of whoever gave the slot back.
    private void granted(long nanos) {
        if (exchange.loop().loop().inEventLoop()) {
            begin(nanos);
        } else {
            exchange.loop().loop().execute(() -> begin(nanos));
        }
    }

    private void begin(long nanos) {
        if (over) {
            return;
        }
        serviceNanos = nanos;
        Latencies latencies = exchange.loop().latencies();
        length = latencies.answerLength(plan.tokenLimit(), plan.runsToLimit());
        if (plan.streamed()) {
            script = dialect.stream(plan, length);
            dueNanos = serviceNanos + latencies.firstTokenNanos();
        } else {
            dueNanos = serviceNanos + latencies.wholeAnswerNanos(length.tokens());
        }
        exchange.loop().timetable().add(this);
    }

    @Override
    boolean step() {
        if (over) {
            return false;
        }
        StreamScript events = script;
        return events == null ? answerWhole() : writeNext(events);
    }

    private boolean answerWhole() {
        var answer = dialect.wholeAnswer(plan, length);
        recordWrite();
        end(true);
        exchange.reply(200, answer);
        return false;
    }

    private boolean writeNext(StreamScript events) {
        if (!exchange.isWritable()) {
            paused = true;
            return false;
        }
        int index = nextStep++;
        boolean last = nextStep == events.steps();
        ByteBuf out = exchange.buffer();
        if (index == 0) {
            exchange.writeStreamHead(out);
        }
        EventSink sink = new EventSink(out, exchange.request().chunkable());
        events.writeStep(index, sink);
        if (last) {
            events.writeEnd(sink);
            sink.end();
        }
        recordWrite();
        if (last) {
            // Before the last bytes go: whoever has them finds the slot free and the record complete.
            end(true);
        }
        exchange.write(out);
        if (last) {
            exchange.finishStream();
            return false;
        }
        dueNanos += exchange.loop().latencies().nextTokenNanos();
        return true;
    }

    /// The client takes bytes again: what is late is sent at once.
    void writable() {
        if (paused) {
            paused = false;
            exchange.loop().timetable().add(this);
        }
    }

    /// The client is gone: the slot is free.
    void abandon() {
        if (!over) {
            end(false);
        }
    }

    private void end(boolean completed) {
        over = true;
        if (truth != null && writes != null) {
            truth.add(new TruthRecord(
                    exchange.request().requestId(),
                    exchange.request().path(),
                    plan.streamed(),
                    plan.prompt().total(),
                    plan.texts(),
                    exchange.request().arrivalNanos(),
                    serviceNanos,
                    writes.intended(),
                    writes.written(),
                    MonotonicTime.nanos(),
                    completed));
        }
        slots.giveBack(ticket);
    }

    private void recordWrite() {
        if (writes != null) {
            writes.add(dueNanos, MonotonicTime.nanos());
        }
    }
}
