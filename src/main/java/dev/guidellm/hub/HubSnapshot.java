package dev.guidellm.hub;

import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The files of a repository at one commit. They are fetched one by one, when they are asked for.
public final class HubSnapshot {
    private final HubCache cache;
    private final HubRepository commit;
    private final List<String> files;
    private final @Nullable String whyOnlyThat;

    /// @param files their paths
    /// @param whyOnlyThat why only the files that are here can be had; null when all can
    HubSnapshot(HubCache cache, HubRepository commit, List<String> files, @Nullable String whyOnlyThat) {
        this.cache = cache;
        this.commit = commit;
        this.files = files.stream().sorted().toList();
        this.whyOnlyThat = whyOnlyThat;
    }

    /// Paths below the repository, with `/`, in order.
    public List<String> files() {
        return files;
    }

    /// Why only files that were fetched before can be had; null when all can.
    public @Nullable String whyOnlyThat() {
        return whyOnlyThat;
    }

    /// The local copy of one of [#files()].
    ///
    /// @throws HubException when it cannot be had
    public Path file(String path) throws HubException {
        return cache.file(commit, path, whyOnlyThat);
    }
}
