//! The sites and the rule that a typed illegal move names.

use std::collections::HashSet;

use dagaz_core::{Game, SiteId, State};

/// What a pass is called, and the library's rule for one.
const PASS: &str = "pass";

/// What is named.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct NamedParts {
    /// Sites in their order.
    pub(super) sites: Vec<SiteId>,
    /// The name of a rule.
    pub(super) rule: Option<String>,
    /// Whether it is a pass.
    pub(super) is_pass: bool,
    /// What looks like a site of this board, and is none.
    pub(super) unknown: Option<String>,
}

impl NamedParts {
    /// Reads a typed move. The state tells which site a name means on a board without borders.
    pub(super) fn of(game: &dyn Game, state: &State, typed: &str) -> NamedParts {
        let glossary = game.glossary();
        let mut named = NamedParts::default();
        let shapes: HashSet<String> = game.topology().sites().iter().map(|site| shape(&site.name)).collect();
        let ends_word = |c: char| c.is_whitespace() || "-+=,;@~>→*#()[]{}/:".contains(c);
        for word in typed.split(ends_word).filter(|word| !word.is_empty()) {
            if let Some(site) = site_named(game, state, word) {
                named.sites.push(site);
            } else if word.eq_ignore_ascii_case(PASS) {
                named.is_pass = true;
                let rule = glossary.rules.iter().find(|rule| rule.name == PASS);
                named.rule = named.rule.or_else(|| rule.map(|rule| rule.name.clone()));
            } else if glossary.rules.iter().any(|rule| rule.name == word) {
                named.rule = Some(word.to_string());
            } else if glossary.piece_named(word).is_none() && glossary.player_named(word).is_none() {
                let (sites, between) = sites_inside(game, state, word);
                let has_digit = |text: &str| text.contains(|c: char| c.is_ascii_digit());
                let looks = |text: &&str| has_digit(text) && shapes.contains(&shape(text));
                let unknown = Some(word).filter(looks).or_else(|| between.into_iter().find(looks));
                named.unknown = named.unknown.or(unknown.map(str::to_string));
                named.sites.extend(sites);
            }
        }
        named.is_pass &= named.sites.is_empty();
        named
    }
}

fn site_named(game: &dyn Game, state: &State, word: &str) -> Option<SiteId> {
    game.site_called(state, word).or_else(|| game.site_called(state, &word.to_lowercase()))
}

/// Returns a text with one letter for each run of letters, and one digit for each of digits: what
/// names of a kind have in common.
fn shape(text: &str) -> String {
    let mut shape: Vec<char> = text
        .chars()
        .map(|c| match c {
            _ if c.is_ascii_digit() => '0',
            _ if c.is_alphabetic() => 'a',
            _ => c,
        })
        .collect();
    shape.dedup();
    shape.into_iter().collect()
}

/// Names of sites written together, as in `e2e4` or `Nxf3`, the longest that fits at each place,
/// and what is written between.
fn sites_inside<'w>(game: &dyn Game, state: &State, word: &'w str) -> (Vec<SiteId>, Vec<&'w str>) {
    let longest = game.topology().site_ids().map(|site| game.site_name(state, site).len()).max().unwrap_or(0);
    let (mut sites, mut between) = (Vec::new(), Vec::new());
    let (mut rest, mut from) = (word, 0);
    while let Some(first) = rest.chars().next() {
        // One letter alone is more often a piece than a site.
        let found = (2..=longest.min(rest.len())).rev().filter(|end| rest.is_char_boundary(*end));
        let found = found.filter_map(|end| site_named(game, state, &rest[..end]).map(|site| (site, end))).next();
        let end = match found {
            Some((site, end)) => {
                let at = word.len() - rest.len();
                between.push(&word[from..at]);
                from = at + end;
                sites.push(site);
                end
            }
            None => first.len_utf8(),
        };
        rest = &rest[end..];
    }
    between.push(&word[from..]);
    (sites, between)
}
