//! Deep recursion: takes more stack where the platform can give it.

/// How deep elements of a path may be nested into what follows them. A move of the longest mancala
/// lap known takes a few thousand.
#[cfg(not(target_arch = "wasm32"))]
pub(super) const DEPTH_MAX: usize = 20_000;

/// WebAssembly cannot ask how much stack is left, and browsers give a worker about a megabyte.
#[cfg(target_arch = "wasm32")]
pub(super) const DEPTH_MAX: usize = 1_000;

/// Runs `work` with at least `left` bytes of stack; takes `more` bytes if fewer are left.
#[cfg(not(target_arch = "wasm32"))]
#[inline]
pub(super) fn with_stack<T>(left: usize, more: usize, work: impl FnOnce() -> T) -> T {
    stacker::maybe_grow(left, more, work)
}

/// Runs `work` on the stack that there is; [`DEPTH_MAX`] keeps it from running out.
#[cfg(target_arch = "wasm32")]
#[inline]
pub(super) fn with_stack<T>(_left: usize, _more: usize, work: impl FnOnce() -> T) -> T {
    work()
}
