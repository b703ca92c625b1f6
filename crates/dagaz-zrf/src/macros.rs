//! The macros of a file, and which arguments each of them may look at.
//!
//! An argument that a call does not give is taken from the calling macro, so a macro may depend on
//! every argument of everyone who calls it. Two expansions can be shared only if they agree on what
//! they depend on; therefore this module works out, for every list of the file, a set of argument
//! numbers that is never too small and seldom too large.

use std::collections::HashMap;

use dagaz_syntax::code::Code;
use dagaz_syntax::diagnostic::{Diagnostic, Diagnostics};
use dagaz_syntax::symbol::Symbol;
use dagaz_syntax::tree::{NodeId, NodeKind, Tree};

/// The largest argument number. Real files use up to nine or so.
pub(crate) const ARGUMENTS_MAX: usize = 63;

/// A set of argument numbers: bit `n - 1` for `$n`.
pub(crate) type ArgumentSet = u64;

/// Every argument.
pub(crate) const ALL: ArgumentSet = u64::MAX;

/// One definition of a macro.
#[derive(Clone, Copy, Debug)]
pub(crate) struct MacroDef {
    pub(crate) name: Symbol,
    /// The `define` form.
    pub(crate) form: NodeId,
    /// The first node of the body; it ends where the form ends.
    pub(crate) body: NodeId,
    /// How many macros were redefined before and by this one; 0 for the first definition of a name.
    epoch: u32,
}

/// What a node looks at.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Uses {
    /// Arguments written in it.
    pub(crate) direct: ArgumentSet,
    /// Arguments that calls in it may take from around it.
    pub(crate) through: ArgumentSet,
}

/// All macros of a file.
#[derive(Debug, Default)]
pub(crate) struct Macros {
    defs: Vec<MacroDef>,
    by_name: HashMap<Symbol, Vec<u32>>,
    uses: Vec<Uses>,
    /// The arguments that the expansion of a macro, in any of its definitions, may look at.
    uses_of_name: HashMap<Symbol, ArgumentSet>,
    /// Places in the list of forms from which on one more redefinition holds.
    redefined_at: Vec<u32>,
}

impl Macros {
    /// Collects the macros from the forms of a tree.
    pub(crate) fn collect(tree: &Tree, diagnostics: &mut Diagnostics) -> Macros {
        let mut macros = Macros::default();
        for (place, &form) in tree.forms().iter().enumerate() {
            if tree.head(form).map(|head| tree.symbols.text(head)) != Some("define") {
                continue;
            }
            let Some((name_node, name)) = tree.members(form).nth(1).and_then(|id| Some((id, tree.word(id)?))) else {
                let message = "`define` needs the name of a macro";
                let span = tree.node(form).span;
                let hint = "(define step ($1 (verify empty?) add))";
                diagnostics.push(Diagnostic::new(Code::MacroWithoutName, span, message).hint(hint));
                continue;
            };
            let known = macros.by_name.entry(name).or_default();
            let mut epoch = 0;
            if !known.is_empty() {
                macros.redefined_at.push(place as u32);
                epoch = macros.redefined_at.len() as u32;
            }
            known.push(macros.defs.len() as u32);
            let body = tree.node(name_node).end;
            macros.defs.push(MacroDef { name, form, body, epoch });
        }
        macros.work_out_uses(tree);
        macros
    }

    /// Returns how many redefinitions hold for the form at a place of the list of forms.
    pub(crate) fn epoch_at(&self, place: usize) -> u32 {
        self.redefined_at.partition_point(|&at| (at as usize) < place) as u32
    }

    /// Returns the macro that a name means at an epoch: the last definition so far, else the first
    /// to come.
    pub(crate) fn find(&self, name: Symbol, epoch: u32) -> Option<u32> {
        let known = self.by_name.get(&name)?;
        let so_far = known.partition_point(|&def| self.def(def).epoch <= epoch);
        known.get(so_far.saturating_sub(1)).copied()
    }

    /// Returns the names of all macros, in the order of their first definitions.
    pub(crate) fn names(&self) -> impl Iterator<Item = Symbol> + Clone {
        self.defs.iter().filter(|def| def.epoch == 0).map(|def| def.name)
    }

    /// Returns whether a name is that of a macro at any epoch.
    pub(crate) fn is_macro(&self, name: Symbol) -> bool {
        self.by_name.contains_key(&name)
    }

    /// One definition.
    pub(crate) fn def(&self, def: u32) -> &MacroDef {
        &self.defs[def as usize]
    }

    /// What a node looks at.
    pub(crate) fn uses(&self, node: NodeId) -> Uses {
        self.uses[node.0 as usize]
    }

    fn work_out_uses(&mut self, tree: &Tree) {
        let names = NameEnds::new(self.by_name.keys().map(|&name| tree.symbols.text(name)));
        let mut uses = vec![Uses::default(); tree.len()];
        // Members stand behind their list, so that backwards every member is ready before its list.
        let mut calls: Vec<Option<(Symbol, ArgumentSet)>> = vec![None; tree.len()];
        for index in (0..tree.len()).rev() {
            let id = NodeId(index as u32);
            uses[index] = match tree.node(id).kind {
                NodeKind::String(symbol) => Uses { direct: arguments(tree.symbols.text(symbol)), through: 0 },
                NodeKind::Word(symbol) => {
                    let text = tree.symbols.text(symbol);
                    let direct = arguments(text);
                    let built = direct != 0 && whole_argument(text).is_none();
                    Uses { direct, through: if built && names.may_match(text) { ALL } else { 0 } }
                }
                NodeKind::List => {
                    if let Some(head) = tree.head(id).filter(|head| self.by_name.contains_key(head)) {
                        calls[index] = Some((head, !first_arguments(tree.members(id).count() - 1)));
                    }
                    tree.members(id).fold(Uses::default(), |sum, member| {
                        let more = uses[member.0 as usize];
                        Uses { direct: sum.direct | more.direct, through: sum.through | more.through }
                    })
                }
            };
        }
        self.spread(tree, &uses, &calls);
        for index in (0..tree.len()).rev() {
            let id = NodeId(index as u32);
            let own = calls[index].map_or(0, |(name, open)| self.uses_of(name) & open);
            let members = tree.members(id).fold(0, |sum, member| sum | uses[member.0 as usize].through);
            uses[index].through |= own | members;
        }
        self.uses = uses;
    }

    /// Hands on from macro to calling macro what each looks at, until nothing is new. All
    /// definitions of a name are taken together.
    fn spread(&mut self, tree: &Tree, uses: &[Uses], calls: &[Option<(Symbol, ArgumentSet)>]) {
        let mut callers: HashMap<Symbol, Vec<(Symbol, ArgumentSet)>> = HashMap::new();
        for &MacroDef { name, form, body, .. } in &self.defs {
            let set = self.uses_of_name.entry(name).or_default();
            for index in body.0..tree.node(form).end.0 {
                *set |= uses[index as usize].direct | uses[index as usize].through;
                if let Some((called, open)) = calls[index as usize] {
                    callers.entry(called).or_default().push((name, open));
                }
            }
        }
        let mut waiting: Vec<Symbol> = self.by_name.keys().copied().collect();
        while let Some(name) = waiting.pop() {
            let set = self.uses_of(name);
            for &(caller, open) in callers.get(&name).into_iter().flatten() {
                let known = self.uses_of_name.entry(caller).or_default();
                if set & open & !*known != 0 {
                    *known |= set & open;
                    waiting.push(caller);
                }
            }
        }
    }

    /// Returns the arguments that the expansion of a macro may look at.
    pub(crate) fn uses_of(&self, name: Symbol) -> ArgumentSet {
        self.uses_of_name.get(&name).copied().unwrap_or(0)
    }
}

/// Returns the arguments written in a word or string.
fn arguments(text: &str) -> ArgumentSet {
    WordParts::new(text).fold(0, |set, part| match part {
        WordPart::Argument(number) => set | argument_bit(number),
        WordPart::Text(_) => set,
    })
}

/// Returns the set of one argument; empty if no call can give it.
pub(crate) fn argument_bit(number: usize) -> ArgumentSet {
    if (1..=ARGUMENTS_MAX).contains(&number) { 1 << (number - 1) } else { 0 }
}

/// Returns the set of the first `count` arguments.
fn first_arguments(count: usize) -> ArgumentSet {
    if count >= ARGUMENTS_MAX { ALL } else { (1 << count) - 1 }
}

/// Returns the number of the argument that a word is, if it is nothing else.
pub(crate) fn whole_argument(text: &str) -> Option<usize> {
    match (WordParts::new(text).next()?, text.bytes().skip(1).all(|byte| byte.is_ascii_digit())) {
        (WordPart::Argument(number), true) => Some(number),
        _ => None,
    }
}

/// A piece of a word or string.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum WordPart<'a> {
    /// Taken as it is.
    Text(&'a str),
    /// `$n`. Numbers beyond all limits are 0.
    Argument(usize),
}

/// The pieces of a word or string.
pub(crate) struct WordParts<'a> {
    rest: &'a str,
}

impl<'a> WordParts<'a> {
    pub(crate) fn new(text: &'a str) -> WordParts<'a> {
        WordParts { rest: text }
    }
}

impl<'a> Iterator for WordParts<'a> {
    type Item = WordPart<'a>;

    fn next(&mut self) -> Option<WordPart<'a>> {
        if self.rest.is_empty() {
            return None;
        }
        let digits = |text: &str| text.bytes().take_while(u8::is_ascii_digit).count();
        if let Some(after) = self.rest.strip_prefix('$')
            && digits(after) > 0
        {
            let (number, rest) = after.split_at(digits(after));
            self.rest = rest;
            let number = number.parse().unwrap_or(0);
            return Some(WordPart::Argument(if number > ARGUMENTS_MAX { 0 } else { number }));
        }
        let starts = self.rest.char_indices().skip(1).filter(|(_, c)| *c == '$');
        let end = starts.map(|(at, _)| at).find(|at| digits(&self.rest[at + 1..]) > 0).unwrap_or(self.rest.len());
        let (text, rest) = self.rest.split_at(end);
        self.rest = rest;
        Some(WordPart::Text(text))
    }
}

/// Tells quickly whether a word built from arguments could become the name of a macro.
struct NameEnds {
    sorted: Vec<String>,
    sorted_backwards: Vec<String>,
}

impl NameEnds {
    fn new<'a>(names: impl Iterator<Item = &'a str>) -> NameEnds {
        let mut sorted: Vec<String> = names.map(str::to_string).collect();
        let mut sorted_backwards: Vec<String> = sorted.iter().map(|name| name.chars().rev().collect()).collect();
        sorted.sort();
        sorted_backwards.sort();
        NameEnds { sorted, sorted_backwards }
    }

    fn may_match(&self, word: &str) -> bool {
        let prefix = match WordParts::new(word).next() {
            Some(WordPart::Text(text)) => text,
            _ => "",
        };
        let suffix: String = match WordParts::new(word).last() {
            Some(WordPart::Text(text)) => text.chars().rev().collect(),
            _ => String::new(),
        };
        has_prefix(&self.sorted, prefix) && has_prefix(&self.sorted_backwards, &suffix)
    }
}

fn has_prefix(sorted: &[String], prefix: &str) -> bool {
    let at = sorted.partition_point(|name| name.as_str() < prefix);
    sorted.get(at).is_some_and(|name| name.starts_with(prefix))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_and_their_parts() {
        use WordPart::{Argument as A, Text as T};
        let cases: [(&str, &[WordPart<'_>]); 8] = [
            ("abc", &[T("abc")]),
            ("$1", &[A(1)]),
            ("$12x", &[A(12), T("x")]),
            ("p$1-$2", &[T("p"), A(1), T("-"), A(2)]),
            ("$", &[T("$")]),
            ("a$b$2", &[T("a$b"), A(2)]),
            ("$99999999999999999999", &[A(0)]),
            ("é$3é", &[T("é"), A(3), T("é")]),
        ];
        for (text, parts) in cases {
            assert_eq!(WordParts::new(text).collect::<Vec<_>>(), parts, "{text}");
        }
        assert_eq!([whole_argument("$7"), whole_argument("$7a"), whole_argument("a")], [Some(7), None, None]);
    }
}
