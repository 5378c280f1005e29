package dev.guidellm.output.html;

import dev.guidellm.json.JsonPath;
import dev.guidellm.json.JsonReader;
import dev.guidellm.json.JsonValue;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.logging.Level;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.openqa.selenium.SessionNotCreatedException;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.logging.LogEntry;
import org.openqa.selenium.logging.LogType;
import org.openqa.selenium.logging.LoggingPreferences;
import org.openqa.selenium.support.ui.WebDriverWait;

/// A headless Chromium of this machine. Nothing is downloaded: where it is missing, the tests say how to get it and are
/// skipped.
final class Browser implements AutoCloseable {
    private static final String MISSING =
            "No Chromium with its driver is on the PATH; on Debian: apt-get install chromium chromium-driver";
    private static final int DESKTOP_WIDTH = 1400;
    private static final int DESKTOP_HEIGHT = 900;
    private static final int PHONE_WIDTH = 390;
    private static final int PHONE_HEIGHT = 844;

    private static final Duration PATIENCE = Duration.ofSeconds(20);

    private final ChromeDriver driver;
    private final Path folder;

    private Browser(ChromeDriver driver, Path folder) {
        this.driver = driver;
        this.folder = folder;
    }

    /// Gives tests the one browser of this test run, or skips them where there is none.
    static final class Shared implements ExecutionCondition, ParameterResolver {
        private static final ExtensionContext.Namespace PLACE = ExtensionContext.Namespace.create(Browser.class);

        @Override
        public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
            return browser().isPresent() && control().isPresent()
                    ? ConditionEvaluationResult.enabled("Chromium is there")
                    : ConditionEvaluationResult.disabled(MISSING);
        }

        @Override
        public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
            return parameter.getParameter().getType() == Browser.class;
        }

        @Override
        public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
            return context.getRoot()
                    .getStore(PLACE)
                    .computeIfAbsent(Browser.class, _ -> Browser.start(), Browser.class);
        }
    }

    /// Starts it with a folder of its own for its profile and for pages.
    private static Browser start() {
        LoggingPreferences logs = new LoggingPreferences();
        logs.enable(LogType.BROWSER, Level.ALL);
        logs.enable(LogType.PERFORMANCE, Level.ALL);
        Path folder = newFolder();
        for (int attempt = 1; ; attempt++) {
            ChromeOptions options = new ChromeOptions();
            options.setBinary(browser().orElseThrow());
            options.addArguments(
                    "--headless=new",
                    "--no-sandbox",
                    "--disable-gpu",
                    "--disable-dev-shm-usage",
                    "--no-first-run",
                    "--user-data-dir=" + folder.resolve("profile" + attempt));
            options.setCapability("goog:loggingPrefs", logs);
            try {
                return new Browser(
                        new ChromeDriver(
                                new ChromeDriverService.Builder()
                                        .usingDriverExecutable(control().orElseThrow())
                                        .build(),
                                options),
                        folder);
            } catch (SessionNotCreatedException e) {
                if (attempt == 3) {
                    throw e;
                }
            }
        }
    }

    private static Optional<File> browser() {
        return program("chromium", "chromium-browser", "google-chrome");
    }

    private static Optional<File> control() {
        return program("chromedriver");
    }

    private static Optional<File> program(String... names) {
        List<File> found = new ArrayList<>();
        for (String name : names) {
            Arrays.stream(Objects.requireNonNullElse(System.getenv("PATH"), "").split(File.pathSeparator))
                    .map(folder -> new File(folder, name))
                    .filter(File::canExecute)
                    .forEach(found::add);
        }
        return found.stream().findFirst();
    }

    ChromeDriver driver() {
        return driver;
    }

    private static Path newFolder() {
        try {
            return Files.createTempDirectory("browser");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// Opens a page with everything as at first, and forgets what was logged before.
    ///
    /// @param anchor what follows the file's name in the address
    void open(String page, String anchor) throws Exception {
        Path file = folder.resolve("page.html");
        Files.writeString(file, page);
        scripts(true);
        theme("light");
        desktop();
        driver.get("about:blank");
        driver.manage().logs().get(LogType.BROWSER);
        driver.manage().logs().get(LogType.PERFORMANCE);
        driver.get(file.toUri() + anchor);
        await("document.documentElement.dataset.ready === 'true'");
    }

    /// Loads the page again, as after a change of the screen.
    void reload() {
        driver.navigate().refresh();
        await("document.documentElement.dataset.ready === 'true'");
    }

    /// Waits until an expression is true.
    void await(String expression) {
        new WebDriverWait(driver, PATIENCE).until(_ -> ask(expression).equals("true"));
    }

    /// What a script answers, as text.
    String ask(String expression) {
        return String.valueOf(driver.executeScript("return String(" + expression + ")"));
    }

    /// What a script answers, as a value.
    JsonValue value(String expression) throws Exception {
        return JsonReader.read(String.valueOf(driver.executeScript("return JSON.stringify(" + expression + ")")));
    }

    /// What the page has written to the console since it was opened, errors of scripts included.
    List<String> messages() {
        return driver.manage().logs().get(LogType.BROWSER).getAll().stream()
                .map(LogEntry::getMessage)
                .toList();
    }

    /// Addresses that were asked for since the page was opened, but for files and data.
    List<String> requests() throws Exception {
        List<String> found = new ArrayList<>();
        for (LogEntry entry : driver.manage().logs().get(LogType.PERFORMANCE)) {
            JsonValue message = JsonPath.get(JsonReader.read(entry.getMessage()), "message");
            String address = JsonPath.text(message, "params", "request", "url");
            if ("Network.requestWillBeSent".equals(JsonPath.text(message, "method"))
                    && address != null
                    && !address.startsWith("file:")
                    && !address.startsWith("data:")) {
                found.add(address);
            }
        }
        return found;
    }

    void theme(String name) {
        driver.executeCdpCommand(
                "Emulation.setEmulatedMedia",
                Map.of("features", List.of(Map.of("name", "prefers-color-scheme", "value", name))));
    }

    void desktop() {
        size(DESKTOP_WIDTH, DESKTOP_HEIGHT, false);
    }

    void phone() {
        size(PHONE_WIDTH, PHONE_HEIGHT, true);
    }

    private void size(int width, int height, boolean mobile) {
        driver.executeCdpCommand(
                "Emulation.setDeviceMetricsOverride",
                Map.of("width", width, "height", height, "deviceScaleFactor", 1, "mobile", mobile));
    }

    void scripts(boolean on) {
        driver.executeCdpCommand("Emulation.setScriptExecutionDisabled", Map.of("value", !on));
    }

    /// A picture of what is shown.
    void screenshot(Path file) throws Exception {
        Files.createDirectories(Objects.requireNonNull(file.getParent()));
        Object data = driver.executeCdpCommand("Page.captureScreenshot", Map.of("format", "png"))
                .get("data");
        Files.write(file, Base64.getDecoder().decode(String.valueOf(data)));
    }

    @Override
    public void close() throws IOException {
        driver.quit();
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        }
    }
}
