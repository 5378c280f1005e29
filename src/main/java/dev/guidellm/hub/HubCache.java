package dev.guidellm.hub;

import dev.guidellm.clock.RunClock;
import dev.guidellm.clock.SystemRunClock;
import dev.guidellm.json.JsonPath;
import dev.guidellm.json.JsonReader;
import dev.guidellm.json.JsonSyntaxException;
import dev.guidellm.json.JsonValue;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitOption;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Files of hub repositories, in the folder layout that Hugging Face's Python tools share
/// (`datasets--org--name/{refs,snapshots,blobs}`), so that what they have fetched is found and the other way round.
///
/// [HubSettings] says what of the environment counts. For one thread.
public final class HubCache {
    private static final Logger LOG = LoggerFactory.getLogger(HubCache.class);

    private final HubSettings settings;
    private final Consumer<Duration> pause;
    private @Nullable HubClient client;

    /// A cache that waits in real time.
    public HubCache(HubSettings settings) {
        this(settings, HubCache::sleep);
    }

    /// @param pause waits
    HubCache(HubSettings settings, Consumer<Duration> pause) {
        this.settings = settings;
        this.pause = pause;
    }

    private static void sleep(Duration wait) {
        RunClock clock = SystemRunClock.start();
        clock.sleepUntil(wait.toNanos());
    }

    /// The local copy of a file, fetched when there is none. A copy of a branch is not asked for again.
    ///
    /// @throws HubException when there is no such file, or it cannot be had
    public Path file(HubRepository repository, String path) throws HubException {
        Optional<Path> kept =
                kept(repository).map(snapshot -> snapshot.resolve(path)).filter(Files::isRegularFile);
        if (kept.isPresent()) {
            return kept.get();
        }
        Optional<String> offline = settings.offlineVariable(repository.kind());
        if (offline.isPresent()) {
            throw offline(offline.get());
        }
        return download(repository, path);
    }

    /// The files of a repository at the revision as it is now; offline, or when the hub cannot be reached, at the
    /// revision as it was fetched before, with the files that are here.
    ///
    /// @throws HubException when there is no such repository, or it cannot be had
    public HubSnapshot snapshot(HubRepository repository) throws HubException {
        Optional<String> offline = settings.offlineVariable(repository.kind());
        if (offline.isPresent()) {
            return keptSnapshot(repository, offline.get() + " forbids to fetch it")
                    .orElseThrow(() -> offline(offline.get()));
        }
        try {
            return described(repository);
        } catch (HubException e) {
            if (!e.isUnreachable()) {
                throw e;
            }
            HubSnapshot kept = keptSnapshot(repository, e.problem()).orElseThrow(() -> e);
            LOG.warn("{}: {}; taking what the cache {} holds", repository.id(), e.problem(), settings.cache());
            return kept;
        }
    }

    private HubException offline(String variable) {
        return new HubException("not in the cache " + settings.cache() + ", and " + variable + " forbids to fetch it");
    }

    private HubSnapshot described(HubRepository repository) throws HubException {
        JsonValue description;
        try (HubAnswer answer = client().get(repository, repository.description(), 0)) {
            description = JsonReader.read(answer.text());
        } catch (JsonSyntaxException e) {
            throw new HubException(settings.endpoint() + " answers no JSON; is HF_ENDPOINT the address of a hub?");
        } catch (IOException e) {
            throw new HubException(
                    "cannot fetch it from " + settings.endpoint() + " (" + HubClient.reason(e) + ")", true);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new HubException("the download was interrupted");
        }
        String commit = JsonPath.text(description, "sha");
        if (commit == null || !HubRepository.isCommit(commit)) {
            throw new HubException(settings.endpoint() + " does not say which commit that is");
        }
        List<String> files = new ArrayList<>();
        for (JsonValue sibling : JsonPath.items(description, "siblings")) {
            String path = JsonPath.text(sibling, "rfilename");
            if (path != null && isSafe(path)) {
                files.add(path);
            }
        }
        if (!commit.equals(repository.revision())) {
            try {
                writeReference(folder(repository), repository.revision(), commit);
            } catch (IOException e) {
                throw new HubException(
                        "cannot write to the cache " + settings.cache() + " (" + HubClient.reason(e) + ")");
            }
        }
        return new HubSnapshot(this, repository.at(commit), files, null);
    }

    /// No file leaves the snapshot's folder, whatever a hub says.
    private static boolean isSafe(String path) {
        return !path.contains("\\")
                && !path.contains(":")
                && path.chars().noneMatch(Character::isISOControl)
                && Arrays.stream(path.split("/", -1))
                        .noneMatch(part -> part.isEmpty() || part.equals(".") || part.equals(".."));
    }

    private Optional<HubSnapshot> keptSnapshot(HubRepository repository, String whyOnlyThat) throws HubException {
        Optional<Path> snapshot = kept(repository);
        if (snapshot.isEmpty()) {
            return Optional.empty();
        }
        Path folder = snapshot.get();
        try (Stream<Path> files = Files.walk(folder, FileVisitOption.FOLLOW_LINKS)) {
            List<String> paths = files.filter(Files::isRegularFile)
                    .map(file -> folder.relativize(file).toString().replace('\\', '/'))
                    .toList();
            String commit = folder.getFileName().toString();
            return Optional.of(new HubSnapshot(this, repository.at(commit), paths, whyOnlyThat));
        } catch (IOException | UncheckedIOException e) {
            throw new HubException("cannot read the cache " + settings.cache() + " (" + HubClient.reason(e) + ")");
        }
    }

    /// The snapshot folder of a revision that was fetched before.
    private Optional<Path> kept(HubRepository repository) {
        Path snapshots = folder(repository).resolve("snapshots");
        try {
            Path reference = folder(repository).resolve("refs").resolve(repository.revision());
            String commit =
                    Files.isRegularFile(reference) ? Files.readString(reference).strip() : repository.revision();
            Path exact = snapshots.resolve(commit);
            if (Files.isDirectory(exact)) {
                return Optional.of(exact);
            }
            boolean offline = settings.offlineVariable(repository.kind()).isPresent();
            if (!repository.revision().equals(HubRepository.MAIN) || !offline || !Files.isDirectory(snapshots)) {
                return Optional.empty();
            }
            // Offline, whatever revision is there is better than none: copied caches often lack `refs`.
            try (Stream<Path> commits = Files.list(snapshots)) {
                return commits.filter(Files::isDirectory).max(Comparator.comparing(HubCache::changed));
            }
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    private static FileTime changed(Path folder) {
        try {
            return Files.getLastModifiedTime(folder);
        } catch (IOException e) {
            return FileTime.fromMillis(0);
        }
    }

    /// The local copy of a file at a commit, fetched when there is none.
    ///
    /// @param whyOnlyThat why nothing may be fetched; null when it may
    Path file(HubRepository commit, String path, @Nullable String whyOnlyThat) throws HubException {
        Path kept =
                folder(commit).resolve("snapshots").resolve(commit.revision()).resolve(path);
        if (Files.isRegularFile(kept)) {
            return kept;
        }
        if (whyOnlyThat != null) {
            throw new HubException(path + " is not in the cache " + settings.cache() + ", and " + whyOnlyThat);
        }
        return download(commit, path);
    }

    private Path download(HubRepository repository, String path) throws HubException {
        return new HubDownload(client(), pause, folder(repository), repository, path).run();
    }

    private HubClient client() {
        if (client == null) {
            client = new HubClient(settings, pause);
        }
        return client;
    }

    private Path folder(HubRepository repository) {
        return settings.cache().resolve(repository.folder());
    }

    /// Notes which commit a branch or a tag is at. A cache that may only be read is left alone while it is right.
    static void writeReference(Path folder, String revision, String commit) throws IOException {
        Path reference = folder.resolve("refs").resolve(revision);
        if (Files.isRegularFile(reference)
                && Files.readString(reference).strip().equals(commit)) {
            return;
        }
        Files.createDirectories(reference.getParent());
        Path part = Files.createTempFile(reference.getParent(), "reference", ".incomplete");
        try {
            Files.writeString(part, commit);
            Files.move(part, reference, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } finally {
            Files.deleteIfExists(part);
        }
    }
}
