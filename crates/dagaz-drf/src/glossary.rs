//! The glossary: what things are called outside the rules, in records and positions.

use dagaz_core::{FenRights, Glossary, PieceName, PlayerName, SiteId, SlotName};
use dagaz_rules::Player;
use dagaz_rules::path::{Home, NameId, VarId, VariableKind};

use super::environment::EnvId;
use super::lower::Lower;

/// The fields of a FEN behind the board, as `(fen …)` describes them.
#[derive(Default)]
pub(super) struct FenClause {
    /// Rights and the passed square.
    pub(super) rights: FenRights,
    /// The name of the rule that leaves a passed square.
    pub(super) last_name: Option<NameId>,
    /// The variable of the half-move clock.
    pub(super) halfmoves: Option<VarId>,
    /// The variable that counts checks, and how many win.
    pub(super) checks: Option<(VarId, i32)>,
}

impl Lower<'_> {
    /// Reads `(fen (K unmoved e1 h1) … (passed n Pawn double) (halfmoves idle) (promoted promoted)
    /// (checks checks 3))`.
    pub(super) fn fen(&mut self) -> FenClause {
        let mut found = FenClause::default();
        for clause in self.clauses_of("fen") {
            for part in self.rest(clause) {
                let members = self.members(part);
                let words: Vec<String> = members.iter().map(|node| self.text(*node).to_string()).collect();
                if words.first().is_some_and(|word| word == "passed") {
                    let way = members.get(1).and_then(|node| self.ways_of(*node, EnvId::EMPTY));
                    found.rights.passed = way.and_then(|ways| self.ways[ways.first()?.index()].first().copied());
                    found.rights.passer = members.get(2).and_then(|node| self.type_named(*node));
                    found.last_name = members
                        .get(3)
                        .map(|node| self.rule_names_of(*node, EnvId::EMPTY))
                        .and_then(|names| names.first().copied());
                    continue;
                }
                if words.first().is_some_and(|word| word == "halfmoves") {
                    let counts = |name: &String| {
                        self.variables.iter().position(|variable| {
                            let number = variable.kind == VariableKind::Number && variable.home == Home::Game;
                            number && variable.name == *name
                        })
                    };
                    match words.get(1).filter(|_| words.len() == 2).and_then(counts) {
                        Some(variable) => found.halfmoves = Some(VarId::at(variable)),
                        None => self.wrong(
                            part,
                            "the half-move clock of a FEN is a number of the game",
                            "`(halfmoves idle)`, with `(var idle of game 0 uncompared)`",
                        ),
                    }
                    continue;
                }
                if words.first().is_some_and(|word| word == "checks") {
                    let counts = |name: &String| {
                        self.variables.iter().position(|variable| {
                            let number = variable.kind == VariableKind::Number && variable.home == Home::Player;
                            number && variable.name == *name
                        })
                    };
                    let limit = words.get(2).filter(|_| words.len() == 3).and_then(|word| word.parse::<i32>().ok());
                    match (words.get(1).and_then(counts), limit.filter(|limit| *limit > 0)) {
                        (Some(variable), Some(limit)) => found.checks = Some((VarId::at(variable), limit)),
                        _ => self.wrong(
                            part,
                            "the checks of a FEN are a number of players and how many checks win",
                            "`(checks checks 3)`, with `(var checks of player 0)`",
                        ),
                    }
                    continue;
                }
                if words.first().is_some_and(|word| word == "promoted") {
                    let mut attributes = self.variables.iter().filter(|variable| variable.home == Home::Piece);
                    let named = |word: &String| attributes.position(|variable| variable.name == *word);
                    match words.get(1).filter(|_| words.len() == 2).and_then(named) {
                        Some(attribute) => {
                            found.rights.promoted = Some(dagaz_core::AttributeId::at(attribute));
                        }
                        None => self.wrong(
                            part,
                            "the mark of promoted pieces in a FEN is a variable of pieces",
                            "`(promoted promoted)`, with `(var promoted of piece 0)`",
                        ),
                    }
                    continue;
                }
                let attributes = self.variables.iter().filter(|variable| variable.home == Home::Piece);
                let attribute =
                    words.get(1).and_then(|word| attributes.clone().position(|variable| variable.name == *word));
                let sites: Vec<SiteId> = members.iter().skip(2).filter_map(|node| self.site(*node)).collect();
                if self.unmoved.is_none() && words.get(1).is_some_and(|word| word == "unmoved") {
                    // A variant may do without what its base needs.
                    continue;
                }
                let letter = words.first().and_then(|word| word.chars().next());
                match (letter, attribute) {
                    (Some(letter), Some(attribute)) if !sites.is_empty() => {
                        found.rights.rights.push((letter, dagaz_core::AttributeId::at(attribute), sites));
                    }
                    _ => self.wrong(
                        part,
                        "a right of FEN is a letter, a variable of pieces and their sites",
                        "`(K unmoved e1 h1)`",
                    ),
                }
            }
        }
        found
    }

    pub(super) fn glossary(&self, title: &str, slots: &[dagaz_rules::path::PathSlot]) -> Glossary {
        let pieces = self.pieces.iter().zip(&self.letters);
        let piece_variables = self.variables.iter().filter(|variable| variable.home == Home::Piece);
        let implied = self.body.map(|body| self.attribute_of(body));
        let player = |player: &Player| PlayerName { name: player.name.clone(), kind: player.kind };
        Glossary {
            title: title.to_string(),
            players: self.players.iter().map(player).collect(),
            pieces: pieces
                .map(|(piece, letter)| PieceName {
                    name: piece.name.clone(),
                    letter: letter.clone(),
                    ..PieceName::default()
                })
                .collect(),
            attributes: piece_variables.map(|variable| variable.name.clone()).collect(),
            attribute_numbers: self
                .variables
                .iter()
                .filter(|variable| variable.home == Home::Piece)
                .map(|_| None)
                .collect(),
            implied,
            unshown: self.variables.iter().filter(|variable| variable.hidden).map(|one| one.name.clone()).collect(),
            rules: self.rule_texts.clone(),
            slots: slots.iter().map(|slot| SlotName { mover: slot.mover, side: slot.mover, class: None }).collect(),
            ..Glossary::default()
        }
    }
}
