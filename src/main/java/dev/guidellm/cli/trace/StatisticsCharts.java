package dev.guidellm.cli.trace;

import dev.guidellm.data.trace.Occupancy;
import dev.guidellm.data.trace.Spread;
import dev.guidellm.data.trace.TraceStatistics;
import dev.guidellm.data.trace.TraceStatistics.Prefixes;
import dev.guidellm.output.plot.CurveSheet.Chart;
import dev.guidellm.output.plot.CurveSheet.Curve;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// A trace's statistics as charts.
final class StatisticsCharts {
    private static final int POINTS = 200;
    private static final String SHARE = "Share at or below";

    private StatisticsCharts() {}

    static List<Chart> of(TraceStatistics trace) {
        return List.of(
                spread(trace, "1. Prompt length", "Tokens (Log Scale)", "prompt_tokens"),
                spread(trace, "2. Answer length", "Tokens (Log Scale)", "output_tokens"),
                spread(trace, "3. Session length", "Requests (Log Scale)", "requests_per_session"),
                spread(trace, "4. Idle gap before a request", "Seconds (Log Scale)", "idle_gap_seconds"),
                occupancy("5. Sessions in progress", trace.sessionsInProgress()),
                occupancy("6. Requests in flight as recorded", trace.requestsInFlight()),
                hitRates(trace.prefixes()),
                spread(trace, "8. Between session starts", "Seconds (Log Scale)", "session_interval_seconds"));
    }

    private static Chart spread(TraceStatistics trace, String title, String label, String name) {
        Spread spread = trace.spreads().get(name);
        List<Curve> curves = new ArrayList<>();
        if (spread != null) {
            double[] x = new double[POINTS + 1];
            double[] y = new double[POINTS + 1];
            for (int i = 0; i <= POINTS; i++) {
                y[i] = (double) i / POINTS;
                x[i] = spread.percentile(y[i]);
            }
            curves.add(new Curve(name, x, y));
        }
        return new Chart(title, label, true, SHARE, curves);
    }

    private static Chart occupancy(String title, @Nullable Occupancy occupancy) {
        List<Curve> curves = new ArrayList<>();
        if (occupancy != null) {
            double[] x = new double[occupancy.buckets().length];
            for (int i = 0; i < x.length; i++) {
                x[i] = (i + 0.5) * occupancy.bucketSeconds();
            }
            curves.add(new Curve(
                    String.format(Locale.ROOT, "mean of each %.3g s", occupancy.bucketSeconds()),
                    x,
                    occupancy.buckets()));
        }
        return new Chart(title, "Seconds", false, "Number", curves);
    }

    private static Chart hitRates(@Nullable Prefixes prefixes) {
        List<Curve> curves = new ArrayList<>();
        if (prefixes != null) {
            double[] x = prefixes.hitRates().stream()
                    .mapToDouble(rate -> rate.cacheTokens())
                    .toArray();
            double[] y = prefixes.hitRates().stream()
                    .mapToDouble(rate -> rate.share())
                    .toArray();
            curves.add(new Curve("hit rate", x, y));
        }
        return new Chart("7. Prefix cache hit rate at best", "Cache size, tokens (Log Scale)", true, "Share", curves);
    }
}
