//! All histories of a small game: its ends, its information states, and the results of uniform
//! play.

use std::collections::{BTreeMap, HashMap};

use dagaz_core::{
    Fuel, Game, Information, LimitHit, MoveList, PlayerId, PlayerKind, State, Turn, UndoLog, Verdict, action, imagine,
    observe_all,
};
use dagaz_record::listed;

use crate::facts::Tree;
use crate::walk::rng;

/// Plies of a history at most: a longer one is a fault.
const PLIES_MAX: usize = 200;

/// What is counted.
#[derive(Default)]
struct Counted {
    ends: usize,
    /// For each information state where its player has a choice: the player, and what they see and
    /// can do there.
    information: HashMap<u64, (PlayerId, Offer)>,
    /// What the first player gets, in thousandths, with its probability.
    returns: BTreeMap<i64, f64>,
    faults: Vec<String>,
}

/// What a player sees and can do.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Offer {
    view: u64,
    actions: Vec<u64>,
    texts: Vec<String>,
}

fn offer(game: &dyn Game, state: &State, player: PlayerId, list: &MoveList) -> Offer {
    Offer {
        view: dagaz_core::view_key(game, state, player),
        actions: (0..list.len()).map(|index| action(list, index)).collect(),
        texts: listed(game, state, list),
    }
}

fn choosers(game: &dyn Game) -> Vec<PlayerId> {
    let players = game.glossary().players.iter().enumerate();
    players.filter(|(_, player)| player.kind == PlayerKind::Chooser).map(|(index, _)| PlayerId::at(index)).collect()
}

/// What does not hold of the tree of histories: its numbers, and that the same information state
/// offers the same moves.
pub fn tree_faults(game: &dyn Game, tree: &Tree) -> Result<Vec<String>, LimitHit> {
    let start = game.initial();
    let choosers = choosers(game);
    let known = choosers.iter().map(|player| Information::begin(game, &start, *player)).collect();
    let mut counted = Counted::default();
    count(game, start, known, (0, 1.0), &mut counted)?;
    let mut faults = std::mem::take(&mut counted.faults);
    if counted.ends != tree.ends {
        faults.push(format!("{} histories end, not {}", counted.ends, tree.ends));
    }
    let of = |player: &PlayerId| counted.information.values().filter(|(whose, _)| whose == player).count();
    let information: Vec<usize> = choosers.iter().map(of).collect();
    if information != tree.information {
        faults.push(format!("there are {information:?} information states, not {:?}", tree.information));
    }
    let returns: Vec<(f64, f64)> =
        counted.returns.iter().map(|(worth, share)| (*worth as f64 / 1_000.0, *share)).collect();
    let equal = |(a, b): (&(f64, f64), &(f64, f64))| a.0 == b.0 && (a.1 - b.1).abs() < 1e-6;
    if returns.len() != tree.returns.len() || !returns.iter().zip(&tree.returns).all(equal) {
        faults.push(format!("random play brings {returns:?}, not {:?}", tree.returns));
    }
    Ok(faults)
}

fn count(
    game: &dyn Game,
    state: State,
    known: Vec<Information>,
    (ply, share): (usize, f64),
    counted: &mut Counted,
) -> Result<(), LimitHit> {
    if let Some(ending) = game.ending(&state)? {
        counted.ends += 1;
        *counted.returns.entry(worth(game, &state, ending)).or_default() += share;
        return Ok(());
    }
    if ply == PLIES_MAX {
        counted.faults.push(format!("a history has more than {PLIES_MAX} plies"));
        return Ok(());
    }
    let mut list = MoveList::new();
    game.moves(&state, &mut list, &mut Fuel::new(game.limits().fuel))?;
    let mover = match game.turn(&state) {
        Turn::Choice(player) => Some(player),
        _ => None,
    };
    let own = known.iter().find(|information| mover == Some(information.player()));
    if let Some(own) = own.filter(|_| list.len() > 1) {
        let found = offer(game, &state, own.player(), &list);
        let known = counted.information.entry(own.key()).or_insert_with(|| (own.player(), found.clone()));
        if known.1 != found {
            counted.faults.push(format!("one information state offers {:?} and {found:?}", known.1));
        }
    }
    let options = match mover {
        Some(_) => (0..list.len()).map(|index| (index, 1.0 / list.len() as f64)).collect(),
        None => game.chances(&list),
    };
    for (index, part) in options {
        let mut after = state.clone();
        game.play(&mut after, list.get(index), &mut UndoLog::new());
        let mut known = known.clone();
        observe_all(&mut known, game, mover, (&list, index), &after);
        count(game, after, known, (ply + 1, share * part), counted)?;
    }
    Ok(())
}

/// What an ending is worth to the first player who chooses, in thousandths.
fn worth(game: &dyn Game, state: &State, ending: (dagaz_core::EndingId, PlayerId)) -> i64 {
    let outcome = game.outcome_of(state, ending);
    let first = choosers(game)[0].index();
    match (&outcome.scores, outcome.verdicts[first]) {
        (Some(scores), _) => (scores[first].value() * 1_000.0) as i64,
        (None, Verdict::Win) => 1_000,
        (None, Verdict::Loss) => -1_000,
        (None, _) => 0,
    }
}

/// Swaps hidden facts: along a playout another state of the same information set is drawn for each
/// player to move, and views, moves and texts are compared. Returns the differences.
///
/// A search that finds no other state is what costs most. `failures` is how many such searches the
/// playouts of a game may still make; a playout makes two at most, since later ones have more to
/// fit and hardly ever find a state.
pub fn swap_faults(game: &dyn Game, seed: u64, plies: usize, failures: &mut u32) -> Result<Vec<String>, LimitHit> {
    /// Moves that the search for another state may try.
    const NODES: u64 = 20_000;
    let (mut state, mut rng) = (game.initial(), rng(seed));
    let least = failures.saturating_sub(2);
    let mut known: Vec<Information> =
        choosers(game).iter().map(|player| Information::begin(game, &state, *player)).collect();
    let (mut list, mut other) = (MoveList::new(), MoveList::new());
    let mut faults = Vec::new();
    for ply in 0..plies {
        if game.ending(&state)?.is_some() {
            break;
        }
        game.moves(&state, &mut list, &mut Fuel::new(game.limits().fuel))?;
        let mover = match game.turn(&state) {
            Turn::Choice(player) => Some(player),
            _ => None,
        };
        let own = known.iter().find(|information| mover == Some(information.player()));
        if let Some(own) = own.filter(|_| *failures > least) {
            if let Some(possible) = imagine(game, &game.initial(), own, &mut rng, NODES)? {
                game.moves(&possible, &mut other, &mut Fuel::new(game.limits().fuel))?;
                let (here, there) =
                    (offer(game, &state, own.player(), &list), offer(game, &possible, own.player(), &other));
                if here != there || game.turn(&state) != game.turn(&possible) {
                    faults.push(format!("ply {ply}: what is hidden changes what is offered: {here:?}, {there:?}"));
                }
            } else {
                *failures -= 1;
            }
        }
        let index = dagaz_core::below(&mut rng, list.len());
        game.play(&mut state, list.get(index), &mut UndoLog::new());
        observe_all(&mut known, game, mover, (&list, index), &state);
    }
    Ok(faults)
}
