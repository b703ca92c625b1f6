//! Reach: from where a piece could possibly capture on a site, whatever else stands on the board.
//!
//! An attack question would otherwise run every rule of every enemy piece. A program's hops are
//! functions of sites, so all that a run can touch from a start site follows from its graph alone,
//! if every test that depends on the board may go either way. What is found is a superset of the
//! truth: it only ever saves runs that could not have mattered. Measured: chess perft gains a
//! factor of about ten.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering};

use dagaz_core::{Bits, PieceTypeId, PlayerId, SiteId, SiteSet, State};

use crate::game::CompiledGame;
use crate::program::{At, Op, Program, Test};

/// Boards beyond this many sites are not analysed: the tables would be larger than they are worth.
const SITES_MAX: usize = 4_096;
/// Pairs of (instruction, site) visited for one rule and side before it counts as reaching
/// everything.
const VISITS_MAX: usize = 4_000_000;
/// The same for all rules of all sides together: seconds in the worst case, spent once and only on
/// games that ask about attacks often. Large chess variants need a thousand million, and play ten
/// times faster for it; chess needs a millisecond.
const ALL_VISITS_MAX: usize = 2_000_000_000;
/// The same on boards of more than [`SITES_MANY`] sites: every rule costs more there, and what it
/// saves is sooner enough.
const MANY_VISITS_MAX: usize = 100_000_000;
const SITES_MANY: usize = 1_024;
/// Bytes of tables for all rules of all sides. Large shogi games need a few millions.
const BYTES_MAX: usize = 48 << 20;
/// Words of marks for visited pairs that are wiped in the time of one visit.
const WIPED_PER_VISIT: usize = 16;
/// Number of questions about one side before its rules are analysed, since a caller with few
/// questions need not wait. On a board of many words every question counts as often, since more
/// pieces are examined.
const PATIENCE: u32 = 500;

/// See the [module documentation](self).
#[derive(Debug)]
pub(crate) struct Reach {
    players: Vec<OnceLock<PlayerReach>>,
    asked: Vec<AtomicU32>,
    /// What is known before the analysis.
    unknown: PlayerReach,
    all_sites: Box<[u64]>,
}

/// For each target the starts from which some piece of one player could touch it.
#[derive(Debug)]
struct PlayerReach {
    /// `union[target * words ..]`: for any piece type. `None`: from everywhere.
    union: Option<Box<[u64]>>,
    /// For each piece type and entry, the same. `None`: from everywhere.
    entries: Vec<Vec<Option<std::sync::Arc<[u64]>>>>,
}

impl Reach {
    pub(crate) fn new(players: usize, sites: usize) -> Reach {
        let all = SiteSet::of(sites, (0..sites).map(SiteId::at));
        Reach {
            players: (0..players).map(|_| OnceLock::new()).collect(),
            asked: (0..players).map(|_| AtomicU32::new(0)).collect(),
            unknown: PlayerReach { union: None, entries: Vec::new() },
            all_sites: all.words().into(),
        }
    }

    fn of(&self, game: &CompiledGame, player: PlayerId) -> &PlayerReach {
        let known = &self.players[player.index()];
        let weight = self.all_sites.len() as u32;
        if known.get().is_none() && self.asked[player.index()].fetch_add(weight, Ordering::Relaxed) < PATIENCE {
            return &self.unknown;
        }
        known.get_or_init(|| PlayerReach::analyse(game, player))
    }

    /// The pieces of a player that could possibly touch `target`.
    pub(crate) fn candidates(&self, game: &CompiledGame, player: PlayerId, target: SiteId) -> Candidates<'_> {
        let words = game.set_words();
        let reach = self.of(game, player);
        let starts = match &reach.union {
            Some(union) => &union[target.index() * words..][..words],
            None => &self.all_sites[..],
        };
        Candidates { starts, reach, target: target.index() * words }
    }

    /// Whether some piece of the player stands where it could possibly touch `target`.
    pub(crate) fn any_candidate(&self, game: &CompiledGame, state: &State, player: PlayerId, target: SiteId) -> bool {
        let candidates = self.candidates(game, player, target);
        state.held(game.layout_ref(), player).iter().zip(candidates.starts).any(|(held, starts)| held & starts != 0)
    }

    /// The sites of the whole board in one word of a set.
    pub(crate) fn all_sites(&self, index: usize) -> u64 {
        self.all_sites[index]
    }
}

/// The starts that matter for one target.
pub(crate) struct Candidates<'a> {
    starts: &'a [u64],
    reach: &'a PlayerReach,
    target: usize,
}

impl Candidates<'_> {
    /// The starts, by any piece type, in one word of the board.
    #[inline]
    pub(crate) fn word(&self, index: usize) -> u64 {
        self.starts[index]
    }

    /// Whether that entry of that piece type could touch the target from `start`.
    #[inline]
    pub(crate) fn entry(&self, kind: PieceTypeId, entry: usize, start: SiteId) -> bool {
        match self.reach.entries.get(kind.index()).and_then(|entries| entries[entry].as_ref()) {
            Some(sets) => sets[self.target + start.index() / 64] >> (start.index() % 64) & 1 == 1,
            None => true,
        }
    }
}

impl PlayerReach {
    fn analyse(game: &CompiledGame, player: PlayerId) -> PlayerReach {
        let (sites, words) = (game.board().sites(), game.set_words());
        let mut known = std::collections::HashMap::new();
        let visits = if sites > SITES_MANY { MANY_VISITS_MAX } else { ALL_VISITS_MAX };
        let mut left = visits / game.player_count().max(1);
        let bytes_of_one = sites * words * size_of::<u64>();
        let mut tables_left = BYTES_MAX / game.player_count().max(1) / bytes_of_one.max(1);
        let mut union = Some(vec![0u64; sites * words].into_boxed_slice());
        let mut entries = Vec::new();
        for kind in 0..game.kind_count() {
            let mut of_kind = Vec::new();
            for entry in game.entries(PieceTypeId::at(kind)) {
                let sets: &Option<std::sync::Arc<[u64]>> = known.entry(entry.rule).or_insert_with(|| {
                    if sites > SITES_MAX || tables_left == 0 {
                        return None;
                    }
                    let sets = touched(game, game.program(entry.rule, player), sites, words, &mut left)?;
                    tables_left -= 1;
                    Some(sets.into())
                });
                match (&mut union, sets) {
                    (Some(union), Some(sets)) => {
                        union.iter_mut().zip(sets.iter()).for_each(|(word, more)| *word |= more);
                    }
                    _ => union = None,
                }
                of_kind.push(sets.clone());
            }
            entries.push(of_kind);
        }
        PlayerReach { union, entries }
    }
}

/// For each target the starts from which the program could affect it; `None` if unknown.
fn touched(game: &CompiledGame, program: &Program, sites: usize, words: usize, left: &mut usize) -> Option<Vec<u64>> {
    let mut sets = vec![0u64; sites * words];
    let mut walk = Walk {
        game,
        program,
        sites,
        visited: vec![0; (program.ops.len() * sites).div_ceil(64)],
        left: VISITS_MAX.min(*left),
        registers: Default::default(),
        touched: SiteSet::empty(sites),
    };
    let allowed = walk.left;
    for start in (0..sites).map(SiteId::at) {
        let result = walk.from(start);
        if result.is_none() {
            *left -= allowed - walk.left;
            return None;
        }
        for target in walk.touched.iter() {
            sets[target.index() * words + start.index() / 64] |= 1 << (start.index() % 64);
        }
    }
    *left -= allowed - walk.left;
    Some(sets)
}

/// The sites that each register may hold.
#[derive(Clone, Default, PartialEq)]
struct RegisterSets {
    marks: Vec<SiteId>,
    targets: Vec<SiteId>,
    origins: Vec<SiteId>,
}

struct Walk<'a> {
    game: &'a CompiledGame,
    program: &'a Program,
    sites: usize,
    visited: Vec<u64>,
    /// Visits that may still be made.
    left: usize,
    registers: RegisterSets,
    touched: SiteSet,
}

impl Walk<'_> {
    /// Finds all that a run from `start` may touch. `None` if a hop leads anywhere, or the walk is
    /// too long.
    fn from(&mut self, start: SiteId) -> Option<()> {
        self.registers = RegisterSets { origins: vec![start], ..RegisterSets::default() };
        self.touched = SiteSet::empty(self.sites);
        loop {
            let before = self.registers.clone();
            self.left = self.left.checked_sub(self.visited.len() / WIPED_PER_VISIT)?;
            self.visited.iter_mut().for_each(|word| *word = 0);
            self.pass(start)?;
            if self.registers == before {
                return Some(());
            }
        }
    }

    fn pass(&mut self, start: SiteId) -> Option<()> {
        let mut waiting = vec![(0u32, start)];
        let mut reached = Vec::new();
        while let Some((op, here)) = waiting.pop() {
            let bit = op as usize * self.sites + here.index();
            if self.visited[bit / 64] >> (bit % 64) & 1 == 1 {
                continue;
            }
            self.visited[bit / 64] |= 1 << (bit % 64);
            self.left = self.left.checked_sub(1)?;
            let note = |set: &mut Vec<SiteId>| {
                if !set.contains(&here) {
                    set.push(here);
                }
            };
            match self.program.ops[op as usize] {
                Op::Hop(at) => {
                    reached.clear();
                    self.sites_at(at, here, &mut reached)?;
                    waiting.extend(reached.iter().map(|&site| (op + 1, site)));
                    continue;
                }
                Op::Unless { at, test, wanted, target } => {
                    let answer = self.settled(at, test, here);
                    if answer != Some(!wanted) {
                        waiting.push((op + 1, here));
                    }
                    if answer != Some(wanted) {
                        waiting.push((target, here));
                    }
                    continue;
                }
                Op::UnlessFlag { target, .. } | Op::UnlessCheck { target, .. } => waiting.push((target, here)),
                Op::Jump(target) => {
                    waiting.push((target, here));
                    continue;
                }
                Op::End => continue,
                Op::SetMark => note(&mut self.registers.marks),
                Op::SetTarget => note(&mut self.registers.targets),
                Op::SetOrigin => note(&mut self.registers.origins),
                Op::Cascade => {
                    self.land(here);
                    note(&mut self.registers.origins);
                }
                Op::Emit(_) => self.land(here),
                Op::Capture(at) | Op::Create(_, _, at) => {
                    reached.clear();
                    self.sites_at(at, here, &mut reached)?;
                    reached.iter().for_each(|&site| self.touched.insert(site));
                }
                Op::Turn(_)
                | Op::Become(..)
                | Op::Give(..)
                | Op::Flip(..)
                | Op::SetAttribute(..)
                | Op::SetFlag(..)
                | Op::SetSiteFlag(..) => {}
            }
            waiting.push((op + 1, here));
        }
        Some(())
    }

    fn land(&mut self, here: SiteId) {
        self.touched.insert(here);
        for &site in &self.registers.targets {
            self.touched.insert(site);
        }
    }

    /// The sites that a place may mean.
    fn sites_at(&self, at: At, here: SiteId, sites: &mut Vec<SiteId>) -> Option<()> {
        match at {
            At::Mark => sites.extend(&self.registers.marks),
            At::Target => sites.extend(&self.registers.targets),
            At::Origin => sites.extend(&self.registers.origins),
            At::LastFrom | At::LastTo => return None,
            _ => sites.extend(self.fixed(at, here)),
        }
        Some(())
    }

    /// The site that a place means, if that depends only on where the cursor is.
    fn fixed(&self, at: At, here: SiteId) -> Option<SiteId> {
        let board = self.game.board();
        match at {
            At::Here => Some(here),
            At::Row(row) => board.link(row, here).some(),
            At::Path(path) => {
                self.program.paths[path as usize].iter().try_fold(here, |site, &row| board.link(row, site).some())
            }
            At::Site(site) => Some(site),
            _ => None,
        }
    }

    /// The answer to a test, if that depends only on where the cursor is.
    fn settled(&self, at: At, test: Test, here: SiteId) -> Option<bool> {
        if matches!(at, At::Mark | At::Target | At::Origin | At::LastFrom | At::LastTo) {
            return None;
        }
        let Some(site) = self.fixed(at, here) else { return Some(false) };
        match test {
            Test::OnBoard => Some(true),
            Test::Is(other) => Some(site == other),
            Test::In(zone) => {
                let word = self.program.zones[zone as usize][site.index() / 64];
                Some(Bits(word).any(|bit| bit == site.index() % 64))
            }
            _ => None,
        }
    }
}
