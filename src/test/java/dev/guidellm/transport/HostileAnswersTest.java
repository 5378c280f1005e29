package dev.guidellm.transport;

import static dev.guidellm.transport.OfflineExchange.everywhere;
import static dev.guidellm.transport.OfflineExchange.latin1;
import static org.assertj.core.api.Assertions.assertThat;

import dev.guidellm.transport.OfflineExchange.Outcome;
import dev.guidellm.transport.TransportFailure.Kind;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Answers of careless and of malicious servers, through the whole reader, cut into reads at every place.
class HostileAnswersTest {
    private static final String OK = "HTTP/1.1 200 OK\r\n";
    private static final String CHUNKED = OK + "Transfer-Encoding: chunked\r\n\r\n";
    private static final String EVENTS = "data: one\n\ndata: two\n\n";

    /// @param kind null where the exchange ends well
    /// @param says a part of the message, or the body where the exchange ends well
    record Case(
            String name,
            String method,
            String bytes,
            @Nullable Kind kind,
            String says,
            boolean reusable) {
        @Override
        public String toString() {
            return name;
        }
    }

    private static Case good(String name, String bytes, String body, boolean reusable) {
        return new Case(name, "GET", bytes, null, body, reusable);
    }

    private static Case bad(String name, String bytes, Kind kind, String says) {
        return new Case(name, "GET", bytes, kind, says, false);
    }

    static Stream<Case> cases() {
        return Stream.of(
                // lengths
                good("length", OK + "Content-Length: 5\r\n\r\nhello", "hello", true),
                bad("length too long", OK + "Content-Length: 6\r\n\r\nhello", Kind.CLOSED_EARLY, "after 5 of 6 bytes"),
                good("length too short: the rest is not ours", OK + "Content-Length: 4\r\n\r\nhello", "hell", false),
                bad("negative length", OK + "Content-Length: -5\r\n\r\nhello", Kind.PROTOCOL, "not a number"),
                bad("two lengths", OK + "Content-Length: 5\r\nContent-Length: 4\r\n\r\nhello", Kind.PROTOCOL, "two"),
                bad(
                        "length of 30 digits",
                        OK + "Content-Length: " + "9".repeat(30) + "\r\n\r\n",
                        Kind.PROTOCOL,
                        "number"),
                bad(
                        "length beyond what is kept",
                        OK + "Content-Length: 999999999999999999\r\n\r\nx",
                        Kind.CLOSED_EARLY,
                        "after 1 of 999999999999999999 bytes"),
                // chunks
                good("chunks", CHUNKED + "5\r\nhello\r\n0\r\n\r\n", "hello", true),
                bad(
                        "chunk longer than it says",
                        CHUNKED + "4\r\nhello\r\n0\r\n\r\n",
                        Kind.PROTOCOL,
                        "longer than it says"),
                bad(
                        "chunk shorter than it says",
                        CHUNKED + "7\r\nhello\r\n0\r\n\r\n",
                        Kind.PROTOCOL,
                        "longer than it says"),
                bad("chunk without a size", CHUNKED + "\r\nhello\r\n", Kind.PROTOCOL, "no size"),
                bad("chunk size of letters", CHUNKED + "xyz\r\nhello\r\n", Kind.PROTOCOL, "hexadecimal"),
                bad("negative chunk size", CHUNKED + "-5\r\nhello\r\n", Kind.PROTOCOL, "hexadecimal"),
                bad("chunk size beyond a long", CHUNKED + "8000000000000000\r\n", Kind.PROTOCOL, "impossible size"),
                bad("endless chunk extension", CHUNKED + "5;" + "x".repeat(20_000), Kind.PROTOCOL, "too long"),
                bad("no last chunk", CHUNKED + "5\r\nhello\r\n", Kind.CLOSED_EARLY, "before the last chunk"),
                bad(
                        "no line end after the last chunk",
                        CHUNKED + "5\r\nhello\r\n0\r\n",
                        Kind.CLOSED_EARLY,
                        "last chunk"),
                bad("endless trailers", CHUNKED + "0\r\n" + "T: x\r\n".repeat(12_000), Kind.PROTOCOL, "trailers"),
                // heads
                bad("endless head", OK + "A: b\r\n".repeat(12_000), Kind.PROTOCOL, "longer than 65536"),
                bad("endless header line", OK + "A: " + "b".repeat(70_000), Kind.PROTOCOL, "longer than 65536"),
                bad("endless reason", "HTTP/1.1 200 " + "x".repeat(70_000), Kind.PROTOCOL, "longer than 65536"),
                bad("endless empty lines", "\r\n".repeat(40_000), Kind.PROTOCOL, "does not begin like HTTP/1.1"),
                bad("another protocol", "SSH-2.0-OpenSSH_9.6\r\n", Kind.PROTOCOL, "does not begin like HTTP/1.1"),
                bad(
                        "TLS where none was asked for",
                        "\u0015\u0003\u0001\u0000\u0002\u0002",
                        Kind.PROTOCOL,
                        "begin like HTTP"),
                bad("HTTP/2 frames", "\u0000\u0000\u0012\u0004\u0000\u0000\u0000", Kind.PROTOCOL, "begin like HTTP"),
                bad("nothing at all", "", Kind.CLOSED_EARLY, "before it sent an answer"),
                // interim answers
                good(
                        "continue before",
                        "HTTP/1.1 100 Continue\r\n\r\n" + OK + "Content-Length: 2\r\n\r\nok",
                        "ok",
                        true),
                good(
                        "early hints before",
                        "HTTP/1.1 103 Early Hints\r\nLink: </a>\r\nContent-Length: 9\r\n\r\n" + OK
                                + "Content-Length: 2\r\n\r\nok",
                        "ok",
                        true),
                bad(
                        "nothing but interim answers",
                        "HTTP/1.1 100 Go\r\n\r\n".repeat(40),
                        Kind.PROTOCOL,
                        "interim answers"),
                bad("an interim answer and the end", "HTTP/1.1 100 Go\r\n\r\n", Kind.CLOSED_EARLY, "before it sent"),
                bad("another protocol offered", "HTTP/1.1 101 Switching\r\n\r\n", Kind.PROTOCOL, "another protocol"),
                // no body
                good("no content", "HTTP/1.1 204 No Content\r\n\r\n", "", true),
                good("no content with a length", "HTTP/1.1 204 X\r\nContent-Length: 5\r\n\r\n", "", true),
                good("no content with a body", "HTTP/1.1 204 X\r\n\r\nhello", "", false),
                good("not modified with a length", "HTTP/1.1 304 X\r\nContent-Length: 5\r\n\r\n", "", true),
                good("not modified in chunks", "HTTP/1.1 304 X\r\nTransfer-Encoding: chunked\r\n\r\n", "", true),
                new Case("HEAD with a length", "HEAD", OK + "Content-Length: 5\r\n\r\n", null, "", true),
                new Case("HEAD in chunks", "HEAD", CHUNKED, null, "", true),
                new Case("HEAD with a body", "HEAD", OK + "Content-Length: 5\r\n\r\nhello", null, "", false),
                good("a length of nothing", OK + "Content-Length: 0\r\n\r\n", "", true),
                // what follows
                good("a second answer", OK + "Content-Length: 2\r\n\r\nok" + OK, "ok", false),
                good("line ends after the answer", OK + "Content-Length: 2\r\n\r\nok\r\n", "ok", false),
                good("garbage after the last chunk", CHUNKED + "2\r\nok\r\n0\r\n\r\n!!", "ok", false),
                // compression
                good("gzip", gzip(ContentDecoderTest.gzip(latin1("hello"))), "hello", true),
                good("gzip of nothing", OK + "Content-Encoding: gzip\r\nContent-Length: 0\r\n\r\n", "", true),
                bad("gzip that is none", gzip(latin1("hello")), Kind.PROTOCOL, "says gzip and is not"),
                bad(
                        "gzip cut off",
                        gzip(cut(ContentDecoderTest.gzip(latin1("hello")), 4)),
                        Kind.PROTOCOL,
                        "in the middle"),
                bad("gzip with a wrong sum", gzip(flipped(6)), Kind.PROTOCOL, "checksum"),
                bad("gzip and more", gzip(longer(ContentDecoderTest.gzip(latin1("hello")))), Kind.PROTOCOL, "gzip"),
                bad("a coding nobody asked for", OK + "Content-Encoding: br\r\n\r\nx", Kind.PROTOCOL, "content coding"),
                bad("two codings", OK + "Content-Encoding: gzip, gzip\r\n\r\nx", Kind.PROTOCOL, "content coding"),
                bad("a transfer coding", OK + "Transfer-Encoding: gzip\r\n\r\nx", Kind.PROTOCOL, "transfer coding"),
                // the end of the connection as the end of the body
                good("to the end", OK + "\r\nhello", "hello", false),
                good("to the end, HTTP/1.0", "HTTP/1.0 200 OK\r\n\r\nhello", "hello", false));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("cases")
    void endsTheSameWayWhereverTheBytesAreCut(Case hostile) {
        byte[] bytes = latin1(hostile.bytes);
        check(hostile, OfflineExchange.of(hostile.method, false, bytes), "whole");
        check(hostile, OfflineExchange.of(hostile.method, false, bytes, everywhere(bytes.length)), "byte by byte");
        for (int cut = 1; cut < Math.min(bytes.length, 500); cut++) {
            check(hostile, OfflineExchange.of(hostile.method, false, bytes, cut), "cut at " + cut);
        }
    }

    private static void check(Case hostile, Outcome outcome, String how) {
        assertThat(outcome.ends()).as(how).isEqualTo(1);
        assertThat(outcome.kind()).as(how + ": " + outcome.message()).isEqualTo(hostile.kind);
        if (hostile.kind == null) {
            assertThat(outcome.body()).as(how).isEqualTo(hostile.says);
        } else {
            assertThat(outcome.message()).as(how).contains(hostile.says);
        }
        assertThat(outcome.reusable()).as(how).isEqualTo(hostile.reusable);
    }

    static Stream<Case> wholeAnswers() {
        String events = Integer.toHexString(EVENTS.length()) + "\r\n" + EVENTS + "\r\n";
        return Stream.of(
                good("length", OK + "Content-Length: " + EVENTS.length() + "\r\n\r\n" + EVENTS, EVENTS, true),
                good("chunks", CHUNKED + events + events + "0\r\n\r\n", EVENTS + EVENTS, true),
                good("chunks and trailers", CHUNKED + events + "0\r\nA: b\r\n\r\n", EVENTS, true),
                good(
                        "after an interim answer",
                        "HTTP/1.1 100 Continue\r\n\r\n" + OK + "Content-Length: 2\r\n\r\nok",
                        "ok",
                        true),
                good("gzip", gzip(ContentDecoderTest.gzip(latin1(EVENTS))), EVENTS, true));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("wholeAnswers")
    void anEarlyCloseIsToldAtEveryByteAndWhatCameIsKept(Case answer) {
        byte[] bytes = latin1(answer.bytes);
        for (int length = 0; length < bytes.length; length++) {
            byte[] part = Arrays.copyOf(bytes, length);
            for (Outcome outcome : List.of(
                    OfflineExchange.of("POST", true, part),
                    OfflineExchange.of("POST", true, part, everywhere(length)))) {
                assertThat(outcome.ends()).as("after %d bytes", length).isEqualTo(1);
                assertThat(outcome.kind()).as("after %d bytes", length).isEqualTo(Kind.CLOSED_EARLY);
                assertThat(answer.says.replace("\n\n", "\n")).startsWith(outcome.body());
                assertThat(outcome.reusable()).isFalse();
                for (String line : outcome.lines()) {
                    assertThat(line).isIn("data: one", "data: two", "ok");
                }
            }
        }
        assertThat(OfflineExchange.of("POST", true, bytes).isGood()).isTrue();
    }

    @Test
    void anEarlyCloseOfABodyToTheEndCannotBeTold() {
        byte[] bytes = latin1(OK + "\r\n" + EVENTS);
        int head = OK.length() + 2;
        for (int length = 0; length <= bytes.length; length++) {
            Outcome outcome = OfflineExchange.of("POST", true, Arrays.copyOf(bytes, length));
            assertThat(outcome.kind()).isEqualTo(length < head ? Kind.CLOSED_EARLY : null);
            assertThat(outcome.reusable()).isFalse();
        }
    }

    private static String gzip(byte[] body) {
        return OK + "Content-Encoding: gzip\r\nContent-Length: " + body.length + "\r\n\r\n"
                + new String(body, StandardCharsets.ISO_8859_1);
    }

    private static byte[] cut(byte[] bytes, int less) {
        return Arrays.copyOf(bytes, bytes.length - less);
    }

    private static byte[] longer(byte[] bytes) {
        byte[] more = Arrays.copyOf(bytes, bytes.length + 4);
        Arrays.fill(more, bytes.length, more.length, (byte) 'x');
        return more;
    }

    private static byte[] flipped(int fromEnd) {
        byte[] bytes = ContentDecoderTest.gzip(latin1("hello"));
        bytes[bytes.length - fromEnd] ^= 1;
        return bytes;
    }
}
