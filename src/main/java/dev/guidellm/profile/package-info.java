/// Which strategy to run next, given the results so far.
///
/// Start reading at [dev.guidellm.profile.Profile].
@NullMarked
package dev.guidellm.profile;

import org.jspecify.annotations.NullMarked;
