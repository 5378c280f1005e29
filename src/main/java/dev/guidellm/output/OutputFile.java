package dev.guidellm.output;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// A file that appears whole or not at all: written beside its place, then renamed, so that what breaks off leaves an
/// older file as it is. Where the folder takes no second file, an existing one is written to in place. [#write] from
/// one thread, [#abandon] from any.
final class OutputFile {
    private static final Logger LOG = LoggerFactory.getLogger(OutputFile.class);

    private final Path path;

    /// What is written so far; null when nothing is.
    private volatile @Nullable Path unfinished;

    OutputFile(Path path) {
        this.path = path;
    }

    /// What goes into a file.
    @FunctionalInterface
    interface Content {
        void write(OutputStream out) throws IOException;
    }

    /// Makes the folders above where they are missing, and writes the file.
    void write(Content content) throws IOException {
        makeFolders(path);
        if (isSpecial(path)) {
            direct(path, content);
            return;
        }
        Path target = target(path);
        Path fresh = target.resolveSibling(".guidellm-"
                + ProcessHandle.current().pid() + "-" + Integer.toHexString(System.identityHashCode(this)) + ".tmp");
        unfinished = fresh;
        try {
            beside(fresh, target, content);
        } finally {
            Files.deleteIfExists(fresh);
            unfinished = null;
        }
    }

    private static void beside(Path fresh, Path target, Content content) throws IOException {
        try {
            Files.createFile(fresh);
        } catch (FileSystemException e) {
            if (!Files.isRegularFile(target) || !Files.isWritable(target)) {
                throw e;
            }
            direct(target, content); // the folder takes no second file, but this one may be changed
            return;
        }
        direct(fresh, content);
        move(fresh, target);
    }

    /// Removes what is written so far, for a program that ends in the middle of it.
    void abandon() {
        Path half = unfinished;
        if (half != null) {
            try {
                Files.deleteIfExists(half);
            } catch (IOException e) {
                LOG.debug("{} stays behind", half, e);
            }
        }
    }

    /// Puts a finished file into its place, over an older one. Where a file cannot be replaced, as one that is mounted
    /// by itself, its content is.
    static void move(Path fresh, Path target) throws IOException {
        try {
            Files.move(fresh, target, StandardCopyOption.REPLACE_EXISTING);
        } catch (FileSystemException e) {
            if (!Files.isRegularFile(target) || !Files.exists(fresh)) {
                throw e;
            }
            direct(target, out -> Files.copy(fresh, out));
            Files.delete(fresh);
        }
    }

    /// Makes the folders above a file.
    static void makeFolders(Path path) throws IOException {
        Path parent = path.toAbsolutePath().getParent();
        if (parent != null) {
            Files.createDirectories(parent);
        }
    }

    /// Whether `path` is there and no ordinary file, as a pipe or a terminal: it is written to, not replaced.
    static boolean isSpecial(Path path) {
        return Files.exists(path) && !Files.isRegularFile(path);
    }

    /// The file itself where `path` is a link to one.
    static Path target(Path path) throws IOException {
        return Files.exists(path) ? path.toRealPath() : path;
    }

    private static void direct(Path file, Content content) throws IOException {
        try (OutputStream out = Files.newOutputStream(file)) {
            content.write(out);
        }
    }
}
