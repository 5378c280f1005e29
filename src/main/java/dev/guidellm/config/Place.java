package dev.guidellm.config;

/// Where in a configuration the reader is.
///
/// @param shown the path as it is shown, with the chosen kinds
/// @param document the path in the document, without them
record Place(String shown, String document) {
    static final Place ROOT = new Place("", "");

    Place key(String key) {
        return new Place(join(shown, key), join(document, key));
    }

    Place index(int index) {
        return new Place(shown + "[" + index + "]", document + "[" + index + "]");
    }

    Place kind(String kind) {
        return new Place(join(shown, kind), document);
    }

    ConfigProblem problem(String message) {
        return new ConfigProblem(shown, document, message, "");
    }

    static String join(String path, String key) {
        if (path.isEmpty()) {
            return key;
        }
        return key.isEmpty() || key.startsWith("[") ? path + key : path + "." + key;
    }
}
