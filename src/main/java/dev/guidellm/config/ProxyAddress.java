package dev.guidellm.config;

/// A proxy's address, perhaps with a user and a password, which are never printed.
///
/// @param value the address itself, only for connecting
public record ProxyAddress(String value) {

    /// The address with ten stars for user and password.
    public String shown() {
        int at = value.lastIndexOf('@');
        int scheme = value.indexOf("://");
        return at < 0 ? value : (scheme < 0 ? "" : value.substring(0, scheme + 3)) + Secret.MASK + value.substring(at);
    }

    @Override
    public String toString() {
        return shown();
    }
}
