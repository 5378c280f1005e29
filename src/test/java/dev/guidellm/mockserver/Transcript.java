package dev.guidellm.mockserver;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// One recorded exchange with the original mock server.
///
/// @param section number of the transcript's section
/// @param request its bytes, as recorded but for long bodies that the transcript leaves out
/// @param response its text, without carriage returns
record Transcript(int section, String title, byte[] request, String response) {
    static final String FILE = "mock-server-transcripts.md";

    private static final Pattern ZERO_BYTES = Pattern.compile("<(\\d+) zero bytes>");

    /// All exchanges whose request is recorded.
    static List<Transcript> all() {
        List<Transcript> all = new ArrayList<>();
        int section = 0;
        String title = "";
        List<String> blocks = new ArrayList<>();
        StringBuilder block = null;
        for (String line : text().split("\n", -1)) {
            if (block != null) {
                if (line.equals("```")) {
                    blocks.add(block.toString());
                    block = null;
                    if (blocks.size() == 2) {
                        String name = section + " " + title;
                        all.add(new Transcript(section, name, requestBytes(title, blocks.get(0)), blocks.get(1)));
                    }
                } else {
                    block.append(line).append('\n');
                }
            } else if (line.startsWith("## ")) {
                section = Integer.parseInt(line.substring(3, line.indexOf('.')));
            } else if (line.startsWith("### ")) {
                title = line.substring(4);
                blocks.clear();
            } else if (line.startsWith("```")) {
                block = new StringBuilder();
            }
        }
        return all;
    }

    private static String text() {
        try (InputStream in = Transcript.class.getResourceAsStream("/cases/mockserver/" + FILE)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static byte[] requestBytes(String title, String block) {
        int blank = block.indexOf("\n\n");
        List<String> head = new ArrayList<>(List.of(block.substring(0, blank).split("\n")));
        byte[] body = body(title, head, block.substring(blank + 2));
        head.removeIf(line -> line.startsWith("Content-Length") && body.length == 0);
        String text = String.join("\r\n", head) + "\r\n\r\n";
        byte[] bytes = Arrays.copyOf(text.getBytes(StandardCharsets.UTF_8), text.length() + body.length);
        System.arraycopy(body, 0, bytes, text.length(), body.length);
        return bytes;
    }

    private static byte[] body(String title, List<String> head, String text) {
        int length = head.stream()
                .filter(line -> line.startsWith("Content-Length: "))
                .mapToInt(line -> Integer.parseInt(line.substring(16)))
                .findFirst()
                .orElse(0);
        String body = text.strip();
        if (body.contains("bytes total>")) {
            body = longBody(title);
        } else if (body.startsWith("------x123")) {
            Matcher zeros = ZERO_BYTES.matcher(body);
            body = zeros.replaceAll(m -> "\0".repeat(Integer.parseInt(m.group(1))));
            body = body.replace("\n", "\r\n") + "\r\n";
        }
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        if (bytes.length != length) {
            throw new IllegalStateException(title + ": body of " + bytes.length + " bytes instead of " + length);
        }
        return bytes;
    }

    private static String longBody(String title) {
        if (title.startsWith("Multimodal")) {
            return """
                    {"model": "mock-model", "messages": [{"role": "user", "content": [{"type": "text", \
                    "text": "Describe this"}, {"type": "image_url", "image_url": \
                    {"url": "data:image/png;base64,AAAA"}}, {"type": "video_url", "video_url": \
                    {"url": "http://example.invalid/v.mp4"}}, {"type": "input_audio", "input_audio": \
                    {"data": "%s", "format": "wav"}}]}], "max_tokens": 2}""".formatted(zeros(16000));
        }
        return """
                {"model": "mock-model", "messages": [{"role": "user", "content": [{"type": "input_audio", \
                "input_audio": {"data": "%s", "format": "mp3"}}]}], "max_tokens": 1, "stream": true, \
                "stream_options": {"include_usage": true}}""".formatted(zeros(8000));
    }

    private static String zeros(int bytes) {
        return java.util.Base64.getEncoder().encodeToString(new byte[bytes]);
    }

    @Override
    public String toString() {
        return title;
    }
}
