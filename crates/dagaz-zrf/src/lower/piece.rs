//! Pieces: their attributes, and the blocks of their moves and drops.

use std::collections::HashMap;

use dagaz_core::{AttributeId, LimitHit, LimitKind, MoveClassId, RuleId};
use dagaz_rules::{Entry, PieceType, Rule};

use super::Lower;
use crate::expand::ItemId;
use crate::section::{Key, piece_name};
use dagaz_syntax::code::Code;

/// What a part of a piece begins with, but for what is only shown.
const PARTS: [&str; 9] = ["name", "attribute", "dummy", "moves", "drops", "image", "help", "description", "notation"];

/// Parts of a piece that are only shown.
const DISPLAY_PARTS: [&str; 5] = ["image", "help", "description", "notation", "open"];

impl Lower<'_> {
    /// Returns the pieces that count: of two with one name, the later.
    fn piece_sections(&self) -> Vec<ItemId> {
        let mut places: HashMap<&str, usize> = HashMap::new();
        let mut kept: Vec<ItemId> = Vec::new();
        for section in self.sections {
            let Key::Piece(name) = &section.key else { continue };
            let place = *places.entry(name).or_insert(kept.len());
            if place == kept.len() {
                kept.push(section.item);
            }
            kept[place] = section.item;
        }
        kept
    }

    /// Learns the names of pieces and of their attributes.
    pub(super) fn piece_names(&mut self) {
        let mut firsts: HashMap<&str, ItemId> = HashMap::new();
        for section in self.sections {
            let Key::Piece(name) = &section.key else { continue };
            let first = *firsts.entry(name).or_insert(section.item);
            if first != section.item {
                let message = format!("piece `{name}` is declared twice; this one counts");
                let fault = self.fault(Code::RepeatedName, self.first(section.item), message);
                self.push(fault.label(self.span(self.first(first)), "the first is here"));
            }
        }
        for piece in self.piece_sections() {
            let Some(name) = piece_name(self.x, piece).filter(|name| !name.is_empty()) else {
                self.wrong(piece, "a piece needs a name", "`(name Pawn)`");
                continue;
            };
            if self.pieces.len() >= self.limits.piece_types {
                self.limit(piece, &LimitHit::new(LimitKind::PieceTypes, self.limits.piece_types));
                return;
            }
            self.pieces.add(name);
            for part in self.rest(piece).to_vec() {
                if self.head(part) != Some("attribute") {
                    continue;
                }
                let Some(name) = self.rest(part).first().and_then(|&name| self.x.word(name)) else {
                    self.wrong(part, "an attribute needs a name and a value", "`(attribute never-moved? true)`");
                    continue;
                };
                if self.attributes.find(name).is_none() && self.attributes.len() >= self.limits.attributes {
                    self.limit(part, &LimitHit::new(LimitKind::Attributes, self.limits.attributes));
                    return;
                }
                self.attributes.add(name);
            }
        }
    }

    /// Learns the names of classes of moves, so that conditions can tell them from places.
    pub(super) fn class_names(&mut self) {
        for piece in self.piece_sections() {
            for part in self.rest(piece).to_vec() {
                if !matches!(self.head(part), Some("moves" | "drops")) {
                    continue;
                }
                for item in self.rest(part).to_vec() {
                    if self.head(item) == Some("move-type") {
                        let name = self.rest(item).first().and_then(|&name| self.x.word(name));
                        if let Some(name) = name.map(str::to_string) {
                            self.class(&name);
                        }
                    }
                }
            }
        }
    }

    /// Reads all pieces with their moves.
    pub(super) fn pieces(&mut self) -> Vec<PieceType> {
        let mut pieces = Vec::new();
        for piece in self.piece_sections() {
            let Some(name) = piece_name(self.x, piece).filter(|name| !name.is_empty()) else { continue };
            let mut kind = PieceType { name: name.to_string(), span: self.rule_span(piece), ..PieceType::default() };
            for part in self.rest(piece).to_vec() {
                match self.head(part) {
                    Some("name") => {}
                    Some("attribute") => self.start_value(part, &mut kind),
                    Some("dummy") => kind.immaterial = true,
                    Some("moves") => {
                        let entries = self.entries(part, &format!("{name}-"), kind.moves.len());
                        kind.moves.extend(entries);
                    }
                    Some("drops") => {
                        let entries = self.entries(part, &format!("{name}-drop-"), kind.drops.len());
                        kind.drops.extend(entries);
                    }
                    Some(word) if DISPLAY_PARTS.contains(&word) => self.display(&kind.name, part),
                    _ => self.unknown_part(part, "a piece", &PARTS),
                }
            }
            pieces.push(kind);
        }
        pieces
    }

    fn start_value(&mut self, part: ItemId, kind: &mut PieceType) {
        let [name, value] = self.rest(part)[..] else {
            return self.wrong(part, "an attribute needs a name and a value", "`(attribute never-moved? true)`");
        };
        let Some(value) = self.boolean(value) else {
            return self.wrong(value, "an attribute starts as true or false", "true or false");
        };
        if let Some(attribute) = self.attribute(name) {
            kind.starts.retain(|(known, _)| *known != attribute);
            if value {
                kind.starts.push((attribute, 1));
            }
        }
    }

    /// Returns the attribute of that name; an unknown one is noted.
    pub(super) fn attribute(&mut self, item: ItemId) -> Option<AttributeId> {
        let found = self.x.word(item).and_then(|name| self.attributes.find(name));
        if found.is_none() {
            let attributes = std::mem::take(&mut self.attributes);
            self.unknown(Code::UnknownAttribute, item, "attribute", "the attributes of this game are", &[&attributes]);
            self.attributes = attributes;
        }
        found.map(AttributeId::at)
    }

    /// The blocks in `moves` or `drops`, each with the class that the last `move-type` before it
    /// names. A block that is no macro call is named by its number, behind `prefix`; `before`
    /// blocks of the piece have theirs already.
    fn entries(&mut self, part: ItemId, prefix: &str, before: usize) -> Vec<Entry> {
        let mut entries = Vec::new();
        let mut class: Option<MoveClassId> = None;
        for item in self.rest(part).to_vec() {
            if !self.is_list(item) {
                self.wrong(item, "moves are lists of commands", "a block such as `(n add)`");
            } else if self.head(item) == Some("move-type") {
                let [name] = self.rest(item)[..] else {
                    self.wrong(item, "`move-type` needs one name", "`(move-type capturing)`");
                    continue;
                };
                let name = self.x.word(name).unwrap_or_default().to_string();
                class = Some(self.class(&name));
            } else if !self.members(item).is_empty() {
                let ordinal = before + entries.len() + 1;
                match self.rule(item, || format!("{prefix}{ordinal}")) {
                    Ok(rule) => entries.push(Entry { rule, class }),
                    Err(hit) => {
                        self.limit(item, &hit);
                        break;
                    }
                }
            }
        }
        entries
    }

    /// Returns the rule that a block is. Records name it by the macro call that the block is, or
    /// else by `otherwise`.
    fn rule(&mut self, block: ItemId, otherwise: impl FnOnce() -> String) -> Result<RuleId, LimitHit> {
        if let Some(&known) = self.known_rules.get(&block) {
            return Ok(known);
        }
        let automaton = self.block(block)?;
        let (name, arguments) = self.x.sole_call(block).unwrap_or_else(|| (otherwise(), Vec::new()));
        let rule = RuleId::at(self.rules.len());
        self.rules.push(Rule { name, arguments, automaton, span: self.rule_span(block) });
        self.known_rules.insert(block, rule);
        Ok(rule)
    }
}
