//! The work of a search after it was stopped, counted and not timed.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::time::Instant;

use dagaz_bots::{Context, Maker, Question, opening};
use dagaz_core::{
    Candidate, EndingId, Found, Fuel, Game, Glossary, Layout, LimitHit, LimitKind, Limits, Lookahead, MoveList,
    MoveRef, Outcome, PlayerId, Playout, PlayoutLimits, Position, PositionError, Rng, SiteId, State, StepChoice,
    Topology, Turn, UndoLog, Verdict, Weights,
};
use dagaz_testkit::source;

/// A game that stops the search after so many calls, and counts the calls after it: move lists,
/// moves played and plies of playouts.
struct Bell<'g> {
    inner: &'g dyn Game,
    asked: AtomicU64,
    rings_at: u64,
    stop: &'g AtomicBool,
}

impl Bell<'_> {
    fn count(&self, questions: u64) {
        if self.asked.fetch_add(questions, Relaxed) + questions >= self.rings_at {
            self.stop.store(true, Relaxed);
        }
    }

    /// How many came after the bell.
    fn late(&self) -> u64 {
        self.asked.load(Relaxed).saturating_sub(self.rings_at)
    }
}

impl Game for Bell<'_> {
    fn glossary(&self) -> &Glossary {
        self.inner.glossary()
    }
    fn topology(&self) -> &Topology {
        self.inner.topology()
    }
    fn layout(&self) -> &Layout {
        self.inner.layout()
    }
    fn limits(&self) -> &Limits {
        self.inner.limits()
    }
    fn initial(&self) -> State {
        self.inner.initial()
    }
    fn set_up(&self, position: &Position) -> Result<State, Vec<PositionError>> {
        self.inner.set_up(position)
    }
    fn turn(&self, state: &State) -> Turn {
        self.inner.turn(state)
    }
    fn ending(&self, state: &State) -> Result<Option<(EndingId, PlayerId)>, LimitHit> {
        self.inner.ending(state)
    }
    fn outcome_of(&self, state: &State, ending: (EndingId, PlayerId)) -> Outcome {
        self.inner.outcome_of(state, ending)
    }
    fn moves(&self, state: &State, list: &mut MoveList, fuel: &mut Fuel<'_>) -> Result<(), LimitHit> {
        self.count(1);
        self.inner.moves(state, list, fuel)
    }
    fn steps(&self, state: &State, list: &mut MoveList, fuel: &mut Fuel<'_>) -> Result<StepChoice, LimitHit> {
        self.count(1);
        self.inner.steps(state, list, fuel)
    }
    fn play(&self, state: &mut State, chosen: MoveRef<'_>, log: &mut UndoLog) {
        self.count(1);
        self.inner.play(state, chosen, log);
    }
    fn play_step(&self, state: &mut State, step: MoveRef<'_>, log: &mut UndoLog) -> Result<(), LimitHit> {
        self.inner.play_step(state, step, log)
    }
    fn playout_uncounted(
        &self,
        state: &mut State,
        rng: &mut dyn Rng,
        limits: PlayoutLimits,
    ) -> Result<Playout, LimitHit> {
        let played = self.inner.playout_uncounted(state, rng, limits)?;
        self.count(played.plies as u64);
        Ok(played)
    }
    fn is_irreversible(&self, state: &State, chosen: MoveRef<'_>) -> bool {
        self.inner.is_irreversible(state, chosen)
    }
    fn lookahead<'a>(&'a self, state: &State, weights: &'a Weights) -> Option<Box<dyn Lookahead + 'a>> {
        Some(Box::new(Heard { inner: self.inner.lookahead(state, weights)?, bell: self }))
    }
    fn null_move(&self, state: &mut State, log: &mut UndoLog) -> bool {
        self.inner.null_move(state, log)
    }
    fn attacked(&self, state: &State, site: SiteId, side: PlayerId) -> Result<bool, LimitHit> {
        self.inner.attacked(state, site, side)
    }
}

/// A lookahead whose questions are counted as well.
struct Heard<'a> {
    inner: Box<dyn Lookahead + 'a>,
    bell: &'a Bell<'a>,
}

impl Lookahead for Heard<'_> {
    fn key(&self) -> u64 {
        self.inner.key()
    }
    fn state(&self) -> State {
        self.inner.state()
    }
    fn mover(&self) -> PlayerId {
        self.inner.mover()
    }
    fn by_chance(&self) -> bool {
        self.inner.by_chance()
    }
    fn chances(&self, found: &[Candidate]) -> Vec<(usize, f64)> {
        self.inner.chances(found)
    }
    fn moves(&mut self, loud: bool, found: &mut Vec<Candidate>) -> Result<Found, LimitHit> {
        self.bell.count(1);
        self.inner.moves(loud, found)
    }
    fn play(&mut self, index: usize) -> Result<Found, LimitHit> {
        self.bell.count(1);
        self.inner.play(index)
    }
    fn pass(&mut self) -> bool {
        self.inner.pass()
    }
    fn undo(&mut self) {
        self.inner.undo();
    }
    fn sums(&self) -> &[i32] {
        self.inner.sums()
    }
    fn weights(&self) -> &Weights {
        self.inner.weights()
    }
    fn occurrences(&self) -> usize {
        self.inner.occurrences()
    }
    fn verdicts(&mut self, ending: (EndingId, PlayerId)) -> Vec<Verdict> {
        self.inner.verdicts(ending)
    }
    fn mobility(&mut self, player: PlayerId) -> Option<u32> {
        self.bell.count(1);
        self.inner.mobility(player)
    }
    fn in_check(&mut self) -> Option<bool> {
        self.inner.in_check()
    }
    fn is_quick(&self) -> bool {
        self.inner.is_quick()
    }
}

/// Returns the number of calls after a stop: the maximum of several moments.
fn late(game: &dyn Game, text: &str, bells: &[u64]) -> u64 {
    let after = |rings_at: &u64| {
        let (asked, stopped) = asked(game, &game.initial(), text, *rings_at);
        assert!(stopped, "it has stopped of itself");
        asked - rings_at
    };
    bells.iter().map(after).max().unwrap_or(0)
}

/// Returns the number of calls on a state, and whether the search was stopped, after so many of
/// them.
fn asked(game: &dyn Game, state: &State, text: &str, rings_at: u64) -> (u64, bool) {
    let bot = Maker::unlearned().bot(game, text.parse().expect("a bot")).expect("no limit");
    let stop = AtomicBool::new(false);
    let bell = Bell { inner: game, asked: AtomicU64::new(0), rings_at, stop: &stop };
    let Turn::Choice(player) = bell.turn(state) else { panic!("somebody chooses") };
    let view = bell.view(state, player);
    let mut question = Question {
        game: &bell,
        view: &view,
        budget: None,
        seed: 1,
        lines: 1,
        threads: 1,
        stop: &stop,
        clock: &Instant::now(),
        progress: &mut |_| (),
    };
    bot.choose(&mut question, &mut Context::new()).expect("there are moves");
    (bell.asked.load(Relaxed), stop.load(Relaxed))
}

#[test]
fn a_stopped_search_ends_soon() {
    // Where questions are quick, a few thousand of them are a millisecond; where they are slow, ten
    // to fifty microseconds each, or a hundred for a list.
    for (path, bells, most) in [
        ("chess/chess/chess.zrf", &[1_000, 20_000, 77_777][..], 600),
        ("territory/amazons/amazons.zrf", &[1_000, 20_000, 77_777], 4_000),
        ("connection/hex/hex.drf", &[150, 1_000, 2_222], 600),
        ("territory/go-19x19/go-19x19.drf", &[10, 400, 1_111], 100),
        ("columns/tak/tak.drf", &[10, 400, 1_111], 100),
    ] {
        let game = source::open(&source::root().join("games").join(path)).expect("a game");
        for text in ["alphabeta:60s", "mcts:60s"] {
            let asked = late(&*game, text, bells);
            assert!(asked <= most, "{path}: {text} asks {asked} times after the stop");
        }
    }
}

/// The last quarter of a budget may be a proof.
#[test]
fn a_stopped_proof_search_ends_soon() {
    let game = source::named("connect-four").expect("it is in the library");
    let state = opening(&*game, 14, 30).expect("games last longer");
    let (all, _) = asked(&*game, &state, "mcts:20000p", u64::MAX);
    let rings_at = all / 20 * 19;
    let (in_all, stopped) = asked(&*game, &state, "mcts:20000p", rings_at);
    assert!(stopped && in_all <= rings_at + 2_000, "{in_all} questions, stopped after {rings_at} of {all}");
}

/// A stopped game analysis makes few more calls, and leaves no partial result.
#[test]
fn a_stopped_game_analysis_ends_soon() {
    for (path, bells, most) in [
        ("chess/chess/chess.zrf", &[2_000, 300_000, 1_500_000][..], 600),
        ("sowing/kalah/kalah.drf", &[2_000, 50_000], 600),
        ("territory/amazons/amazons.drf", &[10, 400, 1_111], 100),
    ] {
        let game = source::open(&source::root().join("games").join(path)).expect("a game");
        let maker = Maker::new();
        for &rings_at in bells {
            let stop = AtomicBool::new(false);
            let bell = Bell { inner: &*game, asked: AtomicU64::new(0), rings_at, stop: &stop };
            let description = "alphabeta:1d".parse().expect("a bot");
            let bot = maker.bot_until(&bell, description, &stop);
            assert!(stop.load(Relaxed), "{path}: it asks {} times in all", bell.asked.load(Relaxed));
            let hit = bot.err().unwrap_or_else(|| panic!("{path}: a bot is made after the stop"));
            assert_eq!(hit.kind, LimitKind::Stopped, "{path}");
            let asked = bell.late();
            assert!(asked <= most, "{path}: the study asks {asked} times after the stop");
        }
    }
}
