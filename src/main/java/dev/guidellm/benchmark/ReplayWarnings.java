package dev.guidellm.benchmark;

import dev.guidellm.benchmark.ReplayFigures.IdealCache;
import dev.guidellm.data.ReplayedTrace.PrefixReuse;
import dev.guidellm.metrics.BenchmarkWarning;
import dev.guidellm.metrics.BenchmarkWarning.Unit;
import dev.guidellm.metrics.DistributionSummary;
import dev.guidellm.metrics.Percentile;
import dev.guidellm.metrics.ReplayFidelity;
import dev.guidellm.metrics.SessionsInFlight;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// Says in words where a replay was not what had been recorded.
///
/// @param prompts null when no prompt was read again
/// @param recorded sessions at once in the record; null when unknown
/// @param recordedCache null when the trace does not say what prompts share
/// @param sentCache the same
/// @param condensed arguments that put more sessions side by side than were recorded
/// @param cacheTokens what the server's prefix cache holds; null when nobody said
record ReplayWarnings(
        ReplayFidelity fidelity,
        SentPrompts.@Nullable Check prompts,
        @Nullable SessionsInFlight recorded,
        @Nullable IdealCache recordedCache,
        @Nullable IdealCache sentCache,
        List<String> condensed,
        @Nullable Integer cacheTokens) {
    /// Later than this, 99th percentile, the load had another shape than the recorded one.
    private static final double LAG_SECONDS = 0.1;

    /// More turns than this must not differ.
    private static final double DEVIATING_SHARE = 0.01;

    /// So far may the mean number of sessions in flight be from the intended one.
    private static final double SESSIONS_SHARE = 0.2;

    /// So many more sessions in flight than in the record count as more.
    private static final double CONDENSED_SHARE = 1.1;

    /// So much of the hit rate must be lost to be worth a word.
    private static final double LOST_HIT_RATE = 0.01;

    /// The warnings; empty for a faithful replay.
    List<BenchmarkWarning> list() {
        List<BenchmarkWarning> warnings = new ArrayList<>();
        lag("First turns", fidelity.firstTurnLagMillis(), warnings);
        lag("Later turns", fidelity.laterTurnLagMillis(), warnings);
        ReplayFidelity.PromptSizes sizes = fidelity.sizes();
        if (sizes != null) {
            DistributionSummary difference = sizes.differenceTokens();
            share(
                    "replay_prompt_sizes",
                    sizes.deviating(),
                    sizes.turns(),
                    difference.max() >= -difference.min()
                            ? String.format(
                                    Locale.ROOT, "the largest difference was %.0f tokens more", difference.max())
                            : String.format(
                                    Locale.ROOT, "the largest difference was %.0f tokens less", -difference.min()),
                    "prompts had another size at the server than in the record",
                    asSent()
                            + "The server's tokenizer, chat template or tool definitions add tokens that the record"
                            + " does not count, or the history holds live answers of other lengths.",
                    warnings);
        }
        share(
                "replay_order",
                fidelity.order().deviating(),
                fidelity.order().turns(),
                fidelity.order().beforeParents() + " of them before the end of a turn they wait for",
                "turns were sent in another order within their session than in the record",
                "Turns side by side overtake each other when the server takes other times than the recorded one.",
                warnings);
        if (prompts != null) {
            share(
                    "replay_prompt_texts",
                    prompts.sizeDeviating(),
                    prompts.turns(),
                    "counted again as they were sent",
                    "prompts had another size than in the record",
                    "",
                    warnings);
            share(
                    "replay_shared_prefixes",
                    prompts.prefixDeviating(),
                    prompts.pairs(),
                    "compared as they were sent",
                    "prompts shared less or more with an earlier one than in the record",
                    "",
                    warnings);
        }
        sessions(warnings);
        condensed(warnings);
        return warnings;
    }

    /// Whether the difference came about before the prompts were sent, or at the server.
    private String asSent() {
        return prompts == null || prompts.turns() == 0 || prompts.sizeDeviating() > 0
                ? ""
                : String.format(
                        Locale.ROOT,
                        "What was sent has the recorded sizes by this run's tokenizer (%d prompts were counted"
                                + " again). ",
                        prompts.turns());
    }

    private static void lag(String turns, DistributionSummary lagMillis, List<BenchmarkWarning> warnings) {
        double seconds = lagMillis.percentile(Percentile.P99) / 1e3;
        if (!lagMillis.isEmpty() && seconds > LAG_SECONDS) {
            warnings.add(new BenchmarkWarning(
                    "replay_lag",
                    String.format(
                            Locale.ROOT,
                            "%s were sent up to %.3g s after they were due (p99 of %d; median %.3g s, longest %.3g s).",
                            turns,
                            seconds,
                            lagMillis.count(),
                            lagMillis.median() / 1e3,
                            lagMillis.max() / 1e3),
                    seconds,
                    LAG_SECONDS,
                    Unit.SECONDS,
                    lagMillis.count(),
                    "The load had another shape than the recorded one."));
        }
    }

    private static void share(
            String code,
            long deviating,
            long of,
            String more,
            String what,
            String note,
            List<BenchmarkWarning> warnings) {
        if (of > 0 && deviating > DEVIATING_SHARE * of) {
            double share = deviating / (double) of;
            warnings.add(new BenchmarkWarning(
                    code,
                    String.format(Locale.ROOT, "%d of %d %s (%.3g %%; %s).", deviating, of, what, share * 100, more),
                    share,
                    DEVIATING_SHARE,
                    Unit.RATIO,
                    of,
                    note));
        }
    }

    private void sessions(List<BenchmarkWarning> warnings) {
        Double intended = fidelity.intended().mean();
        Double achieved = fidelity.achieved().mean();
        if (intended == null || achieved == null || Math.abs(achieved - intended) <= SESSIONS_SHARE * intended) {
            return;
        }
        warnings.add(new BenchmarkWarning(
                "replay_sessions",
                String.format(
                        Locale.ROOT,
                        "%.3g sessions were in flight on average (at most %d), where %.3g were intended (at most %d).",
                        achieved,
                        fidelity.achieved().max(),
                        intended,
                        fidelity.intended().max()),
                Math.abs(achieved / intended - 1),
                SESSIONS_SHARE,
                Unit.RATIO,
                fidelity.achieved().sessions(),
                achieved > intended
                        ? "Answers took longer than the recorded ones, so sessions did: the server was under more load"
                                + " than intended."
                        : "Answers took less time than the recorded ones, so sessions did: the server was under less"
                                + " load than intended."));
    }

    /// More sessions side by side than were recorded need more of the server's prefix cache.
    private void condensed(List<BenchmarkWarning> warnings) {
        Double before = recorded == null ? null : recorded.mean();
        Double now = fidelity.achieved().mean();
        if (condensed.isEmpty() || before == null || now == null || now <= CONDENSED_SHARE * before) {
            return;
        }
        PrefixReuse kept = recordedCache == null ? null : recordedCache.limited();
        PrefixReuse left = sentCache == null ? null : sentCache.limited();
        Double keptRate = kept == null ? null : kept.rate();
        Double leftRate = left == null ? null : left.rate();
        String more = String.format(
                Locale.ROOT,
                "%.3g sessions were in flight on average, %.3g in the record (%s)",
                now,
                before,
                String.join(", ", condensed));
        if (keptRate == null || leftRate == null) {
            warnings.add(new BenchmarkWarning(
                    "replay_evictions",
                    more + ": what the server's prefix cache drops for that reason is part of what was measured.",
                    now / before,
                    CONDENSED_SHARE,
                    Unit.RATIO,
                    fidelity.turns(),
                    "prefix_cache_tokens=N of the profile says how much the server's cache holds, and so what that"
                            + " costs at least."));
        } else if (keptRate - leftRate > LOST_HIT_RATE) {
            warnings.add(new BenchmarkWarning(
                    "replay_evictions",
                    String.format(
                            Locale.ROOT,
                            "%s: an ideal prefix cache of %d tokens would have held %.3g %% of the prompts, not the"
                                    + " %.3g %% of the record.",
                            more,
                            cacheTokens,
                            leftRate * 100,
                            keptRate * 100),
                    keptRate - leftRate,
                    LOST_HIT_RATE,
                    Unit.RATIO,
                    fidelity.turns(),
                    "What the server computes again for that reason is part of what was measured."));
        }
    }
}
