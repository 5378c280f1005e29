package dev.guidellm.backend;

/// Where a turn stands in its conversation.
///
/// @param conversation equal for all turns of one conversation of the run, and for no other's
/// @param last whether all other turns of the conversation are over
public record TurnPlace(Object conversation, boolean last) {}
