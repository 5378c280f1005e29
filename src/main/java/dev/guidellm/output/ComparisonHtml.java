package dev.guidellm.output;

import dev.guidellm.compare.ChangeLimit;
import dev.guidellm.output.html.ContentHash;
import java.io.IOException;
import java.io.Writer;
import java.util.List;

/// A comparison as one page without scripts, which loads nothing.
final class ComparisonHtml {
    private static final String STYLE = """
            :root { color-scheme: light dark; --good: light-dark(#116329, #57d984); --bad: light-dark(#a40e26, #ff8a94);
              --line: light-dark(#d0d7de, #3d444d); --soft: light-dark(#59636e, #9198a1); }
            body { font: 15px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 75rem; padding: 0 1rem; }
            .wide { overflow-x: auto; }
            table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; }
            th, td { border-bottom: 1px solid var(--line); padding: .3rem .6rem; text-align: right;
              white-space: nowrap; }
            th:first-child, td:first-child, th:last-child, td:last-child { text-align: left; }
            .better td:last-child { color: var(--good); font-weight: 600; }
            .worse td:last-child, .failed { color: var(--bad); font-weight: 600; }
            .evidence, .method, .notes { color: var(--soft); }
            """;

    private ComparisonHtml() {}

    static void write(ComparisonPage page, Writer out) throws IOException {
        out.write("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n");
        out.write("<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src '"
                + ContentHash.of(STYLE) + "'\">\n");
        out.write("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n");
        out.write("<title>Comparison of runs</title>\n<style>" + STYLE + "</style>\n</head>\n<body>\n<main>\n");
        out.write("<h1>Comparison of runs</h1>\n");
        for (ComparisonPage.Part part : page.parts()) {
            out.write("<section>\n<h2>" + text(part.candidate()) + " against " + text(part.baseline()) + "</h2>\n<p>"
                    + text(part.summary()) + "</p>\n");
            list("warnings", part.warnings(), out);
            for (ComparisonPage.Level level : part.levels()) {
                level(level, out);
            }
            out.write("</section>\n");
        }
        limits(page.limits(), out);
        for (String sentence : page.method()) {
            out.write("<p class=\"method\">" + text(sentence) + "</p>\n");
        }
        out.write("</main>\n</body>\n</html>\n");
    }

    private static void level(ComparisonPage.Level level, Writer out) throws IOException {
        out.write(
                "<h3>" + text(level.strategy()) + "</h3>\n<p class=\"evidence\">" + text(level.evidence()) + ".</p>\n");
        out.write("<div class=\"wide\" tabindex=\"0\" role=\"region\" aria-label=\"" + text(level.strategy())
                + "\">\n<table>\n<thead><tr>");
        for (String cell : level.header()) {
            out.write("<th scope=\"col\">" + text(cell) + "</th>");
        }
        out.write("</tr></thead>\n<tbody>\n");
        for (ComparisonPage.Row row : level.rows()) {
            out.write("<tr class=\"" + row.verdict().key() + "\">");
            for (String cell : row.cells()) {
                out.write("<td>" + text(cell) + "</td>");
            }
            out.write("</tr>\n");
        }
        out.write("</tbody>\n</table>\n</div>\n");
        list("notes", level.notes(), out);
    }

    private static void limits(List<ChangeLimit.Result> limits, Writer out) throws IOException {
        if (limits.isEmpty()) {
            return;
        }
        out.write("<section>\n<h2>Limits</h2>\n<ul>\n");
        for (ChangeLimit.Result limit : limits) {
            out.write("<li" + (limit.failed() ? " class=\"failed\">failed: " : ">held: ") + text(limit.words())
                    + "</li>\n");
        }
        out.write("</ul>\n</section>\n");
    }

    private static void list(String kind, List<String> items, Writer out) throws IOException {
        if (items.isEmpty()) {
            return;
        }
        out.write("<ul class=\"" + kind + "\">\n");
        for (String item : items) {
            out.write("<li>" + text(item) + "</li>\n");
        }
        out.write("</ul>\n");
    }

    private static String text(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;")
                .replace("'", "&#39;");
    }
}
