package dev.guidellm.metrics;

import static dev.guidellm.metrics.SummaryJson.number;
import static org.assertj.core.api.Assertions.assertThat;

import dev.guidellm.GoldenCases;
import dev.guidellm.config.TransientPhaseConfig;
import dev.guidellm.config.TransientPhaseConfig.Mode;
import dev.guidellm.json.JsonValue;
import dev.guidellm.json.JsonValue.JsonArray;
import dev.guidellm.json.JsonValue.JsonObject;
import dev.guidellm.json.JsonWriter;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

@NullMarked
class MeasurementWindowTrackerTest {
    private static final String FILE = "metrics/strategy-cases.json";

    static Stream<Arguments> limits() {
        return ofKind("transient_limits")
                .map(c -> Arguments.of(JsonWriter.toString(GoldenCases.member(c, "value")), c));
    }

    static Stream<Arguments> transitions() {
        List<JsonValue> cases = ofKind("transient_transitions")
                .flatMap(c -> ((JsonArray) GoldenCases.member(c, "cases")).items().stream())
                .toList();
        return IntStream.range(0, cases.size()).mapToObj(i -> Arguments.of("transition " + i, cases.get(i)));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("limits")
    void limitsAgreeWithTheReference(String name, JsonObject given) {
        TransientPhaseConfig phase = phase((JsonObject) GoldenCases.member(given, "config"));
        List<JsonValue> limits = ((JsonArray) GoldenCases.member(given, "limits")).items();
        List<JsonValue> actual = limits.stream()
                .map(item -> {
                    JsonObject totals = (JsonObject) item;
                    TransientLimits found = TransientLimits.of(
                            phase, whole(number(totals, "max_requests")), number(totals, "max_seconds"));
                    return (JsonValue) new JsonArray(
                            List.of(JsonValue.ofNumber(found.seconds()), JsonValue.ofNumber(found.requests())));
                })
                .toList();
        List<JsonValue> golden = limits.stream()
                .map(item -> GoldenCases.member(item, "duration_requests"))
                .toList();
        GoldenCases.check(FILE, "transient_limits " + name, new JsonArray(actual), new JsonArray(golden));
    }

    /// The reference asks whether one update moves a bound; the requests before it are ended at other times.
    @ParameterizedTest(name = "{0}")
    @MethodSource("transitions")
    void transitionsAgreeWithTheReference(String name, JsonObject given) {
        TransientPhaseConfig phase = phase((JsonObject) GoldenCases.member(given, "config"));
        JsonObject progress = (JsonObject) GoldenCases.member(given, "progress");
        boolean start = GoldenCases.text(given, "period").equals("start");
        Integer requests = whole(number(progress, "total_requests"));
        Double seconds = number(progress, "total_duration");
        MeasurementWindowTracker tracker = new MeasurementWindowTracker(
                start ? phase : TransientPhaseConfig.NONE,
                start ? TransientPhaseConfig.NONE : phase,
                requests,
                seconds,
                0);
        int processed =
                Objects.requireNonNull(number(given, "processed_requests")).intValue();
        for (int i = 1; i < processed; i++) {
            tracker.ended(Requests.timings(0.5, 1.0), RequestStatus.SUCCESSFUL);
        }
        boolean byRequests = requests != null;
        Double before = byRequests ? bound(tracker, start) : null;
        Double from = number(given, "started_at");
        Double to = number(given, "completed_at");
        if (processed > 0) {
            tracker.ended(Requests.timings(from, to), RequestStatus.SUCCESSFUL);
        }
        Double after = bound(tracker, start);
        JsonObject actual = JsonValue.object()
                .put("active", !TransientLimits.of(phase, requests, seconds).isNone())
                .put("transition_offset", Objects.equals(before, after) ? null : after)
                .build();
        JsonObject golden = JsonValue.object()
                .put("active", GoldenCases.member(given, "active"))
                .put("transition_offset", GoldenCases.member(given, "transition_offset"))
                .build();
        GoldenCases.check(FILE, name, actual, golden);
    }

    @AfterAll
    static void everyDeviationIsNeeded() {
        GoldenCases.assertNoUnusedDeviation(FILE);
    }

    @Test
    void cooldownIsCountedBackFromTheRealEnd() {
        MeasurementWindow window =
                window(TransientPhaseConfig.NONE, value(2, Mode.PREFER_DURATION), null, 60.0, 20, 0.5);
        assertThat(window).isEqualTo(new MeasurementWindow(0, 0, 8, 10));
    }

    @Test
    void secondsOfWarmupNeedNoLimitOfTheRun() {
        MeasurementWindow window = window(value(3, Mode.DURATION), TransientPhaseConfig.NONE, 20, null, 20, 0.5);
        assertThat(window).isEqualTo(new MeasurementWindow(0, 3, 10, 10));
    }

    @Test
    void countedPhasesLeaveOutExactlySoManyRequests() {
        MeasurementWindow window = window(value(4, Mode.REQUESTS), value(5, Mode.REQUESTS), 20, null, 20, 0.5);
        assertThat(window).isEqualTo(new MeasurementWindow(0, 2, 7.5, 10));
    }

    @Test
    void shareOfAnUnlimitedRunIsTakenOfWhatItCameTo() {
        TransientPhaseConfig tenth = new TransientPhaseConfig(0.1, null, Mode.PREFER_DURATION);
        assertThat(window(tenth, tenth, null, null, 20, 0.5)).isEqualTo(new MeasurementWindow(0, 1, 9, 10));
    }

    @Test
    void zeroIsNone() {
        TransientPhaseConfig zero = new TransientPhaseConfig(0.0, null, Mode.PREFER_DURATION);
        MeasurementWindowTracker tracker = new MeasurementWindowTracker(zero, zero, null, 60.0, -1);
        tracker.ended(Requests.timings(2.0, 3.0), RequestStatus.SUCCESSFUL);
        assertThat(tracker.finish(null)).isEqualTo(new MeasurementWindow(2, 2, 3, 3));
    }

    @Test
    void phasesLongerThanTheRunLeaveAnEmptyWindowInsideIt() {
        MeasurementWindow window = window(value(30, Mode.DURATION), value(5, Mode.DURATION), null, 60.0, 2, 0.5);
        assertThat(window).isEqualTo(new MeasurementWindow(0, 1, 1, 1));
        assertThat(window.isSwallowed()).isTrue();
    }

    @Test
    void stopEndsTheRunBeforeTheLastAnswerDoes() {
        MeasurementWindowTracker tracker =
                new MeasurementWindowTracker(TransientPhaseConfig.NONE, TransientPhaseConfig.NONE, null, 5.0, 0);
        tracker.ended(Requests.timings(0.1, 4.0), RequestStatus.SUCCESSFUL);
        tracker.ended(Requests.timings(4.0, 5.2), RequestStatus.INCOMPLETE);
        assertThat(tracker.finish(5.0)).isEqualTo(new MeasurementWindow(0.1, 0.1, 5.0, 5.0));
        assertThat(tracker.finish(60.0).end()).isEqualTo(5.2);
    }

    @Test
    void runWithoutRequestsHasAWindowWithoutLength() {
        MeasurementWindowTracker tracker =
                new MeasurementWindowTracker(TransientPhaseConfig.NONE, TransientPhaseConfig.NONE, 5, null, 2);
        assertThat(tracker.finish(null)).isEqualTo(new MeasurementWindow(2, 2, 2, 2));
    }

    @Test
    void phaseFollowsTheRun() {
        MeasurementWindowTracker tracker =
                new MeasurementWindowTracker(value(1, Mode.DURATION), value(2, Mode.DURATION), null, 10.0, 0);
        assertThat(tracker.phaseAt(0.5)).isEqualTo(MeasurementWindowTracker.Phase.WARMUP);
        assertThat(tracker.phaseAt(1)).isEqualTo(MeasurementWindowTracker.Phase.ACTIVE);
        assertThat(tracker.phaseAt(8)).isEqualTo(MeasurementWindowTracker.Phase.COOLDOWN);
    }

    /// A run of `count` requests one after the other.
    private static MeasurementWindow window(
            TransientPhaseConfig warmup,
            TransientPhaseConfig cooldown,
            @Nullable Integer totalRequests,
            @Nullable Double totalSeconds,
            int count,
            double each) {
        MeasurementWindowTracker tracker =
                new MeasurementWindowTracker(warmup, cooldown, totalRequests, totalSeconds, 0);
        for (int i = 0; i < count; i++) {
            tracker.ended(Requests.timings(i * each, (i + 1) * each), RequestStatus.SUCCESSFUL);
        }
        return tracker.finish(null);
    }

    private static @Nullable Double bound(MeasurementWindowTracker tracker, boolean start) {
        return start ? tracker.warmupEnd() : tracker.cooldownStart();
    }

    private static TransientPhaseConfig value(double value, Mode mode) {
        return new TransientPhaseConfig(null, value, mode);
    }

    private static TransientPhaseConfig phase(JsonObject config) {
        JsonValue mode = config.get("mode");
        Mode parsed = Stream.of(Mode.values())
                .filter(m -> mode instanceof JsonValue.JsonString(String text)
                        && m.text().equals(text))
                .findFirst()
                .orElse(Mode.PREFER_DURATION);
        return new TransientPhaseConfig(number(config, "percent"), number(config, "value"), parsed);
    }

    private static @Nullable Integer whole(@Nullable Double number) {
        return number == null ? null : Integer.valueOf(number.intValue());
    }

    private static Stream<JsonObject> ofKind(String kind) {
        return GoldenCases.loadList(FILE, "cases").stream()
                .filter(c -> GoldenCases.text(c, "kind").equals(kind));
    }
}
