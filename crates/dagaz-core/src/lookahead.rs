//! The search position: one state that a search advances and undoes.
//!
//! A search needs few facts about very many positions: the moves, an estimate of what each does,
//! and the material on the board. [`Lookahead`] has these queries only, so that an executor can
//! answer them from its own representation. [`Plain`] implements them for every game by calls of
//! [`Game`]. Moves are named by their index in the list of the present ply; between positions they
//! are identified by the keys that they lead to.

use std::sync::atomic::AtomicBool;

use crate::{
    Change, Effect, EndingId, Fuel, Game, LimitHit, MoveList, MoveRef, Piece, PieceTypeId, PlayerId, SiteId, SlotId,
    State, Turn, UndoLog, Verdict,
};

/// A piece as a small number, for tables. [`Roster`] gives it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Rank(pub u16);

impl Rank {
    /// No piece.
    pub const NONE: Rank = Rank(u16::MAX);

    /// This rank, unless it is [`Rank::NONE`].
    #[inline]
    pub fn some(self) -> Option<Rank> {
        (self != Rank::NONE).then_some(self)
    }

    /// As an index into tables.
    #[inline]
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// The numbering of the pieces of a game: types times owners, pieces without an owner last.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Roster {
    players: usize,
    kinds: usize,
}

impl Roster {
    /// Returns the numbering for a game.
    pub fn of(game: &dyn Game) -> Roster {
        let spec = game.layout().spec();
        Roster { players: spec.players, kinds: spec.kinds }
    }

    /// Returns how many there are.
    pub fn len(&self) -> usize {
        self.kinds * (self.players + 1)
    }

    /// Returns whether there is none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the number of a piece.
    #[inline]
    pub fn rank(&self, piece: Piece) -> Rank {
        Rank((piece.kind.index() * (self.players + 1) + piece.owner.index().min(self.players)) as u16)
    }

    /// Returns the piece of a number.
    #[inline]
    pub fn piece(&self, rank: Rank) -> Piece {
        let (kind, owner) = (rank.index() / (self.players + 1), rank.index() % (self.players + 1));
        let owner = if owner == self.players { PlayerId::NONE } else { PlayerId::at(owner) };
        Piece { kind: PieceTypeId::at(kind), owner }
    }
}

/// The facts about a move that a search has before it plays the move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Candidate {
    /// Where it begins; [`SiteId::NONE`] for a drop or a pass.
    pub from: SiteId,
    /// Where it ends; [`SiteId::NONE`] for a pass.
    pub to: SiteId,
    /// The piece that moves or comes, as it is before; [`Rank::NONE`] for a pass.
    pub piece: Rank,
    /// Its type and owner afterwards.
    pub becomes: Rank,
    /// A piece that it captures, the first of several.
    pub captured: Rank,
    /// How many pieces it captures, or wins over from others.
    pub captures: u16,
}

impl Candidate {
    /// A pass.
    pub const PASS: Candidate = Candidate {
        from: SiteId::NONE,
        to: SiteId::NONE,
        piece: Rank::NONE,
        becomes: Rank::NONE,
        captured: Rank::NONE,
        captures: 0,
    };

    /// Notes that it captures a piece, if there is one.
    #[inline]
    pub fn capture(&mut self, piece: Rank) {
        if piece != Rank::NONE {
            self.captures += 1;
            if self.captured == Rank::NONE {
                self.captured = piece;
            }
        }
    }

    /// Notes what the effects of a step do, `on` being what stood on each site before the move,
    /// `at` where the piece that moves has come to.
    pub fn see(&mut self, effects: &[Effect], roster: &Roster, at: &mut SiteId, on: impl Fn(SiteId) -> Rank) {
        let leaves = |site: SiteId| effects.iter().any(|one| matches!(one, Effect::Move { from, .. } if *from == site));
        let gives = effects.iter().any(|one| matches!(one, Effect::Give { .. }));
        let owner = |rank: Rank| rank.some().map(|rank| roster.piece(rank).owner);
        let mover = owner(self.piece);
        // What is captured at the end of a move may change its type before the mover comes.
        let mut has_come = self.from == SiteId::NONE;
        for effect in effects {
            let here = *at;
            if let Effect::Move { from, to } = *effect
                && from == here
            {
                *at = to;
            }
            match *effect {
                // A piece of another player is moved and changes its owner: into a hand, for
                // example.
                Effect::Move { from, .. }
                    if gives && mover.is_some() && owner(on(from)).is_some_and(|o| Some(o) != mover) =>
                {
                    self.capture(on(from));
                }
                Effect::Move { from, to } if from != to && to != self.from && !leaves(to) => self.capture(on(to)),
                Effect::Remove { site } | Effect::Give { site, .. } => self.capture(on(site)),
                Effect::Tuck { from, .. } => self.capture(on(from)),
                Effect::Place { site, kind, owner } | Effect::Drop { site, kind, owner } => {
                    // The origin keeps only the pieces that the move itself puts there.
                    if site != self.from {
                        self.capture(on(site));
                    }
                    if site == self.to {
                        has_come = true;
                        self.becomes = roster.rank(Piece { kind, owner });
                        if self.piece == Rank::NONE {
                            self.piece = self.becomes;
                        }
                    }
                }
                Effect::Become { site, kind } if site == here || (site == self.to && has_come) => {
                    if let Some(rank) = self.becomes.some() {
                        self.becomes = roster.rank(Piece { kind, ..roster.piece(rank) });
                    }
                }
                _ => {}
            }
        }
    }

    /// Returns whether it is tactical: a capture, or a change of the moving piece.
    #[inline]
    pub fn is_loud(&self) -> bool {
        self.captures > 0 || self.becomes != self.piece
    }

    /// Returns a number for tables: equal for equal candidates.
    #[inline]
    pub fn number(&self) -> u32 {
        u32::from(self.from.0) << 16 ^ u32::from(self.to.0) ^ u32::from(self.becomes.0).wrapping_mul(0x9e37_79b1)
    }

    /// What a move of a state does, roughly.
    pub fn of(state: &State, roster: &Roster, chosen: MoveRef<'_>) -> Candidate {
        let rank = |piece: Option<Piece>| piece.map_or(Rank::NONE, |piece| roster.rank(piece));
        let on = |site: SiteId| site.some().map_or(Rank::NONE, |site| rank(state.piece(site)));
        let (from, to) = (chosen.origin(), chosen.target());
        let mut found = Candidate { from, to, piece: on(from), becomes: on(from), captured: Rank::NONE, captures: 0 };
        let mut at = from;
        for (_, effects) in chosen.steps() {
            found.see(effects, roster, &mut at, on);
        }
        found
    }
}

/// What a piece is worth on each site and in supply, in hundredths of a smallest piece.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Weights {
    roster: Roster,
    sites: usize,
    board: Vec<i32>,
    supply: Vec<i32>,
}

impl Weights {
    /// Weights given by functions.
    pub fn new(game: &dyn Game, board: impl Fn(Piece, SiteId) -> i32, supply: impl Fn(Piece) -> i32) -> Weights {
        let (roster, sites) = (Roster::of(game), game.layout().sites());
        let pieces = || (0..roster.len()).map(|rank| roster.piece(Rank(rank as u16)));
        Weights {
            board: pieces()
                .flat_map(|piece| (0..sites).map(move |site| (piece, SiteId::at(site))))
                .map(|(piece, site)| board(piece, site))
                .collect(),
            supply: pieces().map(supply).collect(),
            roster,
            sites,
        }
    }

    /// What a piece on a site is worth.
    #[inline]
    pub fn on(&self, piece: Piece, site: SiteId) -> i32 {
        self.board[self.roster.rank(piece).index() * self.sites + site.index()]
    }

    /// What a piece in supply is worth.
    #[inline]
    pub fn waiting(&self, piece: Piece) -> i32 {
        self.supply[self.roster.rank(piece).index()]
    }

    /// Returns the sum of the piece values of each player; pieces without an owner come last.
    pub fn sums(&self, game: &dyn Game, state: &State) -> Vec<i32> {
        let layout = game.layout();
        let players = layout.spec().players;
        let mut sums = vec![0; players + 1];
        for (site, piece) in game.topology().site_ids().filter_map(|site| Some((site, state.piece(site)?))) {
            sums[piece.owner.index().min(players)] += self.on(piece, site);
        }
        for (index, &piece) in layout.spec().supplies.iter().enumerate() {
            if !layout.spec().supplies[..index].contains(&piece) {
                let count = state.supply(layout, piece) as i32;
                sums[piece.owner.index().min(players)] += count * self.waiting(piece);
            }
        }
        sums
    }
}

/// The ending that a move or a list of moves has found, if any.
pub type Found = Option<(EndingId, PlayerId)>;

/// A position that a search advances and undoes. Where a call fails with a limit, the lookahead is
/// as it was before the call.
pub trait Lookahead {
    /// Returns the key of the present state, its end not counted: [`State::key_but_ending`].
    fn key(&self) -> u64;

    /// Returns a copy of the present state.
    fn state(&self) -> State;

    /// Who chooses or is chosen for.
    fn mover(&self) -> PlayerId;

    /// Returns whether the next move is random: a random mover, or dice thrown before a move.
    fn by_chance(&self) -> bool;

    /// What chance may bring and how likely: places in `found`, the list made last in the present
    /// state, equal moves put together.
    fn chances(&self, found: &[Candidate]) -> Vec<(usize, f64)>;

    /// Lists the moves of the present state, or returns how the game has ended. `loud` asks for
    /// tactical moves only: captures, and moves that change the moving piece. Their list may be
    /// empty although there are moves, and then nothing is known about the end. The order is the
    /// same on each call.
    fn moves(&mut self, loud: bool, found: &mut Vec<Candidate>) -> Result<Found, LimitHit>;

    /// Plays a move of the latest list in the present state. Returns the ending, if it is known
    /// without a list of the next moves.
    fn play(&mut self, index: usize) -> Result<Found, LimitHit>;

    /// Gives the turn up, legal or not; false if that cannot be done.
    fn pass(&mut self) -> bool;

    /// Takes the last move or pass back.
    fn undo(&mut self);

    /// Returns the sum of the piece values of each player, by the weights given at the start;
    /// pieces without an owner come last.
    fn sums(&self) -> &[i32];

    /// Returns the weights given in the beginning.
    fn weights(&self) -> &Weights;

    /// Returns how often the present position has occurred, this time included; 1 unless the rules
    /// keep a history.
    fn occurrences(&self) -> usize;

    /// Returns the result of each player for an ending of the present state.
    fn verdicts(&mut self, ending: (EndingId, PlayerId)) -> Vec<Verdict>;

    /// Returns the number of moves that a player would have on turn; `None` if that is unknown.
    fn mobility(&mut self, player: PlayerId) -> Option<u32>;

    /// Returns whether the player to move is in check: under a threat that the rules require to be
    /// answered. `None` if that is unknown.
    fn in_check(&mut self) -> Option<bool>;

    /// Returns whether this is quick: thousands of times quicker than a blink, that is, not the
    /// plain one.
    fn is_quick(&self) -> bool {
        false
    }
}

/// Returns the lookahead of a game: its own, or the plain one.
pub fn look_ahead<'a>(game: &'a dyn Game, state: &State, weights: &'a Weights) -> Box<dyn Lookahead + 'a> {
    game.lookahead(state, weights).unwrap_or_else(|| Box::new(Plain::new(game, state.clone(), weights)))
}

/// The same for a search that is ended by a flag: where a list of moves takes long, `stop` ends
/// that as well.
pub fn look_ahead_until<'a>(
    game: &'a dyn Game,
    state: &State,
    weights: &'a Weights,
    stop: &'a AtomicBool,
) -> Box<dyn Lookahead + 'a> {
    let plain = || Box::new(Plain::new(game, state.clone(), weights).until(stop)) as Box<dyn Lookahead + 'a>;
    game.lookahead(state, weights).unwrap_or_else(plain)
}

/// A lookahead for any game.
pub struct Plain<'a> {
    game: &'a dyn Game,
    roster: Roster,
    weights: &'a Weights,
    state: State,
    log: UndoLog,
    lists: Vec<MoveList>,
    sums: Vec<Vec<i32>>,
    depth: usize,
    stop: Option<&'a AtomicBool>,
}

impl<'a> Plain<'a> {
    /// Looks ahead from a state.
    pub fn new(game: &'a dyn Game, state: State, weights: &'a Weights) -> Plain<'a> {
        let sums = vec![weights.sums(game, &state)];
        let lists = vec![MoveList::new()];
        Plain { game, roster: Roster::of(game), weights, state, log: UndoLog::new(), lists, sums, depth: 0, stop: None }
    }

    /// The same, of which a flag ends every list of moves that takes long: with
    /// [`LimitKind::Stopped`](crate::LimitKind::Stopped).
    pub fn until(self, stop: &'a AtomicBool) -> Plain<'a> {
        Plain { stop: Some(stop), ..self }
    }

    /// Returns the list made last in the present state.
    pub fn list(&self) -> &MoveList {
        &self.lists[self.depth]
    }

    /// Plays a move that was listed for the present state before, also after further lists.
    pub fn play_move(&mut self, chosen: MoveRef<'_>) -> Found {
        self.game.play(&mut self.state, chosen, &mut self.log);
        self.deeper();
        self.state.ending(self.game.layout())
    }

    fn fuel(&self) -> Fuel<'a> {
        let fuel = Fuel::new(self.game.limits().fuel);
        match self.stop {
            Some(stop) => fuel.with_stop(stop),
            None => fuel,
        }
    }

    /// Returns how many moves have been played and not been taken back.
    pub fn depth(&self) -> usize {
        self.depth
    }

    fn deeper(&mut self) {
        self.depth += 1;
        if self.lists.len() <= self.depth {
            self.lists.push(MoveList::new());
        }
        self.sums.push(self.weights.sums(self.game, &self.state));
    }
}

impl Lookahead for Plain<'_> {
    fn key(&self) -> u64 {
        self.state.key_but_ending(self.game.layout())
    }

    fn state(&self) -> State {
        self.state.clone()
    }

    fn mover(&self) -> PlayerId {
        match self.game.turn(&self.state) {
            Turn::Choice(player) | Turn::Chance(player) => player,
            Turn::Together(players) => players.first().copied().unwrap_or(PlayerId::NONE),
        }
    }

    fn by_chance(&self) -> bool {
        matches!(self.game.turn(&self.state), Turn::Chance(_))
    }

    fn chances(&self, _found: &[Candidate]) -> Vec<(usize, f64)> {
        self.game.chances(&self.lists[self.depth])
    }

    fn moves(&mut self, loud: bool, found: &mut Vec<Candidate>) -> Result<Found, LimitHit> {
        found.clear();
        let fuel = &mut self.fuel();
        let list = &mut self.lists[self.depth];
        self.game.moves(&self.state, list, fuel)?;
        if list.is_empty() {
            return self.game.ending(&self.state);
        }
        if loud {
            let (state, roster) = (&self.state, &self.roster);
            list.retain(|_, one| Candidate::of(state, roster, one).is_loud());
        }
        found.extend(list.iter().map(|one| Candidate::of(&self.state, &self.roster, one)));
        Ok(None)
    }

    fn play(&mut self, index: usize) -> Result<Found, LimitHit> {
        self.game.play(&mut self.state, self.lists[self.depth].get(index), &mut self.log);
        self.deeper();
        Ok(self.state.ending(self.game.layout()))
    }

    fn pass(&mut self) -> bool {
        let passed = self.game.null_move(&mut self.state, &mut self.log);
        if passed {
            self.deeper();
        }
        passed
    }

    fn undo(&mut self) {
        if self.game.undo(&mut self.state, &mut self.log) {
            self.sums.pop();
            self.depth -= 1;
        }
    }

    fn sums(&self) -> &[i32] {
        &self.sums[self.depth]
    }

    fn weights(&self) -> &Weights {
        self.weights
    }

    fn occurrences(&self) -> usize {
        self.state.occurrences()
    }

    fn verdicts(&mut self, ending: (EndingId, PlayerId)) -> Vec<Verdict> {
        self.game.outcome_of(&self.state, ending).verdicts
    }

    fn mobility(&mut self, player: PlayerId) -> Option<u32> {
        let slots = &self.game.glossary().slots;
        let now = self.state.slot(self.game.layout()).index();
        let slot =
            (0..slots.len()).map(|ahead| (now + ahead) % slots.len()).find(|&slot| slots[slot].mover == player)?;
        let (mut state, mut log, mut list) = (self.state.clone(), UndoLog::new(), MoveList::new());
        let mut change = Change::begin(self.game.layout(), &mut state, &mut log);
        change.set_pending(None);
        change.set_slot(SlotId::at(slot));
        self.game.moves(&state, &mut list, &mut self.fuel()).ok()?;
        Some(list.iter().filter(|one| !one.is_pass()).count() as u32)
    }

    fn in_check(&mut self) -> Option<bool> {
        None
    }
}
