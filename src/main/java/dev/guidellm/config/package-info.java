/// What a user may say, validated: one sealed family per section of the configuration, one record per `kind`.
///
/// Start reading at [dev.guidellm.config.RunSpec] (the fields of a run) and [dev.guidellm.config.ConfigReader] (text
/// to records). A kind's names, keys, bounds and defaults stand once, on its record.
@NullMarked
package dev.guidellm.config;

import org.jspecify.annotations.NullMarked;
