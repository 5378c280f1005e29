package dev.guidellm.backend;

import dev.guidellm.config.BackendConfig;
import dev.guidellm.json.JsonReader;
import dev.guidellm.json.JsonSyntaxException;
import dev.guidellm.json.JsonValue.JsonArray;
import dev.guidellm.json.JsonValue.JsonObject;
import dev.guidellm.record.RequestOutcome.Failed;
import dev.guidellm.transport.HttpExchange;
import dev.guidellm.transport.HttpRequest;
import dev.guidellm.transport.HttpTransport;
import dev.guidellm.transport.TransportFailure;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Asks a server whether it is well and which model it serves, before the first measured request.
final class ServerProbe {
    private static final Logger LOG = LoggerFactory.getLogger(ServerProbe.class);
    private static final String HEALTH = "/health";
    private static final String MODELS = "/v1/models";
    private static final String FAILED =
            "Backend validation request failed. Could not connect to the server or validate the backend"
                    + " configuration. ";

    /// How long an answer is awaited where the configuration sets no limit.
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final BackendConfig.OpenAiHttp config;
    private final HttpTransport transport;
    private final ServerAddress address;
    private final RequestHeaders headers;
    private final Secrets secrets;
    private final UnaryOperator<String> route;
    private @Nullable HttpExchange models;

    ServerProbe(
            BackendConfig.OpenAiHttp config,
            HttpTransport transport,
            ServerAddress address,
            RequestHeaders headers,
            Secrets secrets,
            UnaryOperator<String> route) {
        this.config = config;
        this.transport = transport;
        this.address = address;
        this.headers = headers;
        this.secrets = secrets;
        this.route = route;
    }

    /// Checks the server's health where the configuration asks for it, and finds out the model.
    ///
    /// @return the configured model, or the first one that the server lists, or an empty text when it lists none
    String run() throws BackendException {
        if (address.isHttps() && !config.verify()) {
            LOG.warn("The certificate of {} is not checked; pass verify=true to have it checked.", address.base());
        }
        if (config.validateBackend()) {
            checkHealth();
        }
        return config.model().isEmpty() ? firstModel() : config.model();
    }

    /// A server without a health endpoint is taken for well when it lists its models.
    private void checkHealth() throws BackendException {
        HttpExchange health = get(HEALTH);
        String problem = problem(HEALTH, health);
        if (problem == null) {
            return;
        }
        if (health.failure() != null || (health.status() != 404 && health.status() != 405)) {
            throw new BackendException(FAILED + problem);
        }
        models = get(MODELS);
        String second = problem(MODELS, models);
        if (second != null) {
            throw new BackendException(FAILED + problem + "; " + second);
        }
        LOG.info(
                "{} has no health endpoint (HTTP {}); it lists its models, so the run goes on.",
                address.base(),
                health.status());
    }

    private String firstModel() throws BackendException {
        HttpExchange list = models == null ? get(MODELS) : models;
        String problem = problem(MODELS, list);
        if (problem != null) {
            throw new BackendException(
                    "No model is named, and the server's list could not be read. " + problem + ". Pass model=NAME.");
        }
        try {
            String text = new String(list.body(), 0, list.bodyLength(), StandardCharsets.UTF_8);
            if (JsonReader.read(text) instanceof JsonObject body && body.get("data") instanceof JsonArray data) {
                if (data.items().isEmpty()) {
                    LOG.warn("{} lists no model; requests name none.", shown(MODELS));
                    return "";
                }
                String id =
                        data.items().getFirst() instanceof JsonObject model ? JsonParts.text(model.get("id")) : null;
                if (id != null) {
                    return id;
                }
            }
        } catch (JsonSyntaxException e) {
            LOG.debug("{} is not JSON", shown(MODELS), e);
        }
        throw new BackendException("No model is named, and GET " + shown(MODELS) + " is not a list of models: "
                + HttpErrors.excerpt(list, secrets) + ". Pass model=NAME.");
    }

    private HttpExchange get(String endpoint) {
        Duration deadline = config.timeout() == null ? PATIENCE : Durations.ofSeconds(config.timeout());
        return transport.fetch(
                new HttpRequest("GET", address.endpoint(route.apply(endpoint)), headers.plain(), new byte[0], false),
                deadline);
    }

    /// What is wrong with an answer, null when it is good.
    private @Nullable String problem(String endpoint, HttpExchange exchange) {
        TransportFailure failure = exchange.failure();
        Failed failed;
        if (exchange.status() >= 300) {
            failed = HttpErrors.badStatus(exchange, secrets);
        } else if (failure != null) {
            failed = HttpErrors.broken(exchange, failure, secrets);
        } else {
            return null;
        }
        return "GET " + shown(endpoint) + ": " + failed.message();
    }

    private String shown(String endpoint) {
        return secrets.mask(address.plainEndpoint(route.apply(endpoint)));
    }
}
