package dev.guidellm.transport;

import dev.guidellm.transport.TransportFailure.Kind;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// One exchange as its loop sees it: takes an answer's parts from whatever connection carries it, keeps the body, and
/// tells the listener. Everything but [#cancel()] runs on the loop until the end; then nothing changes any more.
final class ExchangeState implements HttpExchange, AnswerSink {
    /// Longest body that is kept, decoded: an answer beyond it is a mistake or an attack.
    static final int MAX_BODY_BYTES = 256 * 1024 * 1024;

    private static final byte[] NO_BYTES = {};
    private static final LineLog NO_LINES = new LineLog(0);
    private static final int FIRST_ALLOCATION = 2048;

    private final HttpRequest request;
    private final ExchangeListener listener;
    private final boolean followRedirects;
    private final WireLog wire = new WireLog();
    private final LineSplitter.Lines lineSink = this::tellLine;
    private final ContentDecoder.Sink decodedSink = this::append;

    private LoopContext loop;
    private HttpRequest current;
    private int redirects;
    private @Nullable String redirectLocation;
    private @Nullable AnswerHead head;
    private @Nullable ContentDecoder decoder;
    private @Nullable LineSplitter lines;
    private byte[] body = NO_BYTES;
    private int bodyLength;
    private long sentNanos = NEVER;
    private long headNanos = NEVER;
    private long endNanos = NEVER;
    private @Nullable TransportFailure failure;
    private boolean ended;
    private boolean reused;
    private boolean retried;
    private @Nullable ExchangeCarrier carrier;

    /// @param loop where everything happens; may be changed before the first event only
    ExchangeState(HttpRequest request, ExchangeListener listener, boolean followRedirects, LoopContext loop) {
        this.request = request;
        this.current = request;
        this.listener = listener;
        this.followRedirects = followRedirects;
        this.loop = loop;
    }

    // ---- driven by connections -------------------------------------------------------------------------------------

    LoopContext loop() {
        return loop;
    }

    void moveTo(LoopContext other) {
        loop = other;
    }

    /// The request to write now: the original one, or the one a redirect asks for.
    HttpRequest current() {
        return current;
    }

    boolean ended() {
        return ended;
    }

    /// A connection, or a stream of one, begins to carry this exchange.
    void carriedBy(ExchangeCarrier next, boolean hasServedBefore) {
        carrier = next;
        reused = hasServedBefore;
    }

    /// The carrier is no longer this exchange's.
    void released() {
        carrier = null;
    }

    @Nullable
    ExchangeCarrier carrier() {
        return carrier;
    }

    /// Notes the time of the first write; later ones (redirects, a retry) do not count.
    ///
    /// @return whether this is the first
    boolean noteSent(long nanos) {
        if (sentNanos != NEVER) {
            return false;
        }
        sentNanos = nanos;
        return true;
    }

    void tellSent() {
        listener.onSent(this, sentNanos);
    }

    void noteRetry() {
        retried = true;
    }

    @Override
    public @Nullable String onHead(AnswerHead answer, long readNanos) {
        int status = answer.status();
        head = answer;
        headNanos = readNanos;
        if (followRedirects && Redirects.isRedirect(status)) {
            redirectLocation = header("location");
            if (redirectLocation != null) {
                return null; // its body is drained unseen
            }
        }
        String coding = header("content-encoding");
        if (!ContentDecoder.isPlain(coding) && coding != null) {
            decoder = ContentDecoder.of(coding);
            if (decoder == null) {
                return "the answer has a content coding that was not asked for: " + BodyFraming.excerpt(coding);
            }
        }
        if (current.lines() && status < 300) {
            lines = new LineSplitter(new LineLog(loop.expectedLogSize()));
        }
        return null;
    }

    @Override
    public @Nullable String onBody(byte[] bytes, int offset, int length, long readNanos) {
        if (redirectLocation != null) {
            return null;
        }
        ContentDecoder decoding = decoder;
        return decoding == null
                ? append(bytes, offset, length, readNanos)
                : decoding.feed(bytes, offset, length, readNanos, decodedSink);
    }

    /// The answer is complete: either a redirect, then [#takeRedirect] has the way on, or the end.
    ///
    /// @return null when all is well, else what is wrong with the body
    @Nullable
    String answerComplete(long readNanos) {
        ContentDecoder decoding = decoder;
        String problem = decoding == null ? null : decoding.finish();
        if (lines != null) {
            lines.finish(readNanos, lineSink);
        }
        return problem;
    }

    /// Whether the complete answer points elsewhere.
    boolean isRedirected() {
        return redirectLocation != null;
    }

    /// Makes the redirect's request the current one and forgets the answer that asked for it.
    ///
    /// @return null, or why the redirect cannot be followed
    @Nullable
    String takeRedirect() {
        AnswerHead answer = head;
        String location = redirectLocation;
        if (answer == null || location == null) {
            return "no redirect to follow";
        }
        if (++redirects > Redirects.LIMIT) {
            return "more than " + Redirects.LIMIT + " redirects";
        }
        HttpRequest next = Redirects.next(current, answer.status(), location);
        if (next == null) {
            return "a redirect to an address that cannot be used: " + BodyFraming.excerpt(location);
        }
        current = next;
        redirectLocation = null;
        head = null;
        headNanos = NEVER;
        return null;
    }

    /// Ends the exchange well. The connection, when reusable, has been freed before.
    ///
    /// The listener is told when the loop has read from every connection that has something to read: what it
    /// does next (mostly sending a request) must not make their time stamps late.
    void complete(long nanos) {
        if (end(null, nanos) && !loop.execute(() -> listener.onEnd(this))) {
            listener.onEnd(this);
        }
    }

    /// Ends the exchange, unless it has ended.
    void fail(Kind kind, String message, long nanos) {
        if (end(new TransportFailure(kind, message), nanos)) {
            listener.onEnd(this);
        }
    }

    private boolean end(@Nullable TransportFailure why, long nanos) {
        if (ended) {
            return false;
        }
        ended = true;
        failure = why;
        endNanos = nanos;
        carrier = null;
        if (decoder != null) {
            decoder.close();
            decoder = null;
        }
        if (lines != null) {
            loop.noteLog(lines.log().size());
        }
        return true;
    }

    private @Nullable String append(byte[] bytes, int offset, int length, long readNanos) {
        if (length > MAX_BODY_BYTES - bodyLength) {
            return "the answer is longer than " + MAX_BODY_BYTES / 1024 / 1024 + " MiB";
        }
        int needed = bodyLength + length;
        if (lines == null) {
            if (needed > body.length) {
                int roomy = body.length == 0 ? FIRST_ALLOCATION : (int) Math.min(body.length * 2L, MAX_BODY_BYTES);
                body = Arrays.copyOf(body, Math.max(needed, roomy));
            }
            System.arraycopy(bytes, offset, body, bodyLength, length);
        } else {
            lines.feed(bytes, offset, length, readNanos, lineSink);
        }
        bodyLength = needed;
        return null;
    }

    private void tellLine(byte[] buffer, int offset, int length, long readNanos) {
        listener.onLine(this, buffer, offset, length, readNanos);
    }

    // ---- seen from outside -----------------------------------------------------------------------------------------

    @Override
    public HttpRequest request() {
        return request;
    }

    @Override
    public long sentNanos() {
        return sentNanos;
    }

    @Override
    public long headNanos() {
        return headNanos;
    }

    @Override
    public long endNanos() {
        return endNanos;
    }

    @Override
    public int status() {
        return head == null ? 0 : head.status();
    }

    @Override
    public List<Map.Entry<String, String>> headers() {
        return head == null ? List.of() : head.headers();
    }

    @Override
    public @Nullable String header(String name) {
        return head == null ? null : head.value(name);
    }

    @Override
    public byte[] body() {
        return lines == null ? body : lines.text();
    }

    @Override
    public int bodyLength() {
        return lines == null ? bodyLength : body().length;
    }

    @Override
    public LineLog lines() {
        return lines == null ? NO_LINES : lines.log();
    }

    @Override
    public @Nullable TransportFailure failure() {
        return failure;
    }

    @Override
    public WireLog wire() {
        return wire;
    }

    @Override
    public boolean connectionReused() {
        return reused;
    }

    @Override
    public boolean retried() {
        return retried;
    }

    @Override
    public void cancel() {
        giveUp(Kind.CANCELLED, "the request was given up");
    }

    /// Ends the exchange from any thread.
    void giveUp(Kind kind, String message) {
        // Always by way of the loop's queue, even on the loop: a listener may ask for it in the middle of a read.
        LoopContext owner = loop;
        owner.execute(() -> owner.giveUp(this, kind, message));
    }
}
