//! Conditions.
//!
//! `not-` before the name of any built-in condition is its contrary; so is `(not ...)`. A name that
//! is none of the built-in ones is an attribute of the piece at the place in question.

use dagaz_core::{AttributeId, MoveClassId, PieceTypeId, ZoneId};
use dagaz_rules::{Holder, SiteTest, Truth};

use super::Lower;
use super::board::GOAL_ZONE;
use crate::expand::{ItemId, ItemKind};
use dagaz_syntax::code::Code;
use dagaz_syntax::suggest;

/// The built-in conditions, without `not-`.
const BUILT_IN: [&str; 19] = [
    "empty?",
    "friend?",
    "enemy?",
    "neutral?",
    "on-board?",
    "last-from?",
    "last-to?",
    "marked?",
    "adjacent-to-enemy?",
    "attacked?",
    "defended?",
    "goal-position?",
    "piece?",
    "position?",
    "in-zone?",
    "flag?",
    "position-flag?",
    "true",
    "false",
];

impl Lower<'_> {
    /// Returns the truth that a condition asks. A faulty one is noted and never true.
    pub(super) fn condition(&mut self, item: ItemId) -> Truth {
        match self.x.kind(item) {
            ItemKind::Word(_) => self.predicate(item, item, &[]),
            ItemKind::String(_) => {
                self.wrong(item, "a text is no condition", "a condition such as `empty?`");
                Truth::Always(false)
            }
            ItemKind::List => {
                let x = self.x;
                let Some((&head, rest)) = x.members(item).split_first() else {
                    self.wrong(item, "an empty list is no condition", "a condition such as `empty?`");
                    return Truth::Always(false);
                };
                match x.word(head) {
                    Some("and") => joined(rest.iter().map(|&part| self.condition(part)).collect(), Truth::All),
                    Some("or") => joined(rest.iter().map(|&part| self.condition(part)).collect(), Truth::Any),
                    Some("not") => {
                        let [inner] = *rest else {
                            self.wrong(item, "`not` needs one condition", "`(not (piece? King))`");
                            return Truth::Always(false);
                        };
                        self.condition(inner).negate()
                    }
                    Some(_) => self.predicate(item, head, rest),
                    // Parentheses around one condition do no harm.
                    None if rest.is_empty() => self.condition(head),
                    None => {
                        self.wrong(item, "several conditions stand side by side", "one, or `(and ...)` around them");
                        Truth::Always(false)
                    }
                }
            }
        }
    }

    fn predicate(&mut self, item: ItemId, head: ItemId, arguments: &[ItemId]) -> Truth {
        // Questions are as large as nodes, and as many.
        self.rule_nodes += 1;
        if self.rule_nodes > self.limits.rule_nodes {
            return Truth::Always(false);
        }
        let x = self.x;
        let name = x.word(head).unwrap_or_default();
        let positive = name.strip_prefix("not-");
        match positive.filter(|name| BUILT_IN.contains(name)) {
            Some(positive) => self.built_in(item, positive, arguments).negate(),
            None if BUILT_IN.contains(&name) => self.built_in(item, name, arguments),
            None => match (self.attributes.find(name), positive.and_then(|name| self.attributes.find(name))) {
                (Some(attribute), _) => Truth::Site(self.place(arguments), SiteTest::Has(AttributeId::at(attribute))),
                (None, Some(attribute)) => {
                    Truth::Site(self.place(arguments), SiteTest::Has(AttributeId::at(attribute))).negate()
                }
                (None, None) => {
                    self.unknown_condition(head, name);
                    Truth::Always(false)
                }
            },
        }
    }

    fn unknown_condition(&mut self, head: ItemId, name: &str) {
        let fault = self.fault(Code::UnknownCondition, head, format!("unknown condition `{name}`"));
        let known = BUILT_IN.into_iter().chain(["and", "or", "not"]).chain(self.attributes.iter());
        let close = self.closest(name, known.chain(self.x.macro_names()));
        let hint = match close {
            Some(close) => suggest::did_you_mean(name, close),
            None if self.attributes.len() == 0 => "no piece of this game declares an attribute".into(),
            None => {
                let names: Vec<&str> = self.attributes.iter().take(12).collect();
                format!("the attributes of this game are {}", names.join(", ")).into()
            }
        };
        self.push(fault.hint(hint));
    }

    fn built_in(&mut self, item: ItemId, name: &str, arguments: &[ItemId]) -> Truth {
        let any_of = |holder| SiteTest::Holds(holder, Vec::new());
        let test = match name {
            "true" => return Truth::Always(true),
            "false" => return Truth::Always(false),
            "empty?" => SiteTest::Empty,
            "friend?" => any_of(Holder::Own),
            "enemy?" => any_of(Holder::Enemy),
            "neutral?" => any_of(Holder::Neutral),
            "on-board?" => SiteTest::OnBoard,
            "last-from?" => SiteTest::LastFrom,
            "last-to?" => SiteTest::LastTo,
            "marked?" => SiteTest::Marked,
            "adjacent-to-enemy?" => SiteTest::NextToEnemy,
            "goal-position?" => match self.zones.find(GOAL_ZONE) {
                Some(zone) => SiteTest::In(ZoneId::at(zone)),
                None => return Truth::Always(false),
            },
            "attacked?" | "defended?" => {
                let class = arguments.first().and_then(|&first| self.class_argument(first));
                let place = self.place(&arguments[usize::from(class.is_some())..]);
                let test = if name == "attacked?" { SiteTest::Attacked(class) } else { SiteTest::Defended(class) };
                return Truth::Site(place, test);
            }
            _ => return self.named_test(item, name, arguments),
        };
        Truth::Site(self.place(arguments), test)
    }

    /// Returns a condition whose first argument is the name of something.
    fn named_test(&mut self, item: ItemId, name: &str, arguments: &[ItemId]) -> Truth {
        let Some((&first, rest)) = arguments.split_first() else {
            let example = match name {
                "piece?" => "`(piece? King)`",
                "position?" => "`(position? a1)`",
                "in-zone?" => "`(in-zone? promotion)`",
                "flag?" => "`(flag? seen)`",
                _ => "`(position-flag? seen)`",
            };
            self.wrong(item, format!("`{name}` needs a name"), example);
            return Truth::Always(false);
        };
        let known = self.x.word(first).unwrap_or_default();
        match name {
            "piece?" => {
                let count = 1 + rest.iter().take_while(|&&more| self.is_only_piece(more)).count();
                let kinds: Vec<PieceTypeId> =
                    arguments[..count].iter().filter_map(|&kind| self.piece_type(kind)).collect();
                let place = self.place(&arguments[count..]);
                Truth::Site(place, SiteTest::Holds(Holder::Anyone, kinds))
            }
            "position?" => match self.find_site(first) {
                Some(site) => Truth::Site(self.place(rest), SiteTest::Is(site)),
                None => {
                    let sites = std::mem::take(&mut self.sites);
                    self.unknown(Code::UnknownPosition, first, "position", "this board has", &[&sites]);
                    self.sites = sites;
                    Truth::Always(false)
                }
            },
            "in-zone?" => match self.zones.find(known) {
                Some(zone) => Truth::Site(self.place(rest), SiteTest::In(ZoneId::at(zone))),
                None => {
                    let zones = std::mem::take(&mut self.zones);
                    self.unknown(Code::UnknownZone, first, "zone", "the zones of this board are", &[&zones]);
                    self.zones = zones;
                    Truth::Always(false)
                }
            },
            "flag?" => Truth::Flag(self.flag(first, known)),
            _ => {
                let flag = self.site_flag(first, known);
                Truth::Site(self.place(rest), SiteTest::Flagged(flag))
            }
        }
    }

    /// Returns whether an item names a piece and no place.
    fn is_only_piece(&self, item: ItemId) -> bool {
        self.x.word(item).is_some_and(|name| self.pieces.find(name).is_some())
            && self.find_direction(item).is_none()
            && self.find_site(item).is_none()
    }

    /// The class of moves that an argument names, if it names no place.
    fn class_argument(&mut self, item: ItemId) -> Option<MoveClassId> {
        if self.find_direction(item).is_some() || self.find_site(item).is_some() {
            return None;
        }
        self.x.word(item).and_then(|name| self.classes.find(name)).map(MoveClassId::at)
    }
}

/// Several truths as one.
pub(super) fn joined(mut parts: Vec<Truth>, join: fn(Vec<Truth>) -> Truth) -> Truth {
    match (parts.len(), parts.pop()) {
        (1, Some(only)) => only,
        (_, Some(last)) => {
            parts.push(last);
            join(parts)
        }
        (_, None) => join(parts),
    }
}
