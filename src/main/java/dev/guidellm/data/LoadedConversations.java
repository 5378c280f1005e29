package dev.guidellm.data;

import dev.guidellm.config.DataLoaderConfig;
import dev.guidellm.conversation.ConversationGraph;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/// The loader: how many conversations are taken from the data, in which order, and whether they come again.
final class LoadedConversations implements ConversationSource {
    private final RowPipeline pipeline;
    private final DataLoaderConfig.PyTorch config;
    private final long seed;
    private final GraphNames names = new GraphNames();
    private final OptionalLong rows;
    private final @Nullable List<ConversationGraph> samples;

    LoadedConversations(RowPipeline pipeline, DataLoaderConfig.PyTorch config, long seed) {
        this.pipeline = pipeline;
        this.config = config;
        this.seed = seed;
        this.rows = pipeline.sources().stream()
                .map(RowSource::size)
                .filter(OptionalLong::isPresent)
                .mapToLong(OptionalLong::getAsLong)
                .min();
        this.samples = config.samples() > 0 ? firstOnes(config.samples()) : null;
    }

    RowPipeline pipeline() {
        return pipeline;
    }

    private List<ConversationGraph> firstOnes(int wanted) {
        List<ConversationGraph> graphs = new ArrayList<>();
        try (ConversationIterator all = new RowConversations(pipeline, names, 0, false, _ -> null)) {
            while (graphs.size() < wanted && all.hasNext()) {
                graphs.add(all.next());
            }
        }
        if (graphs.size() < wanted) {
            throw new DataException(
                    name(),
                    null,
                    "Requested " + wanted + " samples, but only " + graphs.size()
                            + " available from the provided datasets.");
        }
        return List.copyOf(graphs);
    }

    @Override
    public ConversationIterator iterator(int epoch) {
        if (samples == null) {
            return new RowConversations(pipeline, names, epoch, repeats(), pass -> order(epoch, pass));
        }
        PythonRandom order = config.shuffle() ? new PythonRandom(seed + epoch) : null;
        return new KeptConversations(order == null ? samples : shuffled(samples, order), config.repeat(), names);
    }

    /// Made-up rows are as random in any order, and have no end to shuffle towards.
    private @Nullable PythonRandom order(int epoch, int pass) {
        return config.shuffle() && rows.isPresent() ? new PythonRandom(seed + epoch + 1_000_003L * pass) : null;
    }

    private static List<ConversationGraph> shuffled(List<ConversationGraph> graphs, PythonRandom random) {
        List<ConversationGraph> result = new ArrayList<>(graphs);
        for (int i = result.size() - 1; i > 0; i--) {
            int other = (int) random.below(i + 1L);
            ConversationGraph held = result.get(i);
            result.set(i, result.get(other));
            result.set(other, held);
        }
        return result;
    }

    @Override
    public OptionalLong rows() {
        return samples == null ? rows : OptionalLong.of(samples.size());
    }

    @Override
    public boolean endless() {
        return repeats() || rows().isEmpty();
    }

    @Override
    public boolean repeats() {
        return config.repeat() && rows().isPresent();
    }

    @Override
    public String name() {
        return RowTuples.names(pipeline.sources());
    }
}
