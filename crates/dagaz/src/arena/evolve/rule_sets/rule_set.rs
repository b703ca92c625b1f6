//! A rule set: the clauses of one game, without variants, modules and included files.

use std::hash::{Hash, Hasher};

use dagaz_drf::DrfFile;
use dagaz_rules::path::{Choices, Parameter, PathRules};
use dagaz_syntax::format::{Unformattable, format};
use sha2::{Digest, Sha256};

use super::expression::{Expression, Place};

/// The longest rule set that is varied, in bytes of its text on one line.
const BYTES_MAX: usize = 64 << 10;

/// See the [module documentation](self). Two rule sets are equal if their clauses are.
#[derive(Clone, Debug)]
pub(in crate::arena::evolve) struct RuleSet {
    /// The title of the game that it comes from.
    pub(super) title: String,
    pub(super) clauses: Vec<Expression>,
    /// What was changed in the games that it comes from, the first change first.
    pub(in crate::arena::evolve) changes: Vec<String>,
    pub(super) names: Names,
}

/// What the rules say of the words that the clauses use.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Names {
    pub(super) players: Vec<String>,
    pub(super) directions: Vec<String>,
    /// Parameters with what else they may be.
    pub(super) parameters: Vec<(String, String, Choices)>,
}

impl Names {
    /// Returns what the rules of a game say.
    pub(super) fn of(rules: &PathRules, parameters: &[Parameter]) -> Names {
        let parameter = |one: &Parameter| (one.name.clone(), one.default.clone(), one.choices.clone());
        Names {
            players: rules.players.iter().map(|player| player.name.clone()).collect(),
            directions: rules.topology.directions().to_vec(),
            parameters: parameters.iter().map(parameter).collect(),
        }
    }
}

impl PartialEq for RuleSet {
    fn eq(&self, other: &RuleSet) -> bool {
        self.clauses == other.clauses
    }
}

impl Eq for RuleSet {}

impl Hash for RuleSet {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.clauses.hash(state);
    }
}

/// Why a game cannot be varied as a rule set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum NoRuleSet {
    /// It has errors.
    Errors,
    /// Its text is too long or nests too deeply.
    TooLarge,
}

impl RuleSet {
    /// Returns the clauses of a playable item as one game: those of its bases and modules too.
    pub(super) fn of(file: &DrfFile, index: usize) -> Result<RuleSet, NoRuleSet> {
        let title = file.playable().get(index).ok_or(NoRuleSet::Errors)?.title.clone();
        let rules = file.rules(index).rules.ok_or(NoRuleSet::Errors)?;
        let said = file.clauses(index);
        if said.iter().map(|clause| clause.text.len()).sum::<usize>() > BYTES_MAX {
            return Err(NoRuleSet::TooLarge);
        }
        let is_general = |text: &str| GENERAL_RULES.contains(&text);
        let own = said.iter().filter(|clause| clause.head != "use" && !(clause.of_library && is_general(&clause.text)));
        let clauses = own.map(|clause| Expression::read(&clause.text).ok_or(NoRuleSet::TooLarge));
        let clauses = clauses.collect::<Result<Vec<Expression>, NoRuleSet>>()?;
        let names = Names::of(&rules, &file.parameters(index));
        Ok(RuleSet { title, clauses, changes: Vec::new(), names })
    }

    /// Returns its title: that of its game, and a digest of the clauses if they are changed.
    pub(super) fn said_title(&self) -> String {
        if self.changes.is_empty() {
            return self.title.clone();
        }
        let mut hash = Sha256::new();
        self.clauses.iter().for_each(|clause| hash.update(clause.to_string()));
        let digest: String = hash.finalize().iter().take(3).map(|byte| format!("{byte:02x}")).collect();
        format!("{} {digest}", self.title)
    }

    /// Returns its text with one clause a line, and where each clause and each part of the board
    /// stands in it.
    pub(super) fn placed_text(&self) -> (String, Vec<(std::ops::Range<usize>, Place)>) {
        let mut text = format!("(drf 3)\n(game \"{}\"", self.said_title());
        let mut places = Vec::new();
        for (index, clause) in self.clauses.iter().enumerate() {
            text.push_str("\n  ");
            let start = text.len();
            if clause.head() == "board" {
                text.push_str("(board");
                for (part, member) in clause.members().iter().enumerate().skip(1) {
                    text.push(' ');
                    let start = text.len();
                    text.push_str(&member.to_string());
                    places.push((start..text.len(), vec![index, part]));
                }
                text.push(')');
            } else {
                text.push_str(&clause.to_string());
            }
            places.push((start..text.len(), vec![index]));
        }
        text.push_str(")\n");
        (text, places)
    }

    /// Returns its text, laid out by the formatter.
    pub(in crate::arena::evolve) fn text(&self) -> Result<String, Unformattable> {
        format(&self.placed_text().0)
    }

    /// Returns the clauses with one of these heads, each with its index.
    pub(super) fn headed<'a>(&'a self, heads: &'a [&str]) -> impl Iterator<Item = (usize, &'a Expression)> {
        self.clauses.iter().enumerate().filter(move |(_, clause)| heads.contains(&clause.head()))
    }

    /// Returns the places of all lists of moves: those of pieces and those of the game.
    pub(super) fn move_lists(&self) -> Vec<Place> {
        let mut found = Vec::new();
        for (index, clause) in self.headed(&["piece", "moves"]) {
            if clause.head() == "moves" {
                found.push(vec![index]);
            }
            let inner = clause.members().iter().enumerate().filter(|(_, member)| member.head() == "moves");
            found.extend(inner.map(|(member, _)| vec![index, member]));
        }
        found
    }

    /// Returns what stands at a place: in a clause, or that clause.
    pub(super) fn at(&self, place: &[usize]) -> Option<&Expression> {
        let (first, rest) = place.split_first()?;
        self.clauses.get(*first)?.at(rest)
    }

    /// The same, to be changed.
    pub(super) fn at_mut(&mut self, place: &[usize]) -> Option<&mut Expression> {
        let (first, rest) = place.split_first()?;
        self.clauses.get_mut(*first)?.at_mut(rest)
    }

    /// Removes what stands at a place; returns whether there was something.
    pub(super) fn remove(&mut self, place: &[usize]) -> bool {
        let Some((last, outer)) = place.split_last() else { return false };
        let list = match outer {
            [] => Some(&mut self.clauses),
            outer => self.at_mut(outer).and_then(Expression::members_mut),
        };
        match list {
            Some(list) if *last < list.len() => {
                list.remove(*last);
                true
            }
            _ => false,
        }
    }

    /// Returns a description of a place, for the list of changes: its clause and the name of that.
    pub(super) fn owner(&self, place: &[usize]) -> String {
        let Some(clause) = place.first().and_then(|first| self.clauses.get(*first)) else { return String::new() };
        match clause.name().filter(|_| clause.head() != "board") {
            Some(name) if clause.head() != "moves" => format!("{} {name}", clause.head()),
            _ => clause.head().to_string(),
        }
    }
}

/// The rules that every game has, as `DrfFile::clauses` writes them.
const GENERAL_RULES: [&str; 5] = [
    "(rule (step d) d open)",
    "(rule (slide d) (many d empty) d open)",
    "(rule (walk d) d empty)",
    "(rule (hop d) d occupied d empty)",
    "(rule pass)",
];
