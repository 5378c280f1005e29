/// The tools for traces: `guidellm trace stats`, `validate`, `synthesize` and `convert`.
///
/// Start reading at [dev.guidellm.cli.trace.TraceProgram]; what is counted and written is in
/// [dev.guidellm.data.trace].
@NullMarked
package dev.guidellm.cli.trace;

import org.jspecify.annotations.NullMarked;
