/// Arguments, progress, exit codes.
@NullMarked
package dev.guidellm.cli;

import org.jspecify.annotations.NullMarked;
