package dev.guidellm.simulation;

/// How a simulated server behaves. Times are virtual; without noise each request of the same size takes the same time.
///
/// @param slots requests in service at once; others wait in the order in which they came
/// @param streamed whether the client sees each token come, or only the whole answer
record ServerModel(int slots, Speed speed, Noise noise, Answers answers, Faults faults, boolean streamed) {

    /// What a request takes in service: `ttftMillis` plus the prefill of its prompt, history included, then one gap per
    /// output token after the first.
    ///
    /// @param quickAnswers the server's first answers, which find its caches warm: all their times are
    ///     multiplied by `quickFactor`
    record Speed(
            double ttftMillis, double prefillMillisPerToken, double itlMillis, long quickAnswers, double quickFactor) {}

    /// How far times vary from one request to the next.
    ///
    /// @param ttftSpread of the time to the first token: a standard deviation in milliseconds, never below 0 in all
    ///     ([Shape#NORMAL]), or the σ of a factor with mean 1 ([Shape#LOG_NORMAL])
    /// @param itlSpread the same of the gap between tokens, one draw per request
    /// @param correlation of one request's draw with the draw before: the φ of an AR(1) process, -1 to 1
    record Noise(Shape shape, double ttftSpread, double itlSpread, double correlation) {
        static final Noise NONE = new Noise(Shape.NORMAL, 0, 0, 0);

        enum Shape {
            NORMAL,
            LOG_NORMAL
        }
    }

    /// Tokens of an answer whose request asks for no number: normal, rounded, at least 1.
    record Answers(double meanTokens, double spreadTokens) {}

    /// What goes wrong.
    ///
    /// @param errorRate share of requests that are refused with status 500, at once and without a slot
    /// @param diesAtSeconds breaks off all requests and takes no more
    /// @param hangsAtSeconds answers nothing any more
    record Faults(double errorRate, double diesAtSeconds, double hangsAtSeconds) {
        static final Faults NONE = new Faults(0, Double.POSITIVE_INFINITY, Double.POSITIVE_INFINITY);
    }

    /// A faultless server without noise.
    static ServerModel steady(int slots, double ttftMillis, double itlMillis, int tokens) {
        return new ServerModel(
                slots,
                new Speed(ttftMillis, 0, itlMillis, 0, 1),
                Noise.NONE,
                new Answers(tokens, 0),
                Faults.NONE,
                true);
    }

    ServerModel with(Speed other) {
        return new ServerModel(slots, other, noise, answers, faults, streamed);
    }

    ServerModel with(Noise other) {
        return new ServerModel(slots, speed, other, answers, faults, streamed);
    }

    ServerModel with(Answers other) {
        return new ServerModel(slots, speed, noise, other, faults, streamed);
    }

    ServerModel with(Faults other) {
        return new ServerModel(slots, speed, noise, answers, other, streamed);
    }

    ServerModel unstreamed() {
        return new ServerModel(slots, speed, noise, answers, faults, false);
    }
}
