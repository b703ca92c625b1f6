//! Playout kernel for games in which pieces only move to empty sites, by one hop or by chains of
//! hops. It determines nothing about a position but whether a drawn move is legal.
//!
//! It draws a piece and a site that the piece could reach on a suitable board, all pairs equally
//! often, until the pair is legal (rejection sampling). So all legal moves are equally likely, and
//! chains of hops are searched only for drawn pairs. Endings are evaluated only for what has
//! changed since the last evaluation.

use dagaz_core::{EndingId, Found, LimitHit, PlayerId, Playout, PlayoutLimits, Rng, Series, State, below};

use super::ending_check::{Seen, Watches};
use super::form::{ELSE, Fate, Form, Rule, Start};
use super::hop_graph::{NOTHING, Net, Reach};
use super::look::standing;
use crate::paths::bits::Bits;
use crate::paths::bits::board::{Board, CODES_MAX, EMPTY};
use crate::paths::bits::past::Past;

/// No site.
const NOWHERE: u8 = u8::MAX;
/// Draws that come to nothing before the moves are listed.
const TRIALS: u32 = 64;
/// Sites of the largest board.
const SITES_MAX: usize = u128::BITS as usize;

/// See the [module documentation](self).
#[derive(Debug)]
pub(in crate::paths) struct HopPlayout<B> {
    form: Form<B>,
    sides: Vec<Ways>,
    /// The available hops over others; players with equal hops share them.
    nets: Vec<Net>,
    watches: Watches<B>,
}

/// Where one player's pieces might go.
#[derive(Debug)]
struct Ways {
    /// For each code of the player's and each site so many, of which those that there are not lead
    /// nowhere.
    most: u32,
    ways: Vec<u8>,
    /// So many of them lead there simply; with the others one hops.
    steps: u32,
    /// For each code where its sites begin among those, and its net, if it has one.
    codes: Vec<(usize, Option<usize>)>,
}

impl<B: Bits> HopPlayout<B> {
    /// None if anything else is done in a game of this form.
    pub(in crate::paths) fn of(form: Form<B>) -> Option<HopPlayout<B>> {
        if form.passes || form.setting.pieces.len() > CODES_MAX {
            return None;
        }
        let mut nets = Vec::new();
        let sides: Vec<Ways> = (0..form.sides.len()).map(|side| ways(&form, side, &mut nets)).collect::<Option<_>>()?;
        // So there are never more moves than the reference interpreter would list.
        let most = sides.iter().map(|ways| ways.most as usize).max()?;
        if most * form.setting.sites > form.setting.moves_max {
            return None;
        }
        let watches = Watches::of(&form);
        Some(HopPlayout { form, sides, nets, watches })
    }

    /// Plays a playout from a state, which is then its final state. `None` if this kernel does not
    /// support the state.
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

    /// Plays playouts one after the other. `None` if this kernel does not support the state.
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
fn ways<B: Bits>(form: &Form<B>, player: usize, nets: &mut Vec<Net>) -> Option<Ways> {
    let side = &form.sides[player];
    if !side.stages.is_empty() || side.always.len() != side.rules.len() {
        return None;
    }
    let sites = form.setting.sites;
    let mut codes = vec![(0, None); form.setting.pieces.len()];
    let own = form.setting.pieces.iter().enumerate().filter(|(_, (piece, _))| piece.owner.index() == player);
    let own: Vec<usize> = own.map(|(code, _)| code).collect();
    own.iter().enumerate().for_each(|(place, code)| codes[*code].0 = place * sites);
    let mut ways = vec![(Vec::new(), Vec::new()); own.len() * sites];
    for rule in &side.rules {
        let Rule { given, start, bounds, sites: onto, actions, fate, .. } = rule;
        let (onto, zone) = standing(onto, form.setting.board)?;
        if !given.is_empty() || !actions.is_empty() || *fate != Fate::Done || onto != EMPTY {
            return None;
        }
        let first = codes[usize::from(start.goes()?)].0;
        for (from, (steps, hops)) in ways[first..][..sites].iter_mut().enumerate() {
            let bound = bounds.iter().find(|(of, _)| of.contains(from)).map_or(B::NONE, |(_, to)| *to);
            let (ways, ends) = match *start {
                Start::Chain { chain, .. } => (hops, side.chains[usize::from(chain)].leads_to(from)),
                Start::Line { line, .. } if side.lines[usize::from(line)].through.is_none() => {
                    (steps, side.hops[usize::from(side.lines[usize::from(line)].hop)].ahead(B::one(from)))
                }
                _ => return None,
            };
            ways.extend((ends & zone & bound).each().map(|to| to as u8));
        }
        if let Start::Chain { code, chain } = *start {
            let net = Net::of(&side.chains[usize::from(chain)])?;
            let known = nets.iter().position(|known| *known == net);
            codes[usize::from(code)].1 = known.or(Some(nets.len()));
            nets.extend(known.is_none().then_some(net));
        }
    }
    let steps = ways.iter().map(|(steps, _)| steps.len()).max().unwrap_or(0);
    let hops = ways.iter().map(|(_, hops)| hops.len()).max().unwrap_or(0);
    let most = (steps + hops).max(1);
    let mut all = vec![NOWHERE; ways.len() * most];
    for (row, (own, over)) in all.chunks_mut(most).zip(&ways) {
        row[..own.len()].copy_from_slice(own);
        row[steps..][..over.len()].copy_from_slice(over);
    }
    Some(Ways { most: most as u32, ways: all, steps: steps as u32, codes })
}

/// A player's piece: its type and its site.
#[derive(Clone, Copy)]
struct Piece {
    code: u8,
    at: u8,
}

/// What changes.
#[derive(Clone)]
struct Now<B> {
    board: Board<B>,
    /// For each site a bit for what stands there: that of its code, or the one after those of all
    /// codes for nothing.
    stands: [u16; SITES_MAX],
    /// For each net the hops that are open.
    open: Vec<Vec<u16>>,
    /// For each player its pieces.
    pieces: Vec<Vec<Piece>>,
}

/// A game that is being played.
struct Run<'f, B> {
    wander: &'f HopPlayout<B>,
    start: Now<B>,
    start_past: Past,
    now: Now<B>,
    past: Past,
    reach: Reach,
}

impl<'f, B: Bits> Run<'f, B> {
    fn of(wander: &'f HopPlayout<B>, state: &State) -> Option<Run<'f, B>> {
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
        let open = wander.nets.iter().map(|net| net.open(&stands)).collect();
        let now = Now { board, stands, open, pieces };
        let past = Past::new(state.history(), state.is_forgetful(), setting.remembers);
        Some(Run { wander, start: now.clone(), start_past: past.clone(), now, past, reach: Reach::new(setting.sites) })
    }

    fn play(&mut self, rng: &mut dyn Rng, limits: PlayoutLimits, counts: bool) -> Playout {
        let setting = &self.wander.form.setting;
        self.past.restart(&self.start_past);
        self.now.clone_from(&self.start);
        let (mut playout, mut quiet, mut changed) = (Playout::default(), 0, u32::MAX);
        loop {
            let mover = self.now.board.slot(setting).mover;
            playout.end = self.ended(mover, changed);
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
            for (net, open) in self.wander.nets.iter().zip(&mut self.now.open) {
                net.went(open, &self.now.stands, from, usize::from(to));
            }
            self.past.note(self.now.board.key, false);
            changed = 1 << code | EMPTY | ELSE;
        }
    }

    /// How the game has ended, as far as that depends on what has changed.
    fn ended(&mut self, mover: PlayerId, changed: u32) -> Found {
        let HopPlayout { form, watches, .. } = self.wander;
        let stuck = watches.asks_stuck && self.is_stuck(mover);
        let board = &self.now.board;
        let seen = Seen { form, board, empty: board.empty(&form.setting), past: &self.past, mover, stuck };
        watches.ended(&seen, changed)
    }

    /// One of the moves, each as likely as any other: which piece of the player's, and where it
    /// goes.
    fn draw(&mut self, mover: PlayerId, rng: &mut dyn Rng) -> Option<(usize, u8)> {
        let ways = &self.wander.sides[mover.index()];
        let pieces = &self.now.pieces[mover.index()];
        let all = pieces.len() as u32 * ways.most;
        for _ in 0..TRIALS.min(all) {
            let drawn = below(rng, all as usize) as u32;
            let (index, number) = ((drawn / ways.most) as usize, drawn % ways.most);
            let piece = pieces[index];
            let (first, net) = ways.codes[usize::from(piece.code)];
            let to = ways.ways[(first + usize::from(piece.at)) * ways.most as usize + number as usize];
            if to == NOWHERE || self.now.stands[usize::from(to)] != NOTHING {
                continue;
            }
            if number < ways.steps {
                return Some((index, to));
            }
            if let Some(net) = net
                && self.reach.leads(&self.wander.nets[net], &self.now.open[net], piece.at, Some(to))
            {
                return Some((index, to));
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
        let ways = &self.wander.sides[mover.index()];
        for (index, piece) in self.now.pieces[mover.index()].iter().enumerate() {
            let (first, net) = ways.codes[usize::from(piece.code)];
            let row = &ways.ways[(first + usize::from(piece.at)) * ways.most as usize..][..ways.most as usize];
            let (steps, hops) = row.split_at(ways.steps as usize);
            let goes = |to: &&u8| **to != NOWHERE && self.now.stands[usize::from(**to)] == NOTHING;
            if !steps.iter().filter(goes).all(|to| take(index, *to)) {
                return false;
            }
            let Some(net) = net else { continue };
            self.reach.leads(&self.wander.nets[net], &self.now.open[net], piece.at, None);
            if !hops.iter().filter(goes).filter(|to| self.reach.has(**to)).all(|to| take(index, *to)) {
                return false;
            }
        }
        true
    }

    /// The state where the last game stopped.
    fn state(&self) -> State {
        self.now.board.state(&self.wander.form.setting, self.past.keys(), self.past.is_forgetful())
    }
}
