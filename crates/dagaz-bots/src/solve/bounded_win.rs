//! A win within a number of plies: exhaustive search by iterative deepening, so the result is a
//! shortest win.
//!
//! Proof-number search finds narrow and long wins, but is slow to refute where there are many
//! moves. Here transpositions are stored, and attacks with few replies are tried first.

use std::collections::HashMap;

use dagaz_core::{Candidate, Game, LimitHit, Lookahead, PlayerId, Roster, State, Verdict, Weights, look_ahead};

use super::proof::LimitShare;
use crate::SearchLimits;
use crate::search::Order;

/// Positions that are remembered at most: about 100 MB.
const REMEMBERED_MAX: usize = 3_000_000;

/// See the [module documentation](self).
pub(super) struct Within<'a, 'w, 't> {
    ahead: Box<dyn Lookahead + 'a>,
    attacker: PlayerId,
    watch: &'t mut SearchLimits<'w>,
    share: LimitShare,
    order: Order,
    /// For each position the fewest plies within which the attacker is known to win, and the most
    /// within which it is known not to.
    known: HashMap<u64, [u8; 2]>,
    /// Whether a position has the same value on every path.
    remembers: bool,
    lists: Vec<Vec<Candidate>>,
    over: bool,
}

/// No number of plies.
const NEVER: u8 = u8::MAX;

impl<'a, 'w, 't> Within<'a, 'w, 't> {
    pub(super) fn new(
        game: &'a dyn Game,
        state: &State,
        weights: &'a Weights,
        attacker: PlayerId,
        watch: &'t mut SearchLimits<'w>,
        share: LimitShare,
    ) -> Within<'a, 'w, 't> {
        Within {
            ahead: look_ahead(game, state, weights),
            attacker,
            watch,
            share,
            order: Order::new(&Roster::of(game), weights, game.layout().sites(), true),
            known: HashMap::new(),
            remembers: !game.layout().spec().keeps_history,
            lists: Vec::new(),
            over: false,
        }
    }

    /// Returns the fewest plies, up to this number, in which the attacker wins, or 0 if there is no
    /// win; `None` if the share of the budget was used up.
    pub(super) fn run(&mut self, most: u32) -> Result<Option<u32>, LimitHit> {
        for plies in 1..=most.min(u32::from(NEVER) - 1) as u8 {
            let wins = self.wins(plies, 0, 0)?;
            if self.over {
                return Ok(None);
            }
            if wins {
                return Ok(Some(u32::from(plies)));
            }
        }
        Ok(Some(0))
    }

    /// Returns whether the attacker wins within this number of plies from the present position.
    fn wins(&mut self, plies: u8, ply: usize, before: u32) -> Result<bool, LimitHit> {
        if !self.watch.node() || self.share.is_used(self.watch) {
            self.over = true;
        }
        if self.over {
            return Ok(false);
        }
        let key = self.ahead.key();
        if let Some([most, fewest]) = self.known.get(&key).copied().filter(|_| self.remembers) {
            if most <= plies {
                return Ok(true);
            }
            if fewest != NEVER && fewest >= plies {
                return Ok(false);
            }
        }
        if self.lists.len() <= ply {
            self.lists.resize_with(ply + 1, Vec::new);
        }
        let mut list = std::mem::take(&mut self.lists[ply]);
        let wins = match self.ahead.moves(false, &mut list) {
            Err(hit) => Err(hit),
            Ok(Some(ending)) => Ok(self.won(ending)),
            Ok(None) if plies == 0 => Ok(false),
            Ok(None) => self.tried(&list, plies, ply, before),
        };
        self.lists[ply] = list;
        let wins = wins?;
        if !self.over && self.remembers && (self.known.len() < REMEMBERED_MAX || self.known.contains_key(&key)) {
            let [most, fewest] = self.known.entry(key).or_insert([NEVER, NEVER]);
            match wins {
                true => *most = (*most).min(plies),
                false if *fewest == NEVER => *fewest = plies,
                false => *fewest = (*fewest).max(plies),
            }
        }
        Ok(wins)
    }

    fn won(&mut self, ending: (dagaz_core::EndingId, PlayerId)) -> bool {
        self.ahead.verdicts(ending).get(self.attacker.index()) == Some(&Verdict::Win)
    }

    fn tried(&mut self, list: &[Candidate], plies: u8, ply: usize, before: u32) -> Result<bool, LimitHit> {
        let attacks = self.ahead.mover() == self.attacker;
        let mut places: Vec<(i64, usize)> = Vec::with_capacity(list.len());
        for (index, one) in list.iter().enumerate() {
            let mut score = -i64::from(self.order.score(one, 0, ply, before));
            // Near the end it takes longer to look than to try.
            if attacks && plies > 2 && self.ahead.is_quick() {
                self.ahead.play(index)?;
                if self.ahead.mover() != self.attacker {
                    let answers = self.ahead.mobility(self.ahead.mover());
                    score += i64::from(answers.unwrap_or(64)) << 24;
                }
                self.ahead.undo();
            }
            places.push((score, index));
        }
        places.sort_unstable();
        let mut tried = Vec::new();
        for (_, index) in places {
            let ended = self.ahead.play(index)?;
            let wins = match ended {
                Some(ending) => Ok(self.won(ending)),
                None => self.wins(plies - 1, ply + 1, list[index].number()),
            };
            self.ahead.undo();
            let wins = wins?;
            if self.over {
                return Ok(false);
            }
            // One move is enough for the attacker, and one for the other.
            if wins == attacks {
                self.order.refuted(&list[index], &tried, i32::from(plies), ply, before);
                return Ok(wins);
            }
            tried.push(list[index]);
        }
        Ok(!attacks)
    }

    /// Returns the keys along a found win within this number of plies, with the longest defence.
    pub(super) fn line(&mut self, plies: u32) -> Result<Vec<u64>, LimitHit> {
        self.share = LimitShare::ALL;
        let (mut keys, mut left, mut list) = (Vec::new(), plies as u8, Vec::new());
        while left > 0 && self.ahead.moves(false, &mut list)?.is_none() {
            let attacks = self.ahead.mover() == self.attacker;
            // The fewest plies of each move, and the best move for the player to move.
            let mut best: Option<(u8, usize)> = None;
            for index in 0..list.len() {
                let Some(needs) = self.needs(index, left - 1)? else { continue };
                if best.is_none_or(|(known, _)| if attacks { needs < known } else { needs > known }) {
                    best = Some((needs, index));
                }
            }
            let Some((needs, index)) = best else { break };
            self.ahead.moves(false, &mut list)?;
            self.ahead.play(index)?;
            keys.push(self.ahead.key());
            left = needs;
        }
        (0..keys.len()).for_each(|_| self.ahead.undo());
        Ok(keys)
    }

    /// Returns the fewest plies, up to this number, in which the attacker wins after a move; `None`
    /// if there is no win.
    fn needs(&mut self, index: usize, most: u8) -> Result<Option<u8>, LimitHit> {
        self.ahead.moves(false, &mut Vec::new())?;
        let ended = self.ahead.play(index)?;
        let mut found = None;
        if let Some(ending) = ended {
            found = self.won(ending).then_some(0);
        } else {
            for plies in 0..=most {
                match self.wins(plies, 0, 0) {
                    Ok(true) => {
                        found = Some(plies);
                        break;
                    }
                    Ok(false) => {}
                    Err(hit) => {
                        self.ahead.undo();
                        return Err(hit);
                    }
                }
            }
        }
        self.ahead.undo();
        Ok(found)
    }
}
