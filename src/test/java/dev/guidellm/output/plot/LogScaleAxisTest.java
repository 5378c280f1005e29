package dev.guidellm.output.plot;

import static org.assertj.core.api.Assertions.assertThat;

import java.awt.geom.Rectangle2D;
import java.awt.image.BufferedImage;
import java.util.List;
import org.jfree.chart.axis.AxisState;
import org.jfree.chart.axis.NumberTick;
import org.jfree.chart.axis.TickType;
import org.jfree.chart.ui.RectangleEdge;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@NullMarked
class LogScaleAxisTest {
    @ParameterizedTest
    @CsvSource({
        "1, 500, '1 10 100'",
        "0.02, 90000, '0.1 1 10 100 1000 10k 100k'",
        "150, 31000, '200 500 1000 2000 5000 10k 20k'",
        "24, 90, '30 40 50 60 70 80 90 100'",
        "12.1, 12.4, '8 9 10'",
        "1500000, 9000000, '2M 5M 10M'",
        "0.001, 0.5, '0.001 0.01 0.1'"
    })
    void ticksStandAtRoundNumbers(double least, double most, String labels) {
        assertThat(String.join(" ", labelled(new LogScaleAxis("x", least, most))))
                .isEqualTo(labels);
    }

    @Test
    void whateverTheRangeTwoTicksCanBeRead() {
        for (double least = 0.0013; least < 1e7; least *= 1.07) {
            for (double ratio = 1; ratio < 1e4; ratio *= 1.9) {
                LogScaleAxis axis = new LogScaleAxis("x", least, least * ratio);
                assertThat(labelled(axis)).as("%s to %s", least, least * ratio).hasSizeBetween(2, 9);
                assertThat(axis.getRange().contains(least) && axis.getRange().contains(least * ratio))
                        .isTrue();
            }
        }
    }

    private static List<String> labelled(LogScaleAxis axis) {
        BufferedImage image = new BufferedImage(1, 1, BufferedImage.TYPE_INT_RGB);
        List<NumberTick> ticks = axis.refreshTicks(
                image.createGraphics(), new AxisState(), new Rectangle2D.Double(0, 0, 100, 100), RectangleEdge.LEFT);
        return ticks.stream()
                .filter(tick -> TickType.MAJOR.equals(tick.getTickType()))
                .map(NumberTick::getText)
                .toList();
    }
}
