package dev.guidellm.cases;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Pictures by the command line.
class PlotIT {
    @TempDir
    Path folder;

    @Test
    void aRunDrawsItsPicturesAndSaysWhere() throws Exception {
        ProductRun run = ProductRun.in(
                folder,
                arguments(
                        "--output",
                        "kind=plot,path=pictures/r.svg",
                        "--output",
                        "kind=plot,path=pictures/r,dpi=20",
                        "--output",
                        "kind=plot,path=named/"));
        assertThat(run.exitCode()).as(run.err()).isZero();
        assertThat(run.out()).contains("…   plot    : pictures/r.svg", "…   plot    : pictures/r.png");
        assertThat(folder.resolve("pictures/r.svg")).content().contains("concurrent@2");
        assertThat(Files.readAllBytes(folder.resolve("pictures/r.png"))).startsWith(0x89, 'P', 'N', 'G');
        assertThat(folder.resolve("named.png")).exists();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "path=r.gif     | Plot output type .gif is not supported: valid types are .jpeg, .jpg, .pdf, .png,"
                        + " .svg",
                "path=.         | has an empty name",
                "path=r,dpi=5   | needs to be from 10 to 600, got 5",
                "path=r,dpi=700 | needs to be from 10 to 600, got 700"
            })
    void whatCannotBeDrawnIsRefusedBeforeTheRun(String plot, String message) {
        ProductRun run = ProductRun.in(folder, arguments("--output", "kind=plot," + plot));
        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.words()).contains(message).doesNotContain("validated");
    }

    /// The classes of the chart library and of AWT take time and memory that a measurement needs.
    @Test
    void noClassForPicturesIsLoadedUnlessOneIsAskedFor() throws Exception {
        assertThat(classes("kind=csv,path=a.csv")).doesNotContain(" java.awt.", " org.jfree.", " sun.font.");
        assertThat(classes("kind=plot,path=a.svg")).contains(" java.awt.", " org.jfree.");
    }

    private String classes(String output) throws Exception {
        try (ChildProduct run = ChildProduct.start(
                folder,
                Map.of(),
                List.of("-Xlog:class+load:file=classes.log"),
                List.of(arguments("--output", output)))) {
            assertThat(run.exitCode()).as(run.err()).isZero();
        }
        return Files.readString(folder.resolve("classes.log"));
    }

    private static String[] arguments(String... more) {
        List<String> arguments = new ArrayList<>(List.of(
                "run",
                "--backend",
                "kind=mock,ttft_ms=2,itl_ms=0.5,output_tokens=3",
                "--profile",
                "kind=concurrent,streams=2",
                "--data",
                "{\"kind\":\"in_memory_item_list\",\"data\":[\"a\",\"b\"],\"column_name\":\"text\"}",
                "--data-loader",
                "kind=pytorch,repeat=true",
                "--constraint",
                "kind=max_requests,count=6"));
        arguments.addAll(List.of(more));
        return arguments.toArray(String[]::new);
    }
}
