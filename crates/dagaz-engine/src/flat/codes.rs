//! Codes: every piece that can stand on a site, with everything that rules can tell about it, as
//! one small number.
//!
//! Type, owner and attributes are folded into one code, 0 being an empty site. Every question about
//! a site is then one test, `set >> code & 1`, and a piece that has moved is simply another piece.
//! What a code means is the word that a [`State`](dagaz_core::State) keeps for it, so that keys and
//! effects are the same for both.

use dagaz_core::{AttributeId, Layout, Piece, PieceTypeId, PlayerId, RuleId};
use dagaz_rules::{Action, Automaton, Node, Place, Rules, Truth};

use crate::program::{Program, Test};
use crate::report::Unfit;

/// A set of codes.
pub(crate) type CodeSet = u64;

/// Codes that fit a [`CodeSet`], the empty site's included.
const CODES_MAX: usize = 64;
/// Bits of attributes for which the table of words is made.
const ATTRIBUTES_MAX: usize = 8;

/// See the [module documentation](self).
#[derive(Debug)]
pub(crate) struct Codes {
    /// The word of each code.
    words: Vec<u32>,
    /// By owner, type and attribute bits: the code, or [`Codes::NONE`].
    table: Vec<u8>,
    kinds: usize,
    attributes: usize,
    shift: u32,
}

impl Codes {
    /// No code: a piece that the rules never make.
    pub(crate) const NONE: u8 = u8::MAX;
    pub(crate) const EMPTY: CodeSet = 1;

    /// The codes of a game; an error if they are too many, or pieces carry more than truths.
    pub(crate) fn of(rules: &Rules, layout: &Layout) -> Result<Codes, Unfit> {
        let attributes = rules.attributes.len();
        if !layout.is_plain() || attributes > ATTRIBUTES_MAX {
            return Err(Unfit::Attributes(ATTRIBUTES_MAX));
        }
        let bits: Option<Vec<u32>> = (0..attributes).map(|a| layout.attribute_bit(AttributeId::at(a))).collect();
        let shift = bits.ok_or(Unfit::Attributes(ATTRIBUTES_MAX))?.first().copied().unwrap_or(0);
        let live = live_attributes(rules);
        let nobody = rules.setup.pieces.iter().any(|placed| placed.piece.owner == PlayerId::NONE);
        let owners = (0..rules.players.len()).map(PlayerId::at).chain(nobody.then_some(PlayerId::NONE));
        let mut codes = Codes {
            words: vec![0],
            table: vec![Codes::NONE; ((rules.players.len() + 1) * rules.pieces.len()) << attributes],
            kinds: rules.pieces.len(),
            attributes,
            shift,
        };
        for owner in owners {
            for kind in (0..rules.pieces.len()).map(PieceTypeId::at) {
                let bare = Piece { kind, owner }.code();
                for values in (0..1u32 << attributes).filter(|values| values & !live[kind.index()] == 0) {
                    let word = bare | values << shift;
                    let place = codes.place(word);
                    *codes.table.get_mut(place).ok_or(Unfit::Codes(CODES_MAX))? = codes.words.len() as u8;
                    codes.words.push(word);
                    if codes.words.len() > CODES_MAX {
                        return Err(Unfit::Codes(CODES_MAX));
                    }
                }
            }
        }
        Ok(codes)
    }

    fn place(&self, word: u32) -> usize {
        let Some(piece) = Piece::from_word(word) else { return usize::MAX };
        let owner = usize::from(piece.owner.0.wrapping_add(1));
        let values = (word >> self.shift) as usize & ((1 << self.attributes) - 1);
        let bits = if self.attributes == 0 { 0 } else { values };
        ((owner * self.kinds + piece.kind.index()) << self.attributes) + bits
    }

    /// How many codes there are, the empty site's included.
    pub(crate) fn len(&self) -> usize {
        self.words.len()
    }

    /// What a code means.
    #[inline]
    pub(crate) fn word(&self, code: u8) -> u32 {
        self.words[usize::from(code)]
    }

    pub(crate) fn piece(&self, code: u8) -> Option<Piece> {
        Piece::from_word(self.word(code))
    }

    /// The code of a word, or [`Codes::NONE`].
    #[inline]
    pub(crate) fn code(&self, word: u32) -> u8 {
        if word == 0 { 0 } else { self.table.get(self.place(word)).copied().unwrap_or(Codes::NONE) }
    }

    /// The codes for whose words something holds.
    pub(crate) fn set_where(&self, holds: impl Fn(u32) -> bool) -> CodeSet {
        self.words.iter().enumerate().fold(0, |set, (code, &word)| set | u64::from(holds(word)) << code)
    }

    /// All codes, the empty site's included.
    pub(crate) fn all(&self) -> CodeSet {
        self.set_where(|_| true)
    }

    /// The codes of a piece, whatever its attributes.
    pub(crate) fn of_piece(&self, piece: Piece) -> CodeSet {
        self.set_where(|word| Piece::from_word(word) == Some(piece))
    }

    /// The codes of a player's pieces.
    pub(crate) fn of_owner(&self, owner: PlayerId) -> CodeSet {
        self.set_where(|word| Piece::from_word(word).is_some_and(|piece| piece.owner == owner))
    }

    /// The codes for which a test of one site's piece is true; none if the test asks for more than
    /// that.
    pub(crate) fn tested(&self, program: &Program, layout: &Layout, test: Test) -> Option<CodeSet> {
        let owned = |word: u32, owners: u32| word != 0 && owners >> Piece::owner_bit(word) & 1 == 1;
        Some(match test {
            Test::Empty => Codes::EMPTY,
            Test::Owned(owners) => self.set_where(|word| owned(word, owners)),
            Test::OwnedKind(owners, kind) => {
                self.set_where(|word| owned(word, owners) && Piece::kind_of(word) == Some(kind))
            }
            Test::OwnedKinds(owners, set) => {
                let kinds = &program.kinds[set as usize];
                let has = |kind: PieceTypeId| kinds[kind.index() / 64] >> (kind.index() % 64) & 1 == 1;
                self.set_where(|word| owned(word, owners) && Piece::kind_of(word).is_some_and(has))
            }
            Test::Has(attribute) => {
                let bit = layout.attribute_bit(attribute)?;
                self.set_where(|word| word >> bit & 1 == 1)
            }
            _ => return None,
        })
    }
}

/// For each piece type the attributes, as bits, that such a piece can ever have: those with which
/// it starts, those that some rule raises, and those of the types that become this one.
fn live_attributes(rules: &Rules) -> Vec<u32> {
    let nodes = |rule: RuleId| &rules.rules[rule.index()].automaton.nodes;
    let mut becomes: Vec<(Option<PieceTypeId>, PieceTypeId)> = Vec::new();
    for node in rules.rules.iter().flat_map(|rule| &rule.automaton.nodes) {
        if let Node::Do(Action::Become(kind, _), _) = node {
            becomes.push((None, *kind));
        }
    }
    let raising = rules.rules.iter().map(|rule| raised_by(&rule.automaton));
    let raising: Vec<Result<Vec<Raised<'_>>, u32>> = raising.collect();
    // The type of the piece is unknown.
    let mut raised = raising.iter().filter_map(|by| by.as_ref().err()).fold(0u32, |all, bits| all | bits);
    for placed in &rules.setup.pieces {
        raised |= placed.attributes.iter().fold(0, |bits, (a, _)| bits | 1 << a.index());
    }
    for (kind, piece) in rules.pieces.iter().enumerate() {
        for entry in piece.moves.iter().chain(&piece.drops) {
            // Another piece than the one that has the rule may be the one that goes.
            let other = |node: &Node| matches!(node, Node::Do(Action::Origin | Action::Cascade, _));
            let mover = Some(PieceTypeId::at(kind)).filter(|_| !nodes(entry.rule).iter().any(other));
            for node in nodes(entry.rule) {
                if let Node::Emit(emit, _) = node {
                    becomes.extend(emit.becomes.iter().map(|into| (mover, *into)));
                }
            }
        }
    }
    let starts = |piece: &dagaz_rules::PieceType| {
        piece.starts.iter().filter(|(_, value)| *value != 0).fold(raised, |bits, (a, _)| bits | 1 << a.index())
    };
    let mut live: Vec<u32> = rules.pieces.iter().map(starts).collect();
    for (kind, piece) in rules.pieces.iter().enumerate() {
        for entry in piece.moves.iter().chain(&piece.drops) {
            for Raised { bit, into } in raising[entry.rule.index()].iter().flatten() {
                match into {
                    [] => live[kind] |= bit,
                    into => into.iter().for_each(|kind| live[kind.index()] |= bit),
                }
            }
        }
    }
    loop {
        let before = live.clone();
        let all = live.iter().fold(0, |all, bits| all | bits);
        becomes.iter().for_each(|(from, into)| live[into.index()] |= from.map_or(all, |from| live[from.index()]));
        if live == before {
            return live;
        }
    }
}

/// An attribute that a rule raises on the piece that goes, as a bit, and what this piece becomes
/// with the same step.
struct Raised<'a> {
    bit: u32,
    into: &'a [PieceTypeId],
}

/// The attributes that a rule raises on the piece that goes and on no other; else the bits of all
/// that it raises.
fn raised_by(automaton: &Automaton) -> Result<Vec<Raised<'_>>, u32> {
    let nodes = &automaton.nodes;
    let raises = |node: &Node| match node {
        Node::Do(Action::SetAttribute(attribute, value, place), next) if *value != Truth::Always(false) => {
            Some((1 << attribute.index(), *place == Place::Here, *next))
        }
        _ => None,
    };
    let bits = nodes.iter().filter_map(raises).fold(0, |all, (bit, ..)| all | bit);
    // Other pieces go or come about, or the piece goes elsewhere than to where the cursor is.
    let strays = |node: &Node| {
        matches!(node, Node::Do(Action::Origin | Action::Cascade | Action::Target | Action::Create { .. }, _))
    };
    if nodes.iter().any(strays) {
        return Err(bits);
    }
    let mut all = Vec::new();
    for (bit, here, mut next) in nodes.iter().filter_map(raises) {
        // No way is longer than there are nodes.
        for _ in nodes {
            match nodes.get(next.0 as usize) {
                Some(Node::Do(_, after)) => next = *after,
                _ => break,
            }
        }
        match nodes.get(next.0 as usize) {
            Some(Node::Emit(emit, _)) if here && !emit.copies => all.push(Raised { bit, into: &emit.becomes }),
            _ => return Err(bits),
        }
    }
    Ok(all)
}
