package dev.guidellm.config;

/// Which version this is.
public final class ProductVersion {
    /// The version of the original whose behaviour this program has, then our own.
    public static final String TEXT = "0.8.1+java.0.1.0";

    private ProductVersion() {}
}
