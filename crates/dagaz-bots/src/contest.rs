//! Contests: complete games between bots.

use std::sync::atomic::{AtomicBool, Ordering};

use dagaz_core::{
    EndingId, Fuel, Game, Information, Move, MoveList, MoveRef, PlayerId, PlayerKind, State, Turn, UndoLog, Verdict,
    View, below, find_like, observe_all,
};

use crate::own_rules::Shadow;
use crate::random::rng;
use crate::{Bot, BotError, Budget, Clock, Context, Question, Sides, Thought};

/// The result of a game.
#[derive(Clone, Debug, PartialEq)]
pub struct Played {
    /// Its ending; `None` after a resignation, a stop or a cut-off.
    pub ending: Option<(EndingId, PlayerId)>,
    /// The player who resigned, if any.
    pub resigned: Option<PlayerId>,
    /// For each player the verdict; empty if there was no end.
    pub verdicts: Vec<Verdict>,
    /// Its plies, those of the opening not counted.
    pub plies: usize,
}

impl Played {
    /// Returns a player's points: 1 for a win, a half for a draw or a cut-off game.
    pub fn points(&self, player: PlayerId) -> f64 {
        match self.verdicts.get(player.index()) {
            Some(Verdict::Win) => 1.0,
            Some(Verdict::Loss) => 0.0,
            _ => 0.5,
        }
    }
}

/// A move of a contest that is about to be played.
pub struct ContestMove<'a> {
    /// The state before it.
    pub before: &'a State,
    /// Who makes it.
    pub player: PlayerId,
    /// The move.
    pub chosen: MoveRef<'a>,
    /// Number of legal moves, if it was counted.
    pub choices: Option<usize>,
    /// The bot's analysis; `None` for chance, and for seats without a bot.
    pub thought: Option<&'a Thought>,
}

/// Observes a contest move by move.
pub trait ContestObserver {
    /// A move is about to be played.
    fn observe(&mut self, played: &ContestMove<'_>) -> Result<(), BotError>;
    /// The contest is over, in this state, or has been broken off there by an error.
    fn ends(&mut self, _last: &State) {}
}

/// No observer.
impl ContestObserver for () {
    fn observe(&mut self, _: &ContestMove<'_>) -> Result<(), BotError> {
        Ok(())
    }
}

/// How a contest is held.
pub struct Contest<'a> {
    /// The game.
    pub game: &'a dyn Game,
    /// Who plays for each player; none for random movers and neutral owners.
    pub seats: Vec<Option<&'a dyn Bot>>,
    /// For each player the rules by which its bot plays, if they are not those of the contest. May
    /// be shorter than the seats.
    pub rules: Vec<Option<&'a dyn Game>>,
    /// Plies at most; a game that gets there has no winner.
    pub plies_max: usize,
    /// Ends the game when it becomes true.
    pub stop: &'a AtomicBool,
    /// The clock.
    pub clock: &'a dyn Clock,
    /// Instead of the bots' own budgets.
    pub budget: Option<Budget>,
}

impl Contest<'_> {
    /// Plays a game from a state.
    pub fn play(&self, start: &State, seed: u64) -> Result<Played, BotError> {
        self.play_before(start, seed, &mut ())
    }

    /// Plays a game from a state with an observer.
    pub fn play_before(
        &self,
        start: &State,
        seed: u64,
        observer: &mut dyn ContestObserver,
    ) -> Result<Played, BotError> {
        let mut state = start.clone();
        let played = self.play_on(&mut state, seed, observer);
        observer.ends(&state);
        played
    }

    fn play_on(&self, state: &mut State, seed: u64, observer: &mut dyn ContestObserver) -> Result<Played, BotError> {
        let game = self.game;
        let (mut list, mut log) = (MoveList::new(), UndoLog::new());
        let mut rng = rng(seed);
        let mut contexts: Vec<Context> = self.seats.iter().map(|_| Context::new()).collect();
        let mut shadows: Vec<Option<Shadow<'_>>> = self.rules.iter().map(|rules| rules.map(Shadow::new)).collect();
        let players = (0..if game.hides() { self.seats.len() } else { 0 }).map(PlayerId::at);
        let mut known: Vec<Information> = players.map(|player| Information::begin(game, state, player)).collect();
        let mut plies = 0;
        loop {
            if let Some(ending) = game.ending(state)? {
                let verdicts = game.outcome_of(state, ending).verdicts;
                return Ok(Played { ending: Some(ending), resigned: None, verdicts, plies });
            }
            if plies >= self.plies_max || self.stop.load(Ordering::Relaxed) {
                return Ok(Played { ending: None, resigned: None, verdicts: Vec::new(), plies });
            }
            let turn = game.turn(state);
            // Throws are drawn by chance, also if the player who throws moves next.
            let chance = matches!(turn, Turn::Chance(_));
            let player = match turn {
                Turn::Choice(player) | Turn::Chance(player) => player,
                Turn::Together(players) => players.first().copied().unwrap_or(PlayerId::NONE),
            };
            log.clear();
            match self.seats.get(player.index()).copied().flatten().filter(|_| !chance) {
                None => {
                    game.moves(state, &mut list, &mut Fuel::new(game.limits().fuel))?;
                    if list.is_empty() {
                        return Err(BotError::NoMove);
                    }
                    let index = below(&mut rng, list.len());
                    let chosen = list.get(index);
                    let choices = Some(list.len());
                    observer.observe(&ContestMove { before: state, player, chosen, choices, thought: None })?;
                    for shadow in shadows.iter_mut().flatten() {
                        shadow.follow(game, state, chosen)?;
                    }
                    game.play(state, chosen, &mut log);
                    observe_all(&mut known, game, (!chance).then_some(player), (&list, index), state);
                }
                Some(bot) => {
                    let shadow = shadows.get(player.index()).and_then(Option::as_ref);
                    let (own, seen) = shadow.map_or((game, &*state), |shadow| (shadow.game, &shadow.state));
                    let view = View { past: known.get(player.index()).cloned(), ..own.view(seen, player) };
                    let mut question = Question {
                        game: own,
                        view: &view,
                        budget: self.budget,
                        seed: seed.wrapping_add(plies as u64),
                        lines: 0,
                        threads: 1,
                        stop: self.stop,
                        clock: self.clock,
                        progress: &mut |_| (),
                    };
                    let mut thought = match bot.choose(&mut question, &mut contexts[player.index()]) {
                        Err(BotError::Resigned) => {
                            let verdicts = verdicts_of_resignation(game, player);
                            return Ok(Played { ending: None, resigned: Some(player), verdicts, plies });
                        }
                        // The bot has found no position that fits all that it has seen.
                        Err(BotError::NoMove) if !known.is_empty() => {
                            game.moves(state, &mut list, &mut Fuel::new(game.limits().fuel))?;
                            if list.is_empty() {
                                return Err(BotError::NoMove);
                            }
                            Thought::just(list.get(below(&mut rng, list.len())).to_move())
                        }
                        thought => thought?,
                    };
                    if let Some(shadow) = shadows.get_mut(player.index()).and_then(Option::as_mut) {
                        thought.chosen = shadow.chosen(thought.chosen.as_ref(), game, state)?;
                    }
                    let mut index = 0;
                    if !known.is_empty() {
                        // The bot has chosen in a state that it thinks possible.
                        game.moves(state, &mut list, &mut Fuel::new(game.limits().fuel))?;
                        if list.is_empty() {
                            return Err(BotError::NoMove);
                        }
                        let found = find_like(&list, thought.chosen.as_ref());
                        index = found.unwrap_or_else(|| below(&mut rng, list.len()));
                        thought.chosen = list.get(index).to_move();
                    }
                    let chosen = thought.chosen.as_ref();
                    for shadow in shadows.iter_mut().flatten() {
                        shadow.follow(game, state, chosen)?;
                    }
                    observer.observe(&ContestMove {
                        before: state,
                        player,
                        chosen,
                        choices: None,
                        thought: Some(&thought),
                    })?;
                    game.play(state, chosen, &mut log);
                    observe_all(&mut known, game, Some(player), (&list, index), state);
                }
            }
            plies += 1;
        }
    }
}

/// Returns the value for each player after a resignation: the resigning side loses, and the other
/// wins. With more than two sides no player wins, as after a timeout.
pub fn verdicts_of_resignation(game: &dyn Game, resigned: PlayerId) -> Vec<Verdict> {
    let players = game.glossary().players.iter().enumerate();
    let choosers: Vec<PlayerId> = players
        .filter(|(_, player)| player.kind == PlayerKind::Chooser)
        .map(|(index, _)| PlayerId::at(index))
        .collect();
    let sides = Sides::of(game, &choosers).count();
    (0..game.glossary().players.len())
        .map(PlayerId::at)
        .map(|player| match player {
            player if !choosers.contains(&player) => Verdict::Aside,
            player if game.are_allied(player, resigned) => Verdict::Loss,
            _ if sides == 2 => Verdict::Win,
            _ => Verdict::Draw,
        })
        .collect()
}

/// Returns a state some random plies from the start, the same for the same seed; the start itself
/// if all ways end the game too soon.
pub fn opening(game: &dyn Game, plies: usize, seed: u64) -> Result<State, BotError> {
    let (mut state, mut log) = (game.initial(), UndoLog::new());
    for chosen in opening_moves(game, plies, seed)? {
        game.play(&mut state, chosen.as_ref(), &mut log);
        log.clear();
    }
    Ok(state)
}

/// The moves that lead to an [`opening`].
pub fn opening_moves(game: &dyn Game, plies: usize, seed: u64) -> Result<Vec<Move>, BotError> {
    const ATTEMPTS: u64 = 20;
    let (mut list, mut log) = (MoveList::new(), UndoLog::new());
    for attempt in 0..ATTEMPTS {
        let mut state = game.initial();
        let mut rng = rng(seed ^ attempt << 32);
        let mut moves = Vec::new();
        while moves.len() < plies {
            game.moves(&state, &mut list, &mut Fuel::new(game.limits().fuel))?;
            if list.is_empty() {
                break;
            }
            let chosen = list.get(below(&mut rng, list.len()));
            moves.push(chosen.to_move());
            game.play(&mut state, chosen, &mut log);
            log.clear();
        }
        if moves.len() == plies && game.ending(&state)?.is_none() {
            return Ok(moves);
        }
    }
    Ok(Vec::new())
}
