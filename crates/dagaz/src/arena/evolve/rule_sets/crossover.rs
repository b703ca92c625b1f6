//! Crossover: a rule set with something of another game in it.

use dagaz_core::below;
use rand_xoshiro::rand_core::Rng;

use super::expression::Expression;
use super::mutation::{Changed, ENDINGS, any, moves_of};
use super::rule_set::RuleSet;
use super::transplant::Transplant;

/// Returns a copy of the first with something of the second.
type Crossover = fn(&RuleSet, &RuleSet, &mut dyn Rng) -> Option<Changed>;

/// All kinds, each equally likely.
const CROSSOVERS: [Crossover; 7] = [ending, ending, one_move, piece, rule_body, clause, board];

/// Clauses that games may take from each other as they are.
const WHOLE: [&str; 3] = ["on", "never", "pass"];

/// Parts of a board that give it its shape; the others are named and belong to the rules.
const SHAPE: [&str; 12] =
    ["grid", "hex", "hexhex", "tri", "rings", "sites", "keep", "without", "unlink", "wrap", "link", "columns"];

/// Returns a copy with something of the donor; `None` if the kind that was drawn has no place, or a
/// name of the donor means nothing here.
pub(super) fn crossed(set: &RuleSet, donor: &RuleSet, rng: &mut dyn Rng) -> Option<Changed> {
    let (mut changed, said) = any(&CROSSOVERS, rng).and_then(|crossover| crossover(set, donor, rng))?;
    changed.names = set.names.clone();
    Some((changed, format!("{said}, from {}", donor.title)))
}

/// An ending takes the place of one with the same result, or is added.
fn ending(set: &RuleSet, donor: &RuleSet, rng: &mut dyn Rng) -> Option<Changed> {
    let theirs: Vec<&Expression> = donor.headed(&ENDINGS).map(|(_, clause)| clause).collect();
    let new = *any(&theirs, rng)?;
    let mut changed = set.clone();
    let new = Transplant::new(donor, &mut changed, rng).whole(new)?;
    let same = |clause: &Expression| clause.head() == new.head() && clause.name() == new.name();
    let head = [new.head()];
    let own: Vec<usize> = set.headed(&head).map(|(index, _)| index).collect();
    let place =
        changed.clauses.iter().position(same).or_else(|| any(&own, rng).copied().filter(|_| below(rng, 2) == 0));
    let said = match place {
        Some(place) if changed.clauses[place] == new => return None,
        Some(place) => {
            let said = format!("{} becomes {new}", changed.owner(&[place]));
            changed.clauses[place] = new;
            said
        }
        None => {
            let said = format!("with {new}");
            let first = changed.clauses.iter().position(|clause| ENDINGS.contains(&clause.head()));
            let at = first.filter(|_| below(rng, 2) == 0).unwrap_or(changed.clauses.len());
            changed.clauses.insert(at, new);
            said
        }
    };
    Some((changed, said))
}

/// A piece, or the game, gets a move of the donor, in place of another or in addition.
fn one_move(set: &RuleSet, donor: &RuleSet, rng: &mut dyn Rng) -> Option<Changed> {
    let theirs = moves_of(donor);
    let new = donor.at(any(&theirs, rng)?)?;
    let mut changed = set.clone();
    let new = Transplant::new(donor, &mut changed, rng).whole(new)?;
    let own = moves_of(set);
    if below(rng, 2) == 0 && !own.is_empty() {
        let place = any(&own, rng)?;
        let at = changed.at_mut(place)?;
        let said = format!("{}: {at} becomes {new}", set.owner(place));
        *at = new;
        return Some((changed, said));
    }
    let lists = set.move_lists();
    let list = any(&lists, rng)?;
    let said = format!("{}: with {new}", set.owner(list));
    changed.at_mut(list)?.members_mut()?.push(new);
    Some((changed, said))
}

/// A piece moves as one of the donor does.
fn piece(set: &RuleSet, donor: &RuleSet, rng: &mut dyn Rng) -> Option<Changed> {
    let (theirs, own) = (donor.move_lists(), set.move_lists());
    let (from, to) = (any(&theirs, rng)?, any(&own, rng)?);
    let new = donor.at(from).filter(|list| list.members().len() > 1)?;
    let mut changed = set.clone();
    let new = Transplant::new(donor, &mut changed, rng).whole(new)?;
    *changed.at_mut(to)? = new;
    let said = format!("{} moves as {}", set.owner(to), donor.owner(from));
    Some((changed, said))
}

/// A rule does what one of the donor with as many parameters does.
fn rule_body(set: &RuleSet, donor: &RuleSet, rng: &mut dyn Rng) -> Option<Changed> {
    let own: Vec<(usize, &Expression)> = set.headed(&["rule"]).collect();
    let (index, old) = *any(&own, rng)?;
    let count = |rule: &Expression| rule.members().get(1).map_or(0, |head| head.members().len());
    let theirs: Vec<&Expression> =
        donor.headed(&["rule"]).map(|(_, clause)| clause).filter(|rule| count(rule) == count(old)).collect();
    let theirs = *any(&theirs, rng)?;
    let mut changed = set.clone();
    let mut new = Transplant::new(donor, &mut changed, rng).whole(theirs)?;
    let name = Expression::of_word(old.name()?);
    match new.members_mut()?.get_mut(1)? {
        Expression::List(head) => *head.first_mut()? = name,
        word => *word = name,
    }
    if changed.clauses.get(index)? == &new {
        return None;
    }
    let said = format!("rule {} becomes {}", old.name()?, theirs.name()?);
    changed.clauses[index] = new;
    Some((changed, said))
}

/// A clause is taken over as it is.
fn clause(set: &RuleSet, donor: &RuleSet, rng: &mut dyn Rng) -> Option<Changed> {
    let theirs: Vec<&Expression> = donor.headed(&WHOLE).map(|(_, clause)| clause).collect();
    let new = *any(&theirs, rng)?;
    let mut changed = set.clone();
    let new = Transplant::new(donor, &mut changed, rng).whole(new)?;
    // A game has one clause of a name, one of a moment and one `pass`.
    let said = format!("with {new}");
    match changed.clauses.iter().position(|clause| clause.head() == new.head() && clause.name() == new.name()) {
        Some(place) if changed.clauses[place] == new => return None,
        Some(place) => changed.clauses[place] = new,
        None => changed.clauses.push(new),
    }
    Some((changed, said))
}

/// The shape of the board is that of the donor's, if nothing is set up on it.
fn board(set: &RuleSet, donor: &RuleSet, rng: &mut dyn Rng) -> Option<Changed> {
    let on_board = set.headed(&["setup", "symmetry"]).next().is_some();
    let (index, own) = set.headed(&["board"]).next().filter(|_| !on_board)?;
    let (_, theirs) = donor.headed(&["board"]).next()?;
    let is_shape = |part: &&Expression| SHAPE.contains(&part.head());
    let mut changed = set.clone();
    let mut transplant = Transplant::new(donor, &mut changed, rng);
    let shape: Option<Vec<Expression>> =
        theirs.members().iter().filter(is_shape).map(|part| transplant.whole(part)).collect();
    let mut parts = vec![Expression::of_word("board")];
    parts.extend(shape?);
    parts.extend(own.members().iter().skip(1).filter(|part| !is_shape(part)).cloned());
    let new = Expression::List(parts);
    if &new == own {
        return None;
    }
    let said = format!("{own} becomes {new}");
    changed.clauses[index] = new;
    Some((changed, said))
}
