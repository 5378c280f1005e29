package dev.guidellm.data.file;

import dev.guidellm.data.file.ProtobufMessage.MalformedException;
import dev.guidellm.json.JsonValue;
import dev.guidellm.json.JsonValue.JsonArray;
import dev.guidellm.json.JsonValue.JsonObject;
import java.util.ArrayList;
import java.util.List;

/// OTLP trace messages in the shape of OTLP JSON, as far as traces of generative AI are read: resources, scopes,
/// spans, their attributes, events and status.
///
/// Field numbers by opentelemetry-proto 1.x, `trace/v1/trace.proto` and `common/v1/common.proto`.
final class OtlpMessages {
    private OtlpMessages() {}

    /// The `resourceSpans` of a `TracesData` or an export request: field 1 in both.
    static JsonArray resourceSpans(ProtobufMessage message) throws MalformedException {
        return list(
                message,
                1,
                resource -> object(
                        "scopeSpans", list(resource, 2, scope -> object("spans", list(scope, 2, OtlpMessages::span)))));
    }

    private static JsonObject span(ProtobufMessage message) throws MalformedException {
        JsonValue.ObjectBuilder span = JsonValue.object();
        List<JsonValue> attributes = new ArrayList<>();
        List<JsonValue> events = new ArrayList<>();
        message.visit(new ProtobufMessage.Visitor() {
            @Override
            public void number(int field, long value) {
                switch (field) {
                    case 7 -> span.put("startTimeUnixNano", value);
                    case 8 -> span.put("endTimeUnixNano", value);
                    default -> {}
                }
            }

            @Override
            public void block(int field, ProtobufMessage value) throws MalformedException {
                switch (field) {
                    case 1 -> span.put("traceId", value.hex());
                    case 2 -> span.put("spanId", value.hex());
                    case 4 -> span.put("parentSpanId", value.hex());
                    case 5 -> span.put("name", value.text());
                    case 9 -> attributes.add(keyValue(value));
                    case 11 -> events.add(event(value));
                    case 15 -> span.put("status", status(value));
                    default -> {}
                }
            }
        });
        return span.put("attributes", new JsonArray(attributes))
                .put("events", new JsonArray(events))
                .build();
    }

    private static JsonObject event(ProtobufMessage message) throws MalformedException {
        JsonValue.ObjectBuilder event = JsonValue.object();
        List<JsonValue> attributes = new ArrayList<>();
        message.visit(new ProtobufMessage.Visitor() {
            @Override
            public void number(int field, long value) {
                if (field == 1) {
                    event.put("timeUnixNano", value);
                }
            }

            @Override
            public void block(int field, ProtobufMessage value) throws MalformedException {
                switch (field) {
                    case 2 -> event.put("name", value.text());
                    case 3 -> attributes.add(keyValue(value));
                    default -> {}
                }
            }
        });
        return event.put("attributes", new JsonArray(attributes)).build();
    }

    private static JsonObject status(ProtobufMessage message) throws MalformedException {
        JsonValue.ObjectBuilder status = JsonValue.object();
        message.visit(new ProtobufMessage.Visitor() {
            @Override
            public void number(int field, long value) {
                if (field == 3) {
                    status.put("code", value);
                }
            }

            @Override
            public void block(int field, ProtobufMessage value) {
                if (field == 2) {
                    status.put("message", value.text());
                }
            }
        });
        return status.build();
    }

    private static JsonObject keyValue(ProtobufMessage message) throws MalformedException {
        JsonValue.ObjectBuilder pair = JsonValue.object();
        message.visit(new ProtobufMessage.Visitor() {
            @Override
            public void number(int field, long value) {}

            @Override
            public void block(int field, ProtobufMessage value) throws MalformedException {
                switch (field) {
                    case 1 -> pair.put("key", value.text());
                    case 2 -> pair.put("value", anyValue(value));
                    default -> {}
                }
            }
        });
        return pair.build();
    }

    private static JsonObject anyValue(ProtobufMessage message) throws MalformedException {
        JsonValue.ObjectBuilder any = JsonValue.object();
        message.visit(new ProtobufMessage.Visitor() {
            @Override
            public void number(int field, long value) {
                switch (field) {
                    case 2 -> any.put("boolValue", value != 0);
                    case 3 -> any.put("intValue", value);
                    case 4 -> any.put("doubleValue", (Double) Double.longBitsToDouble(value));
                    default -> {}
                }
            }

            @Override
            public void block(int field, ProtobufMessage value) throws MalformedException {
                switch (field) {
                    case 1 -> any.put("stringValue", value.text());
                    case 5 -> any.put("arrayValue", object("values", list(value, 1, OtlpMessages::anyValue)));
                    case 6 -> any.put("kvlistValue", object("values", list(value, 1, OtlpMessages::keyValue)));
                    case 7 -> any.put("bytesValue", value.hex());
                    default -> {}
                }
            }
        });
        return any.build();
    }

    /// Reads a message that stands in a field.
    private interface Reading {
        JsonObject read(ProtobufMessage message) throws MalformedException;
    }

    private static JsonArray list(ProtobufMessage message, int wanted, Reading reading) throws MalformedException {
        List<JsonValue> items = new ArrayList<>();
        message.visit(new ProtobufMessage.Visitor() {
            @Override
            public void number(int field, long value) {}

            @Override
            public void block(int field, ProtobufMessage value) throws MalformedException {
                if (field == wanted) {
                    items.add(reading.read(value));
                }
            }
        });
        return new JsonArray(items);
    }

    private static JsonObject object(String name, JsonValue value) {
        return JsonValue.object().put(name, value).build();
    }
}
