package dev.guidellm.config;

/// What `--seed kind=…` may say: where randomness starts.
public sealed interface SeedConfig extends Kinded {

    /// A fixed number.
    @Kind("static")
    record Static(@Default("42") long value) implements SeedConfig {}
}
