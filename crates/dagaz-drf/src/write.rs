//! Texts of moves of their own: what records write where the rules say it.
//!
//! A text means a move in the notation of records only if nothing else there could be read so, so
//! what that notation has signs for is refused here, and what several legal moves would share is
//! left to it where they are written.

use dagaz_core::RuleId;

use super::environment::{EnvId, Name};
use super::lower::Lower;
use dagaz_syntax::code::Code;
use dagaz_syntax::diagnostic::Diagnostic;
use dagaz_syntax::suggest;
use dagaz_syntax::tree::NodeId;

/// Characters of a text at the most.
const TEXT_MAX: usize = 40;

/// Words that say something in the notation of records, and what.
const SIGNS: [(&str, &str); 6] = [
    ("+", "a step of a move that may go on"),
    ("-", "where a piece goes"),
    ("x", "that something is captured"),
    ("=", "what a piece becomes"),
    (":", "what else tells a move from another one"),
    ("Pass", "a pass"),
];

/// The same of what words begin with.
const BEGINNINGS: [(char, &str); 2] =
    [('#', "which of several moves that read alike is meant"), ('"', "a name that would be a sign")];

impl Lower<'_> {
    /// `(write castle-short "O-O")`, `(write (castle e) "O-O")`. Of several for one rule the last
    /// counts.
    pub(super) fn writes(&mut self) {
        for clause in self.clauses_of("write") {
            if self.is_of_squares(clause) {
                continue;
            }
            let rest = self.rest(clause);
            let (&[rule, text], Some(written)) = (rest.as_slice(), rest.get(1).and_then(|text| self.string(*text)))
            else {
                let message = "a text of moves names the rule that makes them, and the text in quotes";
                self.wrong(clause, message, "`(write castle-short \"O-O\")`");
                continue;
            };
            let written = written.to_string();
            let fault = fault_of(&written);
            if let Some(fault) = &fault {
                self.wrong(text, fault, "a few characters as people write them: `\"O-O\"`");
            }
            // Errors of the rule are reported in addition to errors of the text.
            let rules = self.written_rules(rule);
            if fault.is_none() {
                rules.into_iter().for_each(|rule| self.rule_texts[rule.index()].written = Some(written.clone()));
            }
        }
    }

    /// Returns the rules that are meant; a variant may do without all those of a name.
    fn written_rules(&mut self, rule: NodeId) -> Vec<RuleId> {
        if self.tree.word(rule).is_some() {
            let names = self.rule_names_of(rule, EnvId::EMPTY);
            let meant = |rule: &usize| names.contains(&self.rules[*rule].name);
            return (0..self.rules.len()).filter(meant).map(RuleId::at).collect();
        }
        let name = self.first_member(rule);
        let Some(Name::Rule(form)) = self.name(name).cloned() else {
            self.rule_names_of(name, EnvId::EMPTY);
            return Vec::new();
        };
        let arguments = self.rest(rule);
        if !self.fits(rule, form, &arguments) {
            return Vec::new();
        }
        let combinations = self.combinations(&arguments, EnvId::EMPTY);
        let known = |values| self.instances.get(&(form, values)).cloned().unwrap_or_default();
        let rules: Vec<RuleId> = combinations.into_iter().flat_map(known).collect();
        if rules.is_empty() {
            self.nothing_to_write(rule, name);
        }
        rules
    }

    /// Complains about arguments with which a rule makes no move, though with others it does.
    fn nothing_to_write(&mut self, rule: NodeId, name: NodeId) {
        let name = self.text(name).to_string();
        let used: Vec<String> =
            self.rule_texts.iter().filter(|one| one.name == name).map(|one| one.arguments.join(" ")).collect();
        if used.is_empty() {
            return;
        }
        let arguments: Vec<String> = self.rest(rule).into_iter().map(|node| self.tree.text(node)).collect();
        let hint = suggest::hint(&arguments.join(" "), "there are moves by it with", used.iter().map(String::as_str));
        let message = format!("no move is made by `{}`, so there is nothing to write", self.tree.text(rule));
        let span = self.tree.node(rule).span;
        self.push(Diagnostic::new(Code::UnknownMoveType, span, message).raised().maybe_hint(hint));
    }
}

/// Why a text cannot stand for a move.
fn fault_of(text: &str) -> Option<String> {
    if text.is_empty() || text.split(' ').any(str::is_empty) || text.contains(char::is_control) {
        return Some("a text of moves is made of words with one blank between them".to_string());
    }
    if text.chars().count() > TEXT_MAX {
        return Some(format!("a text of moves has at most {TEXT_MAX} characters"));
    }
    if text.starts_with('.') {
        return Some("a point at the beginning belongs to the number of a move in records".to_string());
    }
    text.split(' ').find_map(|word| {
        if let Some((sign, what)) = SIGNS.iter().find(|(sign, _)| *sign == word) {
            return Some(format!("the word `{sign}` means something else in records: {what}"));
        }
        let (sign, what) = BEGINNINGS.iter().find(|(sign, _)| word.starts_with(*sign))?;
        Some(format!("a word that begins with `{sign}` means something else in records: {what}"))
    })
}
