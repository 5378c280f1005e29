package dev.guidellm.cli;

import dev.guidellm.benchmark.ProgressListener;
import dev.guidellm.benchmark.ProgressSnapshot;
import dev.guidellm.json.JsonValue;
import dev.guidellm.metrics.BenchmarkWarning;
import dev.guidellm.report.EndedRequest;
import java.util.List;
import java.util.function.Consumer;

/// Several listeners as one.
record ProgressListeners(List<ProgressListener> listeners) implements ProgressListener {
    ProgressListeners {
        listeners = List.copyOf(listeners);
    }

    @Override
    public void message(Level level, String title, List<JsonValue> details) {
        each(listener -> listener.message(level, title, details));
    }

    @Override
    public void runStarted(List<String> plannedStrategies) {
        each(listener -> listener.runStarted(plannedStrategies));
    }

    @Override
    public void benchmarkStarted(ProgressSnapshot snapshot) {
        each(listener -> listener.benchmarkStarted(snapshot));
    }

    @Override
    public void benchmarkUpdated(ProgressSnapshot snapshot) {
        each(listener -> listener.benchmarkUpdated(snapshot));
    }

    @Override
    public void requestEnded(EndedRequest request) {
        each(listener -> listener.requestEnded(request));
    }

    @Override
    public void benchmarkCompiling(ProgressSnapshot snapshot) {
        each(listener -> listener.benchmarkCompiling(snapshot));
    }

    @Override
    public void benchmarkCompleted(ProgressSnapshot snapshot) {
        each(listener -> listener.benchmarkCompleted(snapshot));
    }

    @Override
    public void clientJudged(ProgressSnapshot snapshot, Level level, String verdict) {
        each(listener -> listener.clientJudged(snapshot, level, verdict));
    }

    @Override
    public void benchmarkWarned(ProgressSnapshot snapshot, List<BenchmarkWarning> warnings) {
        each(listener -> listener.benchmarkWarned(snapshot, warnings));
    }

    @Override
    public void runFinished() {
        each(ProgressListener::runFinished);
    }

    private void each(Consumer<ProgressListener> call) {
        listeners.forEach(call);
    }
}
