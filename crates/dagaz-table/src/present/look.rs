//! A position as a viewer sees it, with their legal moves.

use std::sync::Arc;

use dagaz_core::{Change, Game, LimitHit, MoveList, PieceTypeId, PlayerId, State, Turn, UndoLog, blind};
use dagaz_session::{NodeNo, Phase, Seat, Session};

use super::Viewer;

/// A position as a viewer sees it.
#[derive(Clone)]
pub(super) struct Seen {
    /// The visible state; the state itself if nothing is hidden.
    pub(super) state: Arc<State>,
    /// Whether a part of the state is hidden.
    pub(super) hidden: bool,
}

/// Through whose eyes a viewer sees: through those of a player, or through what all players have in
/// common.
pub(super) fn eyes(session: &Session, viewer: &Viewer, held: &[PlayerId], state: &State) -> Option<PlayerId> {
    if let Some(side) = viewer.side.filter(|side| held.contains(side)) {
        return Some(side);
    }
    let movers = movers(&**session.game(), state);
    held.iter().find(|player| movers.contains(player)).or(held.first()).copied()
}

/// Returns the visible part of a state.
pub(super) fn seen(game: &dyn Game, state: &Arc<State>, eyes: Option<PlayerId>, choosers: &[PlayerId]) -> Seen {
    let looking = eyes.as_slice();
    // A viewer without a seat sees what every player sees.
    let looking = if looking.is_empty() { choosers } else { looking };
    let blotted: Vec<Option<State>> = looking.iter().map(|player| game.blotted(state, *player)).collect();
    if blotted.iter().all(Option::is_none) {
        return Seen { state: state.clone(), hidden: false };
    }
    let mut views = blotted.into_iter().map(|seen| seen.unwrap_or_else(|| (**state).clone()));
    let Some(mut common) = views.next() else { return Seen { state: state.clone(), hidden: false } };
    let mut hidden = common != **state;
    let layout = game.layout();
    for view in views {
        if view == common {
            continue;
        }
        hidden = true;
        let mut log = UndoLog::new();
        let differing: Vec<_> =
            game.topology().site_ids().filter(|site| view.word(*site) != common.word(*site)).collect();
        let supplies: Vec<_> = layout
            .spec()
            .supplies
            .iter()
            .map(|piece| (*piece, view.supply(layout, *piece).min(common.supply(layout, *piece))))
            .collect();
        let mut change = Change::begin(layout, &mut common, &mut log);
        for site in differing {
            change.clear(site);
        }
        for (piece, count) in supplies {
            change.set_supply(piece, count);
        }
    }
    Seen { state: Arc::new(common), hidden }
}

/// Returns whether a part of a state is hidden from a player.
pub(super) fn hides(game: &dyn Game, state: &State, choosers: &[PlayerId]) -> bool {
    choosers.iter().any(|player| game.blotted(state, *player).is_some_and(|seen| seen != *state))
}

pub(super) fn choosers(session: &Session) -> Vec<PlayerId> {
    (0..session.seats().len()).filter(|&player| session.seats()[player] != Seat::Aside).map(PlayerId::at).collect()
}

pub(super) fn movers(game: &dyn Game, state: &State) -> Vec<PlayerId> {
    match game.turn(state) {
        Turn::Choice(player) | Turn::Chance(player) => vec![player],
        Turn::Together(players) => players,
    }
}

/// A position that a viewer looks at, with the moves that they can make there.
pub struct Looked {
    /// The position.
    pub state: Arc<State>,
    /// The position as the viewer's player sees it. Moves are shown on it.
    pub shown: Arc<State>,
    /// The player for whom the viewer moves, and the list of moves.
    pub mover: Option<(PlayerId, Arc<MoveList>)>,
    /// The number of moves, if it is public.
    pub choices: u32,
    /// Whether the moves are single steps of a turn that has too many complete moves, if that is
    /// public.
    pub stepwise: bool,
}

/// The state at a node, and the moves that a viewer has there.
pub fn look(session: &mut Session, viewer: &Viewer, node: NodeNo) -> Result<Option<Looked>, LimitHit> {
    let Some(state) = session.state_at(node) else { return Ok(None) };
    let study = session.beginning().study;
    let current = node == session.current();
    let mut looked = Looked { shown: state.clone(), state, mover: None, choices: 0, stepwise: false };
    let may = study || current && session.phase() == Phase::Playing;
    if !may {
        return Ok(Some(looked));
    }
    let game = session.game().clone();
    // Chance chooses for itself, even in a player's own roll; only in a study does the user enter
    // the result.
    if !study && matches!(game.turn(&looked.state), Turn::Chance(_)) {
        return Ok(Some(looked));
    }
    let movers = movers(&*game, &looked.state);
    let held = session.held_by(&viewer.holder);
    let owner = study && session.beginning().owner == viewer.holder;
    let side = viewer.side.filter(|side| held.contains(side));
    let own = movers.iter().find(|mover| Some(**mover) == side).or(movers.iter().find(|mover| held.contains(mover)));
    let own = own.copied().or(owner.then(|| movers.first().copied()).flatten());
    let Some(mover) = own.or(movers.first().copied()) else { return Ok(Some(looked)) };
    let list = if current {
        session.list_of(mover)?
    } else {
        let mut list = MoveList::new();
        game.moves_of(&looked.state, mover, &mut list, &mut dagaz_core::Fuel::new(game.limits().fuel))?;
        Arc::new(list)
    };
    if own.is_some() || !seen(&*game, &looked.state, own, &choosers(session)).hidden {
        looked.choices = list.len() as u32;
        looked.stepwise = list.is_stepwise();
    }
    if own.is_some() && game.hides() {
        // The effects of a move could reveal hidden facts.
        let kind = PieceTypeId::at(game.glossary().pieces.len().saturating_sub(1));
        looked.shown = Arc::new(game.view(&looked.state, mover).seen);
        looked.mover = Some((mover, Arc::new(blind(&list, kind, mover))));
    } else if own.is_some() {
        looked.mover = Some((mover, list));
    }
    Ok(Some(looked))
}
