//! What anything asks, and for which flags: raising the others changes nothing, and is not written.

use std::cell::RefCell;
use std::collections::HashSet;

use dagaz_rules::{Action, Node, Rules, SiteTest, Truth};

/// Flags that are asked for, by their numbers.
pub(super) struct TestedFlags {
    pub(super) flags: HashSet<u16>,
    pub(super) site_flags: HashSet<u16>,
}

impl TestedFlags {
    /// Looks through all rules and endings.
    pub(super) fn of(rules: &Rules) -> TestedFlags {
        let (flags, site_flags) = (RefCell::new(HashSet::new()), RefCell::new(HashSet::new()));
        let note = |truth: &Truth| {
            match truth {
                Truth::Flag(flag) => flags.borrow_mut().insert(*flag),
                Truth::Site(_, SiteTest::Flagged(flag)) => site_flags.borrow_mut().insert(*flag),
                _ => false,
            };
            // All of a truth is looked at.
            false
        };
        truths(rules).for_each(|truth| {
            truth.mentions(&note);
        });
        TestedFlags { flags: flags.into_inner(), site_flags: site_flags.into_inner() }
    }
}

/// Returns all that rules, endings and what is forbidden ask.
pub(super) fn truths(rules: &Rules) -> impl Iterator<Item = &Truth> {
    let nodes = rules.rules.iter().flat_map(|rule| &rule.automaton.nodes);
    let in_rules = nodes.filter_map(|node| match node {
        Node::Test(truth, ..) => Some(truth),
        Node::Do(
            Action::SetFlag(_, truth) | Action::SetSiteFlag(_, truth, _) | Action::SetAttribute(_, truth, _),
            _,
        ) => Some(truth),
        _ => None,
    });
    let endings = rules.endings.iter().map(|ending| &ending.when);
    in_rules.chain(endings).chain(rules.nevers.iter().map(|never| &never.when))
}
