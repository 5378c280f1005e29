package dev.guidellm.benchmark;

import dev.guidellm.data.ConversationIterator;
import dev.guidellm.data.ConversationSource;
import dev.guidellm.engine.LoadResult;
import dev.guidellm.metrics.ErrorSummary;
import dev.guidellm.schedule.Constraint;
import dev.guidellm.schedule.SchedulerProgress;
import dev.guidellm.schedule.SchedulerState;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// What a reader must know of a benchmark beside its figures, in sentences.
final class RunNotes {
    private RunNotes() {}

    static List<String> of(LoadResult load, ConversationSource source, ConversationIterator data, ErrorSummary errors) {
        List<String> notes = new ArrayList<>();
        SchedulerState state = load.state();
        String dataEnd = dataEnd(state, load.interrupted(), source);
        if (dataEnd != null) {
            notes.add(dataEnd);
        }
        if (data.rowsSkipped() > 0) {
            notes.add(data.rowsSkipped() + " of " + data.rowsRead() + " rows of " + source.name()
                    + " could not be used and were left out.");
        }
        if (source.repeats()
                && source.rows().isPresent()
                && data.rowsRead() > source.rows().getAsLong()) {
            notes.add("The data was repeated: prompts that come again can hit the server's prefix cache, which makes"
                    + " it look faster.");
        }
        if (errors.shortAnswers() > 0) {
            notes.add(count(errors.shortAnswers(), "answer") + " had fewer tokens than asked for, although the request"
                    + " forbade an early stop.");
        }
        if (errors.cancelledBeforeStart() > 0) {
            notes.add(count(errors.cancelledBeforeStart(), "turn") + " of conversations that had begun were never sent:"
                    + " another turn had failed, or the benchmark ended.");
        }
        if (state.counts().created() > 0 && state.counts().successful() == 0) {
            notes.add("No request was successful: the figures say nothing about the server's speed.");
        }
        return notes;
    }

    /// Whether the data ended before what the user asked for was done.
    private static @Nullable String dataEnd(SchedulerState state, boolean interrupted, ConversationSource source) {
        if (!state.dataExhausted() || interrupted) {
            return null;
        }
        long made = state.counts().created();
        SchedulerProgress asked = state.schedulerConstraints().entrySet().stream()
                .filter(entry -> Set.of("max_requests", "min_requests", Constraint.SCHEDULE_ENDED)
                        .contains(entry.getKey()))
                .filter(entry -> entry.getValue().progress().totalRequests() != null)
                .map(entry -> entry.getValue().progress())
                .findFirst()
                .orElse(SchedulerProgress.NONE);
        Double total = asked.totalRequests();
        if (total != null && made < total) {
            return "The data ended after " + made + " of " + count(Math.round(total), "request")
                    + ": this is no full run. " + source.goesOnBy();
        }
        boolean stoppedOtherwise = state.stops().anyMatch(stop -> !stop.getKey().equals(Constraint.REQUESTS_EXHAUSTED));
        if (total == null && !stoppedOtherwise && state.schedulerConstraints().containsKey("max_duration")) {
            return "The data ended after " + count(made, "request") + ", before the time was over. "
                    + source.goesOnBy();
        }
        return null;
    }

    private static String count(long number, String noun) {
        return String.format(Locale.ROOT, "%d %s%s", number, noun, number == 1 ? "" : "s");
    }
}
