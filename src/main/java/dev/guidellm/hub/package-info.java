/// Files of the Hugging Face hub: fetched once, kept in the folder that its Python tools share. Start with
/// [dev.guidellm.hub.HubCache].
@NullMarked
package dev.guidellm.hub;

import org.jspecify.annotations.NullMarked;
