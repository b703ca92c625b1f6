//! The short ways in which a person may write a move.
//!
//! Every move has a set of forms, from the most exact to the loosest. What was typed is compared
//! with the forms after all separators have been taken out of both, so `e2-e4`, `e2 e4` and `E2E4`
//! are one.

use std::borrow::Cow;
use std::rc::Rc;

use dagaz_core::{Game, Glossary, Piece, SiteId, State};

use crate::Wording;

/// How exact a form is: less is more exact.
pub(crate) const TIERS: usize = 4;

/// The forms of one move, by how exact they are.
pub(crate) struct Forms {
    pub(crate) tiers: [Vec<String>; TIERS],
}

/// A text without what separates its parts, but for a `-` between numbers: `1-23` is not `12-3`. A
/// `+` at the end stays: it means a promotion.
pub(crate) fn squeezed(text: &str) -> String {
    let mut squeezed = String::with_capacity(text.len());
    squeeze(text, &mut squeezed);
    squeezed
}

/// Appends a text without its separators to a text that is empty.
fn squeeze(text: &str, squeezed: &mut String) {
    let text = text.trim();
    let mut separated = false;
    for c in text.chars() {
        if is_separator(c) {
            separated = true;
            continue;
        }
        if separated {
            part(squeezed, c.encode_utf8(&mut [0; 4]));
        } else {
            squeezed.push(c);
        }
        separated = false;
    }
    if text.ends_with('+') {
        squeezed.push('+');
    }
}

fn is_separator(c: char) -> bool {
    let sign =
        matches!(c, '-' | 'x' | '×' | ':' | '=' | '+' | '*' | '@' | '>' | '(' | ')' | ',' | '.' | '/' | '–' | '→');
    sign || c.is_whitespace()
}

/// Appends a part to a text, with a separator if both are numbers there.
fn part(text: &mut String, part: &str) {
    if text.ends_with(|c: char| c.is_ascii_digit()) && part.starts_with(|c: char| c.is_ascii_digit()) {
        text.push('-');
    }
    text.push_str(part);
}

impl Forms {
    /// The forms of a move.
    pub(crate) fn of(game: &dyn Game, state: &State, wording: &Wording) -> Forms {
        let mut forms = Forms { tiers: Default::default() };
        let mut names = PieceNames::default();
        visit_forms(game, state, wording, &mut names, &mut |tier, form| forms.tiers[tier].push(form.to_string()));
        forms
    }
}

/// The names of pieces, made once for all moves of a list.
#[derive(Default)]
pub(crate) struct PieceNames(Vec<(Piece, Rc<[String]>)>);

impl PieceNames {
    fn of(&mut self, glossary: &Glossary, piece: Piece) -> Rc<[String]> {
        if let Some((_, names)) = self.0.iter().find(|(known, _)| *known == piece) {
            return names.clone();
        }
        let names: Rc<[String]> = names_of(glossary, piece).into();
        self.0.push((piece, names.clone()));
        names
    }
}

/// Calls `visit` with each form of a move and its tier. A form that a more exact tier has is not
/// repeated in a looser one.
pub(crate) fn visit_forms(
    game: &dyn Game,
    state: &State,
    wording: &Wording,
    names: &mut PieceNames,
    visit: &mut dyn FnMut(usize, &str),
) {
    let mut out = FormVisitor { raw: String::new(), form: String::new(), visit };
    for usual in wording.steps.iter().filter_map(|step| step.usual.as_deref()) {
        out.plain(0, usual, "");
    }
    let mut played = wording.steps.iter().filter(|step| !step.pass).peekable();
    let Some(&first) = played.peek() else { return out.plain(0, "pass", "") };
    let glossary = game.glossary();
    let name = |site: SiteId| game.site_name(state, site);

    // Every site of the text; the same with captures after the path; the path alone; its ends.
    let (mut all, mut path, mut also) = (String::new(), String::new(), String::new());
    let (mut stands, mut becomes, mut count) = (None, None, 0);
    for step in played {
        let ends = if step.from == step.to { [None, step.to] } else { [step.from, step.to] };
        for site in ends.into_iter().flatten() {
            part(&mut all, &name(site));
            if stands != Some(site) {
                part(&mut path, &name(site));
            }
            stands = Some(site);
        }
        for &site in &step.also {
            part(&mut all, &name(site));
            part(&mut also, &name(site));
        }
        becomes = step.becomes.or(becomes);
        count += 1;
    }
    // A drop has no path: its site alone is a loose form.
    let drop = count == 1 && first.from.is_none();
    let target = stands.map_or(Cow::Borrowed(""), name);
    let mut ends = first.from.map_or(Cow::Borrowed(""), name).to_string();
    part(&mut ends, &target);
    let promotions = becomes.map(|kind| names.of(glossary, Piece { kind, owner: dagaz_core::PlayerId::NONE }));
    let pieces = first.piece.map(|piece| names.of(glossary, piece));
    let pieces = pieces.as_deref().unwrap_or_default();

    let mut taken = path.clone();
    part(&mut taken, &also);
    let unpromoted = [String::new()];
    for suffix in promotions.as_deref().unwrap_or(&unpromoted) {
        out.all(0, pieces, &all, suffix);
        if taken != all {
            out.all(0, pieces, &taken, suffix);
        }
        if path != all && path != taken {
            if drop {
                out.named(1, pieces, &path, suffix);
                out.all(2, pieces, &path, suffix);
            } else {
                out.all(1, pieces, &path, suffix);
            }
        }
        if ends != all && ends != path {
            out.all(2, pieces, &ends, suffix);
        }
        if *target != all {
            out.named(3, pieces, &target, suffix);
        }
    }
    if promotions.is_some() {
        out.all(2, pieces, &path, "");
        if ends != path {
            out.all(2, pieces, &ends, "");
        }
    }
    if *target != all || promotions.is_some() {
        out.all(3, pieces, &target, "");
    }
    if !also.is_empty() {
        out.plain(3, &also, "");
    }
}

/// Builds forms in one buffer, and passes them on without separators.
struct FormVisitor<'v> {
    raw: String,
    form: String,
    visit: &'v mut dyn FnMut(usize, &str),
}

impl FormVisitor<'_> {
    fn plain(&mut self, tier: usize, form: &str, suffix: &str) {
        self.written(tier, "", form, suffix);
    }

    fn named(&mut self, tier: usize, pieces: &[String], form: &str, suffix: &str) {
        for piece in pieces {
            self.written(tier, piece, form, suffix);
        }
    }

    fn all(&mut self, tier: usize, pieces: &[String], form: &str, suffix: &str) {
        self.plain(tier, form, suffix);
        self.named(tier, pieces, form, suffix);
    }

    fn written(&mut self, tier: usize, piece: &str, form: &str, suffix: &str) {
        self.raw.clear();
        self.raw.extend([piece, form, suffix]);
        self.form.clear();
        squeeze(&self.raw, &mut self.form);
        if !self.form.is_empty() {
            (self.visit)(tier, &self.form);
        }
    }
}

/// What a piece may be called: its name, its letter, both with its owner in front. A letter such as
/// `+R` may be typed as `+` alone.
fn names_of(glossary: &Glossary, piece: Piece) -> Vec<String> {
    let name = glossary.piece(piece.kind).to_string();
    let mut names = vec![name.clone()];
    match glossary.pieces.get(piece.kind.index()).and_then(|piece| piece.letter.clone()) {
        Some(letter) => {
            if letter.starts_with('+') {
                names.push("+".to_string());
            }
            names.push(letter);
        }
        None => names.extend(name.chars().next().map(String::from)),
    }
    if let Some(player) = glossary.players.get(piece.owner.index()) {
        names.push(format!("{}{name}", player.name));
    }
    names
}
