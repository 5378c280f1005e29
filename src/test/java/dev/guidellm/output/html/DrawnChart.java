package dev.guidellm.output.html;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.guidellm.json.JsonPath;
import dev.guidellm.json.JsonValue;
import dev.guidellm.json.JsonValue.JsonArray;
import dev.guidellm.json.JsonValue.JsonNull;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// What a page says that it has drawn in one figure: the property `chart` of the figure's element.
record DrawnChart(String id, JsonValue json) {
    /// The page's data have six significant digits.
    private static final double RELATIVE = 6e-6;

    /// The figures of a page that have drawn something.
    static List<DrawnChart> of(Browser browser) throws Exception {
        JsonValue all = browser.value(
                "[...document.querySelectorAll('figure.chart')].filter(f => f.chart).map(f => [f.id, f.chart])");
        List<DrawnChart> charts = new ArrayList<>();
        for (JsonValue pair : ((JsonArray) all).items()) {
            List<JsonValue> parts = ((JsonArray) pair).items();
            String id = ((JsonValue.JsonString) parts.get(0)).value();
            charts.add(new DrawnChart(id.substring("chart-".length()), parts.get(1)));
        }
        return charts;
    }

    List<@Nullable Double> x() {
        return numbers(JsonPath.get(json, "x", "values"));
    }

    List<String> names() {
        return JsonPath.items(json, "x", "names").stream()
                .map(each -> ((JsonValue.JsonString) each).value())
                .toList();
    }

    List<String> labels() {
        return series().stream()
                .map(each -> String.valueOf(JsonPath.text(each, "label")))
                .toList();
    }

    List<@Nullable Double> values(String label) {
        return numbers(JsonPath.get(find(label), "values"));
    }

    List<@Nullable Double> low(String label) {
        return numbers(JsonPath.get(find(label), "low"));
    }

    List<@Nullable Double> high(String label) {
        return numbers(JsonPath.get(find(label), "high"));
    }

    /// The column that the chart library was given for a series.
    List<@Nullable Double> drawn(String label) {
        int place = labels().indexOf(label);
        assertThat(place).as(label).isNotNegative();
        return numbers(JsonPath.items(json, "drawn").get(place + 1));
    }

    /// Every series but stacked ones is drawn as it is.
    void assertDrawnAsDescribed() {
        assertThat(numbers(JsonPath.items(json, "drawn").getFirst())).as(id).isEqualTo(x());
        for (JsonValue each : series()) {
            if (JsonPath.get(each, "drawn") == null) {
                String label = String.valueOf(JsonPath.text(each, "label"));
                assertThat(drawn(label)).as("%s %s", id, label).isEqualTo(values(label));
            }
        }
    }

    /// Asserts what a list of numbers is, up to the digits that the page keeps.
    static void assertSame(String what, List<@Nullable Double> actual, List<@Nullable Double> expected) {
        assertThat(actual).as(what).hasSameSizeAs(expected);
        for (int i = 0; i < expected.size(); i++) {
            Double wanted = expected.get(i);
            if (wanted == null) {
                assertThat(actual.get(i)).as("%s [%d]", what, i).isNull();
            } else {
                assertThat(actual.get(i))
                        .as("%s [%d]", what, i)
                        .isNotNull()
                        .isCloseTo(wanted, within(Math.max(1e-9, Math.abs(wanted) * RELATIVE)));
            }
        }
    }

    private List<JsonValue> series() {
        return JsonPath.items(json, "series");
    }

    private JsonValue find(String label) {
        return series().stream()
                .filter(each -> label.equals(JsonPath.text(each, "label")))
                .findFirst()
                .orElseThrow(() -> new AssertionError(id + " has no series " + label + ", only " + labels()));
    }

    private static List<@Nullable Double> numbers(@Nullable JsonValue list) {
        List<@Nullable Double> numbers = new ArrayList<>();
        for (JsonValue each : ((JsonArray) Objects.requireNonNull(list)).items()) {
            numbers.add(each instanceof JsonNull ? null : JsonPath.number(each));
        }
        return numbers;
    }
}
