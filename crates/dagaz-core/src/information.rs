//! Information states: what a player has seen of a game so far.
//!
//! A [view](Game::view) is what a player sees of one state. An information state is the sequence of
//! the player's views and own moves up to now. States with the same information state are the same
//! to the player, and offer the same moves. Players notice what changes their view: a move of
//! another player that changes nothing of what they see has not happened for them.

use crate::{Effect, Game, MoveList, MoveRef, PieceTypeId, PlayerId, State, Step};

/// What a player has noticed at one moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Sight {
    /// The move of their own that led there, by its [name](action); none where others moved.
    pub action: Option<u64>,
    /// The key of the view.
    pub view: u64,
}

/// All that a player has noticed since the game began.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Information {
    player: PlayerId,
    sights: Vec<Sight>,
    key: u64,
}

impl Information {
    /// Returns the information state of a player who has observed nothing before.
    pub fn begin(game: &dyn Game, state: &State, player: PlayerId) -> Information {
        let mut information = Information { player, sights: Vec::new(), key: u64::from(player.0) + 1 };
        information.add(Sight { action: None, view: view_key(game, state, player) });
        information
    }

    /// Notes what the player notices of a move: `action` is its [name](action) if they made it
    /// themselves.
    pub fn observe(&mut self, game: &dyn Game, action: Option<u64>, after: &State) {
        let view = view_key(game, after, self.player);
        if action.is_some() || self.sights.last().is_none_or(|last| last.view != view) {
            self.add(Sight { action, view });
        }
    }

    /// Whose information it is.
    pub fn player(&self) -> PlayerId {
        self.player
    }

    /// What they have noticed, in order.
    pub fn sights(&self) -> &[Sight] {
        &self.sights
    }

    /// Returns a hash of the information state.
    pub fn key(&self) -> u64 {
        self.key
    }

    fn add(&mut self, sight: Sight) {
        self.key = mixed(mixed(self.key, sight.action.unwrap_or(0)), sight.view);
        self.sights.push(sight);
    }
}

/// Returns the key of what a player sees of a state.
pub fn view_key(game: &dyn Game, state: &State, player: PlayerId) -> u64 {
    game.blotted(state, player).map_or(state.key(), |seen| seen.key())
}

/// Names the move at `index` of a list as its player knows it: by its rules and by where its steps
/// begin and end, without effects. Equal moves are numbered in the order of the list.
pub fn action(list: &MoveList, index: usize) -> u64 {
    let name = bare_action(list, index);
    let alike = (0..index).filter(|other| bare_action(list, *other) == name).count();
    mixed(name, alike as u64)
}

/// Finds the move of that [name](action) in a list.
pub fn find_action(list: &MoveList, wanted: u64) -> Option<usize> {
    (0..list.len()).find(|index| action(list, *index) == wanted)
}

/// Finds the move of a list that a move of another list means: an equal one, or else the first with
/// its rules, beginnings and ends. The other list is of a state that looks the same to the player.
pub fn find_like(list: &MoveList, wanted: MoveRef<'_>) -> Option<usize> {
    let equal = list.iter().position(|one| one.same_as(wanted));
    equal.or_else(|| list.iter().position(|one| bare(one) == bare(wanted)))
}

/// Returns a copy of a list in which each move keeps only its origin and target: a piece of type
/// `kind` is moved there, or placed.
pub fn blind(list: &MoveList, kind: PieceTypeId, owner: PlayerId) -> MoveList {
    let mut blind = MoveList::new();
    for one in list.iter() {
        let steps = one.steps().map(|(step, _)| {
            let effect = match (step.origin.some(), step.target.some()) {
                (Some(from), Some(to)) if from != to => Some(Effect::Move { from, to }),
                (None, Some(site)) => Some(Effect::Place { site, kind, owner }),
                _ => None,
            };
            (step, effect)
        });
        let steps: Vec<(&Step, Option<Effect>)> = steps.collect();
        blind.push_parts(steps.iter().map(|(step, effect)| (*step, effect.as_slice())));
    }
    blind
}

fn bare_action(list: &MoveList, index: usize) -> u64 {
    bare(list.get(index))
}

fn bare(chosen: MoveRef<'_>) -> u64 {
    chosen.steps().fold(0, |key, (step, _)| {
        let rule = step.rule.map_or(0, |rule| 1 + u64::from(rule.0));
        mixed(mixed(mixed(key, rule), u64::from(step.origin.0)), u64::from(step.target.0))
    })
}

/// Mixes a number into a key (the finalizer of SplitMix64, Steele et al. 2014).
fn mixed(key: u64, value: u64) -> u64 {
    let mut z = key.rotate_left(25).wrapping_add(value).wrapping_add(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}
