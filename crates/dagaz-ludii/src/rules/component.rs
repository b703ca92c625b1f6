//! Components: what pieces and dice there are.

/// A kind of piece or a die.
#[derive(Clone, Debug, Default)]
pub struct Component {
    /// Its name with the owner's number.
    pub name: String,
    /// Its name without it.
    pub plain: String,
    /// The number of the owner; n + 1 is "shared".
    pub owner: usize,
    /// The compass point that it faces, from 0 (north) to 15.
    pub facing: usize,
    /// The two states between which it flips.
    pub flips: Option<(i32, i32)>,
    /// Index of its generator of moves.
    pub generator: Option<usize>,
    /// Whether it is a die.
    pub is_die: bool,
}
