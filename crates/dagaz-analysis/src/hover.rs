//! What is known of the word under the cursor.

use std::collections::{BTreeSet, HashMap};
use std::ops::Range;

use dagaz_core::{SiteSet, Zone};
use dagaz_rules::path::Words;

use crate::analysis::Analysis;
use crate::language::Language;
use crate::names::{Occurrence, SymbolKind};
use crate::tokens::{Kind, around, word_at};
use crate::words::words;

/// Sites of a set that are listed.
const SITES_LISTED: usize = 64;

/// Rules of one name that are put into words: one for each combination of arguments.
const RULES_TOLD: usize = 3;

/// Lines of a rule in words.
const LINES_TOLD: usize = 24;

/// What is shown of a word.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hover {
    /// The word.
    pub range: Range<usize>,
    /// Markdown.
    pub text: String,
    /// The sites that the word means: those of a zone, or the site itself.
    pub sites: Vec<String>,
}

impl Analysis {
    /// Returns what is known of the word at a byte.
    pub fn hover(&self, at: usize) -> Option<Hover> {
        if let Some(occurrence) = self.names.at(at) {
            let sites = self.sites_of(&self.names.symbols[occurrence.symbol].name);
            return Some(Hover { range: occurrence.range.clone(), text: self.symbol_text(occurrence), sites });
        }
        let token = word_at(&self.tokens, at)?;
        let word = self.text.get(token.range.clone())?;
        let text = self.word_text(word, token.range.start).or_else(|| self.board_text(word))?;
        Some(Hover { range: token.range.clone(), text, sites: self.sites_of(word) })
    }

    /// Returns the names of the sites of a zone, of all players together, or of the site itself.
    fn sites_of(&self, name: &str) -> Vec<String> {
        let Some(topology) = &self.topology else { return Vec::new() };
        let named = |site| topology.site(site).name.clone();
        if let Some(zone) = topology.zone_named(name).and_then(|zone| topology.zones().get(zone.index())) {
            let sets = std::iter::once(&zone.common).chain(zone.own.iter().map(|(_, set)| set));
            let sites: BTreeSet<_> = sets.flat_map(SiteSet::iter).collect();
            return sites.into_iter().map(named).collect();
        }
        topology.site_named(name).map(named).into_iter().collect()
    }

    /// Returns the ends of the names of zones where they are declared, with how many sites they
    /// have. Zones of different sizes for the players have none.
    pub fn zone_sizes(&self) -> Vec<(usize, usize)> {
        let Some(topology) = &self.topology else { return Vec::new() };
        let size = |zone: &Zone| {
            let own: Vec<usize> = zone.own.iter().map(|(_, set)| set.iter().count()).collect();
            let first = own.first().copied().unwrap_or_else(|| zone.common.iter().count());
            own.iter().all(|size| *size == first).then_some(first)
        };
        let sizes = topology.zones().iter().filter_map(|zone| Some((zone.name.as_str(), size(zone)?)));
        let sizes: HashMap<&str, usize> = sizes.collect();
        let declared = self.names.occurrences.iter().filter(|one| one.is_declaration);
        let sized = declared.filter_map(|one| {
            let size = sizes.get(self.names.symbols[one.symbol].name.as_str())?;
            Some((one.range.end, *size))
        });
        sized.collect()
    }

    fn symbol_text(&self, occurrence: &Occurrence) -> String {
        let symbol = &self.names.symbols[occurrence.symbol];
        let mut text = format!("**{}** · {}\n\n", symbol.name, symbol.kind.words());
        let place = symbol.declared.first();
        if let Some(file) = place.and_then(|place| place.file.as_ref()) {
            text += &format!("Declared in `{file}`.\n\n");
        }
        if let Some(comment) =
            place.filter(|place| place.file.is_none()).and_then(|place| self.comment(place.range.start))
        {
            text += &format!("{comment}\n\n");
        }
        text += &format!("```{}\n{}\n```", self.language.ending(), symbol.detail);
        if let Some(more) = self.sites_text(&symbol.name) {
            text += &format!("\n\n{more}");
        }
        if symbol.kind == SymbolKind::Rule
            && let Some(more) = self.rule_text(&symbol.name)
        {
            text += &format!("\n\n{more}");
        }
        text
    }

    /// Returns the comment in the lines before the declaration at a byte.
    fn comment(&self, at: usize) -> Option<String> {
        let line = self.text[..at].rfind('\n').map_or(0, |end| end + 1);
        let sign = if self.language == Language::ForthScript { '\\' } else { ';' };
        let lines = self.text[..line].lines().rev().map(str::trim);
        let mut lines: Vec<&str> = lines.take_while(|line| line.starts_with(sign)).collect();
        lines.reverse();
        let text = lines.iter().map(|line| line.trim_start_matches(sign).trim()).collect::<Vec<_>>().join(" ");
        (!text.is_empty()).then_some(text)
    }

    /// Returns the sites of a zone, for each player if they differ.
    fn sites_text(&self, name: &str) -> Option<String> {
        let topology = self.topology.as_ref()?;
        let zone = topology.zones().get(topology.zone_named(name)?.index())?;
        let list = |set: &SiteSet| {
            let sites: Vec<&str> = set.iter().map(|site| topology.site(site).name.as_str()).collect();
            let shown = sites.iter().take(SITES_LISTED).copied().collect::<Vec<_>>().join(" ");
            let more = sites.len().saturating_sub(SITES_LISTED);
            let more = if more > 0 { format!(" and {more} more") } else { String::new() };
            format!("{} sites: {shown}{more}", sites.len())
        };
        let mut lines: Vec<String> = Vec::new();
        if zone.common.iter().next().is_some() {
            lines.push(list(&zone.common));
        }
        let player = |index: usize| self.rules.as_ref().and_then(|rules| rules.players.get(index));
        for (owner, set) in &zone.own {
            let name =
                player(owner.index()).map_or_else(|| format!("player {}", owner.index() + 1), |one| one.name.clone());
            lines.push(format!("{name}: {}", list(set)));
        }
        (!lines.is_empty()).then(|| lines.join("  \n"))
    }

    /// Returns a rule in English, for the first of its arguments.
    fn rule_text(&self, name: &str) -> Option<String> {
        let rules = self.rules.as_ref()?;
        let words = Words::new(rules);
        let named = rules.rules.iter().filter(|rule| words.name(rule.name) == name);
        let told = named.take(RULES_TOLD).map(|rule| {
            let lines = words.outline(&rule.path).into_iter().take(LINES_TOLD);
            let lines = lines.map(|(depth, line)| format!("{}- {line}", "  ".repeat(depth)));
            lines.collect::<Vec<_>>().join("\n")
        });
        let told: Vec<String> = told.filter(|text| !text.is_empty()).take(1).collect();
        told.into_iter().next()
    }

    /// Returns the meanings of a word of the language where it stands.
    fn word_text(&self, word: &str, start: usize) -> Option<String> {
        let known: Vec<_> =
            words(self.language).iter().filter(|known| known.name == word && !known.is_pattern()).collect();
        let first = self.tokens.partition_point(|token| token.range.start < start);
        let is_head = first.checked_sub(1).is_some_and(|before| self.tokens[before].kind == Kind::Open);
        let around = around(&self.text, &self.tokens, start);
        let depth = around.heads.len();
        let outer = depth.checked_sub(2).map(|outer| around.heads[outer]);
        let is_clause = is_head && matches!(outer, None | Some("game" | "variant" | "module" | "piece" | "phase"));
        let fits = |kind: &str| matches!(kind, "clause" | "section" | "file" | "display") == is_clause;
        let exact: Vec<_> = known.iter().filter(|one| one.begins_list() == is_head && fits(one.kind)).collect();
        let near: Vec<_> = known.iter().filter(|one| one.begins_list() == is_head).collect();
        let all: Vec<_> = known.iter().collect();
        let shown = [exact, near, all].into_iter().find(|list| !list.is_empty())?;
        let lines = shown.iter().map(|one| format!("`{}` · *{}*  \n{}", one.form, one.kind, one.meaning));
        Some(lines.collect::<Vec<_>>().join("\n\n"))
    }

    /// Returns what a name of the board is that the text does not declare.
    fn board_text(&self, word: &str) -> Option<String> {
        let topology = self.topology.as_ref()?;
        if topology.site_named(word).is_some() {
            return Some(format!("**{word}** · site"));
        }
        let parts: Vec<&str> = word.split('.').collect();
        let is_hop = parts.iter().all(|part| topology.direction_named(part).is_some());
        is_hop.then(|| match parts.len() {
            1 => format!("**{word}** · direction"),
            _ => format!("**{word}** · one hop, made of the directions {}", parts.join(", ")),
        })
    }
}
