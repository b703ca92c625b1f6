//! Beliefs: states that a player must think possible.
//!
//! A state is possible if a game leads to it in which the player would have observed the same. Such
//! a game is searched depth first: the player's own moves are known, random moves and those of
//! opponents are tried in random order, and a move is undone as soon as an observation differs.

use rand_core::Rng;

use crate::random::below;
use crate::{
    Fuel, Game, Information, LimitHit, MoveList, PlayerId, State, Turn, UndoLog, action, find_action, view_key,
};

/// Plies of a game that is looked for, at most.
const PLIES_MAX: usize = 2_000;

/// Draws a state that `information` leaves possible, of games from `start`. None if none is found
/// within `nodes` moves.
pub fn imagine(
    game: &dyn Game,
    start: &State,
    information: &Information,
    rng: &mut dyn Rng,
    nodes: u64,
) -> Result<Option<State>, LimitHit> {
    let player = information.player();
    let first = information.sights().first().map(|sight| sight.view);
    if first != Some(view_key(game, start, player)) {
        return Ok(None);
    }
    let mut search = Search { game, information, player, rng, nodes };
    search.go_on(start.clone(), 1, 0)
}

struct Search<'a> {
    game: &'a dyn Game,
    information: &'a Information,
    player: PlayerId,
    rng: &'a mut dyn Rng,
    nodes: u64,
}

impl Search<'_> {
    /// Searches on from a state in which the player has noticed the first `noticed` sights.
    fn go_on(&mut self, state: State, noticed: usize, ply: usize) -> Result<Option<State>, LimitHit> {
        let (game, sights) = (self.game, self.information.sights());
        let mover = match game.turn(&state) {
            Turn::Choice(player) => Some(player),
            Turn::Chance(_) => None,
            Turn::Together(players) => players.first().copied(),
        };
        // The end of a game is visible to all players.
        if ply >= PLIES_MAX || game.ending(&state)?.is_some() {
            return Ok(None);
        }
        let Some(next) = sights.get(noticed) else { return Ok(Some(state)) };
        let mut list = MoveList::new();
        game.moves(&state, &mut list, &mut Fuel::new(game.limits().fuel))?;
        let own = mover == Some(self.player);
        let mut order: Vec<usize> = match next.action {
            Some(action) if own => find_action(&list, action).into_iter().collect(),
            // The player would remember a move of their own.
            _ if own => Vec::new(),
            _ => (0..list.len()).collect(),
        };
        let last = sights[noticed - 1].view;
        while !order.is_empty() {
            let index = order.swap_remove(below(&mut *self.rng, order.len()));
            let Some(left) = self.nodes.checked_sub(1) else { return Ok(None) };
            self.nodes = left;
            let mut after = state.clone();
            game.play(&mut after, list.get(index), &mut UndoLog::new());
            let view = view_key(game, &after, self.player);
            let now = match (own, view == last) {
                (true, _) if view == next.view => noticed + 1,
                (false, true) => noticed,
                (false, false) if view == next.view && next.action.is_none() => noticed + 1,
                _ => continue,
            };
            if let Some(found) = self.go_on(after, now, ply + 1)? {
                return Ok(Some(found));
            }
        }
        Ok(None)
    }
}

/// Notes a move in what several players know: `index` is its place in the list of the player who
/// makes it, `after` the state to which it leads.
pub fn observe_all(
    known: &mut [Information],
    game: &dyn Game,
    mover: Option<PlayerId>,
    (list, index): (&MoveList, usize),
    after: &State,
) {
    for information in known {
        let own = (mover == Some(information.player())).then(|| action(list, index));
        information.observe(game, own, after);
    }
}
