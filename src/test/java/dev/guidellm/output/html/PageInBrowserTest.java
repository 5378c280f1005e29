package dev.guidellm.output.html;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.guidellm.json.JsonPath;
import dev.guidellm.json.JsonReader;
import dev.guidellm.json.JsonValue;
import dev.guidellm.json.JsonValue.JsonArray;
import dev.guidellm.report.BenchmarkReport;
import dev.guidellm.report.ReportReader;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.openqa.selenium.By;
import org.openqa.selenium.Keys;
import org.openqa.selenium.WebElement;

/// The page in a real browser: that it works, for everyone, and keeps to itself.
@Tag("browser")
@ExtendWith(Browser.Shared.class)
class PageInBrowserTest {
    private static final Path SCREENSHOTS = Path.of("target", "html-report");

    @ParameterizedTest
    @ValueSource(strings = {"concurrent-slo", "constant-multiturn", "goodput", "hostile", "replay", "empty"})
    void itAsksForNothingComplainsOfNothingAndFitsOnAPhone(String name, Browser browser) throws Exception {
        browser.open(page(name), "");
        browser.screenshot(SCREENSHOTS.resolve(name + ".png"));
        browser.phone();
        browser.await("document.documentElement.scrollWidth === 390");
        browser.screenshot(SCREENSHOTS.resolve(name + "-phone.png"));
        assertThat(browser.messages()).isEmpty();
        assertThat(browser.requests()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"constant-multiturn, dark", "goodput, light", "replay, light", "replay, dark"})
    void everyoneCanUseIt(String name, String theme, Browser browser) throws Exception {
        browser.open(page(name), "");
        browser.theme(theme);
        browser.driver().executeScript("for (const each of document.querySelectorAll('details')) each.open = true");
        try (InputStream axe = getClass().getResourceAsStream("/axe.min.js")) {
            browser.driver()
                    .executeScript(new String(Objects.requireNonNull(axe).readAllBytes(), StandardCharsets.UTF_8));
        }
        Object found = browser.driver().executeAsyncScript("""
            const done = arguments[arguments.length - 1];
            axe.run({resultTypes: ['violations']}).then(result => done(JSON.stringify(result.violations.map(each =>
                each.impact + ' ' + each.id + ': ' + each.nodes.map(node => node.html).slice(0, 3).join(' ')))));
            """);
        assertThat(((JsonArray) JsonReader.read(String.valueOf(found))).items()).isEmpty();
    }

    @Test
    void itCanBeReadWithoutScripts(Browser browser) throws Exception {
        browser.open(page("concurrent-slo"), "");
        browser.scripts(false);
        browser.driver().navigate().refresh();
        assertThat(browser.ask("document.documentElement.dataset.ready")).isEqualTo("undefined");
        String text = browser.driver().findElement(By.tagName("body")).getText();
        assertThat(text)
                .contains("Charts, sorting and the objectives' sliders need scripts")
                .contains(
                        "Run comparison", "Latency percentiles of concurrent@2", "Latency percentiles of concurrent@4")
                .doesNotContain("Metrics for", "Data as table", "Copy as CSV", "What if the objectives were others?");
        assertThat(browser.driver().findElements(By.cssSelector("figure.chart")))
                .noneMatch(WebElement::isDisplayed);
    }

    @Test
    void textOfOthersStaysText(Browser browser) throws Exception {
        browser.open(page("hostile"), "");
        assertThat(browser.driver().getTitle()).isEqualTo("GuideLLM Benchmark Report");
        assertThat(browser.ask("document.querySelectorAll('img').length")).isEqualTo("0");
        assertThat(browser.driver().findElement(By.id("errors")).getText()).contains(SampleReports.HOSTILE);
        assertThat(browser.driver().findElement(By.tagName("header")).getText()).contains(SampleReports.HOSTILE);
        browser.driver()
                .findElement(By.cssSelector("#chart-outcomes .chart-data summary"))
                .click();
        browser.await("document.querySelector('#chart-outcomes .chart-data tbody') !== null");
        assertThat(browser.ask("document.querySelector('#chart-outcomes .chart-data tbody').textContent"))
                .contains(SampleReports.HOSTILE);
    }

    @Test
    void theSlidersCountAnew(Browser browser) throws Exception {
        BenchmarkReport report = SampleReports.original("concurrent-slo");
        browser.open(SampleReports.page(report), "");
        List<Level> levels = Level.of(report);
        for (Level level : levels) {
            assertThat(shown(browser, level)).isCloseTo(Objects.requireNonNull(level.attainment()), within(1e-9));
        }
        WebElement slider = browser.driver().findElement(By.id("objective-ttft"));
        for (int step = 0; step < 12; step++) {
            slider.sendKeys(Keys.ARROW_LEFT);
        }
        double limit = Double.parseDouble(
                Objects.requireNonNull(slider.getDomAttribute("aria-valuetext")).replace(" ms", ""));
        assertThat(limit).isLessThan(40);
        double moved = 0;
        for (Level level : levels) {
            ObjectiveGrid.Population population = ObjectiveGrid.Population.of(LevelRequests.of(level.result()));
            double kept = population.values().stream()
                    .filter(values -> values[0] <= limit && values[2] <= 150)
                    .count();
            assertThat(shown(browser, level))
                    .isCloseTo(kept / population.values().size(), within(1e-9));
            moved += Objects.requireNonNull(level.attainment()) - shown(browser, level);
        }
        assertThat(moved).isPositive();
        browser.driver().findElement(By.cssSelector("#objectives button")).click();
        assertThat(shown(browser, levels.getFirst()))
                .isCloseTo(Objects.requireNonNull(levels.getFirst().attainment()), within(1e-9));
    }

    @Test
    void anAddressNamesASectionAndALevel(Browser browser) throws Exception {
        browser.open(page("concurrent-slo"), "#time/1");
        assertThat(browser.ask("document.getElementById('level-picker').value")).isEqualTo("0");
        assertThat(browser.ask("document.getElementById('time').getBoundingClientRect().top < 200"))
                .isEqualTo("true");
        assertThat(visibleLevels(browser)).isEqualTo("0");
        // the driver would scroll to the picker before it picks
        browser.driver().executeScript("""
            const picker = document.getElementById('level-picker');
            picker.value = '1';
            picker.dispatchEvent(new Event('change'));
            """);
        assertThat(visibleLevels(browser)).isEqualTo("1");
        assertThat(browser.ask("location.hash")).isEqualTo("#time/2");
        assertThat(browser.ask("document.getElementById('chart-latency-time').textContent"))
                .contains("concurrent@4");
        browser.driver().findElement(By.linkText("Summary")).click();
        browser.await("location.hash === '#summary/2'");
    }

    @Test
    void tablesAreSortedAndCopied(Browser browser) throws Exception {
        browser.open(page("concurrent-slo"), "");
        WebElement head = browser.driver().findElement(By.cssSelector("#runs th:nth-child(2) button"));
        head.click();
        head.click();
        assertThat(browser.ask("document.querySelector('#runs tbody th').textContent"))
                .isEqualTo("concurrent@4");
        assertThat(browser.ask("document.querySelector('#runs th:nth-child(2)').getAttribute('aria-sort')"))
                .isEqualTo("descending");
        String csv = JsonPath.text(browser.value("GuideLLM.tables.csv(document.querySelector('#runs table'))"));
        BenchmarkReport report = SampleReports.original("concurrent-slo");
        Double rate = report.benchmarks().getLast().number("metrics", "requests_per_second", "total", "mean");
        assertThat(csv).startsWith("Run,RPS,Concurrency,Out tok/s").contains("\r\nconcurrent@4," + rate + ",");
        browser.open(page("hostile"), "");
        assertThat(browser.ask("GuideLLM.tables.csv(document.querySelector('#errors table'))"))
                .contains("\"" + SampleReports.HOSTILE.replace("\"", "\"\"") + "\"");
    }

    @Test
    void aChartIsReadWithKeysAndAsATable(Browser browser) throws Exception {
        browser.open(page("concurrent-slo"), "");
        WebElement plot = browser.driver().findElement(By.cssSelector("#chart-latency-by-level .plot"));
        plot.sendKeys(Keys.ARROW_RIGHT);
        plot.sendKeys(Keys.ARROW_RIGHT);
        assertThat(browser.ask("document.querySelector('#chart-latency-by-level [aria-live]').textContent"))
                .startsWith("Run concurrent@4; E2E P95 ");
        browser.driver()
                .findElement(By.cssSelector("#chart-latency-by-level .chart-data summary"))
                .click();
        browser.await("document.querySelectorAll('#chart-latency-by-level .chart-data td:nth-child(2)').length === 2");
        JsonValue values =
                browser.value("[...document.querySelectorAll('#chart-latency-by-level .chart-data td:nth-child(2)')]"
                        + ".map(cell => Number(cell.dataset.value))");
        JsonValue drawn = browser.value("document.getElementById('chart-latency-by-level').chart.series[0].values");
        assertThat(values).isEqualTo(drawn);
    }

    @Test
    void lanesAreAsLongAsTheTimesTheyStandFor(Browser browser) throws Exception {
        browser.open(page("replay"), "#replay");
        for (boolean phone : new boolean[] {false, true}) {
            if (phone) {
                browser.phone();
                browser.reload();
            }
            double lane = width(browser, "svg");
            assertThat(lane).isGreaterThan(300);
            assertThat(width(browser, "svg rect.tool") / lane).isCloseTo(0.5 / 9, within(0.005));
            assertThat(width(browser, "svg rect.subagents") / lane).isCloseTo(4.0 / 9, within(0.005));
            assertThat(width(browser, "svg rect.failed") / lane).isCloseTo(1.0 / 9, within(0.005));
        }
        browser.driver().executeScript("document.getElementById('replay').scrollIntoView()");
        browser.screenshot(SCREENSHOTS.resolve("replay-lanes-phone.png"));
        browser.desktop();
        browser.theme("dark");
        browser.reload();
        browser.driver().executeScript("document.getElementById('replay').scrollIntoView()");
        browser.screenshot(SCREENSHOTS.resolve("replay-lanes.png"));
        assertThat(browser.messages()).isEmpty();
    }

    private static double width(Browser browser, String of) {
        return Double.parseDouble(
                browser.ask("document.querySelector('#session-0-0 .lane > " + of + "').getBoundingClientRect().width"));
    }

    @Test
    void theThemeFollowsTheSystemAndTheButton(Browser browser) throws Exception {
        browser.open(page("concurrent-slo"), "");
        assertThat(background(browser)).isEqualTo("rgb(255, 255, 255)");
        browser.driver().findElement(By.id("theme")).click();
        String dark = background(browser);
        assertThat(dark).isNotEqualTo("rgb(255, 255, 255)");
        browser.open(page("concurrent-slo"), "");
        browser.theme("dark");
        browser.await("getComputedStyle(document.body).backgroundColor === '" + dark + "'"
                + " && document.getElementById('theme').getAttribute('aria-pressed') === 'true'");
    }

    private static String page(String name) throws Exception {
        return SampleReports.page(
                switch (name) {
                    case "hostile" -> SampleReports.hostile();
                    case "replay" -> SampleReports.replay();
                    case "empty" -> ReportReader.read(JsonReader.read("{\"config\":{}}"), "empty");
                    default -> SampleReports.original(name);
                });
    }

    private static String background(Browser browser) {
        return browser.ask("getComputedStyle(document.body).backgroundColor");
    }

    private static String visibleLevels(Browser browser) {
        return browser.ask("[...new Set([...document.querySelectorAll('[data-level]')]"
                + ".filter(each => !each.hidden).map(each => each.dataset.level))]");
    }

    /// The attainment that stands in the sliders' table.
    private static double shown(Browser browser, Level level) throws Exception {
        JsonValue cell = browser.value("Number(document.querySelectorAll('#chosen-attainment tbody tr')["
                + level.index() + "].cells[1].dataset.value)");
        return Objects.requireNonNull(JsonPath.number(cell));
    }
}
