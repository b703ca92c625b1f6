//! The short ways in which a person may write a move.
//!
//! Every move has a set of forms, from the most exact to the loosest. What was typed is compared
//! with the forms after all separators have been taken out of both, so `e2-e4`, `e2 e4` and `E2E4`
//! are one.

use std::borrow::Cow;

use dagaz_core::{Game, Glossary, Piece, State};

use crate::{StepWording, Wording};

/// How exact a form is: less is more exact.
pub(crate) const TIERS: usize = 4;

/// The forms of one move, by how exact they are.
pub(crate) struct Forms {
    pub(crate) tiers: [Vec<String>; TIERS],
}

/// A text without what separates its parts, but for a `-` between numbers: `1-23` is not `12-3`. A
/// `+` at the end stays: it means a promotion.
pub(crate) fn squeezed(text: &str) -> String {
    let text = text.trim();
    let mut squeezed = String::with_capacity(text.len());
    let mut separated = false;
    for c in text.chars() {
        if c.is_whitespace() || "-x×:=+*@>(),./–→".contains(c) {
            separated = true;
            continue;
        }
        if separated {
            part(&mut squeezed, c.encode_utf8(&mut [0; 4]));
        } else {
            squeezed.push(c);
        }
        separated = false;
    }
    if text.ends_with('+') {
        squeezed.push('+');
    }
    squeezed
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
        forms.tiers[0].extend(wording.steps.iter().filter_map(|step| step.usual.as_deref()).map(squeezed));
        let played: Vec<&StepWording> = wording.steps.iter().filter(|step| !step.pass).collect();
        let Some(first) = played.first() else {
            forms.tiers[0].push("pass".to_string());
            return forms;
        };
        let glossary = game.glossary();
        let name = |site: dagaz_core::SiteId| game.site_name(state, site);

        // Every site of the text; the same with captures after the path; the path alone; its ends.
        let (mut all, mut path, mut also) = (String::new(), String::new(), String::new());
        let mut stands = None;
        for step in &played {
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
        }
        // A drop has no path: its site alone is a loose form.
        let drop = played.len() == 1 && first.from.is_none();
        let target = stands.map_or(Cow::Borrowed(""), name);
        let mut ends = first.from.map_or(Cow::Borrowed(""), name).to_string();
        part(&mut ends, &target);
        let becomes = played.iter().rev().find_map(|step| step.becomes);
        let becomes = becomes.map_or(vec![String::new()], |kind| {
            names_of(glossary, Piece { kind, owner: dagaz_core::PlayerId::NOBODY }).into_iter().collect()
        });
        let promoted = becomes.iter().any(|name| !name.is_empty());
        let pieces = first.piece.map_or(Vec::new(), |piece| names_of(glossary, piece));

        let mut taken = path.clone();
        part(&mut taken, &also);
        for suffix in &becomes {
            forms.add(0, &pieces, &format!("{all}{suffix}"));
            forms.add(0, &pieces, &format!("{taken}{suffix}"));
            if drop {
                forms.add_named(1, &pieces, &format!("{path}{suffix}"));
                forms.add(2, &pieces, &format!("{path}{suffix}"));
            } else {
                forms.add(1, &pieces, &format!("{path}{suffix}"));
            }
            forms.add(2, &pieces, &format!("{ends}{suffix}"));
            forms.add_named(3, &pieces, &format!("{target}{suffix}"));
        }
        if promoted {
            forms.add(2, &pieces, &path);
            forms.add(2, &pieces, &ends);
        }
        forms.add(3, &pieces, &target);
        if !also.is_empty() {
            forms.tiers[3].push(also);
        }
        for tier in &mut forms.tiers {
            tier.iter_mut().for_each(|form| *form = squeezed(form));
            tier.retain(|form| !form.is_empty());
        }
        forms
    }

    fn add(&mut self, tier: usize, pieces: &[String], form: &str) {
        self.tiers[tier].push(form.to_string());
        self.add_named(tier, pieces, form);
    }

    fn add_named(&mut self, tier: usize, pieces: &[String], form: &str) {
        self.tiers[tier].extend(pieces.iter().map(|piece| format!("{piece}{form}")));
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
