package dev.guidellm.redaction;

import java.util.List;
import java.util.Locale;

/// The names whose values are secrets, however they are spelled: `api_key`, `Api-Key` and `apikey` are one.
public final class SecretNames {
    private static final List<String> TELLING = List.of(
            "apikey",
            "accesskey",
            "secretkey",
            "privatekey",
            "subscriptionkey",
            "accesstoken",
            "authtoken",
            "bearertoken",
            "refreshtoken",
            "sessiontoken",
            "securitytoken",
            "hftoken",
            "authorization",
            "password",
            "passwd",
            "passphrase",
            "credential",
            "cookie",
            "secret",
            "signature");

    private SecretNames() {}

    /// Whether a member of that name holds a secret.
    public static boolean isTelling(String name) {
        String plain = plain(name);
        return plain.equals("token") || TELLING.stream().anyMatch(plain::contains);
    }

    /// Whether a header field or query parameter of that name holds one: there every key and token is.
    public static boolean isTellingField(String name) {
        String plain = plain(name);
        return plain.endsWith("key") || plain.endsWith("token") || plain.equals("sig") || isTelling(name);
    }

    private static String plain(String name) {
        return name.toLowerCase(Locale.ROOT).replace("-", "").replace("_", "");
    }
}
