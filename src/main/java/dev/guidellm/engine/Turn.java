package dev.guidellm.engine;

import dev.guidellm.backend.ActiveRequest;
import dev.guidellm.backend.FinishedRequest;
import dev.guidellm.backend.PreparedRequest;
import dev.guidellm.backend.RequestListener;
import dev.guidellm.conversation.ConversationNode;
import dev.guidellm.conversation.UsageMetrics;
import dev.guidellm.schedule.LedgerEntry;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/// One request of a run, from its making to its record.
///
/// Its plain fields are written by one thread after the other: feeder or decoder before it is ready, the starting
/// thread, the backend's loop, a decoder; each hand-over goes through a queue that orders memory. `state` alone
/// decides races: only who moves a turn out of [State#QUEUED] may start or drop it, so it ends exactly once.
final class Turn extends LedgerEntry implements RequestListener {
    /// Stands for a moment that did not come.
    static final long NEVER = Long.MIN_VALUE;

    /// The steps of a turn's life.
    enum State {
        QUEUED,
        STARTED,
        ENDED,
        DROPPED
    }

    private final LoadRun run;
    private final Conversation conversation;
    private final int node;
    private final String requestId;
    private final long queuedNanos;
    private final AtomicReference<State> state = new AtomicReference<>(State.QUEUED);

    private @Nullable PreparedRequest prepared;
    private String refusal = "";
    private long predecessorNanos = NEVER;
    private int historyLength;
    private UsageMetrics inputMetrics = UsageMetrics.NONE;

    private long dueNanos = NEVER;
    private long releaseNanos = NEVER;
    private long targetNanos;
    private long startNanos;
    private long eligibleNanos = NEVER;
    private long sentNanos = NEVER;
    private long backendDoneNanos;

    private volatile @Nullable ActiveRequest active;
    private volatile boolean cancelWanted;

    Turn(LoadRun run, Conversation conversation, int node, String requestId, long queuedNanos) {
        this.run = run;
        this.conversation = conversation;
        this.node = node;
        this.requestId = requestId;
        this.queuedNanos = queuedNanos;
    }

    Conversation conversation() {
        return conversation;
    }

    int node() {
        return node;
    }

    ConversationNode content() {
        return conversation.graph().nodes().get(node);
    }

    String requestId() {
        return requestId;
    }

    /// Has a due time of its own.
    ///
    /// @param due by the record
    /// @param release when it may start: its due time, or later when what it waits for has ended later
    /// @param afterNanos when its last predecessor ended; [#NEVER] when it has none
    void plan(long due, long release, long afterNanos) {
        dueNanos = due;
        releaseNanos = release;
        predecessorNanos = afterNanos;
    }

    /// Whether it has a due time of its own.
    boolean isPlanned() {
        return dueNanos != NEVER;
    }

    /// Its own due time; [#NEVER] when it has none.
    long dueNanos() {
        return dueNanos;
    }

    /// When it may start by its own due time.
    long releaseNanos() {
        return releaseNanos;
    }

    /// Whether its request was built, or found to be impossible.
    boolean isBuilt() {
        return prepared != null || !refusal.isEmpty();
    }

    /// Whether it was neither started nor dropped.
    boolean isQueued() {
        return state.get() == State.QUEUED;
    }

    /// Ready to be sent.
    ///
    /// @param counts what is known of the prompt
    void ready(PreparedRequest request, UsageMetrics counts, long afterNanos, int history) {
        prepared = request;
        inputMetrics = counts;
        predecessorNanos = afterNanos;
        historyLength = history;
    }

    /// Its data makes no request: it will fail as soon as it is started.
    void refuse(String why, long afterNanos, int history) {
        refusal = why;
        inputMetrics = content().request().inputMetrics();
        predecessorNanos = afterNanos;
        historyLength = history;
    }

    @Nullable
    PreparedRequest prepared() {
        return prepared;
    }

    String refusal() {
        return refusal;
    }

    /// Takes the turn for starting; false when it was dropped.
    boolean begin() {
        return state.compareAndSet(State.QUEUED, State.STARTED);
    }

    /// Takes the turn out of the run unless it was started; whether it did.
    boolean drop() {
        return state.compareAndSet(State.QUEUED, State.DROPPED);
    }

    /// Notes the start, just before the backend is called.
    ///
    /// @param eligible since when only the client held it back; [#NEVER] where that is not measured
    void startedAt(long nanos, long target, long eligible) {
        eligibleNanos = eligible;
        startNanos = nanos;
        targetNanos = target;
    }

    /// The backend has taken it.
    void activate(ActiveRequest request) {
        active = request;
        if (cancelWanted) {
            request.cancel();
        }
    }

    /// Gives a started request up; its end follows. Safe from every thread.
    void cancel() {
        cancelWanted = true;
        ActiveRequest request = active;
        if (request != null) {
            request.cancel();
        }
    }

    /// Lets go of what is not needed after the answer is understood: a conversation may be long.
    void release() {
        prepared = null;
        active = null;
    }

    @Override
    public void onSent(long nanos) {
        sentNanos = nanos;
        run.sent(nanos, eligibleNanos);
    }

    @Override
    public void onFirstToken(long nanos) {
        run.firstToken(this, sentNanos, nanos);
    }

    @Override
    public void onEnd(FinishedRequest finished) {
        if (state.compareAndSet(State.STARTED, State.ENDED)) {
            backendDoneNanos = run.clock().nanos();
            run.ended(this, finished);
        }
    }

    long queuedNanos() {
        return queuedNanos;
    }

    long targetNanos() {
        return targetNanos;
    }

    long startNanos() {
        return startNanos;
    }

    long backendDoneNanos() {
        return backendDoneNanos;
    }

    long predecessorNanos() {
        return predecessorNanos;
    }

    int historyLength() {
        return historyLength;
    }

    /// What is known of the prompt; nothing when no request could be built.
    UsageMetrics inputMetrics() {
        return inputMetrics;
    }
}
