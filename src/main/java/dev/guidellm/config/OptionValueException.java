package dev.guidellm.config;

/// The text of an option that cannot be read. The message continues a sentence that starts with the parameter's
/// name: `profile` + ` must be a valid YAML, JSON, or key=value string.`
public final class OptionValueException extends Exception {
    private static final long serialVersionUID = 1L;

    OptionValueException(String message) {
        super(message);
    }

    /// The whole sentence about the parameter named `parameter`.
    public String sentence(String parameter) {
        return parameter + " " + getMessage();
    }
}
