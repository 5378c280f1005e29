package dev.guidellm.json;

import static org.assertj.core.api.Assertions.assertThat;

import dev.guidellm.json.JsonValue.JsonArray;
import java.util.List;
import org.junit.jupiter.api.Test;

class WholeNumbersTest {

    @Test
    void aListOfNumbersIsEqualToOneOfObjects() throws JsonSyntaxException {
        JsonArray read = (JsonArray) JsonReader.read("[1,-2,9223372036854775807]");
        JsonArray made = new JsonArray(List.of(JsonValue.of(1), JsonValue.of(-2), JsonValue.of(Long.MAX_VALUE)));
        assertThat(read).isEqualTo(made).hasSameHashCodeAs(made);
        assertThat(made).isEqualTo(read);
        assertThat(read.longs()).containsExactly(1, -2, Long.MAX_VALUE);
        assertThat(made.longs()).containsExactly(1, -2, Long.MAX_VALUE);
        assertThat(JsonWriter.toString(read)).isEqualTo("[1,-2,9223372036854775807]");
    }

    @Test
    void whatIsNoNumberOrTooLargeStaysWhatItIs() throws JsonSyntaxException {
        JsonArray mixed = (JsonArray) JsonReader.read("[1,2,\"a\",[3],4.0]");
        assertThat(mixed.items()).hasSize(5).first().isEqualTo(JsonValue.of(1));
        assertThat(mixed.longs()).isNull();
        JsonArray large = (JsonArray) JsonReader.read("[1,9223372036854775808]");
        assertThat(JsonWriter.toString(large)).isEqualTo("[1,9223372036854775808]");
        assertThat(large.longs()).isNull();
        assertThat(((JsonArray) JsonReader.read("[]")).items()).isEmpty();
        assertThat(mixed.items().contains(JsonValue.NULL)).isFalse();
    }
}
