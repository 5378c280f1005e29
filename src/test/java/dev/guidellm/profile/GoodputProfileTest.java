package dev.guidellm.profile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import dev.guidellm.config.ConfigReader;
import dev.guidellm.config.ProfileConfig;
import dev.guidellm.config.Settings;
import dev.guidellm.config.SloConfig;
import dev.guidellm.json.JsonPath;
import dev.guidellm.json.JsonValue;
import dev.guidellm.json.JsonValue.JsonNull;
import dev.guidellm.json.YamlReader;
import dev.guidellm.metrics.ObjectiveAttainment;
import dev.guidellm.schedule.SchedulerCounts;
import dev.guidellm.schedule.SchedulerProgress;
import dev.guidellm.schedule.SchedulerState;
import dev.guidellm.schedule.SchedulingStrategy;
import dev.guidellm.schedule.StoppingScope;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// What the goodput search does beyond the reference.
class GoodputProfileTest {
    private static final SloConfig SLO = new SloConfig(null, null, 2500.0);
    private static final SloConfig TWO = new SloConfig(200.0, null, 2500.0, 0.99, null, null);

    private static Profile profile(String yaml, SloConfig slo) throws Exception {
        ProfileConfig config = new ConfigReader(Settings.defaults(Path.of("/results")))
                .read(ProfileConfig.class, YamlReader.read("{kind: goodput, " + yaml + "}"), "profile");
        return Profiles.create(config, Outcomes.metrics(slo), 42);
    }

    private static SchedulerState state(SchedulerCounts counts) {
        return Outcomes.stateStoppedBy(Map.of(), Map.of(), counts);
    }

    /// Every request answered; so many of a thousand kept each group of objectives.
    private static BenchmarkOutcome kept(int... conforming) {
        return Outcomes.judged(
                new SchedulingStrategy.Synchronous(),
                state(Outcomes.ended(1000, 0)),
                Arrays.stream(conforming)
                        .mapToObj(count -> new ObjectiveAttainment(SLO, count, 1000))
                        .toList(),
                10);
    }

    private static BenchmarkOutcome unanswered() {
        return Outcomes.judged(
                new SchedulingStrategy.Synchronous(),
                state(Outcomes.ended(0, 500)),
                List.of(new ObjectiveAttainment(SLO, 0, 500)),
                10);
    }

    private static BenchmarkOutcome nothingJudged(SchedulerCounts counts) {
        return Outcomes.judged(
                new SchedulingStrategy.Synchronous(), state(counts), List.of(new ObjectiveAttainment(SLO, 0, 0)), 10);
    }

    private static Optional<SchedulingStrategy> streams(int count) {
        return streams(count, 0);
    }

    private static Optional<SchedulingStrategy> streams(int count, double rampup) {
        return Optional.of(new SchedulingStrategy.Concurrent(count, rampup));
    }

    private static JsonValue conclusion(Profile profile) {
        return profile.conclusion().orElseThrow();
    }

    @Test
    void objectivesWithSharesOfTheirOwnAreJudgedEachByItsOwn() throws Exception {
        Profile profile = profile("target_attainment: 0.9", TWO);
        assertThat(profile.probeTarget().orElseThrow().goals())
                .extracting(goal -> goal.objectives().ttftMs(), ProbeTarget.Goal::share)
                .containsExactly(tuple(null, 0.9), tuple(200.0, 0.99));
        profile.next(null);
        // 93 % within 2500 ms are enough, 99.9 % within 200 ms too
        assertThat(profile.next(kept(930, 999))).isEqualTo(streams(8));
        // 97 % within 200 ms are not
        assertThat(profile.next(kept(930, 970))).isEqualTo(streams(6));
        JsonValue level =
                JsonPath.items(conclusion(profile), "x_guidellm_java", "levels").get(1);
        assertThat(JsonPath.truth(level, "passed")).isFalse();
        assertThat(JsonPath.truth(level, "resolved")).isTrue();
        assertThat(JsonPath.truth(JsonPath.items(level, "goals").get(0), "passed"))
                .isTrue();
        assertThat(JsonPath.truth(JsonPath.items(level, "goals").get(1), "passed"))
                .isFalse();
    }

    @Test
    void aPassIsCertainOnlyWhenEveryObjectiveIs() throws Exception {
        Profile profile = profile("target_attainment: 0.9", TWO);
        profile.next(null);
        profile.next(kept(905, 999));
        JsonValue probe = JsonPath.items(conclusion(profile), "probes").getFirst();
        assertThat(JsonPath.truth(probe, "passed")).isTrue();
        assertThat(JsonPath.truth(probe, "resolved")).isFalse();
    }

    /// A benchmark whose requests took so long, as one limited to so many seconds and requests.
    private static BenchmarkOutcome took(double latency, @Nullable Double seconds, @Nullable Double requests) {
        return took(new SchedulingStrategy.Synchronous(), 1000, latency, seconds, requests);
    }

    private static BenchmarkOutcome took(
            SchedulingStrategy strategy,
            int kept,
            double latency,
            @Nullable Double seconds,
            @Nullable Double requests) {
        BenchmarkOutcome all = kept(kept);
        SchedulerState limited = new SchedulerState(
                0,
                null,
                null,
                null,
                null,
                Map.of(),
                null,
                Map.of(),
                Map.of(),
                new SchedulerProgress(null, requests, null, seconds, null),
                all.state().counts());
        return new BenchmarkOutcome(
                strategy,
                limited,
                all.successfulRequestsPerSecond(),
                latency,
                null,
                all.attainments(),
                all.overall(),
                List.of(),
                all.goodputPerSecond());
    }

    private static double rampup(Profile profile, @Nullable BenchmarkOutcome previous) throws Exception {
        return profile.next(previous).orElseThrow().rampupSeconds();
    }

    @Test
    void streamsOpenNoFasterThanRequestsWereSeenToEnd() throws Exception {
        Profile profile = profile("initial_streams: 4", SLO);
        assertThat(profile.next(null)).isEqualTo(streams(4));
        // 4 streams, 2 s each: 2 requests/s, at which 8 take 4 s
        assertThat(rampup(profile, took(2, 60.0, null))).isEqualTo(4);
        // a quarter of 10 s
        assertThat(rampup(profile, took(2, 10.0, null))).isEqualTo(2.5);
        // 16 streams, 2 s each: 8 requests/s, so 100 requests take 12.5 s
        assertThat(rampup(profile, took(2, null, 100.0))).isEqualTo(12.5 / 4);
        assertThat(rampup(profile, took(2, null, null))).isEqualTo(4);
    }

    /// 4 streams of 2 s each would open over 2 s, but opened at once.
    @Test
    void aFailureAtAnotherPaceIsRunAgainBeforeItBoundsTheSearch() throws Exception {
        Profile profile = profile("initial_streams: 4, tolerance: 1", SLO);
        Optional<SchedulingStrategy> next = profile.next(null);
        assertThat(next).isEqualTo(streams(4, 0));
        next = profile.next(took(next.orElseThrow(), 0, 2, null, null));
        assertThat(next).isEqualTo(streams(2, 1));
        next = profile.next(took(next.orElseThrow(), 1000, 1, null, null));
        assertThat(next).isEqualTo(streams(4, 2));
        next = profile.next(took(next.orElseThrow(), 1000, 2, null, null));
        assertThat(next).isEqualTo(streams(8, 4));
        JsonValue found = conclusion(profile);
        assertThat(JsonPath.items(found, "x_guidellm_java", "probes"))
                .extracting(probe -> JsonPath.truth(probe, "off_pace"))
                .containsExactly(true, false, false);
        assertThat(JsonPath.items(found, "x_guidellm_java", "levels"))
                .extracting(level -> JsonPath.truth(level, "passed"))
                .containsExactly(true, true);
    }

    @Test
    void aRampThatWasAskedForIsTaken() throws Exception {
        Profile given = profile("rampup_duration: 3", SLO);
        assertThat(rampup(given, null)).isEqualTo(3);
        assertThat(rampup(given, took(2, 60.0, null))).isEqualTo(3);
        Profile none = profile("spread_starts: false", SLO);
        none.next(null);
        assertThat(rampup(none, took(2, 60.0, null))).isZero();
        Profile rates = profile("load: rate", SLO);
        rates.next(null);
        assertThat(rampup(rates, took(2, 60.0, null))).isZero();
    }

    @Test
    void arrivalRatesAreSearchedAsPoissonProcesses() throws Exception {
        Profile profile = profile("load: rate, initial_rate: 2, max_rate: 7, rampup_duration: 1", SLO);
        assertThat(profile.plannedTypes()).hasSize(15).containsOnly("poisson");
        assertThat(profile.next(null)).contains(new SchedulingStrategy.Poisson(2, null, 42, 1));
        assertThat(profile.next(kept(1000))).contains(new SchedulingStrategy.Poisson(4, null, 43, 1));
        assertThat(profile.next(kept(1000))).contains(new SchedulingStrategy.Poisson(7, null, 44, 1));
        assertThat(profile.next(kept(1000))).isEmpty();
        assertThat(JsonPath.number(conclusion(profile), "best_passing_rate")).isEqualTo(7);
        assertThat(JsonPath.text(conclusion(profile), "stop_reason")).isEqualTo("max_rate_reached");
        assertThat(JsonPath.members(conclusion(profile))).doesNotContainKey("best_passing_streams");
    }

    /// Requests that were answered before the queue had built up flatter the server.
    @Test
    void aServerThatFallsBehindAnArrivalRateHasFailed() throws Exception {
        Profile profile = profile("load: rate, initial_rate: 4", SLO);
        profile.next(null);
        BenchmarkOutcome saturated = Outcomes.judged(
                new SchedulingStrategy.Synchronous(),
                Outcomes.stateStoppedBy(
                        Map.of("over_saturation", Outcomes.stop(StoppingScope.CURRENT)),
                        Map.of(),
                        Outcomes.ended(1000, 0)),
                List.of(new ObjectiveAttainment(SLO, 1000, 1000)),
                10);
        assertThat(profile.next(saturated)).contains(new SchedulingStrategy.Poisson(2, null, 43, 0));
        JsonValue level =
                JsonPath.items(conclusion(profile), "x_guidellm_java", "levels").getFirst();
        assertThat(JsonPath.truth(level, "over_saturated")).isTrue();
        assertThat(JsonPath.truth(level, "passed")).isFalse();
    }

    @Test
    void aServerThatHasGoneSilentSaysNothingOfItsCapacity() throws Exception {
        Profile profile = profile("", SLO);
        profile.next(null);
        profile.next(kept(1000));
        assertThat(profile.next(kept(1000))).isEqualTo(streams(16));
        assertThat(profile.next(unanswered())).isEqualTo(streams(12));
        assertThat(profile.next(unanswered())).isEmpty();
        JsonValue found = conclusion(profile);
        assertThat(JsonPath.text(found, "stop_reason")).isEqualTo("server_stopped_answering");
        assertThat(JsonPath.whole(found, "best_passing_streams")).isEqualTo(8);
        assertThat(JsonPath.get(found, "lowest_failing_streams")).isNull();
        assertThat(JsonPath.items(found, "probes"))
                .extracting(probe -> JsonPath.truth(probe, "aborted"))
                .containsExactly(false, false, true, true);
    }

    @Test
    void aLevelWithoutAnswersIsAFailureWhereTheServerIsHeardAgain() throws Exception {
        Profile profile = profile("", SLO);
        profile.next(null);
        profile.next(kept(1000));
        assertThat(profile.next(unanswered())).isEqualTo(streams(6));
        assertThat(profile.next(kept(1000))).isEqualTo(streams(7));
    }

    @Test
    void aProbeWithoutAVerdictFailsOnceTheObjectivesAreKnownToBeMeasurable() throws Exception {
        Profile profile = profile("", SLO);
        profile.next(null);
        profile.next(kept(1000));
        assertThat(profile.next(nothingJudged(Outcomes.ended(0, 0)))).isEqualTo(streams(6));
        JsonValue probe = JsonPath.items(conclusion(profile), "probes").get(1);
        assertThat(JsonPath.truth(probe, "passed")).isFalse();
        assertThat(JsonPath.truth(probe, "resolved")).isFalse();
        assertThat(JsonPath.members(probe).get("attainment")).isEqualTo(JsonNull.NULL);
    }

    @Test
    void aFirstProbeThatIsTooShortForAnyRequestIsCalledThat() throws Exception {
        Profile profile = profile("", SLO);
        profile.next(null);
        BenchmarkOutcome cut = nothingJudged(new SchedulerCounts(4, 0, 0, 0, 4, 0, 0, 4));
        assertThatThrownBy(() -> profile.next(cut))
                .isInstanceOf(ProfileException.class)
                .hasMessageEndingWith("No request ended before the benchmark did.");
    }

    @Test
    void aSearchThatIsBrokenOffKeepsItsProbes() throws Exception {
        Profile profile = profile("", SLO);
        profile.next(null);
        profile.next(kept(1000));
        profile.brokenOff(kept(100), Profile.Ending.INTERRUPTED);
        JsonValue found = conclusion(profile);
        assertThat(JsonPath.text(found, "stop_reason")).isEqualTo("interrupted");
        assertThat(JsonPath.whole(found, "best_passing_streams")).isEqualTo(4);
        assertThat(JsonPath.get(found, "lowest_failing_streams")).isNull();
        assertThat(JsonPath.items(found, "probes")).hasSize(2);
        assertThat(JsonPath.truth(JsonPath.items(found, "probes").get(1), "aborted"))
                .isTrue();
    }

    @Test
    void aRunThatFailsBeforeItsFirstBenchmarkHasNoProbes() throws Exception {
        Profile profile = profile("", SLO);
        profile.brokenOff(null, Profile.Ending.FAILED);
        assertThat(JsonPath.items(conclusion(profile), "probes")).isEmpty();
        assertThat(JsonPath.text(conclusion(profile), "stop_reason")).isEqualTo("run_failed");
    }

    @Test
    void probesHaveATargetUnlessTheyAreToRunTheirFullTime() throws Exception {
        assertThat(profile("confidence: 0.9", SLO).probeTarget())
                .contains(new ProbeTarget(List.of(new ProbeTarget.Goal(SLO, 0.95)), 0.9));
        assertThat(profile("early_stop: false", SLO).probeTarget()).isEmpty();
    }

    @Test
    void repeatedRunsOfALevelArePooled() throws Exception {
        Profile profile = profile("reprobe: true", SLO);
        profile.next(null);
        // 94.5 % of a thousand neither passes 95 % for sure nor fails
        assertThat(profile.next(kept(945))).isEqualTo(streams(4));
        assertThat(profile.next(kept(985))).isEqualTo(streams(8));
        JsonValue level =
                JsonPath.items(conclusion(profile), "x_guidellm_java", "levels").getFirst();
        assertThat(JsonPath.whole(level, "runs")).isEqualTo(2);
        JsonValue goal = JsonPath.items(level, "goals").getFirst();
        assertThat(JsonPath.number(goal, "attainment")).isEqualTo(0.965);
        assertThat(JsonPath.whole(goal, "determined_requests")).isEqualTo(2000);
        assertThat(JsonPath.items(conclusion(profile), "probes")).hasSize(2);
    }
}
