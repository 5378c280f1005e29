package dev.guidellm.metrics;

import dev.guidellm.conversation.UsageMetrics;
import dev.guidellm.record.RequestTimings;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;

/// What the statistics need of every request, column by column: at most 180 bytes per text request, whatever
/// the length of its prompt and answer. NaN stands for a value that was not measured.
final class RequestColumns {
    private static final Set<RequestMetric> KEPT = EnumSet.of(
            RequestMetric.REQUEST_LATENCY,
            RequestMetric.PROMPT_TOKENS,
            RequestMetric.OUTPUT_TOKENS,
            RequestMetric.TOTAL_TOKENS,
            RequestMetric.TIME_TO_FIRST_TOKEN_MS,
            RequestMetric.TIME_TO_FIRST_OUTPUT_TOKEN_MS,
            RequestMetric.TIME_PER_OUTPUT_TOKEN_MS,
            RequestMetric.INTER_TOKEN_LATENCY_MS,
            RequestMetric.TIME_TO_LAST_ROUND_TRIP_MS,
            RequestMetric.AVG_ROUND_TRIP_TIME_MS);
    private static final Set<RequestMetric> KEPT_WITH_SCHEDULE = EnumSet.of(
            RequestMetric.REQUEST_DISPATCH_DELAY,
            RequestMetric.REQUEST_SCHEDULED_LATENCY,
            RequestMetric.TURN_PREDECESSOR_DELAY,
            RequestMetric.TURN_SCHEDULING_DELAY);

    private static final int ERRORED = 1;
    private static final int INCOMPLETE = 2;
    private static final int STATUS_MASK = 3;
    private static final int MET = 1 << 2;
    private static final int MISSED = 2 << 2;
    private static final int VERDICT_MASK = 3 << 2;
    private static final int VERDICT_BITS = 2;
    private static final int ROOT = 1 << 4;
    private static final int TURN_SHIFT = 5;

    private static final Modality[] MODALITIES = Modality.values();

    private final RequestMetric[] kept;
    /// One for each of `kept`.
    private final Column[] values;
    private final Map<RequestMetric, Column> byMetric = new EnumMap<>(RequestMetric.class);
    private final Map<Modality, Column> inputs = new EnumMap<>(Modality.class);
    private final Map<Modality, Column> outputs = new EnumMap<>(Modality.class);
    private final Column firstTokens;
    private final Column firstOutputTokens;
    private final Column starts = new Column();
    private final Column ends = new Column();
    private final Column lastTokens = new Column();
    private final IntColumn requestIterations = new IntColumn();
    private final IntColumn tokenIterations = new IntColumn();
    /// Bits 0–1 status, 2–3 verdict, 4 root, from 5 on the turn index.
    private final IntColumn flags = new IntColumn();
    /// Two bits for each group of objectives that is judged apart; not used where there are none.
    private final IntColumn groupVerdicts = new IntColumn();
    private int size;

    /// @param hasArrivalSchedule whether delays against a schedule mean something
    RequestColumns(boolean hasArrivalSchedule) {
        Set<RequestMetric> metrics = EnumSet.copyOf(KEPT);
        if (hasArrivalSchedule) {
            metrics.addAll(KEPT_WITH_SCHEDULE);
        }
        kept = metrics.toArray(RequestMetric[]::new);
        values = new Column[kept.length];
        for (int i = 0; i < kept.length; i++) {
            values[i] = new Column();
            byMetric.put(kept[i], values[i]);
        }
        firstTokens = column(RequestMetric.TIME_TO_FIRST_TOKEN_MS);
        firstOutputTokens = column(RequestMetric.TIME_TO_FIRST_OUTPUT_TOKEN_MS);
    }

    void add(MeasuredRequest request, RequestStatus status, ServiceLevelObjective.Verdict verdict) {
        int row = size++;
        RequestTimings timings = request.timings();
        double end = orElse(timings.completedAt(), timings.finalized());
        double start = orElse(timings.startedAt(), end);
        put(starts, row, start);
        put(ends, row, orElse(end, start));
        put(lastTokens, row, timings.lastTokenIteration());
        requestIterations.set(row, timings.requestIterations());
        tokenIterations.set(row, timings.tokenIterations());
        int root = request.request().precedingNodes() == 0 ? ROOT : 0;
        int turn = request.request().turnIndex();
        flags.set(row, code(status) | code(verdict) | root | turn << TURN_SHIFT);
        for (int i = 0; i < kept.length; i++) {
            put(values[i], row, kept[i].of(request));
        }
        putCounts(inputs, row, request.input());
        putCounts(outputs, row, request.output());
    }

    /// Adds to the latest request how it fares against some of the objectives.
    void addGroupVerdict(int group, ServiceLevelObjective.Verdict verdict) {
        int row = size - 1;
        int others = group == 0 ? 0 : groupVerdicts.get(row);
        groupVerdicts.set(row, others | code(verdict) << (VERDICT_BITS * group));
    }

    int size() {
        return size;
    }

    RequestStatus status(int row) {
        return switch (flags.get(row) & STATUS_MASK) {
            case 0 -> RequestStatus.SUCCESSFUL;
            case ERRORED -> RequestStatus.ERRORED;
            default -> RequestStatus.INCOMPLETE;
        };
    }

    /// Against all objectives together.
    ServiceLevelObjective.Verdict verdict(int row) {
        return verdictOf(flags.get(row));
    }

    /// Against those of one group that is judged apart.
    ServiceLevelObjective.Verdict verdict(int group, int row) {
        return verdictOf(groupVerdicts.get(row) >>> (VERDICT_BITS * group));
    }

    private static ServiceLevelObjective.Verdict verdictOf(int bits) {
        return switch (bits & VERDICT_MASK) {
            case MET -> ServiceLevelObjective.Verdict.MET;
            case MISSED -> ServiceLevelObjective.Verdict.MISSED;
            default -> ServiceLevelObjective.Verdict.UNDETERMINED;
        };
    }

    boolean isRoot(int row) {
        return (flags.get(row) & ROOT) != 0;
    }

    int turnIndex(int row) {
        return flags.get(row) >>> TURN_SHIFT;
    }

    /// When it started; its end where it never did.
    double start(int row) {
        return starts.get(row);
    }

    double end(int row) {
        return ends.get(row);
    }

    /// When it was meant to start; its start where nothing says so.
    double due(int row) {
        double delay = value(RequestMetric.REQUEST_DISPATCH_DELAY, row);
        return Double.isNaN(delay) ? start(row) : start(row) - delay;
    }

    double firstToken(int row) {
        return start(row) + firstTokens.get(row) / 1000;
    }

    double firstOutputToken(int row) {
        return start(row) + firstOutputTokens.get(row) / 1000;
    }

    double lastToken(int row) {
        return lastTokens.get(row);
    }

    int requestIterations(int row) {
        return requestIterations.get(row);
    }

    int tokenIterations(int row) {
        return tokenIterations.get(row);
    }

    /// One value of a metric; NaN where it was not measured or is not kept.
    double value(RequestMetric metric, int row) {
        return column(metric).get(row);
    }

    /// The values of one metric, none of a metric that is not kept.
    Column column(RequestMetric metric) {
        return byMetric.getOrDefault(metric, Column.EMPTY);
    }

    Column input(Modality modality) {
        return inputs.getOrDefault(modality, Column.EMPTY);
    }

    Column output(Modality modality) {
        return outputs.getOrDefault(modality, Column.EMPTY);
    }

    /// Whether any request has a count of this kind.
    boolean uses(Modality modality) {
        return inputs.containsKey(modality) || outputs.containsKey(modality);
    }

    private static int code(RequestStatus status) {
        return switch (status) {
            case SUCCESSFUL -> 0;
            case ERRORED -> ERRORED;
            case INCOMPLETE -> INCOMPLETE;
        };
    }

    private static int code(ServiceLevelObjective.Verdict verdict) {
        return switch (verdict) {
            case MET -> MET;
            case MISSED -> MISSED;
            case UNDETERMINED -> 0;
        };
    }

    private static void putCounts(Map<Modality, Column> columns, int row, UsageMetrics counts) {
        if (counts.isEmpty()) {
            return;
        }
        for (Modality modality : MODALITIES) {
            if (counts.has(modality.source())) {
                columns.computeIfAbsent(modality, _ -> new Column()).set(row, counts.value(modality.source()));
            }
        }
    }

    private static double orElse(double moment, double other) {
        return RequestTimings.came(moment) ? moment : other;
    }

    private static void put(Column column, int row, double value) {
        if (!Double.isNaN(value)) {
            column.set(row, value);
        }
    }
}
