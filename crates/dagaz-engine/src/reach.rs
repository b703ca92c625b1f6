//! Reach: from where a piece could possibly capture on a site, whatever else stands on the board.
//!
//! An attack question would otherwise run every rule of every enemy piece. A program's hops are
//! functions of sites, so all that a run can touch from a start site follows from its graph alone
//! ([`touched`]). What is found is a superset of the truth: it only ever saves runs that could not
//! have mattered. Measured: chess perft gains a factor of about ten.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering};

use dagaz_core::{PieceTypeId, PlayerId, SiteId, SiteSet, State};

use crate::game::CompiledGame;
use crate::touched::touched;

/// Boards beyond this many sites are not analysed: the tables would be larger than they are worth.
const SITES_MAX: usize = 4_096;
/// Visits of nodes for all rules of all sides together: seconds in the worst case, spent once and
/// only on games that ask about attacks often.
const ALL_VISITS_MAX: usize = 400_000_000;
/// The same on boards of more than [`SITES_MANY`] sites: every rule costs more there, and what it
/// saves is sooner enough.
const MANY_VISITS_MAX: usize = 100_000_000;
const SITES_MANY: usize = 1_024;
/// Bytes of tables for all rules of all sides. Large shogi games need a few millions.
const BYTES_MAX: usize = 48 << 20;
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
                    let sets = touched(game.board(), game.program(entry.rule, player), &mut left)?;
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
