package dev.guidellm.profile;

import dev.guidellm.config.SloConfig;
import dev.guidellm.metrics.ConfidenceInterval;
import dev.guidellm.metrics.ConfidenceIntervals;
import dev.guidellm.metrics.ObjectiveAttainment;
import dev.guidellm.search.AttainmentReading;
import dev.guidellm.search.ProbeJudge;
import dev.guidellm.search.ProbeVerdict;
import dev.guidellm.search.ShareBounds;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Says whether probes keep the objectives: each group of them by its share of the requests, with an interval of the
/// stated confidence.
///
/// Where requests were tested while the probes ran, it is theirs: bounds that hold whenever the looking stopped
/// ([ShareBounds]), of the requests that entered the test; when these were too few for any decision, though the
/// probe ran its time, all requests are counted and nothing is certain. Without a test it is Wilson's interval of
/// all requests.
///
/// A level passes when every group's share reaches its target, and it is certain when every interval lies above its
/// target. It is certain to fail when one interval lies below. A pass that is not certain, of a probe that a
/// climbing search ended as soon as it leaned to passing, is provisional; so is a failure of streams that opened at
/// another pace than the server then showed.
final class GoodputJudge implements ProbeJudge<GoodputProbe> {
    private final ProbeTarget target;

    GoodputJudge(ProbeTarget target) {
        this.target = target;
    }

    /// How a group of objectives fares.
    ///
    /// @param objectives the limits
    /// @param target share that must keep them
    /// @param attainment what was counted, over all runs
    /// @param interval where the true share may lie
    /// @param enough whether the requests are enough to be sure of anything
    record GoalResult(
            SloConfig objectives,
            double target,
            ObjectiveAttainment attainment,
            ConfidenceInterval interval,
            boolean enough) {
        boolean passed() {
            Double share = attainment.share();
            return share != null && share >= target;
        }

        boolean resolved() {
            return enough && (interval.lower() >= target || interval.upper() < target);
        }

        @Nullable
        Double share() {
            return attainment.share();
        }
    }

    @Override
    public ProbeVerdict judge(List<GoodputProbe> runs) {
        if (runs.stream().anyMatch(GoodputProbe::overSaturated)) {
            return new ProbeVerdict(false, true);
        }
        List<GoalResult> goals = goals(runs);
        boolean passed = goals.stream().allMatch(GoalResult::passed);
        boolean resolved = passed
                ? goals.stream().allMatch(GoalResult::resolved)
                : goals.stream().anyMatch(goal -> !goal.passed() && goal.resolved());
        boolean provisional =
                passed ? !resolved && climbedPast(runs) : runs.stream().allMatch(GoodputProbe::offPace);
        return new ProbeVerdict(passed, resolved, provisional);
    }

    /// The groups of objectives one by one, the counts of all runs added up.
    List<GoalResult> goals(List<GoodputProbe> runs) {
        List<GoalResult> results = new ArrayList<>();
        for (int i = 0; i < target.goals().size(); i++) {
            int group = i;
            ProbeTarget.Goal goal = target.goals().get(i);
            AttainmentReading reading = reading(runs, group);
            if (reading.enough() || climbedPast(runs)) {
                results.add(tested(goal, reading));
                continue;
            }
            ObjectiveAttainment sum = new ObjectiveAttainment(
                    goal.objectives(),
                    runs.stream()
                            .mapToInt(run -> run.attainments().get(group).conforming())
                            .sum(),
                    runs.stream()
                            .mapToInt(run -> run.attainments().get(group).determined())
                            .sum());
            boolean untested = runs.stream().allMatch(run -> run.readings().isEmpty());
            results.add(new GoalResult(goal.objectives(), goal.share(), sum, interval(sum), untested));
        }
        return results;
    }

    /// Whether all ended before their time, and may have done so without being clear.
    private static boolean climbedPast(List<GoodputProbe> runs) {
        return runs.stream().allMatch(run -> run.climbing() && run.endedEarly());
    }

    /// What the tests of some runs have counted together.
    static AttainmentReading reading(List<GoodputProbe> runs, int group) {
        return runs.stream()
                .filter(run -> !run.readings().isEmpty())
                .map(run -> run.readings().get(group))
                .reduce(AttainmentReading.NONE, AttainmentReading::plus);
    }

    private GoalResult tested(ProbeTarget.Goal goal, AttainmentReading reading) {
        ShareBounds bounds = ShareBounds.around(goal.share(), target.confidence());
        return new GoalResult(
                goal.objectives(),
                goal.share(),
                new ObjectiveAttainment(goal.objectives(), reading.conforming(), reading.judged()),
                new ConfidenceInterval(reading.lower(bounds), reading.upper(bounds)),
                reading.enough());
    }

    /// Where the true share of requests that keep the objectives may lie, by Wilson's interval.
    ConfidenceInterval interval(ObjectiveAttainment attainment) {
        return ConfidenceIntervals.proportion(attainment.conforming(), attainment.determined(), target.confidence());
    }

    ProbeTarget target() {
        return target;
    }
}
