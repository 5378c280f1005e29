package dev.guidellm.config;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/// How a value is brought into the component's shape before it is checked.
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.RECORD_COMPONENT)
public @interface Prepare {
    /// The conversion.
    Step value();

    /// The conversions of the configuration document.
    enum Step {
        /// A number, a list of numbers or JSON text of either, to a list.
        NUMBER_LIST,
        /// As [#NUMBER_LIST], the entries cut to whole numbers.
        STREAM_LIST,
        /// A count, a list or JSON text of either, to turn indices; `-1` stays and means all turns.
        TURN_LIST,
        /// A number below 1 to a share, another number to a value, JSON text to what it says.
        PHASE,
        /// JSON text of a list of tool definitions to that list.
        TOOL_LIST,
        /// Escapes such as `\n` to their characters.
        ESCAPES,
        /// Merges the trace's own `load_kwargs` into those of its source.
        TRACE_SOURCE
    }
}
