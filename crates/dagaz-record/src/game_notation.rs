//! The notation that a game has of its own, as it is read.
//!
//! Programs that write such a notation list the effects of a move in orders of their own, so two
//! texts are equal if their effects are. Different moves may have the same text: the move that is
//! meant is then one of several.

use dagaz_core::{Game, MoveList, MoveRef, State};

/// The moves of a list that a text means: those that have it, or else those that have its effects
/// in another order. None where the game has no notation of its own.
pub(crate) fn meant(game: &dyn Game, state: &State, list: &MoveList, typed: &str) -> Vec<usize> {
    let texts: Vec<Option<String>> = list.iter().map(|one| game.own_text(state, one)).collect();
    let fitting = |fits: &dyn Fn(&str) -> bool| -> Vec<usize> {
        (0..texts.len()).filter(|&index| texts[index].as_deref().is_some_and(fits)).collect()
    };
    let exact = fitting(&|text| text == typed);
    if !exact.is_empty() {
        return exact;
    }
    let wanted = effects(typed);
    fitting(&|text| effects(text) == wanted)
}

/// Whether the game has a notation of its own.
pub(crate) fn has_one(game: &dyn Game) -> bool {
    let mut nothing = MoveList::new();
    nothing.push_pass();
    game.own_text(&game.initial(), nothing.get(0)).is_some()
}

/// Which of several different moves with the same text this is, counted from 1; none if no other
/// has it.
pub(crate) fn twin(game: &dyn Game, state: &State, list: &MoveList, chosen: MoveRef<'_>) -> Option<usize> {
    let meant = meant(game, state, list, &game.own_text(state, chosen)?);
    let place = meant.iter().position(|&index| list.get(index).same_as(chosen))?;
    meant.iter().any(|&index| !list.get(index).same_as(chosen)).then_some(place + 1)
}

/// The effects that a text tells, each once and in a fixed order: `Type from - to`, `Owner Type
/// site`, `x site`, `= Type`.
fn effects(text: &str) -> Vec<Vec<&str>> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let mut rest = words.as_slice();
    let mut effects = Vec::new();
    while !rest.is_empty() {
        let length = match rest {
            ["x" | "=" | "partial", ..] => 2,
            [_, _, "-" | "x", ..] => 4,
            _ => 3,
        };
        let (effect, after) = rest.split_at(length.min(rest.len()));
        effects.push(effect.to_vec());
        rest = after;
    }
    effects.sort_unstable();
    effects.dedup();
    effects
}

#[cfg(test)]
mod tests {
    use super::effects;

    #[test]
    fn effects_in_another_order_are_the_same() {
        assert_eq!(effects("x b4 x c4"), effects("x c4 x b4"));
        assert_eq!(effects("Man a1 x b1 White Man c1 = king"), effects("White Man c1  = king Man a1 x b1"));
        assert_ne!(effects("Man a1 x b1"), effects("Man b1 x a1"));
        assert_ne!(effects("Pass"), effects("x b1"));
    }
}
