//! Moves as text, in the notation of Zillions' saved games.
//!
//! `Pawn e2 - e4`, `Pawn e5 - d6 x d5`, `White Man f5`, `Pawn e7 x d8 = Queen`, `Pass`. A step
//! after which the same piece may continue begins with `partial T`; the steps of one move are
//! joined by ` + `. A game with its own notation ([`Game::own_text`]) is written in that.

use std::borrow::Cow;

use dagaz_core::{
    Change, Continuation, Effect, Game, Glossary, MoveRef, Piece, PieceTypeId, SiteId, State, Step, Turn, UndoLog,
    apply,
};

use crate::counters::{Keeper, kept};
use crate::formats::notation::rule_text;

/// One step in words.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct StepWording {
    /// The number of the class of moves with which the piece may continue, if it may.
    pub partial: Option<u32>,
    /// The step, without the `partial` in front of it.
    pub body: String,
    /// The step in the usual notation, where `body` is in the game's own.
    pub usual: Option<String>,
    /// The step as a person likes to read it: without attributes too, unless nothing else happens,
    /// and by the name of its rule where it says nothing of the board.
    pub short: String,
    /// Whether the step is a pass.
    pub pass: bool,
    /// The piece that goes, or comes.
    pub piece: Option<Piece>,
    /// Where it comes from; none if it comes from nowhere.
    pub from: Option<SiteId>,
    /// Where it arrives.
    pub to: Option<SiteId>,
    /// The other sites of the text, in its order, attributes aside.
    pub also: Vec<SiteId>,
    /// What the piece becomes on its arrival.
    pub becomes: Option<PieceTypeId>,
}

impl StepWording {
    /// The step in the game's own notation.
    fn in_own_words(self, own: &str) -> StepWording {
        let usual = Some(self.text());
        let own = own.to_string();
        StepWording { partial: None, pass: own == PASS, short: own.clone(), body: own, usual, ..self }
    }

    /// The step as a saved game has it.
    pub fn text(&self) -> String {
        match self.partial {
            Some(number) => format!("partial {number} {}", self.body),
            None => self.body.clone(),
        }
    }
}

/// A move in words.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Wording {
    /// Its steps.
    pub steps: Vec<StepWording>,
}

impl Wording {
    /// Describes a move that is legal in `state`.
    pub fn of(game: &dyn Game, state: &State, chosen: MoveRef<'_>) -> Wording {
        if chosen.steps().len() == 1 {
            let own = game.own_text(state, chosen);
            let word = |(step, effects)| {
                let step = word_step(game, state, step, effects);
                match &own {
                    Some(own) => step.in_own_words(own),
                    None => step,
                }
            };
            return Wording { steps: chosen.steps().map(word).collect() };
        }
        let (mut state, mut log) = (state.clone(), UndoLog::new());
        let mut steps = Vec::new();
        for (step, effects) in chosen.steps() {
            steps.push(word_step(game, &state, step, effects));
            apply(&mut Change::begin(game.layout(), &mut state, &mut log), effects);
        }
        Wording { steps }
    }

    /// The whole move as text.
    pub fn text(&self) -> String {
        self.text_of_first(self.steps.len())
    }

    /// The first `count` steps as text.
    pub fn text_of_first(&self, count: usize) -> String {
        self.steps.iter().take(count).map(StepWording::text).collect::<Vec<_>>().join(" + ")
    }

    /// The whole move for a person: without the numbers of continuations, and without attributes.
    /// Other moves of the list may have the same.
    pub fn short(&self) -> String {
        self.steps.iter().map(|step| step.short.as_str()).collect::<Vec<_>>().join(" + ")
    }

    /// Whether it says nothing of what happens.
    pub(crate) fn is_silent(&self) -> bool {
        self.steps.iter().any(|step| step.body == NOTHING)
    }

    /// The move without its first `count` steps.
    pub fn without_first(&self, count: usize) -> Wording {
        Wording { steps: self.steps.iter().skip(count).cloned().collect() }
    }
}

/// The text of a move that is legal in `state`.
pub fn move_text(game: &dyn Game, state: &State, chosen: MoveRef<'_>) -> String {
    Wording::of(game, state, chosen).text()
}

/// The text of a step without any other.
const NOTHING: &str = "Nothing";

/// How a pass is written.
const PASS: &str = "Pass";

/// Number of a continuation that belongs to no class: the records give numbers to classes only.
const UNCLASSED_NUMBER: u32 = 1;

pub(crate) fn partial_number(glossary: &Glossary, then: Continuation) -> u32 {
    match then {
        Continuation::Unclassed => UNCLASSED_NUMBER,
        Continuation::Class(class) => {
            glossary.class_numbers.get(class.index()).copied().flatten().unwrap_or(class.index() as u32 + 1)
        }
    }
}

fn word_step(game: &dyn Game, before: &State, step: &Step, effects: &[Effect]) -> StepWording {
    let partial = step.then.map(|then| partial_number(game.glossary(), then));
    if step.is_pass() {
        let pass = || PASS.to_string();
        return StepWording { partial, body: pass(), short: pass(), pass: true, ..StepWording::default() };
    }
    if game.hides() && !matches!(game.turn(before), Turn::Chance(_)) {
        return word_blindly(game, before, step, partial);
    }
    let mut words = Words {
        game,
        before,
        text: String::new(),
        last: None,
        attributes: Vec::new(),
        changed: None,
        wording: StepWording::default(),
    };
    let mut rest = effects;
    while let Some((effect, after)) = rest.split_first() {
        // Equal changes of several pieces are written once: `= White on c3 d4`.
        let alike = match effect {
            Effect::Become { .. } | Effect::Give { .. } => {
                1 + after.iter().take_while(|other| same_change(effect, other)).count()
            }
            _ => 1,
        };
        words.effects(&rest[..alike]);
        rest = &rest[alike..];
    }
    if words.text.is_empty() {
        words.counts(step, effects);
    }
    let wording = words.finish(step, partial);
    if !step.is_idle(effects) {
        return wording;
    }
    // Where only numbers change the rule tells what is done, unless it is there to pass.
    let passes = wording.short == wording.body || wording.short.eq_ignore_ascii_case(PASS);
    let short = if passes { PASS.to_string() } else { wording.short };
    StepWording { short, pass: true, ..wording }
}

/// The words of a step in a game with hidden facts: its effects are omitted.
fn word_blindly(game: &dyn Game, before: &State, step: &Step, partial: Option<u32>) -> StepWording {
    let name = |site: SiteId| game.site_name(before, site);
    let (from, to) = (step.origin.some(), step.target.some());
    let mut parts: Vec<String> = Vec::new();
    match (from, to) {
        (Some(from), Some(to)) => parts.extend([name(from).to_string(), "-".to_string(), name(to).to_string()]),
        (None, Some(site)) | (Some(site), None) => parts.push(name(site).to_string()),
        (None, None) => {}
    }
    parts.extend(Some(rule_text(game, step)).filter(|rule| !rule.is_empty()));
    let body = parts.join(" ");
    StepWording { partial, short: body.clone(), body, from, to, ..StepWording::default() }
}

fn same_change(one: &Effect, other: &Effect) -> bool {
    match (one, other) {
        (Effect::Become { kind: a, .. }, Effect::Become { kind: b, .. }) => a == b,
        (Effect::Give { owner: a, .. }, Effect::Give { owner: b, .. }) => a == b,
        _ => false,
    }
}

/// Collects the text of one step.
struct Words<'a> {
    game: &'a dyn Game,
    before: &'a State,
    text: String,
    /// The site named last.
    last: Option<SiteId>,
    /// The parts of the text that say attributes.
    attributes: Vec<std::ops::Range<usize>>,
    /// Where a piece has changed its type before any piece has moved.
    changed: Option<SiteId>,
    wording: StepWording,
}

impl Words<'_> {
    fn say(&mut self, words: &[&str]) {
        for word in words {
            if !self.text.is_empty() {
                self.text.push(' ');
            }
            self.text.push_str(word);
        }
    }

    fn name(&self, site: SiteId) -> Cow<'_, str> {
        self.game.site_name(self.before, site)
    }

    /// Words for one effect, or for several that make the same change to several pieces.
    fn effects(&mut self, alike: &[Effect]) {
        let glossary = self.game.glossary();
        match alike[0] {
            // Effects that follow from the rest of the move are omitted.
            Effect::Together { .. } | Effect::Assign { .. } | Effect::Supply { .. } | Effect::Jump { .. } => {}
            Effect::Set { attribute, .. } if glossary.implied == Some(attribute) => {}
            Effect::Move { from, to } => {
                let piece = self.before.piece(from);
                let name = piece.map_or("?", |piece| glossary.piece(piece.kind));
                let sign = if self.before.is_empty(to) { "-" } else { "x" };
                let (from_name, to_name) = (self.name(from).to_string(), self.name(to).to_string());
                self.say(&[name, &from_name, sign, &to_name]);
                self.goes(piece, Some(from), to);
            }
            Effect::Pile { from, to, .. } => {
                let piece = self.before.piece(from);
                let name = piece.map_or("?", |piece| glossary.piece(piece.kind));
                let (from_name, to_name) = (self.name(from).to_string(), self.name(to).to_string());
                self.say(&[name, &from_name, "-", &to_name]);
                self.goes(piece, Some(from), to);
            }
            Effect::Place { site, kind, owner } | Effect::Drop { site, kind, owner } => {
                let name = self.name(site).to_string();
                self.say(&[glossary.player(owner), glossary.piece(kind), &name]);
                self.goes(Some(Piece { kind, owner }), None, site);
            }
            Effect::Remove { site } | Effect::Tuck { from: site, .. } | Effect::Pluck { site, .. } => {
                let name = self.name(site).to_string();
                self.say(&["x", &name]);
                self.names(site);
            }
            Effect::Become { site, kind } => {
                if self.wording.becomes.is_none() && self.wording.to.is_none_or(|to| to == site) {
                    self.wording.becomes = Some(kind);
                    self.changed = self.wording.to.is_none().then_some(site);
                }
                self.changes(glossary.piece(kind), alike);
            }
            Effect::Give { owner, .. } => self.changes(glossary.player(owner), alike),
            Effect::Set { site, attribute, value } => {
                let number = glossary.attribute_numbers.get(attribute.index()).copied().flatten();
                let number = number.unwrap_or(u32::from(attribute.0)).to_string();
                let name = self.name(site).to_string();
                let from = self.text.len();
                self.say(&["@", &name, &number, &value.to_string()]);
                self.attributes.push(from..self.text.len());
                self.last = Some(site);
            }
            // What only the game understands has no words.
            Effect::Own { .. } => {}
        }
    }

    /// Where nothing but numbers of places changes, as where seeds are sown: the first of these
    /// places, and where it ends.
    fn counts(&mut self, step: &Step, effects: &[Effect]) {
        let places = effects.iter().filter_map(|effect| match *effect {
            Effect::Assign { variable, .. } => match kept(self.game, variable)? {
                (name, Keeper::Site(site)) => Some((name, site)),
                _ => None,
            },
            _ => None,
        });
        let Some((name, from)) = places.into_iter().next() else { return };
        let (from_name, target) = (self.name(from).to_string(), step.target.some().filter(|to| *to != from));
        match target.map(|to| self.name(to).to_string()) {
            Some(to_name) => self.say(&[name, &from_name, "-", &to_name]),
            None => self.say(&[name, &from_name]),
        }
        (self.wording.from, self.wording.to) = (Some(from), target.or(Some(from)));
    }

    fn changes(&mut self, into: &str, alike: &[Effect]) {
        let sites: Vec<SiteId> = alike
            .iter()
            .filter_map(|effect| match *effect {
                Effect::Become { site, .. } | Effect::Give { site, .. } => Some(site),
                _ => None,
            })
            .collect();
        self.say(&["=", into]);
        if sites.len() == 1 && self.last == Some(sites[0]) {
            return;
        }
        self.say(&["on"]);
        for site in sites {
            let name = self.name(site).to_string();
            self.say(&[&name]);
            self.names(site);
        }
    }

    fn goes(&mut self, piece: Option<Piece>, from: Option<SiteId>, to: SiteId) {
        if self.wording.piece.is_none() {
            // What changed before was another piece, such as one that is captured.
            if self.changed.take().is_some_and(|site| Some(site) != from) {
                self.wording.becomes = None;
            }
            self.wording.piece = piece;
            self.wording.from = from;
            self.wording.to = Some(to);
            self.last = Some(to);
        } else {
            from.into_iter().for_each(|from| self.names(from));
            self.names(to);
        }
    }

    fn names(&mut self, site: SiteId) {
        self.last = Some(site);
        if self.wording.to != Some(site) && self.wording.from != Some(site) && !self.wording.also.contains(&site) {
            self.wording.also.push(site);
        }
    }

    fn finish(mut self, step: &Step, partial: Option<u32>) -> StepWording {
        let stands = step.origin.some().and_then(|origin| self.before.piece(origin));
        let mut by_rule = None;
        if self.text.is_empty() {
            // Nothing happens on the board, but the turn is used: a piece moves to where it stands.
            by_rule = Some(rule_text(self.game, step)).filter(|text| stands.is_none() && !text.is_empty());
            let place = step.origin.some().or(step.target.some());
            let name = place.map_or(String::new(), |place| self.name(place).to_string());
            match stands {
                Some(piece) => self.say(&[self.game.glossary().piece(piece.kind), &name, "-", &name]),
                None if name.is_empty() => self.say(&[NOTHING]),
                None => self.say(&[NOTHING, "on", &name]),
            }
        }
        if self.wording.to.is_none() {
            (self.wording.from, self.wording.to) = (step.origin.some(), step.target.some());
        }
        self.wording.piece = self.wording.piece.or(stands);
        let mut short = self.text.clone();
        self.attributes.iter().rev().for_each(|part| short.replace_range(part.clone(), ""));
        let short = if short.trim().is_empty() { self.text.clone() } else { short.trim_start().to_string() };
        let short = by_rule.unwrap_or(short);
        StepWording { partial, body: self.text, short, ..self.wording }
    }
}
