package dev.guidellm.metrics;

/// Spreads the tokens of one request over time. Unknown counts add nothing. NaN stands for an unknown time or
/// count.
final class TokenSeries {
    private TokenSeries() {}

    /// The prompt counts when its first token, else its end, came.
    static void addPrompt(TimeSeries series, double firstToken, double end, double tokens) {
        if (!Double.isNaN(tokens)) {
            series.add(Double.isNaN(firstToken) ? end : firstToken, tokens);
        }
    }

    /// The answer's first token came first; the others came evenly in the remaining iterations up to the last
    /// token. Without iterations to spread them over, all came at the last token, else at the end.
    static void addOutput(
            TimeSeries series, double firstToken, double lastToken, double end, double tokens, int iterations) {
        if (Double.isNaN(tokens)) {
            return;
        }
        if (Double.isNaN(firstToken) || Double.isNaN(lastToken) || iterations <= 1) {
            series.add(Double.isNaN(lastToken) ? end : lastToken, tokens);
        } else if (tokens <= 1) {
            series.add(firstToken, tokens);
        } else {
            series.addSpread(firstToken, 1, lastToken, iterations - 1, perLaterIteration(tokens, iterations));
        }
    }

    /// Tokens of each iteration after the first.
    static double perLaterIteration(double tokens, int iterations) {
        return (tokens - 1) / (iterations - 1);
    }
}
