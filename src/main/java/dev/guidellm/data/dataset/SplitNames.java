package dev.guidellm.data.dataset;

import java.util.Collection;
import java.util.List;
import java.util.stream.Stream;

/// Which split is meant when a data set has several and none is named.
final class SplitNames {
    /// Bases of names in order of preference; each also with an ending.
    private static final List<List<String>> GROUPS = List.of(
            List.of("train", "training"),
            List.of("pretrain", "pretraining"),
            List.of("calibration", "calib", "cal"),
            List.of("validation", "val", "valid"),
            List.of("dev"),
            List.of("test", "testing"),
            List.of("eval"));

    private SplitNames() {}

    /// The first of the usual names, else the first split.
    static String usual(Collection<String> splits) {
        return GROUPS.stream()
                .flatMap(SplitNames::names)
                .filter(splits::contains)
                .findFirst()
                .orElseGet(() -> splits.iterator().next());
    }

    private static Stream<String> names(List<String> bases) {
        Stream<String> withEndings = Stream.of("_set", "_dataset", "_data")
                .flatMap(ending -> bases.stream().map(base -> base + ending));
        return Stream.concat(bases.stream(), withEndings);
    }
}
