//! What a description uses: noted once over the whole tree, before its rules are read.

use crate::board::SiteType;
use crate::rules::Facets;
use crate::text::Node;

/// What of the game depends on words anywhere in its rules.
#[derive(Default)]
pub(super) struct Scan {
    pub(super) types: Vec<SiteType>,
    pub(super) stacking: bool,
    pub(super) counted: bool,
    pub(super) dice: bool,
    pub(super) all_passed: bool,
    pub(super) pass: bool,
    pub(super) teams: bool,
    pub(super) repeats: bool,
    pub(super) visits: bool,
    pub(super) piles_move: bool,
    pub(super) promotes: bool,
    pub(super) tops: bool,
    pub(super) facets: Facets,
}

impl Scan {
    /// Notes what a node and all below it use.
    pub(super) fn node(&mut self, node: &Node) {
        if let Some(list) = node.list() {
            let (head, first) = (list.head.as_ref(), list.first_word());
            let named = |name: &str| list.named(name).is_some();
            self.stacking |= match (head, first) {
                ("place" | "size" | "count", Some("Stack")) | ("topLevel" | "level", _) => true,
                _ => {
                    let is_true = |name| list.named(name).is_some_and(|node| node.boolean() == Some(true));
                    is_true("stack")
                        || is_true("largeStack")
                        || named("level") && matches!(head, "who" | "what" | "state" | "rotation" | "value")
                }
            };
            self.counted |= matches!(head, "hand" | "sow") || named("count") || head == "set" && first == Some("Count");
            self.piles_move |= matches!(head, "move" | "fromTo") && named("count");
            self.promotes |= head == "promote" || head == "move" && first == Some("Promote");
            self.tops |= head == "forEach" && first == Some("Piece") && named("top");
            self.dice |= matches!(head, "dice" | "playCard");
            self.all_passed |= head == "all" && first == Some("Passed");
            self.pass |= head == "pass" || head == "move" && first == Some("Pass");
            self.teams |= head == "set" && first == Some("Team");
            self.repeats |= head == "is" && first == Some("Repeat");
            self.facets.state |=
                named("state") || matches!((head, first), ("set", Some("State")) | ("flip" | "state", _));
            self.facets.rotation |=
                named("rotation") || matches!((head, first), ("set", Some("Rotation")) | ("rotation", _));
            self.facets.value |= named("value") || head == "set" && first == Some("Value");
            self.visits |= head == "is" && first == Some("Visited");
            if matches!(head, "board" | "mancalaBoard" | "surakartaBoard") {
                return;
            }
            let skip = usize::from(head == "count");
            for arg in list.args.iter().skip(skip) {
                self.node(arg);
            }
        }
        if let Some(list) = node.braces() {
            list.iter().for_each(|one| self.node(one));
        }
        if let Some(ty) = node.word().and_then(SiteType::named)
            && !self.types.contains(&ty)
        {
            self.types.push(ty);
        }
    }
}
