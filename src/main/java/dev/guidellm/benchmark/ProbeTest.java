package dev.guidellm.benchmark;

import dev.guidellm.json.JsonValue;
import dev.guidellm.json.JsonValue.JsonArray;
import dev.guidellm.json.JsonValue.JsonObject;
import dev.guidellm.metrics.MeasuredRequest;
import dev.guidellm.metrics.MeasurementWindowTracker;
import dev.guidellm.metrics.RequestStatus;
import dev.guidellm.metrics.ServiceLevelObjective;
import dev.guidellm.profile.ProbeTarget;
import dev.guidellm.schedule.SchedulingStrategy;
import dev.guidellm.search.AttainmentReading;
import dev.guidellm.search.AttainmentTest;
import dev.guidellm.search.AttainmentTest.Decision;
import dev.guidellm.search.ShareBounds;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// `early_stop`: tests while a probe runs whether enough requests keep its objectives, and is satisfied when that
/// is clear: when every goal is reached for certain, or one is certainly missed. While a search climbs it is enough
/// that every goal leans to being reached.
///
/// Which requests enter the test must not depend on how long they take. So they enter in the order of their starts,
/// each when all before it have ended: of the requests that have ended by some moment too many are quick. And only
/// those that started under full load: after the ramp-up, and after each stream's first request, or in an open loop
/// after the first answer.
final class ProbeTest implements RequestJudge {
    private final ProbeTarget target;
    private final SchedulingStrategy strategy;
    private final RunningBenchmark running;
    private final List<ServiceLevelObjective> objectives;
    private final List<AttainmentTest> tests = new ArrayList<>();
    /// Requests that enter, in the order of their starts, until all before them have ended.
    private final Map<String, Optional<Entrant>> waiting = new LinkedHashMap<>();
    private double fullLoadFrom;
    private long begun;
    private long over;
    private boolean cutOff;
    private boolean satisfied;
    private boolean climbedPast;

    ProbeTest(ProbeTarget target, SchedulingStrategy strategy, RunningBenchmark running) {
        this.target = target;
        this.strategy = strategy;
        this.running = running;
        objectives = target.goals().stream()
                .map(goal -> new ServiceLevelObjective(goal.objectives()))
                .toList();
    }

    @Override
    public void started(double startSeconds) {
        fullLoadFrom = startSeconds + strategy.rampupSeconds();
    }

    @Override
    public void begun(String requestId, double atSeconds) {
        begun++;
        if (atSeconds < fullLoadFrom || isFirst() || satisfied) {
            return;
        }
        if (tests.isEmpty()) {
            open();
        }
        waiting.put(requestId, Optional.empty());
    }

    @Override
    public void ended(MeasuredRequest request) {
        over++;
        String id = request.request().requestId();
        if (satisfied || cutOff || !waiting.containsKey(id)) {
            return;
        }
        waiting.put(id, Optional.of(entrant(request)));
        Iterator<Optional<Entrant>> inOrder = waiting.values().iterator();
        while (inOrder.hasNext() && !cutOff && !satisfied) {
            Optional<Entrant> next = inOrder.next();
            if (next.isEmpty()) {
                break;
            }
            inOrder.remove();
            enter(next.get());
        }
    }

    @Override
    public boolean satisfied() {
        return satisfied;
    }

    @Override
    public JsonObject findings() {
        List<JsonValue> goals = new ArrayList<>();
        for (int i = 0; i < tests.size(); i++) {
            ProbeTarget.Goal goal = target.goals().get(i);
            AttainmentReading reading = tests.get(i).reading();
            ShareBounds bounds = ShareBounds.around(goal.share(), target.confidence());
            AttainmentReading all = reading.plus(goal.earlier());
            goals.add(JsonValue.object()
                    .put("target", goal.share())
                    .put("decision", tests.get(i).decision().key())
                    .put("requests", reading.judged())
                    .put("conforming", reading.conforming())
                    .put("independent_requests", reading.successes() + reading.failures())
                    .put("requests_before", goal.earlier().judged())
                    .put("attainment_lower", all.judged() == 0 ? 0.0 : all.lower(bounds))
                    .put("attainment_upper", all.judged() == 0 ? 1.0 : all.upper(bounds))
                    .build());
        }
        return JsonValue.object()
                .put("confidence", target.confidence())
                .put("decided", satisfied && !climbedPast)
                .put("climbed_past", climbedPast)
                .put("goals", new JsonArray(goals))
                .build();
    }

    /// What was counted in the end, goal by goal; empty when no request entered.
    List<AttainmentReading> conclude() {
        return tests.stream().map(AttainmentTest::conclude).toList();
    }

    /// Whether the request that has just begun is one with which the load is still being built up.
    private boolean isFirst() {
        return strategy.hasArrivalSchedule() ? over == 0 : begun <= strategy.resolvedRequestLimit();
    }

    private void open() {
        int inFlight =
                strategy.hasArrivalSchedule() ? (int) Math.max(1, begun - over) : strategy.resolvedRequestLimit();
        for (ProbeTarget.Goal goal : target.goals()) {
            tests.add(new AttainmentTest(goal.share(), target.confidence(), inFlight).after(goal.earlier()));
        }
    }

    /// Requests that ended in the warmup are not counted.
    private Entrant entrant(MeasuredRequest request) {
        double end = request.timings().completedAt();
        if (running.tracker().phaseAt(end) == MeasurementWindowTracker.Phase.WARMUP) {
            return new Entrant.Left();
        }
        double[] shares = new double[objectives.size()];
        for (int i = 0; i < shares.length; i++) {
            ServiceLevelObjective objective = objectives.get(i);
            switch (RequestStatus.of(request.request().outcome())) {
                case SUCCESSFUL -> shares[i] = share(objective, request);
                case ERRORED -> shares[i] = Double.POSITIVE_INFINITY;
                case INCOMPLETE -> {
                    shares[i] = objective.leastShare(request);
                    if (!(shares[i] > 1)) {
                        return new Entrant.CutOff();
                    }
                }
                case null -> {
                    return new Entrant.CutOff();
                }
            }
        }
        return new Entrant.Judged(shares);
    }

    /// Exactly as the report judges, though a quotient is rounded.
    private static double share(ServiceLevelObjective objective, MeasuredRequest request) {
        double share = objective.largestShare(request);
        return switch (objective.judge(request)) {
            case MET -> Math.min(share, 1);
            case MISSED -> Math.max(share, Math.nextUp(1.0));
            case UNDETERMINED -> Double.NaN;
        };
    }

    private void enter(Entrant entrant) {
        switch (entrant) {
            case Entrant.Left() -> {}
            // Of those after it, only the quick ones could still enter.
            case Entrant.CutOff() -> cutOff = true;
            case Entrant.Judged(double[] shares) -> {
                boolean missed = false;
                boolean reached = true;
                boolean leaning = target.climbing();
                for (int i = 0; i < shares.length; i++) {
                    AttainmentTest test = tests.get(i);
                    Decision decision =
                            Double.isNaN(shares[i]) ? test.decision() : test.add(shares[i] <= 1, Math.log(shares[i]));
                    missed |= decision == Decision.BELOW;
                    reached &= decision == Decision.ABOVE;
                    leaning &= test.leansAbove();
                }
                climbedPast = leaning && !missed && !reached;
                satisfied = missed || reached || leaning;
            }
        }
    }

    /// What a request that began in time means for the test.
    private sealed interface Entrant {
        /// Not counted.
        record Left() implements Entrant {}

        /// Ended by the end of the benchmark before it was known how it fares.
        record CutOff() implements Entrant {}

        /// @param shares of the limits of each goal that it took: at most 1 when it kept them; not a number when
        ///     not measured
        record Judged(double[] shares) implements Entrant {}
    }
}
