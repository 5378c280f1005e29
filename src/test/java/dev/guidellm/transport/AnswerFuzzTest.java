package dev.guidellm.transport;

import static dev.guidellm.transport.OfflineExchange.everywhere;
import static dev.guidellm.transport.OfflineExchange.latin1;
import static org.assertj.core.api.Assertions.assertThat;

import dev.guidellm.transport.OfflineExchange.Outcome;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/// Thousands of damaged answers through the whole reader. The seed is fixed, and each round says its own.
class AnswerFuzzTest {
    private static final long SEED = 20261130;
    private static final int ROUNDS = 4_000;
    private static final int SMALLEST_BODY = 64 * 1024;
    private static final String SPICE = "\r\n\r\n:;, \t0123456789abcdefgHTTP/1.1\u0000\u00ff";

    @Test
    void whateverComesEndsOnceAndTheSameInAnyPieces() {
        List<String> seeds = seeds();
        for (int round = 0; round < ROUNDS; round++) {
            Random random = new Random(SEED + round);
            byte[] bytes = latin1(mutated(seeds.get(random.nextInt(seeds.size())), random));
            String method = random.nextInt(20) == 0 ? "HEAD" : "POST";
            boolean lines = random.nextBoolean();
            Outcome whole = OfflineExchange.of(method, lines, bytes);
            checkEnd(whole, bytes, round);
            for (int[] cuts : List.of(everywhere(bytes.length), randomCuts(bytes.length, random))) {
                Outcome pieces = OfflineExchange.of(method, lines, bytes, cuts);
                checkEnd(pieces, bytes, round);
                checkSame(whole, pieces, round);
            }
        }
    }

    private static void checkEnd(Outcome outcome, byte[] bytes, int round) {
        assertThat(outcome.ends()).as("ends of round %d", round).isEqualTo(1);
        assertThat(outcome.message())
                .as("round %d: our own mistake", round)
                .doesNotContain("internal error")
                .hasSizeLessThan(500);
        // gzip packs at most about a thousand bytes into one, and arrays grow by half of what they hold
        assertThat((long) outcome.capacity())
                .as("memory of round %d", round)
                .isLessThanOrEqualTo(SMALLEST_BODY + 3000L * bytes.length);
    }

    private static void checkSame(Outcome whole, Outcome pieces, int round) {
        assertThat(pieces.status()).as("status of round %d", round).isEqualTo(whole.status());
        assertThat(pieces.kind()).as("kind of round %d", round).isEqualTo(whole.kind());
        assertThat(pieces.message()).as("message of round %d", round).isEqualTo(whole.message());
        assertThat(pieces.headers()).as("headers of round %d", round).isEqualTo(whole.headers());
        assertThat(pieces.reusable()).as("connection of round %d", round).isEqualTo(whole.reusable());
        if (!whole.headers().contains("content-encoding") || whole.isGood()) {
            // how much of a damaged compressed body comes out before the damage is seen depends on the pieces
            assertThat(pieces.body()).as("body of round %d", round).isEqualTo(whole.body());
            assertThat(pieces.lines()).as("lines of round %d", round).isEqualTo(whole.lines());
        }
    }

    private static List<String> seeds() {
        List<String> seeds = new ArrayList<>();
        Http1ParserTest.answers().forEach(answer -> seeds.add(answer.bytes()));
        HostileAnswersTest.cases()
                .map(HostileAnswersTest.Case::bytes)
                .filter(bytes -> bytes.length() < 500)
                .forEach(seeds::add);
        String events = "data: {\"a\":1}\n\ndata: Gr\u00fc\u00dfe\r\n\r\ndata: [DONE]\n\n";
        seeds.add(Recorder.stream("data: one\n\n", "data: two\r\n\r\n", "data: [DONE]\n\n"));
        seeds.add(Recorder.answer("200 OK", events));
        for (boolean chunked : new boolean[] {true, false}) {
            String packed = new String(ContentDecoderTest.gzip(latin1(events)), StandardCharsets.ISO_8859_1);
            String head = "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\n";
            seeds.add(
                    chunked
                            ? head + "Transfer-Encoding: chunked\r\n\r\n" + Integer.toHexString(packed.length())
                                    + "\r\n" + packed + "\r\n0\r\n\r\n"
                            : head + "Content-Length: " + packed.length() + "\r\n\r\n" + packed);
        }
        return seeds;
    }

    private static String mutated(String seed, Random random) {
        StringBuilder text = new StringBuilder(seed);
        for (int change = random.nextInt(5); change > 0; change--) {
            int at = random.nextInt(text.length() + 1);
            char spice = SPICE.charAt(random.nextInt(SPICE.length()));
            switch (random.nextInt(5)) {
                case 0 -> text.insert(at, spice);
                case 1 -> text.delete(at, Math.min(text.length(), at + 1 + random.nextInt(4)));
                case 2 -> text.insert(at, seed, 0, random.nextInt(seed.length() + 1));
                case 3 -> text.setLength(at);
                default -> {
                    if (at < text.length()) {
                        text.setCharAt(at, random.nextBoolean() ? spice : (char) random.nextInt(256));
                    }
                }
            }
        }
        return text.toString();
    }

    private static int[] randomCuts(int length, Random random) {
        return random.ints(random.nextInt(8), 1, Math.max(2, length))
                .distinct()
                .sorted()
                .filter(cut -> cut < length)
                .toArray();
    }
}
