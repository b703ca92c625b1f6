//! Finds the legal move that a text in the notation means.
//!
//! The exact text comes first. If no move has it, the sites decide, then the sign of capture, then
//! the rule, then what stands behind it: so a move may be written without its rule, and a record
//! outlives a rule's being renamed. What is not in this notation at all is tried as
//! [typed](crate::matching).

use std::borrow::Cow;

use dagaz_core::{Game, MoveList, SiteId, State, Turn};

use super::spoken::{Narrowed, goes_on, move_text, played, stops};
use super::step::{Bare, Detail, Made, detail, ends, same_effects, site_name, unlike_signs, written};
use crate::dice_rolls::fallen;
use crate::matching::{self, MoveError, distance};

/// Moves that are named in an error.
const NAMED: usize = 6;

/// Characters of a text that are repeated in an error.
const REPEATED: usize = 120;

/// A text of the notation, taken apart.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Parts {
    /// Whether it has a `+`.
    plus: bool,
    /// Its steps.
    steps: Vec<String>,
    /// Whether it ends with a pass that is written out.
    passes: bool,
}

impl Parts {
    fn of(typed: &str) -> Parts {
        let mut parts = Parts { plus: false, steps: vec![String::new()], passes: false };
        for word in typed.split_whitespace() {
            if word == "+" {
                parts.plus = true;
                parts.steps.push(String::new());
            } else if let Some(step) = parts.steps.last_mut() {
                if !step.is_empty() {
                    step.push(' ');
                }
                step.push_str(word);
            }
        }
        parts.steps.retain(|step| !step.is_empty());
        parts.passes = parts.steps.last().is_some_and(|step| step == "Pass");
        if parts.passes {
            parts.steps.pop();
        }
        parts
    }
}

/// The index of the legal move of `list` that is meant by `typed`. Equal moves, which only a random
/// mover has, count as one.
pub fn find_move(game: &dyn Game, state: &State, list: &MoveList, typed: &str) -> Result<usize, MoveError> {
    let parts = Parts::of(typed);
    if parts.steps.is_empty() && (parts.plus || !parts.passes) {
        let typed = repeated(typed);
        return Err(match typed.is_empty() {
            true => MoveError::Empty,
            false => MoveError::Unknown { typed, near: Vec::new() },
        });
    }
    if list.is_empty() {
        return Err(MoveError::NoMoves);
    }
    if parts.steps.is_empty()
        && let Some(index) = list.iter().position(|one| one.is_pass())
    {
        return Ok(index);
    }
    if let Some(index) = exact(game, state, list, &parts) {
        return Ok(index);
    }
    if let Some(index) = by_what_falls(game, state, list, typed) {
        return Ok(index);
    }
    let said = |index: &usize| move_text(game, state, list, *index);
    let like = alike(game, state, list, &parts);
    match like.as_slice() {
        [] => {}
        [only] => return Ok(*only),
        several => {
            let moves = several.iter().take(NAMED).map(said).collect();
            return Err(MoveError::Several { typed: repeated(typed), moves, count: several.len() });
        }
    }
    matching::find_move(game, state, list, typed).map_err(|error| match error {
        MoveError::Unknown { .. } => MoveError::Unknown {
            typed: repeated(typed),
            near: nearest(game, state, list, &parts).iter().map(said).collect(),
        },
        other => other,
    })
}

/// The move of chance that sets what stands behind `roll`: moves of chance by a rule were once
/// written as throws are. Dice have no order (`roll 3 1` is `roll 1 3`), and a double names its
/// face twice, however many times it is used.
fn by_what_falls(game: &dyn Game, state: &State, list: &MoveList, typed: &str) -> Option<usize> {
    let wanted = typed.trim().strip_prefix("roll ")?;
    if !matches!(game.turn(state), Turn::Chance(_)) {
        return None;
    }
    let fallen: Vec<Vec<String>> = list.iter().map(|one| fallen(game, one)).collect();
    let one_of = |fits: &dyn Fn(&[String]) -> bool| {
        let mut found = (0..list.len()).filter(|index| fits(&fallen[*index]));
        let first = found.next()?;
        found.all(|other| list.get(other).same_as(list.get(first))).then_some(first)
    };
    let dice = sorted(wanted.split_whitespace().collect());
    let double = matches!(dice[..], [one, other] if one == other);
    one_of(&|fallen| fallen.join(" ") == wanted)
        .or_else(|| one_of(&|fallen| sorted(fallen.iter().map(String::as_str).collect()) == dice))
        .or_else(|| one_of(&|fallen| double && fallen.len() > 2 && fallen.iter().all(|die| die == dice[0])))
}

fn sorted(mut words: Vec<&str>) -> Vec<&str> {
    words.sort_unstable();
    words
}

fn repeated(typed: &str) -> String {
    let mut text: String = typed.trim().chars().take(REPEATED).collect();
    if text.len() < typed.trim().len() {
        text.push('…');
    }
    text
}

/// What follows in a text behind the ends of a step, and the sign between these; none if it has
/// other ends.
fn behind_ends<'t>(
    game: &dyn Game,
    state: &State,
    text: &'t str,
    (from, to): (Option<SiteId>, Option<SiteId>),
) -> Option<(Option<bool>, &'t str)> {
    let site = |text: &'t str, site: SiteId| {
        let rest = text.strip_prefix(unlike_signs(&site_name(game, state, site)).as_str())?;
        if rest.is_empty() { Some(rest) } else { rest.strip_prefix(' ') }
    };
    match (from, to) {
        (Some(from), to) => {
            let rest = site(text, from)?;
            let takes = rest.starts_with("x ");
            let rest = rest.strip_prefix("- ").or_else(|| rest.strip_prefix("x "))?;
            let rest = site(rest, to.unwrap_or(from))?;
            // A further sign: a longer path, of which this step is only the beginning.
            let goes_on = matches!(rest.split(' ').next(), Some("-" | "x"));
            (!goes_on).then_some((Some(takes), rest))
        }
        (None, Some(to)) => {
            let rest = site(text, to)?;
            // Two sites are a move from one to the other, and no placing on the first.
            let next = rest.split(' ').next().unwrap_or_default();
            let goes = matches!(next, "-" | "x") || game.site_called(state, next).is_some();
            (!goes).then_some((None, rest))
        }
        (None, None) => Some((None, text)),
    }
}

/// Whether a text may mean a step: it has its sites, or it is what the rules write for it.
fn could_be(game: &dyn Game, state: &State, text: &str, (step, effects): Made<'_>) -> bool {
    behind_ends(game, state, text, ends(step, effects)).is_some() || written(game, step) == Some(text)
}

/// The move by a rule for which the rules write just this.
pub(crate) fn find_written(game: &dyn Game, state: &State, list: &MoveList, typed: &str) -> Option<usize> {
    let rules = &game.glossary().rules;
    if !rules.iter().any(|rule| rule.written.as_deref() == Some(typed)) {
        return None;
    }
    let parts = Parts::of(typed);
    exact(game, state, list, &parts).or_else(|| match alike(game, state, list, &parts).as_slice() {
        [only] => Some(*only),
        _ => None,
    })
}

/// The move that has exactly this text of the notation.
pub(crate) fn find_exact(game: &dyn Game, state: &State, list: &MoveList, typed: &str) -> Option<usize> {
    let parts = Parts::of(typed);
    if parts.steps.is_empty() { None } else { exact(game, state, list, &parts) }
}

/// The move that has exactly this text.
fn exact(game: &dyn Game, state: &State, list: &MoveList, parts: &Parts) -> Option<usize> {
    let mut narrowed = Narrowed::new(game, state, list, parts.plus);
    for (place, text) in parts.steps.iter().enumerate() {
        // Moves of chance by different rules may do the same.
        let mut tried: Vec<Made<'_>> = Vec::new();
        let found = narrowed.left.iter().filter_map(|&index| narrowed.next(index)).find(|&(step, effects)| {
            let is_same = |known: &Made<'_>| known.0.rule == step.rule && same_effects(known.1, effects);
            if !could_be(game, state, text, (step, effects)) || tried.iter().any(is_same) {
                return false;
            }
            tried.push((step, effects));
            narrowed.text((step, effects)) == *text
        })?;
        if !parts.plus {
            let same = |&index: &usize| narrowed.next(index).is_some_and(|(_, effects)| same_effects(effects, found.1));
            return narrowed
                .left
                .iter()
                .copied()
                .find(same)
                .filter(|_| place + 1 == parts.steps.len() && !parts.passes);
        }
        narrowed.go(found);
    }
    match parts.passes {
        true => narrowed.ends(true),
        false => narrowed.ends(false).or_else(|| narrowed.ends(true)),
    }
}

/// The moves with the sites of this text, as far as everything else in it can narrow them down.
fn alike(game: &dyn Game, state: &State, list: &MoveList, parts: &Parts) -> Vec<usize> {
    let mut left: Vec<usize> = Vec::new();
    for (index, one) in list.iter().enumerate() {
        let same_ends = played(one).count() == parts.steps.len()
            && played(one).zip(&parts.steps).all(|((step, effects), text)| match ends(step, effects) {
                (None, None) => written(game, step) == Some(text),
                _ => could_be(game, state, text, (step, effects)),
            });
        if !one.is_pass() && same_ends && !left.iter().any(|&known| list.get(known).same_as(one)) {
            left.push(index);
        }
    }
    let narrow = |left: &mut Vec<usize>, fits: &dyn Fn(usize) -> bool| {
        if left.len() > 1 && left.iter().any(|&index| fits(index)) {
            left.retain(|&index| fits(index));
        }
    };
    // Each step with its text, the state before it at hand.
    let every_step = |index: usize, fits: &dyn Fn(&State, Made<'_>, &str) -> bool| {
        let mut narrowed = Narrowed { game, list, left: vec![index], state: Cow::Borrowed(state), steps: 0 };
        parts.steps.iter().all(|text| {
            let Some(step) = narrowed.next(index) else { return false };
            let fit = fits(&narrowed.state, step, text);
            if parts.steps.len() > 1 {
                narrowed.go(step);
            }
            fit
        })
    };
    let rest = |step: Made<'_>, text: &str| {
        behind_ends(game, state, text, ends(step.0, step.1)).map(|(sign, rest)| (sign, rest.to_string()))
    };
    narrow(&mut left, &|index| {
        every_step(index, &|before, step, text| {
            let takes = Bare::of(game, before, step.0, step.1).takes;
            rest(step, text).is_none_or(|(sign, _)| sign.is_none_or(|sign| sign == takes))
        })
    });
    narrow(&mut left, &|index| {
        every_step(index, &|before, step, text| {
            let rule = Bare::of(game, before, step.0, step.1).rule_text();
            rest(step, text).is_some_and(|(_, rest)| {
                rest.strip_prefix(rule.as_str()).is_some_and(|rest| rest.is_empty() || rest.starts_with(' '))
            })
        })
    });
    narrow(&mut left, &|index| {
        every_step(index, &|before, step, text| {
            let rest = rest(step, text).map_or(String::new(), |(_, rest)| format!(" {rest}"));
            let said = ["= ", ": "].iter().filter_map(|mark| rest.find(&format!(" {mark}"))).min();
            let said = said.map_or("", |at| &rest[at..]);
            let becomes = detail(game, before, step.0, step.1, Detail::Becomes);
            match said {
                "" => becomes.is_empty(),
                _ => Detail::ALL[1..].iter().any(|&how| detail(game, before, step.0, step.1, how) == said),
            }
        })
    });
    narrow(&mut left, &|index| goes_on(list.get(index)) == parts.plus);
    narrow(&mut left, &|index| stops(list.get(index)) == parts.passes);
    left
}

/// The moves most like a text that is none, best first.
fn nearest(game: &dyn Game, state: &State, list: &MoveList, parts: &Parts) -> Vec<usize> {
    let short = |(from, to): (Option<SiteId>, Option<SiteId>)| {
        let sites: Vec<_> = [from, to].into_iter().flatten().map(|site| site_name(game, state, site)).collect();
        sites.join(" ")
    };
    let meant: Vec<String> = parts
        .steps
        .iter()
        .map(|text| text.split(' ').take(3).filter(|word| !matches!(*word, "-" | "x")).collect::<Vec<_>>().join(" "))
        .collect();
    let far = |one: &str, other: &str| distance(one, other);
    let mut ranked: Vec<(usize, usize)> = list
        .iter()
        .enumerate()
        .map(|(index, one)| {
            let steps: Vec<String> = played(one).map(|(step, effects)| short(ends(step, effects))).collect();
            let apart = steps.len().abs_diff(meant.len()) * 2;
            (apart + steps.iter().zip(&meant).map(|(one, other)| far(one, other)).sum::<usize>(), index)
        })
        .collect();
    ranked.sort_unstable();
    ranked.iter().take(NAMED).map(|(_, index)| *index).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_split_into_tokens() {
        let parts = |text| {
            let Parts { plus, steps, passes } = Parts::of(text);
            (plus, steps.join("|"), passes)
        };
        assert_eq!(parts(" e2  - e4 double n"), (false, "e2 - e4 double n".into(), false));
        assert_eq!(parts("+ a - b jump + b x c jump +"), (true, "a - b jump|b x c jump".into(), false));
        assert_eq!(parts("+ a - b jump + Pass"), (true, "a - b jump".into(), true));
        assert_eq!(parts("Pass"), (false, "".into(), true));
        assert_eq!(parts("+"), (true, "".into(), false));
    }
}
