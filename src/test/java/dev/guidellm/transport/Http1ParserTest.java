package dev.guidellm.transport;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class Http1ParserTest {
    record Good(
            String name,
            boolean headRequest,
            String bytes,
            int status,
            String body,
            boolean keepAlive,
            boolean byClose) {
        @Override
        public String toString() {
            return name;
        }
    }

    record Hostile(String bytes, String problem) {
        @Override
        public String toString() {
            return problem + ": "
                    + bytes.substring(0, Math.min(40, bytes.length())).replace("\r\n", "⏎");
        }
    }

    private static final String OK = "HTTP/1.1 200 OK\r\n";

    static Stream<Good> answers() {
        return Stream.of(
                good("fixed length", OK + "Content-Length: 5\r\n\r\nhello", "hello"),
                good("names in any case, values padded", OK + "cOnTeNt-LeNgTh:  5  \r\n\r\nhello", "hello"),
                good("no blank after the colon", OK + "Content-Length:5\r\n\r\nhello", "hello"),
                good("the same length twice", OK + "Content-Length: 5\r\nContent-Length: 5\r\n\r\nhello", "hello"),
                good("the same length in a list", OK + "Content-Length: 5, 5\r\n\r\nhello", "hello"),
                good("empty body", OK + "Content-Length: 0\r\n\r\n", ""),
                good("chunks", OK + "Transfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n1\r\n!\r\n0\r\n\r\n", "hello!"),
                good(
                        "hexadecimal size",
                        OK + "Transfer-Encoding: chunked\r\n\r\n0A\r\n0123456789\r\n0\r\n\r\n",
                        "0123456789"),
                good(
                        "chunk extensions",
                        OK + "Transfer-Encoding: chunked\r\n\r\n5;a=b;c=\"d\"\r\nhello\r\n0 ;x\r\n\r\n",
                        "hello"),
                good("trailers", OK + "Transfer-Encoding: chunked\r\n\r\n1\r\nx\r\n0\r\nA: b\r\nC: d\r\n\r\n", "x"),
                good("bare line feeds", "HTTP/1.1 200 OK\nTransfer-Encoding: chunked\n\n5\nhello\n0\n\n", "hello"),
                good(
                        "line ends inside chunks",
                        OK + "Transfer-Encoding: chunked\r\n\r\n4\r\n\r\n\r\n\r\n0\r\n\r\n",
                        "\r\n\r\n"),
                good("no reason phrase", "HTTP/1.1 200\r\nContent-Length: 2\r\n\r\nok", "ok"),
                good("an empty line before", "\r\n" + OK + "Content-Length: 2\r\n\r\nok", "ok"),
                good("keep-alive said", OK + "Connection: keep-alive\r\nContent-Length: 2\r\n\r\nok", "ok"),
                good("identity", OK + "Transfer-Encoding: identity\r\nContent-Length: 2\r\n\r\nok", "ok"),
                new Good("to the end of the connection", false, OK + "\r\nhello", 200, "hello", false, true),
                new Good(
                        "close said",
                        false,
                        OK + "Connection: Close\r\nContent-Length: 2\r\n\r\nok",
                        200,
                        "ok",
                        false,
                        false),
                new Good(
                        "close in a list",
                        false,
                        OK + "Connection: x, close\r\nContent-Length: 2\r\n\r\nok",
                        200,
                        "ok",
                        false,
                        false),
                new Good("HTTP/1.0", false, "HTTP/1.0 200 OK\r\nContent-Length: 2\r\n\r\nok", 200, "ok", false, false),
                new Good(
                        "HTTP/1.0 kept",
                        false,
                        "HTTP/1.0 200 OK\r\nConnection: keep-alive\r\nContent-Length: 2\r\n\r\nok",
                        200,
                        "ok",
                        true,
                        false),
                new Good(
                        "chunks win over a length",
                        false,
                        OK + "Content-Length: 99\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\n\r\n",
                        200,
                        "ok",
                        false,
                        false),
                new Good("no content", false, "HTTP/1.1 204 No Content\r\nA: b\r\n\r\n", 204, "", true, false),
                new Good(
                        "not modified, with a length",
                        false,
                        "HTTP/1.1 304 Not Modified\r\nContent-Length: 9\r\n\r\n",
                        304,
                        "",
                        true,
                        false),
                new Good("answer to HEAD", true, OK + "Content-Length: 9\r\n\r\n", 200, "", true, false),
                new Good(
                        "answer to HEAD in chunks",
                        true,
                        OK + "Transfer-Encoding: chunked\r\n\r\n",
                        200,
                        "",
                        true,
                        false),
                new Good(
                        "interim answers",
                        false,
                        "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: x\r\n\r\nHTTP/1.1 404 Not Found\r\nContent-Length: 2\r\n\r\nno",
                        404,
                        "no",
                        true,
                        false));
    }

    private static Good good(String name, String bytes, String body) {
        return new Good(name, false, bytes, 200, body, true, false);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("answers")
    void readsTheSameWhereverTheBytesAreCut(Good answer) {
        byte[] bytes = latin1(answer.bytes);
        for (int cut = 0; cut <= bytes.length; cut++) {
            assertRead(answer, bytes, cut == 0 || cut == bytes.length ? new int[0] : new int[] {cut});
        }
        int[] everywhere = new int[bytes.length - 1];
        Arrays.setAll(everywhere, i -> i + 1);
        assertRead(answer, bytes, everywhere);
    }

    private static void assertRead(Good answer, byte[] bytes, int[] cuts) {
        Http1Parser parser = new Http1Parser();
        parser.expectAnswer(answer.headRequest);
        CollectingSink sink = new CollectingSink();
        int from = 0;
        for (int i = 0; i <= cuts.length; i++) {
            int to = i < cuts.length ? cuts[i] : bytes.length;
            assertThat(parser.isComplete()).as("complete before byte %d", from).isFalse();
            assertThat(parser.feed(bytes, from, to - from, 0, sink)).isEqualTo(to - from);
            from = to;
        }
        assertThat(parser.problem()).isNull();
        assertThat(parser.isComplete()).isEqualTo(!answer.byClose);
        assertThat(parser.endOfInput(true)).isNull();
        assertThat(parser.isComplete()).isTrue();
        assertThat(sink.heads()).isEqualTo(1);
        assertThat(sink.status()).isEqualTo(answer.status);
        assertThat(sink.body()).isEqualTo(answer.body);
        assertThat(parser.keepAlive()).isEqualTo(answer.keepAlive);
    }

    static Stream<Hostile> hostileAnswers() {
        String chunked = OK + "Transfer-Encoding: chunked\r\n\r\n";
        return Stream.of(
                new Hostile("SSH-2.0-OpenSSH_9.6\r\n", "does not begin like HTTP/1.1"),
                new Hostile("<html>", "does not begin like HTTP/1.1"),
                new Hostile("\u0016\u0003\u0001\u0002\u0000", "does not begin like HTTP/1.1"),
                new Hostile("HTTP/2.0 200 OK\r\n\r\n", "does not begin like HTTP/1.1"),
                new Hostile("HTTP/1.1 2OO OK\r\n\r\n", "does not begin like HTTP/1.1"),
                new Hostile("HTTP/1.1 20\r\n\r\n", "does not begin like HTTP/1.1"),
                new Hostile("HTTP/1.1 2000 OK\r\n\r\n", "does not begin like HTTP/1.1"),
                new Hostile("HTTP/1.1 099 x\r\n\r\n", "impossible status"),
                new Hostile("HTTP/1.1 101 Switching Protocols\r\nUpgrade: h2c\r\n\r\n", "switches to another protocol"),
                new Hostile("HTTP/1.1 100 Continue\r\n\r\n".repeat(40), "interim answers"),
                new Hostile(OK + "A: b\r\n c\r\n\r\n", "over two lines"),
                new Hostile(OK + "A: b\r\n\tc\r\n\r\n", "over two lines"),
                new Hostile(OK + "no colon\r\n\r\n", "no proper name"),
                new Hostile(OK + ": empty\r\n\r\n", "no proper name"),
                new Hostile(OK + "Na me: x\r\n\r\n", "no proper name"),
                new Hostile(OK + "Content-Length : 5\r\n\r\nhello", "no proper name"),
                new Hostile(OK + "A: x\ry\r\n\r\n", "control character"),
                new Hostile(OK + "A: x\u0000y\r\n\r\n", "control character"),
                new Hostile(OK + "Content-Length: 5\r\nContent-Length: 6\r\n\r\nhello", "two different lengths"),
                new Hostile(OK + "Content-Length: 5, 6\r\n\r\nhello", "two different lengths"),
                new Hostile(OK + "Content-Length: -1\r\n\r\n", "not a number"),
                new Hostile(OK + "Content-Length: +5\r\n\r\n", "not a number"),
                new Hostile(OK + "Content-Length: 0x5\r\n\r\n", "not a number"),
                new Hostile(OK + "Content-Length:\r\n\r\n", "not a number"),
                new Hostile(OK + "Content-Length: 99999999999999999999\r\n\r\n", "not a number"),
                new Hostile(OK + "Transfer-Encoding: gzip, chunked\r\n\r\n", "transfer coding"),
                new Hostile(OK + "Transfer-Encoding: chunked, chunked\r\n\r\n", "transfer coding"),
                new Hostile(OK + "Transfer-Encoding: xchunked\r\n\r\n", "transfer coding"),
                new Hostile(OK + "A: " + "x".repeat(70_000) + "\r\n\r\n", "longer than 65536"),
                new Hostile(OK + "A: b\r\n".repeat(20_000), "longer than 65536"),
                new Hostile(chunked + "\r\n", "no size"),
                new Hostile(chunked + ";x\r\n", "not a hexadecimal number"),
                new Hostile(chunked + "g\r\n", "not a hexadecimal number"),
                new Hostile(chunked + "-1\r\n", "not a hexadecimal number"),
                new Hostile(chunked + "0x1\r\n", "not a hexadecimal number"),
                new Hostile(chunked + "ffffffffffffffff\r\n", "impossible size"),
                new Hostile(chunked + "1\rx", "bare carriage return"),
                new Hostile(chunked + "1;" + "x".repeat(20_000), "too long"),
                new Hostile(chunked + "1\r\nxy\r\n", "longer than it says"),
                new Hostile(chunked + "1\r\nx\r\r\n", "longer than it says"),
                new Hostile(chunked + "0\r\n" + "A: b\r\n".repeat(20_000), "trailers"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("hostileAnswers")
    void saysWhatIsWrongWithAHostileAnswer(Hostile answer) {
        byte[] bytes = latin1(answer.bytes);
        for (int step : new int[] {1, 7, bytes.length}) {
            Http1Parser parser = new Http1Parser();
            parser.expectAnswer(false);
            CollectingSink sink = new CollectingSink();
            int at = 0;
            while (at < bytes.length && parser.problem() == null) {
                at += parser.feed(bytes, at, Math.min(step, bytes.length - at), 0, sink);
            }
            assertThat(parser.problem()).as("fed by %d", step).contains(answer.problem);
            assertThat(parser.isComplete()).isFalse();
            assertThat(parser.keepAlive()).isFalse();
        }
    }

    @Test
    void countsTheBytesThatBelongToTheAnswer() {
        byte[] bytes = latin1(OK + "Content-Length: 2\r\n\r\nokHTTP");
        Http1Parser parser = new Http1Parser();
        parser.expectAnswer(false);
        assertThat(parser.feed(bytes, 0, bytes.length, 0, new CollectingSink())).isEqualTo(bytes.length - 4);
        assertThat(parser.isComplete()).isTrue();
    }

    @Test
    void saysWhatIsMissingWhenTheConnectionEnds() {
        assertThat(missing("", true)).isEqualTo("the server closed the connection before it sent an answer");
        assertThat(missing("HTTP/1.1 200 OK\r\nA", true)).contains("closed", "in the middle of the answer's head");
        assertThat(missing(OK + "Content-Length: 20\r\n\r\n0123456789", true)).contains("after 10 of 20 bytes");
        assertThat(missing(OK + "Transfer-Encoding: chunked\r\n\r\n5\r\nhe", true))
                .contains("before the last chunk");
        assertThat(missing(OK + "Transfer-Encoding: chunked\r\n\r\n0\r\n", true))
                .contains("before the last chunk");
        assertThat(missing("", false)).contains("reset the connection before it sent an answer");
        assertThat(missing(OK + "\r\nabc", false)).contains("reset", "before the end of the body");
    }

    private static String missing(String bytes, boolean orderly) {
        Http1Parser parser = new Http1Parser();
        parser.expectAnswer(false);
        parser.feed(latin1(bytes), 0, bytes.length(), 0, new CollectingSink());
        return String.valueOf(parser.endOfInput(orderly));
    }

    @Test
    void givesHeadersInOrderWithLowerCaseNames() {
        byte[] bytes = latin1(OK + "B-Second: 1\r\nA:\t2 \r\nB-second: \r\nContent-Length: 0\r\n\r\n");
        Http1Parser parser = new Http1Parser();
        parser.expectAnswer(false);
        CollectingSink sink = new CollectingSink();
        parser.feed(bytes, 0, bytes.length, 0, sink);
        assertThat(sink.headers()).isEqualTo("[b-second=1, a=2, b-second=, content-length=0]");
    }

    @Test
    void neverThrowsNorStandsStillWhateverComes() {
        Random random = new Random(20261130);
        List<Good> seeds = answers().toList();
        List<Hostile> hostile =
                hostileAnswers().filter(h -> h.bytes.length() < 500).toList();
        String spice = "\r\n\r\n:;, \t0123456789abcdefgHTTP/1.1\u0000\u00ff";
        for (int round = 0; round < 30_000; round++) {
            String seed = random.nextBoolean()
                    ? seeds.get(random.nextInt(seeds.size())).bytes
                    : hostile.get(random.nextInt(hostile.size())).bytes;
            StringBuilder mutated = new StringBuilder(seed);
            for (int change = random.nextInt(6); change > 0; change--) {
                int at = random.nextInt(mutated.length() + 1);
                char c = spice.charAt(random.nextInt(spice.length()));
                switch (random.nextInt(4)) {
                    case 0 -> mutated.insert(at, c);
                    case 1 -> mutated.delete(at, Math.min(mutated.length(), at + 1 + random.nextInt(4)));
                    case 2 -> mutated.insert(at, seed, 0, random.nextInt(seed.length() + 1));
                    default -> {
                        if (at < mutated.length()) {
                            mutated.setCharAt(at, c);
                        }
                    }
                }
            }
            assertWellBehaved(latin1(mutated.toString()), random);
        }
    }

    private static void assertWellBehaved(byte[] bytes, Random random) {
        Http1Parser parser = new Http1Parser();
        parser.expectAnswer(random.nextInt(20) == 0);
        CollectingSink sink = new CollectingSink();
        int at = 0;
        while (at < bytes.length && !parser.isComplete() && parser.problem() == null) {
            int length = 1 + random.nextInt(bytes.length - at);
            int used = parser.feed(bytes, at, length, 0, sink);
            assertThat(used).isBetween(1, length);
            if (used < length) {
                assertThat(parser.isComplete() || parser.problem() != null).isTrue();
            }
            at += used;
        }
        boolean over = parser.isComplete() || parser.endOfInput(true) != null || parser.isComplete();
        assertThat(over).as("the end of the input decides").isTrue();
        assertThat(sink.body().length()).isLessThanOrEqualTo(bytes.length);
        assertThat(sink.heads()).isLessThanOrEqualTo(1);
    }

    private static byte[] latin1(String text) {
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }
}
