/// One server dialect per class: requests built, answers understood. Start reading at
/// [dev.guidellm.backend.Backend].
@NullMarked
package dev.guidellm.backend;

import org.jspecify.annotations.NullMarked;
