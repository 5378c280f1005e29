package dev.guidellm.data;

import dev.guidellm.config.ConfigException;
import dev.guidellm.config.DataConfig;
import dev.guidellm.config.DataLoaderConfig;
import dev.guidellm.config.DbFile;
import dev.guidellm.config.FileData;
import dev.guidellm.config.FinalizerConfig;
import dev.guidellm.config.HuggingFaceData;
import dev.guidellm.config.InMemoryData;
import dev.guidellm.config.PreprocessorConfig;
import dev.guidellm.config.RunSpec;
import dev.guidellm.config.SeedConfig;
import dev.guidellm.config.SyntheticImage;
import dev.guidellm.config.SyntheticText;
import dev.guidellm.config.SyntheticVideo;
import dev.guidellm.config.TraceData;
import dev.guidellm.data.dataset.DataSets;
import dev.guidellm.data.file.FileSources;
import dev.guidellm.data.synthetic.SyntheticTextSource;
import dev.guidellm.data.trace.TraceLoader;
import dev.guidellm.tokenizer.Tokenizer;
import dev.guidellm.tokenizer.TokenizerException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Opens the data of a run.
public final class DataSources {
    /// What a made-up tool answers, unless `GUIDELLM__DEFAULT_SYNTHETIC_TOOL_RESPONSE` says otherwise.
    public static final String DEFAULT_TOOL_RESPONSE = "{\"status\": \"ok\"}";

    private DataSources() {}

    /// The workload that the configuration describes.
    ///
    /// @param tokenizer asked once, and only when made-up text is wanted
    /// @param defaultToolResponse see [#DEFAULT_TOOL_RESPONSE]
    /// @throws DataException when a source cannot be read, or no column of it is of use
    /// @throws dev.guidellm.config.ConfigException when a source is configured to the impossible
    public static ConversationSource open(RunSpec run, Supplier<Tokenizer> tokenizer, String defaultToolResponse) {
        long seed = switch (run.seed()) {
            case SeedConfig.Static(long value) -> value;
        };
        return open(
                run.data(),
                run.dataColumnMapper(),
                run.dataPreprocessors(),
                run.dataFinalizer(),
                run.dataLoader(),
                seed,
                tokenizer,
                defaultToolResponse);
    }

    /// As above, from its parts. Every source, in order, then the loader, draws its own seed from `seed`.
    public static ConversationSource open(
            List<DataConfig> data,
            PreprocessorConfig columnMapper,
            List<PreprocessorConfig> preprocessors,
            FinalizerConfig finalizer,
            DataLoaderConfig loader,
            long seed,
            Supplier<Tokenizer> tokenizer,
            String defaultToolResponse) {
        PythonRandom seeds = new PythonRandom(seed);
        Supplier<Tokenizer> once = new Once(tokenizer, data);
        if (data.stream().anyMatch(TraceData.class::isInstance)) {
            return trace(data, loader, seeds.nextUnsignedInt(), once, defaultToolResponse);
        }
        List<RowSource> sources = new ArrayList<>();
        for (int i = 0; i < data.size(); i++) {
            long own = seeds.nextUnsignedInt();
            sources.add(source(data.get(i), "data[" + i + "]", own, once, defaultToolResponse));
        }
        RowPipeline pipeline = new RowPipeline(
                sources,
                ColumnMapper.of(columnMapper, sources),
                preprocessors.stream().map(Preprocessor::of).toList(),
                new Finalizer(finalizer));
        return switch (loader) {
            case DataLoaderConfig.PyTorch config -> new LoadedConversations(pipeline, config, seeds.nextUnsignedInt());
        };
    }

    /// A trace brings its conversations ready, with their times; nothing of the row pipeline applies to it.
    private static ConversationSource trace(
            List<DataConfig> data,
            DataLoaderConfig loader,
            long seed,
            Supplier<Tokenizer> tokenizer,
            String defaultToolResponse) {
        if (data.size() > 1 || !(data.getFirst() instanceof TraceData trace)) {
            throw new ConfigException("data", "a trace is the only --data of a run; it cannot be combined with others");
        }
        DataLoaderConfig.PyTorch config = switch (loader) {
            case DataLoaderConfig.PyTorch pytorch -> pytorch;
        };
        if (config.repeat()) {
            throw new ConfigException(
                    "data_loader.repeat", "a trace has an end; copies=N in its --data replays it N times");
        }
        if (config.shuffle()) {
            throw new ConfigException(
                    "data_loader.shuffle", "the conversations of a trace begin in the order of their times");
        }
        return TraceLoader.open(trace, "data[0]", seed, tokenizer, defaultToolResponse, config.samples());
    }

    private static RowSource source(
            DataConfig config, String path, long seed, Supplier<Tokenizer> tokenizer, String defaultToolResponse) {
        return switch (config) {
            case FileData file -> FileSources.open(file);
            case DbFile database -> FileSources.open(database);
            case InMemoryData rows -> FileSources.open(rows);
            case SyntheticText text -> {
                SyntheticTextSource.check(text, path);
                yield new SyntheticTextSource(text, path, tokenizer.get(), seed, defaultToolResponse);
            }
            case SyntheticImage _ -> throw notYet("synthetic_image");
            case SyntheticVideo _ -> throw notYet("synthetic_video");
            case HuggingFaceData set -> DataSets.table(set).scan();
            case TraceData _ -> throw new IllegalArgumentException("a trace is no table of rows");
        };
    }

    private static DataException notYet(String kind) {
        return new DataException(kind, null, "this kind of data is not available in this version");
    }

    /// Asks the supplier at most once; a tokenizer that cannot be had is the data's problem, since the data needs
    /// it.
    private static final class Once implements Supplier<Tokenizer> {
        private final Supplier<Tokenizer> supplier;
        private final String kind;
        private @Nullable Tokenizer value;

        Once(Supplier<Tokenizer> supplier, List<DataConfig> data) {
            this.supplier = supplier;
            this.kind = data.stream()
                    .filter(each -> each instanceof SyntheticText || each instanceof TraceData)
                    .map(DataConfig::kind)
                    .findFirst()
                    .orElse("data");
        }

        @Override
        public Tokenizer get() {
            if (value == null) {
                try {
                    value = supplier.get();
                } catch (TokenizerException e) {
                    throw new DataException(kind, null, String.valueOf(e.getMessage()));
                }
            }
            return value;
        }
    }
}
