package dev.guidellm.config;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/// The bounds of a number, or of every number of a list. NaN means no bound.
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.RECORD_COMPONENT)
public @interface Range {
    /// Exclusive lower bound.
    double above() default Double.NaN;

    /// Inclusive lower bound.
    double atLeast() default Double.NaN;

    /// Exclusive upper bound.
    double below() default Double.NaN;

    /// Inclusive upper bound.
    double atMost() default Double.NaN;

    /// Least number of entries of a list.
    int minSize() default 0;
}
