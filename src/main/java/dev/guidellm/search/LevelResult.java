package dev.guidellm.search;

import java.util.List;

/// What all runs of one level say together.
///
/// @param runs in order; without those that failed under another load, where there are others
/// @param counted those that the verdict is of: all, or without the runs that the majority contradicts
public record LevelResult<P>(double level, List<P> runs, List<P> counted, ProbeVerdict verdict) {
    public LevelResult {
        runs = List.copyOf(runs);
        counted = List.copyOf(counted);
    }

    /// Judges all runs of one level.
    ///
    /// Those that failed under another load are no sample of it, as soon as there are others.
    ///
    /// Their samples are pooled. When some runs, each for itself, certainly passed and others certainly failed,
    /// they are no sample of the same thing (something else disturbed the server): then the majority counts,
    /// and a tie is an unresolved failure.
    public static <P> LevelResult<P> of(double level, List<P> all, ProbeJudge<P> judge) {
        List<P> asAsked = all.stream()
                .filter(run -> !judge.judge(List.of(run)).provisionalFailure())
                .toList();
        List<P> runs = asAsked.isEmpty() ? all : asAsked;
        List<P> failed = runs.stream().filter(run -> certain(judge, run, false)).toList();
        List<P> passed = runs.stream().filter(run -> certain(judge, run, true)).toList();
        if (failed.isEmpty() || passed.isEmpty()) {
            return new LevelResult<>(level, runs, runs, judge.judge(runs));
        }
        if (failed.size() == passed.size()) {
            return new LevelResult<>(level, runs, runs, new ProbeVerdict(false, false));
        }
        boolean passes = passed.size() > failed.size();
        List<P> contradicted = passes ? failed : passed;
        List<P> counted =
                runs.stream().filter(run -> !contradicted.contains(run)).toList();
        return new LevelResult<>(level, runs, counted, new ProbeVerdict(passes, true));
    }

    private static <P> boolean certain(ProbeJudge<P> judge, P run, boolean passed) {
        ProbeVerdict alone = judge.judge(List.of(run));
        return alone.resolved() && alone.passed() == passed;
    }
}
