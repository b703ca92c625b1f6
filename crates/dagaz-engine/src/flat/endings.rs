//! Endings on the flat state: patterns as sets of sites, counts as counts of bits.
//!
//! What an ending asks about the board is written out before the game, site by site, into patterns:
//! lists of sites with the codes that must stand there. Of an ending that is nothing but patterns
//! only those are looked at that have a site which the turn has changed, since the others held no
//! more before than now.

use dagaz_core::{EndingId, Piece, PieceTypeId, PlayerId, SiteId};
use dagaz_rules::Comparison;

use super::codes::{CodeSet, Codes};
use super::sites::Sites;
use super::state::FlatState;
use super::tables::Tables;
use crate::board::Board;
use crate::check::{Check, Count};
use crate::extra_state::{Counted, ExtraState};
use crate::program::{At, Program, Test};
use crate::turn::{EndingCode, Judgement, Phase};

/// Patterns of one ending for one player.
const PATTERNS_MAX: usize = 50_000;

/// Sites, and the codes of which one must stand on each.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Pattern<const W: usize> {
    /// The codes of which one stands on every site of `sites`.
    codes: CodeSet,
    sites: Sites<W>,
    /// Other sites.
    others: Vec<(u16, CodeSet)>,
}

#[derive(Debug)]
enum FlatCheck<const W: usize> {
    Always(bool),
    Not(Box<FlatCheck<W>>),
    All(Vec<FlatCheck<W>>),
    Any(Vec<FlatCheck<W>>),
    Patterns(Patterns<W>),
    Compare(FlatCount, Comparison, FlatCount),
    Captured(u64),
    Repeated(usize),
    /// The counters of the extra state have reached this value, for the player.
    Counted(PlayerId, Counted),
    /// The player is to move and has no move.
    Stuck(PlayerId),
    AllStuck,
    /// One of these pieces of the player is attacked.
    Attacked(PlayerId, CodeSet),
}

/// What is known of the moves when endings that look at them are asked.
pub(crate) struct Known<'a> {
    /// Who is to move and has no move.
    pub(crate) stuck: Option<PlayerId>,
    /// Whether no player has one.
    pub(crate) all_stuck: bool,
    /// Whether one of these pieces of a player is attacked.
    pub(crate) attacked: &'a dyn Fn(PlayerId, CodeSet) -> bool,
}

/// Patterns of which one must hold.
#[derive(Debug)]
struct Patterns<const W: usize> {
    /// Those of one site each, by what must stand there.
    single: Vec<(CodeSet, Sites<W>)>,
    several: Vec<Pattern<W>>,
    /// For each site those of `several` that it belongs to, by what must stand there.
    of_site: Vec<Vec<(CodeSet, Vec<u32>)>>,
}

#[derive(Debug)]
enum FlatCount {
    Is(i64),
    Pieces { codes: CodeSet, supplies: Vec<usize> },
}

/// An ending that is asked at the end of each turn, for one player.
#[derive(Debug)]
struct FlatEnding<const W: usize> {
    id: EndingId,
    player: PlayerId,
    /// Whether it is evaluated only if the player moves next, or only if not.
    if_mover: Option<bool>,
    repeats: bool,
    check: FlatCheck<W>,
}

/// The endings of a game.
#[derive(Debug)]
pub(crate) struct Endings<const W: usize> {
    /// Those that are asked at the end of each turn.
    of_turns: Vec<FlatEnding<W>>,
    /// Those that are evaluated when no player can move.
    of_moves: Vec<FlatEnding<W>>,
    /// In edition 3: for each player who may have moved last the order in which `of_turns` are
    /// asked. There the rank of an ending counts alone, and of the players the one who moved last
    /// is asked first.
    orders: Vec<Vec<u16>>,
    /// Whether some of `of_turns` is nothing but patterns.
    any_patterns: bool,
    /// What keeps all of `of_turns` from holding, where that shows at a glance.
    calm: Option<Calm>,
}

/// Conditions that together keep endings from holding in a state that remembers nothing.
#[derive(Debug)]
struct Calm {
    /// Fewer turns than this have been idle.
    idle: u32,
    /// Of each of these sets a piece stands on the board.
    standing: Vec<CodeSet>,
}

impl<const W: usize> FlatEnding<W> {
    /// Whether it is asked when that player is to move.
    #[inline]
    fn is_asked(&self, mover: PlayerId) -> bool {
        self.if_mover.is_none_or(|wanted| (self.player == mover) == wanted)
    }
}

impl<const W: usize> Endings<W> {
    /// The endings in the order in which they are asked; none if one asks for what the flat state
    /// does not know.
    pub(crate) fn of(
        tables: &Tables,
        board: &Board,
        endings: &[EndingCode],
        beside: Option<&ExtraState>,
    ) -> Option<Endings<W>> {
        let mut all =
            Endings { of_turns: Vec::new(), of_moves: Vec::new(), orders: Vec::new(), any_patterns: false, calm: None };
        for phase in [Phase::Board, Phase::Repetition, Phase::Moves] {
            let into = if phase == Phase::Moves { &mut all.of_moves } else { &mut all.of_turns };
            for ending in endings.iter().filter(|ending| ending.phase == phase) {
                let attacking =
                    beside.and_then(|beside| beside.attacking.iter().find(|one| one.0 == ending.id.index()));
                let counted = beside.and_then(|beside| beside.counted.iter().find(|one| one.0 == ending.id.index()));
                for judgement in &ending.judgements {
                    let making = Making { tables, board, program: &judgement.program, player: judgement.player };
                    into.push(FlatEnding {
                        id: beside.map_or(ending.id, |beside| beside.endings[ending.id.index()]),
                        player: judgement.player,
                        if_mover: match beside {
                            Some(beside) => beside.of_mover[ending.id.index()],
                            None => ending.whole.then_some(true),
                        },
                        repeats: phase == Phase::Repetition,
                        check: match (counted, attacking) {
                            (Some((_, counted)), _) => FlatCheck::Counted(judgement.player, *counted),
                            (None, Some((_, kinds))) => attacks_other(tables, judgement.player, kinds),
                            (None, None) => making.check(&judgement.check)?,
                        },
                    });
                }
            }
        }
        if beside.is_some() {
            let players = tables.owners - 1;
            let after = |last: usize, player: PlayerId| (player.index() + players - last) % players;
            let order = |last: usize| {
                let mut order: Vec<u16> = (0..all.of_turns.len() as u16).collect();
                let asked = |index: &u16| &all.of_turns[usize::from(*index)];
                order.sort_by_key(|index| (asked(index).id, after(last, asked(index).player)));
                // What is no more true for one player than for another is asked once.
                order.dedup_by(|later, first| {
                    let (later, first) = (asked(later), asked(first));
                    let always = later.if_mover.is_none() && first.if_mover.is_none();
                    always && later.id == first.id && first.check.is_same_for_all() && later.check.is_same_for_all()
                });
                order
            };
            all.orders = (0..players).map(order).collect();
        }
        all.calm = Calm::of(&all.of_turns, tables.sites);
        all.any_patterns = all.of_turns.iter().any(|one| one.check.is_patterns());
        Some(all)
    }

    /// Whether an ending that looks at moves is asked before this one.
    #[inline]
    pub(crate) fn may_be_overruled(&self, ending: EndingId) -> bool {
        !self.orders.is_empty() && self.of_moves.iter().any(|one| one.id < ending)
    }

    /// The pieces of a player of whose attack some ending asks.
    pub(crate) fn asked(&self, player: PlayerId) -> CodeSet {
        self.of_turns.iter().chain(&self.of_moves).fold(0, |set, one| set | one.check.asked(player))
    }

    /// Whether nothing that is asked at the end of a turn can hold in a state, as a glance at it
    /// shows.
    #[inline]
    pub(crate) fn are_far(&self, state: &FlatState<W>) -> bool {
        match &self.calm {
            Some(calm) => calm.holds(state),
            None => self.of_turns.is_empty(),
        }
    }

    /// Whether it matters at the end of a turn which sites it has changed.
    #[inline]
    pub(crate) fn ask_what_changed(&self) -> bool {
        self.any_patterns
    }

    /// The first ending that holds when the player who is to move has no move.
    pub(crate) fn holding_stuck(
        &self,
        state: &FlatState<W>,
        mover: PlayerId,
        known: &Known<'_>,
    ) -> Option<(EndingId, PlayerId)> {
        let mut asked = self.of_moves.iter().filter(|one| one.is_asked(mover));
        asked.find_map(|one| one.check.holds(state, None, Some(known)).then_some((one.id, one.player)))
    }

    /// Whether an ending that is nothing but patterns holds already.
    pub(crate) fn any_pattern_holds(&self, state: &FlatState<W>) -> bool {
        self.of_turns.iter().any(|one| one.check.is_patterns() && one.check.holds(state, None, None))
    }

    /// The first ending that holds after a turn that has changed these sites; all count as changed
    /// if none are given.
    pub(crate) fn holding(
        &self,
        state: &FlatState<W>,
        mover: PlayerId,
        changed: Option<&Sites<W>>,
        attacked: &dyn Fn(PlayerId, CodeSet) -> bool,
    ) -> Option<(EndingId, PlayerId)> {
        let known = Known { stuck: None, all_stuck: false, attacked };
        if !self.orders.is_empty() {
            let last = state.facts.last_mover.unwrap_or(mover);
            let order = self.orders.get(last.index())?;
            let asked = order.iter().map(|index| &self.of_turns[usize::from(*index)]);
            return asked.filter(|one| one.is_asked(mover)).find_map(|one| {
                let changed = changed.filter(|_| one.if_mover.is_none() && one.check.is_patterns());
                one.check.holds(state, changed, Some(&known)).then_some((one.id, one.player))
            });
        }
        let asked = self.of_turns.iter().filter(|one| one.is_asked(mover));
        let mut asked = asked.filter(|one| !(one.repeats && state.forgetful));
        asked.find_map(|one| {
            let changed = changed.filter(|_| one.if_mover.is_none() && one.check.is_patterns());
            one.check.holds(state, changed, Some(&known)).then_some((one.id, one.player))
        })
    }
}

impl Calm {
    /// Returns the conditions; `None` if an ending can hold although they are met.
    fn of<const W: usize>(endings: &[FlatEnding<W>], sites: usize) -> Option<Calm> {
        let mut calm = Calm { idle: u32::MAX, standing: Vec::new() };
        for ending in endings {
            match (ending.check.least_idle(), ending.check.bars(sites)) {
                (Some(idle), _) => calm.idle = calm.idle.min(idle),
                (None, 0) => return None,
                (None, codes) if calm.standing.contains(&codes) => {}
                (None, codes) => calm.standing.push(codes),
            }
        }
        (!endings.is_empty()).then_some(calm)
    }

    #[inline]
    fn holds<const W: usize>(&self, state: &FlatState<W>) -> bool {
        state.facts.idle < self.idle
            && state.remembers_nothing()
            && self.standing.iter().all(|codes| state.has_any_of(*codes))
    }
}

/// That a piece of the other of two players is attacked.
fn attacks_other<const W: usize>(tables: &Tables, player: PlayerId, kinds: &[PieceTypeId]) -> FlatCheck<W> {
    let owner = PlayerId::at(1 - player.index().min(1));
    let codes = match kinds {
        [] => tables.codes.of_owner(owner),
        kinds => kinds.iter().fold(0, |set, &kind| set | tables.codes.of_piece(Piece { kind, owner })),
    };
    FlatCheck::Attacked(owner, codes)
}

struct Making<'a> {
    tables: &'a Tables,
    board: &'a Board,
    program: &'a Program,
    player: PlayerId,
}

/// The codes of which one is attacked somewhere, if that is what the check says.
pub(crate) fn attacked_pieces(tables: &Tables, program: &Program, check: &Check) -> Option<CodeSet> {
    let Check::Somewhere(Some(_), inner) = check else { return None };
    let Check::All(parts) = &**inner else { return None };
    match **parts {
        [Check::Site(At::Here, holds), Check::Site(At::Here, Test::Attacked(None))] => {
            tables.codes.tested(program, &tables.layout, holds)
        }
        _ => None,
    }
}

/// All conjunctions of placements that satisfy a condition; `None` if they cannot be listed, or are
/// too many.
pub(crate) fn ways_to_hold(tables: &Tables, board: &Board, judgement: &Judgement) -> Option<Vec<Vec<(u16, CodeSet)>>> {
    let Judgement { player, program, check } = judgement;
    Making { tables, board, program, player: *player }.ways(check, true, SiteId::NONE)
}

impl Making<'_> {
    fn check<const W: usize>(&self, check: &Check) -> Option<FlatCheck<W>> {
        let each = |parts: &[Check]| parts.iter().map(|part| self.check(part)).collect::<Option<Vec<_>>>();
        Some(match check {
            Check::Always(value) => FlatCheck::Always(*value),
            Check::Compare(a, comparison, b) => FlatCheck::Compare(self.count(a)?, *comparison, self.count(b)?),
            Check::Captured(pieces) => {
                let watched = &self.tables.layout.spec().watched;
                let bit = |piece| watched.iter().position(|known| known == piece).map_or(0, |index| 1u64 << index);
                FlatCheck::Captured(pieces.iter().map(bit).fold(0, |all, bit| all | bit))
            }
            Check::Repeated(times) => FlatCheck::Repeated(*times as usize),
            _ if let Some(codes) = attacked_pieces(self.tables, self.program, check) => {
                FlatCheck::Attacked(self.player, codes)
            }
            Check::Site(..) | Check::Somewhere(..) => FlatCheck::Patterns(self.patterns(check)?),
            Check::Any(parts) if parts.iter().all(is_of_sites) && !parts.is_empty() => {
                FlatCheck::Patterns(self.patterns(check)?)
            }
            Check::All(parts) if parts.iter().all(is_of_sites) && !parts.is_empty() => match self.patterns(check) {
                Some(patterns) => FlatCheck::Patterns(patterns),
                None => FlatCheck::All(each(parts)?),
            },
            Check::Any(parts) => FlatCheck::Any(each(parts)?),
            Check::All(parts) => FlatCheck::All(each(parts)?),
            Check::Not(inner) => FlatCheck::Not(Box::new(self.check(inner)?)),
            Check::Flag(_) => FlatCheck::Always(false),
            Check::Stuck(player) => FlatCheck::Stuck(*player),
            Check::AllStuck => FlatCheck::AllStuck,
        })
    }

    fn count(&self, count: &Count) -> Option<FlatCount> {
        Some(match count {
            Count::Is(value) => FlatCount::Is(*value),
            Count::Pieces { pieces, supplied } => {
                let mut supplies = Vec::new();
                for &piece in pieces.iter().filter(|_| *supplied) {
                    supplies.extend(self.tables.supply(piece));
                }
                let codes = &self.tables.codes;
                FlatCount::Pieces { codes: pieces.iter().fold(0, |set, &piece| set | codes.of_piece(piece)), supplies }
            }
        })
    }

    fn patterns<const W: usize>(&self, check: &Check) -> Option<Patterns<W>> {
        let found = self.ways(check, true, SiteId::NONE)?;
        let (mut single, mut several): (Vec<(CodeSet, Sites<W>)>, Vec<Pattern<W>>) = (Vec::new(), Vec::new());
        for mut conditions in found {
            conditions.sort_unstable();
            match *conditions.as_slice() {
                [(site, codes)] => match single.iter_mut().find(|(known, _)| *known == codes) {
                    Some((_, sites)) => sites.insert(usize::from(site)),
                    None => single.push((codes, Sites::of(usize::from(site)))),
                },
                // Something that always holds needs no board, and is not worth a form of its own.
                [] => return None,
                [(_, codes), ..] => {
                    let (same, others): (Vec<_>, Vec<_>) = conditions.iter().partition(|(_, set)| *set == codes);
                    let mut sites = Sites::EMPTY;
                    same.iter().for_each(|(site, _)| sites.insert(usize::from(*site)));
                    let pattern = Pattern { codes, sites, others };
                    several.push(pattern);
                }
            }
        }
        let mut of_site: Vec<Vec<(CodeSet, Vec<u32>)>> = vec![Vec::new(); self.tables.sites];
        for (index, pattern) in several.iter().enumerate() {
            let others = pattern.others.iter().map(|&(site, codes)| (usize::from(site), codes));
            for (site, codes) in pattern.sites.iter().map(|site| (site, pattern.codes)).chain(others) {
                match of_site[site].iter_mut().find(|(known, _)| *known == codes) {
                    Some((_, patterns)) => patterns.push(index as u32),
                    None => of_site[site].push((codes, vec![index as u32])),
                }
            }
        }
        Some(Patterns { single, several, of_site })
    }

    /// All the ways in which a check can answer `wanted` with the cursor on a site, each as what
    /// must stand where.
    fn ways(&self, check: &Check, wanted: bool, here: SiteId) -> Option<Vec<Vec<(u16, CodeSet)>>> {
        let settled = |holds: bool| Some(if holds { vec![Vec::new()] } else { Vec::new() });
        match (check, wanted) {
            (Check::Always(value), _) => settled(*value == wanted),
            (Check::Not(inner), _) => self.ways(inner, !wanted, here),
            (Check::All(parts), true) | (Check::Any(parts), false) => {
                let mut all = vec![Vec::new()];
                for part in parts {
                    let more = self.ways(part, wanted, here)?;
                    let mut next = Vec::new();
                    for one in &all {
                        for other in &more {
                            next.extend(joined(one, other));
                        }
                        if next.len() > PATTERNS_MAX {
                            return None;
                        }
                    }
                    all = next;
                }
                Some(all)
            }
            (Check::Any(parts), true) | (Check::All(parts), false) => {
                let mut all = Vec::new();
                for part in parts {
                    all.extend(self.ways(part, wanted, here)?);
                }
                (all.len() <= PATTERNS_MAX).then_some(all)
            }
            (Check::Somewhere(owners, inner), true) => {
                let codes = &self.tables.codes;
                let held = owners.iter().flatten().fold(0, |set, &owner| set | codes.of_owner(owner));
                let mut all = Vec::new();
                for site in (0..self.tables.sites).map(SiteId::at) {
                    for way in self.ways(inner, true, site)? {
                        match owners {
                            // Only sites are looked at where such a piece stands.
                            Some(_) => all.extend(joined(&way, &[(site.0, held)])),
                            None => all.push(way),
                        }
                    }
                    if all.len() > PATTERNS_MAX {
                        return None;
                    }
                }
                Some(all)
            }
            (Check::Site(at, test), _) => {
                let Some(site) = self.site(*at, here)?.some() else { return settled(!wanted) };
                match *test {
                    Test::OnBoard => settled(wanted),
                    Test::Is(other) => settled((site == other) == wanted),
                    Test::In(zone) => {
                        let zone = &self.program.zones[zone as usize];
                        settled((zone[site.index() / 64] >> (site.index() % 64) & 1 == 1) == wanted)
                    }
                    _ => {
                        let codes = &self.tables.codes;
                        let set = codes.tested(self.program, &self.tables.layout, *test)?;
                        let set = if wanted { set } else { !set & codes.all() };
                        Some(vec![vec![(site.0, set)]])
                    }
                }
            }
            _ => None,
        }
    }

    fn site(&self, at: At, here: SiteId) -> Option<SiteId> {
        let along = |site: SiteId, row: u16| if site == SiteId::NONE { site } else { self.board.link(row, site) };
        match at {
            At::Here => Some(here),
            At::Row(row) => Some(along(here, row)),
            At::Path(path) => Some(self.program.paths[path as usize].iter().fold(here, |site, &row| along(site, row))),
            At::Site(site) => Some(site),
            At::Mark | At::Origin | At::Target => Some(SiteId::NONE),
            At::LastFrom | At::LastTo => None,
        }
    }
}

fn is_of_sites(check: &Check) -> bool {
    match check {
        Check::Site(..) | Check::Somewhere(..) => true,
        Check::All(parts) | Check::Any(parts) => parts.iter().all(is_of_sites),
        _ => false,
    }
}

/// Both lists of conditions as one; none if they contradict each other.
fn joined(one: &[(u16, CodeSet)], other: &[(u16, CodeSet)]) -> Option<Vec<(u16, CodeSet)>> {
    let mut all = one.to_vec();
    for &(site, set) in other {
        match all.iter_mut().find(|(known, _)| *known == site) {
            Some((_, known)) => *known &= set,
            None => all.push((site, set)),
        }
    }
    all.iter().all(|(_, set)| *set != 0).then_some(all)
}

impl<const W: usize> FlatCheck<W> {
    fn asked(&self, player: PlayerId) -> CodeSet {
        match self {
            FlatCheck::Not(inner) => inner.asked(player),
            FlatCheck::All(parts) | FlatCheck::Any(parts) => parts.iter().fold(0, |set, one| set | one.asked(player)),
            FlatCheck::Attacked(of, codes) if *of == player => *codes,
            _ => 0,
        }
    }

    fn is_patterns(&self) -> bool {
        match self {
            FlatCheck::Patterns(_) => true,
            FlatCheck::Any(parts) => parts.iter().all(FlatCheck::is_patterns),
            _ => false,
        }
    }

    /// How many idle turns there must have been before it can hold in a state that remembers
    /// nothing; none if it asks for something else.
    fn least_idle(&self) -> Option<u32> {
        match self {
            FlatCheck::Repeated(times) => (*times > 1).then_some(u32::MAX),
            FlatCheck::Counted(_, Counted::Idle(turns)) => Some(*turns),
            _ => None,
        }
    }

    /// Returns the codes of which none may stand on the board if it is to hold; 0 if it does not
    /// ask for that.
    fn bars(&self, sites: usize) -> CodeSet {
        match self {
            FlatCheck::Not(inner) => match &**inner {
                FlatCheck::Patterns(patterns) => {
                    let everywhere = patterns.single.iter().filter(|(_, on)| on.len() == sites);
                    everywhere.fold(0, |all, (codes, _)| all | codes)
                }
                _ => 0,
            },
            FlatCheck::All(parts) => parts.iter().map(|part| part.bars(sites)).find(|codes| *codes != 0).unwrap_or(0),
            _ => 0,
        }
    }

    /// Whether it holds for each player or for none: it asks how often a position has occurred, or
    /// for how many turns nothing has happened.
    fn is_same_for_all(&self) -> bool {
        matches!(self, FlatCheck::Repeated(_) | FlatCheck::Counted(_, Counted::Idle(_)))
    }

    #[inline]
    fn holds(&self, state: &FlatState<W>, changed: Option<&Sites<W>>, known: Option<&Known<'_>>) -> bool {
        match self {
            FlatCheck::Stuck(player) => known.is_some_and(|known| known.stuck == Some(*player)),
            FlatCheck::AllStuck => known.is_some_and(|known| known.all_stuck),
            FlatCheck::Attacked(player, codes) => known.is_some_and(|known| (known.attacked)(*player, *codes)),
            FlatCheck::Always(value) => *value,
            FlatCheck::Not(inner) => !inner.holds(state, None, known),
            FlatCheck::All(parts) => parts.iter().all(|part| part.holds(state, None, known)),
            FlatCheck::Any(parts) => parts.iter().any(|part| part.holds(state, changed, known)),
            FlatCheck::Patterns(patterns) => patterns.hold(state, changed),
            FlatCheck::Compare(a, comparison, b) => comparison.holds(a.of(state), b.of(state)),
            FlatCheck::Captured(bits) => state.facts.watched & bits != 0,
            FlatCheck::Repeated(times) => state.occurs(*times),
            FlatCheck::Counted(player, counted) => match *counted {
                Counted::Idle(turns) => state.facts.idle >= turns,
                Counted::Checks(checks) => state.facts.checks_of(*player) >= checks,
                Counted::Perpetual { times, turns } => {
                    let checked = || u64::from(state.facts.checks_of(*player)) * u64::from(turns);
                    state.occurs(times as usize) && checked() >= state.cycle() as u64
                }
            },
        }
    }
}

impl<const W: usize> Patterns<W> {
    fn hold(&self, state: &FlatState<W>, changed: Option<&Sites<W>>) -> bool {
        if self.single.iter().any(|(codes, sites)| state.any_of(*codes).meets(sites)) {
            return true;
        }
        match changed {
            Some(changed) => changed.iter().any(|site| {
                let code = state.code(site);
                let fitting = self.of_site[site].iter().filter(|(codes, _)| codes >> code & 1 == 1);
                fitting.flat_map(|(_, patterns)| patterns).any(|&index| self.several[index as usize].holds(state))
            }),
            None => self.several.iter().any(|pattern| pattern.holds(state)),
        }
    }
}

impl<const W: usize> Pattern<W> {
    #[inline]
    fn holds(&self, state: &FlatState<W>) -> bool {
        self.sites.less(state.any_of(self.codes)).is_empty()
            && self.others.iter().all(|&(site, set)| set >> state.code(usize::from(site)) & 1 == 1)
    }
}

impl FlatCount {
    fn of<const W: usize>(&self, state: &FlatState<W>) -> i64 {
        match self {
            FlatCount::Is(value) => *value,
            FlatCount::Pieces { codes, supplies } => {
                let waiting: u32 = supplies.iter().map(|&index| state.supply(index)).sum();
                state.any_of(codes & !Codes::EMPTY).len() as i64 + i64::from(waiting)
            }
        }
    }
}
