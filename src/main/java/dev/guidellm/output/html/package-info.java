/// The report as one self-contained page.
///
/// Start reading at [dev.guidellm.output.html.HtmlReport]. Texts and tables are written here and can be read
/// without scripts; the scripts under `src/main/resources/dev/guidellm/output/html` add charts, sorting and
/// sliders, from the data that [dev.guidellm.output.html.Page] puts into the page.
@NullMarked
package dev.guidellm.output.html;

import org.jspecify.annotations.NullMarked;
