package dev.guidellm.output.html;

import dev.guidellm.json.JsonPath;
import dev.guidellm.json.JsonWriter;
import dev.guidellm.report.BenchmarkReport;
import java.io.IOException;
import java.util.List;
import java.util.Objects;

/// Writes a report as one page that needs nothing else: styles, scripts and data are in it, and it may not
/// connect to anywhere.
///
/// Texts of servers and data sets stay text: they are escaped in the markup and in the data, and a Content
/// Security Policy admits no script but the page's own. Requests are counted into distributions and stretches of
/// time here; their texts are not in the page.
public final class HtmlReport {
    private static final List<Section> SECTIONS = List.of(
            new SummarySection(),
            new SearchSection(),
            new LoadSection(),
            new LatencySection(),
            new TimeSection(),
            new ObjectivesSection(),
            new TurnsSection(),
            new ReplaySection(),
            new ProblemsSection(),
            new ClientSection(),
            new DetailsSection(),
            new ConfigurationSection());

    private HtmlReport() {}

    /// Writes the page to `out`, which stays open.
    public static void write(BenchmarkReport report, Appendable out) throws IOException {
        Page page = Page.of(report);
        PageResources resources = PageResources.load();
        Markup markup = new Markup();
        head(resources, markup);
        markup.open("body").line();
        markup.element("a", "To the report", "class", "skip", "href", "#summary")
                .line();
        banner(page, markup);
        navigation(page, markup);
        markup.open("main").line();
        markup.element(
                        "p",
                        "Charts, sorting and the objectives' sliders need scripts, which are off here. All figures are"
                                + " in the tables.",
                        "class",
                        "unscripted-only")
                .line();
        for (Section section : SECTIONS) {
            if (section.isShown(page)) {
                markup.open("section", "id", section.id(), "aria-labelledby", section.id() + "-heading")
                        .line()
                        .element("h2", section.title(), "id", section.id() + "-heading")
                        .line();
                section.write(page, markup);
                markup.closeLine();
            }
        }
        markup.closeLine();
        footer(page, resources, markup);
        markup.verbatim(
                "script",
                JsonWriter.toString(page.json(), JsonWriter.Style.HTML),
                "type",
                "application/json",
                "id",
                "report-data");
        markup.verbatim("script", resources.scripts());
        markup.closeLine();
        out.append("<!DOCTYPE html>\n<html lang=\"en\">\n")
                .append(markup.toString())
                .append("</html>\n");
    }

    private static void head(PageResources resources, Markup out) {
        out.open("head").line();
        out.open("meta", "charset", "utf-8").line();
        out.open("meta", "http-equiv", "Content-Security-Policy", "content", resources.contentSecurityPolicy())
                .line();
        out.open("meta", "name", "viewport", "content", "width=device-width, initial-scale=1")
                .line();
        out.open("meta", "name", "color-scheme", "content", "light dark").line();
        out.element("title", "GuideLLM Benchmark Report").line();
        // without an icon of its own a browser would ask the page's server for one
        out.open("link", "rel", "icon", "href", "data:,").line();
        out.verbatim("style", resources.styles());
        out.closeLine();
    }

    private static void banner(Page page, Markup out) {
        Double latest = page.levels().stream()
                .map(level -> level.result().number("start_time"))
                .filter(Objects::nonNull)
                .max(Double::compare)
                .orElse(null);
        String version = JsonPath.text(page.report().metadata(), "guidellm_version");
        out.open("header").line().element("h1", "Benchmark performance report").line();
        Blocks.facts(
                out,
                List.of(
                        List.of("Model", page.model()),
                        List.of("Target", page.target()),
                        List.of("Profile", page.profile()),
                        List.of("Time", Moment.of(latest)),
                        List.of("GuideLLM", version == null ? Figure.NONE : version)));
        out.closeLine();
    }

    private static void navigation(Page page, Markup out) {
        out.open("nav", "aria-label", "Sections").line().open("ul").line();
        for (Section section : SECTIONS) {
            if (section.isShown(page)) {
                out.open("li")
                        .element("a", section.title(), "href", "#" + section.id())
                        .closeLine();
            }
        }
        out.closeLine().open("div", "class", "controls scripted-only").line();
        if (page.severalLevels()) {
            out.open("label").text("Metrics for ").open("select", "id", "level-picker");
            for (Level level : page.levels()) {
                boolean best = level.index() == page.peak();
                out.element(
                        "option",
                        level.label() + (best ? " — peak tok/s" : ""),
                        "value",
                        Integer.toString(level.index()),
                        "selected",
                        best ? "" : null);
            }
            out.close().close();
        }
        out.element("button", "Dark", "type", "button", "id", "theme", "aria-pressed", "false");
        out.closeLine().closeLine();
    }

    private static void footer(Page page, PageResources resources, Markup out) {
        String version = JsonPath.text(page.report().extension(), "version");
        out.open("footer").line();
        Blocks.paragraph(
                out,
                "Written by GuideLLM for Java"
                        + (version == null
                                ? " from a report of another program."
                                : ", of a run of version " + version + "."));
        out.open("details")
                .element("summary", "Charts by uPlot (MIT licence)")
                .element("pre", resources.chartLicence(), "tabindex", "0", "aria-label", "Licence of uPlot")
                .close()
                .closeLine();
    }
}
