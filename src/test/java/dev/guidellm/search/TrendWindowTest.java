package dev.guidellm.search;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.guidellm.GoldenCases;
import dev.guidellm.json.JsonValue;
import dev.guidellm.json.JsonValue.JsonArray;
import dev.guidellm.json.JsonValue.JsonBoolean;
import dev.guidellm.json.JsonValue.JsonDouble;
import dev.guidellm.json.JsonValue.JsonInteger;
import dev.guidellm.json.JsonValue.JsonObject;
import java.math.BigInteger;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

@NullMarked
class TrendWindowTest {
    private static final String FILE = "schedule/constraint-cases.json";

    static List<JsonObject> slopes() {
        return GoldenCases.loadList(FILE, "slope_checker");
    }

    @ParameterizedTest
    @MethodSource("slopes")
    void fitsAsTheReferenceDoes(JsonObject golden) {
        TrendWindow window = new TrendWindow(0.95, 2.0);
        for (JsonValue point : ((JsonArray) GoldenCases.member(golden, "points")).items()) {
            List<JsonValue> xy = ((JsonArray) point).items();
            window.add(number(xy.get(0)), number(xy.get(1)), false);
        }
        boolean rises = window.rises(number(GoldenCases.member(golden, "effective_n")));
        assertThat(rises).isEqualTo(((JsonBoolean) GoldenCases.member(golden, "result")).value());
        equal(window.slope(), GoldenCases.member(golden, "slope"));
        equal(window.marginOfError(), GoldenCases.member(golden, "margin_of_error"));
    }

    static List<JsonObject> quantiles() {
        return GoldenCases.loadList(FILE, "approx_t_ppf");
    }

    @ParameterizedTest
    @MethodSource("quantiles")
    void quantilesAreThoseOfTheReference(JsonObject golden) {
        double p = number(GoldenCases.member(golden, "p"));
        double degrees = number(GoldenCases.member(golden, "df"));
        JsonValue value = GoldenCases.member(golden, "value");
        if (value instanceof JsonValue.JsonNull) {
            assertThatThrownBy(() -> StudentT.approximateQuantile(p, degrees))
                    .isInstanceOf(IllegalArgumentException.class);
        } else {
            equal(StudentT.approximateQuantile(p, degrees), value);
        }
    }

    @Test
    void nothingIsLeftOfWhatWasDropped() {
        Random random = new Random(7);
        TrendWindow used = new TrendWindow(0.95, 2.0);
        TrendWindow fresh = new TrendWindow(0.95, 2.0);
        for (int i = 0; i < 20_000; i++) {
            used.add(1e5 + i * 0.013, 1000 * random.nextDouble(), i % 3 == 0);
            used.keep(300, 1e5 + i * 0.013, 1e9);
        }
        assertThat(used.size()).isEqualTo(300);
        assertThat(used.marked()).isEqualTo(100);
        for (int i = 0; i < 300; i++) {
            double x = 2e5 + i * 0.5;
            double y = 3 + i * 0.001;
            used.add(x, y, false);
            used.keep(300, x, 1e9);
            fresh.add(x, y, false);
        }
        assertThat(used.rises(30)).isTrue();
        assertThat(fresh.rises(30)).isTrue();
        assertThat(used.slope()).isEqualTo(fresh.slope()).isCloseTo(0.002, within(1e-15));
        assertThat(used.marginOfError()).isEqualTo(fresh.marginOfError()).isZero();
        assertThat(used.marked()).isZero();
        assertThat(used.added()).isEqualTo(20_300);
    }

    @Test
    void aSeriesThatHasBecomeFlatIsExactlyFlat() {
        TrendWindow window = new TrendWindow(0.95, 2.0);
        for (int i = 0; i < 500; i++) {
            window.add(i, Math.min(i, 200) * 0.1, false);
            window.keep(Long.MAX_VALUE, i, 100);
        }
        assertThat(window.size()).isEqualTo(101);
        assertThat(window.rises(50)).isFalse();
        assertThat(window.slope()).isZero();
        assertThat(window.marginOfError()).isZero();
    }

    @Test
    void sumsAreWiderThanOneWord() {
        WideSum sum = new WideSum();
        BigInteger expected = BigInteger.ZERO;
        Random random = new Random(3);
        for (int i = 0; i < 1000; i++) {
            long a = random.nextLong() >> 2;
            long b = random.nextLong() >> 2;
            sum.addProduct(a, b);
            expected = expected.add(BigInteger.valueOf(a).multiply(BigInteger.valueOf(b)));
            assertThat(sum.value()).isEqualTo(expected);
        }
        sum.subtractProduct(Long.MAX_VALUE, 5);
        assertThat(sum.value())
                .isEqualTo(expected.subtract(BigInteger.valueOf(Long.MAX_VALUE).multiply(BigInteger.valueOf(5))));
    }

    private static void equal(double actual, JsonValue golden) {
        if (golden instanceof JsonValue.JsonNull) {
            assertThat(actual).isNaN();
        } else if (number(golden) == 0) {
            assertThat(actual).isZero();
        } else {
            assertThat(actual).isCloseTo(number(golden), within(Math.max(1e-9 * Math.abs(number(golden)), 1e-14)));
        }
    }

    private static double number(JsonValue value) {
        return switch (value) {
            case JsonInteger(BigInteger whole) -> whole.doubleValue();
            case JsonDouble(double fraction) -> fraction;
            default -> throw new IllegalArgumentException("no number: " + value);
        };
    }
}
