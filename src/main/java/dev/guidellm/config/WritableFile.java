package dev.guidellm.config;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Finds out by trying whether a file can be made, so that a measurement is not lost at its end: permissions, read-only
/// file systems, full ones and names that are too long. Leaves nothing behind.
final class WritableFile {
    private static final String TRIAL = ".guidellm-trial-";

    private WritableFile() {}

    /// Why `file` cannot be written; empty when it can.
    static Optional<String> obstacle(Path file) {
        Path whole = file.toAbsolutePath().normalize();
        if (Files.isDirectory(whole)) {
            return Optional.of(whole + " is a directory");
        }
        Path above = whole.getParent();
        while (above != null && !Files.exists(above)) {
            above = above.getParent();
        }
        if (above == null || !Files.isDirectory(above)) {
            return Optional.of(above + " is no folder that may be written to");
        }
        try {
            tryOut(whole, above);
            return Optional.empty();
        } catch (AccessDeniedException e) {
            return Optional.of(above + " is no folder that may be written to");
        } catch (FileSystemException e) {
            return Optional.of(shown(e, whole));
        } catch (IOException e) {
            return Optional.of(whole + ": " + e.getMessage());
        }
    }

    private static void tryOut(Path file, Path folder) throws IOException {
        if (Files.exists(file)) {
            // It may be written to in place where the folder takes no second file.
            if (!Files.isWritable(file)) {
                throw new FileSystemException(file.toString(), null, "may not be written to");
            }
            return;
        }
        Path trial = Files.createTempDirectory(folder, TRIAL);
        Path reached = trial;
        try {
            for (Path element : folder.relativize(file)) {
                reached = Files.createDirectory(reached.resolve(element));
            }
        } finally {
            for (Path each = reached; each != null && !each.equals(folder); each = each.getParent()) {
                Files.deleteIfExists(each);
            }
        }
    }

    private static String shown(FileSystemException e, Path file) {
        @Nullable String reason = e.getReason();
        return file + ": " + (reason == null ? e.getClass().getSimpleName() : reason);
    }
}
