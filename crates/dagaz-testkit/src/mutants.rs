//! Texts that are nearly rules of edition 3: those of the library with a few lists cut out,
//! doubled, or put elsewhere.

use dagaz_core::below;
use rand_xoshiro::rand_core::Rng;

use crate::walk;

/// A list, or a word, of a text.
#[derive(Clone, Debug)]
enum Node {
    Word(String),
    List(Vec<Node>),
}

/// Texts that are like others but for a few changes, drawn from a seed.
#[derive(Debug)]
pub struct Mutants {
    texts: Vec<Node>,
    /// Everything that stands in any of the texts, to be put elsewhere.
    parts: Vec<Node>,
}

impl Mutants {
    /// Mutants of these texts.
    pub fn of(texts: &[String]) -> Mutants {
        let texts: Vec<Node> = texts.iter().map(|text| read(text)).collect();
        let mut parts = Vec::new();
        texts.iter().for_each(|text| gather(text, &mut parts));
        Mutants { texts, parts }
    }

    /// The mutant of that seed.
    pub fn text(&self, seed: u64) -> String {
        let mut rng = walk::rng(seed);
        let mut text = self.texts[below(&mut rng, self.texts.len())].clone();
        for _ in 0..1 + below(&mut rng, 3) {
            self.change(&mut text, &mut rng);
        }
        let mut written = String::new();
        if let Node::List(forms) = &text {
            forms.iter().for_each(|form| write(form, &mut written));
        }
        written
    }

    /// Changes one place, somewhere below a list.
    fn change(&self, node: &mut Node, rng: &mut dyn Rng) {
        let Node::List(parts) = node else { return };
        if parts.is_empty() {
            return;
        }
        let at = below(rng, parts.len());
        if matches!(&parts[at], Node::List(inner) if !inner.is_empty()) && below(rng, 4) > 0 {
            return self.change(&mut parts[at], rng);
        }
        match below(rng, 4) {
            0 => drop(parts.remove(at)),
            1 => parts.insert(at, parts[at].clone()),
            2 => parts[at] = self.parts[below(rng, self.parts.len())].clone(),
            _ => parts.insert(at, self.parts[below(rng, self.parts.len())].clone()),
        }
    }
}

fn gather(node: &Node, parts: &mut Vec<Node>) {
    parts.push(node.clone());
    if let Node::List(inner) = node {
        inner.iter().for_each(|part| gather(part, parts));
    }
}

/// The lists of a text; what is wrong with it does not matter here.
fn read(text: &str) -> Node {
    let mut open: Vec<Vec<Node>> = vec![Vec::new()];
    for line in text.lines() {
        let line = line.split(';').next().unwrap_or_default();
        let spaced = line.replace('(', " ( ").replace(')', " ) ");
        // A string with blanks falls apart into words here, which are put together again when it is
        // written.
        for word in spaced.split_whitespace() {
            match word {
                "(" => open.push(Vec::new()),
                ")" if open.len() > 1 => {
                    let list = open.pop().unwrap_or_default();
                    open.last_mut().into_iter().for_each(|outer| outer.push(Node::List(list.clone())));
                }
                word => open.last_mut().into_iter().for_each(|list| list.push(Node::Word(word.to_string()))),
            }
        }
    }
    Node::List(open.swap_remove(0))
}

fn write(node: &Node, text: &mut String) {
    match node {
        Node::Word(word) => {
            text.push_str(word);
            text.push(' ');
        }
        Node::List(parts) => {
            text.push('(');
            parts.iter().for_each(|part| write(part, text));
            text.push_str(")\n");
        }
    }
}
