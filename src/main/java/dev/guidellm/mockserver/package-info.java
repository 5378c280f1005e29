/// A server with known latencies that speaks the OpenAI API: what a client measures can be held against what was
/// asked of it. Shares no wire code with `transport` or `backend`. Start reading at
/// [dev.guidellm.mockserver.MockServer].
@NullMarked
package dev.guidellm.mockserver;

import org.jspecify.annotations.NullMarked;
