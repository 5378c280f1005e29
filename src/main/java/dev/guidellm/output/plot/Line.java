package dev.guidellm.output.plot;

import java.awt.BasicStroke;
import java.awt.Color;
import java.util.function.ToDoubleFunction;

/// A series of a chart: what it shows of each level, and how it is drawn.
///
/// @param dashed for what is above the middle, such as a p95
record Line(String name, Color color, boolean dashed, ToDoubleFunction<LoadLevel> figure) {
    /// Colours that can be told apart by colour-blind eyes (Okabe and Ito, 2008).
    static final Color BLUE = new Color(0x00, 0x72, 0xb2);

    static final Color VERMILION = new Color(0xd5, 0x5e, 0x00);
    static final Color GREEN = new Color(0x00, 0x9e, 0x73);
    static final Color ORANGE = new Color(0xe6, 0x9f, 0x00);

    private static final float WIDTH = 1.6f;
    private static final float[] DASHES = {5f, 3f};

    BasicStroke stroke() {
        return dashed
                ? new BasicStroke(WIDTH, BasicStroke.CAP_BUTT, BasicStroke.JOIN_ROUND, 1, DASHES, 0)
                : new BasicStroke(WIDTH, BasicStroke.CAP_ROUND, BasicStroke.JOIN_ROUND);
    }
}
