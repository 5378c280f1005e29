package dev.guidellm.simulation;

import dev.guidellm.backend.ActiveRequest;
import dev.guidellm.backend.Backend;
import dev.guidellm.backend.HistoryTurn;
import dev.guidellm.backend.PreparedRequest;
import dev.guidellm.backend.RequestListener;
import dev.guidellm.backend.TurnPlace;
import dev.guidellm.conversation.ConversationNode;
import dev.guidellm.conversation.UsageField;
import dev.guidellm.record.GenerationResponse;
import dev.guidellm.record.RequestArguments;
import dev.guidellm.simulation.Served.Ending;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Queue;
import java.util.Random;
import java.util.Set;

/// A server in virtual time, seen through the interface of real ones: slots, a queue, prefill and decoding, noise and
/// faults. It writes down everything, so that what the client measured can be held against the truth.
final class SimulatedServer implements Backend {
    private static final long ERROR_NANOS = 1_000_000;
    private static final long UNREACHABLE_NANOS = 10_000_000;

    private final ServerModel model;
    private final VirtualTime time;
    private final Random random;
    private final NoiseSeries firstTokens;
    private final NoiseSeries gaps;
    private final long diesNanos;
    private final long hangsNanos;
    private final Queue<Exchange> waiting = new ArrayDeque<>();
    private final Set<Exchange> open = new LinkedHashSet<>();
    private final List<Served> served = new ArrayList<>();
    private int inService;
    private long begun;
    private int mostOpen;

    SimulatedServer(ServerModel model, VirtualTime time, long seed) {
        this.model = model;
        this.time = time;
        random = new Random(seed);
        firstTokens = new NoiseSeries(model.noise(), model.noise().ttftSpread(), random.nextLong());
        gaps = new NoiseSeries(model.noise(), model.noise().itlSpread(), random.nextLong());
        diesNanos = nanos(model.faults().diesAtSeconds());
        hangsNanos = nanos(model.faults().hangsAtSeconds());
        if (diesNanos < Long.MAX_VALUE) {
            time.at(diesNanos, this::die);
        }
    }

    /// All requests that are over, in the order of their ends; grows.
    List<Served> served() {
        return Collections.unmodifiableList(served);
    }

    /// Most requests that were at the server at once, waiting or in service.
    int mostOpen() {
        return mostOpen;
    }

    @Override
    public void start() {}

    @Override
    public String model() {
        return "simulated";
    }

    @Override
    public void warmUp(int connections) {}

    @Override
    public PreparedRequest prepare(
            ConversationNode node, List<HistoryTurn> history, String requestId, TurnPlace place) {
        return new Prepared(node, List.copyOf(history), requestId);
    }

    @Override
    public ActiveRequest send(PreparedRequest request, RequestListener listener) {
        Exchange exchange = new Exchange((Prepared) request, listener);
        time.at(time.nanos(), exchange::arrive);
        return exchange;
    }

    @Override
    public void close() {}

    private void die() {
        waiting.clear();
        List.copyOf(open).forEach(exchange -> exchange.end(Ending.BROKEN_OFF));
    }

    private boolean hangs() {
        return time.nanos() >= hangsNanos;
    }

    private static long nanos(double seconds) {
        return seconds == Double.POSITIVE_INFINITY ? Long.MAX_VALUE : Math.round(seconds * 1e9);
    }

    private record Prepared(ConversationNode node, List<HistoryTurn> history, String requestId)
            implements PreparedRequest {
        @Override
        public RequestArguments arguments() {
            return () -> "{\"node\":\"" + node.nodeId() + "\"}";
        }

        /// Of the prompt, with all that was said before.
        int promptTokens() {
            double tokens = node.request().inputMetrics().value(UsageField.TEXT_TOKENS);
            for (HistoryTurn turn : history) {
                tokens += turn.request().inputMetrics().value(UsageField.TEXT_TOKENS);
                GenerationResponse answer = turn.response();
                tokens += answer == null ? 0 : answer.outputMetrics().value(UsageField.TEXT_TOKENS);
            }
            return (int) tokens;
        }
    }

    /// One request at the server.
    private final class Exchange implements ActiveRequest {
        private final Prepared prepared;
        private final RequestListener listener;
        private boolean sent;
        private boolean servicing;
        private boolean over;
        private long arrived;
        private long gapNanos;
        private long firstToken = Served.NEVER;
        private int tokensWanted;

        private Exchange(Prepared prepared, RequestListener listener) {
            this.prepared = prepared;
            this.listener = listener;
        }

        private void arrive() {
            arrived = time.nanos();
            if (over) {
                return;
            }
            if (arrived >= diesNanos) {
                time.at(arrived + UNREACHABLE_NANOS, () -> end(Ending.UNREACHABLE));
                return;
            }
            sent = true;
            listener.onSent(arrived);
            open.add(this);
            mostOpen = Math.max(mostOpen, open.size());
            if (random.nextDouble() < model.faults().errorRate()) {
                time.at(arrived + ERROR_NANOS, () -> end(Ending.ERROR));
            } else if (inService < model.slots()) {
                begin();
            } else {
                waiting.add(this);
            }
        }

        private void begin() {
            inService++;
            servicing = true;
            ServerModel.Speed speed = model.speed();
            double factor = begun++ < speed.quickAnswers() ? speed.quickFactor() : 1;
            tokensWanted = tokensWanted();
            double ttft = speed.ttftMillis() + speed.prefillMillisPerToken() * prepared.promptTokens();
            long ttftNanos = Math.round(factor * firstTokens.next(ttft) * 1e6);
            gapNanos = Math.round(factor * gaps.next(speed.itlMillis()) * 1e6);
            time.at(time.nanos() + ttftNanos, this::firstToken);
        }

        private int tokensWanted() {
            double asked = prepared.node().request().outputMetrics().value(UsageField.TEXT_TOKENS);
            ServerModel.Answers answers = model.answers();
            double drawn = answers.meanTokens() + answers.spreadTokens() * random.nextGaussian();
            return (int) Math.max(1, Math.round(Double.isNaN(asked) ? drawn : asked));
        }

        private void firstToken() {
            if (over || hangs()) {
                return;
            }
            firstToken = time.nanos();
            if (model.streamed()) {
                listener.onFirstToken(firstToken);
            }
            time.at(firstToken + (tokensWanted - 1) * gapNanos, () -> {
                if (!over && !hangs()) {
                    end(Ending.ANSWERED);
                }
            });
        }

        @Override
        public void cancel() {
            time.at(time.nanos(), () -> end(Ending.GIVEN_UP));
        }

        private void end(Ending ending) {
            if (over) {
                return;
            }
            over = true;
            open.remove(this);
            waiting.remove(this);
            long end = time.nanos();
            int tokens = tokensMade(end);
            long lastToken = tokens == 0 ? Served.NEVER : firstToken + (tokens - 1) * gapNanos;
            Served entry = new Served(
                    prepared.requestId(),
                    prepared.node().nodeId(),
                    prepared.history().size(),
                    arrived,
                    firstToken,
                    lastToken,
                    end,
                    prepared.promptTokens(),
                    tokens,
                    ending);
            served.add(entry);
            if (servicing) {
                inService--;
                while (inService < model.slots() && !waiting.isEmpty()) {
                    waiting.remove().begin();
                }
            }
            listener.onEnd(new SimulatedAnswer(entry, sent, model.streamed()));
        }

        private int tokensMade(long now) {
            if (firstToken == Served.NEVER) {
                return 0;
            }
            long made = gapNanos == 0 ? tokensWanted : 1 + (Math.min(now, hangsNanos) - firstToken) / gapNanos;
            return (int) Math.min(tokensWanted, made);
        }
    }
}
