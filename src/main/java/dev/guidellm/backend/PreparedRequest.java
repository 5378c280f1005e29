package dev.guidellm.backend;

/// A request in a backend's dialect, ready to be sent by the backend that made it.
public interface PreparedRequest {

    /// The id that the server sees as `x-request-id`.
    String requestId();

    /// What is stored in the report as the request's arguments: JSON text, without secrets.
    String argumentsJson();
}
