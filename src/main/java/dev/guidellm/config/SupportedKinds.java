package dev.guidellm.config;

import java.util.ArrayList;
import java.util.List;

/// Which of the understood kinds this version can run. The others are refused before anything starts.
public final class SupportedKinds {
    private SupportedKinds() {}

    /// Throws a [UsageException] with one line that names everything that cannot be run yet.
    public static void check(RunSpec spec) {
        List<String> missing = new ArrayList<>();
        backend(spec.backend(), missing);
        spec.data().forEach(data -> data(data, missing));
        preprocessor("--data-column-mapper", spec.dataColumnMapper(), missing);
        spec.dataPreprocessors().forEach(step -> preprocessor("--data-preprocessor", step, missing));
        refuse(missing);
    }

    private static void refuse(List<String> missing) {
        if (!missing.isEmpty()) {
            throw new UsageException("This version of GuideLLM for Java cannot run "
                    + String.join(", ", missing.stream().distinct().toList()) + " yet.");
        }
    }

    private static void add(String option, Kinded kinded, List<String> missing) {
        missing.add(option + " kind=" + kinded.kind());
    }

    private static void backend(BackendConfig backend, List<String> missing) {
        switch (backend) {
            case BackendConfig.OpenAiHttp http -> format(http, http.requestFormat(), missing);
            case BackendConfig.Mock mock -> format(mock, mock.requestFormat(), missing);
            case BackendConfig.OpenAiWebSocket _, BackendConfig.VllmPythonAsync _, BackendConfig.VllmPythonBatch _ ->
                add("--backend", backend, missing);
        }
    }

    private static void format(BackendConfig backend, RequestFormat format, List<String> missing) {
        switch (format) {
            case CHAT_COMPLETIONS, COMPLETIONS -> {}
            case EMBEDDINGS, RESPONSES, AUDIO_TRANSCRIPTIONS, AUDIO_TRANSLATIONS, POOLING ->
                missing.add("--backend kind=" + backend.kind() + ",request_format=" + format.text());
        }
    }

    private static void data(DataConfig data, List<String> missing) {
        switch (data) {
            case FileData.TextFile _, FileData.CsvFile _, FileData.JsonFile _, DbFile _, SyntheticText _ -> {}
            case InMemoryData _, FileData.OtlpFile _, FileData.ParquetFile _, HuggingFaceData _ -> {}
            case FileData.ArrowFile _, FileData.Hdf5File _, FileData.TarFile _, SyntheticImage _, SyntheticVideo _ ->
                add("--data", data, missing);
            case TraceData trace -> data(trace.trace().source(), missing);
        }
    }

    private static void preprocessor(String option, PreprocessorConfig step, List<String> missing) {
        switch (step) {
            case PreprocessorConfig.PoolingColumnMapper _ -> add(option, step, missing);
            case PreprocessorConfig.ColumnMapper _,
                    PreprocessorConfig.EncodeMedia _,
                    PreprocessorConfig.ToolCallingMessageExtractor _ -> {}
        }
    }
}
