/// Text to tokens and back, behind one interface. Start reading at [dev.guidellm.tokenizer.Tokenizers].
@NullMarked
package dev.guidellm.tokenizer;

import org.jspecify.annotations.NullMarked;
