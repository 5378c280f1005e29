/// What happened to one request. Start reading at [dev.guidellm.record.RequestRecord].
@NullMarked
package dev.guidellm.record;

import org.jspecify.annotations.NullMarked;
