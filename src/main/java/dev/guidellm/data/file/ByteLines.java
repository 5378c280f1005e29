package dev.guidellm.data.file;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.zip.GZIPInputStream;
import org.jspecify.annotations.Nullable;

/// Lines of a UTF-8 file, plain or gzip (told by its first bytes), without a byte order mark.
///
/// Only LF, CR LF and a lone CR end a line; U+0085, U+2028 and U+2029 do not, since JSON text may hold them raw.
final class ByteLines implements AutoCloseable {
    private static final int BUFFER = 1 << 16;

    private final InputStream in;
    private final byte[] buffer = new byte[BUFFER];
    private int position;
    private int limit;
    private byte[] line = new byte[256];
    private int length;
    private boolean ended;
    private long number;

    private ByteLines(InputStream in) {
        this.in = in;
    }

    static ByteLines open(Path file) throws IOException {
        return new ByteLines(stream(file));
    }

    /// The file's bytes, unpacked when it is gzip, without a byte order mark.
    static InputStream stream(Path file) throws IOException {
        InputStream raw = new BufferedInputStream(Files.newInputStream(file), BUFFER);
        try {
            InputStream unpacked = raw;
            raw.mark(2);
            if (raw.read() == 0x1f && raw.read() == 0x8b) {
                raw.reset();
                unpacked = new BufferedInputStream(new GZIPInputStream(raw, BUFFER), BUFFER);
            } else {
                raw.reset();
            }
            unpacked.mark(3);
            if (unpacked.read() != 0xef || unpacked.read() != 0xbb || unpacked.read() != 0xbf) {
                unpacked.reset();
            }
            return unpacked;
        } catch (IOException e) {
            raw.close();
            throw e;
        }
    }

    /// Number of the line that [#next] read last, from 1.
    long number() {
        return number;
    }

    /// Whether a line end followed that line.
    boolean ended() {
        return ended;
    }

    /// The next line without its end, or null after the last.
    ///
    /// @throws CharacterCodingException when the line is not UTF-8
    @Nullable
    String next() throws IOException {
        if (!read()) {
            return null;
        }
        return StandardCharsets.UTF_8
                .newDecoder()
                .onMalformedInput(CodingErrorAction.REPORT)
                .onUnmappableCharacter(CodingErrorAction.REPORT)
                .decode(ByteBuffer.wrap(line, 0, length))
                .toString();
    }

    private boolean read() throws IOException {
        length = 0;
        ended = false;
        boolean any = false;
        while (true) {
            if (position == limit && !refill()) {
                if (any) {
                    number++;
                }
                return any;
            }
            any = true;
            int start = position;
            while (position < limit && buffer[position] != '\n' && buffer[position] != '\r') {
                position++;
            }
            append(start, position);
            if (position < limit) {
                byte end = buffer[position++];
                if (end == '\r' && (position < limit || refill()) && buffer[position] == '\n') {
                    position++;
                }
                ended = true;
                number++;
                return true;
            }
        }
    }

    private void append(int from, int to) {
        int added = to - from;
        if (length + added > line.length) {
            line = Arrays.copyOf(line, Math.max(line.length * 2, length + added));
        }
        System.arraycopy(buffer, from, line, length, added);
        length += added;
    }

    private boolean refill() throws IOException {
        position = 0;
        limit = Math.max(0, in.read(buffer));
        return limit > 0;
    }

    @Override
    public void close() throws IOException {
        in.close();
    }
}
