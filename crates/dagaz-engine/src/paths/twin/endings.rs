//! Forbidden results and endings of a twin, and the counter of idle turns that most of its kind have.

use dagaz_core::{EndingId, PieceTypeId, PlayerId};
use dagaz_rules::path::{
    Act, Home, Number as PathNumber, Path, PathEndingKind, PathRules, RepeatsOf, Set, Truth as PathTruth, VarId,
};
use dagaz_rules::{Comparison, Ending, EndingKind, Number, Place, Truth};

use super::sets::{Unsaid, flattened};
use super::{Source, Twinless};

/// A variable that counts the turns in which nothing is captured and none of these pieces moves.
pub(super) struct IdleCounter {
    pub(super) var: VarId,
    pub(super) kinds: Vec<PieceTypeId>,
}

/// What a game ends by.
pub(super) struct Told {
    pub(super) endings: Vec<Ending>,
    /// For each of them the ending of the game of paths.
    pub(super) ids: Vec<EndingId>,
    /// Those that hold when so many turns were idle.
    pub(super) tired: Vec<(usize, u32)>,
    /// For each of them whether it is asked of a player who is to move, or of one who is not; none: of all.
    pub(super) of_mover: Vec<Option<bool>>,
}

/// The counter of idle turns, if what happens after a move is that it is kept, and nothing else.
pub(super) fn idle_counter(rules: &PathRules) -> Result<Option<IdleCounter>, Twinless> {
    match rules.on_move_end.as_slice() {
        [] => Ok(None),
        [path] => idle_of(rules, path).map(Some).ok_or(Twinless::Hook),
        _ => Err(Twinless::Hook),
    }
}

fn idle_of(rules: &PathRules, path: &Path) -> Option<IdleCounter> {
    let Path::If(question, yes, no) = alone(path) else { return None };
    let Path::Holds(PathTruth::Any(stirs)) = alone(question) else { return None };
    let Path::Do(Act::Assign { var, value: PathNumber::Is(0), add: false, .. }) = alone(yes) else { return None };
    let Path::Do(Act::Assign { var: counted, value: PathNumber::Is(1), add: true, .. }) = alone(no) else {
        return None;
    };
    let of_game = rules.variables[var.index()].home == Home::Game;
    let kinds = match stirs {
        Set::Captured => Vec::new(),
        Set::Or(parts) => match parts.as_slice() {
            [Set::Captured, Set::And(origin)] => match origin.as_slice() {
                [Set::Origin, Set::Was(was)] => match &**was {
                    Set::Kinds(kinds) => kinds.clone(),
                    _ => return None,
                },
                _ => return None,
            },
            _ => return None,
        },
        _ => return None,
    };
    (of_game && var == counted).then_some(IdleCounter { var: *var, kinds })
}

fn alone(path: &Path) -> &Path {
    match path {
        Path::Seq(parts) if parts.len() == 1 => alone(&parts[0]),
        path => path,
    }
}

/// The forbidden results: each that a piece of some types is attacked.
pub(super) fn nevers(source: &mut Source<'_>) -> Result<Vec<Truth>, Twinless> {
    let rules = source.rules;
    rules.nevers.iter().map(|never| attacked(&never.when).ok_or(Twinless::Never)).collect()
}

/// That a piece of one's own, of some types, is attacked.
fn attacked(truth: &PathTruth) -> Option<Truth> {
    let PathTruth::Any(Set::And(parts)) = truth else { return None };
    let (mut mine, mut asked, mut kinds) = (false, false, None);
    for part in flattened(parts) {
        match part {
            Set::Mine => mine = true,
            Set::Attacked(None) => asked = true,
            Set::Kinds(some) if kinds.is_none() => kinds = Some(some.clone()),
            _ => return None,
        }
    }
    (mine && asked).then(|| Truth::attacked_piece(kinds.unwrap_or_default()))
}

/// The endings, in order of rank.
pub(super) fn endings(source: &mut Source<'_>, idle: Option<&IdleCounter>) -> Result<Told, Twinless> {
    let rules = source.rules;
    let players: Vec<PlayerId> = (0..rules.players.len()).map(PlayerId::at).collect();
    let mut told = Told { endings: Vec::new(), ids: Vec::new(), tired: Vec::new(), of_mover: Vec::new() };
    for (index, ending) in rules.endings.iter().enumerate() {
        let kind = match ending.kind {
            PathEndingKind::Win => EndingKind::Win,
            PathEndingKind::Loss => EndingKind::Loss,
            PathEndingKind::Draw => EndingKind::Draw,
            PathEndingKind::Score { .. } => return Err(Twinless::Ending),
        };
        let (of_mover, when) = without_turn(&ending.when);
        let mut add = |players: Vec<PlayerId>, when: Truth| {
            told.of_mover.push(of_mover);
            told.endings.push(Ending { name: ending.name.clone(), kind, players, when, span: ending.span });
            told.ids.push(EndingId::at(index));
        };
        if let Some(turns) = tired_after(&when, idle) {
            add(players.clone(), Truth::Always(false));
            told.tired.push((told.endings.len() - 1, turns));
            continue;
        }
        let of = |player: &PlayerId| said(source, &when, *player).map_err(|_| Twinless::Ending);
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

/// Whether a truth can hold only for a player who is to move, or only for one who is not, and what it says beside that.
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

/// After how many idle turns a truth holds, if that is what it says.
fn tired_after(truth: &PathTruth, idle: Option<&IdleCounter>) -> Option<u32> {
    let var = idle?.var;
    let turns = at_least(truth, &|number| *number == PathNumber::Var(var))?;
    u32::try_from(turns).ok().filter(|turns| *turns > 0)
}

/// The least value of a number with which a truth holds, if it says no more than that the number is not less.
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
        moved |= matches!(part, super::super::tables::Part::Set(set) if of_moves(set));
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
            let (mut holder, mut kinds) = (None, None);
            for part in parts {
                match (part, source.holder(part)) {
                    (_, Some(whose)) if holder.is_none() => holder = Some(whose),
                    (Set::Kinds(some), _) if kinds.is_none() => kinds = Some(some.clone()),
                    _ => return Err(Unsaid),
                }
            }
            let holder = holder.ok_or(Unsaid)?;
            Ok(Number::Count { holder, kinds: kinds.unwrap_or_default(), supplied: false })
        }
        _ => Err(Unsaid),
    }
}
