/// The whole command against servers and files as people really have them.
@NullMarked
package dev.guidellm.cases;

import org.jspecify.annotations.NullMarked;
