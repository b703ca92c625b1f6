//! Why a translation stops, and marks for names that are known later.

/// Why a rule has no translation this way.
#[derive(Clone, Debug)]
pub(super) enum Untranslated {
    /// The cursor has to go alone.
    Alone,
    /// There are no words for this.
    Gap(&'static str),
}

/// Stands for the names of the rules of a class until they are known; its number follows.
pub(super) const CLASS_MARK: &str = "\u{1}class";
/// Stands for the names of the rules without a class.
pub(super) const UNCLASSED_MARK: &str = "\u{1}unclassed";
