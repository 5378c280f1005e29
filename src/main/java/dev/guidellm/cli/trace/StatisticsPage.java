package dev.guidellm.cli.trace;

import dev.guidellm.data.trace.Occupancy;
import dev.guidellm.data.trace.Spread;
import dev.guidellm.data.trace.TraceStatistics;
import dev.guidellm.data.trace.TraceStatistics.HitRate;
import dev.guidellm.data.trace.TraceStatistics.Prefixes;
import dev.guidellm.terminal.Table;
import dev.guidellm.terminal.TextWidth;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// A trace's statistics as text for the console.
final class StatisticsPage {
    private static final Map<String, String> NAMES = Map.of(
            "requests_per_session", "Requests of a session",
            "agents_per_session", "Agents of a session",
            "prompt_tokens", "Prompt tokens",
            "output_tokens", "Output tokens",
            "session_seconds", "Session, s",
            "session_interval_seconds", "Between session starts, s",
            "idle_gap_seconds", "Idle gap before a request, s",
            "request_seconds", "Request, s");
    private static final int INDENT = 2;

    private final int columns;
    private final List<String> lines = new ArrayList<>();

    /// @param columns width of the console
    StatisticsPage(int columns) {
        this.columns = columns;
    }

    List<String> lines(TraceStatistics trace) {
        lines.clear();
        sentence(
                "ℹ ",
                String.format(
                        Locale.ROOT,
                        "%s (%s): %,d sessions (%,d with sub-agents or branches), %,d requests, starting over %s s;"
                                + " %,d of %,d rows left out",
                        trace.name(),
                        trace.kind(),
                        trace.sessions(),
                        trace.forkedSessions(),
                        trace.requests(),
                        number(trace.seconds()),
                        trace.skipped(),
                        trace.rows()));
        trace.warnings().forEach(warning -> sentence("⚠ ", warning));
        lines.addAll(spreads(trace).lines());
        occupancy("Sessions in progress", trace.sessionsInProgress(), "all begin and end at the same moment");
        occupancy(
                "Requests in flight as recorded",
                trace.requestsInFlight(),
                "the trace does not say how long requests took");
        Prefixes prefixes = trace.prefixes();
        if (prefixes == null) {
            sentence("ℹ ", "Shared prefixes: the trace does not tell (it has no blocks)");
        } else {
            prefixes(prefixes);
        }
        return List.copyOf(lines);
    }

    private static Table spreads(TraceStatistics trace) {
        List<List<String>> rows = new ArrayList<>();
        trace.spreads().forEach((name, spread) -> rows.add(row(NAMES.getOrDefault(name, name), spread)));
        List<List<String>> header = List.of(
                List.of("Distribution"),
                List.of("Mean"),
                List.of("Min"),
                List.of("Median"),
                List.of("p90"),
                List.of("p99"),
                List.of("Max"));
        return new Table(List.of(new Table.Section(header, rows)));
    }

    private static List<String> row(String name, Spread spread) {
        return List.of(
                name,
                number(spread.mean()),
                number(spread.percentile(0)),
                number(spread.percentile(0.5)),
                number(spread.percentile(0.9)),
                number(spread.percentile(0.99)),
                number(spread.percentile(1)));
    }

    private void occupancy(String name, @Nullable Occupancy occupancy, String otherwise) {
        sentence(
                "ℹ ",
                occupancy == null
                        ? name + ": not known, " + otherwise
                        : name + ": median " + number(occupancy.median()) + ", mean " + number(occupancy.mean())
                                + ", most " + occupancy.max());
    }

    private void prefixes(Prefixes prefixes) {
        sentence(
                "ℹ ",
                String.format(
                        Locale.ROOT,
                        "Prefix tree: %,d pieces, %,d branchings, longest path %,d tokens; %,d distinct tokens of %,d"
                                + " prompt tokens, %,d of them in several sessions",
                        prefixes.runs(),
                        prefixes.branchings(),
                        prefixes.deepestTokens(),
                        prefixes.distinctTokens(),
                        prefixes.promptTokens(),
                        prefixes.sharedTokens()));
        List<List<String>> rows = new ArrayList<>();
        for (HitRate rate : prefixes.hitRates()) {
            rows.add(List.of(String.format(Locale.ROOT, "%,d", rate.cacheTokens()), share(rate.share())));
        }
        rows.add(List.of("endless", share(prefixes.endlessHitRate())));
        lines.addAll(new Table(List.of(
                        new Table.Section(List.of(List.of("Prefix cache, tokens"), List.of("Hit rate at best")), rows)))
                .lines());
    }

    private static String share(double share) {
        return String.format(Locale.ROOT, "%.1f %%", 100 * share);
    }

    private static String number(double value) {
        boolean whole = value == Math.rint(value) || Math.abs(value) >= 1000;
        return String.format(Locale.ROOT, whole ? "%,.0f" : Math.abs(value) < 10 ? "%.3f" : "%.1f", value);
    }

    private void sentence(String icon, String text) {
        lines.addAll(TextWidth.marked(icon, text, columns - INDENT));
    }
}
