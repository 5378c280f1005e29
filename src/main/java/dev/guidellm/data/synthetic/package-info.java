/// Made-up conversations of exact token counts. Start reading at [dev.guidellm.data.synthetic.SyntheticTextSource].
@NullMarked
package dev.guidellm.data.synthetic;

import org.jspecify.annotations.NullMarked;
