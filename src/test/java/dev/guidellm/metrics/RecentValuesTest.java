package dev.guidellm.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Objects;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;

@NullMarked
class RecentValuesTest {
    private final RecentValues values = new RecentValues();

    private RecentPercentiles at(double now) {
        return Objects.requireNonNull(values.at(now));
    }

    @Test
    void nothingIsNull() {
        values.add(1, Double.NaN);
        assertThat(values.at(1)).isNull();
    }

    @Test
    void percentilesAreExactRanks() {
        for (int i = 1; i <= 100; i++) {
            values.add(1, 101 - i);
        }
        assertThat(at(1)).isEqualTo(new RecentPercentiles(50, 95));
    }

    @Test
    void oneValueIsBoth() {
        values.add(1, 7);
        assertThat(at(100)).isEqualTo(new RecentPercentiles(7, 7));
    }

    @Test
    void whatIsOlderThanTenSecondsIsForgottenWhereThereIsEnough() {
        for (int i = 0; i < 30; i++) {
            values.add(0, 1000);
        }
        for (int i = 0; i < 25; i++) {
            values.add(20, 1);
        }
        assertThat(at(21)).isEqualTo(new RecentPercentiles(1, 1));
    }

    @Test
    void theLatestTwentyCountHoweverOldTheyAre() {
        for (int i = 0; i < 40; i++) {
            values.add(0, 1000);
        }
        for (int i = 0; i < 12; i++) {
            values.add(100, 1);
        }
        assertThat(at(100)).isEqualTo(new RecentPercentiles(1, 1000));
        assertThat(at(1000)).isEqualTo(new RecentPercentiles(1, 1000));
    }

    @Test
    void noMoreThanFiveHundredAndTwelveAreKept() {
        for (int i = 0; i < 10_000; i++) {
            values.add(i * 1e-6, i);
        }
        assertThat(at(0.01)).isEqualTo(new RecentPercentiles(10_000 - 512 + 255, 10_000 - 512 + 486));
    }
}
