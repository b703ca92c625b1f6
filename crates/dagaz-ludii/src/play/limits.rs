//! Limits after which a game is drawn. What a ply may cost is limited in `run`.

/// Turns a player after which a game is drawn.
pub(crate) const TURNS_MAX: i32 = 1250;
/// Moves after which a game is drawn.
pub(crate) const MOVES_MAX: i32 = 10_000;
