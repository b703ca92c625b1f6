//! Mutations: a rule set with one thing changed, so that each place keeps its kind.
//!
//! What a mutation makes is checked by the front end afterwards, as any text of an author.

use dagaz_arena::evolve::{Dial, Genome, Space};
use dagaz_core::below;
use dagaz_rules::path::Choices;
use rand_xoshiro::rand_core::Rng;

use super::expression::{Expression, Place};
use super::rule_set::RuleSet;

/// A rule set with a change, and the change in words.
pub(super) type Changed = (RuleSet, String);

/// Returns a changed copy, or `None` if the rule set has no place for this mutation.
type Mutation = fn(&RuleSet, &mut dyn Rng) -> Option<Changed>;

/// All mutations, each equally likely.
const MUTATIONS: [Mutation; 10] = [
    number,
    labels,
    directions,
    word_of_kind,
    add_move,
    remove_move,
    exchange_moves,
    reverse_ending,
    remove_ending,
    parameter,
];

/// Heads of endings.
pub(super) const ENDINGS: [&str; 4] = ["win", "lose", "draw", "score"];

/// Clauses whose numbers and words are no rules of play.
const APART: [&str; 8] = ["players", "setup", "hint", "fen", "write", "statistic", "symmetry", "parameter"];

/// Words of one kind: one of them may stand where another stands.
const KINDS: [&[&str]; 5] = [
    &["empty", "open", "enemy", "occupied", "mine"],
    &["many", "maybe", "run", "most"],
    &["orthogonal", "diagonal", "adjacent"],
    &["=", ">=", "<="],
    &["<", ">"],
];

/// Directions that stand for several.
const GROUPS: [&str; 3] = ["orthogonal", "diagonal", "adjacent"];

/// Heads of lists of directions.
const DIRECTION_HEADS: [&str; 6] = ["or", "leaper", "back", "left", "right", "beside"];

/// The greatest number that a mutation makes of a number in the rules.
const NUMBER_MAX: i64 = 1_000;

/// Returns a member of a list, each equally likely.
pub(super) fn any<'a, T>(list: &'a [T], rng: &mut dyn Rng) -> Option<&'a T> {
    list.get(below(rng, list.len()))
}

/// Returns a copy with a mutation of any kind; `None` if the kind that was drawn has no place.
pub(super) fn mutated(set: &RuleSet, rng: &mut dyn Rng) -> Option<Changed> {
    any(&MUTATIONS, rng).and_then(|mutation| mutation(set, rng))
}

/// Returns the places of everything that fits in clauses that are rules of play.
fn places(set: &RuleSet, fits: impl Fn(&Expression) -> bool) -> Vec<Place> {
    let clauses = set.clauses.iter().enumerate().filter(|(_, clause)| !APART.contains(&clause.head()));
    let inner = |(index, clause): (usize, &Expression)| {
        clause.places(&fits).into_iter().map(|place| [vec![index], place].concat()).collect::<Vec<Place>>()
    };
    clauses.flat_map(inner).collect()
}

/// Replaces what stands at a place.
fn replaced(set: &RuleSet, place: &[usize], new: Expression) -> Option<Changed> {
    let mut changed = set.clone();
    let at = changed.at_mut(place)?;
    let said = format!("{}: {at} becomes {new}", set.owner(place));
    *at = new;
    Some((changed, said))
}

/// A number becomes the next higher or lower one.
fn number(set: &RuleSet, rng: &mut dyn Rng) -> Option<Changed> {
    let value = |one: &Expression| one.word().and_then(|word| word.parse::<i64>().ok());
    let places = places(set, |one| value(one).is_some());
    let place = any(&places, rng)?;
    let old = value(set.at(place)?)?;
    // A tenth, so that long counts change noticeably too.
    let step = 1 + below(rng, (old.unsigned_abs() / 10) as usize + 1) as i64;
    let new = if below(rng, 2) == 0 { old + step } else { old - step };
    let in_range = (old.signum() * new > 0 || old == 0) && new.abs() <= NUMBER_MAX.max(old.abs());
    in_range.then(|| replaced(set, place, Expression::of_word(new.to_string()))).flatten()
}

/// A side of the board becomes one longer or shorter: `a-h` becomes `a-i`.
fn labels(set: &RuleSet, rng: &mut dyn Rng) -> Option<Changed> {
    let ends = |one: &Expression| {
        let (low, high) = one.word()?.split_once('-')?;
        (!low.is_empty() && low.len() == high.len() || high.parse::<u32>().is_ok())
            .then(|| (low.to_string(), high.to_string()))
    };
    let boards: Vec<usize> = set.headed(&["board"]).map(|(index, _)| index).collect();
    let places = places(set, |one| ends(one).is_some());
    let places: Vec<Place> = places.into_iter().filter(|place| boards.contains(&place[0])).collect();
    let place = any(&places, rng)?;
    let (low, high) = ends(set.at(place)?)?;
    let up = below(rng, 2) == 0;
    let high = match (high.parse::<u32>(), high.bytes().next()) {
        (Ok(number), _) => (if up { number.checked_add(1) } else { number.checked_sub(1) })?.to_string(),
        (_, Some(letter @ b'a'..=b'y')) if high.len() == 1 => {
            char::from(if up { letter + 1 } else { letter.saturating_sub(1) }).to_string()
        }
        _ => return None,
    };
    replaced(set, place, Expression::of_word(format!("{low}-{high}")))
}

/// Returns whether an expression means directions of the board.
fn is_directions(set: &RuleSet, one: &Expression) -> bool {
    let is_known = |word: &str| {
        GROUPS.contains(&word) || word.split('.').all(|part| set.names.directions.iter().any(|known| known == part))
    };
    match one {
        Expression::Word(word) => is_known(word),
        Expression::List(members) => match members.split_first() {
            Some((first, rest)) if one.head() == "leaper" => {
                first.word().is_some() && rest.len() == 2 && rest.iter().all(|number| number.word().is_some())
            }
            Some((first, rest)) => {
                let is_head = first.word().is_some_and(|word| DIRECTION_HEADS.contains(&word));
                (is_head && !rest.is_empty() || is_directions(set, first))
                    && rest.iter().all(|each| is_directions(set, each))
            }
            None => false,
        },
        Expression::String(_) => false,
    }
}

/// The directions of a move become others that the rules have, or a group; a direction in a rule
/// becomes another one.
fn directions(set: &RuleSet, rng: &mut dyn Rng) -> Option<Changed> {
    let lists = set.move_lists();
    let is_argument = |place: &Place| lists.iter().any(|list| place.len() == list.len() + 2 && place.starts_with(list));
    let all = places(set, |one| is_directions(set, one));
    let (arguments, hops): (Vec<Place>, Vec<Place>) = all.into_iter().partition(is_argument);
    let of_rules = |place: &Place| matches!(set.clauses[place[0]].head(), "rule" | "define" | "on") && place.len() == 2;
    let hops: Vec<Place> = hops.into_iter().filter(of_rules).collect();
    if !arguments.is_empty() && (hops.is_empty() || below(rng, 3) > 0) {
        let mut others: Vec<Expression> = GROUPS.map(Expression::of_word).to_vec();
        others.extend(arguments.iter().filter_map(|place| set.at(place).cloned()));
        let place = any(&arguments, rng)?;
        let new = any(&others, rng)?.clone();
        return (set.at(place)? != &new).then(|| replaced(set, place, new)).flatten();
    }
    let place = any(&hops, rng)?;
    let new = Expression::of_word(any(&set.names.directions, rng)?);
    (set.at(place)? != &new).then(|| replaced(set, place, new)).flatten()
}

/// A word becomes another one of its kind.
fn word_of_kind(set: &RuleSet, rng: &mut dyn Rng) -> Option<Changed> {
    let kind = |word: &str| KINDS.into_iter().find(|kind| kind.contains(&word));
    let places = places(set, |one| one.word().is_some_and(|word| kind(word).is_some()));
    let place = any(&places, rng)?;
    let old = set.at(place)?.word()?;
    let new = any(kind(old)?, rng)?;
    (*new != old).then(|| replaced(set, place, Expression::of_word(*new))).flatten()
}

/// Returns the places of all moves in the lists of moves.
pub(super) fn moves_of(set: &RuleSet) -> Vec<Place> {
    let of_list = |list: Place| {
        let count = set.at(&list).map_or(0, |list| list.members().len());
        (1..count).map(move |index| [list.clone(), vec![index]].concat())
    };
    set.move_lists().into_iter().flat_map(of_list).collect()
}

/// A piece gets a move that another piece has.
fn add_move(set: &RuleSet, rng: &mut dyn Rng) -> Option<Changed> {
    let moves = moves_of(set);
    let (from, lists) = (any(&moves, rng)?, set.move_lists());
    let to = any(&lists, rng)?;
    let new = set.at(from)?.clone();
    let mut changed = set.clone();
    let list = changed.at_mut(to)?.members_mut()?;
    if list.contains(&new) {
        return None;
    }
    let said = format!("{}: with {new} of {}", set.owner(to), set.owner(from));
    list.push(new);
    Some((changed, said))
}

/// A piece loses one of several moves.
fn remove_move(set: &RuleSet, rng: &mut dyn Rng) -> Option<Changed> {
    let moves = moves_of(set);
    let place = any(&moves, rng)?;
    let (_, list) = place.split_last()?;
    let gone = set.at(place)?;
    let mut changed = set.clone();
    (set.at(list)?.members().len() > 2 && changed.remove(place))
        .then(|| (changed, format!("{}: without {gone}", set.owner(place))))
}

/// Two pieces exchange a move.
fn exchange_moves(set: &RuleSet, rng: &mut dyn Rng) -> Option<Changed> {
    let moves = moves_of(set);
    let (one, other) = (any(&moves, rng)?, any(&moves, rng)?);
    let (first, second) = (set.at(one)?.clone(), set.at(other)?.clone());
    if one[0] == other[0] || first == second {
        return None;
    }
    let mut changed = set.clone();
    *changed.at_mut(one)? = second.clone();
    *changed.at_mut(other)? = first.clone();
    let said = format!("{} gets {second} and {} gets {first}", set.owner(one), set.owner(other));
    Some((changed, said))
}

/// What won loses, or the other way round.
fn reverse_ending(set: &RuleSet, rng: &mut dyn Rng) -> Option<Changed> {
    let endings: Vec<usize> = set.headed(&["win", "lose"]).map(|(index, _)| index).collect();
    let index = *any(&endings, rng)?;
    let new = if set.clauses[index].head() == "win" { "lose" } else { "win" };
    let (changed, _) = replaced(set, &[index, 0], Expression::of_word(new))?;
    let said = format!("{} becomes {}", set.owner(&[index]), changed.owner(&[index]));
    Some((changed, said))
}

/// One of several endings goes.
fn remove_ending(set: &RuleSet, rng: &mut dyn Rng) -> Option<Changed> {
    let endings: Vec<usize> = set.headed(&ENDINGS).map(|(index, _)| index).collect();
    let index = *any(&endings, rng).filter(|_| endings.len() > 1)?;
    let mut changed = set.clone();
    changed.remove(&[index]).then(|| (changed, format!("without {}", set.owner(&[index]))))
}

/// A parameter gets another usual value, as the search of parameters alone changes it.
fn parameter(set: &RuleSet, rng: &mut dyn Rng) -> Option<Changed> {
    let (name, old, choices) = any(&set.names.parameters, rng)?;
    let space = Space { dials: vec![dial(name, choices)] };
    let mut genome = Genome(vec![choices.place_of(old)?]);
    if !space.mutate(&mut genome, rng) {
        return None;
    }
    let is_it = |clause: &Expression| clause.head() == "parameter" && clause.name() == Some(name);
    let index = set.clauses.iter().position(is_it)?;
    replaced(set, &[index, 2], Expression::of_word(choices.at(genome.0[0])?))
}

/// Returns a parameter as something that may be chosen.
pub(in crate::arena::evolve) fn dial(name: &str, choices: &Choices) -> Dial {
    Dial {
        name: name.to_string(),
        places: choices.count(),
        ordered: match choices {
            Choices::Range(..) | Choices::Halves(..) => true,
            Choices::Words(words) => words.iter().all(|word| word.parse::<i32>().is_ok()),
        },
    }
}
