/// Reading time and waiting. Start reading at [dev.guidellm.clock.RunClock].
@NullMarked
package dev.guidellm.clock;

import org.jspecify.annotations.NullMarked;
