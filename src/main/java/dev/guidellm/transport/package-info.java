/// Bytes and their arrival times: HTTP and server-sent events. Start reading at
/// [dev.guidellm.transport.HttpTransport].
@NullMarked
package dev.guidellm.transport;

import org.jspecify.annotations.NullMarked;
