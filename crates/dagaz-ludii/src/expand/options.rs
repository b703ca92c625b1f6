//! Options and rulesets: which texts are chosen, and where they are put.

use super::scan::{self, Cut};
use super::{Budget, Options, unclosed};
use crate::text::{Diagnostic, Traced, string_end};

/// Bytes of a tag. Longest real: 40.
const TAG_MAX: usize = 200;

/// A choice of an option.
struct Item {
    label: String,
    texts: Vec<Traced>,
    /// Number of asterisks behind it.
    priority: usize,
}

/// An option of a description.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Category {
    /// Its name.
    pub name: String,
    /// The labels of its choices.
    pub labels: Vec<String>,
    /// The label that was chosen.
    pub chosen: String,
    /// The label that is chosen where nothing else is asked for.
    pub usual: String,
}

/// A named set of choices.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ruleset {
    /// Its name.
    pub name: String,
    /// Its choices, as `Category/Label`.
    pub choices: Vec<String>,
}

/// A text in which the chosen options were put, with what could be chosen.
pub(super) struct Chosen {
    pub(super) text: Traced,
    pub(super) categories: Vec<Category>,
    pub(super) rulesets: Vec<Ruleset>,
}

/// Cuts out the options and rulesets, and puts the chosen texts where their tags stand.
pub(super) fn choose(text: &Traced, options: &Options, budget: &mut Budget) -> Result<Chosen, Diagnostic> {
    let Cut { lists: rulesets, rest } = scan::cut_lists(text, "rulesets").map_err(|at| unclosed(text, at))?;
    let Cut { lists: mut categories, rest: mut text } =
        scan::cut_lists(&rest, "option").map_err(|at| unclosed(&rest, at))?;
    let rulesets = rulesets.first().map(read_rulesets).unwrap_or_default();
    let wanted = wanted_choices(options, &rulesets)?;
    let mut known = Vec::new();
    let mut stopped = false;
    for at in 0..categories.len() {
        let category = read_category(&categories[at])?;
        let label_wanted = |label: &str| wanted.iter().any(|one| is_choice(one, &category.name, label));
        let best = category.items.iter().map(|item| item.priority).max().unwrap_or(0);
        let Some(usual) = category.items.iter().find(|item| item.priority == best) else { continue };
        let chosen = category.items.iter().find(|item| label_wanted(&item.label)).unwrap_or(usual);
        known.push(Category {
            name: category.name.clone(),
            labels: category.items.iter().map(|item| item.label.clone()).collect(),
            chosen: chosen.label.clone(),
            usual: usual.label.clone(),
        });
        // The reference implementation stops at a choice without texts. The tags that are left
        // become faults later.
        stopped |= chosen.texts.is_empty();
        if stopped {
            continue;
        }
        text = substitute(&text, 0, &category, chosen, budget)?;
        for later in &mut categories[at + 1..] {
            // Its own tag, which may have the same name, is not a use.
            let tag = later.bytes().iter().position(|byte| *byte == b'>').map_or(0, |tag| tag + 1);
            *later = substitute(later, tag, &category, chosen, budget)?;
        }
    }
    check_choices(options, &known)?;
    Ok(Chosen { text, categories: known, rulesets })
}

/// Returns whether a choice, written `Category/Label`, is this label of this category.
fn is_choice(choice: &str, category: &str, label: &str) -> bool {
    // A label has no slash.
    choice.rsplit_once('/').is_some_and(|(first, last)| first.trim() == category && last.trim() == label)
}

/// Returns the choices asked for, those of the ruleset last.
fn wanted_choices(options: &Options, rulesets: &[Ruleset]) -> Result<Vec<String>, Diagnostic> {
    let mut wanted = options.choices.clone();
    if let Some(name) = &options.ruleset {
        let short = |one: &Ruleset| one.name.strip_prefix("Ruleset/") == Some(name.as_str());
        let Some(ruleset) = rulesets.iter().find(|one| one.name == *name || short(one)) else {
            let names: Vec<&str> = rulesets.iter().map(|one| one.name.as_str()).collect();
            let fault = Diagnostic::error(Default::default(), format!("the ruleset `{name}` does not exist"));
            return Err(fault.hint(format!("rulesets of this text: {}", names.join(", "))));
        };
        wanted.extend(ruleset.choices.iter().cloned());
    }
    Ok(wanted)
}

/// Finds a choice that the text does not offer.
fn check_choices(options: &Options, known: &[Category]) -> Result<(), Diagnostic> {
    for choice in &options.choices {
        let offered = known.iter().any(|one| one.labels.iter().any(|label| is_choice(choice, &one.name, label)));
        if !offered {
            let all = known.iter().flat_map(|one| one.labels.iter().map(|label| format!("{}/{label}", one.name)));
            let fault = Diagnostic::error(Default::default(), format!("the option `{choice}` does not exist"));
            return Err(fault.hint(format!("options of this text: {}", all.collect::<Vec<_>>().join(", "))));
        }
    }
    Ok(())
}

/// An option as it stands in the text.
struct Declared {
    name: String,
    tag: String,
    /// Names of the texts of each item.
    names: Vec<String>,
    items: Vec<Item>,
}

/// Reads `(option "Category" <Tag> args:{ <name>… } { (item …)… })`.
fn read_category(text: &Traced) -> Result<Declared, Diagnostic> {
    let bytes = text.bytes();
    let fault = |at: usize, what: &str| {
        let at = at.min(bytes.len().saturating_sub(1));
        Diagnostic::error(text.span(at, at + 1), format!("this option has no {what}"))
    };
    let start = bytes.iter().position(|byte| *byte == b'"').ok_or_else(|| fault(0, "name"))?;
    let end = string_end(bytes, start).ok_or_else(|| fault(start, "name"))?;
    let name = lossy(&bytes[start + 1..end]);
    let start = scan::skip_blanks(bytes, end + 1);
    let end = scan::closing_angle(bytes, start).ok_or_else(|| fault(start, "tag"))?;
    let tag = lossy(&bytes[start + 1..end]);
    let braces = |from: usize| bytes[from..].iter().position(|byte| *byte == b'{').map(|at| from + at);
    let names_start = braces(end).ok_or_else(|| fault(end, "items"))?;
    let names_end = scan::closing(bytes, names_start).ok_or_else(|| fault(names_start, "items"))?;
    // Without names the first braces hold the items.
    let (names, items_start) = match braces(names_end) {
        Some(items) => (angles(text, names_start + 1, names_end), items),
        None => (Vec::new(), names_start),
    };
    let items_end = scan::closing(bytes, items_start).ok_or_else(|| fault(items_start, "items"))?;
    let mut items = Vec::new();
    let mut at = scan::skip_blanks(bytes, items_start + 1);
    while at < items_end {
        if bytes[at] != b'(' {
            return Err(Diagnostic::error(text.span(at, at + 1), "an option holds items: `(item \"Label\" <text>)`"));
        }
        let end = scan::closing(bytes, at).ok_or_else(|| fault(at, "end of this item"))?;
        let quote = bytes[at..end].iter().position(|byte| *byte == b'"').ok_or_else(|| fault(at, "label here"))?;
        let label_end = string_end(bytes, at + quote).ok_or_else(|| fault(at, "label here"))?;
        let label = lossy(&bytes[at + quote + 1..label_end]);
        let texts = angles(text, label_end + 1, end).into_iter().map(|(start, end)| text.slice(start, end)).collect();
        let priority = bytes[end + 1..].iter().take_while(|byte| **byte == b'*').count();
        items.push(Item { label, texts, priority });
        at = scan::skip_blanks(bytes, end + 1 + priority);
    }
    let names = names.into_iter().map(|(start, end)| lossy(&bytes[start..end])).collect();
    Ok(Declared { name, tag, names, items })
}

/// Returns the insides of all `<…>` in a part of a text.
fn angles(text: &Traced, start: usize, end: usize) -> Vec<(usize, usize)> {
    let bytes = text.bytes();
    let mut found = Vec::new();
    let mut at = start;
    while at < end {
        match bytes[at] {
            b'"' => at = string_end(bytes, at).unwrap_or(end),
            b'<' => {
                let Some(close) = scan::closing_angle(bytes, at) else { break };
                found.push((at + 1, close));
                at = close;
            }
            _ => {}
        }
        at += 1;
    }
    found
}

/// Puts the texts of an item where the tags of its option stand, from a position on.
fn substitute(
    text: &Traced,
    start: usize,
    category: &Declared,
    item: &Item,
    budget: &mut Budget,
) -> Result<Traced, Diagnostic> {
    let bytes = text.bytes();
    let mut out = Traced::default();
    let (mut at, mut kept) = (start, 0);
    while let Some(open) = bytes[at..].iter().position(|byte| *byte == b'<').map(|found| at + found) {
        at = open + 1;
        let rest = &bytes[at..];
        if !rest.starts_with(category.tag.as_bytes()) {
            continue;
        }
        let after = &rest[category.tag.len()..];
        let (put, end) = match after.first() {
            Some(b'>') => (item.texts.first(), at + category.tag.len() + 1),
            Some(b':') => {
                let Some(close) = after.iter().take(TAG_MAX).position(|byte| *byte == b'>') else { continue };
                let name = &after[1..close];
                let number = category.names.iter().position(|one| one.as_bytes() == name);
                (number.and_then(|number| item.texts.get(number)), at + category.tag.len() + close + 1)
            }
            _ => continue,
        };
        let Some(put) = put else { continue };
        out.push(text, kept, open);
        out.push(put, 0, put.len());
        (at, kept) = (end, end);
        budget.check_length(out.len(), text.span(open, end))?;
    }
    out.push(text, kept, bytes.len());
    budget.spend(out.len() + bytes.len(), text.span(0, 1))?;
    Ok(out)
}

/// Reads `(rulesets { (ruleset "Name" { "Category/Label"… })… })`.
fn read_rulesets(text: &Traced) -> Vec<Ruleset> {
    let Ok(Cut { lists, .. }) = scan::cut_lists(&text.slice(1, text.len()), "ruleset") else { return Vec::new() };
    let read = |list: &Traced| {
        let mut strings = strings_of(list.bytes()).into_iter();
        Some(Ruleset { name: strings.next()?, choices: strings.collect() })
    };
    lists.iter().filter_map(read).collect()
}

/// Returns all quoted texts.
fn strings_of(bytes: &[u8]) -> Vec<String> {
    let mut found = Vec::new();
    let mut at = 0;
    while at < bytes.len() {
        if bytes[at] == b'"' {
            let Some(end) = string_end(bytes, at) else { break };
            found.push(lossy(&bytes[at + 1..end]));
            at = end;
        }
        at += 1;
    }
    found
}

fn lossy(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).trim().to_string()
}
