package dev.guidellm.data.synthetic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.guidellm.GoldenCases;
import dev.guidellm.config.DelaySpread;
import dev.guidellm.config.SyntheticText.PrefixBucket;
import dev.guidellm.config.TokenSpread;
import dev.guidellm.data.PythonRandom;
import dev.guidellm.json.JsonValue;
import dev.guidellm.json.JsonValue.JsonArray;
import dev.guidellm.json.JsonValue.JsonDouble;
import dev.guidellm.json.JsonValue.JsonInteger;
import dev.guidellm.json.JsonValue.JsonObject;
import dev.guidellm.json.JsonWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class SamplerGoldenTest {
    private static final String FILE = "data/dataset-cases.json";

    @ParameterizedTest(name = "{0}")
    @MethodSource("samplers")
    void drawsTheSequenceOfTheReference(JsonObject golden) {
        JsonObject args = (JsonObject) GoldenCases.member(golden, "args");
        long seed = ((JsonInteger) GoldenCases.member(args, "random_seed")).longValue();
        String name = "sampler " + JsonWriter.toString(args);
        if (golden.get("error") instanceof JsonObject error) {
            assertThatThrownBy(() -> tokens(args, seed)).hasMessage(GoldenCases.text(error, "message"));
            GoldenCases.check(FILE, name, JsonValue.TRUE, JsonValue.TRUE);
            return;
        }
        Supplier<JsonValue> draw;
        if (GoldenCases.text(golden, "kind").equals("int")) {
            TokenSampler sampler = tokens(args, seed);
            draw = () -> JsonValue.of((long) sampler.next());
        } else {
            DelaySampler sampler = Objects.requireNonNull(DelaySampler.of(
                    new DelaySpread(
                            real(args, "average"),
                            real(args, "variance"),
                            real(args, "min_value"),
                            real(args, "max_value")),
                    seed));
            draw = () -> JsonValue.of(sampler.next());
        }
        JsonArray values = (JsonArray) GoldenCases.member(golden, "values");
        List<JsonValue> drawn = new ArrayList<>();
        for (int i = 0; i < values.items().size(); i++) {
            drawn.add(draw.get());
        }
        GoldenCases.check(FILE, name, new JsonArray(drawn), values);
    }

    @Test
    void seedsAreDrawnAsInTheReference() {
        JsonObject golden = (JsonObject) GoldenCases.member(GoldenCases.load(FILE), "seed_derivation");
        for (String key : List.of("draws_32bit", "seed_0", "seed_1", "seed_123")) {
            PythonRandom random =
                    new PythonRandom(key.equals("draws_32bit") ? 42 : Long.parseLong(key.substring("seed_".length())));
            JsonArray expected = (JsonArray) GoldenCases.member(golden, key);
            List<JsonValue> drawn = new ArrayList<>();
            for (int i = 0; i < expected.items().size(); i++) {
                drawn.add(JsonValue.of(random.nextUnsignedInt()));
            }
            GoldenCases.check(FILE, "seeds " + key, new JsonArray(drawn), expected);
        }
    }

    @Test
    void prefixesStandInThePoolAsOftenAsInTheReference() {
        for (JsonObject golden : GoldenCases.loadList(FILE, "prefix_buckets")) {
            List<PrefixBucket> buckets = new ArrayList<>();
            int pool = 0;
            for (JsonValue item : ((JsonArray) GoldenCases.member(golden, "buckets")).items()) {
                JsonObject bucket = (JsonObject) item;
                buckets.add(new PrefixBucket(
                        whole(bucket, "bucket_weight"), whole(bucket, "prefix_count"), whole(bucket, "prefix_tokens")));
            }
            List<Integer> copies = PrefixPool.copiesOfEachPrefix(buckets);
            for (int i = 0; i < copies.size(); i++) {
                pool += copies.get(i) * buckets.get(i).prefixCount();
            }
            JsonObject actual = JsonValue.object()
                    .put(
                            "copies_of_each_prefix",
                            new JsonArray(copies.stream()
                                    .map(copy -> JsonValue.of((long) copy))
                                    .toList()))
                    .put("pool_size", pool)
                    .put("buckets", GoldenCases.member(golden, "buckets"))
                    .build();
            GoldenCases.check(FILE, "buckets " + JsonWriter.toString(actual), actual, golden);
        }
    }

    @Test
    void prefixesAreChosenAsInTheReference() {
        JsonObject golden = (JsonObject) GoldenCases.member(GoldenCases.load(FILE), "prefix_choice");
        assertThat(GoldenCases.text(golden, "seed")).isEqualTo("2746317213+3");
        PythonRandom random = new PythonRandom(2746317213L + 3);
        JsonArray indices = (JsonArray) GoldenCases.member(golden, "indices");
        List<JsonValue> drawn = new ArrayList<>();
        for (int i = 0; i < indices.items().size(); i++) {
            drawn.add(JsonValue.of(random.below(whole(golden, "pool_size"))));
        }
        GoldenCases.check(FILE, "prefix_choice", new JsonArray(drawn), indices);
    }

    private static TokenSampler tokens(JsonObject args, long seed) {
        TokenSpread spread = new TokenSpread(
                whole(args, "average"),
                optional(args, "variance"),
                optional(args, "min_value"),
                optional(args, "max_value"));
        return Objects.requireNonNull(TokenSampler.of(spread, seed));
    }

    private static int whole(JsonObject object, String key) {
        return Objects.requireNonNull(optional(object, key));
    }

    private static @Nullable Integer optional(JsonObject object, String key) {
        return object.get(key) instanceof JsonInteger number ? Math.toIntExact(number.longValue()) : null;
    }

    private static @Nullable Double real(JsonObject object, String key) {
        return object.get(key) instanceof JsonDouble(double number) ? number : null;
    }

    static Stream<Named<JsonObject>> samplers() {
        return GoldenCases.loadList(FILE, "samplers").stream()
                .map(golden -> Named.of(JsonWriter.toString(golden).substring(0, 100), golden));
    }
}
