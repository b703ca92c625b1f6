//! Queries of a session: its position, its seats, what it waits for.

use std::sync::Arc;

use dagaz_core::{Game, LimitHit, MoveList, MoveRef, PlayerId, State, Turn};
use dagaz_record::Wording;

use crate::clock::{ClockFace, Clocks};
use crate::clock_rule::Millis;
use crate::ending::End;
use crate::movers::{legal, movers_of};
use crate::offers::Offer;
use crate::pending::Wants;
use crate::record::{Actor, Beginning, Nonce, Rerated};
use crate::seat::{HolderId, Seat};
use crate::session::{Phase, Said, Session};
use crate::tree::NodeNo;

impl Session {
    /// Returns the game by whose rules is played.
    pub fn game(&self) -> &Arc<dyn Game> {
        &self.game
    }

    /// How it began. Its rules are the present ones.
    pub fn beginning(&self) -> &Beginning {
        &self.beginning
    }

    /// Returns how many records have been applied.
    pub fn version(&self) -> u32 {
        self.version
    }

    /// Returns the node at which the game stands.
    pub fn current(&self) -> NodeNo {
        self.current
    }

    /// Returns the state there.
    pub fn state(&self) -> &State {
        &self.state
    }

    /// Returns whether the game is in progress.
    pub fn phase(&self) -> Phase {
        if self.beginning.study {
            Phase::Study
        } else if self.end.is_some() {
            Phase::Ended
        } else if self.stuck.is_some() {
            Phase::Stuck
        } else if self.paused {
            Phase::Paused
        } else if self.seats.contains(&Seat::Open) {
            Phase::Waiting
        } else {
            Phase::Playing
        }
    }

    /// How it ended, if it has.
    pub fn end(&self) -> Option<&End> {
        self.end.as_ref()
    }

    /// Which limit of the rules has been met, if one has.
    pub fn stuck(&self) -> Option<&LimitHit> {
        self.stuck.as_ref()
    }

    /// Who sits where.
    pub fn seats(&self) -> &[Seat] {
        &self.seats
    }

    /// Returns the offers on the table.
    pub fn offers(&self) -> &[Offer] {
        &self.offers
    }

    /// Returns the picks of an unfinished move, with their player.
    pub fn draft(&self) -> Option<(u8, &str)> {
        self.draft.as_ref().map(|(player, draft)| (*player, &**draft))
    }

    /// What a player's clock shows; none in a game without clocks.
    pub fn clock(&self, player: PlayerId, now: Millis) -> Option<ClockFace> {
        let chooses = self.choosers.get(player.index()) == Some(&true);
        self.clocks.as_ref().filter(|_| chooses).map(|clocks| clocks.face(player, now.max(self.last_at)))
    }

    /// Returns the game that follows this one.
    pub fn next(&self) -> Option<&Arc<str>> {
        self.next.as_ref()
    }

    /// Moves that no longer exist by the present rules: the node, and the move in words.
    pub fn lost(&self) -> &[(NodeNo, Arc<str>)] {
        &self.lost
    }

    /// Returns the latest chat messages of the table.
    pub fn said(&self) -> impl Iterator<Item = &Said> {
        self.said.iter()
    }

    /// Returns the author of the comment on a node, if it was written at this table; unknown for
    /// comments of an imported record.
    pub fn commented_by(&self, node: NodeNo) -> Option<&HolderId> {
        self.commented.get(&node)
    }

    /// What the result did to ratings, once it has been counted.
    pub fn rated(&self) -> Option<&[Rerated]> {
        self.rated.as_deref()
    }

    /// Deadline of the first move, if it has one and was not made yet.
    pub(crate) fn first_move_until(&self) -> Option<Millis> {
        let patience = self.beginning.patience.filter(|_| self.nodes.len() == 1)?;
        (self.phase() == Phase::Playing).then(|| Millis(self.seated.0.saturating_add(patience.0)))
    }

    /// When it began.
    pub fn began(&self) -> Millis {
        self.began
    }

    /// Returns the time of the last change.
    pub fn touched(&self) -> Millis {
        self.last_at
    }

    /// Who acts next.
    pub fn movers(&self) -> Vec<PlayerId> {
        movers_of(&*self.game, &self.state)
    }

    /// Returns the players whose seats are held; in a study its owner holds all.
    pub fn held_by(&self, holder: &HolderId) -> Vec<PlayerId> {
        let holds = |player: usize| {
            self.choosers[player]
                && (self.seats[player].is_held_by(holder) || self.beginning.study && self.beginning.owner == *holder)
        };
        (0..self.seats.len()).filter(|&player| holds(player)).map(PlayerId::at).collect()
    }

    /// Returns the result of an earlier command with that nonce: the version afterwards, and its
    /// node.
    pub fn done(&self, by: &Actor, nonce: &Nonce) -> Option<(u32, Option<NodeNo>)> {
        self.done.of(by, nonce)
    }

    /// Returns the legal moves of a player at the current node. They are cached until the next
    /// move.
    pub fn list_of(&mut self, player: PlayerId) -> Result<Arc<MoveList>, LimitHit> {
        let together = matches!(self.game.turn(&self.state), Turn::Together(_));
        if let Some(list) = self.legal.as_ref().filter(|_| !together) {
            return Ok(if self.movers().contains(&player) { list.clone() } else { Arc::default() });
        }
        let list = Arc::new(legal(&*self.game, &self.state, player)?);
        if !together && self.movers().contains(&player) {
            self.legal = Some(list.clone());
        }
        Ok(list)
    }

    /// Drops cached move lists, to save memory while no client watches.
    pub fn forget(&mut self) {
        self.legal = None;
        self.ahead = None;
        if let Some(before) = &mut self.before {
            before.moves = None;
        }
    }

    /// What the session waits for: chance and bots only while the game is in progress.
    pub fn wants(&self) -> Wants {
        let mut wants = Wants { rematch: self.rematch && self.next.is_none(), ..Wants::default() };
        let phase = self.phase();
        wants.rate = phase == Phase::Ended && self.beginning.rated && self.rated.is_none();
        if phase != Phase::Playing {
            return wants;
        }
        if let Turn::Chance(_) = self.game.turn(&self.state) {
            wants.chance = true;
        } else {
            for player in self.movers() {
                if let Some(Seat::Bot(bot)) = self.seats.get(player.index()) {
                    wants.think.push((player.0, bot.clone(), self.current));
                }
            }
        }
        let clock = self.clocks.as_ref().and_then(Clocks::deadline).map(|(_, at)| at);
        wants.wake = clock.into_iter().chain(self.first_move_until()).chain(self.alarm()).min();
        wants
    }

    /// Returns the words of a move that is legal where the game stands.
    pub(crate) fn words(&self, chosen: MoveRef<'_>) -> String {
        Wording::of(&*self.game, &self.state, chosen).text()
    }
}
