package dev.guidellm.config;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/// Puts the keys of a component that is itself a record beside the other keys, each behind `prefix`.
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.RECORD_COMPONENT)
public @interface Inline {
    /// Put before each key of the component.
    String prefix() default "";

    /// Other defaults than the component's own, as `key=value`.
    String[] defaults() default {};
}
