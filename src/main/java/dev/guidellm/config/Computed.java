package dev.guidellm.config;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/// A default that is no constant: it comes from the settings, or is a whole list.
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.RECORD_COMPONENT)
public @interface Computed {
    /// Where the default comes from.
    Source value();

    /// The file name below the results directory, for [Source#RESULTS_DIR].
    String file() default "";

    /// Where a computed default comes from.
    enum Source {
        /// A file in the setting `default_results_dir`.
        RESULTS_DIR,
        /// The setting `constraint_error_window_size`.
        ERROR_WINDOW,
        /// The setting `constraint_error_min_processed`.
        ERROR_MINIMUM,
        /// The three warning rules that are on unless others are given.
        WARNING_RULES,
        /// The one preprocessor `encode_media`.
        ENCODE_MEDIA,
        /// The outputs `json` and `csv`.
        JSON_AND_CSV
    }
}
