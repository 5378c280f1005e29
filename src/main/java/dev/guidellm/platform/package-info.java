/// What only the operating system can be asked for. Start reading at [dev.guidellm.platform.LinuxCalls].
@NullMarked
package dev.guidellm.platform;

import org.jspecify.annotations.NullMarked;
