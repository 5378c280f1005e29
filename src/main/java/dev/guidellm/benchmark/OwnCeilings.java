package dev.guidellm.benchmark;

import dev.guidellm.benchmark.ProgressListener.Level;
import dev.guidellm.config.BackendConfig;
import dev.guidellm.config.LoadStage;
import dev.guidellm.config.ProfileConfig;
import dev.guidellm.json.JsonValue;
import dev.guidellm.schedule.SchedulingStrategy;
import dev.guidellm.selftest.Finding;
import dev.guidellm.selftest.SelfTest;
import dev.guidellm.selftest.SelfTestPlan;
import dev.guidellm.selftest.SelfTestResult;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// What the client was found able to before the run.
///
/// @param result null where nobody asked
/// @param streamed whether the run's answers are streamed
record OwnCeilings(@Nullable SelfTestResult result, boolean streamed) {
    private static final Logger LOG = LoggerFactory.getLogger(OwnCeilings.class);

    static final OwnCeilings NOT_MEASURED = new OwnCeilings(null, true);

    /// Measures where `asked` says so, for up to three seconds, and tells the user.
    static OwnCeilings measure(BackendConfig asked, ProfileConfig profile, ProgressListener listener) {
        if (!(asked instanceof BackendConfig.OpenAiHttp http) || !http.selftest()) {
            return NOT_MEASURED;
        }
        SelfTestResult result =
                SelfTest.run(SelfTestPlan.beforeRun(mostStreams(profile)), doing -> LOG.debug("self-test: {}", doing));
        listener.message(
                result.trustworthy() ? Level.SUCCESS : Level.WARNING, "Self-test: " + result.sentence(), List.of());
        for (Finding finding : result.findings()) {
            if (finding.level() != Finding.Level.FINE) {
                listener.message(
                        Level.WARNING,
                        "Self-test, " + finding.check() + ": " + finding.text() + "; what helps: " + finding.remedy(),
                        List.of());
            }
        }
        return new OwnCeilings(result, http.stream());
    }

    /// The most streams that the profile names; 0 when it names none.
    private static int mostStreams(ProfileConfig profile) {
        return switch (profile) {
            case ProfileConfig.Concurrent concurrent -> Collections.max(concurrent.streams());
            case ProfileConfig.Stages stages ->
                stages.stages().stream()
                        .map(LoadStage::streams)
                        .filter(Objects::nonNull)
                        .mapToInt(Integer::intValue)
                        .max()
                        .orElse(0);
            case ProfileConfig.Knee knee -> Collections.max(knee.startingStreams());
            case ProfileConfig.Synchronous _,
                    ProfileConfig.Throughput _,
                    ProfileConfig.Constant _,
                    ProfileConfig.Poisson _,
                    ProfileConfig.Gamma _,
                    ProfileConfig.Timetable _,
                    ProfileConfig.Sweep _,
                    ProfileConfig.Replay _,
                    ProfileConfig.Goodput _ -> 0;
        };
    }

    /// Why what a benchmark asked for is more than this machine was found good for; empty when it is not.
    List<String> notes(SchedulingStrategy strategy) {
        return result == null ? List.of() : result.doubtsOn(strategy, streamed);
    }

    /// For the report; null where nobody asked.
    @Nullable
    JsonValue json() {
        return result == null ? null : result.json();
    }
}
