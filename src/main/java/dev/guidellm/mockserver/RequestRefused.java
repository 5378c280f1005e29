package dev.guidellm.mockserver;

import dev.guidellm.json.JsonValue;
import dev.guidellm.json.JsonValue.JsonObject;

/// A request that is answered with an error.
final class RequestRefused extends Exception {
    private final int status;
    private final transient JsonValue body;

    private RequestRefused(int status, JsonValue body) {
        super(null, null, false, false); // answered, not reported: a stack trace would only cost time
        this.status = status;
        this.body = body;
    }

    /// The request breaks a rule of the endpoint.
    static RequestRefused invalid(String problem) {
        return new RequestRefused(
                400, error("Invalid request: " + problem, "invalid_request_error", "invalid_request"));
    }

    /// The body is no JSON object.
    static RequestRefused notJson() {
        return new RequestRefused(400, error("Invalid JSON in request body", "invalid_request_error", "invalid_json"));
    }

    /// There is no such path.
    static RequestRefused notFound() {
        return new RequestRefused(404, error("Not Found", "not_found_error", "not_found"));
    }

    /// The path exists, but not for this method.
    static RequestRefused wrongMethod(String method, String path) {
        return new RequestRefused(
                405,
                error(
                        "Method " + method + " not allowed for URL " + path,
                        "invalid_request_error",
                        "method_not_allowed"));
    }

    /// The body is longer than the server takes.
    static RequestRefused tooLarge(long limitBytes) {
        return new RequestRefused(
                413,
                error(
                        "Request body exceeds the limit of " + limitBytes + " bytes",
                        "invalid_request_error",
                        "request_too_large"));
    }

    /// The injected failure.
    static RequestRefused failureInjected(int failAfter) {
        return new RequestRefused(
                500,
                error(
                        "Mock server fail_after_requests=" + failAfter + " exceeded",
                        "server_error",
                        "fail_after_requests"));
    }

    /// Several prompts in one request that is not streamed.
    static RequestRefused noBatches() {
        return internal("NotImplementedError", "Batch processing is not supported.");
    }

    /// The server's own failure.
    static RequestRefused internal(String type, String text) {
        return new RequestRefused(
                500,
                JsonValue.object()
                        .put(
                                "error",
                                JsonValue.object()
                                        .put("message", "Internal server error")
                                        .put("type", type)
                                        .put("error", text)
                                        .build())
                        .build());
    }

    /// An upload without its file or its model.
    static RequestRefused noFile() {
        return new RequestRefused(
                400,
                JsonValue.object().put("error", "Missing 'file' in form-data").build());
    }

    private static JsonObject error(String message, String type, String code) {
        return JsonValue.object()
                .put(
                        "error",
                        JsonValue.object()
                                .put("message", message)
                                .put("type", type)
                                .put("code", code)
                                .build())
                .build();
    }

    int status() {
        return status;
    }

    JsonValue body() {
        return body;
    }
}
