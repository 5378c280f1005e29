package dev.guidellm.compare;

import dev.guidellm.json.JsonPath;
import dev.guidellm.json.JsonValue;
import dev.guidellm.json.NumberText;
import dev.guidellm.report.BenchmarkReport;
import dev.guidellm.report.BenchmarkResult;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;

/// Which benchmarks of a run are meant.
public sealed interface BenchmarkSelector {

    /// Every one.
    record All() implements BenchmarkSelector {}

    /// One by its number.
    ///
    /// @param number from 1, as in the log lines; from the end when below 0
    record Numbered(int number) implements BenchmarkSelector {}

    /// The highest level that a goodput search found to hold.
    record Best() implements BenchmarkSelector {}

    /// Those of a strategy: `concurrent@4`, or `concurrent` for all of that kind; `concurrent@4 #2` for the second
    /// of one level, as [BenchmarkReport#labels] calls it.
    record OfStrategy(String strategy) implements BenchmarkSelector {}

    /// A text whose selector was read.
    ///
    /// @param rest what stands behind the brackets
    record Selected(BenchmarkSelector selector, String rest) {}

    /// Splits a text that may begin with a selector in brackets.
    static Selected split(String text) throws ExpressionException {
        String stripped = text.strip();
        if (!stripped.startsWith("[")) {
            return new Selected(new All(), stripped);
        }
        int end = stripped.indexOf(']');
        if (end < 0) {
            throw new ExpressionException("the bracket is not closed");
        }
        return new Selected(
                parse(stripped.substring(1, end)), stripped.substring(end + 1).strip());
    }

    /// Reads what stands in the brackets.
    static BenchmarkSelector parse(String text) throws ExpressionException {
        String word = text.strip();
        return switch (word.toLowerCase(Locale.ROOT)) {
            case "all" -> new All();
            case "first" -> new Numbered(1);
            case "last" -> new Numbered(-1);
            case "best" -> new Best();
            case "" ->
                throw new ExpressionException(
                        "there is nothing in the brackets; [2], [first], [last], [best], [all] or a strategy such as"
                                + " [concurrent@4] go");
            default -> {
                if (!word.matches("[+-]?\\d{1,6}")) {
                    yield new OfStrategy(word);
                }
                int number = Integer.parseInt(word);
                if (number == 0) {
                    throw new ExpressionException("benchmarks are numbered from 1, or from the end by -1");
                }
                yield new Numbered(number);
            }
        };
    }

    /// The places of the benchmarks in the report, ascending; empty when there is no such benchmark.
    default List<Integer> in(BenchmarkReport report) {
        List<BenchmarkResult> benchmarks = report.benchmarks();
        int size = benchmarks.size();
        return switch (this) {
            case All _ -> IntStream.range(0, size).boxed().toList();
            case Numbered(int number) -> {
                int place = number > 0 ? number - 1 : size + number;
                yield place >= 0 && place < size ? List.of(place) : List.of();
            }
            case Best _ -> best(report);
            case OfStrategy(String strategy) -> {
                List<String> labels = report.labels();
                yield IntStream.range(0, size)
                        .filter(i -> labels.get(i).equals(strategy)
                                || matches(benchmarks.get(i).strategyText(), strategy))
                        .boxed()
                        .toList();
            }
        };
    }

    private static List<Integer> best(BenchmarkReport report) {
        for (JsonValue conclusion : report.conclusions()) {
            Long streams = JsonPath.whole(conclusion, "best_passing_streams");
            Double rate = JsonPath.number(conclusion, "best_passing_rate");
            String label = streams != null
                    ? "concurrent@" + streams
                    : rate != null ? "poisson@" + NumberText.fixed(rate, 2) : null;
            if (label != null) {
                // of several probes of one level the last decided
                List<Integer> all = new OfStrategy(label).in(report);
                return all.isEmpty() ? all : List.of(all.getLast());
            }
        }
        return List.of();
    }

    private static boolean matches(String label, String wanted) {
        int at = label.indexOf('@');
        String kind = at < 0 ? label : label.substring(0, at);
        return label.equals(wanted) || kind.equals(wanted) || plain(label).equals(plain(wanted));
    }

    /// Rates are shown with two decimals, which nobody types.
    private static String plain(String label) {
        return label.contains(".") ? label.replaceFirst("0+$", "").replaceFirst("\\.$", "") : label;
    }
}
