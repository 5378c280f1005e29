/// A report as one picture with eight charts. The only package that touches AWT and the chart library.
///
/// Start reading at [dev.guidellm.output.plot.PlotOutput].
@NullMarked
package dev.guidellm.output.plot;

import org.jspecify.annotations.NullMarked;
