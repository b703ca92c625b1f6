//! The tests of this crate from outside, a file a subject: one program, so that they are linked
//! once and run side by side.

/// What the program itself uses: games are made and undone by many small allocations.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

mod ahead;
mod at_once;
mod betza;
mod deepening;
mod goals;
mod kept;
mod patience;
mod perfect;
mod play;
mod programs;
mod saved;
mod several;
mod solve;
mod stop;
mod suites;
mod wandering;
