//! What a rules file offers to play.

use crate::source::Span;

/// Something to play: a game or one of its variants.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Playable {
    /// Its title; empty if it has none.
    pub title: String,
    /// Whether it is a variant of a game.
    pub is_variant: bool,
    /// Whether the file asks for it to be chosen first.
    pub is_default: bool,
    /// Where it begins.
    pub span: Span,
}
