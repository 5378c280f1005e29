package dev.guidellm.transport;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Random;
import java.util.zip.Deflater;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.GZIPOutputStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ContentDecoderTest {
    private static final byte[] TEXT = "data: Grüße 東京 🚀\n\n".repeat(40).getBytes(StandardCharsets.UTF_8);

    @Test
    void decodesWhereverTheBytesAreCut() {
        assertDecodes("gzip", gzip(TEXT));
        assertDecodes("X-GZIP", gzip(TEXT));
        assertDecodes("deflate", deflate(TEXT, false));
        assertDecodes("deflate", deflate(TEXT, true));
    }

    @Test
    void readsEveryPartOfAGzipHeader() {
        byte[] plain = gzip(TEXT);
        ByteArrayOutputStream full = new ByteArrayOutputStream();
        full.writeBytes(new byte[] {0x1f, (byte) 0x8b, 8, 2 | 4 | 8 | 16, 0, 0, 0, 0, 0, 3});
        full.writeBytes(new byte[] {3, 0, 'x', 'y', 'z'});
        full.writeBytes("name\0comment\0".getBytes(StandardCharsets.US_ASCII));
        full.writeBytes(new byte[] {1, 2});
        full.write(plain, 10, plain.length - 10);
        assertDecodes("gzip", full.toByteArray());
    }

    @Test
    void readsGzipMembersOneAfterTheOther() {
        ByteArrayOutputStream both = new ByteArrayOutputStream();
        both.writeBytes(gzip(Arrays.copyOf(TEXT, 100)));
        both.writeBytes(gzip(Arrays.copyOfRange(TEXT, 100, TEXT.length)));
        assertDecodes("gzip", both.toByteArray());
    }

    @Test
    void handsOnWhatTheServerFlushedAtOnce() throws IOException {
        ByteArrayOutputStream wire = new ByteArrayOutputStream();
        GZIPOutputStream gzip = new GZIPOutputStream(wire, 512, true);
        try (ContentDecoder decoder = decoder("gzip")) {
            ByteArrayOutputStream seen = new ByteArrayOutputStream();
            int fed = 0;
            for (String event : new String[] {"data: one\n\n", "data: two\n\n"}) {
                gzip.write(event.getBytes(StandardCharsets.UTF_8));
                gzip.flush();
                byte[] sofar = wire.toByteArray();
                assertThat(feed(decoder, sofar, fed, sofar.length - fed, seen)).isNull();
                fed = sofar.length;
                assertThat(seen.toString(StandardCharsets.UTF_8)).endsWith(event);
            }
            assertThat(decoder.finish()).contains("ends in the middle");
        }
    }

    @Test
    void noticesDamage() {
        byte[] whole = gzip(TEXT);
        assertThat(problem("gzip", Arrays.copyOf(whole, whole.length - 1))).contains("ends in the middle");
        assertThat(problem("gzip", Arrays.copyOf(whole, 5))).contains("ends in the middle");
        assertThat(problem("gzip", "{\"plain\": 1}".getBytes(StandardCharsets.UTF_8)))
                .contains("is not");
        byte[] wrongSum = whole.clone();
        wrongSum[whole.length - 6] ^= 1;
        assertThat(problem("gzip", wrongSum)).contains("checksum");
        assertThat(problem("gzip", Arrays.copyOf(whole, whole.length + 3))).isNotNull();
        byte[] zlib = deflate(TEXT, false);
        assertThat(problem("deflate", Arrays.copyOf(zlib, zlib.length + 1))).contains("after the end");
    }

    @Test
    void takesAnEmptyBody() {
        assertThat(problem("gzip", new byte[0])).isNull();
        assertThat(problem("deflate", new byte[0])).isNull();
    }

    @Test
    void knowsWhatItCannotDecode() {
        assertThat(ContentDecoder.of("br")).isNull();
        assertThat(ContentDecoder.of("gzip, br")).isNull();
        assertThat(ContentDecoder.isPlain("identity")).isTrue();
        assertThat(ContentDecoder.isPlain(null)).isTrue();
        assertThat(ContentDecoder.isPlain("gzip")).isFalse();
    }

    @Test
    void survivesAnyDamage() {
        Random random = new Random(11);
        for (int round = 0; round < 3000; round++) {
            byte[] wire = random.nextBoolean() ? gzip(TEXT) : deflate(TEXT, random.nextBoolean());
            for (int change = random.nextInt(4); change >= 0; change--) {
                wire[random.nextInt(wire.length)] = (byte) random.nextInt();
            }
            problem(random.nextBoolean() ? "gzip" : "deflate", wire); // must return, whatever it says
        }
    }

    private static void assertDecodes(String coding, byte[] wire) {
        for (int cut = 0; cut <= wire.length; cut++) {
            ByteArrayOutputStream seen = new ByteArrayOutputStream();
            try (ContentDecoder decoder = decoder(coding)) {
                assertThat(feed(decoder, wire, 0, cut, seen)).isNull();
                assertThat(feed(decoder, wire, cut, wire.length - cut, seen)).isNull();
                assertThat(decoder.finish()).isNull();
            }
            assertThat(seen.toByteArray()).isEqualTo(TEXT);
        }
    }

    private static @Nullable String problem(String coding, byte[] wire) {
        try (ContentDecoder decoder = decoder(coding)) {
            String problem = feed(decoder, wire, 0, wire.length, new ByteArrayOutputStream());
            return problem == null ? decoder.finish() : problem;
        }
    }

    private static @Nullable String feed(
            ContentDecoder decoder, byte[] bytes, int offset, int length, ByteArrayOutputStream seen) {
        return decoder.feed(bytes, offset, length, 0, (decoded, from, count, _) -> {
            seen.write(decoded, from, count);
            return null;
        });
    }

    private static ContentDecoder decoder(String coding) {
        return requireNonNull(ContentDecoder.of(coding));
    }

    static byte[] gzip(byte[] plain) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(out)) {
            gzip.write(plain);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return out.toByteArray();
    }

    static byte[] deflate(byte[] plain, boolean bare) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        Deflater deflater = new Deflater(Deflater.DEFAULT_COMPRESSION, bare);
        try (DeflaterOutputStream deflate = new DeflaterOutputStream(out, deflater)) {
            deflate.write(plain);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } finally {
            deflater.end();
        }
        return out.toByteArray();
    }
}
