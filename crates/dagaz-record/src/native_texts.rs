//! The moves of a list as players of the game write them.
//!
//! Games of the chess family have SAN, games of draughts the numbers of squares
//! ([`ListNotation::native`]). All others have a short form: the names of sites, with the letter of
//! the piece where a list has several types: `d4`, `a3-b4`, `d4xf2`, `P7g-7f`, `B8hx2b+`, `Fa1`
//! ([`ListNotation::texts`]). Every text is read back as its move by
//! [`find_typed`](crate::find_typed). A move for which no such text exists has the text of lists
//! ([`listed`](crate::listed)).

use std::collections::{HashMap, HashSet};
use std::hash::{BuildHasher, BuildHasherDefault, DefaultHasher};

use dagaz_core::{Effect, Game, MoveList, MoveRef, Piece, PieceTypeId, SiteId, State};

use crate::formats::pdn::DraughtsNotation;
use crate::formats::pgn::san::SanNames;
use crate::short_forms::{PieceNames, squeezed, visit_forms};
use crate::{StepWording, Wording, game_notation};

/// The longest list whose moves are written so.
const MOST: usize = 400;

/// How the moves of a game's lists are written: found once for a game, used for all its positions.
#[derive(Clone, Debug)]
pub struct ListNotation {
    kind: Kind,
    san: Option<SanNames>,
}

#[derive(Clone, Debug)]
enum Kind {
    /// The text of lists.
    Listed,
    Draughts(Box<DraughtsNotation>),
    San,
    Short(SiteTexts),
}

/// For each site its name, if it is a text of a drop there that means no other drop: it has a
/// digit, and no other name equals it or is its end.
#[derive(Clone, Debug)]
struct SiteTexts(Vec<Option<String>>);

impl ListNotation {
    /// The notation of a game.
    pub fn of(game: &dyn Game) -> ListNotation {
        let san = SanNames::of(game);
        let kind = if game.hides() || game_notation::has_one(game) {
            Kind::Listed
        } else if let Some(draughts) = DraughtsNotation::of(game) {
            Kind::Draughts(Box::new(draughts))
        } else if san.is_some() {
            Kind::San
        } else {
            Kind::Short(SiteTexts::of(game))
        };
        ListNotation { kind, san }
    }

    /// What SAN knows of the game, if it has SAN.
    pub fn san(&self) -> Option<&SanNames> {
        self.san.as_ref()
    }

    /// Returns the text of each move of a list in the notation of the game, if the chess family or
    /// draughts have one for it. No two are equal.
    pub fn native(&self, game: &dyn Game, state: &State, list: &MoveList) -> Vec<Option<String>> {
        // Single steps of a turn are no moves in the notation of chess or draughts.
        if list.len() > MOST || list.is_stepwise() || game.throws(state) {
            return vec![None; list.len()];
        }
        match (&self.kind, &self.san) {
            (Kind::Draughts(draughts), _) => once(draughts.texts(game, state, list)),
            (Kind::San, Some(san)) => once(san.san(game).texts(state, list)),
            _ => vec![None; list.len()],
        }
    }

    /// Returns the same, and a short form where the game has no notation. No two are equal.
    pub fn texts(&self, game: &dyn Game, state: &State, list: &MoveList) -> Vec<Option<String>> {
        let native = self.native(game, state, list);
        let known = list.len() > MOST || native.iter().any(Option::is_some);
        if known || game.throws(state) || matches!(self.kind, Kind::Listed) {
            return native;
        }
        if let Kind::Short(sites) = &self.kind
            && let Some(texts) = sites.of_drops(list)
        {
            return texts;
        }
        let wordings: Vec<Wording> = list.iter().map(|one| Wording::of(game, state, one)).collect();
        let meanings = Meanings::of(game, state, &wordings);
        let kinds: HashSet<PieceTypeId> =
            wordings.iter().flat_map(|wording| &wording.steps).filter_map(|step| Some(step.piece?.kind)).collect();
        let short = wordings.iter().enumerate().map(|(index, wording)| {
            let found = candidates(game, state, wording, kinds.len() > 1);
            found.into_iter().find(|text| meanings.is_only(text, index))
        });
        once(short.collect())
    }
}

impl SiteTexts {
    fn of(game: &dyn Game) -> SiteTexts {
        let sites = game.topology().sites();
        if game.sites_in_reach(&game.initial()).is_some() {
            return SiteTexts(vec![None; sites.len()]);
        }
        let forms: Vec<String> = sites.iter().map(|site| squeezed(&site.name).to_lowercase()).collect();
        let mut counts: HashMap<&str, usize> = HashMap::new();
        for form in &forms {
            *counts.entry(form).or_default() += 1;
        }
        let is_only = |form: &str| {
            let mut ends = form.char_indices().skip(1).map(|(at, _)| &form[at..]);
            counts.get(form) == Some(&1) && ends.all(|end| !counts.contains_key(end))
        };
        let text = |(site, form): (&dagaz_core::Site, &String)| {
            let fits = site.name.contains(|c: char| c.is_ascii_digit()) && is_only(form);
            fits.then(|| site.name.clone())
        };
        SiteTexts(sites.iter().zip(&forms).map(text).collect())
    }

    /// The texts of a list in which each move puts a piece of one type on a site of its own, and
    /// does nothing else; none for other lists.
    fn of_drops(&self, list: &MoveList) -> Option<Vec<Option<String>>> {
        let mut seen = vec![false; self.0.len()];
        let mut kind = None;
        let mut text = |one: MoveRef<'_>| {
            let (site, piece) = only_drop(one)?;
            let fits = *kind.get_or_insert(piece.kind) == piece.kind;
            let first = !std::mem::replace(seen.get_mut(site.index())?, true);
            self.0[site.index()].clone().filter(|_| fits && first).map(Some)
        };
        list.iter().map(&mut text).collect()
    }
}

/// The only piece that a move puts on the board, and where, if nothing else happens there.
fn only_drop(chosen: MoveRef<'_>) -> Option<(SiteId, Piece)> {
    let mut steps = chosen.steps();
    let (step, effects) = steps.next()?;
    if steps.next().is_some() || step.origin != SiteId::NONE || step.then.is_some() {
        return None;
    }
    let mut drop = None;
    for effect in effects {
        match *effect {
            Effect::Place { site, kind, owner } | Effect::Drop { site, kind, owner } => {
                if drop.replace((site, Piece { kind, owner })).is_some() || site != step.target {
                    return None;
                }
            }
            Effect::Together { .. } | Effect::Assign { .. } | Effect::Supply { .. } | Effect::Jump { .. } => {}
            _ => return None,
        }
    }
    drop
}

/// What all short forms of a list mean, by their hashes.
struct Meanings {
    hasher: BuildHasherDefault<DefaultHasher>,
    by_form: HashMap<u64, Meaning>,
}

/// The moves for which a form is most exact.
struct Meaning {
    tier: usize,
    first: usize,
    several: bool,
}

impl Meanings {
    fn of(game: &dyn Game, state: &State, wordings: &[Wording]) -> Meanings {
        let mut meanings = Meanings { hasher: BuildHasherDefault::default(), by_form: HashMap::new() };
        let (mut names, mut lower) = (PieceNames::default(), String::new());
        for (index, wording) in wordings.iter().enumerate() {
            visit_forms(game, state, wording, &mut names, &mut |tier, form| {
                let key = meanings.key(form, &mut lower);
                let new = Meaning { tier, first: index, several: false };
                let known = meanings.by_form.entry(key).or_insert(new);
                if tier < known.tier {
                    *known = Meaning { tier, first: index, several: false };
                } else if tier == known.tier && known.first != index {
                    known.several = true;
                }
            });
        }
        meanings
    }

    /// The hash of a form in lower case. Two forms with one hash only make a text longer than need
    /// be.
    fn key(&self, form: &str, lower: &mut String) -> u64 {
        lower.clear();
        if form.is_ascii() {
            lower.push_str(form);
            lower.make_ascii_lowercase();
        } else {
            lower.push_str(&form.to_lowercase());
        }
        self.hasher.hash_one(lower.as_str())
    }

    /// Whether a text means one move and no other: of those that have it, the most exact count.
    fn is_only(&self, text: &str, index: usize) -> bool {
        let meaning = self.by_form.get(&self.key(&squeezed(text), &mut String::new()));
        meaning.is_some_and(|meaning| meaning.first == index && !meaning.several)
    }
}

/// The texts that only one move has.
fn once(texts: Vec<Option<String>>) -> Vec<Option<String>> {
    let mut counts: HashMap<&str, usize> = HashMap::new();
    for text in texts.iter().flatten() {
        *counts.entry(text).or_default() += 1;
    }
    let is_only: Vec<bool> =
        texts.iter().map(|text| text.as_deref().is_some_and(|text| counts.get(text) == Some(&1))).collect();
    texts.into_iter().zip(is_only).map(|(text, is_only)| text.filter(|_| is_only)).collect()
}

/// Texts that may say a move, the shortest first.
fn candidates(game: &dyn Game, state: &State, wording: &Wording, typed: bool) -> Vec<String> {
    let played: Vec<&StepWording> = wording.steps.iter().filter(|step| !step.pass).collect();
    let Some(first) = played.first() else { return Vec::new() };
    let name = |site| game.site_name(state, site).into_owned();
    let takes = |step: &StepWording| step.body.split(' ').any(|word| word == "x");
    let (mut path, mut also) = (String::new(), String::new());
    let mut stands = None;
    for step in &played {
        let sign = if takes(step) { "x" } else { "-" };
        let from = step.from.filter(|from| step.from != step.to && stands != Some(*from));
        for (site, sign) in [(from, "-"), (step.to.filter(|to| stands != Some(*to)), sign)] {
            let Some(site) = site else { continue };
            if !path.is_empty() {
                path += sign;
            }
            path += &name(site);
            stands = Some(site);
        }
        for site in &step.also {
            also += sign;
            also += &name(*site);
        }
    }
    let glossary = game.glossary();
    let letter = |kind: PieceTypeId| {
        let known = glossary.pieces.get(kind.index()).and_then(|piece| piece.letter.clone());
        known.or_else(|| glossary.piece(kind).chars().next().map(String::from)).unwrap_or_default()
    };
    let becomes = played.iter().rev().find_map(|step| step.becomes).map(|kind| match letter(kind) {
        letter if letter.starts_with('+') => "+".to_string(),
        letter => format!("={letter}"),
    });
    let piece = first.piece.filter(|_| typed).map_or(String::new(), |piece| letter(piece.kind));
    let mut found = Vec::new();
    for piece in [piece.as_str(), ""] {
        for also in ["", &also] {
            found.push(format!("{piece}{path}{also}{}", becomes.as_deref().unwrap_or("")));
        }
    }
    found.retain(|text| !text.is_empty() && text.contains(|c: char| c.is_ascii_digit()));
    found.dedup();
    found
}
