package dev.guidellm.cases;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guidellm.testserver.ReceivedRequest;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A run with a secret in every place that can hold one, against a server that echoes them all: they reach the server,
/// and
/// no output, no line on the console and none of the log shows them. The same for the bytes of media.
class SecretsIT {
    private static final String KEY = "sk-7Topmost1";
    private static final String USER = "us3rname";
    private static final String PASSWORD = "p4ssw0rd-x";
    private static final String QUERY = "qu3ry-sekr1t";
    private static final String HEADER = "h34der-sekr1t";
    private static final String COOKIE = "c00kie-sekr1t";
    private static final String PARAMETER = "p4rameter-sekr1t";
    private static final String BODY = "b0dy-sekr1t";
    private static final String LABEL = "l4bel-sekr1t";
    private static final String SIGNATURE = "s1gnature-of-a-picture";
    private static final List<String> SECRETS = // the server repeats all but the last two
            List.of(KEY, USER, PASSWORD, QUERY, HEADER, COOKIE, PARAMETER, BODY, LABEL, SIGNATURE);
    private static final List<String> ENDINGS = List.of("json", "yaml", "csv", "jsonl", "svg", "xml");

    @TempDir
    Path folder;

    @Test
    void noOutputShowsASecretOrTheBytesOfMedia() throws Exception {
        byte[] picture = new byte[3_000];
        byte[] sound = new byte[2_000];
        new SplittableRandom(1).nextBytes(picture);
        new SplittableRandom(2).nextBytes(sound);
        String pictureText = Base64.getEncoder().encodeToString(picture);
        String soundText = Base64.getEncoder().encodeToString(sound);
        Files.writeString(
                folder.resolve("rows.jsonl"),
                ("{\"text\": \"what is it?\", \"image\": {\"type\": \"image_base64\", \"image\":"
                                + " \"data:image/png;base64,%s\"}, \"audio\": {\"type\": \"audio_base64\", \"audio\":"
                                + " \"%s\", \"format\": \"wav\"}}%n{\"text\": \"and this?\", \"image\": {\"type\":"
                                + " \"image_url\", \"image\": \"https://%s:%s@pictures/a.png?X-Amz-Signature=%s\"},"
                                + " \"audio\": null}%n")
                        .formatted(pictureText, soundText, USER, PASSWORD, SIGNATURE));
        AtomicInteger count = new AtomicInteger();
        try (ChatServer server = ChatServer.start((connection, request) -> {
            String echo =
                    String.join(" ", SECRETS.subList(0, SECRETS.size() - 2)) + " data:image/png;base64," + pictureText;
            boolean fails = count.getAndIncrement() % 3 == 2;
            connection.write(
                    fails
                            ? ChatServer.whole(
                                    "400 Bad Request",
                                    "{\"error\":{\"message\":\"no: " + "x".repeat(480) + echo + "\",\"code\":\"" + KEY
                                            + "\"}}")
                            : ChatServer.stream("You said ", echo));
        })) {
            ProductRun run = ProductRun.in(
                    folder,
                    Map.of(
                            "GUIDELLM__LOGGING__CONSOLE_LOG_LEVEL",
                            "TRACE",
                            "GUIDELLM__LOGGING__LOG_FILE_LEVEL",
                            "TRACE"),
                    arguments(server.port()));
            assertThat(run.exitCode()).as(run.err()).isZero();
            String sent = sent(server.posts());
            for (String secret : SECRETS) {
                if (!secret.equals(LABEL) && !secret.equals(USER)) {
                    assertThat(sent).as("sent to the server").contains(secret);
                }
            }
            assertThat(sent).contains(pictureText).contains(soundText);

            assertHidden("standard output", run.out(), pictureText, soundText);
            assertHidden("standard error", run.err(), pictureText, soundText);
            List<Path> files = files();
            assertThat(files)
                    .extracting(file -> file.getFileName().toString())
                    .contains("guidellm.log")
                    .containsAll(ENDINGS.stream().map(ending -> "a." + ending).toList());
            for (Path file : files) {
                assertHidden(file.getFileName().toString(), Files.readString(file), pictureText, soundText);
            }
            String lines = Files.readString(folder.resolve("a.jsonl"));
            assertThat(lines)
                    .contains("data:image/png;bytes=3000;sha256=" + hash(picture))
                    .contains("data:audio/wav;bytes=2000;sha256=" + hash(sound))
                    .contains("https://**********@pictures/a.png?X-Amz-Signature=**********")
                    .contains("You said ********** ");
        }
    }

    private static void assertHidden(String where, String text, String... media) {
        for (String secret : SECRETS) {
            assertThat(text.contains(secret)).as("%s shows %s", where, secret).isFalse();
        }
        for (String bytes : media) {
            assertThat(text.contains(bytes.substring(0, 100)))
                    .as("%s shows media", where)
                    .isFalse();
        }
    }

    private List<Path> files() throws Exception {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> !file.endsWith("rows.jsonl")).toList();
        }
    }

    private static String sent(List<ReceivedRequest> posts) {
        StringBuilder sent = new StringBuilder();
        for (ReceivedRequest post : posts) {
            sent.append(post.target()).append(post.headers()).append(post.bodyText());
            for (String value : post.header("authorization")) {
                sent.append(new String(
                        Base64.getMimeDecoder()
                                .decode(value.replace("Basic ", "").replace("Bearer ", "")),
                        StandardCharsets.ISO_8859_1));
            }
        }
        return sent.toString();
    }

    private String[] arguments(int port) {
        List<String> arguments = new ArrayList<>(List.of(
                "run",
                "--backend",
                """
                {"kind": "openai_http", "target": "http://%s:%s@127.0.0.1:%d?api-key=%s", "model": "m", "api_key": "none-yet",
                 "extras": {"headers": {"X-Gateway-Key": "%s", "Cookie": "session=%s"}, "params": {"sig": "%s"},
                  "body": {"provider": {"access_token": "%s"}}}}
                """.formatted(USER, PASSWORD, port, QUERY, HEADER, COOKIE, PARAMETER, BODY),
                "--override",
                "backend.api_key",
                KEY,
                "--label",
                "auth_token=" + LABEL,
                "--profile",
                "kind=concurrent,streams=2",
                "--data",
                "kind=json_file,path=" + folder.resolve("rows.jsonl"),
                "--data-column-mapper",
                "{\"kind\":\"generative_column_mapper\",\"column_mappings\":{\"text_column\":\"text\","
                        + "\"image_column\":\"image\",\"audio_column\":\"audio\"}}",
                "--data-loader",
                "kind=pytorch,repeat=true",
                "--constraint",
                "kind=max_requests,count=12"));
        ENDINGS.forEach(ending -> {
            String kind = ending.equals("svg") ? "plot" : ending.equals("xml") ? "junit" : ending;
            arguments.addAll(List.of("--output", "kind=" + kind + ",path=a." + ending));
        });
        return arguments.toArray(String[]::new);
    }

    private static String hash(byte[] bytes) throws Exception {
        return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
    }
}
