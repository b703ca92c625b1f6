//! What changes to a board mean, looked up by code.

use dagaz_core::{AttributeId, Layout, Piece, PieceTypeId, PlayerId, SlotId, WordPlaces, word_key};
use dagaz_rules::Rules;

use super::codes::{CodeSet, Codes};
use super::forget::Rights;
use super::graph::set_bit;
use crate::extra_state::{Checks, ExtraState, Pockets};
use crate::report::Unfit;

/// See the [module documentation](self).
#[derive(Debug)]
pub(crate) struct Tables {
    pub(crate) codes: Codes,
    pub(crate) layout: Layout,
    pub(crate) places: WordPlaces,
    pub(crate) sites: usize,
    /// Owners of pieces: the players; the last is "no owner".
    pub(crate) owners: usize,
    /// The supplies, each with its word in a state.
    pub(crate) supplies: Vec<(Piece, usize)>,
    /// What a code on a site contributes to the key.
    keys: Box<[u64]>,
    /// What each slot contributes to the key.
    slot_keys: Box<[u64]>,
    /// What the site contributes where the last step began, and where it ended; nowhere first, then
    /// site by site.
    last_keys: Box<[(u64, u64)]>,
    /// For each supply what small counts contribute.
    supply_keys: Box<[[u64; COUNTS]]>,
    /// For each code the row of its owner; the row after all owners for the empty site.
    owner: Box<[u8]>,
    /// For each player who captures, and for each code, the supply to which the piece goes, or
    /// [`NO_SUPPLY`].
    captured: Box<[u8]>,
    /// For each slot who moves.
    movers: Box<[u8]>,
    /// For each code the bits that its capture raises.
    watch: Box<[u64]>,
    /// The extra state of edition 3.
    pub(crate) beside: Option<BesideTables>,
}

/// [`Checks`], looked up by code. Only games of two players have them.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CheckTables {
    /// The words of the two players.
    pub(crate) words: [usize; 2],
    /// The codes of each player of which one is attacked by a check.
    pub(crate) codes: [CodeSet; 2],
    pub(crate) in_a_row: bool,
    pub(crate) compared: bool,
}

impl CheckTables {
    fn of(checks: &Checks, codes: &Codes) -> CheckTables {
        let &Checks { word, ref kinds, in_a_row, compared } = checks;
        let of_player = |owner| match kinds.as_slice() {
            [] => codes.of_owner(owner),
            kinds => kinds.iter().fold(0, |set, &kind| set | codes.of_piece(Piece { kind, owner })),
        };
        let codes = [0, 1].map(|player| of_player(PlayerId(player)));
        CheckTables { words: [word, word + 1], codes, in_a_row, compared }
    }

    /// What a count of a player contributes to a key.
    pub(crate) fn key(&self, player: usize, count: u32) -> u64 {
        word_key(self.words[player], count)
    }
}

/// That the last move went by the rule that is asked for: its word in a state, and what that
/// contributes to the key.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Kept {
    pub(crate) word: usize,
    pub(crate) value: u32,
    pub(crate) key: u64,
}

/// [`ExtraState`], looked up by code and site.
#[derive(Debug)]
pub(crate) struct BesideTables {
    pub(crate) last_mover: usize,
    /// What is kept of the last move.
    pub(crate) named: Option<Kept>,
    /// Whether the piece that went by it is still of the type that it was.
    stays: bool,
    /// For each site the moves from there that are kept: where to, and of which codes.
    kept: Box<[Vec<(u16, CodeSet)>]>,
    /// For each site the codes of which some move from there is kept: mostly there is none, and
    /// nothing more to ask.
    leaving: Box<[CodeSet]>,
    /// Whether the last move is dropped where it does not change the legal moves.
    pub(crate) forgets_last: bool,
    /// The rights of unmoved pieces.
    pub(crate) rights: Rights,
    /// The word that counts idle turns.
    pub(crate) idle: Option<usize>,
    /// The codes of which a move is not idle.
    pub(crate) stirring: CodeSet,
    pub(crate) checks: Option<CheckTables>,
}

impl BesideTables {
    fn of(beside: &ExtraState, codes: &Codes, layout: &Layout, sites: usize, players: usize) -> BesideTables {
        let mut kept = vec![Vec::new(); sites];
        for one in beside.named.iter().flat_map(|named| &named.moves) {
            let set = codes.of_piece(Piece { kind: one.kind, owner: one.player });
            kept[one.from.index()].push((one.to.0, set));
        }
        let stirs = |kind| codes.set_where(|word| Piece::kind_of(word) == Some(kind));
        BesideTables {
            last_mover: beside.last_mover,
            named: beside.named.as_ref().map(|named| Kept {
                word: named.word,
                value: named.value,
                key: word_key(named.word, named.value),
            }),
            stays: beside.named.as_ref().is_some_and(|named| named.stays),
            leaving: kept.iter().map(|moves| moves.iter().fold(0, |set, (_, codes)| set | codes)).collect(),
            kept: kept.into_boxed_slice(),
            forgets_last: beside.forgets_last,
            rights: Rights::of(beside, codes, layout, players),
            idle: beside.idle.as_ref().map(|idle| idle.word),
            checks: beside.checks.as_ref().map(|checks| CheckTables::of(checks, codes)),
            stirring: beside.idle.iter().flat_map(|idle| &idle.kinds).fold(0, |set, &kind| set | stirs(kind)),
        }
    }

    /// Whether it may be kept that a piece went from one site to another, where one of that code
    /// stands now.
    pub(crate) fn may_keep(&self, from: u16, to: u16, now: u8) -> bool {
        match self.stays {
            true => self.keeps(from, to, now),
            false => (0..64).any(|code| self.keeps(from, to, code)),
        }
    }

    /// Whether it is kept that a piece of that code went from one site to another.
    #[inline]
    pub(crate) fn keeps(&self, from: u16, to: u16, code: u8) -> bool {
        let from = usize::from(from);
        self.leaving.get(from).is_some_and(|codes| codes >> code & 1 == 1)
            && self.kept[from].iter().any(|&(known, codes)| known == to && codes >> code & 1 == 1)
    }

    /// The contribution of the uncompared extra words to the key of a whole state.
    pub(crate) fn counters_key(&self, last_mover: Option<PlayerId>, idle: u32, checks: [u32; 2]) -> u64 {
        let mover = word_key(self.last_mover, last_mover.map_or(0, |player| u32::from(player.0) + 1));
        let idle = self.idle.map_or(0, |word| word_key(word, idle));
        let uncompared = self.checks.iter().filter(|tables| !tables.compared);
        let checks = uncompared.fold(0, |key, tables| key ^ tables.key(0, checks[0]) ^ tables.key(1, checks[1]));
        mover ^ idle ^ checks
    }
}

const NO_SUPPLY: u8 = u8::MAX;

/// Counts of a supply of which the keys are kept.
const COUNTS: usize = 64;

impl Tables {
    /// The tables of a game; an error if it has something that they cannot say.
    pub(crate) fn of(rules: &Rules, layout: &Layout, beside: Option<&ExtraState>) -> Result<Tables, Unfit> {
        let codes = Codes::of(rules, layout)?;
        // A state may have a site off the board, for a carried piece.
        let (sites, players) = (rules.topology.sites().len(), rules.players.len());
        let spec = layout.spec();
        let more = beside.is_none() && (spec.variables > 0 || spec.counters > 0);
        if spec.watched.len() > 64 || more || spec.recycle_promotions {
            return Err(Unfit::Counted);
        }
        let mut supplies: Vec<(Piece, usize)> = Vec::new();
        for &piece in &spec.supplies {
            let place = layout.supply_place(piece).ok_or(Unfit::Counted)?;
            if supplies.iter().all(|(known, _)| *known != piece) {
                supplies.push((piece, place));
            }
        }
        if supplies.len() >= usize::from(NO_SUPPLY) {
            return Err(Unfit::Counted);
        }
        let places = layout.places();
        let counted = |place: usize| std::array::from_fn(|count| word_key(place, count as u32));
        let last = |site: u32| (word_key(places.last_from, site), word_key(places.last_to, site));
        let keeps_last = spec.keeps_last;
        let each = || (0..codes.len() as u8).map(|code| (code, codes.piece(code)));
        let keys = (0..sites).flat_map(|site| each().map(move |(code, _)| (site, code)));
        Ok(Tables {
            keys: keys.map(|(site, code)| word_key(site, codes.word(code))).collect(),
            owner: each()
                .map(|(_, piece)| piece.map_or(players + 1, |piece| piece.owner.index().min(players)) as u8)
                .collect(),
            captured: (0..players)
                .flat_map(|mover| each().map(move |(code, _)| (PlayerId::at(mover), code)))
                .map(|(mover, code)| {
                    let into = match beside.and_then(|beside| beside.pockets.as_ref()) {
                        Some(pockets) => {
                            pocketed(pockets, &codes, layout, code).map(|kind| Piece { kind, owner: mover })
                        }
                        None => codes.piece(code).filter(|_| spec.recycle),
                    };
                    let known = supplies.iter().position(|(known, _)| Some(*known) == into);
                    known.map_or(NO_SUPPLY, |index| index as u8)
                })
                .collect(),
            movers: rules.turns.slots.iter().map(|slot| slot.mover.0).collect(),
            watch: each()
                .map(|(_, piece)| {
                    // The first of equal ones is the one that is watched.
                    spec.watched.iter().position(|watched| Some(*watched) == piece).map_or(0, |index| 1 << index)
                })
                .collect(),
            slot_keys: (0..rules.turns.slots.len()).map(|slot| word_key(places.slot, slot as u32)).collect(),
            last_keys: if keeps_last { (0..=sites as u32).map(last).collect() } else { Box::default() },
            supply_keys: supplies.iter().map(|&(_, place)| counted(place)).collect(),
            places,
            layout: layout.clone(),
            beside: beside.map(|beside| BesideTables::of(beside, &codes, layout, sites, players)),
            owners: players + 1,
            sites,
            supplies,
            codes,
        })
    }

    #[inline]
    pub(crate) fn key(&self, site: usize, code: u8) -> u64 {
        self.keys[site * self.codes.len() + usize::from(code)]
    }

    #[inline]
    pub(crate) fn slot_key(&self, slot: SlotId) -> u64 {
        self.slot_keys[slot.index()]
    }

    /// What the ends of the last step contribute to the key.
    #[inline]
    pub(crate) fn last_key(&self, from: u16, to: u16) -> u64 {
        self.last_keys[usize::from(from.wrapping_add(1))].0 ^ self.last_keys[usize::from(to.wrapping_add(1))].1
    }

    #[inline]
    pub(crate) fn supply_key(&self, index: usize, count: u32) -> u64 {
        let known = self.supply_keys[index].get(count as usize).copied();
        known.unwrap_or_else(|| word_key(self.supplies[index].1, count))
    }

    #[inline]
    pub(crate) fn owner(&self, code: u8) -> usize {
        usize::from(self.owner[usize::from(code)])
    }

    /// The supply to which a captured piece of that code goes in a turn of a slot.
    #[inline]
    pub(crate) fn captured(&self, slot: SlotId, code: u8) -> Option<usize> {
        let mover = usize::from(self.movers[slot.index()]);
        match self.captured[mover * self.codes.len() + usize::from(code)] {
            NO_SUPPLY => None,
            index => Some(usize::from(index)),
        }
    }

    #[inline]
    pub(crate) fn watch(&self, code: u8) -> u64 {
        self.watch[usize::from(code)]
    }

    pub(crate) fn supply(&self, piece: Piece) -> Option<usize> {
        self.supplies.iter().position(|(known, _)| *known == piece)
    }

    /// The code of a new piece.
    pub(crate) fn fresh(&self, piece: Piece) -> u8 {
        self.codes.code(self.layout.fresh_word(piece))
    }

    /// The code of a piece that has become another one, its attributes kept.
    pub(crate) fn as_piece(&self, code: u8, change: impl Fn(Piece) -> Piece) -> u8 {
        match self.codes.piece(code) {
            Some(piece) => self.codes.code(self.codes.word(code) ^ piece.code() ^ change(piece).code()),
            None => 0,
        }
    }

    /// The code of a piece with an attribute set.
    pub(crate) fn with(&self, code: u8, attribute: dagaz_core::AttributeId, value: bool) -> u8 {
        if code == 0 {
            return 0;
        }
        let word = set_bit(&self.layout, self.codes.word(code), attribute, value);
        word.map_or(Codes::NONE, |word| self.codes.code(word))
    }
}

/// The code of a captured piece in the capturer's hand.
fn pocketed(pockets: &Pockets, codes: &Codes, layout: &Layout, code: u8) -> Option<PieceTypeId> {
    let (kind, word) = (codes.piece(code)?.kind, codes.word(code));
    let value = |attribute: usize| {
        let bit = layout.attribute_bit(AttributeId::at(attribute));
        bit.map_or(0, |bit| ((word >> bit & 1) as usize) << attribute)
    };
    let values: usize = (0..pockets.attributes).map(value).sum();
    pockets.into.get((kind.index() << pockets.attributes) + values).copied().flatten()
}
