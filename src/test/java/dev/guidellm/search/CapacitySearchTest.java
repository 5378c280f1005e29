package dev.guidellm.search;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/// The path of a search, told results made up here. How it goes without repetition is pinned by the golden cases of
/// the goodput profile.
class CapacitySearchTest {
    /// A run: conforming of a hundred, and whether that is enough to be sure.
    private record Sample(int conforming, int determined) {}

    private static final Sample PASS = new Sample(100, 100);
    private static final Sample FAIL = new Sample(0, 100);
    private static final Sample UNSURE_PASS = new Sample(10, 10);
    private static final Sample UNSURE_FAIL = new Sample(8, 10);

    /// Ended as soon as it leaned to passing.
    private static final Sample CLIMBED = new Sample(5, 5);
    /// Under another load than was asked for.
    private static final Sample OTHERWISE_FAIL = new Sample(0, 200);

    /// Passes from 90 % on; certain from 100 requests on.
    private static ProbeVerdict judge(List<Sample> runs) {
        int conforming = runs.stream().mapToInt(Sample::conforming).sum();
        int determined = runs.stream().mapToInt(Sample::determined).sum();
        boolean provisional =
                runs.stream().allMatch(CLIMBED::equals) || runs.stream().allMatch(OTHERWISE_FAIL::equals);
        return new ProbeVerdict(conforming >= 0.9 * determined, determined >= 100, provisional);
    }

    private static CapacitySearch<Sample> search(boolean repeats, int maxProbes) {
        return new CapacitySearch<>(
                new SearchLevels.Streams(4, 64, 0.1), maxProbes, repeats, CapacitySearchTest::judge);
    }

    /// Feeds the results one after the other; answers the levels that were asked for.
    private static List<Integer> feed(CapacitySearch<Sample> search, Sample... results) {
        List<Integer> levels = new ArrayList<>();
        for (Sample result : results) {
            SearchStep.Probe probe = (SearchStep.Probe) search.next();
            levels.add((int) probe.level());
            search.ran(probe.level(), result);
        }
        return levels;
    }

    private static SearchStep end(SearchEnd reason) {
        return new SearchStep.End(reason);
    }

    @Test
    void anUnresolvedFailureIsRunAgainBeforeItBoundsTheSearch() {
        CapacitySearch<Sample> search = search(true, 15);
        assertThat(feed(search, UNSURE_FAIL, PASS)).containsExactly(4, 4);
        // 108 of 110: it passes after all, and so the search goes up
        assertThat(search.next()).isEqualTo(new SearchStep.Probe(8));
    }

    @Test
    void aLevelIsRunThreeTimesAtMost() {
        CapacitySearch<Sample> search = search(true, 15);
        assertThat(feed(search, UNSURE_FAIL, UNSURE_FAIL, UNSURE_FAIL)).containsExactly(4, 4, 4);
        assertThat(search.next()).isEqualTo(new SearchStep.Probe(2));
    }

    @Test
    void anUnresolvedPassIsSettledByAResolvedOneAboveIt() {
        CapacitySearch<Sample> search = search(true, 15);
        assertThat(feed(search, UNSURE_PASS, PASS, FAIL, PASS, FAIL, PASS)).containsExactly(4, 8, 16, 12, 14, 13);
        assertThat(search.unclear()).isEmpty();
        // the failure next to it has been run only once
        assertThat(feed(search, FAIL)).containsExactly(14);
        assertThat(search.next()).isEqualTo(end(SearchEnd.CONVERGED));
        assertThat(search.best().orElseThrow().level()).isEqualTo(13);
        assertThat(search.worst().orElseThrow().level()).isEqualTo(14);
    }

    @Test
    void anUnresolvedPassAtTheTopIsRunAgainAtTheEnd() {
        CapacitySearch<Sample> search = search(true, 15);
        assertThat(feed(search, PASS, UNSURE_PASS, FAIL, FAIL, FAIL, FAIL)).containsExactly(4, 8, 16, 12, 10, 9);
        assertThat(feed(search, PASS, FAIL)).containsExactly(8, 9);
        assertThat(search.next()).isEqualTo(end(SearchEnd.CONVERGED));
        assertThat(search.best().orElseThrow().verdict()).isEqualTo(new ProbeVerdict(true, true));
    }

    /// The reference ends at 15 here, whatever the true limit.
    @Test
    void oneSlipDoesNotBoundTheSearchForEver() {
        CapacitySearch<Sample> search = search(true, 20);
        assertThat(feed(search, PASS, PASS, FAIL, PASS, PASS, PASS)).containsExactly(4, 8, 16, 12, 14, 15);
        // the failure is run again, and the two runs contradict each other: a third decides
        assertThat(feed(search, PASS, PASS)).containsExactly(16, 16);
        assertThat(feed(search, PASS, PASS)).containsExactly(32, 64);
        assertThat(search.next()).isEqualTo(end(SearchEnd.HIGHEST_LEVEL_PASSED));
        LevelResult<Sample> disturbed = search.results().stream()
                .filter(result -> result.level() == 16)
                .findFirst()
                .orElseThrow();
        assertThat(disturbed.runs()).hasSize(3);
        assertThat(disturbed.counted()).containsExactly(PASS, PASS);
    }

    @Test
    void aFailureThatTheMajorityConfirmsStays() {
        CapacitySearch<Sample> search = search(true, 20);
        assertThat(feed(search, PASS, FAIL, PASS, PASS)).containsExactly(4, 8, 6, 7);
        assertThat(feed(search, PASS, FAIL)).containsExactly(8, 8);
        assertThat(search.next()).isEqualTo(end(SearchEnd.CONVERGED));
        assertThat(search.worst().orElseThrow().verdict()).isEqualTo(new ProbeVerdict(false, true));
    }

    @Test
    void theLastStreamIsAskedTwiceBeforeItIsSaidToFail() {
        CapacitySearch<Sample> search = search(true, 15);
        assertThat(feed(search, FAIL, FAIL, FAIL, FAIL)).containsExactly(4, 2, 1, 1);
        assertThat(search.next()).isEqualTo(end(SearchEnd.UNMET_AT_LOWEST_LEVEL));
    }

    @Test
    void repeatedRunsCountAsProbes() {
        CapacitySearch<Sample> search = search(true, 3);
        assertThat(feed(search, UNSURE_FAIL, UNSURE_FAIL, PASS)).containsExactly(4, 4, 4);
        assertThat(search.next()).isEqualTo(end(SearchEnd.PROBES_USED_UP));
    }

    @Test
    void aStopFromOutsideWithdrawsWhatItMakesDoubtful() {
        CapacitySearch<Sample> search = search(false, 15);
        feed(search, PASS, FAIL);
        search.stop(SearchEnd.INTERRUPTED, 1);
        assertThat(search.next()).isEqualTo(end(SearchEnd.INTERRUPTED));
        assertThat(search.best().orElseThrow().level()).isEqualTo(4);
        assertThat(search.worst()).isEmpty();
    }

    @Test
    void climbsUntilALevelFailsTheHighestIsTriedOrFewProbesAreLeft() {
        CapacitySearch<Sample> search = search(false, 15);
        assertThat(search.climbing(4)).isTrue();
        feed(search, CLIMBED, CLIMBED);
        assertThat(search.climbing(16)).isTrue();
        assertThat(search.climbing(64)).as("nothing above could settle it").isFalse();
        feed(search, FAIL);
        assertThat(search.climbing(12)).isFalse();
        CapacitySearch<Sample> few = search(false, 4);
        feed(few, CLIMBED);
        assertThat(few.climbing(8)).as("one more above, and this one again").isTrue();
        feed(few, CLIMBED);
        assertThat(few.climbing(16)).isFalse();
    }

    @Test
    void aLevelThatWasClimbedPastIsSettledByOneAbove() {
        CapacitySearch<Sample> search = search(false, 15);
        assertThat(feed(search, CLIMBED, CLIMBED, FAIL, UNSURE_PASS, FAIL, FAIL))
                .containsExactly(4, 8, 16, 12, 14, 13);
        assertThat(search.next()).isEqualTo(end(SearchEnd.CONVERGED));
        assertThat(search.unclear()).extracting(LevelResult::level).containsExactly(12.0);
    }

    @Test
    void aLevelThatWasClimbedPastIsRunInFullBeforeItIsTheAnswer() {
        CapacitySearch<Sample> search = search(false, 20);
        assertThat(feed(search, CLIMBED, CLIMBED, FAIL, FAIL, FAIL, FAIL)).containsExactly(4, 8, 16, 12, 10, 9);
        assertThat(search.unclear()).extracting(LevelResult::level).containsExactly(4.0, 8.0);
        // it fails after all: then the same for the one below
        assertThat(feed(search, FAIL, FAIL, FAIL, PASS)).containsExactly(8, 6, 5, 4);
        assertThat(search.next()).isEqualTo(end(SearchEnd.CONVERGED));
        assertThat(search.best().orElseThrow().level()).isEqualTo(4);
        assertThat(search.best().orElseThrow().verdict()).isEqualTo(new ProbeVerdict(true, true));
        assertThat(search.unclear()).isEmpty();
    }

    @Test
    void theLastProbeSettlesWhatWouldElseBeTheAnswer() {
        CapacitySearch<Sample> search = search(false, 4);
        assertThat(feed(search, CLIMBED, CLIMBED, FAIL, PASS)).containsExactly(4, 8, 16, 8);
        assertThat(search.next()).isEqualTo(end(SearchEnd.PROBES_USED_UP));
        assertThat(search.best().orElseThrow().verdict().resolved()).isTrue();
    }

    @Test
    void aFailureUnderAnotherLoadIsRunAgainAndThenDoesNotCount() {
        CapacitySearch<Sample> search = search(false, 15);
        assertThat(feed(search, PASS, OTHERWISE_FAIL, PASS, PASS)).containsExactly(4, 8, 6, 7);
        assertThat(feed(search, PASS)).containsExactly(8);
        assertThat(search.next()).isEqualTo(new SearchStep.Probe(16));
        LevelResult<Sample> level = search.results().get(1);
        assertThat(level.level()).isEqualTo(8);
        assertThat(level.runs()).containsExactly(PASS);
        CapacitySearch<Sample> failing = search(false, 15);
        assertThat(feed(failing, PASS, OTHERWISE_FAIL, PASS, PASS, FAIL)).containsExactly(4, 8, 6, 7, 8);
        assertThat(failing.next()).isEqualTo(end(SearchEnd.CONVERGED));
    }

    @Test
    void aFailureUnderAnotherLoadThatStaysThatEndsTheSearchAfterThreeRuns() {
        CapacitySearch<Sample> search = search(false, 15);
        feed(search, PASS, OTHERWISE_FAIL, PASS, PASS, OTHERWISE_FAIL, OTHERWISE_FAIL);
        assertThat(search.next()).isEqualTo(end(SearchEnd.CONVERGED));
    }

    @Test
    void ratesDoubleHalveAndConvergeWithinTheirTolerance() {
        SearchLevels rates = new SearchLevels.Rates(3, 100, 0.5, 0.1);
        CapacitySearch<Sample> search = new CapacitySearch<>(rates, 30, false, CapacitySearchTest::judge);
        List<Double> levels = new ArrayList<>();
        while (search.next() instanceof SearchStep.Probe(double level)) {
            levels.add(level);
            search.ran(level, level <= 10.3 ? PASS : FAIL);
        }
        assertThat(levels).containsExactly(3.0, 6.0, 12.0, 9.0, 10.5, 9.75);
        assertThat(search.end()).contains(SearchEnd.CONVERGED);
    }

    @Test
    void ratesEndAtTheirLowestAndTheirHighest() {
        SearchLevels rates = new SearchLevels.Rates(3, 4, 2, 0.1);
        CapacitySearch<Sample> low = new CapacitySearch<>(rates, 30, false, CapacitySearchTest::judge);
        assertThat(low.next()).isEqualTo(new SearchStep.Probe(3));
        low.ran(3, FAIL);
        assertThat(low.next()).isEqualTo(new SearchStep.Probe(2));
        low.ran(2, FAIL);
        assertThat(low.next()).isEqualTo(end(SearchEnd.UNMET_AT_LOWEST_LEVEL));
        CapacitySearch<Sample> high = new CapacitySearch<>(rates, 30, false, CapacitySearchTest::judge);
        high.ran(3, PASS);
        assertThat(high.next()).isEqualTo(new SearchStep.Probe(4));
        high.ran(4, PASS);
        assertThat(high.next()).isEqualTo(end(SearchEnd.HIGHEST_LEVEL_PASSED));
    }

    @Test
    void theMiddleOfTwoRatesHasFewDigits() {
        SearchLevels rates = new SearchLevels.Rates(1, 100, 0.1, 0.1);
        assertThat(rates.between(1.0 / 3, 2.0 / 3)).isEqualTo(0.5);
        assertThat(rates.between(1.0 / 3, 1.1 / 3)).isEqualTo(0.35);
        assertThat(rates.between(1.00001, 1.00002)).isBetween(1.00001, 1.00002);
    }
}
