//! Metadata of a description: texts for players. It has no effect on the rules.

use crate::expand::{Category, Ruleset};
use crate::text::{Node, Traced, lex, parse};

/// What the metadata says.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Metadata {
    /// Texts by their heads, in the order of the description: `rules`, `author`, `date`, `aliases`
    /// …
    pub entries: Vec<Entry>,
    /// The nodes that say how the game is drawn.
    pub graphics: Vec<Node>,
}

/// One kind of text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// What it is: the head of its list.
    pub kind: String,
    /// The texts.
    pub texts: Vec<String>,
}

impl Metadata {
    /// Returns the first text of a kind.
    pub fn text(&self, kind: &str) -> Option<&str> {
        self.entries.iter().find(|entry| entry.kind == kind)?.texts.first().map(String::as_str)
    }
}

/// Reads metadata. Parts that cannot be read are left out, because the game can be played without
/// them.
///
/// Texts within `(useFor {…} …)` count if one of the choices or rulesets it names is chosen.
pub(crate) fn read(texts: &[Traced], chosen: &[Category], ruleset: Option<&Ruleset>) -> Metadata {
    let mut found = Metadata::default();
    for text in texts {
        let Some(nodes) = lex(text).ok().and_then(|tokens| parse(&tokens).ok()) else { continue };
        for part in nodes.iter().filter_map(Node::list).flat_map(|list| &list.args) {
            let Some(list) = part.list() else { continue };
            let inner = list.args.iter().flat_map(|node| node.braces().unwrap_or(std::slice::from_ref(node)));
            match list.head.as_ref() {
                "info" => inner.for_each(|node| entry(&mut found, node, chosen, ruleset)),
                "graphics" => found.graphics.extend(inner.cloned()),
                _ => {}
            }
        }
    }
    found
}

fn entry(found: &mut Metadata, node: &Node, chosen: &[Category], ruleset: Option<&Ruleset>) {
    let Some(list) = node.list() else { return };
    let flat: Vec<&Node> =
        list.args.iter().flat_map(|node| node.braces().unwrap_or(std::slice::from_ref(node))).collect();
    if list.head.as_ref() == "useFor" {
        let is_chosen = |text: &str| {
            ruleset.is_some_and(|ruleset| ruleset.name == text)
                || chosen.iter().any(|one| text.strip_suffix(&one.chosen) == Some(&format!("{}/", one.name)))
        };
        if flat.iter().filter_map(|node| node.text()).any(is_chosen) {
            flat.iter().filter(|node| node.list().is_some()).for_each(|node| entry(found, node, chosen, ruleset));
        }
        return;
    }
    let texts: Vec<String> = flat.iter().filter_map(|node| node.text()).map(unescaped).collect();
    if !texts.is_empty() {
        found.entries.push(Entry { kind: list.head.to_string(), texts });
    }
}

/// Returns a quoted text without its backslashes.
fn unescaped(text: &str) -> String {
    text.replace("\\\"", "\"")
}
