//! The `Game` trait: all queries that the layers above the engine use.
//!
//! Every front end implements this trait, and controllers, bots, records and views use nothing
//! else. Its methods are coarse, since a call for each move would be slow. It is complete: defaults
//! are built on the simple methods, and an implementation overrides what it can do faster or
//! better.

use std::borrow::Cow;
use std::ops::ControlFlow;

use rand_core::Rng;

use crate::random::below;
use crate::{
    EndingId, Fuel, Glossary, Identity, Information, Layout, LimitHit, LimitKind, Limits, Lookahead, Move, MoveList,
    MoveRef, Outcome, PerftTable, Piece, PlayerId, PlayerKind, Position, PositionError, SiteId, SiteSet, State,
    Topology, UndoLog, Weights,
};

/// Who acts next.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Turn {
    /// One player chooses.
    Choice(PlayerId),
    /// Chance decides, in this player's name.
    Chance(PlayerId),
    /// These players choose, none knowing what the others chose. Each commits a move of its own;
    /// the last one reveals.
    Together(Vec<PlayerId>),
}

/// The steps possible in a state that may be in the middle of a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StepChoice {
    /// Whether the player may also stop here and end the turn; then the list holds a pass.
    pub may_stop: bool,
}

/// How [`Game::perft`] counts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Counting {
    /// Every move of the list.
    #[default]
    Moves,
    /// Moves of one list that lead to the same state once.
    Results,
}

/// The limits at which a playout ends by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlayoutLimits {
    /// The maximum number of plies.
    pub plies: usize,
    /// The maximum number of plies in a row without a capture or another irreversible move.
    pub quiet_plies: Option<usize>,
}

/// A consumer of a series of playouts, which receives the result of each.
pub trait Series {
    /// Returns the random bits of the next game; `None` if there is to be no other.
    fn begin(&mut self) -> Option<&mut dyn Rng>;
    /// A playout has ended. `stopped` constructs its last state, which takes some time. The number
    /// of [`choices`](Playout::choices) may be 0, since counting them is optional.
    fn end(&mut self, playout: &Playout, stopped: &mut dyn FnMut() -> State);
}

/// What a playout was like.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Playout {
    /// How it ended; none if it was cut off.
    pub end: Option<(EndingId, PlayerId)>,
    /// The limit of the game that cut it off, if one did; none if the [`PlayoutLimits`] did. Never
    /// met in the position from which the playout began: that is an error.
    pub cut: Option<LimitHit>,
    /// Its plies, chance moves and passes counted.
    pub plies: usize,
    /// The lengths of all lists of moves along the way, summed.
    pub choices: u64,
}

impl Playout {
    /// Returns the playout, stopped where the game ends so. A limit that is met there cuts it off,
    /// unless nothing has been played.
    pub fn stopped(mut self, ending: Result<Option<(EndingId, PlayerId)>, LimitHit>) -> Result<Playout, LimitHit> {
        match ending {
            Ok(end) => self.end = end,
            Err(hit) if self.plies > 0 => self.cut = Some(hit),
            Err(hit) => return Err(hit),
        }
        Ok(self)
    }
}

/// The view of one player: the state with all hidden facts replaced by placeholders.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct View {
    /// Who looks.
    pub player: PlayerId,
    /// The visible state. Without hidden facts this is the state itself.
    pub seen: State,
    /// The information state of the player, if the game hides facts and the caller has tracked it.
    pub past: Option<Information>,
}

/// A way to look for a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SearchMethod {
    /// Alpha-beta: by what positions are worth.
    AlphaBeta,
    /// Monte-Carlo tree search: positions are evaluated by playouts.
    MonteCarlo,
}

/// Returns a lower bound of the plies to the end from a state; [`u32::MAX`] if it cannot be
/// reached.
pub type PliesLeft<'g> = Box<dyn Fn(&State) -> u32 + 'g>;

/// Bytes of a small game with the tables by which it is played.
const GAME_BYTES: usize = 1 << 20;

/// A game that can be played: the queries that every front end answers.
pub trait Game: Send + Sync {
    /// Returns the names of players, pieces, rules and variables.
    fn glossary(&self) -> &Glossary;
    /// Returns its board.
    fn topology(&self) -> &Topology;
    /// What its states look like inside.
    fn layout(&self) -> &Layout;
    /// Returns the limits under which it runs.
    fn limits(&self) -> &Limits;

    /// Returns the approximate memory of the game in bytes, for caches of games.
    fn memory(&self) -> usize {
        GAME_BYTES + self.topology().memory()
    }

    /// Returns the start position.
    fn initial(&self) -> State;

    /// Returns the state of a position, or everything that is wrong with it.
    fn set_up(&self, position: &Position) -> Result<State, Vec<PositionError>>;

    /// Who acts next. Meaningless once the game has ended.
    fn turn(&self, state: &State) -> Turn;

    /// Returns the ending of a game, or `Ok(None)` while it continues.
    fn ending(&self, state: &State) -> Result<Option<(EndingId, PlayerId)>, LimitHit>;

    /// Returns the outcome for all players of an ending found by [`ending`](Game::ending).
    fn outcome_of(&self, state: &State, ending: (EndingId, PlayerId)) -> Outcome;

    /// Lists the legal whole moves; none once the game has ended. Equal moves are listed once, but
    /// for a random mover's, where they are weights. A chain of steps that cannot be completed is
    /// never listed.
    fn moves(&self, state: &State, list: &mut MoveList, fuel: &mut Fuel<'_>) -> Result<(), LimitHit>;

    /// Lists the possible steps, each of which begins (or continues with) at least one complete
    /// legal move.
    fn steps(&self, state: &State, list: &mut MoveList, fuel: &mut Fuel<'_>) -> Result<StepChoice, LimitHit>;

    /// Plays a whole move that [`moves`](Game::moves) listed for this state; one
    /// [`undo`](Game::undo) takes it back.
    fn play(&self, state: &mut State, chosen: MoveRef<'_>, log: &mut UndoLog);

    /// Plays one step that [`steps`](Game::steps) listed; the turn ends where nothing can follow.
    /// One [`undo`](Game::undo) takes it back.
    fn play_step(&self, state: &mut State, step: MoveRef<'_>, log: &mut UndoLog) -> Result<(), LimitHit>;

    /// Takes the last move or step back; false if there is none.
    fn undo(&self, state: &mut State, log: &mut UndoLog) -> bool {
        crate::undo(self.layout(), state, log)
    }

    /// How the game has ended, in full.
    fn outcome(&self, state: &State) -> Result<Option<Outcome>, LimitHit> {
        Ok(self.ending(state)?.map(|ending| self.outcome_of(state, ending)))
    }

    /// The legal moves of one of several players who act [together](Turn::Together).
    fn moves_of(
        &self,
        state: &State,
        player: PlayerId,
        list: &mut MoveList,
        fuel: &mut Fuel<'_>,
    ) -> Result<(), LimitHit> {
        list.clear();
        match self.turn(state) {
            Turn::Choice(mover) | Turn::Chance(mover) if mover == player => self.moves(state, list, fuel),
            _ => Ok(()),
        }
    }

    /// Shows each legal move to `visit`, until it breaks.
    fn visit_moves(
        &self,
        state: &State,
        fuel: &mut Fuel<'_>,
        visit: &mut dyn FnMut(MoveRef<'_>) -> ControlFlow<()>,
    ) -> Result<(), LimitHit> {
        let mut list = MoveList::new();
        self.moves(state, &mut list, fuel)?;
        let _ = list.iter().try_for_each(visit);
        Ok(())
    }

    /// Returns the number of sequences of exactly `depth` plies. As the convention is, nothing ends
    /// by repetition.
    fn perft(&self, state: &State, depth: u32, counting: Counting) -> Result<u64, LimitHit> {
        self.perft_by(state, depth, counting, None)
    }

    /// As [`perft`](Game::perft), but counts positions reached in several ways once, as far as
    /// `table` has room. The table must be of this game.
    fn perft_shared(&self, state: &State, depth: u32, table: &mut PerftTable) -> Result<u64, LimitHit> {
        self.perft_by(state, depth, table.counting(), Some(table))
    }

    /// Returns the implementation of [`perft`](Game::perft) and
    /// [`perft_shared`](Game::perft_shared), with an optional `table`.
    fn perft_by(
        &self,
        state: &State,
        depth: u32,
        counting: Counting,
        mut table: Option<&mut PerftTable>,
    ) -> Result<u64, LimitHit> {
        if depth == 0 {
            return Ok(1);
        }
        let known = table.as_ref().filter(|_| depth > 1).map(|table| (Identity::of(state), table));
        if let Some(count) = known.and_then(|(position, table)| table.find(position, depth)) {
            return Ok(count);
        }
        let mut list = MoveList::new();
        self.moves(state, &mut list, &mut Fuel::new(self.limits().fuel))?;
        if depth == 1 && counting == Counting::Moves {
            return Ok(list.len() as u64);
        }
        let (mut after, mut log) = (state.clone(), UndoLog::new());
        after.forget_history();
        let mut results = std::collections::HashSet::new();
        let mut nodes = 0;
        for chosen in list.iter() {
            self.play(&mut after, chosen, &mut log);
            if counting == Counting::Moves || results.insert(after.key()) {
                nodes += self.perft_by(&after, depth - 1, counting, table.as_deref_mut())?;
            }
            self.undo(&mut after, &mut log);
        }
        if let Some(table) = table.filter(|_| depth > 1) {
            table.keep(Identity::of(state), depth, nodes);
        }
        Ok(nodes)
    }

    /// Plays on from `state` at random, every legal move equally likely, until the game ends,
    /// `limits` cut it off, or a position is met whose moves the game's own limits do not let it
    /// list. `state` is left where the playout stopped. An implementation may draw [step by
    /// step](Game::random_steps) in positions that have more whole moves than its limits let it
    /// list; there the moves are not equally likely.
    fn playout(&self, state: &mut State, rng: &mut dyn Rng, limits: PlayoutLimits) -> Result<Playout, LimitHit> {
        playout_by_lists(self, state, rng, limits)
    }

    /// As [`playout`](Game::playout), and with the same random bits the same game. Counting the
    /// [`choices`](Playout::choices) is optional: they may be 0.
    fn playout_uncounted(
        &self,
        state: &mut State,
        rng: &mut dyn Rng,
        limits: PlayoutLimits,
    ) -> Result<Playout, LimitHit> {
        self.playout(state, rng, limits)
    }

    /// Plays one game after another from `start`, each with the same result as
    /// [`playout`](Game::playout) with the same random bits, while the series continues. Buffers of
    /// a game are allocated only once.
    fn playouts(&self, start: &State, limits: PlayoutLimits, series: &mut dyn Series) -> Result<(), LimitHit> {
        let mut state = start.clone();
        while let Some(rng) = series.begin() {
            state.clone_from(start);
            let playout = self.playout(&mut state, rng, limits)?;
            series.end(&playout, &mut || state.clone());
        }
        Ok(())
    }

    /// Returns whether [`playouts`](Game::playouts) runs on a representation without states. Then
    /// constructing the last state takes longer than the playout itself, so callers should not
    /// request each of them.
    fn states_are_dear(&self) -> bool {
        false
    }

    /// Plays one turn step by step, each step equally likely: for positions that have more whole
    /// moves than can be listed. An error if the steps lead nowhere.
    fn random_steps(&self, state: &mut State, rng: &mut dyn Rng) -> Result<(), LimitHit> {
        let mut list = MoveList::new();
        for _ in 0..self.limits().steps {
            self.steps(state, &mut list, &mut Fuel::new(self.limits().fuel))?;
            if list.is_empty() {
                break;
            }
            self.play_step(state, list.get(below(rng, list.len())), &mut UndoLog::new())?;
            if state.pending(self.layout()).is_none() {
                return Ok(());
            }
        }
        Err(LimitHit::new(LimitKind::Steps, self.limits().steps))
    }

    /// Returns the ending, or else lists the legal moves: in one pass, if a game finds one on the
    /// way to the other.
    fn moves_or_ending(
        &self,
        state: &State,
        list: &mut MoveList,
        fuel: &mut Fuel<'_>,
    ) -> Result<Option<(EndingId, PlayerId)>, LimitHit> {
        if let Some(ended) = self.ending(state)? {
            list.clear();
            return Ok(Some(ended));
        }
        self.moves(state, list, fuel)?;
        Ok(None)
    }

    /// Lists a few moves, including the one at `index` of [`moves`](Game::moves), which begins on
    /// `origin`. The others need not be legal, but they can be played and taken back. Callers use
    /// it to replay a recorded move without generating all moves: the recorded target identifies
    /// it.
    fn recall(
        &self,
        state: &State,
        _index: usize,
        _origin: SiteId,
        list: &mut MoveList,
        fuel: &mut Fuel<'_>,
    ) -> Result<(), LimitHit> {
        self.moves(state, list, fuel)
    }

    /// Returns whether a move can never be taken back by further play: it captures, drops, creates
    /// or changes a piece, or moves one that can only go forward.
    fn is_irreversible(&self, state: &State, chosen: MoveRef<'_>) -> bool;

    /// Returns the number of occurrences of a position that draws the game, if the rules use the
    /// past in no other way. `None` if they do not use it, use more of it, or if this is unknown.
    fn drawn_by_repetition(&self) -> Option<u32> {
        None
    }

    /// Returns the routes of the moves that [`moves`](Game::moves) lists, in the same order, for
    /// display. A route has for each step the sites that its piece passes, beginning with its
    /// origin, and the sites tested after its arrival. The result is empty, or shorter than the
    /// list, if the game has none.
    fn ways(&self, _state: &State, _fuel: &mut Fuel<'_>) -> Result<Vec<Vec<Vec<SiteId>>>, LimitHit> {
        Ok(Vec::new())
    }

    /// Returns the possible outcomes of a [chance](Turn::Chance) turn and their probabilities: the
    /// moves of `list`, equal ones put together.
    fn chances(&self, list: &MoveList) -> Vec<(usize, f64)> {
        let mut chances: Vec<(usize, f64)> = Vec::new();
        let share = 1.0 / list.len().max(1) as f64;
        for (index, one) in list.iter().enumerate() {
            match chances.iter_mut().find(|(known, _)| list.get(*known).same_as(one)) {
                Some((_, probability)) => *probability += share,
                None => chances.push((index, share)),
            }
        }
        chances
    }

    /// Returns a quick way of its own to look ahead from a state; `None` if it has none, and
    /// [`Plain`](crate::Plain) serves. See [`look_ahead`](crate::look_ahead).
    fn lookahead<'a>(&'a self, _state: &State, _weights: &'a Weights) -> Option<Box<dyn Lookahead + 'a>> {
        None
    }

    /// Gives the turn up without a move, legal or not, as searches do; false if this game cannot.
    fn null_move(&self, state: &mut State, log: &mut UndoLog) -> bool;

    /// Returns whether some enemy of `side` could capture a piece of `side` that stood on `site`.
    fn attacked(&self, state: &State, site: SiteId, side: PlayerId) -> Result<bool, LimitHit>;

    /// Returns the sites of `side`'s pieces that it may not leave where an enemy could capture
    /// them: kings, in games that have such.
    fn royals(&self, _state: &State, _side: PlayerId) -> Vec<SiteId> {
        Vec::new()
    }

    /// What the game itself thinks a state is worth to `player`, in hundredths of its smallest
    /// piece; `None` if it has no opinion.
    fn evaluate(&self, _state: &State, _player: PlayerId) -> Option<i32> {
        None
    }

    /// Returns whether the game wants a search to extend a state at the horizon (`true`) or to
    /// evaluate it (`false`). `None`, for all states, leaves the decision to the search.
    fn looks_on(&self, _state: &State) -> Option<bool> {
        None
    }

    /// Returns the value of a piece type in hundredths that the rules give; `None` if they do not.
    fn hinted_value(&self, _kind: crate::PieceTypeId) -> Option<i32> {
        None
    }

    /// Returns the sites to which a player has to bring pieces, if an ending names them directly as
    /// a win.
    fn goal(&self, _player: PlayerId) -> Option<SiteSet> {
        None
    }

    /// Returns the rows of sites that win for a player who has pieces on all sites of one, if an
    /// ending names them directly; else an empty list.
    fn rows(&self, _player: PlayerId) -> Vec<SiteSet> {
        Vec::new()
    }

    /// Returns a function that gives, for a state, a lower bound of the plies until a player who
    /// moves alone has won. `None` if the rules do not name the winning sites directly.
    fn plies_to_win(&self, _player: PlayerId) -> Option<PliesLeft<'_>> {
        None
    }

    /// Returns the search that the rules ask for.
    fn hinted_search(&self) -> Option<SearchMethod> {
        None
    }

    /// Returns the statistics that the rules declare, with their values in a state.
    fn statistics(&self, _state: &State) -> Vec<(String, i64)> {
        Vec::new()
    }

    /// Returns the names of the bots that the game brings along.
    fn own_bots(&self) -> Vec<String> {
        Vec::new()
    }

    /// Returns the name of the [own bot](Game::own_bots) that the rules give a player; `None` if
    /// they give none.
    fn own_bot_of(&self, _player: PlayerId) -> Option<String> {
        None
    }

    /// Returns the move that one of the game's [own bots](Game::own_bots) chooses, of those that
    /// [`moves`](Game::moves) lists; none if there is no such bot or no move, or if it makes no
    /// choice. Without a name it is the one that the game has for the player to move, or else the
    /// first.
    fn own_bot_move(
        &self,
        _bot: &str,
        _state: &State,
        _rng: &mut dyn Rng,
        _fuel: &mut Fuel<'_>,
    ) -> Result<Option<Move>, LimitHit> {
        Ok(None)
    }

    /// Returns the state as `player` sees it, with hidden facts replaced. `None` if nothing is
    /// hidden, which costs no copy. The result may equal the state.
    fn blotted(&self, _state: &State, _player: PlayerId) -> Option<State> {
        None
    }

    /// Returns whether the rules hide anything from any player. Then moves are identified by their
    /// rules and by where they begin and end, since effects could reveal hidden facts.
    fn hides(&self) -> bool {
        false
    }

    /// Returns the view of `player`. Without hidden facts it is complete.
    fn view(&self, state: &State, player: PlayerId) -> View {
        View { player, seen: self.blotted(state, player).unwrap_or_else(|| state.clone()), past: None }
    }

    /// A state that `view` could be a view of, each one as likely as the player must think it.
    fn sample(&self, view: &View, _rng: &mut dyn Rng) -> State {
        view.seen.clone()
    }

    /// Returns whether two players win and lose together: a player with itself, and partners of a
    /// team.
    fn are_allied(&self, one: PlayerId, other: PlayerId) -> bool {
        one == other
    }

    /// Returns whether what chance does in this state is a throw, which is called by what falls.
    /// Other moves of chance are called by their rules, as those of players are.
    fn throws(&self, state: &State) -> bool {
        matches!(self.turn(state), Turn::Chance(_))
    }

    /// Returns the milliseconds of a tick if chance here is an event of the clock: the n-th move of
    /// the list says that the turn which follows takes n ticks, the last one that many or more. A
    /// controller with a clock chooses among them by the time; others draw one.
    fn clock_tick(&self, _state: &State) -> Option<u32> {
        None
    }

    /// Returns whether chance decides anything: a random mover, or dice that players roll. Events
    /// of the clock are no chance.
    fn has_chance(&self) -> bool {
        self.glossary().players.iter().any(|player| player.kind == PlayerKind::Random)
    }

    /// Returns whether a player is a random mover.
    fn is_random(&self, player: PlayerId) -> bool {
        self.glossary().players.get(player.index()).is_some_and(|player| player.kind == PlayerKind::Random)
    }

    /// Returns the name of a site in a state: the name that the topology gives it, or coordinates
    /// relative to the first piece on a board without borders.
    fn site_name(&self, _state: &State, site: SiteId) -> Cow<'_, str> {
        self.topology().sites().get(site.index()).map_or("?", |site| &site.name).into()
    }

    /// Returns the sites that exist in a state of a game without borders: those in reach of a
    /// piece. `None` if the board has borders.
    fn sites_in_reach(&self, _state: &State) -> Option<SiteSet> {
        None
    }

    /// Returns the site of that name in a state.
    fn site_called(&self, _state: &State, name: &str) -> Option<SiteId> {
        self.topology().site_named(name)
    }

    /// Returns a move in the notation that the game has of its own; `None` where it has none, and
    /// records word a move by its effects. Different moves may have the same text.
    fn own_text(&self, _state: &State, _chosen: MoveRef<'_>) -> Option<String> {
        None
    }

    /// Returns whether the player who has just moved continues the same turn: the move was a part
    /// of a whole move.
    fn in_mid_turn(&self, state: &State) -> bool {
        state.pending(self.layout()).is_some()
    }

    /// Returns the position that a state is in, such that [`set_up`](Game::set_up) gives an equal
    /// one.
    fn position(&self, state: &State) -> Position {
        position_of(self, state)
    }
}

/// Returns the [position](Game::position) that a state of any game is in.
pub fn position_of<G: Game + ?Sized>(game: &G, state: &State) -> Position {
    let layout = game.layout();
    let mut position =
        Position { slot: Some(state.slot(layout)), pending: state.pending(layout), ..Position::default() };
    let (from, to) = (state.last_from(layout), state.last_to(layout));
    position.last = (from != SiteId::NONE || to != SiteId::NONE).then_some((from, to));
    for site in game.topology().site_ids() {
        // Of a column the lowest piece first, as it is set up.
        for level in (0..state.height(layout, site)).rev() {
            let Some(piece) = state.piece_beneath(layout, site, level) else { continue };
            let fresh = layout.spec().starts.get(piece.kind.index());
            let attributes = (0..layout.spec().attributes.len()).map(crate::AttributeId::at).filter_map(|which| {
                let start = fresh.into_iter().flatten().find(|(other, _)| *other == which).map_or(0, |(_, v)| *v);
                let value = state.attribute_beneath(layout, site, level, which);
                (value != start).then_some((which, value))
            });
            position.pieces.push(crate::Placement { site, piece, attributes: attributes.collect() });
        }
    }
    for &piece in &layout.spec().supplies {
        let count = state.supply(layout, piece);
        if count > 0 && !position.supplies.iter().any(|(known, _): &(Piece, u32)| *known == piece) {
            position.supplies.push((piece, count));
        }
    }
    let variables = (0..layout.spec().variables).map(|which| (which, state.variable(layout, which) as i32));
    position.variables = variables.filter(|(_, value)| *value != 0).collect();
    position.tail = state.tail().iter().map(|number| *number as i32).collect();
    position
}

/// Returns a [playout](Game::playout) that lists the moves of every position and draws one of them:
/// what every game can do.
pub fn playout_by_lists<G: Game + ?Sized>(
    game: &G,
    state: &mut State,
    rng: &mut dyn Rng,
    limits: PlayoutLimits,
) -> Result<Playout, LimitHit> {
    playout_by_lists_after(game, state, rng, limits, 0)
}

/// As above, for a game already in progress: the given number of its last plies can be taken back,
/// and counts towards the limit of such plies. The other limits apply to the plies to come.
pub fn playout_by_lists_after<G: Game + ?Sized>(
    game: &G,
    state: &mut State,
    rng: &mut dyn Rng,
    limits: PlayoutLimits,
    quiet: usize,
) -> Result<Playout, LimitHit> {
    let (mut list, mut log) = (MoveList::new(), UndoLog::new());
    let mut playout = Playout { end: None, cut: None, plies: 0, choices: 0 };
    let mut quiet = quiet;
    while playout.plies < limits.plies && limits.quiet_plies.is_none_or(|most| quiet < most) {
        match game.moves(state, &mut list, &mut Fuel::new(game.limits().fuel)) {
            Err(hit) if playout.plies > 0 => {
                playout.cut = Some(hit);
                return Ok(playout);
            }
            listed => listed?,
        }
        if list.is_empty() {
            playout.end = game.ending(state)?;
            return Ok(playout);
        }
        if list.is_stepwise() {
            game.random_steps(state, rng)?;
            // The whole turn is a ply, as it is where its moves can be listed.
            quiet = 0;
            playout.choices += list.len() as u64;
            playout.plies += 1;
            continue;
        }
        let chosen = list.get(below(rng, list.len()));
        quiet = if game.is_irreversible(state, chosen) { 0 } else { quiet + 1 };
        playout.choices += list.len() as u64;
        playout.plies += 1;
        game.play(state, chosen, &mut log);
        log = UndoLog::new();
    }
    playout.stopped(game.ending(state))
}
