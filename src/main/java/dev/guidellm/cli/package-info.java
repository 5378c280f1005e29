/// Arguments, help, progress, exit codes, log lines. Start reading at [dev.guidellm.cli.Main].
///
/// Nothing here may load the network, tokenizer or logging libraries before a command needs them: `--help` has to come
/// at once.
@NullMarked
package dev.guidellm.cli;

import org.jspecify.annotations.NullMarked;
