package dev.guidellm.output.html;

import dev.guidellm.json.JsonValue;
import dev.guidellm.json.JsonValue.JsonArray;
import dev.guidellm.json.JsonValue.JsonObject;
import dev.guidellm.metrics.ConfidenceIntervals;
import dev.guidellm.metrics.RequestStatus;
import dev.guidellm.report.RequestFigures;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// What the page needs to recompute the share of requests that keep objectives of its reader's choice.
///
/// Each of the three latencies gets limits to choose from, common to all levels, among them the configured ones. A
/// request is put into the cell of the least limits that it keeps, so that for every choice of limits the count of
/// conforming requests is exact. Limits are as fine as the number of cells allows.
final class ObjectiveGrid {
    private static final List<LatencyMetric> AXES = LatencyMetric.OF_REQUESTS;
    /// Limits tried per latency, until no level has more cells than allowed; the last is taken anyway.
    private static final int[] RESOLUTIONS = {80, 60, 45, 32, 24, 16, 11};
    private static final int MOST_CELLS = 1500;
    private static final int RANKS_PER_LEVEL = 200;
    private static final MathContext THREE_DIGITS_UP = new MathContext(3, RoundingMode.CEILING);

    private final List<double[]> limits;

    private ObjectiveGrid(List<double[]> limits) {
        this.limits = limits;
    }

    /// One level's requests, reduced to what objectives are about.
    ///
    /// @param values of each successful request of the window its latencies in the order of the axes; NaN where
    ///     one was not measured
    /// @param errored requests that failed, which keep no objective
    /// @param complete whether these are all requests
    record Population(List<double[]> values, int errored, boolean complete) {
        static Population of(LevelRequests requests) {
            List<double[]> values = new ArrayList<>();
            for (RequestFigures request : requests.within(RequestStatus.SUCCESSFUL)) {
                values.add(AXES.stream()
                        .mapToDouble(
                                axis -> Objects.requireNonNull(axis.ofRequest()).applyAsDouble(request))
                        .toArray());
            }
            return new Population(values, requests.within(RequestStatus.ERRORED).size(), requests.complete());
        }
    }

    /// The member of the page's data.
    ///
    /// @param levels in the order of `populations`
    static JsonObject json(List<Level> levels, List<Population> populations) {
        List<double[]> pooled = new ArrayList<>();
        for (int axis = 0; axis < AXES.size(); axis++) {
            pooled.add(pooled(populations, axis));
        }
        ObjectiveGrid grid = null;
        List<Map<Integer, Integer>> cells = List.of();
        for (int resolution : RESOLUTIONS) {
            grid = new ObjectiveGrid(limits(levels, pooled, resolution));
            cells = populations.stream().map(grid::cells).toList();
            if (cells.stream().allMatch(each -> each.size() <= MOST_CELLS)) {
                break;
            }
        }
        return Objects.requireNonNull(grid).json(levels, populations, cells);
    }

    private JsonObject json(List<Level> levels, List<Population> populations, List<Map<Integer, Integer>> cells) {
        List<JsonValue> axes = new ArrayList<>();
        for (int i = 0; i < AXES.size(); i++) {
            LatencyMetric axis = AXES.get(i);
            axes.add(JsonValue.object()
                    .put("id", axis.id())
                    .put(
                            "limits",
                            new JsonArray(Arrays.stream(limits.get(i))
                                    .mapToObj(JsonValue::of)
                                    .toList()))
                    .put("configured", configured(levels, axis))
                    .build());
        }
        List<JsonValue> members = new ArrayList<>();
        for (int i = 0; i < levels.size(); i++) {
            List<JsonValue> flat = new ArrayList<>();
            cells.get(i).forEach((cell, count) -> {
                for (int axis : places(cell)) {
                    flat.add(JsonValue.of(axis));
                }
                flat.add(JsonValue.of(count));
            });
            members.add(JsonValue.object()
                    .put("cells", new JsonArray(flat))
                    .put("errored", populations.get(i).errored())
                    .put("complete", populations.get(i).complete())
                    .put("reported", levels.get(i).attainment())
                    .put(
                            "quantile",
                            ConfidenceIntervals.proportionQuantile(levels.get(i).confidenceOrUsual()))
                    .build());
        }
        return JsonValue.object()
                .put("axes", new JsonArray(axes))
                .put("levels", new JsonArray(members))
                .build();
    }

    /// The limit of the first level that has one.
    private static @Nullable Double configured(List<Level> levels, LatencyMetric axis) {
        return levels.stream()
                .map(level -> level.objective(axis))
                .filter(Objects::nonNull)
                .findFirst()
                .orElse(null);
    }

    /// For each axis limits in ascending order; the last one is kept by every request.
    private static List<double[]> limits(List<Level> levels, List<double[]> pooled, int resolution) {
        List<double[]> all = new ArrayList<>();
        for (int axis = 0; axis < AXES.size(); axis++) {
            double[] values = pooled.get(axis);
            TreeSet<Double> limits = new TreeSet<>();
            for (int i = 1; i <= resolution && values.length > 0; i++) {
                limits.add(roundedUp(values[Math.max(0, (int) ((long) i * values.length / resolution) - 1)]));
            }
            for (Level level : levels) {
                Double configured = level.objective(AXES.get(axis));
                if (configured != null) {
                    limits.add(configured);
                }
            }
            all.add(limits.stream().mapToDouble(each -> each).toArray());
        }
        return all;
    }

    /// Values of all levels in ascending order.
    private static double[] pooled(List<Population> populations, int axis) {
        return populations.stream()
                .flatMapToDouble(each -> Arrays.stream(atRanks(each.values(), axis)))
                .sorted()
                .toArray();
    }

    /// Every value, or those at evenly spaced ranks, the greatest included, so that each level weighs the same.
    private static double[] atRanks(List<double[]> values, int column) {
        double[] sorted = values.stream()
                .mapToDouble(each -> each[column])
                .filter(Double::isFinite)
                .sorted()
                .toArray();
        if (sorted.length <= RANKS_PER_LEVEL) {
            return sorted;
        }
        double[] kept = new double[RANKS_PER_LEVEL];
        Arrays.setAll(kept, i -> sorted[(int) ((i + 1L) * sorted.length / RANKS_PER_LEVEL) - 1]);
        return kept;
    }

    private static double roundedUp(double value) {
        return new BigDecimal(value).round(THREE_DIGITS_UP).doubleValue();
    }

    /// How many requests are in each cell that holds any.
    private Map<Integer, Integer> cells(Population population) {
        int[] counts = new int[base(0) * base(1) * base(2)];
        for (double[] values : population.values()) {
            int cell = 0;
            for (int axis = 0; axis < values.length; axis++) {
                cell = cell * base(axis) + place(values[axis], limits.get(axis)) + 1;
            }
            counts[cell]++;
        }
        Map<Integer, Integer> cells = new TreeMap<>();
        for (int cell = 0; cell < counts.length; cell++) {
            if (counts[cell] > 0) {
                cells.put(cell, counts[cell]);
            }
        }
        return cells;
    }

    /// Places run from −1, for a latency that was not measured, to the number of limits, for one beyond all of
    /// them.
    private int base(int axis) {
        return limits.get(axis).length + 2;
    }

    private static int place(double value, double[] limits) {
        if (Double.isNaN(value)) {
            return -1;
        }
        int found = Arrays.binarySearch(limits, value);
        return found >= 0 ? found : -found - 1;
    }

    private int[] places(int cell) {
        int[] places = new int[AXES.size()];
        int rest = cell;
        for (int axis = places.length - 1; axis >= 0; axis--) {
            places[axis] = rest % base(axis) - 1;
            rest /= base(axis);
        }
        return places;
    }
}
