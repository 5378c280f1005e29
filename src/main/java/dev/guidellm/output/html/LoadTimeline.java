package dev.guidellm.output.html;

import dev.guidellm.json.JsonValue;
import dev.guidellm.json.JsonValue.JsonObject;
import dev.guidellm.metrics.RequestStatus;
import dev.guidellm.report.RequestFigures;
import java.util.Arrays;
import java.util.List;

/// Requests in flight and rates in equal stretches of a level's time. Tokens of an answer are spread as the
/// report's own token rates spread them: the first at its time, the others evenly up to the last.
final class LoadTimeline {
    private static final int REQUESTS_PER_STRETCH = 5;
    private static final int FEWEST_STRETCHES = 10;
    private static final int MOST_STRETCHES = 120;

    private final double from;
    private final double width;
    private final double[] inFlight;
    private final double[] completed;
    private final double[] errored;
    private final double[] inputTokens;
    private final double[] outputTokens;

    private LoadTimeline(double from, double to, int stretches) {
        this.from = from;
        this.width = (to - from) / stretches;
        inFlight = new double[stretches];
        completed = new double[stretches];
        errored = new double[stretches];
        inputTokens = new double[stretches];
        outputTokens = new double[stretches];
    }

    /// The member of the page's data, or null where requests are missing from the list, since a rate over a part
    /// of them is none.
    static JsonValue json(LevelRequests requests, double origin) {
        List<RequestFigures> all = requests.all();
        double from = all.stream().mapToDouble(RequestFigures::start).min().orElse(Double.NaN);
        double to = all.stream().mapToDouble(RequestFigures::end).max().orElse(Double.NaN);
        if (!requests.complete() || !(to > from)) {
            return JsonValue.NULL;
        }
        int stretches = Math.clamp(all.size() / REQUESTS_PER_STRETCH, FEWEST_STRETCHES, MOST_STRETCHES);
        LoadTimeline timeline = new LoadTimeline(from, to, stretches);
        for (RequestStatus status : RequestStatus.values()) {
            requests.listed(status).forEach(request -> timeline.add(request, status));
        }
        return timeline.json(origin);
    }

    private void add(RequestFigures request, RequestStatus status) {
        spread(inFlight, request.start(), request.end(), request.end() - request.start());
        switch (status) {
            case SUCCESSFUL -> at(completed, request.end(), 1);
            case ERRORED -> at(errored, request.end(), 1);
            case INCOMPLETE -> {}
        }
        double first = request.firstToken();
        double last = request.lastToken();
        at(inputTokens, Double.isNaN(first) ? request.end() : first, request.promptTokens());
        double tokens = request.outputTokens();
        if (Double.isNaN(first) || Double.isNaN(last) || request.tokenIterations() <= 1) {
            at(outputTokens, Double.isNaN(last) ? request.end() : last, tokens);
        } else {
            at(outputTokens, first, Math.min(tokens, 1));
            spread(outputTokens, first, last, Math.max(0, tokens - 1));
        }
    }

    private void at(double[] bins, double moment, double amount) {
        if (!Double.isNaN(amount)) {
            bins[bin(moment)] += amount;
        }
    }

    private void spread(double[] bins, double start, double end, double amount) {
        if (Double.isNaN(amount)) {
            return;
        }
        if (!(end > start)) {
            at(bins, end, amount);
            return;
        }
        int last = bin(end);
        for (int i = bin(start); i <= last; i++) {
            double overlap = Math.min(end, from + (i + 1) * width) - Math.max(start, from + i * width);
            bins[i] += amount * Math.max(0, overlap) / (end - start);
        }
    }

    private int bin(double moment) {
        return (int) Math.clamp((moment - from) / width, 0, inFlight.length - 1.0);
    }

    private JsonObject json(double origin) {
        double[] seconds = new double[inFlight.length];
        Arrays.setAll(seconds, i -> from - origin + (i + 0.5) * width);
        return JsonValue.object()
                .put("width", Figure.rounded(width))
                .put("seconds", Figure.list(seconds))
                .put("in_flight", perSecond(inFlight))
                .put("requests_per_second", perSecond(completed))
                .put("errors_per_second", perSecond(errored))
                .put("input_tokens_per_second", perSecond(inputTokens))
                .put("output_tokens_per_second", perSecond(outputTokens))
                .build();
    }

    private JsonValue perSecond(double[] bins) {
        return Figure.list(Arrays.stream(bins).map(each -> each / width).toArray());
    }
}
