package dev.guidellm.output.html;

import dev.guidellm.health.ClientHealth;
import dev.guidellm.health.ClientVerdict;
import dev.guidellm.json.JsonPath;
import dev.guidellm.json.JsonValue;
import dev.guidellm.metrics.ConfidenceInterval;
import dev.guidellm.metrics.DistributionSummary;
import dev.guidellm.metrics.Percentile;
import dev.guidellm.report.GoodputAnswer;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// What a report says, in plain sentences for a reader who was not there. None claims more than was measured.
final class Conclusions {
    /// How a sentence is meant; its sign and word are read out too.
    enum Tone {
        GOOD("✔", "Good"),
        NEUTRAL("ℹ", "Note"),
        DOUBT("⚠", "Doubt"),
        BAD("✖", "Problem");

        private final String sign;
        private final String word;

        Tone(String sign, String word) {
            this.sign = sign;
            this.word = word;
        }

        String sign() {
            return sign;
        }

        String word() {
            return word;
        }
    }

    /// One sentence.
    record Sentence(Tone tone, String text) {}

    private final Page page;
    private final List<Sentence> sentences = new ArrayList<>();

    private Conclusions(Page page) {
        this.page = page;
    }

    /// The sentences on a report, what matters most first.
    static List<Sentence> of(Page page) {
        Conclusions conclusions = new Conclusions(page);
        conclusions.interruption();
        page.report().conclusions().forEach(conclusions::search);
        if (page.report().conclusions().stream()
                .noneMatch(each ->
                        GoodputAnswer.of(each, page.report().benchmarks()).isPresent())) {
            conclusions.objectives();
        }
        conclusions.load();
        conclusions.failures();
        conclusions.client();
        conclusions.warnings();
        return conclusions.sentences;
    }

    private void add(Tone tone, String text) {
        sentences.add(new Sentence(tone, text));
    }

    private void interruption() {
        if (page.report().interrupted()
                || page.levels().stream()
                        .anyMatch(level -> level.result().extension().partial())) {
            add(Tone.DOUBT, "The run was broken off: its last level covers only a part of what was planned.");
        }
    }

    private void search(JsonValue conclusion) {
        GoodputAnswer.of(conclusion, page.report().benchmarks()).ifPresent(answer -> {
            Tone tone = switch (answer.tone()) {
                case CLEAR -> Tone.GOOD;
                case LIMITED -> Tone.DOUBT;
                case NONE -> Tone.BAD;
            };
            add(tone, answer.sentences().getFirst());
            answer.sentences().stream().skip(1).forEach(sentence -> add(Tone.NEUTRAL, sentence));
        });
        if ("knee_detection".equals(JsonPath.text(conclusion, "kind"))) {
            knee(conclusion);
        }
    }

    private void knee(JsonValue conclusion) {
        Double knee = JsonPath.number(conclusion, "final", "throughput", "knee");
        if (knee == null) {
            String reason = JsonPath.text(conclusion, "final", "throughput", "reason");
            add(Tone.NEUTRAL, "No throughput knee was found" + (reason == null ? "." : ": " + reason));
            return;
        }
        Double measured = JsonPath.number(conclusion, "final", "throughput", "saturation_concurrency");
        add(
                Tone.GOOD,
                "Throughput grows with the load up to a knee at about " + Figure.of(knee) + " concurrent requests"
                        + (measured == null
                                ? "."
                                : "; the first measured level at or above it is " + Figure.given(measured) + "."));
    }

    /// How many requests kept the objectives at each level.
    private void objectives() {
        List<Level> judged = page.levels().stream()
                .filter(level -> level.attainment() != null)
                .toList();
        if (judged.isEmpty()) {
            if (page.hasObjectives()) {
                add(Tone.DOUBT, "Objectives were set, but no request could be held against them.");
            }
            return;
        }
        String whole = labels(judged, level -> Objects.equals(level.attainment(), 1.0));
        String none = labels(judged, level -> Objects.equals(level.attainment(), 0.0));
        List<String> parts = new ArrayList<>();
        if (!whole.isEmpty()) {
            parts.add("by every request at " + whole);
        }
        judged.stream()
                .filter(level -> !Objects.equals(level.attainment(), 1.0) && !Objects.equals(level.attainment(), 0.0))
                .map(Conclusions::attained)
                .forEach(parts::add);
        if (!none.isEmpty()) {
            parts.add("by none at " + none);
        }
        Tone tone = parts.size() == 1 && !whole.isEmpty() ? Tone.GOOD : Tone.NEUTRAL;
        add(tone, "Objectives (" + limits(judged.getFirst()) + ") kept " + String.join("; ", parts) + ".");
    }

    private static String labels(List<Level> levels, Predicate<Level> which) {
        return levels.stream().filter(which).map(Level::label).collect(Collectors.joining(", "));
    }

    private static String attained(Level level) {
        ConfidenceInterval interval = Objects.requireNonNull(level.attainmentInterval());
        return "by " + Figure.percent(Objects.requireNonNull(level.attainment())) + " at " + level.label() + " ("
                + Figure.percent(level.confidenceOrUsual()) + " interval " + Figure.percent(interval.lower()) + " to "
                + Figure.percent(interval.upper()) + ")";
    }

    /// The objectives in words, such as `TTFT 200 ms and E2E 2500 ms`.
    static String limits(Level level) {
        List<String> limits = new ArrayList<>();
        for (LatencyMetric metric : LatencyMetric.values()) {
            Double limit = level.objective(metric);
            if (limit != null) {
                // the limit is set on the time per output token, and held against the gaps after the first one
                String name = metric == LatencyMetric.ITL ? "time per output token" : metric.shortName();
                limits.add(name + " " + Figure.given(limit) + " ms");
            }
        }
        return String.join(" and ", limits);
    }

    private void load() {
        if (page.levels().isEmpty()) {
            add(Tone.NEUTRAL, "No benchmark runs in this report.");
            return;
        }
        Level best = page.levels().get(page.peak());
        DistributionSummary requests = best.successful("requests_per_second");
        DistributionSummary tokens = best.successful("output_tokens_per_second");
        if (best.successfulTokenRate() == null || requests == null) {
            add(Tone.BAD, "No request was answered as it should be.");
            return;
        }
        StringBuilder text = new StringBuilder(page.severalLevels() ? "Most tokens per second at " : "")
                .append(best.label())
                .append(page.severalLevels() ? ": " : " carried ")
                .append(Figure.of(requests.mean()))
                .append(" successful requests/s");
        if (tokens != null) {
            text.append(" with ").append(Figure.of(tokens.mean())).append(" output tokens/s");
        }
        String tails = LatencyMetric.OF_REQUESTS.stream()
                .map(metric -> tail(best, metric))
                .filter(Objects::nonNull)
                .collect(Collectors.joining(", "));
        text.append(tails.isEmpty() ? "." : "; 95 % within " + tails + ".");
        add(Tone.NEUTRAL, text.toString());
    }

    private static @Nullable String tail(Level level, LatencyMetric metric) {
        DistributionSummary summary = level.distribution(metric);
        return summary == null
                ? null
                : metric.shortName() + " " + Figure.of(summary.percentile(Percentile.P95) * metric.millis()) + " ms";
    }

    private void failures() {
        double failed = 0;
        double all = 0;
        List<String> where = new ArrayList<>();
        for (Level level : page.levels()) {
            Double errored = level.requests("errored");
            Double total = level.requests("total");
            failed += errored == null ? 0 : errored;
            all += total == null ? 0 : total;
            if (errored != null && errored > 0) {
                where.add(level.label());
            }
        }
        if (all > 0) {
            add(
                    failed == 0 ? Tone.GOOD : Tone.BAD,
                    failed == 0
                            ? "None of " + Figure.whole(all) + " requests failed."
                            : Figure.whole(failed) + " of " + Figure.whole(all) + " requests failed ("
                                    + Figure.percent(failed / all) + "), at " + String.join(", ", where) + ".");
        }
    }

    private void client() {
        List<ClientVerdict> known = new ArrayList<>();
        List<String> doubtful = new ArrayList<>();
        String reasons = "";
        for (Level level : page.levels()) {
            ClientHealth health = level.result().extension().client();
            if (health != null) {
                known.add(health.verdict());
                if (health.verdict().doubtful()) {
                    doubtful.add(level.label());
                    reasons = String.join("; ", health.verdict().reasons());
                }
            }
        }
        if (known.isEmpty()) {
            return;
        }
        if (!doubtful.isEmpty()) {
            add(
                    Tone.DOUBT,
                    "Figures may be the client's, not the server's, at " + String.join(", ", doubtful)
                            + (doubtful.size() == 1 ? ": " + reasons + "." : "; why stands under Client."));
        } else if (known.stream().allMatch(each -> each.level() == ClientVerdict.Level.NOT_THE_LIMIT)) {
            add(Tone.GOOD, "The client was not the limit: the figures are the server's.");
        } else {
            add(Tone.NEUTRAL, "Not all levels were long enough to tell whether the client was the limit.");
        }
    }

    private void warnings() {
        int count = page.levels().stream()
                .mapToInt(level -> level.result().warnings().size())
                .sum();
        if (count > 0) {
            add(
                    Tone.DOUBT,
                    count == 1
                            ? "One warning puts figures in doubt, see Problems."
                            : count + " warnings put figures in doubt, see Problems.");
        }
    }
}
