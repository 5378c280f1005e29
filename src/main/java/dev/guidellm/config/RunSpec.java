package dev.guidellm.config;

import java.util.List;

/// Everything that a run needs to know, in the order of the configuration document.
///
/// @param data at least one source
public record RunSpec(
        @Default("{\"kind\":\"openai_http\"}") BackendConfig backend,
        ProfileConfig profile,
        @Default("[]") List<ConstraintConfig> constraints,
        @Default("{\"kind\":\"huggingface_auto\"}") TokenizerConfig tokenizer,
        @Range(minSize = 1) List<DataConfig> data,
        @Default("{\"kind\":\"generative_column_mapper\"}") PreprocessorConfig dataColumnMapper,
        @Computed(Computed.Source.ENCODE_MEDIA) List<PreprocessorConfig> dataPreprocessors,
        @Default("{\"kind\":\"generative\"}") FinalizerConfig dataFinalizer,
        @Default("{\"kind\":\"pytorch\"}") DataLoaderConfig dataLoader,
        @Default("{\"kind\":\"static\"}") SeedConfig seed,
        @Computed(Computed.Source.JSON_AND_CSV) List<OutputConfig> outputs,
        @Default("{\"kind\":\"generative\"}") MetricsConfig metrics) {
    public RunSpec {
        constraints = List.copyOf(constraints);
        data = List.copyOf(data);
        dataPreprocessors = List.copyOf(dataPreprocessors);
        outputs = List.copyOf(outputs);
        if (profile instanceof ProfileConfig.Goodput
                && metrics instanceof MetricsConfig.Generative generative
                && generative.slo() == null) {
            throw ConfigException.rule("The goodput profile searches for the highest load meeting latency objectives,"
                    + " so it requires objectives to be set, for example"
                    + " --metrics '{\"kind\":\"generative\",\"slo\":{\"ttft_ms\":2000}}'");
        }
    }
}
