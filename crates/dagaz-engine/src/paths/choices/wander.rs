//! Random games in which pieces only go, onto nothing, one hop or over others as far as they can: nothing is found out about
//! a position but whether what has been drawn is a move.
//!
//! Drawn are a piece and one of the sites to which it might go on a board as it likes, all of them equally often, until the
//! board lets it go there. So all moves there are stay equally likely, and where a piece can hop to is looked up for the few
//! that are drawn. Endings are asked only of what has changed since they were asked last.

use dagaz_core::{EndingId, Found, LimitHit, PlayerId, Playout, PlayoutLimits, Rng, Series, State, below};

use super::eye::{Between, Eye};
use super::form::{ELSE, Fate, Form, Rule, Start, Truth};
use super::look::standing;
use crate::paths::bits::Bits;
use crate::paths::bits::board::{Board, CODES_MAX, EMPTY};
use crate::paths::bits::past::Past;

/// No site.
const NOWHERE: u8 = u8::MAX;
/// Draws that come to nothing before the moves are listed.
const TRIALS: usize = 64;
/// Sites of the largest board.
const SITES_MAX: usize = u128::BITS as usize;

/// See the [module documentation](self).
#[derive(Debug)]
pub(in crate::paths) struct Wander<B> {
    form: Form<B>,
    sides: Vec<Ways>,
    /// For each code the endings, and for whom, that a move of such a piece may bring about.
    watched: Vec<Vec<(EndingId, PlayerId)>>,
    /// Whether some ending depends on whether one can move.
    asks_stuck: bool,
}

/// Where one player's pieces might go.
#[derive(Debug)]
struct Ways {
    /// For each code and site so many, of which those that there are not lead nowhere.
    most: usize,
    ways: Vec<Way>,
    /// For each code its chain, if it has one.
    chains: Vec<Option<u16>>,
}

#[derive(Clone, Copy, Debug)]
struct Way {
    to: u8,
    /// Whether others have to stand where one hops over them.
    hops: bool,
}

impl<B: Bits> Wander<B> {
    /// None if anything else is done in a game of this form.
    pub(in crate::paths) fn of(form: Form<B>) -> Option<Wander<B>> {
        if form.passes || form.setting.pieces.len() > CODES_MAX {
            return None;
        }
        let sides: Vec<Ways> = (0..form.sides.len()).map(|side| ways(&form, side)).collect::<Option<_>>()?;
        let (endings, players) = (form.for_all.len(), form.sides.len());
        let watched = |code: usize| {
            let first = form.setting.pieces[code].0.owner.index();
            let changed = 1 << code | EMPTY | ELSE;
            let mut watched = Vec::new();
            for ending in 0..endings {
                // What holds for all is asked once.
                let last = if form.for_all[ending] { (first + 1).min(players) } else { players };
                let asked = |player: &usize| form.sides[*player].endings[ending].asks_of() & changed != 0;
                let of = |player| (EndingId::at(ending), PlayerId::at(player));
                watched.extend((first..last).filter(asked).map(of));
                if !form.for_all[ending] {
                    watched.extend((0..first.min(players)).filter(asked).map(of));
                }
            }
            watched
        };
        let watched = (0..form.setting.pieces.len()).map(watched).collect();
        let asks_stuck = form.sides.iter().flat_map(|side| &side.endings).any(Truth::asks_stuck);
        Some(Wander { form, sides, watched, asks_stuck })
    }

    /// Plays a random game from a state, and leaves it where that stopped. None if the state is not one for this form.
    pub(in crate::paths) fn play(
        &self,
        state: &mut State,
        rng: &mut dyn Rng,
        limits: PlayoutLimits,
        counts: bool,
    ) -> Option<Playout> {
        let mut run = Run::of(self, state)?;
        let playout = run.play(rng, limits, counts);
        *state = run.state();
        Some(playout)
    }

    /// Plays one random game after the other. None if the state is not one for this form.
    pub(in crate::paths) fn play_series(
        &self,
        start: &State,
        limits: PlayoutLimits,
        series: &mut dyn Series,
    ) -> Option<Result<(), LimitHit>> {
        let mut run = Run::of(self, start)?;
        while let Some(rng) = series.begin() {
            let playout = run.play(rng, limits, false);
            series.end(&playout, &mut || run.state());
        }
        Some(Ok(()))
    }
}

/// None if some rule does more than go onto nothing.
fn ways<B: Bits>(form: &Form<B>, side: usize) -> Option<Ways> {
    let side = &form.sides[side];
    if !side.stages.is_empty() || side.always.len() != side.rules.len() {
        return None;
    }
    let (sites, codes) = (form.setting.sites, form.setting.pieces.len());
    let mut ways = vec![Vec::new(); codes * sites];
    let mut chains = vec![None; codes];
    for rule in &side.rules {
        let Rule { given, start, bounds, sites: onto, deeds, fate, weigh: _, .. } = rule;
        let (onto, zone) = standing(onto, form.setting.board)?;
        if !given.is_empty() || !deeds.is_empty() || *fate != Fate::Done || onto != EMPTY {
            return None;
        }
        let (code, hops) = match *start {
            Start::Chain { code, chain } => {
                chains[usize::from(code)] = Some(chain);
                (code, true)
            }
            Start::Line { code, line } if side.lines[usize::from(line)].through.is_none() => (code, false),
            _ => return None,
        };
        for (from, ways) in ways[usize::from(code) * sites..][..sites].iter_mut().enumerate() {
            let ends = match *start {
                Start::Chain { chain, .. } => side.chains[usize::from(chain)].leads_to(from),
                Start::Line { line, .. } => side.hops[usize::from(side.lines[usize::from(line)].hop)].ahead(B::one(from)),
                _ => B::NONE,
            };
            let bound = bounds.iter().find(|(of, _)| of.contains(from)).map_or(B::NONE, |(_, to)| *to);
            ways.extend((ends & zone & bound).each().map(|to| Way { to: to as u8, hops }));
        }
    }
    let most = ways.iter().map(Vec::len).max().unwrap_or(0).max(1);
    for ways in &mut ways {
        ways.resize(most, Way { to: NOWHERE, hops: false });
    }
    Some(Ways { most, ways: ways.concat(), chains })
}

/// A piece of somebody's: what it is, and where.
#[derive(Clone, Copy)]
struct Piece {
    code: u8,
    at: u8,
}

/// What changes.
#[derive(Clone)]
struct Now<B> {
    board: Board<B>,
    /// For each site a bit for what stands there: that of its code, or the one after those of all codes for nothing.
    stands: [u16; SITES_MAX],
    /// For each player its pieces.
    pieces: Vec<Vec<Piece>>,
}

/// Nothing stands there.
const NOTHING: u16 = 1 << CODES_MAX;

/// A game that is being played.
struct Run<'f, B> {
    wander: &'f Wander<B>,
    start: Now<B>,
    start_past: Past,
    now: Now<B>,
    past: Past,
    /// Where the piece that is looked at has come to, and from where it has still to go on.
    reached: [u32; SITES_MAX],
    look: u32,
    open: Vec<u8>,
}

impl<'f, B: Bits> Run<'f, B> {
    fn of(wander: &'f Wander<B>, state: &State) -> Option<Run<'f, B>> {
        let setting = &wander.form.setting;
        let board = Board::of(setting, state)?;
        let mut stands = [NOTHING; SITES_MAX];
        let mut pieces = vec![Vec::new(); wander.sides.len()];
        for (code, (piece, _)) in setting.pieces.iter().enumerate() {
            for site in board.sets[code].each() {
                stands[site] = 1 << code;
                if let Some(own) = pieces.get_mut(piece.owner.index()) {
                    own.push(Piece { code: code as u8, at: site as u8 });
                }
            }
        }
        let now = Now { board, stands, pieces };
        let past = Past::new(state.history(), state.is_forgetful(), setting.remembers);
        Some(Run {
            wander,
            start: now.clone(),
            start_past: past.clone(),
            now,
            past,
            reached: [0; SITES_MAX],
            look: 0,
            open: Vec::with_capacity(SITES_MAX),
        })
    }

    fn play(&mut self, rng: &mut dyn Rng, limits: PlayoutLimits, counts: bool) -> Playout {
        let setting = &self.wander.form.setting;
        self.past.restart(&self.start_past);
        self.now.clone_from(&self.start);
        let (mut playout, mut quiet, mut gone) = (Playout::default(), 0, None);
        loop {
            let mover = self.now.board.slot(setting).mover;
            playout.end = self.ended(mover, gone);
            if playout.end.is_some() {
                return playout;
            }
            let cut = playout.plies >= limits.plies || limits.quiet_plies.is_some_and(|most| quiet >= most);
            let drawn = if cut { None } else { self.draw(mover, rng) };
            let Some((index, to)) = drawn else {
                if !cut || self.is_stuck(mover) {
                    playout.end = Some((EndingId::at(self.wander.form.for_all.len()), mover));
                }
                return playout;
            };
            if counts {
                let mut choices = 0;
                self.each(mover, |_, _| {
                    choices += 1;
                    true
                });
                playout.choices += choices;
            }
            playout.plies += 1;
            quiet += 1;
            let piece = &mut self.now.pieces[mover.index()][index];
            let (code, from) = (usize::from(piece.code), usize::from(std::mem::replace(&mut piece.at, to)));
            let board = &mut self.now.board;
            board.turn_over(setting, code, from);
            board.turn_over(setting, code, usize::from(to));
            board.end_turn(setting);
            self.now.stands.swap(from, usize::from(to));
            self.past.note(self.now.board.key, false);
            gone = Some(code);
        }
    }

    /// How the game has ended, as far as something has changed since a piece of some code has gone.
    fn ended(&mut self, mover: PlayerId, gone: Option<usize>) -> Found {
        let wander = self.wander;
        let stuck = wander.asks_stuck && self.is_stuck(mover);
        let holds = |ending: EndingId, me: PlayerId| {
            let side = &wander.form.sides[me.index()];
            let between = Some(Between { past: &self.past, me, mover, stuck });
            let eye = Eye { between, ..Eye::new(&wander.form, side, &self.now.board) };
            eye.holds(&side.endings[ending.index()])
        };
        if let Some(code) = gone {
            return wander.watched[code].iter().copied().find(|(ending, player)| holds(*ending, *player));
        }
        let players = wander.form.sides.len();
        let first = usize::from(self.now.board.last_mover).checked_sub(1).unwrap_or(mover.index());
        let all = (0..wander.form.for_all.len()).flat_map(|ending| {
            (first..players).chain(0..first).map(move |player| (EndingId::at(ending), PlayerId::at(player)))
        });
        { all }.find(|(ending, player)| holds(*ending, *player))
    }

    /// One of the moves, each as likely as any other: which piece of the player's, and where it goes.
    fn draw(&mut self, mover: PlayerId, rng: &mut dyn Rng) -> Option<(usize, u8)> {
        let (sites, ways) = (self.wander.form.setting.sites, &self.wander.sides[mover.index()]);
        let all = self.now.pieces[mover.index()].len() * ways.most;
        for _ in 0..TRIALS.min(all) {
            let drawn = below(rng, all);
            let (index, number) = (drawn / ways.most, drawn % ways.most);
            let piece = self.now.pieces[mover.index()][index];
            let place = usize::from(piece.code) * sites + usize::from(piece.at);
            let way = ways.ways[place * ways.most + number];
            if way.to == NOWHERE || self.now.stands[usize::from(way.to)] != NOTHING {
                continue;
            }
            if !way.hops || self.comes_to(mover, piece, way.to) {
                return Some((index, way.to));
            }
        }
        let mut moves = Vec::new();
        self.each(mover, |index, to| {
            moves.push((index, to));
            true
        });
        if moves.is_empty() { None } else { Some(moves[below(rng, moves.len())]) }
    }

    fn is_stuck(&mut self, mover: PlayerId) -> bool {
        self.each(mover, |_, _| false)
    }

    /// Calls `take` with all moves, for as long as it wants more; whether it still does.
    fn each(&mut self, mover: PlayerId, mut take: impl FnMut(usize, u8) -> bool) -> bool {
        let (sites, ways) = (self.wander.form.setting.sites, &self.wander.sides[mover.index()]);
        for index in 0..self.now.pieces[mover.index()].len() {
            let piece = self.now.pieces[mover.index()][index];
            let place = usize::from(piece.code) * sites + usize::from(piece.at);
            let mut known = false;
            for way in &ways.ways[place * ways.most..][..ways.most] {
                if way.to == NOWHERE || self.now.stands[usize::from(way.to)] != NOTHING {
                    continue;
                }
                if way.hops && !std::mem::replace(&mut known, true) {
                    self.comes_to(mover, piece, NOWHERE);
                }
                let goes = !way.hops || self.reached[usize::from(way.to)] == self.look;
                if goes && !take(index, way.to) {
                    return false;
                }
            }
        }
        true
    }

    /// Whether a piece comes to a site by hopping. If it does not, it is known afterwards where it does.
    fn comes_to(&mut self, mover: PlayerId, piece: Piece, wanted: u8) -> bool {
        let side = &self.wander.form.sides[mover.index()];
        let Some(chain) = self.wander.sides[mover.index()].chains[usize::from(piece.code)] else { return false };
        let chain = &side.chains[usize::from(chain)];
        let over = chain.over as u16;
        // Nobody hops over himself, nor back to where he was.
        self.look = self.look.wrapping_add(1);
        if self.look == 0 {
            (self.reached, self.look) = ([0; SITES_MAX], 1);
        }
        self.reached[usize::from(piece.at)] = self.look;
        self.open.clear();
        let mut hops = &chain.firsts[usize::from(piece.at)];
        loop {
            for (by, to) in hops {
                let stands = &self.now.stands;
                if over & stands[usize::from(*by)] == 0 || *by == piece.at || stands[usize::from(*to)] != NOTHING {
                    continue;
                }
                if *to == wanted {
                    return true;
                }
                if std::mem::replace(&mut self.reached[usize::from(*to)], self.look) != self.look {
                    self.open.push(*to);
                }
            }
            match self.open.pop() {
                Some(at) => hops = &chain.ons[usize::from(at)],
                None => return false,
            }
        }
    }

    /// The state where the last game stopped.
    fn state(&self) -> State {
        self.now.board.state(&self.wander.form.setting, self.past.keys(), self.past.is_forgetful())
    }
}
