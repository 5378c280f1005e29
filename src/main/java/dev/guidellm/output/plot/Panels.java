package dev.guidellm.output.plot;

import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Font;
import org.jfree.chart.JFreeChart;
import org.jfree.chart.axis.Axis;
import org.jfree.chart.axis.NumberAxis;
import org.jfree.chart.axis.ValueAxis;
import org.jfree.chart.block.BlockBorder;
import org.jfree.chart.plot.CategoryPlot;
import org.jfree.chart.plot.Plot;
import org.jfree.chart.plot.XYPlot;
import org.jfree.chart.text.TextUtils;
import org.jfree.chart.title.LegendTitle;
import org.jfree.chart.title.TextTitle;
import org.jfree.chart.ui.RectangleEdge;
import org.jfree.chart.ui.RectangleInsets;

/// What all charts have in common. Lengths are points.
final class Panels {
    static final Font SMALL = new Font(Font.SANS_SERIF, Font.PLAIN, 8);
    private static final Font LABEL = new Font(Font.SANS_SERIF, Font.PLAIN, 9);
    private static final Font TITLE = new Font(Font.SANS_SERIF, Font.BOLD, 11);
    private static final Color GRID = new Color(0xd8, 0xd8, 0xd8);
    private static final Color FRAME = new Color(0x60, 0x60, 0x60);
    static final String NOTHING = "not measured";

    static {
        // else an axis's name is drawn as shapes, not as text
        TextUtils.setUseDrawRotatedStringWorkaround(false);
    }

    private Panels() {}

    /// A chart whose title may have several lines, the first one in bold.
    static JFreeChart chart(String title, Plot plot) {
        int end = title.indexOf('\n');
        JFreeChart chart = new JFreeChart(end < 0 ? title : title.substring(0, end), TITLE, plot, false);
        if (end >= 0) {
            TextTitle second = new TextTitle(title.substring(end + 1), LABEL);
            second.setPaint(FRAME);
            chart.addSubtitle(second);
        }
        LegendTitle legend = new LegendTitle(plot);
        legend.setItemFont(SMALL);
        legend.setFrame(BlockBorder.NONE);
        legend.setPosition(RectangleEdge.BOTTOM);
        legend.setBackgroundPaint(Color.WHITE);
        chart.addLegend(legend);
        chart.setBackgroundPaint(Color.WHITE);
        chart.setPadding(new RectangleInsets(8, 6, 10, 10));
        plot.setBackgroundPaint(Color.WHITE);
        plot.setOutlinePaint(FRAME);
        plot.setNoDataMessage(NOTHING);
        plot.setNoDataMessageFont(LABEL);
        plot.setNoDataMessagePaint(FRAME);
        switch (plot) {
            case XYPlot xy -> {
                xy.setDomainGridlinePaint(GRID);
                xy.setRangeGridlinePaint(GRID);
                xy.setDomainGridlineStroke(new BasicStroke(0.5f));
                xy.setRangeGridlineStroke(new BasicStroke(0.5f));
                xy.setAxisOffset(RectangleInsets.ZERO_INSETS);
                if (xy.getDataset().getSeriesCount() == 0) {
                    xy.setDomainGridlinesVisible(false);
                    xy.setRangeGridlinesVisible(false);
                    blank(xy.getDomainAxis());
                    blank(xy.getRangeAxis());
                }
            }
            case CategoryPlot categories -> {
                categories.setRangeGridlinePaint(GRID);
                categories.setRangeGridlineStroke(new BasicStroke(0.5f));
                categories.setAxisOffset(RectangleInsets.ZERO_INSETS);
                if (categories.getDataset().getColumnCount() == 0) {
                    categories.setRangeGridlinesVisible(false);
                    blank(categories.getRangeAxis());
                }
            }
            default -> throw new IllegalArgumentException("no such plot here: " + plot.getPlotType());
        }
        return chart;
    }

    /// An axis for values from `least` to `most`; linear where there is nothing for a logarithmic one.
    static ValueAxis axis(String label, LevelCharts.Scale scale, double least, double most) {
        boolean logarithmic = scale == LevelCharts.Scale.LOG && least > 0 && least <= most;
        ValueAxis axis = logarithmic ? new LogScaleAxis(label, least, most) : new NumberAxis(label);
        style(axis);
        return axis;
    }

    /// Numbers would mean nothing on it.
    private static void blank(Axis axis) {
        axis.setTickLabelsVisible(false);
        axis.setTickMarksVisible(false);
    }

    static void style(Axis axis) {
        axis.setLabelFont(LABEL);
        axis.setTickLabelFont(SMALL);
        axis.setLabelPaint(Color.BLACK);
        axis.setAxisLinePaint(FRAME);
    }
}
