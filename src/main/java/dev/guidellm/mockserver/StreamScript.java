package dev.guidellm.mockserver;

import io.netty.buffer.ByteBuf;

/// The events of one streamed answer, step by step: a step is what is sent at one moment of the timetable.
interface StreamScript {

    /// How many steps there are, at least 1.
    int steps();

    /// Appends the events of step `index` to `out`.
    void writeStep(int index, EventSink out);

    /// Appends the events that follow the last step at once.
    void writeEnd(EventSink out);

    /// Takes server-sent events and frames each as one HTTP chunk.
    final class EventSink {
        private static final byte[] HEX = "0123456789abcdef".getBytes(java.nio.charset.StandardCharsets.US_ASCII);

        private final ByteBuf out;
        private final boolean chunked;

        /// @param chunked whether the connection speaks HTTP/1.1, which frames what has no known length
        EventSink(ByteBuf out, boolean chunked) {
            this.out = out;
            this.chunked = chunked;
        }

        /// Appends one event made of `parts`, which include its closing blank line.
        void event(byte[]... parts) {
            if (chunked) {
                int length = 0;
                for (byte[] part : parts) {
                    length += part.length;
                }
                writeHex(length);
                endLine();
            }
            for (byte[] part : parts) {
                out.writeBytes(part);
            }
            if (chunked) {
                endLine();
            }
        }

        /// Appends the mark that no event follows.
        void end() {
            if (chunked) {
                out.writeByte('0');
                endLine();
                endLine();
            }
        }

        private void writeHex(int value) {
            int shift = 28;
            while (shift > 0 && (value >>> shift) == 0) {
                shift -= 4;
            }
            for (; shift >= 0; shift -= 4) {
                out.writeByte(HEX[(value >>> shift) & 0xf]);
            }
        }

        private void endLine() {
            out.writeByte('\r');
            out.writeByte('\n');
        }
    }
}
