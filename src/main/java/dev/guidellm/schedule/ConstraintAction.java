package dev.guidellm.schedule;

/// What a constraint wants done, and why.
///
/// @param progress how much is left by this constraint's account
public record ConstraintAction(
        Queuing requestQueuing,
        Processing requestProcessing,
        StoppingScope stoppingScope,
        ConstraintMetadata metadata,
        SchedulerProgress progress) {

    /// Whether more requests are to be made.
    public enum Queuing {
        CONTINUE("continue"),
        STOP("stop");

        private final String key;

        Queuing(String key) {
            this.key = key;
        }

        /// The name in reports.
        public String key() {
            return key;
        }
    }

    /// Whether requests in flight may go on. The two ways to stop mean the same here: one machine sends.
    public enum Processing {
        CONTINUE("continue"),
        STOP_LOCAL("stop_local"),
        STOP_ALL("stop_all");

        private final String key;

        Processing(String key) {
            this.key = key;
        }

        /// The name in reports.
        public String key() {
            return key;
        }
    }
}
