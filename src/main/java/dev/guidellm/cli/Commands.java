package dev.guidellm.cli;

import static dev.guidellm.cli.OptionSpec.flag;
import static dev.guidellm.cli.OptionSpec.kinds;
import static dev.guidellm.cli.OptionSpec.number;
import static dev.guidellm.cli.OptionSpec.text;

import dev.guidellm.cli.CommandSpec.Argument;
import dev.guidellm.config.BackendConfig;
import dev.guidellm.config.ComparisonOutput;
import dev.guidellm.config.ConstraintConfig;
import dev.guidellm.config.DataConfig;
import dev.guidellm.config.DataLoaderConfig;
import dev.guidellm.config.FinalizerConfig;
import dev.guidellm.config.MetricsConfig;
import dev.guidellm.config.OutputConfig;
import dev.guidellm.config.PreprocessStrategyConfig;
import dev.guidellm.config.PreprocessorConfig;
import dev.guidellm.config.ProfileConfig;
import dev.guidellm.config.Scenarios;
import dev.guidellm.config.SeedConfig;
import dev.guidellm.config.TokenizerConfig;
import java.util.ArrayList;
import java.util.List;

/// The commands of the program and their options.
final class Commands {
    static final OptionSpec DATA = kinds(
            DataConfig.class, "data", true, "Where requests come from. Required. Several are read together.", "--data");
    /// The data as `preprocess dataset` takes it, without a name before it.
    static final OptionSpec DATA_ARGUMENT = kinds(DataConfig.class, "data", false, "", "DATA");

    static final OptionSpec OUTPUT = kinds(
            OutputConfig.class, "outputs", true, "Where results go; giving one replaces the usual ones.", "--output");

    static final OptionSpec COMPARISON_OUTPUT = kinds(
            ComparisonOutput.class,
            "outputs",
            true,
            "Where the comparison goes; path=stdout is standard output. [default: kind=console]",
            "--output");

    private static final OptionSpec ASSERT = new OptionSpec(
            List.of("--assert"),
            "assert",
            1,
            true,
            OptionSpec.Type.TEXT,
            "GATE",
            null,
            "What every benchmark must hold, else the exit code is 3: --assert 'ttft_ms.p99 < 200'. Of some only:"
                    + " '[last] slo_attainment >= 0.99', [2], [best], [concurrent@4].");

    private static final OptionSpec COLUMN_MAPPER = kinds(
            PreprocessorConfig.class,
            "data_column_mapper",
            false,
            "Which columns of the data hold what. [default: kind=generative_column_mapper]",
            "--data-column-mapper");
    private static final OptionSpec LOADER = kinds(
            DataLoaderConfig.class,
            "data_loader",
            false,
            "How rows are taken from the data. [default: kind=pytorch]",
            "--data-loader");
    private static final OptionSpec SEED = kinds(
            SeedConfig.class, "seed", false, "Where randomness starts. [default: kind=static,value=42]", "--seed");
    private static final OptionSpec TOKENIZER = kinds(
            TokenizerConfig.class,
            "tokenizer",
            false,
            "How text becomes tokens. [default: kind=huggingface_auto, with the backend's model]",
            "--tokenizer");

    private Commands() {}

    /// The options of `run` that take `kind=…`, in the order of the configuration document.
    static List<OptionSpec> specOptions() {
        return List.of(
                kinds(
                        BackendConfig.class,
                        "backend",
                        false,
                        "Which server is asked, and how. The target is required, unless kind=mock starts the built-in"
                                + " mock server. [default: kind=openai_http]",
                        "--backend"),
                kinds(
                        ProfileConfig.class,
                        "profile",
                        false,
                        "Which loads are put on the server, one after another. Required.",
                        "--profile"),
                kinds(ConstraintConfig.class, "constraints", true, "When a benchmark stops.", "--constraint"),
                TOKENIZER,
                DATA,
                COLUMN_MAPPER,
                kinds(
                        PreprocessorConfig.class,
                        "data_preprocessors",
                        true,
                        "A step from a row to a request; giving one replaces the usual one."
                                + " [default: kind=encode_media]",
                        "--data-preprocessor"),
                kinds(
                        FinalizerConfig.class,
                        "data_finalizer",
                        false,
                        "How a row becomes a conversation. [default: kind=generative]",
                        "--data-finalizer"),
                LOADER,
                SEED,
                OUTPUT,
                kinds(
                        MetricsConfig.class,
                        "metrics",
                        false,
                        "What is measured and kept. [default: kind=generative]",
                        "--metrics"));
    }

    static CommandSpec root() {
        return new CommandSpec(
                "guidellm",
                "",
                "Measures how much load a served language model carries before its users wait too long.",
                List.of(),
                List.of(flag("Show the version and exit.", "--version"), CommandSpec.HELP),
                List.of(
                        compare(),
                        completion(),
                        env(),
                        export(),
                        mockServer(),
                        preprocess(),
                        run(),
                        selfTest(),
                        TraceCommands.group()));
    }

    static CommandSpec run() {
        List<OptionSpec> options = new ArrayList<>();
        options.add(text(
                "[file|[" + String.join("|", Scenarios.NAMES) + "]]",
                "A configuration file (.json, .yaml, .yml), a report whose configuration is run again, or a built-in"
                        + " scenario. Options win over it.",
                "--config",
                "--scenario",
                "-c"));
        options.add(new OptionSpec(
                List.of("--label", "-l"),
                "label",
                1,
                true,
                OptionSpec.Type.TEXT,
                "KEY=VALUE",
                null,
                "A label for the report's metadata."));
        options.addAll(specOptions());
        options.add(new OptionSpec(
                List.of("--override"),
                "override",
                2,
                true,
                OptionSpec.Type.TEXT,
                "PATH VALUES",
                null,
                "One value per benchmark for a field of the configuration, for instance"
                        + " --override profile.streams 1,4,16. Nothing between two commas keeps the first value."));
        options.add(ASSERT);
        options.add(flag(
                "No set-up lines, progress or tables; log lines and output files stay.",
                "--disable-console",
                "--disable-console-outputs"));
        options.add(flag("No live progress.", "--disable-console-interactive", "--disable-progress"));
        options.add(CommandSpec.HELP);
        return new CommandSpec(
                "guidellm run",
                "Benchmark a server.",
                "Benchmarks a server: sends requests at one load after another and reports throughput and"
                        + " latencies.\n\n"
                        + "A first look without a server: guidellm run --config quickstart",
                List.of(),
                options,
                List.of());
    }

    static CommandSpec export() {
        return new CommandSpec(
                "guidellm export",
                "Write a stored report in other formats.",
                "Reads a report (default: benchmarks.json in the working directory) and writes it again.",
                List.of(new Argument("PATH", false)),
                List.of(OUTPUT, ASSERT, CommandSpec.HELP),
                List.of());
    }

    static CommandSpec compare() {
        return new CommandSpec(
                "guidellm compare",
                "Say what changed between runs.",
                "Compares stored reports with the first of them, level by level: each metric's change, its confidence"
                        + " interval and a verdict. Several repeats of a run are joined by commas and give verdicts"
                        + " that cover how much runs differ by themselves; with one file a side they cover only what"
                        + " happened within these runs.\n\n"
                        + "For instance: guidellm compare a1.json,a2.json,a3.json b1.json,b2.json,b3.json"
                        + " --fail-on 'ttft_ms.p99 > +5%'\n\n"
                        + "Exit codes: 0; 2 refused, for instance because the workloads differ; 3 a change that"
                        + " --fail-on forbids.",
                List.of(new Argument("BASELINE", true), new Argument("CANDIDATE", true, true)),
                List.of(
                        new OptionSpec(
                                List.of("--metric"),
                                "metric",
                                1,
                                true,
                                OptionSpec.Type.TEXT,
                                "EXPR",
                                null,
                                "A metric to compare, such as ttft_ms.p90, in place of the usual ones; with a plus"
                                        + " sign before it (+ttft_ms.p90) beside them."),
                        new OptionSpec(
                                List.of("--fail-on"),
                                "fail_on",
                                1,
                                true,
                                OptionSpec.Type.TEXT,
                                "LIMIT",
                                null,
                                "A change that ends with exit code 3: 'ttft_ms.p99 > +5%', 'rps < -5%', '[last]"
                                        + " e2el_ms.mean > +20'. Only when the verdict supports it."),
                        flag("The figures alone decide on --fail-on, whatever the verdict.", "--fail-on-point"),
                        flag("Compare runs whose workloads differ, too.", "--allow-differences"),
                        number(
                                OptionSpec.Type.FLOAT,
                                "Of the intervals; 1 minus it is the chance of a false verdict. [default: 0.95]",
                                "--confidence"),
                        text("holm|none", "Correction for many tests at once. [default: holm]", "--correction"),
                        COMPARISON_OUTPUT,
                        CommandSpec.HELP),
                List.of());
    }

    static CommandSpec env() {
        return new CommandSpec(
                "guidellm env",
                "Print the settings as environment variables.",
                "Prints every setting that environment variables can change, with its value.",
                List.of(),
                List.of(CommandSpec.HELP),
                List.of());
    }

    static CommandSpec completion() {
        return new CommandSpec(
                "guidellm completion",
                "Print a completion script for a shell.",
                "Prints a script that completes commands, options and kinds. For instance, in ~/.bashrc:"
                        + " source <(guidellm completion bash)",
                List.of(new Argument("bash|zsh|fish", true)),
                List.of(CommandSpec.HELP),
                List.of());
    }

    static CommandSpec preprocess() {
        return new CommandSpec(
                "guidellm preprocess",
                "Prepare data sets.",
                "Prepares data sets for benchmarks.",
                List.of(),
                List.of(CommandSpec.HELP),
                List.of(preprocessDataset()));
    }

    static CommandSpec preprocessDataset() {
        return new CommandSpec(
                "guidellm preprocess dataset",
                "Rewrite a data set to wanted token counts.",
                "Rewrites a data set so that its prompts have the wanted token counts.",
                List.of(new Argument("DATA", true), new Argument("OUTPUT_PATH", true)),
                List.of(
                        TOKENIZER,
                        kinds(
                                PreprocessStrategyConfig.class,
                                "strategy",
                                false,
                                "What happens to prompts that are too short, and which token counts are wanted."
                                        + " Required.",
                                "--strategy"),
                        COLUMN_MAPPER,
                        LOADER,
                        SEED,
                        flag("Push the result to the Hugging Face hub.", "--push-to-hub"),
                        text("TEXT", "The data set's id on the hub.", "--hub-dataset-id"),
                        CommandSpec.HELP),
                List.of());
    }

    static CommandSpec selfTest() {
        return new CommandSpec(
                "guidellm selftest",
                "Measure how much load this machine can make.",
                "Measures what this program can do on this machine, against a server of its own in the same process,"
                        + " and says up to which load results can be trusted, what of the machine stands in the way, and"
                        + " what to do about it. Takes about 12 seconds and talks to nobody but 127.0.0.1.\n\n"
                        + "Before a run, for 3 seconds: guidellm run --backend kind=openai_http,target=…,selftest=true",
                List.of(),
                List.of(
                        number(
                                OptionSpec.Type.FLOAT,
                                "Length of each of the 7 steps. [default: 1.5, with --quick 0.5]",
                                "--seconds"),
                        flag("Shorter and with fewer steps, in about 4 seconds.", "--quick"),
                        text("FILE", "Write the result as JSON, too.", "--json"),
                        CommandSpec.HELP),
                List.of());
    }

    static CommandSpec mockServer() {
        return new CommandSpec(
                "guidellm mock-server",
                "Start a server with known latencies.",
                "Starts a server that answers as an OpenAI-compatible one does, with latencies that are known. Options"
                        + " that are not given may come from variables GUIDELLM_MOCK_SERVER_NAME.",
                List.of(),
                List.of(
                        text("TEXT", "Address to listen on. [default: 127.0.0.1]", "--host"),
                        number(
                                OptionSpec.Type.INTEGER,
                                "Port to listen on, 0 for any free one. [default: 8000]",
                                "--port"),
                        number(OptionSpec.Type.INTEGER, "Event loops, at least. [default: 1]", "--workers"),
                        text("TEXT", "Name of the served model. [default: llama-3.1-8b-instruct]", "--model"),
                        text("TEXT", "Tokenizer that counts tokens. [default: words are counted]", "--processor"),
                        number(
                                OptionSpec.Type.FLOAT,
                                "Seconds before an answer that is not streamed. [default: time to the first token and"
                                        + " between tokens]",
                                "--request-latency"),
                        number(OptionSpec.Type.FLOAT, "Its standard deviation. [default: 0]", "--request-latency-std"),
                        number(
                                OptionSpec.Type.FLOAT,
                                "Milliseconds before the first token. [default: 150]",
                                "--ttft-ms"),
                        number(OptionSpec.Type.FLOAT, "Its standard deviation. [default: 0]", "--ttft-ms-std"),
                        number(OptionSpec.Type.FLOAT, "Milliseconds between tokens. [default: 10]", "--itl-ms"),
                        number(OptionSpec.Type.FLOAT, "Its standard deviation. [default: 0]", "--itl-ms-std"),
                        number(OptionSpec.Type.INTEGER, "Tokens of an answer. [default: 128]", "--output-tokens"),
                        number(OptionSpec.Type.FLOAT, "Its standard deviation. [default: 0]", "--output-tokens-std"),
                        number(OptionSpec.Type.INTEGER, "Prompt tokens of an image. [default: 576]", "--image-tokens"),
                        number(OptionSpec.Type.INTEGER, "Prompt tokens of a video. [default: 1024]", "--video-tokens"),
                        number(
                                OptionSpec.Type.FLOAT,
                                "Prompt tokens of a second of sound. [default: 25]",
                                "--audio-tokens-per-second"),
                        number(
                                OptionSpec.Type.INTEGER,
                                "How many requests succeed before all fail. [default: all succeed]",
                                "--fail-after-requests"),
                        number(
                                OptionSpec.Type.INTEGER,
                                "Requests that are served at a time; others wait. [default: no limit]",
                                "--max-concurrent-requests"),
                        flag("Log each request on arrival.", "--log-request-received"),
                        text(
                                "FILE",
                                "Write down what was really sent, one JSON object a request, when the server ends.",
                                "--record-truth"),
                        flag("Write the texts of the prompts into that record too.", "--record-prompts"),
                        CommandSpec.HELP),
                List.of());
    }
}
