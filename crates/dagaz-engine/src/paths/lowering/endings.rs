//! Forbidden results and endings of the lowered rules.

use dagaz_core::{EndingId, PieceTypeId, PlayerId};
use dagaz_rules::path::{
    Number as PathNumber, Operation, PathEndingKind, PathRules, PlayerRef, RepeatsOf, Set, Truth as PathTruth,
};
use dagaz_rules::{Comparison, Ending, EndingKind, Holder, Number, Place, Truth};

use super::counters::{Counter, Counters};
use super::hands::Dropped;
use super::line::{expand, unrolled};
use super::sets::{Unsaid, flattened};
use super::{NotLowered, Source};
use crate::extra_state::{Counted, Mates};

/// What a game ends by.
#[derive(Default)]
pub(super) struct Told {
    pub(super) endings: Vec<Ending>,
    /// For each of them the ending of the game of paths.
    pub(super) ids: Vec<EndingId>,
    /// Those that ask nothing but the counters.
    pub(super) counted: Vec<(usize, Counted)>,
    /// Those that ask nothing but whether a piece of the other player is attacked, with its types.
    pub(super) attacking: Vec<(usize, Vec<PieceTypeId>)>,
    /// For each of them whether it is asked of a player who is to move, or of one who is not; none:
    /// of all.
    pub(super) of_mover: Vec<Option<bool>>,
}

/// The forbidden results: each that a piece of some types is attacked, that it stands in sight of
/// others, or what stands where; and that a drop mates.
pub(super) fn nevers(source: &mut Source<'_>, drops: &[Dropped]) -> Result<(Vec<Truth>, Option<Mates>), NotLowered> {
    let rules = source.rules;
    let (mut all, mut mates) = (Vec::new(), None);
    for (index, never) in rules.nevers.iter().enumerate() {
        if let Some(attacked) = attacked(&never.when) {
            all.push(attacked);
        } else if let Some(found) = mating(rules, drops, &never.when).filter(|_| mates.is_none()) {
            mates = Some(found);
        } else {
            all.push(standing(source, &never.when).map_err(|_| NotLowered::Never(index))?);
        }
    }
    Ok((all, mates))
}

/// That something stands somewhere, or that it stands in sight of something else.
fn standing(source: &mut Source<'_>, truth: &PathTruth) -> Result<Truth, Unsaid> {
    match truth {
        PathTruth::Any(Set::From(..)) => in_sight(source, truth),
        PathTruth::Any(set) => Ok(Truth::Somewhere(Box::new(place_of(source, set)?))),
        _ => Err(Unsaid),
    }
}

/// That a drop, of some types, leaves the next player attacked and without a move, if that is what
/// a truth says.
fn mating(rules: &PathRules, drops: &[Dropped], truth: &PathTruth) -> Option<Mates> {
    let PathTruth::And(parts) = truth else { return None };
    let (mut dropped, mut of_kinds, mut mated) = (None, None, None);
    for part in parts {
        match part {
            PathTruth::Or(names) if dropped.is_none() => {
                let is_of =
                    |one: &Dropped, truth: &PathTruth| *truth == PathTruth::Made(rules.rules[one.rule.index()].name);
                if !names.iter().all(|truth| matches!(truth, PathTruth::Made(_))) {
                    return None;
                }
                let by = |one: &&Dropped| names.iter().any(|truth| is_of(one, truth));
                dropped = Some(drops.iter().filter(by).collect::<Vec<_>>());
            }
            PathTruth::MadeBy(made) if dropped.is_none() => {
                dropped = Some(drops.iter().filter(|one| made.contains(&one.rule)).collect());
            }
            PathTruth::Any(Set::And(sets)) if of_kinds.is_none() => match flattened(sets).as_slice() {
                [Set::LastTo, Set::Kinds(kinds)] | [Set::Kinds(kinds), Set::LastTo] => of_kinds = Some(kinds),
                _ => return None,
            },
            PathTruth::As(PlayerRef::Next, inner) if mated.is_none() => mated = Some(&**inner),
            _ => return None,
        }
    }
    let PathTruth::And(mated) = mated? else { return None };
    let kings = match mated.as_slice() {
        [PathTruth::Stuck, PathTruth::Any(set)] | [PathTruth::Any(set), PathTruth::Stuck] => own_attacked(set)?,
        _ => return None,
    };
    let mut dropped = dropped?;
    dropped.retain(|one| of_kinds.is_none_or(|kinds| kinds.contains(&one.becomes)));
    // By whichever rule such a piece is dropped, it is one of these; and it is what it was in the
    // hand.
    let others = drops.iter().filter(|one| dropped.iter().all(|known| known.rule != one.rule));
    let apart = |one: &Dropped| dropped.iter().all(|known| known.kind != one.kind);
    let plain = dropped.iter().all(|one| one.becomes == one.kind);
    let fits = plain && others.clone().all(apart) && rules.players.len() == 2;
    fits.then(|| Mates { dropped: dropped.iter().map(|one| one.kind).collect(), kings })
}

/// That a piece of one's own, of some types, is attacked.
fn attacked(truth: &PathTruth) -> Option<Truth> {
    let PathTruth::Any(set) = truth else { return None };
    own_attacked(set).map(Truth::attacked_piece)
}

/// The types of which a piece of the next player is attacked, if that is what a truth says.
fn attacking(truth: &PathTruth) -> Option<Vec<PieceTypeId>> {
    match truth {
        PathTruth::And(parts) if parts.len() == 1 => attacking(&parts[0]),
        PathTruth::Any(Set::As(PlayerRef::Next, set)) => own_attacked(set),
        PathTruth::As(PlayerRef::Next, inner) => match &**inner {
            PathTruth::Any(set) => own_attacked(set),
            _ => None,
        },
        _ => None,
    }
}

/// The types of which a set has the player's own pieces that are attacked; empty for any type.
pub(super) fn own_attacked(set: &Set) -> Option<Vec<PieceTypeId>> {
    let Set::And(parts) = set else { return None };
    let (mut mine, mut asked, mut kinds) = (false, false, None);
    for part in flattened(parts) {
        match part {
            Set::Mine => mine = true,
            Set::Attacked(None) => asked = true,
            Set::Kinds(some) if kinds.is_none() => kinds = Some(some.clone()),
            _ => return None,
        }
    }
    (mine && asked).then(|| kinds.unwrap_or_default())
}

/// That from a site of a set some path leads on: every length of it written out.
fn in_sight(source: &mut Source<'_>, truth: &PathTruth) -> Result<Truth, Unsaid> {
    let PathTruth::Any(Set::From(set, path)) = truth else { return Err(Unsaid) };
    let mut ways = Vec::new();
    for line in expand(path).ok_or(Unsaid)? {
        ways.extend(unrolled(source, &line).ok_or(Unsaid)?);
    }
    let (from, seen) = (source.is_in(set, &Place::Here)?, source.sees(&ways)?);
    Ok(Truth::Somewhere(Box::new(Truth::All(vec![from, seen]))))
}

/// The endings, in order of rank.
pub(super) fn endings(source: &mut Source<'_>, counters: &Counters) -> Result<Told, NotLowered> {
    let rules = source.rules;
    let players: Vec<PlayerId> = (0..rules.players.len()).map(PlayerId::at).collect();
    let mut told = Told::default();
    for (index, ending) in rules.endings.iter().enumerate() {
        let kind = match ending.kind {
            PathEndingKind::Win => EndingKind::Win,
            PathEndingKind::Loss => EndingKind::Loss,
            PathEndingKind::Draw => EndingKind::Draw,
            PathEndingKind::Score { .. } => return Err(NotLowered::Ending(index)),
        };
        let (of_mover, when) = without_turn(&ending.when);
        let mut add = |players: Vec<PlayerId>, when: Truth| {
            told.of_mover.push(of_mover);
            told.endings.push(Ending {
                name: ending.name.clone(),
                kind,
                players,
                when,
                of_variant: false,
                span: ending.span,
            });
            told.ids.push(EndingId::at(index));
        };
        if let Some(counted) = counted(&when, counters) {
            add(players.clone(), Truth::Always(false));
            told.counted.push((told.endings.len() - 1, counted));
            continue;
        }
        if let Some(kinds) = attacking(&when).filter(|_| players.len() == 2) {
            add(players.clone(), Truth::Always(false));
            told.attacking.push((told.endings.len() - 1, kinds));
            continue;
        }
        let of = |player: &PlayerId| said(source, &when, *player).map_err(|_| NotLowered::Ending(index));
        let each: Vec<Truth> = players.iter().map(of).collect::<Result<_, _>>()?;
        if each.windows(2).all(|two| two[0] == two[1]) {
            if let Some(when) = each.into_iter().next() {
                add(players.clone(), when);
            }
        } else {
            players.iter().zip(each).for_each(|(player, when)| add(vec![*player], when));
        }
    }
    Ok(told)
}

/// Whether a condition can hold only for the player to move, or only for others, and the rest of
/// the condition.
fn without_turn(truth: &PathTruth) -> (Option<bool>, PathTruth) {
    let of_mover = |part: &PathTruth| match part {
        PathTruth::MyTurn => Some(true),
        PathTruth::Not(inner) if **inner == PathTruth::MyTurn => Some(false),
        _ => None,
    };
    match truth {
        PathTruth::And(parts) => {
            let others = parts.iter().filter(|part| of_mover(part).is_none()).cloned().collect();
            (parts.iter().find_map(of_mover), PathTruth::And(others))
        }
        truth => match of_mover(truth) {
            Some(of_mover) => (Some(of_mover), PathTruth::Always(true)),
            None => (None, truth.clone()),
        },
    }
}

/// What a truth asks of the counters, if it asks nothing else.
fn counted(truth: &PathTruth, counters: &Counters) -> Option<Counted> {
    let checks = counters.checks.as_ref();
    let idle = counted_to(truth, counters.idle.as_ref()).map(Counted::Idle);
    idle.or_else(|| counted_to(truth, checks).map(Counted::Checks)).or_else(|| perpetual(truth, checks))
}

/// To what a counter must have come for a truth to hold, if that is what it says.
fn counted_to(truth: &PathTruth, counter: Option<&Counter>) -> Option<u32> {
    let var = counter?.var;
    let count = at_least(truth, &|number| *number == PathNumber::Var(var))?;
    u32::try_from(count).ok().filter(|count| *count > 0)
}

/// When a position that comes again ends the game because of checks, if that is what a truth says.
fn perpetual(truth: &PathTruth, checks: Option<&Counter>) -> Option<Counted> {
    let PathTruth::And(parts) = truth else { return None };
    let [repeats, often] = parts.as_slice() else { return None };
    let times = at_least(repeats, &|number| *number == PathNumber::Repeats(RepeatsOf::Situation))?;
    let PathTruth::Not(fewer) = often else { return None };
    let PathTruth::Compare(PathNumber::Of(Operation::Multiply, factors), Comparison::Less, PathNumber::Cycle) =
        &**fewer
    else {
        return None;
    };
    let [PathNumber::Is(turns), PathNumber::Var(var)] = factors.as_slice() else { return None };
    let (times, turns) = (u32::try_from(times).ok()?, u32::try_from(*turns).ok()?);
    (times > 1 && turns > 0 && *var == checks?.var).then_some(Counted::Perpetual { times, turns })
}

/// The least value of a number with which a truth holds, if it says no more than that the number is
/// not less.
fn at_least(truth: &PathTruth, is_it: &dyn Fn(&PathNumber) -> bool) -> Option<i32> {
    match truth {
        PathTruth::Not(inner) => match &**inner {
            PathTruth::Compare(number, Comparison::Less, PathNumber::Is(least)) if is_it(number) => Some(*least),
            _ => None,
        },
        PathTruth::Compare(number, Comparison::Greater, PathNumber::Is(most)) if is_it(number) => most.checked_add(1),
        _ => None,
    }
}

/// A truth about the state between turns, as a player sees it.
fn said(source: &mut Source<'_>, truth: &PathTruth, me: PlayerId) -> Result<Truth, Unsaid> {
    if let Some(attacked) = attacked(truth) {
        return Ok(attacked);
    }
    if let Some(times) = at_least(truth, &|number| *number == PathNumber::Repeats(RepeatsOf::Situation)) {
        return u32::try_from(times).ok().filter(|times| *times > 1).map(Truth::Repeated).ok_or(Unsaid);
    }
    let mut each = |parts: &[PathTruth]| -> Result<Vec<Truth>, Unsaid> {
        parts.iter().map(|part| said(source, part, me)).collect()
    };
    Ok(match truth {
        PathTruth::Always(value) => Truth::Always(*value),
        PathTruth::And(parts) => Truth::All(each(parts)?),
        PathTruth::Or(parts) => Truth::Any(each(parts)?),
        PathTruth::Not(inner) => said(source, inner, me)?.negate(),
        PathTruth::Me(player) => Truth::Always(*player == me),
        PathTruth::Stuck => Truth::Stuck,
        PathTruth::Compare(a, comparison, b) => Truth::Compare(number(source, a)?, *comparison, number(source, b)?),
        PathTruth::Any(set) => Truth::Somewhere(Box::new(place_of(source, set)?)),
        _ => return Err(Unsaid),
    })
}

/// What is asked of the sites of a set; not what only a path or a move knows.
fn place_of(source: &mut Source<'_>, set: &Set) -> Result<Truth, Unsaid> {
    let mut moved = false;
    super::super::survey::in_set(set, &mut |part| {
        let of_moves = |set: &Set| matches!(set, Set::Attacked(_) | Set::LastBy(_) | Set::LastTo | Set::LastFrom);
        moved |= matches!(part, dagaz_rules::path::Part::Set(set) if of_moves(set));
    });
    if moved { Err(Unsaid) } else { source.is_in(set, &Place::Here) }
}

/// A number between turns.
fn number(source: &mut Source<'_>, number: &PathNumber) -> Result<Number, Unsaid> {
    match number {
        PathNumber::Is(value) => Ok(Number::Is(*value)),
        PathNumber::Count(set) => {
            let parts = match set {
                Set::And(parts) => flattened(parts),
                set => vec![set],
            };
            let (mut holder, mut kinds, mut anyone) = (None, None, false);
            for part in parts {
                match (part, source.holder(part)) {
                    (_, Some(whose)) if holder.is_none() => holder = Some(whose),
                    (Set::Kinds(some), _) if kinds.is_none() => kinds = Some(some.clone()),
                    (Set::Occupied, _) => anyone = true,
                    _ => return Err(Unsaid),
                }
            }
            let anyone = (anyone || kinds.is_some()).then_some(Holder::Anyone);
            let holder = holder.or(anyone).ok_or(Unsaid)?;
            Ok(Number::Count { holder, kinds: kinds.unwrap_or_default(), supplied: false })
        }
        _ => Err(Unsaid),
    }
}
