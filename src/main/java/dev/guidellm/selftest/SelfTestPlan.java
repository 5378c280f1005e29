package dev.guidellm.selftest;

/// How long and how thoroughly to measure.
///
/// @param stepSeconds length of each step
/// @param warmUpSeconds load that is not measured, before all steps; 0 where the code is warm already
/// @param firstStreams open streams that are tried first
/// @param mostLevels how many numbers of open streams are tried
/// @param wakes how often a thread is put to sleep to see when it wakes
public record SelfTestPlan(double stepSeconds, double warmUpSeconds, int firstStreams, int mostLevels, int wakes) {
    private static final int FEWEST_STREAMS = 16;
    private static final int USUAL_STREAMS = 256;
    private static final int MOST_FIRST_STREAMS = 2_048;

    /// What `guidellm selftest` does: with its usual step of 1.5 s about 12 s in all.
    public static SelfTestPlan thorough(double stepSeconds) {
        return new SelfTestPlan(stepSeconds, stepSeconds, USUAL_STREAMS, 3, 300);
    }

    /// The same in 4 to 5 s.
    public static SelfTestPlan quick(double stepSeconds) {
        return new SelfTestPlan(stepSeconds, stepSeconds, USUAL_STREAMS, 2, 100);
    }

    /// What goes before a run, after its rehearsal: below 3 s.
    ///
    /// @param askedStreams the most open streams that the run asks for, as far as that is known; 0 for unknown
    public static SelfTestPlan beforeRun(int askedStreams) {
        int first = askedStreams == 0 ? USUAL_STREAMS : Math.clamp(askedStreams, FEWEST_STREAMS, MOST_FIRST_STREAMS);
        return new SelfTestPlan(0.4, 0, first, 2, 50);
    }
}
