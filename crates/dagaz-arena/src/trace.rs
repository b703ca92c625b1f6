//! The trace of a game: what is known of each of its plies once it has been looked at.

use std::time::Duration;

use dagaz_bots::{BotError, ContestMove, ContestObserver, Judge, Score, Thought};
use dagaz_core::{
    Effect, Fuel, Game, Move, MoveList, MoveRef, Piece, PieceTypeId, PlayerId, SiteId, State, Turn, UndoLog,
};
use dagaz_record::{GameTree, NodeId};

use crate::Row;
use crate::opening_names::opened;

/// Moves that make an opening in the table of openings.
const OPENING: usize = 2;

/// So many plies before the end of a game a search may have seen the end beyond its depth: it looks
/// on where the position is not quiet.
const BEYOND: usize = 4;

/// What the score of a bot says about a position in which there is a choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sight {
    /// How the game may end was within the reach of the search.
    End,
    /// The end was out of reach, and the position is worth so many hundredths to the player.
    Worth(i32),
}

/// One ply.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Ply {
    /// Whose it was, as a seat in the order of the turns; none if chance decided.
    pub seat: Option<usize>,
    /// How many legal moves there were.
    pub choices: u32,
    /// Whether the turn was given up.
    pub pass: bool,
    /// Whether it can never be taken back by further play.
    pub irreversible: bool,
    /// Where the move ended; none for a pass.
    pub target: Option<SiteId>,
    /// What was captured, and where.
    pub captured: Vec<(Piece, SiteId)>,
}

/// A whole game. Standings, keys and material have one item more than there are plies: that before
/// the first one.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Trace {
    /// The plies, those of a random opening among them.
    pub plies: Vec<Ply>,
    /// For each position the winning chance of each seat, from 0 to 1 with sum 1; empty if unknown.
    pub standings: Vec<Vec<f64>>,
    /// For each position its key.
    pub keys: Vec<u64>,
    /// For each position by how many pieces of each kind the first seat had more than the second,
    /// the kinds being those of `kinds`.
    pub material: Vec<Vec<i16>>,
    /// The names of the kinds; empty in games that are not between two.
    pub kinds: Vec<String>,
    /// The seats that won; empty without a winner.
    pub winners: Vec<usize>,
    /// Whether the game came to an end by its rules.
    pub ended: bool,
    /// How many sites the board has.
    pub sites: usize,
}

impl Trace {
    /// Returns the one seat that has won, if it is one.
    pub fn winner(&self) -> Option<usize> {
        match self.winners[..] {
            [winner] => Some(winner),
            _ => None,
        }
    }

    /// By how much a seat was ahead of the best of the others in a position: from -1 to 1.
    pub fn lead(&self, position: usize, seat: usize) -> f64 {
        let standing = &self.standings[position];
        let others = standing.iter().enumerate().filter(|(other, _)| *other != seat);
        let best = others.map(|(_, chance)| *chance).fold(f64::NEG_INFINITY, f64::max);
        if best.is_finite() { standing.get(seat).copied().unwrap_or(0.0) - best } else { 0.0 }
    }

    /// Returns the seat that was ahead in a position; `None` if several were.
    pub fn leader(&self, position: usize) -> Option<usize> {
        (0..self.standings[position].len()).find(|&seat| self.lead(position, seat) > 1e-9)
    }
}

/// Looks at a game while it is played.
pub(crate) struct Looker<'a> {
    game: &'a dyn Game,
    choosers: &'a [PlayerId],
    /// The judge of standings; `None` if they are not needed.
    judge: Option<&'a Judge>,
    trace: Trace,
    /// The kinds of pieces that the trace compares.
    kinds: Vec<PieceTypeId>,
    /// All moves, if requested.
    moves: Option<Vec<Move>>,
    /// The seat, the score and the depth of each thought about a choice, by the number of its ply.
    sights: Vec<(usize, usize, Sight, u32)>,
    plies: usize,
    first_moves: Vec<String>,
    thinking: Vec<(PlayerId, Duration)>,
    list: MoveList,
    last: State,
}

impl<'a> Looker<'a> {
    pub(crate) fn new(
        game: &'a dyn Game,
        choosers: &'a [PlayerId],
        judge: Option<&'a Judge>,
        keeps_moves: bool,
    ) -> Looker<'a> {
        let last = game.initial();
        let mut kinds = Vec::new();
        if let (&[_, _], Some(_)) = (choosers, judge) {
            kinds.extend((0..game.glossary().pieces.len()).map(PieceTypeId::at));
        }
        let names = kinds.iter().map(|kind| game.glossary().piece(*kind).to_string()).collect();
        let trace = Trace { sites: game.topology().sites().len(), kinds: names, ..Trace::default() };
        Looker {
            game,
            choosers,
            judge,
            trace,
            kinds,
            moves: keeps_moves.then(Vec::new),
            sights: Vec::new(),
            plies: 0,
            first_moves: Vec::new(),
            thinking: Vec::new(),
            list: MoveList::new(),
            last,
        }
    }

    /// Looks at the moves of an opening, and gives the state that they lead to.
    pub(crate) fn opening(&mut self, moves: &[Move]) -> Result<State, BotError> {
        let (mut state, mut log) = (self.game.initial(), UndoLog::new());
        for chosen in moves {
            let player = match self.game.turn(&state) {
                Turn::Choice(player) | Turn::Chance(player) => player,
                Turn::Together(players) => players.first().copied().unwrap_or(PlayerId::NONE),
            };
            let chosen = chosen.as_ref();
            self.observe(&ContestMove { before: &state, player, chosen, choices: None, thought: None })?;
            self.game.play(&mut state, chosen, &mut log);
            log.clear();
        }
        self.plies = 0;
        Ok(state)
    }

    /// Returns whether a move has been seen since the opening.
    pub(crate) fn has_moved(&self) -> bool {
        self.plies > 0
    }

    /// Returns the plies since the opening.
    pub(crate) fn plies(&self) -> usize {
        self.plies
    }

    /// Returns the state where the game stopped.
    pub(crate) fn last(&self) -> &State {
        &self.last
    }

    /// The first moves as text.
    pub(crate) fn first_moves(&mut self) -> Vec<String> {
        std::mem::take(&mut self.first_moves)
    }

    /// Who thought, and for how long.
    pub(crate) fn thinking(&self) -> impl Iterator<Item = (PlayerId, Duration)> + '_ {
        self.thinking.iter().copied()
    }

    /// Returns the seats that thought and what their scores said, now that the game is over.
    pub(crate) fn sights(&self, ended: bool) -> impl Iterator<Item = (usize, Sight)> + '_ {
        let plies = self.plies;
        self.sights.iter().map(move |(ply, seat, sight, depth)| {
            let reaches_end = ended && ply + *depth as usize + BEYOND >= plies;
            (*seat, if reaches_end { Sight::End } else { *sight })
        })
    }

    /// Returns the trace, now that the game is over.
    pub(crate) fn trace(mut self, row: &Row) -> Trace {
        let last = self.last.clone();
        self.position(&last);
        let seats = row.results.iter().enumerate();
        self.trace.winners = seats.filter(|(_, result)| **result > 0).map(|(seat, _)| seat).collect();
        self.trace.ended = row.ended;
        self.trace
    }

    /// Returns the game as a tree.
    pub(crate) fn tree(&mut self, row: &Row, entrants: &[String]) -> GameTree {
        let mut tree = GameTree::of(self.game);
        let mut node = NodeId::ROOT;
        for chosen in self.moves.take().unwrap_or_default() {
            node = tree.add(node, chosen.as_ref());
        }
        for (player, entrant) in self.choosers.iter().zip(&row.seats) {
            let seat = tree.facts.seat_mut(player.index());
            seat.name.clone_from(&entrants[*entrant]);
            seat.bot = Some(entrants[*entrant].clone());
        }
        tree.facts.set_tag("Round", (row.number + 1).to_string());
        if row.ended {
            let ending = self.game.ending(&self.last).ok().flatten();
            tree.facts.result = ending.map(|ending| self.game.outcome_of(&self.last, ending));
        }
        tree
    }

    /// Notes a position.
    fn position(&mut self, state: &State) {
        let Some(judge) = self.judge else { return };
        if judge.is_mute() {
            self.trace.standings.push(Vec::new());
        } else {
            let even = || vec![1.0 / self.choosers.len().max(1) as f64; self.choosers.len()];
            // A position that meets a limit has no measures.
            self.trace.standings.push(judge.chances(self.game, state, self.choosers).unwrap_or_else(|_| even()));
        }
        self.trace.keys.push(state.key());
        if let &[first, second] = self.choosers {
            let layout = self.game.layout();
            let count = |kind, owner| state.count(layout, Piece { kind, owner }) as i16;
            let more = self.kinds.iter().map(|kind| count(*kind, first) - count(*kind, second));
            self.trace.material.push(more.collect());
        }
    }

    fn ply(&mut self, played: &ContestMove<'_>) -> Result<Ply, BotError> {
        let (game, state) = (self.game, played.before);
        let choices = match played.choices {
            Some(choices) => choices,
            None => {
                let fuel = &mut Fuel::new(game.limits().fuel);
                let listed = match game.turn(state) {
                    Turn::Together(_) => game.moves_of(state, played.player, &mut self.list, fuel),
                    _ => game.moves(state, &mut self.list, fuel),
                };
                match listed {
                    // There are more than can be listed.
                    Err(hit) if hit.is_of_length() => self.list.len(),
                    listed => listed.map(|()| self.list.len())?,
                }
            }
        };
        Ok(Ply {
            seat: match game.turn(state) {
                // Chance throws in the name of a player, but that player does not choose.
                Turn::Chance(_) => None,
                _ => self.choosers.iter().position(|chooser| *chooser == played.player),
            },
            choices: choices.try_into().unwrap_or(u32::MAX),
            pass: played.chosen.is_pass(),
            irreversible: game.is_irreversible(state, played.chosen),
            target: played.chosen.target().some(),
            captured: captured(state, played.chosen),
        })
    }
}

impl ContestObserver for Looker<'_> {
    fn observe(&mut self, played: &ContestMove<'_>) -> Result<(), BotError> {
        self.plies += 1;
        if self.judge.is_some() {
            self.position(played.before);
            let ply = self.ply(played)?;
            self.trace.plies.push(ply);
            if self.first_moves.len() < OPENING {
                self.first_moves.push(opened(self.game, played.before, played.player, played.chosen));
            }
        }
        if let Some(thought) = played.thought {
            self.thinking.push((played.player, thought.time));
            let seat = self.choosers.iter().position(|chooser| *chooser == played.player);
            if let (Some(seat), Some(sight)) = (seat, sight(thought))
                && played.choices.is_none_or(|choices| choices > 1)
            {
                self.sights.push((self.plies - 1, seat, sight, thought.depth));
            }
        }
        if let Some(moves) = &mut self.moves {
            moves.push(played.chosen.to_move());
        }
        Ok(())
    }

    fn ends(&mut self, last: &State) {
        self.last.clone_from(last);
    }
}

/// What the score of a thought says.
fn sight(thought: &Thought) -> Option<Sight> {
    Some(match thought.score? {
        Score::Hundredths(worth) => Sight::Worth(worth),
        Score::Win(_) | Score::Loss(_) => Sight::End,
    })
}

/// What a move takes from others: pieces that are removed, or on which another one lands.
fn captured(state: &State, chosen: MoveRef<'_>) -> Vec<(Piece, SiteId)> {
    let mut captured: Vec<(Piece, SiteId)> = Vec::new();
    let mover = chosen.origin().some().and_then(|site| state.piece(site)).map(|piece| piece.owner);
    for (_, effects) in chosen.steps() {
        for effect in effects {
            let site = match *effect {
                Effect::Move { from, to } if from != to => to,
                Effect::Remove { site }
                | Effect::Tuck { from: site, .. }
                | Effect::Place { site, .. }
                | Effect::Drop { site, .. } => site,
                _ => continue,
            };
            if let Some(piece) = state.piece(site)
                && Some(piece.owner) != mover
                && !captured.iter().any(|(_, known)| *known == site)
            {
                captured.push((piece, site));
            }
        }
    }
    captured
}
