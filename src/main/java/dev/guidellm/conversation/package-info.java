/// The workload as data: conversations as graphs of requests. Start reading at
/// [dev.guidellm.conversation.ConversationGraph].
@NullMarked
package dev.guidellm.conversation;

import org.jspecify.annotations.NullMarked;
