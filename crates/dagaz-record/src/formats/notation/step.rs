//! One step as text: origin, destination, rule, and the details that make the text unique.

use std::borrow::Cow;

use dagaz_core::{Effect, Game, MoveList, Piece, RuleName, SiteId, State, Step, Turn};

use crate::arrival::becomes;
use crate::dice_rolls::throw_text;
use crate::wording::Wording;

/// Signs of the notation, which a name in it cannot be without quotes.
const SIGNS: [&str; 6] = ["+", "-", "x", "=", ":", "Pass"];

/// How much is written after the rule. Each level contains the one before; the last is complete.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Detail {
    /// Nothing.
    Bare,
    /// What the piece becomes: ` = Queen`.
    Becomes,
    /// That, and the sites of the captured pieces: ` : x c3 e5`.
    Captures,
    /// What happens on the board, attributes aside.
    Board,
    /// All effects.
    Effects,
}

impl Detail {
    pub(super) const ALL: [Detail; 5] =
        [Detail::Bare, Detail::Becomes, Detail::Captures, Detail::Board, Detail::Effects];
}

/// What is always said of a step that is not a pass.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Bare<'g> {
    pub(super) from: Option<SiteId>,
    pub(super) to: Option<SiteId>,
    pub(super) takes: bool,
    rule: Option<&'g RuleName>,
    drops: Option<Piece>,
}

/// A step with its effects.
pub(super) type Made<'a> = (&'a Step, &'a [Effect]);

/// Whether the effects of a step are omitted, because they could reveal hidden facts.
fn is_blind(game: &dyn Game, before: &State) -> bool {
    game.hides() && !matches!(game.turn(before), Turn::Chance(_))
}

/// From where to where the piece goes that a step is about. A drop comes from nowhere.
pub(super) fn ends(step: &Step, effects: &[Effect]) -> (Option<SiteId>, Option<SiteId>) {
    let Some(from) = step.origin.some() else {
        let placed = effects.iter().find_map(|effect| match *effect {
            Effect::Drop { site, .. } | Effect::Place { site, .. } => Some(site),
            _ => None,
        });
        return (None, placed.or(step.target.some()));
    };
    let to = effects.iter().find_map(|effect| match *effect {
        Effect::Move { from: moved, to } | Effect::Pile { from: moved, to, .. } if moved == from => Some(to),
        _ => None,
    });
    (Some(from), to.or(step.target.some()))
}

impl<'g> Bare<'g> {
    pub(super) fn of(game: &'g dyn Game, before: &State, step: &Step, effects: &[Effect]) -> Bare<'g> {
        let (from, to) = ends(step, effects);
        let dropped = effects.iter().find_map(|effect| match *effect {
            Effect::Drop { kind, owner, .. } | Effect::Place { kind, owner, .. } => Some(Piece { kind, owner }),
            _ => None,
        });
        Bare {
            from,
            to,
            takes: !is_blind(game, before) && !taken(before, effects).is_empty(),
            rule: step.rule.and_then(|rule| game.glossary().rules.get(rule.index())),
            drops: dropped.filter(|_| from.is_none() && !is_blind(game, before)),
        }
    }

    /// The rule with its arguments, as records name it.
    pub(super) fn rule_text(&self) -> String {
        let mut text = String::new();
        let arguments = self.rule.iter().flat_map(|rule| &rule.arguments);
        for word in self.rule.map(|rule| &rule.name).into_iter().chain(arguments).flat_map(|part| part.split(' ')) {
            if !text.is_empty() {
                text.push(' ');
            }
            text += &unlike_signs(word);
        }
        text
    }

    pub(super) fn text(&self, game: &dyn Game, before: &State) -> String {
        let mut parts: Vec<String> = Vec::new();
        let site = |site: SiteId| unlike_signs(&site_name(game, before, site));
        match (self.from, self.to) {
            (Some(from), to) => {
                let sign = if self.takes { "x" } else { "-" };
                parts.extend([site(from), sign.to_string(), site(to.unwrap_or(from))]);
            }
            (None, Some(to)) => parts.push(site(to)),
            (None, None) => {}
        }
        parts.extend(Some(self.rule_text()).filter(|rule| !rule.is_empty()));
        if let Some(Piece { kind, owner }) = self.drops {
            let glossary = game.glossary();
            parts.extend([glossary.player(owner), glossary.piece(kind)].map(str::to_string));
        }
        if parts.is_empty() { "Nothing".to_string() } else { parts.join(" ") }
    }
}

/// What moves by the rule of a step are called: as the rules write it, or the rule with its
/// arguments. Nothing where it has no name.
pub(crate) fn rule_text(game: &dyn Game, step: &Step) -> String {
    let rule = step.rule.and_then(|rule| game.glossary().rules.get(rule.index()));
    let written = rule.and_then(|rule| rule.written.clone());
    written.unwrap_or_else(|| Bare { from: None, to: None, takes: false, rule, drops: None }.rule_text())
}

/// What the rules write for moves by the rule of a step.
pub(super) fn written<'g>(game: &'g dyn Game, step: &Step) -> Option<&'g str> {
    game.glossary().rules.get(step.rule?.index())?.written.as_deref()
}

/// The text that the rules give to a step, unless another of the choices could be meant by it.
fn own_text<'g>(
    game: &'g dyn Game,
    before: &State,
    choices: &[Made<'_>],
    (step, effects): Made<'_>,
) -> Option<&'g str> {
    let text = written(game, step)?;
    let reads_so = |(other, others): Made<'_>| {
        let usual = Bare::of(game, before, other, others).text(game, before);
        written(game, other) == Some(text)
            || text.strip_prefix(&usual).is_some_and(|rest| rest.is_empty() || rest.starts_with(' '))
    };
    let mut others = choices.iter().copied().filter(|(_, others)| !same_effects(others, effects));
    (!others.any(reads_so)).then_some(text)
}

/// Returns the dice, if a step is a throw and its results are otherwise distinct.
fn own_throw(game: &dyn Game, before: &State, choices: &[Made<'_>], (step, effects): Made<'_>) -> Option<String> {
    let text = throw_text(game, before, step, effects)?;
    let mut others = choices.iter().filter(|(_, others)| !same_effects(others, effects));
    (!others.any(|(other, others)| throw_text(game, before, other, others).as_ref() == Some(&text))).then_some(text)
}

/// The name of a site.
pub(super) fn site_name<'g>(game: &'g dyn Game, state: &State, site: SiteId) -> Cow<'g, str> {
    game.site_name(state, site)
}

/// A word that cannot be taken for a sign.
pub(super) fn unlike_signs(word: &str) -> String {
    if SIGNS.contains(&word) || word.starts_with('#') { format!("\"{word}\"") } else { word.to_string() }
}

/// The sites on which a step captures, in order of site.
pub(super) fn taken(before: &State, effects: &[Effect]) -> Vec<SiteId> {
    let mut taken = Vec::new();
    let mut rest = effects;
    let mut left: Vec<SiteId> = Vec::new();
    while let Some((effect, after)) = rest.split_first() {
        rest = after;
        match *effect {
            Effect::Together { count } => {
                // All are lifted before the first lands.
                let moves = &rest[..usize::from(count).min(rest.len())];
                left.extend(moves.iter().filter_map(|one| match *one {
                    Effect::Move { from, .. } => Some(from),
                    _ => None,
                }));
            }
            Effect::Move { from, to } => {
                if from != to && !before.is_empty(to) && !left.contains(&to) {
                    taken.push(to);
                }
                left.push(from);
            }
            Effect::Tuck { from, .. } => taken.push(from),
            Effect::Pluck { site, .. } => taken.push(site),
            Effect::Remove { site } | Effect::Place { site, .. } | Effect::Drop { site, .. }
                if !before.is_empty(site) && !left.contains(&site) =>
            {
                taken.push(site);
            }
            _ => {}
        }
    }
    taken.sort_unstable();
    taken.dedup();
    taken
}

/// Returns the detail of a step needed in addition to the bare text.
pub(super) fn detail(game: &dyn Game, before: &State, step: &Step, effects: &[Effect], how: Detail) -> String {
    let to = ends(step, effects).1;
    let becomes = || {
        let kind = to.and_then(|to| becomes(effects, to));
        kind.map_or(String::new(), |kind| format!(" = {}", game.glossary().piece(kind)))
    };
    match how {
        Detail::Bare => String::new(),
        Detail::Becomes => becomes(),
        Detail::Captures => {
            let mut text = becomes();
            let mut beside = taken(before, effects);
            beside.retain(|&site| Some(site) != to);
            for (place, &site) in beside.iter().enumerate() {
                text += if place == 0 { " : x " } else { " " };
                text += &site_name(game, before, site);
            }
            text
        }
        Detail::Board | Detail::Effects => {
            let mut alone = MoveList::new();
            alone.push_step(step.rule, step.origin, step.target, None, effects);
            let wording = Wording::of(game, before, alone.get(0));
            let words = wording.steps.first().map_or("", |step| match how {
                Detail::Board => &step.short,
                _ => &step.body,
            });
            format!(" : {words}")
        }
    }
}

/// Whether two lists of effects are the same, in any order.
pub(super) fn same_effects(one: &[Effect], other: &[Effect]) -> bool {
    one == other
        || one.len() == other.len() && {
            let (mut one, mut other) = (one.to_vec(), other.to_vec());
            one.sort_unstable();
            other.sort_unstable();
            one == other
        }
}

/// The text of a step among those that could be made in its stead, of which it is one. No other has
/// the same text, unless its effects are the same.
pub fn step_text<'m>(
    game: &dyn Game,
    before: &State,
    choices: impl Iterator<Item = (&'m Step, &'m [Effect])>,
    chosen: (&Step, &[Effect]),
) -> String {
    let (step, effects) = chosen;
    if step.is_pass() {
        return "Pass".to_string();
    }
    let choices: Vec<Made<'_>> = choices.filter(|(other, _)| !other.is_pass()).collect();
    if let Some(text) = own_text(game, before, &choices, chosen) {
        return text.to_string();
    }
    if let Some(text) = own_throw(game, before, &choices, chosen) {
        return text;
    }
    let bare = Bare::of(game, before, step, effects);
    // Moves with equal texts, each once.
    let mut alike: Vec<Made<'_>> = Vec::new();
    let mut own = None;
    for (other, others) in choices.into_iter().filter(|(other, others)| ends(other, others) == (bare.from, bare.to)) {
        if Bare::of(game, before, other, others) == bare && !alike.iter().any(|(_, known)| same_effects(known, others))
        {
            if same_effects(others, effects) {
                own = Some(alike.len());
            }
            alike.push((other, others));
        }
    }
    let text = bare.text(game, before);
    let Some(own) = own.filter(|_| alike.len() > 1) else { return text };
    for how in Detail::ALL.into_iter().filter(|_| !is_blind(game, before)) {
        let mut details: Vec<String> =
            alike.iter().map(|(step, effects)| detail(game, before, step, effects, how)).collect();
        let mine = details[own].clone();
        details.sort_unstable();
        if details.windows(2).all(|pair| pair[0] != pair[1]) {
            return text + &mine;
        }
    }
    // No detail distinguishes them: number them.
    format!("{text} #{}", own + 1)
}
