//! Lists in which nothing stands, rules that wait for themselves, and directions that lead nowhere:
//! what passes always or never because something was forgotten.

use std::collections::BTreeMap;

use dagaz_core::RuleId;
use dagaz_rules::path::{Act, Path, Set, WayId};

use super::lower::Lower;
use dagaz_syntax::code::Code;
use dagaz_syntax::diagnostic::{Diagnostic, Diagnostics};
use dagaz_syntax::source::FileId;
use dagaz_syntax::tree::{NodeId, Tree};

/// Heads of lists, how many members a list has before what it is about, and what it is without
/// that.
const ABOUT: [(&str, usize, &str); 13] = [
    ("or", 0, "which never passes"),
    ("and", 0, "which always passes"),
    ("not", 0, "which never passes"),
    ("first", 0, "which never passes"),
    ("see", 0, "which always passes"),
    ("maybe", 0, "which does nothing"),
    ("many", 0, "which does nothing"),
    ("run", 0, "which does nothing"),
    ("most", 0, "which does nothing"),
    ("times", 1, "which does nothing"),
    ("each", 1, "which does nothing"),
    ("unless", 1, "which does nothing"),
    ("along", 2, "which does nothing"),
];

/// Complains about lists of the file itself that say what is to be done with their rest, and have
/// none.
pub(super) fn find(tree: &Tree, diagnostics: &mut Diagnostics) {
    let mut setup = 0;
    let own = (0..tree.len() as u32).map(NodeId).filter(|list| tree.node(*list).span.file == FileId(0));
    for list in own {
        let Some(head) = tree.head(list).map(|head| tree.symbols.text(head)) else { continue };
        // `(each …)` of a setup is about players, and needs no set.
        if head == "setup" {
            setup = tree.node(list).end.0;
        }
        if list.0 < setup {
            continue;
        }
        if head == "rule" {
            waits_for_itself(tree, list, diagnostics);
        }
        let Some((_, before, effect)) = ABOUT.iter().find(|(known, ..)| *known == head) else { continue };
        if tree.members(list).count() == before + 1 {
            let message = format!("nothing stands in `{}`, {effect}", tree.text(list));
            let hint = "write what it is about behind it, or leave it out";
            diagnostics.push(Diagnostic::new(Code::Foregone, tree.node(list).span, message).hint(hint));
        }
    }
}

/// Complains about a rule that asks which pieces it can move itself: it can be played only if it
/// can be played.
fn waits_for_itself(tree: &Tree, rule: NodeId, diagnostics: &mut Diagnostics) {
    let Some(header) = tree.members(rule).nth(1) else { return };
    let Some(name) = tree.word(header).or_else(|| tree.head(header)) else { return };
    let inside = (header.0 + 1..tree.node(rule).end.0).map(NodeId);
    let asks = |list: &NodeId| tree.head(*list).is_some_and(|head| tree.symbols.text(head) == "can");
    for question in inside.filter(asks) {
        if tree.members(question).skip(1).any(|asked| tree.word(asked) == Some(name)) {
            let name = tree.symbols.text(name);
            let message = format!("the rule `{name}` asks here whether it can be played itself, which never passes");
            let hint = "ask for another rule, or look with `(see …)` for what this one needs";
            diagnostics.push(Diagnostic::new(Code::Foregone, tree.node(question).span, message).hint(hint));
        }
    }
}

/// Returns whether a path without a start site needs one before it reaches any; `None` if it may
/// continue without one.
fn lacks_a_site(path: &Path) -> Option<bool> {
    match path {
        Path::Go(_) | Path::Do(Act::Put { at: Set::Here, .. }) => Some(true),
        Path::Seq(parts) => parts.iter().find_map(lacks_a_site),
        Path::Holds(_) | Path::Let(..) | Path::LetSet(..) | Path::Pick(..) => None,
        _ => Some(false),
    }
}

impl Lower<'_> {
    /// Complains about moves without a piece that never come to a site.
    pub(super) fn find_siteless(&mut self) {
        for (node, rules) in std::mem::take(&mut self.pieceless_calls) {
            let lacks = |rule: &RuleId| lacks_a_site(&self.rules[rule.index()].path) == Some(true);
            if !rules.is_empty() && rules.iter().all(lacks) {
                let message = format!("`{}` begins on no site, so that it makes no move", self.tree.text(node));
                let hint = "`(at empty)` in front of the rest goes to each empty site; a piece that has the rule begins where it stands";
                self.push(Diagnostic::new(Code::Foregone, self.tree.node(node).span, message).hint(hint));
            }
        }
    }

    /// Complains about a list of directions of which none is left, or none of which leads from any
    /// site to another.
    pub(super) fn find_nowhere(&mut self, node: NodeId, ways: &[WayId]) {
        if self.tree.word(node).is_some() || ways.iter().any(|way| self.leads_somewhere(*way)) {
            return;
        }
        let text = self.tree.text(node);
        let (message, hint) = match (ways.is_empty(), self.head(node)) {
            (true, Some("leaper")) => (
                format!(
                    "no leap of `{text}` can be made here: this board does not have the steps of which they are made"
                ),
                "leaps are counted in steps along and across a grid of squares; `n.ne` is a hop made of two",
            ),
            (true, _) => (format!("no direction is left of `{text}`"), "leave fewer out"),
            (false, _) => (
                format!("`{text}` leads from no site to another: the board is too small"),
                "a shorter leap, or a larger board",
            ),
        };
        self.push(Diagnostic::new(Code::Foregone, self.tree.node(node).span, message).hint(hint));
    }

    /// Reports a list of directions with a duplicate: the author of `(e e)` probably means two
    /// steps.
    pub(super) fn find_twice(&mut self, node: NodeId) {
        let words: Vec<_> = self.tree.members(node).filter_map(|part| self.tree.word(part)).collect();
        let twice = words.iter().enumerate().find(|(place, word)| words[..*place].contains(*word));
        let Some((_, twice)) = twice else { return };
        let name = self.tree.symbols.text(*twice);
        let message = format!("`{name}` stands twice in a list of directions, of which one is chosen");
        let hint = format!("two steps are one hop, `{name}.{name}`");
        self.push(Diagnostic::new(Code::Foregone, self.tree.node(node).span, message).hint(hint));
    }

    /// Returns whether a hop stays on the board from at least one of its sites. Hops of which that
    /// is not known at once, round an edge or along links, are taken to.
    fn leads_somewhere(&self, way: WayId) -> bool {
        let directions = &self.ways[way.index()];
        let steps = directions.iter().map(|direction| &self.directions[direction.index()].step);
        if !self.wrapped_dimensions.is_empty() || steps.clone().any(Vec::is_empty) {
            return true;
        }
        let fits = |extent: &[i32]| {
            (0..extent.len()).all(|along| {
                let far: i32 = steps.clone().filter_map(|step| step.get(along)).sum();
                far.abs() <= extent[along]
            })
        };
        self.extents().iter().any(|extent| fits(extent))
    }

    /// Returns how far apart the sites of each grid lie at most, in each of its dimensions.
    fn extents(&self) -> Vec<Vec<i32>> {
        let mut spans: BTreeMap<Option<u16>, Vec<(i32, i32)>> = BTreeMap::new();
        for site in &self.sites {
            let span = spans.entry(site.grid).or_default();
            for (along, &at) in site.at.iter().enumerate() {
                match span.get_mut(along) {
                    Some((low, high)) => (*low, *high) = ((*low).min(at), (*high).max(at)),
                    None => span.push((at, at)),
                }
            }
        }
        spans.into_values().map(|span| span.into_iter().map(|(low, high)| high - low).collect()).collect()
    }
}
