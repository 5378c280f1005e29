package dev.guidellm.config;

/// What `--data-loader kind=…` may say: how rows are taken from the data.
public sealed interface DataLoaderConfig extends Kinded {

    /// The usual loader. The name is the original's.
    ///
    /// @param samples conversations that are made once and reused, below 1 for a stream
    /// @param shuffle whether the order is random
    /// @param numWorkers accepted for the original's sake
    /// @param prefetchFactor accepted for the original's sake; a run itself looks ahead by what it is about to send
    /// @param repeat whether finite data starts over when it ends
    @Kind("pytorch")
    record PyTorch(
            @Default("-1") int samples,
            @Default("false") boolean shuffle,
            @Default("1") int numWorkers,
            @Default("4096") int prefetchFactor,
            @Default("false") boolean repeat)
            implements DataLoaderConfig {}
}
