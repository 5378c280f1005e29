package dev.guidellm.tokenizer;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// `tokenizer.json` files of hub models, in the folder layout that Hugging Face's Python tools share
/// (`models--org--name/snapshots/<commit>/`), so that what they have fetched is found and the other way round.
///
/// Honours `HF_ENDPOINT`, `HF_TOKEN` (else the token that a login left in `HF_HOME`), `HF_HUB_OFFLINE`,
/// `HF_HUB_CACHE`, `HF_HOME`, `XDG_CACHE_HOME` and the proxy variables.
final class HubCache {
    private static final Logger LOG = LoggerFactory.getLogger(HubCache.class);
    private static final Pattern HUB_ID = Pattern.compile("[A-Za-z0-9][\\w.-]*(/[A-Za-z0-9][\\w.-]*)?");
    private static final Pattern REVISION = Pattern.compile("[\\w./-]+");
    private static final Set<String> TRUE_WORDS = Set.of("1", "ON", "YES", "TRUE");
    private static final String FILE = "tokenizer.json";
    private static final int MOST_REDIRECTS = 5;

    private final Map<String, String> environment;
    private final Path hubFolder;
    private final Path tokenFile;
    private final String endpoint;

    HubCache(Map<String, String> environment, Path home) {
        this.environment = Map.copyOf(environment);
        Path caches = folder("XDG_CACHE_HOME").orElse(home.resolve(".cache"));
        Path huggingFace = folder("HF_HOME").orElse(caches.resolve("huggingface"));
        this.hubFolder =
                folder("HF_HUB_CACHE").or(() -> folder("HUGGINGFACE_HUB_CACHE")).orElse(huggingFace.resolve("hub"));
        this.tokenFile = folder("HF_TOKEN_PATH").orElse(huggingFace.resolve("token"));
        String named = environment.getOrDefault("HF_ENDPOINT", "");
        this.endpoint =
                named.isBlank() ? "https://huggingface.co" : named.strip().replaceAll("/+$", "");
    }

    static HubCache fromEnvironment() {
        return new HubCache(System.getenv(), Path.of(System.getProperty("user.home", ".")));
    }

    /// The local `tokenizer.json` of a hub model, downloaded when the cache has none.
    ///
    /// @throws TokenizerException when the id is none, the model has no such file, or the hub cannot be reached
    Path tokenizerFile(String model, String revision) {
        if (!HUB_ID.matcher(model).matches() || !REVISION.matcher(revision).matches() || revision.contains("..")) {
            throw new TokenizerException(model, "is neither a folder or file here nor a hub id");
        }
        Path modelFolder = hubFolder.resolve("models--" + model.replace("/", "--"));
        Optional<Path> cached = cached(modelFolder, revision);
        if (cached.isPresent()) {
            return cached.get();
        }
        if (isOffline()) {
            throw new TokenizerException(
                    model, "not in the cache " + hubFolder + ", and HF_HUB_OFFLINE forbids to fetch it");
        }
        try {
            return download(model, modelFolder, revision);
        } catch (IOException | IllegalArgumentException e) {
            throw new TokenizerException(model, "cannot fetch it from " + endpoint + " (" + reason(e) + ")");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new TokenizerException(model, "the download was interrupted");
        }
    }

    private Optional<Path> cached(Path modelFolder, String revision) {
        Path snapshots = modelFolder.resolve("snapshots");
        try {
            Path reference = modelFolder.resolve("refs").resolve(revision);
            String commit =
                    Files.isRegularFile(reference) ? Files.readString(reference).strip() : revision;
            Path exact = snapshots.resolve(commit).resolve(FILE);
            if (Files.isRegularFile(exact)) {
                return Optional.of(exact);
            }
            if (!revision.equals("main") || !isOffline() || !Files.isDirectory(snapshots)) {
                return Optional.empty();
            }
            // Offline, whatever revision is there is better than none: copied caches often lack `refs`.
            try (Stream<Path> commits = Files.list(snapshots)) {
                return commits.map(folder -> folder.resolve(FILE))
                        .filter(Files::isRegularFile)
                        .findFirst();
            }
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    private Path download(String model, Path modelFolder, String revision) throws IOException, InterruptedException {
        LOG.info("Fetching the tokenizer of {} from {}", model, endpoint);
        try (HttpClient client = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .followRedirects(HttpClient.Redirect.NEVER)
                .proxy(new EnvironmentProxy(environment))
                .connectTimeout(Duration.ofSeconds(10))
                .build()) {
            URI hub = URI.create(endpoint + "/" + model + "/resolve/" + revision + "/" + FILE);
            URI place = hub;
            String commit = null;
            for (int hop = 0; hop <= MOST_REDIRECTS; hop++) {
                HttpResponse<InputStream> answer = client.send(request(hub, place), BodyHandlers.ofInputStream());
                try (InputStream body = answer.body()) {
                    if (commit == null) {
                        commit = answer.headers().firstValue("x-repo-commit").orElse(null);
                    }
                    Optional<String> next = answer.headers().firstValue("location");
                    if (answer.statusCode() / 100 == 3 && next.isPresent()) {
                        place = place.resolve(next.get());
                        continue;
                    }
                    if (answer.statusCode() != 200) {
                        throw refusal(model, answer);
                    }
                    return store(body, modelFolder, revision, commit);
                }
            }
            throw new IOException("more than " + MOST_REDIRECTS + " redirects");
        }
    }

    private HttpRequest request(URI hub, URI place) {
        HttpRequest.Builder request =
                HttpRequest.newBuilder(place).timeout(Duration.ofSeconds(60)).header("User-Agent", "guidellm-java");
        // The token is for the hub alone: large files are redirected to other hosts.
        boolean sameHost = hub.getScheme().equals(place.getScheme())
                && hub.getRawAuthority().equals(place.getRawAuthority());
        token().filter(_ -> sameHost).ifPresent(token -> request.header("Authorization", "Bearer " + token));
        return request.build();
    }

    private TokenizerException refusal(String model, HttpResponse<?> answer) {
        String said = answer.headers()
                .firstValue("x-error-message")
                .map(text -> ": " + text)
                .orElse("");
        return switch (answer.statusCode()) {
            case 401, 403 ->
                new TokenizerException(
                        model,
                        endpoint + " refuses it (HTTP " + answer.statusCode() + said
                                + "); it may not exist, or HF_TOKEN must hold a token with access to it");
            case 404 ->
                new TokenizerException(model, endpoint + " has no such model, or the model has no " + FILE + said);
            default -> new TokenizerException(model, endpoint + " answered HTTP " + answer.statusCode() + said);
        };
    }

    private static Path store(InputStream body, Path modelFolder, String revision, @Nullable String commit)
            throws IOException {
        String snapshot = commit != null && commit.matches("[0-9a-f]{7,64}") ? commit : revision;
        Path target = modelFolder.resolve("snapshots").resolve(snapshot).resolve(FILE);
        Files.createDirectories(target.getParent());
        // Written beside and moved, so that a second process or a broken download never sees half a file.
        Path part = Files.createTempFile(target.getParent(), FILE, ".part");
        try {
            Files.copy(body, part, StandardCopyOption.REPLACE_EXISTING);
            Files.move(part, target, StandardCopyOption.REPLACE_EXISTING);
        } finally {
            Files.deleteIfExists(part);
        }
        if (!snapshot.equals(revision)) {
            Path reference = modelFolder.resolve("refs").resolve(revision);
            Files.createDirectories(reference.getParent());
            Files.writeString(reference, snapshot);
        }
        return target;
    }

    private Optional<String> token() {
        String given = environment.getOrDefault("HF_TOKEN", "").strip();
        if (!given.isEmpty()) {
            return Optional.of(given);
        }
        if (isTrue("HF_HUB_DISABLE_IMPLICIT_TOKEN") || !Files.isReadable(tokenFile)) {
            return Optional.empty();
        }
        try {
            return Optional.of(Files.readString(tokenFile).strip()).filter(text -> !text.isEmpty());
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    private boolean isOffline() {
        return isTrue("HF_HUB_OFFLINE") || isTrue("TRANSFORMERS_OFFLINE");
    }

    private boolean isTrue(String variable) {
        return TRUE_WORDS.contains(
                environment.getOrDefault(variable, "").strip().toUpperCase(Locale.ROOT));
    }

    private Optional<Path> folder(String variable) {
        String value = environment.getOrDefault(variable, "").strip();
        return value.isEmpty() ? Optional.empty() : Optional.of(Path.of(value));
    }

    private static String reason(Exception problem) {
        String message = problem.getMessage();
        return message == null
                ? problem.getClass().getSimpleName()
                : message.lines().findFirst().orElse("");
    }
}
