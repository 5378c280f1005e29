package dev.guidellm.metrics;

import dev.guidellm.config.SampledFigure;
import dev.guidellm.config.SloConfig;
import dev.guidellm.record.RequestRecord;
import java.util.List;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/// Collects the finished requests of one benchmark and gives its statistics.
///
/// Used by one thread, which may ask for figures at any time. Memory per request is bounded (below 200 bytes) as far
/// as the report does not list the request.
public final class Accumulator {
    private final AccumulatorSettings settings;
    private final @Nullable ServiceLevelObjective objective;
    /// What is judged apart; empty where all objectives are judged together.
    private final List<ServiceLevelObjective> groups;
    private final MeasurementWindowTracker tracker;
    private final RequestColumns columns;
    private final WireColumns wire = new WireColumns();
    private final RequestSamples successful;
    private final RequestSamples errored;
    private final RequestSamples incomplete;
    private final ErrorCounter errors = new ErrorCounter();
    private final StageTimes stages = new StageTimes();
    private final LiveCounter counter;

    /// @param tracker told of every request, in the order in which they are added
    public Accumulator(AccumulatorSettings settings, MeasurementWindowTracker tracker) {
        this.settings = settings;
        this.tracker = tracker;
        SloConfig slo = settings.metrics().slo();
        objective = slo == null ? null : new ServiceLevelObjective(slo);
        List<SloConfig> apart = slo == null ? List.of() : slo.groups();
        groups = apart.size() < 2
                ? List.of()
                : apart.stream().map(ServiceLevelObjective::new).toList();
        counter = new LiveCounter(settings.metrics().confidence());
        columns = new RequestColumns(settings.hasArrivalSchedule());
        SplittableRandom random = new SplittableRandom(settings.seed());
        Integer sampleSize = settings.metrics().sampleSize();
        successful = new RequestSamples(sampleSize, random.split());
        errored = new RequestSamples(sampleSize, random.split());
        incomplete = new RequestSamples(sampleSize, random.split());
    }

    /// Takes a finished request.
    ///
    /// @param processedAt the moment, on the run's clock
    /// @return the request as it is counted; null when it never started, and so is in none of the lists
    public @Nullable MeasuredRequest add(RequestRecord finished, double processedAt) {
        RequestStatus status = RequestStatus.of(finished.outcome());
        if (status == null) {
            errors.neverStarted();
            return null;
        }
        MeasuredRequest request =
                MeasuredRequest.of(finished, settings.metrics().preferResponseMetrics(), settings.outputTokenCounter());
        tracker.ended(finished.timings(), status);
        ServiceLevelObjective.Verdict verdict =
                objective == null ? ServiceLevelObjective.Verdict.UNDETERMINED : objective.judge(request);
        columns.add(request, status, verdict);
        for (int group = 0; group < groups.size(); group++) {
            columns.addGroupVerdict(group, groups.get(group).judge(request));
        }
        wire.add(columns.size() - 1, finished.http());
        stages.add(finished.timings(), processedAt);
        samples(status).offer(request);
        errors.add(request);
        counter.add(request, status, verdict);
        return request;
    }

    /// Notes a turn of a begun conversation that was never sent: it is in none of the lists.
    public void turnGivenUp() {
        errors.neverStarted();
    }

    /// The running figures after the last request.
    ///
    /// @param now the moment, on the run's clock
    public LiveStatistics live(double now) {
        RequestTotals totals = requestsMade();
        return totals.total() == 0 ? LiveStatistics.EMPTY : counter.snapshot(totals, now, objective != null);
    }

    /// Requests of the three lists so far, whatever the window.
    public RequestTotals requestsMade() {
        return new RequestTotals(successful.offered(), errored.offered(), incomplete.offered());
    }

    /// What went wrong so far.
    public ErrorSummary errors() {
        return errors.summary();
    }

    /// The requests that the report lists.
    public ReportedRequests requests() {
        return new ReportedRequests(successful.kept(), errored.kept(), incomplete.kept());
    }

    /// The statistics of the requests that overlap `window`.
    public BenchmarkMetrics compile(MeasurementWindow window) {
        Double confidence = settings.metrics().confidence();
        Intervals intervals = confidence == null
                ? null
                : new Intervals(confidence, settings.metrics().meanInterval(), settings.seed());
        return new MetricsCompiler(columns, window, intervals)
                .compile(settings.hasArrivalSchedule(), objective == null ? null : objective.limits());
    }

    /// One figure of the requests so far that belong to `window`, and how sure it is. Takes time that grows with the
    /// number of requests.
    public SampledEstimate estimate(SampledFigure figure, MeasurementWindow window, double confidence) {
        return SampledEstimate.of(columns, window, figure, confidence);
    }

    /// What came of the requests of each span, one summary per span.
    ///
    /// @param spans without overlap, in order
    public List<SpanSummary> spans(List<LoadSpan> spans) {
        return SpanSummary.of(columns, spans);
    }

    /// The same of all requests.
    public SpanSummary all() {
        return spans(List.of(LoadSpan.ALL)).getFirst();
    }

    /// How the requests that overlap `window` went over the wire.
    public WireSummary wire(MeasurementWindow window) {
        return wire.summarize(columns, window);
    }

    /// How the run itself went.
    ///
    /// @param startTime start of the scheduler
    /// @param endTime its end; null when it has not ended
    /// @param generationSeconds time spent in getting each conversation from its source
    /// @param datasetIncomplete whether the data was not read to its end
    /// @param strategyType kind of the strategy
    public SchedulerMetrics schedulerMetrics(
            MeasurementWindow window,
            double startTime,
            @Nullable Double endTime,
            double[] generationSeconds,
            boolean datasetIncomplete,
            String strategyType) {
        boolean any = requestsMade().total() > 0;
        return new SchedulerMetrics(
                startTime,
                any ? window.requestStart() : null,
                any ? window.start() : null,
                any ? window.end() : null,
                any ? window.requestEnd() : null,
                endTime,
                requestsMade(),
                Distribution.summarize(WeightedValues.ofValues(generationSeconds), null),
                stages.queued.mean(),
                stages.resolveStartDelay.mean(),
                stages.resolveTargetedStartDelay.mean(),
                stages.requestStartDelay.mean(),
                stages.requestTargetedStartDelay.mean(),
                stages.request.mean(),
                stages.resolveEndDelay.mean(),
                stages.resolve.mean(),
                stages.finalizedDelay.mean(),
                stages.processedDelay.mean(),
                datasetIncomplete,
                strategyType);
    }

    private RequestSamples samples(RequestStatus status) {
        return switch (status) {
            case SUCCESSFUL -> successful;
            case ERRORED -> errored;
            case INCOMPLETE -> incomplete;
        };
    }
}
