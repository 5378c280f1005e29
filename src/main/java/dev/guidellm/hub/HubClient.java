package dev.guidellm.hub;

import java.io.IOException;
import java.io.InputStream;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpHeaders;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.HttpTimeoutException;
import java.nio.channels.UnresolvedAddressException;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Asks the hub over HTTP. Redirects are followed by hand, since the token is for the hub's own host only: large
/// files lie on others.
final class HubClient {
    private static final Logger LOG = LoggerFactory.getLogger(HubClient.class);
    private static final int MOST_REDIRECTS = 5;
    private static final int MOST_TRIES = 4;
    private static final long LONGEST_WAIT_SECONDS = 60;
    private static final Pattern TOKEN = Pattern.compile("[\\x21-\\x7e]+");

    private final HubSettings settings;
    private final Consumer<Duration> pause;
    private final HttpClient http;

    /// @param pause waits
    HubClient(HubSettings settings, Consumer<Duration> pause) {
        this.settings = settings;
        this.pause = pause;
        this.http = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .followRedirects(HttpClient.Redirect.NEVER)
                .proxy(settings.proxy())
                .connectTimeout(Duration.ofSeconds(10))
                .build();
    }

    /// The answer to a request, which is a success.
    ///
    /// @param place path below the endpoint
    /// @param from the first byte that is wanted
    /// @throws HubException when the hub refuses, is too busy, or is not there
    HubAnswer get(HubRepository repository, String place, long from) throws HubException, InterruptedException {
        long waited = 0;
        for (int tries = 1; ; tries++) {
            Reply reply = ask(place, from);
            HttpResponse<InputStream> last = reply.last();
            int status = last.statusCode();
            if (status == 200 || status == 206) {
                return new HubAnswer(reply.hub(), last);
            }
            discard(last);
            boolean busy = status == 429 || status == 500 || (status >= 502 && status <= 504);
            if (!busy) {
                throw refusal(repository, last);
            }
            long seconds = retryAfter(last).orElse(1L << tries);
            if (tries == MOST_TRIES || waited + seconds > LONGEST_WAIT_SECONDS) {
                throw new HubException(settings.endpoint() + " is too busy or limits requests (HTTP " + status
                        + said(last) + "); try again in " + seconds + " s"
                        + (settings.token().isPresent() ? "" : ", or set HF_TOKEN, which allows more requests"));
            }
            LOG.warn("{} answered HTTP {}; asking again in {} s", settings.endpoint(), status, seconds);
            pause.accept(Duration.ofSeconds(seconds));
            waited += seconds;
        }
    }

    private record Reply(HttpHeaders hub, HttpResponse<InputStream> last) {}

    private Reply ask(String place, long from) throws HubException, InterruptedException {
        try {
            URI hub = URI.create(settings.endpoint() + place);
            URI next = hub;
            HttpHeaders described = null;
            for (int hop = 0; hop <= MOST_REDIRECTS; hop++) {
                HttpResponse<InputStream> answer = http.send(request(hub, next, from), BodyHandlers.ofInputStream());
                // A renamed repository is redirected within the hub; what describes the file comes last there.
                if (described == null || isSameHost(hub, next)) {
                    described = answer.headers();
                }
                Optional<String> location = answer.headers().firstValue("location");
                if (answer.statusCode() / 100 != 3 || location.isEmpty()) {
                    return new Reply(described, answer);
                }
                discard(answer);
                next = next.resolve(location.get());
            }
            throw new HubException(settings.endpoint() + " redirects more than " + MOST_REDIRECTS + " times");
        } catch (IOException e) {
            throw new HubException(
                    "cannot fetch it from " + settings.endpoint() + " (" + reason(e) + "); is there a network?", true);
        } catch (IllegalArgumentException e) {
            throw new HubException("cannot fetch it from " + settings.endpoint() + " (" + reason(e) + ")");
        }
    }

    private HttpRequest request(URI hub, URI place, long from) throws HubException {
        HttpRequest.Builder request =
                HttpRequest.newBuilder(place).timeout(Duration.ofSeconds(60)).header("User-Agent", "guidellm-java");
        Optional<String> token = settings.token().filter(_ -> isSameHost(hub, place));
        if (token.isPresent()) {
            // The JDK would repeat a value that it does not like in its message.
            if (!TOKEN.matcher(token.get()).matches()) {
                throw new HubException("the token for the hub holds characters that no token has; mend HF_TOKEN");
            }
            request.header("Authorization", "Bearer " + token.get());
        }
        if (from > 0) {
            request.header("Range", "bytes=" + from + "-");
        }
        return request.build();
    }

    private static boolean isSameHost(URI hub, URI place) {
        return hub.getScheme().equals(place.getScheme())
                && String.valueOf(hub.getRawAuthority()).equals(place.getRawAuthority());
    }

    private HubException refusal(HubRepository repository, HttpResponse<?> answer) {
        String noun = repository.kind().noun();
        String code = answer.headers().firstValue("x-error-code").orElse("");
        return new HubException(
                switch (answer.statusCode()) {
                    case 401, 403 ->
                        settings.endpoint() + " refuses it (HTTP " + answer.statusCode() + said(answer) + "); "
                                + access(repository, code);
                    case 404 ->
                        switch (code) {
                            case "RevisionNotFound" ->
                                settings.endpoint() + " has no revision '" + repository.revision() + "' of it";
                            case "EntryNotFound" -> settings.endpoint() + " has no such file in it" + said(answer);
                            default -> settings.endpoint() + " has no such " + noun + said(answer);
                        };
                    default -> settings.endpoint() + " answered HTTP " + answer.statusCode() + said(answer);
                });
    }

    private String access(HubRepository repository, String code) {
        if (code.equals("GatedRepo")) {
            return "ask for access on " + settings.endpoint() + "/" + repository.page()
                    + ", and set HF_TOKEN to a token of that account";
        }
        return "it may not exist, or HF_TOKEN must hold a token with access to it"
                + (settings.token().isPresent() ? " (the one that was sent has none)" : "");
    }

    private static String said(HttpResponse<?> answer) {
        return answer.headers()
                .firstValue("x-error-message")
                .map(text -> ": " + text)
                .orElse("");
    }

    private static Optional<Long> retryAfter(HttpResponse<?> answer) {
        return answer.headers()
                .firstValue("retry-after")
                .filter(text -> text.matches("\\d{1,9}"))
                .map(Long::valueOf);
    }

    private static void discard(HttpResponse<InputStream> answer) {
        try {
            answer.body().close();
        } catch (IOException e) {
            // Nothing of it is wanted.
        }
    }

    static String reason(Throwable problem) {
        for (Throwable cause = problem; cause != null; cause = cause.getCause()) {
            if (cause instanceof UnresolvedAddressException) {
                return "its name is not known";
            }
        }
        String message = problem.getMessage();
        if (message != null && !message.isBlank()) {
            return message.lines().findFirst().orElse("");
        }
        return switch (problem) {
            case ConnectException _ -> "no connection";
            case HttpTimeoutException _ -> "no answer in time";
            default -> problem.getClass().getSimpleName();
        };
    }
}
