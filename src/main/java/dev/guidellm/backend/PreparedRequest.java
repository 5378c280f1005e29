package dev.guidellm.backend;

import dev.guidellm.record.GenerationResponse;
import dev.guidellm.record.RequestArguments;

/// A request in a backend's dialect, ready to be sent by the backend that made it.
public interface PreparedRequest {

    /// The id that the server sees as `x-request-id`.
    String requestId();

    /// What is stored in the report as the request's arguments.
    RequestArguments arguments();

    /// What is stored in the report of the answer: the same without secrets that the server echoed.
    default GenerationResponse shown(GenerationResponse answer) {
        return answer;
    }
}
