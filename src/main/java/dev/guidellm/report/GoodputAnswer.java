package dev.guidellm.report;

import dev.guidellm.health.ClientVerdict;
import dev.guidellm.json.JsonValue;
import dev.guidellm.json.NumberText;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// What a goodput search found, in sentences for a person. They claim no more than was measured: a level that
/// was not tried is not spoken of, and what is not certain is called so.
public final class GoodputAnswer {
    private final GoodputFindings findings;

    private GoodputAnswer(GoodputFindings findings) {
        this.findings = findings;
    }

    /// How good an answer it is.
    public enum Tone {
        /// The search did what it was asked for, and both bounds are certain.
        CLEAR,
        /// A level was found, but it is only a lower bound, or not certain.
        LIMITED,
        /// No level was found.
        NONE
    }

    /// The answer of a conclusion; empty when it is not that of a goodput search.
    ///
    /// @param benchmarks those of the report
    public static Optional<GoodputAnswer> of(JsonValue conclusion, List<BenchmarkResult> benchmarks) {
        return GoodputFindings.of(conclusion, benchmarks).map(GoodputAnswer::new);
    }

    /// The figures behind the sentences.
    public GoodputFindings findings() {
        return findings;
    }

    /// How good an answer it is.
    public Tone tone() {
        SearchedLevel best = findings.best();
        SearchedLevel worst = findings.worst();
        if (best == null) {
            return Tone.NONE;
        }
        boolean certain = best.resolved() && worst != null && worst.resolved();
        return certain && "converged".equals(findings.stopReason()) ? Tone.CLEAR : Tone.LIMITED;
    }

    /// The answer first, then what bounded it and what a reader must know besides.
    public List<String> sentences() {
        List<String> sentences = new ArrayList<>();
        SearchedLevel best = findings.best();
        SearchedLevel worst = findings.worst();
        sentences.add(best == null ? notFound(worst) : found(best, worst));
        String bound = bound(best, worst);
        if (!bound.isEmpty()) {
            sentences.add(bound);
        }
        if (worst != null) {
            caveats(worst, best == null, sentences);
        }
        if (!findings.climbedPast().isEmpty()) {
            sentences.add(climbed());
        }
        findings.levels().stream()
                .filter(level -> level.runsSetAside() > 0)
                .forEach(level -> sentences.add("Runs at " + load(level.level())
                        + " contradicted each other: the majority counts, the server was not steady."));
        if (best != null && findings.byRate()) {
            sentences.add("Arrivals were random (Poisson). A queue that grows more slowly than a probe lasts is not"
                    + " seen.");
        }
        return sentences;
    }

    private String found(SearchedLevel best, @Nullable SearchedLevel worst) {
        boolean bounded = "converged".equals(findings.stopReason());
        String holds = best.resolved() ? (bounded ? "Holds " : "Holds at least ") : "Seems to hold ";
        String text = holds + load(best.level()) + " with " + wanted(best) + " (" + figures(best) + ")";
        if (!best.resolved()) {
            text += ", but too few requests were measured to be sure";
        }
        return worst == null ? text + "." : text + "; " + number(worst.level()) + " did not (" + figures(worst) + ").";
    }

    private String climbed() {
        List<String> levels = findings.climbedPast().stream().map(this::number).toList();
        int last = levels.size() - 1;
        String all =
                last == 0 ? levels.getFirst() : String.join(", ", levels.subList(0, last)) + " and " + levels.get(last);
        return "On the way up " + all + (last == 0 ? " was" : " were")
                + " climbed past: a probe ended as soon as it leaned to passing, for a higher level to settle it.";
    }

    private String notFound(@Nullable SearchedLevel worst) {
        if (worst == null) {
            return findings.probes() == 0
                    ? "The search has no answer: it ended before its first probe did."
                    : "The search has no answer: it ended before any probe could be judged.";
        }
        if ("indeterminate_at_minimum".equals(findings.stopReason())) {
            return "No level is known to hold " + wanted(worst) + ": at the lowest, " + load(worst.level()) + " ("
                    + figures(worst) + "), or on the way there too few requests were measured to be sure.";
        }
        if ("objectives_unmet_at_minimum".equals(findings.stopReason())) {
            return "Does not hold even " + load(worst.level()) + " with " + wanted(worst) + " (" + figures(worst)
                    + ").";
        }
        return "Found no load that holds " + wanted(worst) + ": " + load(worst.level())
                + ", the lowest that counts, did not (" + figures(worst) + ").";
    }

    /// Why the search went no further.
    private String bound(@Nullable SearchedLevel best, @Nullable SearchedLevel worst) {
        String reason = findings.stopReason();
        return switch (reason) {
            case null -> "The run failed before the search was done.";
            case "converged" -> best == null || worst == null ? "" : between(best.level(), worst.level());
            case "max_streams_reached" -> "Nothing higher was tried: it is the highest allowed (max_streams).";
            case "max_rate_reached" -> "Nothing higher was tried: it is the highest allowed (max_rate).";
            case "max_probes_exhausted" ->
                "The search ended after " + count(findings.probes(), "probe") + " (max_probes), before it was done.";
            case "constraint_stopped_escalation" ->
                "The search was ended by "
                        + (findings.stoppedBy().isEmpty() ? "a constraint" : String.join(" and ", findings.stoppedBy()))
                        + ", which stops the whole run; the probe that it stopped bounds nothing.";
            case "server_stopped_answering" ->
                "The search ended because the server, which had kept up before, broke down: at "
                        + findings.broken().stream().map(this::number).collect(Collectors.joining(", then at "))
                        + " most requests failed, at the last two all of them. These probes bound nothing.";
            case "interrupted" -> "The search was interrupted; the probe that was cut bounds nothing.";
            case "run_failed" -> "The run failed before the search was done.";
            default -> "";
        };
    }

    private String between(double best, double worst) {
        Double tolerance = findings.tolerance();
        if (!findings.byRate() && worst - best <= 1) {
            return "";
        }
        return "Nothing between the two was tried"
                + (tolerance == null ? "." : ": they are within the tolerance of " + percent(tolerance) + ".");
    }

    private void caveats(SearchedLevel worst, boolean only, List<String> sentences) {
        String at = "At " + load(worst.level()) + " ";
        if (worst.overSaturated()) {
            sentences.add(at + "the server fell behind: requests waited longer and longer (over_saturation).");
        } else if (worst.unanswered()) {
            sentences.add(at + "no request was answered: all failed.");
        } else if (worst.failedByErrors()) {
            sentences.add(at + "most of the misses were failed requests, not slow answers.");
        }
        if (findings.clientAtWorst() == ClientVerdict.Level.THE_LIMIT) {
            sentences.add(at + "the client itself was the limit: the server may hold more.");
        } else if (findings.clientAtWorst() == ClientVerdict.Level.POSSIBLY) {
            sentences.add(at + "the client itself was possibly the limit: the server may hold more.");
        }
        if (!worst.resolved() && !(only && "indeterminate_at_minimum".equals(findings.stopReason()))) {
            sentences.add(at + "too few requests were measured to be sure that it fails: longer probes, or"
                    + " reprobe=true, may raise the answer.");
        }
    }

    private String wanted(SearchedLevel level) {
        return level.goals().stream()
                .map(goal -> goal.target() == null
                        ? "enough requests within " + goal.limits()
                        : "at least " + percent(goal.target()) + " within " + goal.limits())
                .collect(Collectors.joining(" and "));
    }

    private String figures(SearchedLevel level) {
        boolean several = level.goals().size() > 1;
        return level.goals().stream()
                .map(goal -> (several ? goal.limits() + ": " : "") + figures(goal))
                .collect(Collectors.joining("; "));
    }

    private String figures(SearchedLevel.Goal goal) {
        if (goal.share() == null || goal.lower() == null || goal.upper() == null) {
            return "no request could be judged";
        }
        return NumberText.fixed(goal.share(), 3) + " of " + count(goal.requests(), "request") + ", "
                + percent(findings.confidence()) + " interval " + NumberText.fixed(goal.lower(), 3) + " to "
                + NumberText.fixed(goal.upper(), 3);
    }

    private String load(double level) {
        if (findings.byRate()) {
            return number(level) + " requests/s";
        }
        return level == 1 ? "a single stream" : number(level) + " concurrent requests";
    }

    private String number(double level) {
        return GoodputFindings.plain(level);
    }

    private static String percent(double share) {
        double percent = Math.rint(share * 1e6) / 1e4;
        return GoodputFindings.plain(percent) + " %";
    }

    private static String count(long number, String noun) {
        return number + " " + noun + (number == 1 ? "" : "s");
    }
}
