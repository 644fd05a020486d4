//! How many threads there are to work on: for what comes out it makes no difference.

/// The most threads that may be asked for: each has a stack of its own.
pub const MOST_THREADS: usize = 1024;

/// One for each core, where there are threads at all.
pub fn cores() -> usize {
    #[cfg(feature = "threads")]
    return std::thread::available_parallelism().map_or(1, |cores| cores.get());
    #[cfg(not(feature = "threads"))]
    1
}
