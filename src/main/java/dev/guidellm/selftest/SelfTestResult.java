package dev.guidellm.selftest;

import dev.guidellm.health.Words;
import dev.guidellm.json.JsonValue.JsonObject;
import dev.guidellm.schedule.SchedulingStrategy;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What a self-test found.
///
/// @param findings one for each look at the machine
/// @param ceilings null when the machine was in no state to be put under load
/// @param seconds how long it took
public record SelfTestResult(
        MachineState machine,
        List<Finding> findings,
        @Nullable Ceilings ceilings,
        double seconds) {
    public SelfTestResult {
        findings = List.copyOf(findings);
    }

    /// Whether anything that is measured on this machine can be trusted.
    public boolean trustworthy() {
        return findings.stream().noneMatch(finding -> finding.level() == Finding.Level.HOPELESS);
    }

    /// Up to which load the client is not the limit, one sentence.
    public String sentence() {
        if (ceilings == null || !trustworthy()) {
            String why = findings.stream()
                    .filter(finding -> finding.level() == Finding.Level.HOPELESS)
                    .map(finding -> finding.check() + ", " + finding.text())
                    .findFirst()
                    .orElse("nothing could be measured");
            return "Nothing that is measured on this machine can be trusted: " + why + ".";
        }
        String rate = Words.count((long) ceilings.streamed().trusted()) + " streamed requests/s ("
                + Words.count((long) ceilings.streamed().times(SelfTest.TOKENS).trusted()) + " tokens/s)";
        long streams = (long) ceilings.streams().trusted();
        if (streams == 0) {
            int fewest = ceilings.levels().stream()
                    .mapToInt(StreamLevel::streams)
                    .min()
                    .orElse(0);
            return "Up to about " + rate + " the client is not the limit on this machine, but it is with "
                    + Words.count(fewest) + " open streams already.";
        }
        return "Up to about " + rate + " and " + Words.count(streams)
                + " open streams the client is not the limit on this machine.";
    }

    /// Why the load that a benchmark asks for is more than this machine was found good for.
    ///
    /// @param streamed whether its answers are streamed
    /// @return sentences, empty when it is not more, or asks for no load of its own
    public List<String> doubtsOn(SchedulingStrategy strategy, boolean streamed) {
        List<String> doubts = new ArrayList<>();
        if (ceilings == null) {
            return doubts;
        }
        int streams = asked(strategy);
        double most = ceilings.streams().trusted();
        if (streams > most) {
            doubts.add(tooMuch(Words.count((long) most) + " open streams", Words.count(streams)));
        }
        double rate = strategy.peakRatePerSecond();
        Ceiling requests = streamed ? ceilings.streamed() : ceilings.plain();
        if (Double.isFinite(rate) && rate > requests.trusted()) {
            doubts.add(tooMuch(
                    Words.count((long) requests.trusted()) + (streamed ? " streamed" : "") + " requests/s",
                    Words.count(Math.round(rate))));
        }
        return doubts;
    }

    private static String tooMuch(String found, String asked) {
        return "The self-test found the client good for about " + found + " on this machine, and " + asked
                + " were asked for: mind the verdict on the client.";
    }

    /// Streams that are certain to be open at once; 0 where that depends on the server.
    private static int asked(SchedulingStrategy strategy) {
        return switch (strategy) {
            case SchedulingStrategy.Synchronous _ -> 1;
            case SchedulingStrategy.Concurrent concurrent -> concurrent.streams();
            case SchedulingStrategy.StreamStages stages -> stages.resolvedRequestLimit();
            case SchedulingStrategy.Throughput throughput ->
                throughput.maxConcurrency() == null ? 0 : throughput.maxConcurrency();
            case SchedulingStrategy.Constant _,
                    SchedulingStrategy.Poisson _,
                    SchedulingStrategy.Gamma _,
                    SchedulingStrategy.Stages _,
                    SchedulingStrategy.Recorded _,
                    SchedulingStrategy.Trace _ -> 0;
        };
    }

    /// As it stands in files.
    public JsonObject json() {
        return SelfTestJson.write(this);
    }
}
