package dev.guidellm;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static java.util.Map.entry;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/// The package table of `docs/architecture.md`, executable.
class ArchitectureTest {
    private static final String ROOT = "dev.guidellm";

    private static final Map<String, Set<String>> MAY_USE = Map.ofEntries(
            entry("platform", Set.of()),
            entry("clock", Set.of("platform")),
            entry("json", Set.of()),
            entry("redaction", Set.of("json")),
            entry("terminal", Set.of()),
            entry("search", Set.of()),
            entry("conversation", Set.of("json")),
            entry("config", Set.of("json", "redaction")),
            entry("record", Set.of("conversation", "json")),
            entry("hub", Set.of("clock", "json")),
            entry("tokenizer", Set.of("config", "hub", "json")),
            entry("data", Set.of("config", "conversation", "hub", "json", "tokenizer")),
            entry("schedule", Set.of("config", "conversation", "json", "record", "search")),
            entry("transport", Set.of("platform", "clock")),
            entry("backend", Set.of("clock", "config", "conversation", "json", "record", "redaction", "transport")),
            entry("health", Set.of("platform", "json", "clock")),
            entry("engine", Set.of("backend", "clock", "conversation", "health", "record", "schedule")),
            entry("metrics", Set.of("config", "conversation", "json", "record", "search")),
            entry("profile", Set.of("config", "json", "metrics", "schedule", "search")),
            entry(
                    "report",
                    Set.of("config", "conversation", "health", "json", "metrics", "record", "redaction", "schedule")),
            entry("mockserver", Set.of("platform", "clock", "config", "json", "tokenizer")),
            entry(
                    "selftest",
                    Set.of(
                            "backend",
                            "clock",
                            "config",
                            "conversation",
                            "engine",
                            "health",
                            "json",
                            "mockserver",
                            "record",
                            "schedule")),
            entry(
                    "benchmark",
                    Set.of(
                            "backend",
                            "clock",
                            "config",
                            "conversation",
                            "data",
                            "engine",
                            "health",
                            "json",
                            "metrics",
                            "mockserver",
                            "profile",
                            "record",
                            "report",
                            "schedule",
                            "search",
                            "selftest",
                            "tokenizer")),
            entry("compare", Set.of("config", "health", "json", "metrics", "report", "search")),
            entry("output", Set.of("compare", "config", "health", "json", "metrics", "report", "terminal")),
            entry(
                    "cli",
                    Set.of(
                            "benchmark",
                            "compare",
                            "config",
                            "data",
                            "health",
                            "json",
                            "metrics",
                            "mockserver",
                            "output",
                            "report",
                            "selftest",
                            "terminal")));

    private static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages(ROOT);

    @Test
    void packagesUseOnlyWhatTheTableAllows() {
        Set<String> forbidden = new TreeSet<>();
        for (JavaClass from : CLASSES) {
            String source = packageOf(from);
            assertThat(MAY_USE).as("a row for package %s", source).containsKey(source);
            for (Dependency dependency : from.getDirectDependenciesFromSelf()) {
                JavaClass to = dependency.getTargetClass().getBaseComponentType();
                if (!to.getPackageName().startsWith(ROOT)) {
                    continue;
                }
                String target = packageOf(to);
                if (!target.equals(source)
                        && !MAY_USE.getOrDefault(source, Set.of()).contains(target)) {
                    forbidden.add(source + " -> " + target + " (" + from.getSimpleName() + " uses " + to.getSimpleName()
                            + ")");
                }
            }
        }
        assertThat(forbidden).isEmpty();
    }

    @Test
    void packagesFormNoCycle() {
        slices().matching(ROOT + ".(*)..").should().beFreeOfCycles().check(CLASSES);
    }

    @Test
    void onlyTheClockReadsTime() {
        noClasses()
                .that()
                .resideOutsideOfPackage(ROOT + ".clock..")
                .should()
                .callMethod(System.class, "nanoTime")
                .orShould()
                .callMethod(System.class, "currentTimeMillis")
                .orShould()
                .callMethod(Thread.class, "sleep", long.class)
                .check(CLASSES);
    }

    @Test
    void onlyJsonKnowsTheJsonAndYamlLibraries() {
        noClasses()
                .that()
                .resideOutsideOfPackage(ROOT + ".json..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("com.fasterxml..", "org.yaml..")
                .check(CLASSES);
    }

    @Test
    void onlyTheCommandLineAndTheTerminalWriteToStandardOutput() {
        noClasses()
                .that()
                .resideOutsideOfPackages(ROOT + ".cli..", ROOT + ".terminal..")
                .should()
                .accessField(System.class, "out")
                .orShould()
                .accessField(System.class, "err")
                .check(CLASSES);
    }

    @Test
    void noClassIsNamedAfterNothing() {
        noClasses()
                .should()
                .haveSimpleNameEndingWith("Utils")
                .orShould()
                .haveSimpleNameEndingWith("Helper")
                .orShould()
                .haveSimpleNameEndingWith("Manager")
                .check(CLASSES);
    }

    private static String packageOf(JavaClass type) {
        String below = type.getPackageName().substring(ROOT.length());
        if (below.isEmpty()) {
            return "";
        }
        String name = below.substring(1);
        int dot = name.indexOf('.');
        return dot < 0 ? name : name.substring(0, dot);
    }
}
