/// JSON and YAML text in and out, and how numbers are written. Start reading at [dev.guidellm.json.JsonValue].
@NullMarked
package dev.guidellm.json;

import org.jspecify.annotations.NullMarked;
