/// Servers for tests that say exactly what they are told, byte by byte, and note what they were sent. Start reading at
/// [dev.guidellm.testserver.ReplayServer].
@NullMarked
package dev.guidellm.testserver;

import org.jspecify.annotations.NullMarked;
