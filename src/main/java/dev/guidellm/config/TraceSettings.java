package dev.guidellm.config;

import dev.guidellm.json.JsonValue.JsonObject;
import org.jspecify.annotations.Nullable;

/// What all traces have in common. Times are in the trace's own unit, usually seconds.
///
/// @param source where the rows come from
/// @param maxWait longest pause between requests, null to keep all
/// @param maxSessionWait longest pause between sessions
/// @param minConcurrentSessions sessions that overlap at least
/// @param timeScale factor on all times
/// @param copies how often the trace is laid over itself
/// @param copyOffset seconds between copies
public record TraceSettings(
        @Default("{}") JsonObject loadKwargs,
        @Prepare(Prepare.Step.TRACE_SOURCE) DataConfig source,
        @Default("timestamp") String timestampColumn,
        @Default("input_length") String promptTokensColumn,
        @Default("output_length") String outputTokensColumn,
        @Default("duration") String durationColumn,
        @Nullable String conversationIdColumn,
        @Range(above = 0) @Nullable Double maxWait,
        @Range(above = 0) @Nullable Double maxSessionWait,
        @Range(atLeast = 1) @Nullable Integer minConcurrentSessions,
        @Default("1.0") @Range(above = 0) double timeScale,
        @Default("1") @Range(atLeast = 1) int copies,
        @Default("1.0") @Range(atLeast = 0) double copyOffset) {}
