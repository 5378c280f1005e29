package dev.guidellm.data.dataset;

import dev.guidellm.data.DataException;
import dev.guidellm.hub.HubException;
import dev.guidellm.hub.HubSnapshot;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitOption;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Where the files of a data set are.
sealed interface DataFolder {

    /// What messages call the data set.
    String name();

    /// Paths of its files with `/`, in order.
    List<String> files();

    /// One of the files as a file of this machine.
    ///
    /// @throws DataException when it cannot be had
    Path file(String path);

    /// What messages call one of the files.
    String shown(String path);

    /// Why some files may be missing; null when none can be.
    @Nullable
    String whyIncomplete();

    /// A folder of this machine.
    ///
    /// @param files in it and its folders
    record Local(String name, Path folder, List<String> files) implements DataFolder {

        /// @throws DataException when the folder cannot be read
        static Local open(String name, Path folder) {
            return open(name, folder, Integer.MAX_VALUE);
        }

        /// @param depth how many folders deep to look
        static Local open(String name, Path folder, int depth) {
            try (Stream<Path> files = Files.walk(folder, depth, FileVisitOption.FOLLOW_LINKS)) {
                return new Local(
                        name,
                        folder,
                        files.filter(Files::isRegularFile)
                                .map(file -> folder.relativize(file).toString().replace('\\', '/'))
                                .sorted()
                                .toList());
            } catch (IOException | UncheckedIOException e) {
                throw new DataException(name, null, "the folder cannot be read (" + e.getMessage() + ")");
            }
        }

        @Override
        public Path file(String path) {
            return folder.resolve(path);
        }

        @Override
        public String shown(String path) {
            return folder.resolve(path).toString();
        }

        @Override
        public @Nullable String whyIncomplete() {
            return null;
        }
    }

    /// A repository of the hub.
    record Hub(String name, HubSnapshot snapshot) implements DataFolder {
        @Override
        public List<String> files() {
            return snapshot.files();
        }

        @Override
        public Path file(String path) {
            try {
                return snapshot.file(path);
            } catch (HubException e) {
                throw new DataException(name, null, e.problem());
            }
        }

        @Override
        public String shown(String path) {
            return name + "/" + path;
        }

        @Override
        public @Nullable String whyIncomplete() {
            return snapshot.whyOnlyThat();
        }
    }
}
