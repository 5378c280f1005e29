package dev.guidellm.health;

import dev.guidellm.json.JsonValue;
import dev.guidellm.json.JsonValue.JsonObject;

/// Something of which the system allows only so much.
///
/// @param used most that was seen in use
/// @param limit most that may be
public record Allowance(long used, long limit) {

    /// 0 to 1.
    public double share() {
        return limit == 0 ? 1 : (double) used / limit;
    }

    /// As it stands in reports.
    public JsonObject json() {
        return JsonValue.object().put("used", used).put("limit", limit).build();
    }
}
