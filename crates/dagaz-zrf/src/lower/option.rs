//! Options, in both spellings: `(option "pass turn" forced)` and `(pass-turn forced)`.

use dagaz_rules::{Capture, Merge, PassRule, ViewHint, ViewValue};

use super::{Lower, Options};
use crate::expand::ItemId;
use crate::options::{Meaning, meaning, names, normal_name, without};
use crate::section::Key;
use dagaz_syntax::code::Code;
use dagaz_syntax::suggest;

impl Lower<'_> {
    /// Reads all options; those that are no rules go to the view.
    pub(super) fn options(&mut self) -> Options {
        let mut options = Options::default();
        for section in self.sections {
            let Key::Option(name) = &section.key else { continue };
            let arguments = self.rest(section.item);
            let value = if self.head(section.item) == Some("option") { arguments.get(1) } else { arguments.first() };
            self.option(&mut options, section.item, name, value.copied());
        }
        options
    }

    fn option(&mut self, options: &mut Options, section: ItemId, name: &str, value: Option<ItemId>) {
        // An option without a value is meant to be on.
        let word = value.and_then(|value| self.x.text(value)).unwrap_or("true").to_string();
        match (meaning(name), word.as_str()) {
            (Meaning::PassTurn, "false") => options.pass = PassRule::Never,
            (Meaning::PassTurn, "true") => options.pass = PassRule::Free,
            (Meaning::PassTurn, "forced" | "2") => options.pass = PassRule::Forced,
            (Meaning::PassTurn, _) => self.wrong_value(section, value, "true, false or forced"),
            (Meaning::PassPartial, "true" | "2") => options.may_stop = true,
            (Meaning::PassPartial, "false") => options.may_stop = false,
            (Meaning::MaximalCaptures, "false") => options.longest_chain = false,
            (Meaning::MaximalCaptures, "true") => options.longest_chain = true,
            (Meaning::MaximalCaptures, "2") => {
                options.longest_chain = true;
                let message = "`maximal captures` 2 is read as true: what is captured is not weighed";
                let fault = self.fault(Code::WrongOptionValue, value.unwrap_or(section), message);
                self.push(fault);
            }
            (Meaning::RecycleCaptures, "true") => options.capture = Capture::OwnersSupply,
            (Meaning::RecycleCaptures, "false") => options.capture = Capture::Gone,
            (Meaning::RecyclePromotions, "true") => options.recycle_promotions = true,
            (Meaning::RecyclePromotions, "false") => options.recycle_promotions = false,
            (Meaning::MergeResults, "true") => options.merge = Merge::Results,
            (Meaning::MergeResults, "false") => options.merge = Merge::Effects,
            (Meaning::IncludeOffPieces, "true") => self.supplied_goals = true,
            (Meaning::IncludeOffPieces, "false") => self.supplied_goals = false,
            (
                Meaning::RecyclePromotions
                | Meaning::MergeResults
                | Meaning::PassPartial
                | Meaning::MaximalCaptures
                | Meaning::RecycleCaptures
                | Meaning::IncludeOffPieces,
                _,
            ) => self.wrong_value(section, value, "true or false"),
            // Read with the glossary, when all names are known.
            (Meaning::Fen, _) => {}
            (Meaning::Missing, "false") | (Meaning::Display, _) => self.view.push(ViewHint {
                about: String::new(),
                key: "option".into(),
                values: vec![ViewValue::Text(normal_name(name)), ViewValue::Word(word)],
                span: self.rule_span(section),
            }),
            (Meaning::Missing, _) => {
                let message = format!("the option `{name}` is not supported and is ignored");
                let fault = self.fault(Code::ForeignOption, section, message);
                let difference = without(&normal_name(name)).unwrap_or("its rule is missing");
                self.push(fault.hint(format!("the game is played without it: {difference}")));
            }
            (Meaning::Foreign, _) => {
                let message = format!("the option `{name}` means rules in a program beside this file; it is ignored");
                let fault = self.fault(Code::ForeignOption, section, message);
                self.push(fault.hint("moves or goals of this game may be missing"));
            }
            (Meaning::Unknown, _) => {
                let at = self.rest(section).first().copied().unwrap_or(section);
                let fault = self.fault(Code::UnknownOption, at, format!("unknown option `{name}` is ignored"));
                let hint = self.closest(name, names()).map(|close| suggest::did_you_mean(name, close));
                self.push(fault.maybe_hint(hint));
            }
        }
    }

    fn wrong_value(&mut self, section: ItemId, value: Option<ItemId>, expected: &str) {
        let at = value.unwrap_or(section);
        let fault = self.fault(Code::WrongOptionValue, at, "this option cannot have this value, and is ignored");
        self.push(fault.expected(expected, self.describe(at)));
    }
}
