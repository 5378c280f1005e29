/// What must not be shown, and what stands in its place: secrets, and the bytes of pictures, films and sounds.
///
/// Start reading at [dev.guidellm.redaction.Redaction].
@NullMarked
package dev.guidellm.redaction;

import org.jspecify.annotations.NullMarked;
