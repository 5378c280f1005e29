package dev.guidellm.hub;

import java.io.IOException;
import java.net.ProxySelector;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// What the environment says about the hub: `HF_ENDPOINT`, `HF_TOKEN` (else the token that a login left in
/// `HF_HOME`), `HF_HUB_OFFLINE`, `HF_DATASETS_OFFLINE`, `HF_HUB_CACHE`, `HF_HOME`, `XDG_CACHE_HOME` and the proxy
/// variables.
///
/// No record, so that the token is in no text that it becomes.
public final class HubSettings {
    private static final Set<String> TRUE_WORDS = Set.of("1", "ON", "YES", "TRUE");
    private static final String DATA_SETS_OFFLINE = "HF_DATASETS_OFFLINE";
    private static final List<String> OFFLINE = List.of("HF_HUB_OFFLINE", "TRANSFORMERS_OFFLINE", DATA_SETS_OFFLINE);

    private final Map<String, String> environment;
    private final Path home;
    private final Path cache;
    private final Path tokenFile;
    private final String endpoint;
    private final @Nullable String givenToken;

    private HubSettings(Map<String, String> environment, Path home, @Nullable String givenToken) {
        this.environment = Map.copyOf(environment);
        this.home = home;
        Path caches = folder("XDG_CACHE_HOME").orElse(home.resolve(".cache"));
        Path huggingFace = folder("HF_HOME").orElse(caches.resolve("huggingface"));
        this.cache =
                folder("HF_HUB_CACHE").or(() -> folder("HUGGINGFACE_HUB_CACHE")).orElse(huggingFace.resolve("hub"));
        this.tokenFile = folder("HF_TOKEN_PATH").orElse(huggingFace.resolve("token"));
        String named = environment.getOrDefault("HF_ENDPOINT", "");
        this.endpoint =
                named.isBlank() ? "https://huggingface.co" : named.strip().replaceAll("/+$", "");
        this.givenToken = givenToken;
    }

    /// @param home the user's folder
    public static HubSettings of(Map<String, String> environment, Path home) {
        return new HubSettings(environment, home, null);
    }

    /// Those of this process.
    public static HubSettings fromEnvironment() {
        return of(System.getenv(), Path.of(System.getProperty("user.home", ".")));
    }

    /// The same with another token.
    ///
    /// @param token empty for none
    public HubSettings withToken(String token) {
        return new HubSettings(environment, home, token);
    }

    /// The hub's address without a slash at its end.
    String endpoint() {
        return endpoint;
    }

    /// The folder with one folder for each repository.
    Path cache() {
        return cache;
    }

    ProxySelector proxy() {
        return new EnvironmentProxy(environment);
    }

    /// The variable that forbids to ask the hub; empty when none does.
    Optional<String> offlineVariable(HubRepository.Kind kind) {
        return OFFLINE.stream()
                .filter(name -> kind == HubRepository.Kind.DATA_SET || !name.equals(DATA_SETS_OFFLINE))
                .filter(this::isTrue)
                .findFirst();
    }

    /// What proves to the hub who asks; empty for nobody.
    Optional<String> token() {
        if (givenToken != null) {
            return Optional.of(givenToken).filter(text -> !text.isEmpty());
        }
        String given = environment.getOrDefault("HF_TOKEN", "").strip();
        if (!given.isEmpty()) {
            return Optional.of(given);
        }
        if (isTrue("HF_HUB_DISABLE_IMPLICIT_TOKEN") || !Files.isReadable(tokenFile)) {
            return Optional.empty();
        }
        try {
            return Optional.of(Files.readString(tokenFile).strip()).filter(text -> !text.isEmpty());
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    private boolean isTrue(String variable) {
        return TRUE_WORDS.contains(
                environment.getOrDefault(variable, "").strip().toUpperCase(Locale.ROOT));
    }

    private Optional<Path> folder(String variable) {
        String value = environment.getOrDefault(variable, "").strip();
        return value.isEmpty() ? Optional.empty() : Optional.of(Path.of(value));
    }
}
