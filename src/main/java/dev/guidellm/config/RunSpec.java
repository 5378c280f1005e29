package dev.guidellm.config;

import java.util.ArrayList;
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
        boolean noObjectives = metrics instanceof MetricsConfig.Generative generative && generative.slo() == null;
        if (noObjectives && constraints.stream().anyMatch(RunSpec::watchesObjectives)) {
            throw ConfigException.rule("enough_samples with metric=slo_attainment requires objectives to be set, for"
                    + " example --metrics '{\"kind\":\"generative\",\"slo\":{\"ttft_ms\":2000}}'");
        }
        if (profile instanceof ProfileConfig.Goodput && noObjectives) {
            throw ConfigException.rule("The goodput profile searches for the highest load meeting latency objectives,"
                    + " so it requires objectives to be set, for example"
                    + " --metrics '{\"kind\":\"generative\",\"slo\":{\"ttft_ms\":2000}}'");
        }
    }

    /// The constraints of every benchmark: those that are configured, then those that the profile brings.
    ///
    /// A search by rate brings `over_saturation`, unless it is configured: above what the server serves the queue
    /// grows for as long as the benchmark lasts.
    public List<ConstraintConfig> allConstraints() {
        boolean guarded = !(profile instanceof ProfileConfig.Goodput goodput)
                || goodput.load() != ProfileConfig.SearchedLoad.RATE
                || constraints.stream().anyMatch(ConstraintConfig.OverSaturation.class::isInstance);
        if (guarded || !(metrics instanceof MetricsConfig.Generative generative) || generative.slo() == null) {
            return constraints;
        }
        List<ConstraintConfig> all = new ArrayList<>(constraints);
        all.add(ConstraintConfig.OverSaturation.guarding(generative.slo()));
        return List.copyOf(all);
    }

    private static boolean watchesObjectives(ConstraintConfig constraint) {
        return constraint instanceof ConstraintConfig.EnoughSamples enough
                && enough.figure().metric() == SampledFigure.Metric.SLO_ATTAINMENT;
    }
}
