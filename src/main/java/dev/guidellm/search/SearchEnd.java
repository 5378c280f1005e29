package dev.guidellm.search;

/// Why a search for the highest load has ended.
public enum SearchEnd {
    /// The highest level that passed and the lowest that failed are as near each other as was asked.
    CONVERGED,
    /// The highest allowed level passed.
    HIGHEST_LEVEL_PASSED,
    /// The lowest level failed, and that is certain.
    UNMET_AT_LOWEST_LEVEL,
    /// The lowest level failed, but too little was measured to be sure of that or of another failure.
    UNCLEAR_AT_LOWEST_LEVEL,
    /// No more probes were allowed.
    PROBES_USED_UP,
    /// A constraint stopped the whole run.
    STOPPED_BY_CONSTRAINT,
    /// The server answered nothing any more, in two probes one after the other, although it had kept up before.
    SERVER_SILENT,
    /// The user stopped it.
    INTERRUPTED,
    /// The run failed.
    RUN_FAILED
}
