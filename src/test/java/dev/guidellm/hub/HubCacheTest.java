package dev.guidellm.hub;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.guidellm.hub.FakeHub.Refusal;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HubCacheTest {
    private static final String ID = "org/name";
    private static final String LARGE = "data/train-00000-of-00001.parquet";
    private static final String SMALL = "notes.jsonl";
    private static final String TEXT = "{\"prompt\": \"a\"}\n";

    @TempDir
    private Path home;

    private final FakeHub hub = new FakeHub();
    private final byte[] large = new byte[300_000];
    private final List<Duration> waits = new ArrayList<>();

    @BeforeEach
    void fill() {
        new Random(3).nextBytes(large);
        hub.with(ID, LARGE, large).with(ID, SMALL, TEXT);
    }

    @AfterEach
    void stop() {
        hub.close();
    }

    @Test
    void keepsFilesWhereThePythonToolsKeepThem() throws Exception {
        HubSnapshot snapshot = cache(Map.of()).snapshot(repository("main"));
        assertThat(snapshot.files()).containsExactly(LARGE, SMALL);
        Path file = snapshot.file(LARGE);
        Path folder = home.resolve(".cache/huggingface/hub/datasets--org--name");
        assertThat(file)
                .isEqualTo(folder.resolve("snapshots").resolve(FakeHub.COMMIT).resolve(LARGE))
                .hasBinaryContent(large);
        assertThat(Files.readSymbolicLink(file)).hasToString("../../../blobs/" + FakeHub.sha256(large));
        assertThat(folder.resolve("refs/main")).hasContent(FakeHub.COMMIT);
        assertThat(snapshot.file(SMALL)).hasContent(TEXT).isSymbolicLink();
        assertThat(leftovers()).isEmpty();
    }

    @Test
    void asksForEachFileOnce() throws Exception {
        cache(Map.of()).snapshot(repository("main")).file(LARGE);
        hub.forget();
        cache(Map.of()).snapshot(repository("main")).file(LARGE);
        assertThat(hub.requests()).containsExactly("hub /api/datasets/org/name/revision/main");
        hub.forget();
        for (String variable : List.of("HF_HUB_OFFLINE", "HF_DATASETS_OFFLINE")) {
            HubSnapshot kept = cache(Map.of(variable, "1")).snapshot(repository("main"));
            assertThat(kept.files()).containsExactly(LARGE);
            assertThat(kept.file(LARGE)).hasBinaryContent(large);
            assertThatThrownBy(() -> kept.file(SMALL))
                    .hasMessageContaining("notes.jsonl is not in the cache")
                    .hasMessageContaining(variable);
        }
        assertThat(hub.requests()).isEmpty();
    }

    @Test
    void leavesACacheAloneThatIsUpToDate() throws Exception {
        cache(Map.of()).snapshot(repository("main")).file(LARGE);
        Path reference = home.resolve(".cache/huggingface/hub/datasets--org--name/refs/main");
        FileTime written = FileTime.fromMillis(1_000);
        Files.setLastModifiedTime(reference, written);
        cache(Map.of()).snapshot(repository("main")).file(LARGE);
        assertThat(Files.getLastModifiedTime(reference)).isEqualTo(written);
    }

    @Test
    void takesWhatIsHereWhenTheHubIsAway() throws Exception {
        cache(Map.of()).snapshot(repository("main")).file(LARGE);
        hub.close();
        HubSnapshot kept = cache(Map.of()).snapshot(repository("main"));
        assertThat(kept.file(LARGE)).hasBinaryContent(large);
        assertThat(kept.whyOnlyThat()).startsWith("cannot fetch it from " + hub.endpoint());
        assertThatThrownBy(
                        () -> cache(Map.of()).snapshot(new HubRepository(HubRepository.Kind.DATA_SET, "a/b", "main")))
                .isInstanceOf(HubException.class)
                .hasMessageContaining("cannot fetch it from " + hub.endpoint())
                .hasMessageContaining("is there a network?");
    }

    @Test
    void findsWhatPythonHasFetched() throws Exception {
        Path folder = Files.createDirectories(home.resolve("own/datasets--org--name"));
        Files.createDirectories(folder.resolve("snapshots/0123456789abcdef/data"));
        Files.createDirectories(folder.resolve("blobs"));
        Files.createDirectories(folder.resolve("refs"));
        Files.writeString(folder.resolve("blobs/aa"), TEXT);
        Files.writeString(folder.resolve("refs/main"), "0123456789abcdef");
        Files.createSymbolicLink(
                folder.resolve("snapshots/0123456789abcdef/data/x.jsonl"), Path.of("../../../blobs/aa"));
        Map<String, String> offline = Map.of(
                "HF_HUB_OFFLINE", "1", "HF_HUB_CACHE", home.resolve("own").toString());
        HubSnapshot kept = cache(offline).snapshot(repository("main"));
        assertThat(kept.files()).containsExactly("data/x.jsonl");
        assertThat(kept.file("data/x.jsonl")).hasContent(TEXT);
    }

    @Test
    void tellsTheTokenToTheHubOnly() throws Exception {
        hub.demand("hf_secret");
        cache(Map.of("HF_TOKEN", "hf_secret")).snapshot(repository("main")).file(LARGE);
        assertThat(hub.requests())
                .containsExactly(
                        "hub /api/datasets/org/name/revision/main Bearer hf_secret",
                        "hub /datasets/org/name/resolve/" + FakeHub.COMMIT + "/" + LARGE + " Bearer hf_secret",
                        "store /org/name/" + LARGE);
    }

    @Test
    void readsTheTokenThatALoginLeft() throws Exception {
        hub.demand("hf_login");
        Files.writeString(Files.createDirectories(home.resolve("hf")).resolve("token"), "hf_login\n");
        Map<String, String> environment = Map.of("HF_HOME", home.resolve("hf").toString());
        assertThat(cache(environment).snapshot(repository("main")).file(SMALL))
                .startsWith(home.resolve("hf/hub"))
                .hasContent(TEXT);
        HubSettings others = settings(environment).withToken("hf_other");
        assertThatThrownBy(() -> new HubCache(others, waits::add).snapshot(repository("main")))
                .hasMessageContaining("refuses it (HTTP 401")
                .hasMessageNotContainingAny("hf_other", "hf_login");
    }

    @Test
    void saysInOneLineWhyThereIsNone() {
        hub.demand("hf_secret");
        assertThat(problem(Map.of()))
                .isEqualTo(hub.endpoint() + " refuses it (HTTP 401: Access is restricted.); ask for access on "
                        + hub.endpoint() + "/datasets/org/name, and set HF_TOKEN to a token of that account");
        assertThat(problem(Map.of("HF_TOKEN", "two\nlines")))
                .isEqualTo("the token for the hub holds characters that no token has; mend HF_TOKEN");
        hub.demand("");
        hub.refuse(new Refusal(401, "x-error-code: RepoNotFound"));
        assertThat(problem(Map.of()))
                .isEqualTo(hub.endpoint() + " refuses it (HTTP 401); it may not exist, or HF_TOKEN must hold a token"
                        + " with access to it");
        assertThat(problem(Map.of("HF_HUB_OFFLINE", "1")))
                .contains("not in the cache " + home)
                .contains("HF_HUB_OFFLINE forbids to fetch it");
        assertThatThrownBy(() -> cache(Map.of()).snapshot(repository("v9")))
                .hasMessage(hub.endpoint() + " has no revision 'v9' of it");
        assertThatThrownBy(() ->
                        cache(Map.of()).snapshot(new HubRepository(HubRepository.Kind.DATA_SET, "no/such", "main")))
                .hasMessage(hub.endpoint() + " has no such data set");
        hub.refuse(new Refusal(302, "location: /elsewhere/x"), new Refusal(200, ""));
        assertThat(problem(Map.of())).endsWith("answers no JSON; is HF_ENDPOINT the address of a hub?");
        assertThat(problem(Map.of("HF_ENDPOINT", "huggingface.co"))).startsWith("cannot fetch it from huggingface.co");
        assertThat(problem(Map.of("HF_ENDPOINT", "http://no-such-host.invalid")))
                .startsWith("cannot fetch it from http://no-such-host.invalid (")
                .doesNotContain("\n");
    }

    @Test
    void waitsWhenTheHubLimitsRequests() throws Exception {
        hub.refuse(new Refusal(429, "retry-after: 7"), new Refusal(503, ""));
        assertThat(cache(Map.of()).snapshot(repository("main")).files()).hasSize(2);
        assertThat(waits).containsExactly(Duration.ofSeconds(7), Duration.ofSeconds(4));
    }

    @Test
    void waitsAMinuteAtMost() {
        hub.refuse(new Refusal(429, "retry-after: 50"), new Refusal(429, "retry-after: 50"));
        assertThat(problem(Map.of()))
                .isEqualTo(hub.endpoint() + " is too busy or limits requests (HTTP 429); try again in 50 s, or set"
                        + " HF_TOKEN, which allows more requests");
        assertThat(waits).containsExactly(Duration.ofSeconds(50));
    }

    @Test
    void goesOnWhereADownloadBrokeOff() throws Exception {
        hub.cut(this::isKept, 100_000, 0, 50_000);
        assertThat(cache(Map.of()).snapshot(repository("main")).file(LARGE)).hasBinaryContent(large);
        assertThat(hub.requests())
                .filteredOn(request -> request.startsWith("store"))
                .extracting(request -> request.substring(request.indexOf(LARGE) + LARGE.length()))
                .containsExactly("", "", " bytes=100000-", "", " bytes=150000-");
        assertThat(waits).containsExactly(Duration.ofSeconds(1), Duration.ofSeconds(2));
        assertThat(leftovers()).isEmpty();
    }

    @Test
    void goesOnWhereAnEarlierRunEnded() throws Exception {
        hub.cut(this::isKept, 100_000, 0, 0, 0, 0, 0, 0, 0, 0);
        assertThatThrownBy(() -> cache(Map.of()).snapshot(repository("main")).file(LARGE))
                .isInstanceOf(HubException.class)
                .hasMessageContaining("broke off 5 times")
                .hasMessageContaining("the next run goes on where it ended");
        try (FakeHub again = new FakeHub()) {
            again.with(ID, LARGE, large);
            assertThat(cache(Map.of("HF_ENDPOINT", again.endpoint()))
                            .snapshot(repository("main"))
                            .file(LARGE))
                    .hasBinaryContent(large);
            assertThat(again.requests().getLast()).endsWith(" bytes=100000-");
        }
    }

    @Test
    void refusesBytesThatAreNotWhatTheHubSays() throws IOException {
        hub.damage();
        assertThatThrownBy(() -> cache(Map.of()).snapshot(repository("main")).file(LARGE))
                .isInstanceOf(HubException.class)
                .hasMessage(LARGE + " is not what the hub says that it is; the bytes were thrown away");
        assertThat(leftovers()).isEmpty();
        assertThat(home.resolve(".cache/huggingface/hub/datasets--org--name/snapshots/" + FakeHub.COMMIT)
                        .resolve(LARGE))
                .doesNotExist();
    }

    @Test
    void manyAtOnceFetchAFileOnce() throws Exception {
        Callable<Path> fetch =
                () -> cache(Map.of()).snapshot(repository("main")).file(LARGE);
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<Path>> files = threads.invokeAll(List.of(fetch, fetch, fetch, fetch, fetch, fetch));
            for (Future<Path> file : files) {
                assertThat(file.get()).hasBinaryContent(large);
            }
        }
        assertThat(leftovers()).isEmpty();
    }

    @Test
    void leavesNoFileOutsideItsFolder() throws Exception {
        hub.with(ID, "../evil.jsonl", TEXT).with(ID, "/etc/evil.jsonl", TEXT).with(ID, "a/../../evil.jsonl", TEXT);
        assertThat(cache(Map.of()).snapshot(repository("main")).files()).containsExactly(LARGE, SMALL);
    }

    @Test
    void asksThroughTheProxyOfTheEnvironment() throws Exception {
        Map<String, String> environment =
                Map.of("HF_ENDPOINT", "http://hub.invalid", "http_proxy", "127.0.0.1:" + hub.port());
        assertThat(cache(environment)
                        .snapshot(repository("refs/convert/parquet"))
                        .file(SMALL))
                .hasContent(TEXT);
        assertThat(hub.requests().getFirst()).isEqualTo("hub /api/datasets/org/name/revision/refs%2Fconvert%2Fparquet");
    }

    private boolean isKept(long bytes) {
        Path part = home.resolve(".cache/huggingface/hub/datasets--org--name/blobs")
                .resolve(FakeHub.sha256(large) + ".guidellm.incomplete");
        try {
            return bytes == 0 || Files.size(part) >= bytes;
        } catch (IOException e) {
            return false;
        }
    }

    private String problem(Map<String, String> environment) {
        try {
            return "no problem: "
                    + cache(environment).snapshot(repository("main")).files();
        } catch (HubException e) {
            return e.problem();
        }
    }

    private static HubRepository repository(String revision) {
        return new HubRepository(HubRepository.Kind.DATA_SET, ID, revision);
    }

    private HubCache cache(Map<String, String> more) {
        return new HubCache(settings(more), waits::add);
    }

    private HubSettings settings(Map<String, String> more) {
        Map<String, String> environment = new HashMap<>(Map.of("HF_ENDPOINT", hub.endpoint()));
        environment.putAll(more);
        return HubSettings.of(environment, home);
    }

    private List<String> leftovers() throws IOException {
        try (Stream<Path> files = Files.walk(home)) {
            return files.map(file -> file.getFileName().toString())
                    .filter(name -> name.contains("incomplete") || name.matches(".*\\.\\d+\\.\\d+"))
                    .toList();
        }
    }
}
