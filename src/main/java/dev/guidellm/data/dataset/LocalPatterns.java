package dev.guidellm.data.dataset;

import dev.guidellm.data.DataException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// Files of this machine that patterns stand for. Only the folder below which a pattern begins is looked through.
final class LocalPatterns {
    private LocalPatterns() {}

    /// @param base what relative patterns are relative to
    /// @throws DataException when a pattern stands for nothing
    static DataFolder.Local find(String name, Path base, List<String> patterns) {
        List<String> found = new ArrayList<>();
        for (String pattern : patterns) {
            List<String> files = files(name, base, pattern);
            if (files.isEmpty()) {
                throw new DataException(name, null, "no such file: " + pattern + " (load_kwargs.data_files)");
            }
            found.addAll(files);
        }
        return new DataFolder.Local(name, base, List.copyOf(found));
    }

    private static List<String> files(String name, Path base, String pattern) {
        if (pattern.contains("://")) {
            throw new DataException(name, null, "cannot fetch " + pattern + "; download it and name the file");
        }
        try {
            if (!FilePatterns.isPattern(pattern)) {
                return Files.isRegularFile(base.resolve(pattern)) ? List.of(pattern) : List.of();
            }
            int first = first(pattern);
            int slash = pattern.lastIndexOf('/', first);
            String before = pattern.substring(0, slash + 1);
            String rest = pattern.substring(slash + 1);
            Path start = base.resolve(before);
            if (!Files.isDirectory(start)) {
                return List.of();
            }
            int depth = rest.contains("**") ? Integer.MAX_VALUE : rest.split("/").length;
            List<String> files = DataFolder.Local.open(name, start, depth).files();
            return FilePatterns.matching(rest, files).stream()
                    .map(file -> before + file)
                    .toList();
        } catch (InvalidPathException e) {
            throw new DataException(name, null, pattern + " is no usable file name (" + e.getReason() + ")");
        }
    }

    private static int first(String pattern) {
        int at = 0;
        while (!FilePatterns.isPattern(pattern.substring(at, at + 1))) {
            at++;
        }
        return at;
    }
}
