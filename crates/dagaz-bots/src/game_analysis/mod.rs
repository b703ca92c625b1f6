//! Game analysis: measures a game by playing it, before any search.
//!
//! The bot plays some games against itself, first playouts and later better ones, and records
//! positions and results. All work is counted, not timed, and uses one fixed seed, so the analysis
//! is reproducible.

mod points;
mod tallies;

use dagaz_core::{
    Candidate, Game, LimitHit, Lookahead, PlayerId, Rank, Roster, SiteId, State, Turn, Verdict, Weights, below,
    look_ahead_until,
};
use rand_xoshiro::Xoshiro256PlusPlus;
use serde::{Deserialize, Serialize};

pub(crate) use points::Points;
pub(crate) use tallies::Tallies;

use crate::Sides;
use crate::analysis_budget::Effort;
use crate::random::rng;

/// Work of one round of study, where looking ahead is quick, and where it is not: moves played and
/// taken back, and an eighth for each move listed.
const WORK: [usize; 2] = [800_000, 12_000];
/// Moves of a list that are tried at most.
const TRIED_MAX: usize = 30;
/// Plies of one game at most.
const PLIES_MAX: usize = 400;
/// Value in hundredths at which a cut-off game counts as won.
const CUT_SCALE: f32 = 800.0;
/// Games of one round at most.
const GAMES_MAX: usize = 600;
/// Moves of a list above which a search cannot examine each of them. A tree search then chooses a
/// move in parts: first which piece moves, then where to, then the rest. So it need not try
/// thousands of moves before it knows anything.
pub(crate) const BROAD: usize = 100;
const SEED: u64 = 0x00da_6a2b;

/// The facts of a game.
#[derive(Clone, Debug, Default, Deserialize, PartialEq, Serialize)]
pub struct Facts {
    /// Those who choose.
    #[serde(with = "crate::saved_analysis::players")]
    pub choosers: Vec<PlayerId>,
    /// Who plays with whom. It follows from those who choose.
    #[serde(skip)]
    pub sides: Sides,
    /// Whether chance decides some turns.
    pub chance: bool,
    /// Whether the game has hidden information or simultaneous moves.
    pub hidden: bool,
    /// Whether looking ahead is quick.
    pub quick: bool,
    /// Moves of a list on average, in games at random.
    pub branching: f64,
    /// Plies of a game on average, in games at random; those cut off counted as they are.
    pub length: f64,
    /// Share of playouts that ended.
    pub ended: f64,
    /// Share of those that ended in the middle of play, with as many moves as before, and showed it
    /// only when the next ones were requested.
    pub sudden: f64,
    /// Units of fuel that a list of moves costs on average.
    pub fuel: f64,
    /// Share of these with a winner.
    pub decided: f64,
    /// Share of all listed moves that capture something or change the piece.
    pub loud: f64,
    /// Share of the positions with a capture where nothing else may be played.
    pub forced: f64,
    /// Share of positions with at most two moves.
    pub narrow: f64,
    /// Share of games in which a piece was captured.
    pub captures: f64,
    /// Share of all listed moves that only put a piece somewhere.
    pub puts: f64,
    /// Share of plies before which the same player had moved.
    pub again: f64,
    /// Pieces on the board at the start, and on average at the end of a playout.
    pub filled: [f64; 2],
    /// For each piece, by its rank, how many moves one has on average in its player's turn; 0 for
    /// those that are never seen.
    pub activity: Vec<f64>,
    /// The same for each site: by rank, then by site.
    pub activity_at: Vec<f64>,
    /// For each piece, by its rank, whether one has ever been captured.
    pub mortal: Vec<bool>,
}

impl Facts {
    /// Returns whether captures tell some moves from others: where nearly all moves capture, or
    /// turn pieces over, they do not.
    pub fn tells_loud(&self) -> bool {
        self.loud < 0.6
    }

    /// Returns whether nothing ever happens but that pieces are put on the board, where they stay.
    pub fn is_placing(&self) -> bool {
        self.puts == 1.0 && self.captures == 0.0
    }

    /// Returns whether pieces are only placed, and playouts last until the board is nearly full.
    pub(crate) fn fills(&self, game: &dyn Game) -> bool {
        self.is_placing() && self.filled[1] > 0.8 * game.topology().sites().len() as f64
    }

    /// How the board fills, where nearly every ply puts one piece more on it.
    pub(crate) fn stages(&self) -> Option<Stages> {
        let [start, end] = self.filled;
        (end - start > 0.8 * self.length).then_some(Stages { start, end })
    }

    /// Returns whether moves are so few, or games so short, that a search sees far.
    pub(crate) fn is_searchable(&self) -> bool {
        self.branching < 10.0 || self.length < 12.0
    }

    /// Returns whether there are too many moves for a search to examine each of them.
    pub fn is_broad(&self) -> bool {
        self.branching > BROAD as f64
    }
}

/// How a board fills: the pieces on it in the beginning, and when a game is over.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Stages {
    pub(crate) start: f64,
    pub(crate) end: f64,
}

impl Stages {
    /// Returns the progress of a game with this number of pieces on the board, from 0 to 1.
    pub(crate) fn of(&self, pieces: usize) -> f32 {
        ((pieces as f64 - self.start) / (self.end - self.start).max(1.0)).clamp(0.0, 1.0) as f32
    }
}

/// A position of a game that was played, and how the game ended.
#[derive(Clone, Debug, Default)]
pub(crate) struct Sample {
    /// The pieces: what, where.
    pub(crate) pieces: Vec<(Rank, u16)>,
    /// Those in supply: what, how many.
    pub(crate) waiting: Vec<(Rank, u16)>,
    /// How many moves each player would have.
    pub(crate) mobility: Option<Vec<u32>>,
    /// The score of each player if the game ended now; empty if points do not decide, or they were
    /// not evaluated.
    pub(crate) points: Vec<f32>,
    /// The game's own numbers, if points are used.
    pub(crate) tallies: Vec<f32>,
    /// For each player -1 to 1.
    pub(crate) result: Vec<f32>,
}

impl Sample {
    /// Returns how many moves more a player has than the others have on average, as a share of
    /// both: -1 to 1; 0 if that is not known.
    pub(crate) fn freedom(&self, sides: &Sides, player: PlayerId) -> f32 {
        let Some(counts) = &self.mobility else { return 0.0 };
        let [mine, theirs] = sides.means(player, |one| counts[one.index()] as i32).map(|count| count as f32);
        (mine - theirs) / (mine + theirs + 1.0)
    }
}

/// How a player of studies chooses.
pub(crate) struct StudyPlayer<'a> {
    /// Its piece values; `None`: it plays at random.
    pub(crate) weights: Option<&'a Weights>,
    /// One of this many moves is random.
    pub(crate) lot: usize,
}

/// Plays a game against itself over and over.
pub(crate) struct Study<'a> {
    game: &'a dyn Game,
    rng: Xoshiro256PlusPlus,
    work: usize,
    effort: Effort<'a>,
    /// How points are counted, where they decide.
    pub(crate) points: Option<Points>,
    pub(crate) facts: Facts,
}

impl<'a> Study<'a> {
    /// Returns a study that has just looked about.
    pub(crate) fn new(game: &'a dyn Game, effort: Effort<'a>) -> Result<Study<'a>, LimitHit> {
        let players = (0..game.glossary().players.len()).map(PlayerId::at);
        let slots = &game.glossary().slots;
        let moves = |player: &PlayerId| slots.iter().any(|slot| slot.mover == *player);
        let mut facts = Facts {
            choosers: players.filter(|player| !game.is_random(*player) && moves(player)).collect(),
            ..Facts::default()
        };
        facts.sides = Sides::of(game, &facts.choosers);
        let mut study = Study {
            game,
            rng: rng(SEED),
            work: 0,
            effort,
            points: Points::of(game, &facts.sides),
            facts: Facts::default(),
        };
        study.look_about(&mut facts)?;
        study.facts = facts;
        Ok(study)
    }

    /// Measures hidden information, chance and the cost of move lists in a few playouts. Chance
    /// need not be a player: dice may be thrown in a player's own turn.
    fn look_about(&mut self, facts: &mut Facts) -> Result<(), LimitHit> {
        const GAMES: usize = 3;
        const PLIES: usize = 40;
        let game = self.game;
        let (mut lists, mut spent) = (0, 0);
        let (mut list, mut log) = (dagaz_core::MoveList::new(), dagaz_core::UndoLog::new());
        for _ in 0..GAMES {
            let mut state = game.initial();
            for _ in 0..PLIES {
                let turn = game.turn(&state);
                let by_chance = matches!(turn, Turn::Chance(_));
                facts.chance |= by_chance;
                let mut players = (0..game.glossary().players.len()).map(PlayerId::at);
                facts.hidden |= matches!(turn, Turn::Together(_))
                    || !facts.hidden && players.any(|player| game.view(&state, player).seen != state);
                self.effort.go_on()?;
                let fuel = &mut dagaz_core::Fuel::new(game.limits().fuel).with_stop(self.effort.stop);
                let listed = game.moves(&state, &mut list, fuel);
                // The outcomes of dice are not a move list.
                if !by_chance {
                    lists += 1;
                    spent += game.limits().fuel.saturating_sub(fuel.left());
                }
                if listed.is_err() || list.is_empty() {
                    break;
                }
                game.play(&mut state, list.get(below(&mut self.rng, list.len())), &mut log);
            }
        }
        facts.fuel = spent as f64 / f64::from(lists.max(1));
        Ok(())
    }

    /// Records the statistics of a move list.
    fn pay(&self, ahead: &dyn Lookahead) {
        if !self.facts.quick && !ahead.by_chance() {
            self.effort.pay(1, self.facts.fuel);
        }
    }

    /// Returns whether lists take so long that no more games can be played.
    fn is_tired(&self) -> bool {
        !self.facts.quick && self.effort.has_played_enough()
    }

    /// One round of games between study players, one for each chooser in turn order, shifted by the
    /// number of the game. Gives what each study player has won on average, from -1 to 1.
    pub(crate) fn round(
        &mut self,
        study_players: &[StudyPlayer<'_>],
        games_max: usize,
        samples: &mut Vec<Sample>,
    ) -> Result<f64, LimitHit> {
        let nothing = Weights::new(self.game, |_, _| 0, |_| 0);
        let weights = study_players.iter().find_map(|study_player| study_player.weights).unwrap_or(&nothing);
        let start = self.game.initial();
        let mut ahead = look_ahead_until(self.game, &start, weights, self.effort.stop);
        self.facts.quick = ahead.is_quick();
        let budget = self.work + WORK[usize::from(!self.facts.quick)] / self.effort.shorter();
        let ranks = Roster::of(self.game).len();
        let mut tally = RoundCounts {
            moved: vec![(0, 0); ranks],
            moved_at: vec![(0, 0); ranks * self.game.layout().sites()],
            mortal: vec![false; ranks],
            ..RoundCounts::default()
        };
        let mut won = 0.0;
        while self.work < budget && tally.games < games_max.min(GAMES_MAX) && !self.is_tired() {
            let shift = tally.games;
            let result = self.one(&mut *ahead, study_players, shift, &mut tally, samples)?;
            let first =
                self.facts.choosers.get((study_players.len() - shift % study_players.len()) % study_players.len());
            won += first.and_then(|player| result.get(player.index())).copied().map_or(0.0, f64::from);
            tally.games += 1;
        }
        if study_players.iter().all(|study_player| study_player.weights.is_none()) {
            tally.tell(&mut self.facts);
            let filled = self.game.topology().site_ids().filter(|site| !start.is_empty(*site)).count();
            self.facts.filled[0] = filled as f64;
        }
        Ok(won / tally.games.max(1) as f64)
    }

    /// Plays one game and takes it back.
    fn one(
        &mut self,
        ahead: &mut dyn Lookahead,
        study_players: &[StudyPlayer<'_>],
        shift: usize,
        tally: &mut RoundCounts,
        samples: &mut Vec<Sample>,
    ) -> Result<Vec<f32>, LimitHit> {
        let first_sample = samples.len();
        let mut candidates = Vec::new();
        let mut ended = None;
        let mut plies = 0;
        let mut captured = false;
        let mut before = None;
        let mut choice = 0;
        let opening = 2 + below(&mut self.rng, 8);
        while plies < PLIES_MAX && !self.is_tired() {
            self.effort.go_on()?;
            self.pay(ahead);
            ended = ahead.moves(false, &mut candidates)?;
            if ended.is_some() || candidates.is_empty() {
                tally.sudden += usize::from(ended.is_some() && tally.is_midst(choice));
                break;
            }
            tally.see(&candidates);
            choice = candidates.len();
            self.work += candidates.len() / 8;
            let mover = ahead.mover();
            tally.again += usize::from(before == Some(mover));
            before = Some(mover);
            // An odd number, so that each player's turns are sampled.
            if plies % 7 == 3 {
                tally.see_pieces(self.game, &ahead.state(), mover, &candidates);
            }
            let turn = self.facts.choosers.iter().position(|player| *player == mover);
            let study_player = turn.and_then(|turn| study_players.get((turn + shift) % study_players.len()));
            let chosen = match study_player {
                Some(study_player) if plies >= opening && below(&mut self.rng, study_player.lot.max(1)) != 0 => {
                    self.best(ahead, mover, &candidates, study_player)?
                }
                _ => below(&mut self.rng, candidates.len()),
            };
            captured |= candidates[chosen].captures > 0;
            // Positions in the middle of exchanges are skipped, since a capture may be answered.
            // Where nearly all moves capture something, none is quieter than the others.
            let quiet = candidates[chosen].captures == 0 || !self.facts.tells_loud();
            ended = ahead.play(chosen)?;
            self.work += 1;
            plies += 1;
            if quiet && plies > 2 && below(&mut self.rng, 4) == 0 && ended.is_none() {
                samples.push(self.sample(ahead));
            }
            if ended.is_some() {
                break;
            }
        }
        let mut result = vec![0.0; self.game.glossary().players.len()];
        if let Some(ending) = ended {
            for (result, verdict) in result.iter_mut().zip(ahead.verdicts(ending)) {
                *result = match verdict {
                    Verdict::Win => 1.0,
                    Verdict::Loss => -1.0,
                    Verdict::Draw | Verdict::Aside => 0.0,
                };
            }
            tally.ended += 1;
            tally.decided += usize::from(result.iter().any(|worth| *worth != 0.0));
        } else if let Some(weights) = study_players.iter().find_map(|study_player| study_player.weights) {
            // The side ahead when a game is cut off has half a win.
            for &player in &self.facts.choosers {
                let ahead = self.balance(ahead, weights, player) as f32 / CUT_SCALE;
                result[player.index()] = 0.7 * ahead.clamp(-1.0, 1.0);
            }
        }
        tally.captured += usize::from(captured);
        let state = ahead.state();
        tally.pieces += self.game.topology().site_ids().filter(|site| !state.is_empty(*site)).count();
        (0..plies).for_each(|_| ahead.undo());
        samples[first_sample..].iter_mut().for_each(|sample| sample.result.clone_from(&result));
        Ok(result)
    }

    /// Returns the move with the greatest material difference for the mover.
    fn best(
        &mut self,
        ahead: &mut dyn Lookahead,
        mover: PlayerId,
        candidates: &[Candidate],
        study_player: &StudyPlayer<'_>,
    ) -> Result<usize, LimitHit> {
        let Some(weights) = study_player.weights else { return Ok(below(&mut self.rng, candidates.len())) };
        let many = candidates.len() > TRIED_MAX;
        let mut best = (i64::MIN, 0);
        for number in 0..candidates.len().min(TRIED_MAX) {
            self.effort.go_on()?;
            let index = if many { below(&mut self.rng, candidates.len()) } else { number };
            let ended = ahead.play(index)?;
            self.work += 1;
            let worth = match ended {
                Some(ending) => match ahead.verdicts(ending).get(mover.index()) {
                    Some(Verdict::Win) => i64::from(i32::MAX),
                    Some(Verdict::Loss) => i64::from(i32::MIN),
                    _ => 0,
                },
                None => self.balance(ahead, weights, mover),
            };
            ahead.undo();
            let worth = worth * 8 + below(&mut self.rng, 8) as i64;
            best = best.max((worth, index));
        }
        Ok(best.1)
    }

    /// Returns a player's material minus the average of the others. With two evaluations, only the
    /// first is updated incrementally by the search position.
    fn balance(&self, ahead: &dyn Lookahead, weights: &Weights, player: PlayerId) -> i64 {
        let sums = if std::ptr::eq(ahead.weights(), weights) {
            ahead.sums().to_vec()
        } else {
            weights.sums(self.game, &ahead.state())
        };
        i64::from(self.facts.sides.balance(player, |one| sums[one.index()]))
    }

    fn sample(&mut self, ahead: &mut dyn Lookahead) -> Sample {
        let state = ahead.state();
        let (game, layout) = (self.game, self.game.layout());
        let roster = Roster::of(game);
        let pieces = game.topology().site_ids().filter_map(|site| Some((roster.rank(state.piece(site)?), site.0)));
        let mut waiting: Vec<(Rank, u16)> = Vec::new();
        for &piece in &layout.spec().supplies {
            let rank = roster.rank(piece);
            let count = state.supply(layout, piece) as u16;
            if count > 0 && waiting.iter().all(|(known, _)| *known != rank) {
                waiting.push((rank, count));
            }
        }
        let pieces: Vec<(Rank, u16)> = pieces.collect();
        let mobility = (0..game.glossary().players.len())
            .map(|player| match self.facts.quick && self.facts.choosers.contains(&PlayerId::at(player)) {
                true => ahead.mobility(PlayerId::at(player)),
                false => None,
            })
            .map(|count| count.unwrap_or(u32::MAX))
            .collect::<Vec<u32>>();
        let known = self.facts.choosers.iter().all(|player| mobility[player.index()] != u32::MAX);
        // Where looking ahead is quick, counting points would take longer than all else; but where
        // there are no pieces, they are all there is.
        let counts = !self.facts.quick || pieces.is_empty() && waiting.is_empty();
        let counted = self.points.filter(|_| counts).map(|points| points.counted(game, &state));
        let tallies = if counted.is_some() { Tallies::counted(game, &state) } else { Vec::new() };
        let points = counted.unwrap_or_default();
        Sample { pieces, waiting, mobility: known.then_some(mobility), points, tallies, result: Vec::new() }
    }
}

/// The counts of a round.
#[derive(Debug, Default)]
struct RoundCounts {
    games: usize,
    ended: usize,
    sudden: usize,
    decided: usize,
    captured: usize,
    /// Pieces on the board when games were over.
    pieces: usize,
    lists: usize,
    moves: usize,
    loud: usize,
    puts: usize,
    narrow: usize,
    again: usize,
    with_capture: usize,
    forced: usize,
    /// For each rank the moves of such pieces, and how many there were.
    moved: Vec<(usize, usize)>,
    /// The same by site.
    moved_at: Vec<(usize, usize)>,
    mortal: Vec<bool>,
}

impl RoundCounts {
    fn see_pieces(&mut self, game: &dyn Game, state: &State, mover: PlayerId, candidates: &[Candidate]) {
        let (roster, layout) = (Roster::of(game), game.layout());
        for rank in 0..roster.len() {
            let piece = roster.piece(Rank(rank as u16));
            if piece.owner == mover {
                self.moved[rank].1 += state.count(layout, piece);
            }
        }
        for site in state.sites_of(layout, mover) {
            if let Some(piece) = state.piece(site) {
                self.moved_at[roster.rank(piece).index() * layout.sites() + site.index()].1 += 1;
            }
        }
        for one in candidates.iter().filter(|one| one.from != SiteId::NONE) {
            if let Some(rank) = one.piece.some() {
                self.moved[rank.index()].0 += 1;
                self.moved_at[rank.index() * layout.sites() + one.from.index()].0 += 1;
            }
        }
    }

    /// Returns whether a player with so many moves is in the middle of play, and not near the end.
    fn is_midst(&self, moves: usize) -> bool {
        /// Where there are fewer, a search comes deep enough to see every end.
        const FEW: usize = 8;
        moves >= FEW && 4 * moves * self.lists >= self.moves
    }

    fn see(&mut self, candidates: &[Candidate]) {
        let loud = candidates.iter().filter(|one| one.is_loud()).count();
        let captures = candidates.iter().filter(|one| one.captures > 0).count();
        for one in candidates {
            if let Some(rank) = one.captured.some() {
                self.mortal[rank.index()] = true;
            }
        }
        self.lists += 1;
        self.moves += candidates.len();
        self.loud += loud;
        let puts = |one: &&Candidate| one.from == SiteId::NONE && one.to != SiteId::NONE && !one.is_loud();
        self.puts += candidates.iter().filter(puts).count();
        self.narrow += usize::from(candidates.len() <= 2);
        self.with_capture += usize::from(captures > 0);
        self.forced += usize::from(captures == candidates.len());
    }

    fn tell(&self, facts: &mut Facts) {
        let share = |part: usize, of: usize| part as f64 / of.max(1) as f64;
        facts.branching = share(self.moves, self.lists);
        facts.length = share(self.lists, self.games);
        facts.ended = share(self.ended, self.games);
        facts.decided = share(self.decided, self.ended);
        facts.sudden = share(self.sudden, self.ended);
        facts.loud = share(self.loud, self.moves);
        facts.puts = share(self.puts, self.moves);
        facts.filled[1] = share(self.pieces, self.games);
        facts.forced = share(self.forced, self.with_capture);
        facts.narrow = share(self.narrow, self.lists);
        facts.again = share(self.again, self.lists);
        facts.captures = share(self.captured, self.games);
        facts.activity = self.moved.iter().map(|&(moves, pieces)| share(moves, pieces)).collect();
        let sites = self.moved_at.len() / self.moved.len().max(1);
        // Of a site that was seldom seen little is known.
        const SELDOM: f64 = 8.0;
        facts.activity_at = self
            .moved_at
            .iter()
            .enumerate()
            .map(|(index, &(moves, seen))| {
                (moves as f64 + SELDOM * facts.activity[index / sites.max(1)]) / (seen as f64 + SELDOM)
            })
            .collect();
        facts.mortal.clone_from(&self.mortal);
    }
}
