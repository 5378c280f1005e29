package dev.guidellm.mockserver;

import dev.guidellm.config.MockServerSettings;
import dev.guidellm.json.JsonValue;
import dev.guidellm.json.JsonValue.JsonObject;
import dev.guidellm.mockserver.MultipartForm.Part;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// `POST /v1/audio/transcriptions` and `POST /v1/audio/translations`: answered at once, never streamed.
final class AudioEndpoints {
    private final MockServerSettings settings;

    AudioEndpoints(MockServerSettings settings) {
        this.settings = settings;
    }

    /// The transcription of the uploaded file.
    JsonObject transcribe(@Nullable String contentType, byte[] body) throws RequestRefused {
        Upload upload = upload(contentType, body);
        String text = "Mock transcription for " + upload.fileName();
        return JsonValue.object()
                .put("text", text)
                .put("file_size", upload.size())
                .put("model_used", upload.model())
                .put("transcription", "Transcribed(" + upload.fileName() + ") using " + upload.model())
                .put("usage", usage(upload, text))
                .build();
    }

    /// The translation of the uploaded file.
    JsonObject translate(@Nullable String contentType, byte[] body) throws RequestRefused {
        Upload upload = upload(contentType, body);
        String text = "This is a mock translation result.";
        return JsonValue.object()
                .put("text", text)
                .put("file_size", upload.size())
                .put("filename", upload.fileName())
                .put("model_used", upload.model())
                .put("mimetype", upload.mimeType())
                .put("usage", usage(upload, text))
                .build();
    }

    private JsonObject usage(Upload upload, String text) {
        String hint = upload.mimeType() == null ? upload.fileName() : upload.mimeType();
        double seconds = ContentParts.soundSeconds(upload.size(), hint);
        int promptTokens = ContentParts.soundTokens(seconds, settings);
        int textTokens = WordTokenizer.countTokens(text);
        return JsonValue.object()
                .put("prompt_tokens", promptTokens)
                .put("completion_tokens", textTokens)
                .put("total_tokens", promptTokens + textTokens)
                .put("seconds", ContentParts.roundedSeconds(seconds))
                .build();
    }

    private static Upload upload(@Nullable String contentType, byte[] body) throws RequestRefused {
        MultipartForm form = MultipartForm.read(contentType, body);
        Optional<Part> file = form.part("file");
        Optional<Part> model = form.part("model");
        if (file.isEmpty() || model.isEmpty() || file.get().fileName() == null) {
            throw RequestRefused.noFile();
        }
        return new Upload(
                file.get().fileName(),
                file.get().contentType(),
                file.get().content().length,
                model.get().text());
    }

    private record Upload(String fileName, @Nullable String mimeType, int size, String model) {}
}
