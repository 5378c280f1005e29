package dev.guidellm;

import dev.guidellm.config.ConfigReader;
import dev.guidellm.config.DataConfig;
import dev.guidellm.config.DataLoaderConfig;
import dev.guidellm.config.FinalizerConfig;
import dev.guidellm.config.PreprocessorConfig;
import dev.guidellm.config.Settings;
import dev.guidellm.conversation.NodeSettings;
import dev.guidellm.conversation.TurnType;
import dev.guidellm.conversation.UsageField;
import dev.guidellm.conversation.UsageMetrics;
import dev.guidellm.data.ConversationIterator;
import dev.guidellm.data.DataSources;
import dev.guidellm.json.JsonReader;
import dev.guidellm.json.JsonSyntaxException;
import dev.guidellm.record.GenerationResponse;
import dev.guidellm.record.MessageTimings;
import dev.guidellm.record.RequestOutcome;
import dev.guidellm.record.RequestRecord;
import dev.guidellm.record.RequestTimings;
import dev.guidellm.tokenizer.Tokenizers;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/// What the benchmarks work on: configurations, conversations, records of requests. The same at every run.
public final class Samples {
    private static final ConfigReader CONFIG = new ConfigReader(Settings.defaults(Path.of("")));
    private static final String PROMPT = "Generation throw got them recently staff feel held. Drive general. ".repeat(4);
    private static final String ANSWER = "A request enters the queue and leaves it again. ".repeat(3);

    private Samples() {}

    /// The configuration that `json` describes, with single quotes for double ones.
    public static <T> T config(Class<T> type, String json) {
        try {
            return CONFIG.read(type, JsonReader.read(json.replace('\'', '"')), "");
        } catch (JsonSyntaxException e) {
            throw new IllegalArgumentException(json, e);
        }
    }

    /// Made-up conversations without end.
    ///
    /// @param turns of each conversation
    public static ConversationIterator conversations(int promptTokens, int turns) {
        return DataSources.open(
                        List.of(config(
                                DataConfig.class,
                                "{'kind':'synthetic_text','output_tokens':128,'prompt_tokens':" + promptTokens
                                        + ",'turns':" + turns + "}")),
                        new PreprocessorConfig.ColumnMapper(null),
                        List.of(),
                        new FinalizerConfig.Generative(FinalizerConfig.ToolCallMode.CLIENT),
                        config(DataLoaderConfig.class, "{'kind':'pytorch'}"),
                        42,
                        () -> Tokenizers.resolve("gpt2", null, null),
                        DataSources.DEFAULT_TOOL_RESPONSE)
                .iterator(0);
    }

    /// The record of a streamed request of 32 tokens that started at second `start` and was answered well.
    public static RequestRecord record(int number, double start) {
        double first = start + 0.02 + number % 17 / 1e4;
        double last = first + 0.155 + number % 13 / 1e4;
        RequestTimings timings = new RequestTimings(
                start,
                RequestTimings.NEVER,
                start - 0.001,
                start,
                start,
                start,
                start + 0.0001,
                first,
                first,
                first,
                last,
                last + 0.0001,
                35,
                32,
                MessageTimings.NONE,
                last + 0.0001,
                last + 0.0001,
                last + 0.0002);
        return new RequestRecord(
                "6f1c2d3e-4a5b-4c6d-8e7f-" + (100_000_000_000L + number),
                "9b8a7c6d-5e4f-4a3b-9c2d-" + (100_000_000_000L + number),
                "main_0",
                "default",
                List.of(),
                0,
                0,
                0,
                TurnType.STANDARD,
                NodeSettings.NONE,
                new RequestOutcome.Completed(),
                timings,
                UsageMetrics.NONE,
                tokens(32),
                "{\"method\":null,\"stream\":true,\"body\":{\"model\":\"m\",\"stream\":true,\"messages\":[{\"role\":\"user\","
                        + "\"content\":\"" + PROMPT + "\"}]},\"files\":null,\"content\":null}",
                new GenerationResponse(
                        "chatcmpl-8a07be7fbd3b8bc8ab88835c10d17",
                        ANSWER,
                        null,
                        List.of(),
                        tokens(64),
                        tokens(32),
                        null,
                        "stop"));
    }

    /// The events of a streamed chat answer as a server of vLLM's kind sends them, without the one that ends the stream.
    ///
    /// @param tokens how many of them bring a token
    public static List<String> events(int tokens) {
        List<String> words = List.of(" answer", " to", " the", " question", " it", " begins", " slowly", ".");
        return IntStream.range(0, tokens)
                .mapToObj(i -> "data: {\"id\":\"chatcmpl-8a07be7fbd3b8bc8ab88835c10d17\",\"object\":\"chat.completion.chunk\","
                        + "\"created\":1796055865,\"model\":\"llama-3.1-8b-instruct\",\"choices\":[{\"index\":0,\"delta\":{"
                        + "\"content\":\"" + words.get(i % words.size())
                        + "\"},\"logprobs\":null,\"finish_reason\":null}]}\n\n")
                .toList();
    }

    private static UsageMetrics tokens(long count) {
        return UsageMetrics.of(Map.of(UsageField.TEXT_TOKENS, count));
    }
}
