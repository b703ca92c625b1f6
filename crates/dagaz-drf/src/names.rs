//! Names: what each word of a game is.
//!
//! A name has one kind in the whole game, and may be used before it is declared. Parameters are
//! looked up first (`environment`).

use dagaz_core::{PieceTypeId, PlayerId, SiteId};
use dagaz_rules::path::NameId;

use super::environment::{EnvId, Name, ParameterValue};
use super::lower::{DEPTH_MAX, Lower, PUT_MAX, WORK_MAX};
use super::words::{NUMBERS, SETS, is_numeral};
use dagaz_syntax::Hint;
use dagaz_syntax::code::{Code, Severity};
use dagaz_syntax::diagnostic::Diagnostic;
use dagaz_syntax::suggest;
use dagaz_syntax::symbol::Symbol;
use dagaz_syntax::tree::NodeId;

/// The one set of every game whose name a board may take for sites where something starts: where a
/// step began, which it is otherwise, is asked seldom.
const YIELDS: &str = "start";

/// What a name stands for in every game, if it does.
fn meaning(name: &str) -> Option<&'static str> {
    if SETS.contains(&name) {
        Some("a set of sites")
    } else {
        (NUMBERS.contains(&name) || is_numeral(name)).then_some("a number")
    }
}

impl Lower<'_> {
    /// Complains about the name of a part of the board that stands for something else already.
    pub(super) fn check_part(&mut self, node: NodeId, what: &str) {
        let name = self.text(node).to_string();
        if self.site_names.contains_key(&name) {
            self.already(node, &name, "a site of this board", what);
        } else if let Some(other) = self.name(node).map(Name::what) {
            self.already(node, &name, other, what);
        } else if name != YIELDS
            && let Some(other) = meaning(&name)
        {
            self.always(node, &name, other, what);
        }
    }

    /// Complains about the name of something bound on a path that stands for something else
    /// already.
    pub(super) fn check_bound(&mut self, node: NodeId) {
        let name = self.text(node).to_string();
        let what = "bound on a path";
        match self.name(node) {
            // A letter for a number is often one of a direction's too, as arguments of rules are.
            Some(Name::Ways(_)) => {}
            Some(other) => self.already(node, &name, other.what(), what),
            None => meaning(&name).into_iter().for_each(|other| self.always(node, &name, other, what)),
        }
    }

    fn always(&mut self, node: NodeId, name: &str, other: &str, what: &str) {
        self.another_name(node, format!("`{name}` is {other} in every game, and cannot be {what}"));
    }

    fn already(&mut self, node: NodeId, name: &str, other: &str, what: &str) {
        self.another_name(node, format!("`{name}` is {other} already, and cannot be {what}"));
    }

    /// Reports a name that is already in use. Elsewhere the later declaration wins; here the name
    /// would be ambiguous.
    fn another_name(&mut self, node: NodeId, message: String) {
        let span = self.tree.node(node).span;
        self.push(
            Diagnostic { severity: Severity::Error, ..Diagnostic::new(Code::RepeatedName, span, message) }
                .hint("a name means one thing in the whole game; another name is needed here"),
        );
        self.failed = true;
    }

    /// Returns the symbol of a text, if the file has it at all.
    pub(super) fn symbol(&self, text: &str) -> Option<Symbol> {
        self.tree.symbols.find(text)
    }

    pub(super) fn declare_text(&mut self, text: &str, name: Name) {
        if let Some(symbol) = self.symbol(text) {
            self.names.insert(symbol, name);
        }
    }

    pub(super) fn declare(&mut self, node: NodeId, name: Name) {
        let Some(word) = self.tree.word(node) else {
            self.wrong(node, "this is no name", "a word without quotes");
            return;
        };
        if let Some(other) = self.names.get(&word)
            && std::mem::discriminant(other) != std::mem::discriminant(&name)
        {
            let message = format!("`{}` is {} already", self.text(node), other.what());
            let span = self.tree.node(node).span;
            // Elsewhere the later declaration wins; here the name would be ambiguous.
            self.push(
                Diagnostic { severity: Severity::Error, ..Diagnostic::new(Code::RepeatedName, span, message) }
                    .hint("a name means one thing in the whole game"),
            );
            self.failed = true;
            return;
        }
        self.check_free(node, &name);
        self.check_once(node, word, &name);
        self.declared.insert(word, node);
        self.names.insert(word, name);
    }

    /// Complains about what is declared twice in one text: a later one would silently take the
    /// place of the first.
    fn check_once(&mut self, node: NodeId, word: Symbol, name: &Name) {
        let is_whole = matches!(
            name,
            Name::Player(_) | Name::Type(_) | Name::Rule(_) | Name::Define(_) | Name::Class(_) | Name::Table(_)
        );
        if is_whole && self.declared.get(&word).is_some_and(|earlier| *earlier != node) {
            self.another_name(node, format!("`{}` is {} of this game already", self.text(node), name.what()));
        }
    }

    /// Reports a name that has a built-in meaning in every game, so that it would be ambiguous.
    fn check_free(&mut self, node: NodeId, name: &Name) {
        let text = self.text(node).to_string();
        // A value of a variable stands only where it is compared or set, and rules where there are
        // neither sets nor numbers.
        if matches!(name, Name::Player(_)) && super::words::TURN_WORDS.contains(&text.as_str()) {
            let message = format!("`{text}` has a meaning in the order of turns, and cannot be a player");
            return self.another_name(node, message);
        }
        let is_apart = matches!(name, Name::Value(_) | Name::Rule(_) | Name::Class(_) | Name::Table(_));
        let Some(what) = (!is_apart).then(|| meaning(&text)).flatten() else { return };
        self.always(node, &text, what, name.what());
    }

    /// Returns whether the text has given this name to something.
    pub(super) fn is_declared(&self, node: NodeId) -> bool {
        self.tree.word(node).is_some_and(|word| self.declared.contains_key(&word))
    }

    /// Complains if the text declares a name that the board has already given to something else.
    pub(super) fn board_takes(&mut self, text: &str, what: &str) {
        let Some(symbol) = self.symbol(text) else { return };
        let (Some(&node), Some(other)) = (self.declared.get(&symbol), self.names.get(&symbol)) else { return };
        let message = format!("`{text}` is {what} of this board, and cannot be {}", other.what());
        self.another_name(node, message);
    }

    /// Returns a number that is known at once: written, or the name of a value.
    pub(super) fn constant(&self, node: NodeId) -> Option<i32> {
        self.integer(node).or(match self.name(node) {
            Some(Name::Value(value)) => Some(*value),
            _ => None,
        })
    }

    pub(super) fn name(&self, node: NodeId) -> Option<&Name> {
        self.names.get(&self.tree.word(node)?)
    }

    /// Returns the text that an argument stands for; any other text itself.
    pub(super) fn meant(&self, mut node: NodeId, mut env: EnvId) -> NodeId {
        while let Some(ParameterValue::Text(text, outer)) =
            self.tree.word(node).and_then(|word| self.envs.get(env, word))
        {
            (node, env) = (*text, *outer);
        }
        node
    }

    pub(super) fn player_named(&self, node: NodeId) -> Option<PlayerId> {
        match self.name(node)? {
            Name::Player(player) => Some(*player),
            _ => None,
        }
    }

    pub(super) fn type_named(&self, node: NodeId) -> Option<PieceTypeId> {
        match self.name(node)? {
            Name::Type(kind) => Some(*kind),
            _ => None,
        }
    }

    pub(super) fn site(&mut self, node: NodeId) -> Option<SiteId> {
        let site = self.site_names.get(self.text(node)).copied();
        if site.is_none() {
            let text = self.text(node).to_string();
            let span = self.tree.node(node).span;
            let names: Vec<String> = self.sites.iter().map(|site| site.name.clone()).collect();
            let hint = suggest::hint(&text, "this board has", names.iter().map(String::as_str));
            self.push(
                Diagnostic::new(Code::UnknownPosition, span, format!("`{text}` is no site of the board"))
                    .maybe_hint(hint),
            );
        }
        site
    }

    /// Returns the id of a rule's name.
    pub(super) fn name_id(&mut self, name: &str) -> NameId {
        let known = self.rule_names.iter().position(|known| known == name);
        NameId::at(known.unwrap_or_else(|| {
            self.rule_names.push(name.to_string());
            self.rule_names.len() - 1
        }))
    }

    /// Returns the parameters of a rule or definition.
    pub(super) fn parameters(&self, form: NodeId) -> Vec<Symbol> {
        match self.tree.members(form).nth(1) {
            Some(header) if self.tree.word(header).is_none() => {
                self.tree.members(header).skip(1).filter_map(|node| self.tree.word(node)).collect()
            }
            _ => Vec::new(),
        }
    }

    /// A name is no piece's.
    pub(super) fn no_piece(&mut self, node: NodeId) {
        let word = self.text(node).to_string();
        if self.piece_forms.is_empty() {
            let span = self.tree.node(node).span;
            let said = Diagnostic::new(Code::UnknownCommand, span, format!("this is no piece: `{word}`"));
            self.push(said.hint("this game has no pieces; one is declared by `(piece Man …)`"));
            return;
        }
        let pieces: Vec<String> = self.pieces.iter().map(|piece| piece.name.clone()).collect();
        let pieces: Vec<&str> = pieces.iter().map(String::as_str).collect();
        self.unknown(node, "this is no piece", &word, "this game has the pieces", &pieces);
    }

    /// What sites the board has, in a few words.
    pub(super) fn sites_there_are(&self) -> Option<Hint> {
        let (first, last) = (self.sites.first()?, self.sites.last()?);
        Some(format!("the board has {} sites, from {} to {}", self.sites.len(), first.name, last.name).into())
    }

    /// By which others a definition comes back to itself: `` `clear` has `calm`, `calm` has `clear`
    /// ``.
    fn ring(&self, form: NodeId) -> String {
        let name = |form: NodeId| {
            let header = self.tree.members(form).nth(1);
            header.map_or("it", |header| self.head(header).unwrap_or_else(|| self.text(header))).to_string()
        };
        let from = self.busy.iter().rposition(|busy| *busy == form).unwrap_or(0);
        let mut names: Vec<String> = self.busy[from..].iter().map(|form| name(*form)).collect();
        names.push(name(form));
        let pairs: Vec<String> = names.windows(2).map(|pair| format!("`{}` has `{}`", pair[0], pair[1])).collect();
        pairs.join(", ")
    }

    /// Does something inside a definition; none if that is where we are already, or too deep.
    pub(super) fn guarded<T>(&mut self, form: NodeId, work: impl FnOnce(&mut Self) -> T) -> Option<T> {
        if self.busy.len() >= DEPTH_MAX && !self.busy.contains(&form) {
            if !self.failed {
                let span = self.tree.node(form).span.head();
                let message = format!("definitions use one another more than {DEPTH_MAX} deep here");
                self.push(
                    Diagnostic::new(Code::ExpansionTooLarge, span, message)
                        .hint("put some of them in place of their names"),
                );
            }
            self.failed = true;
            return None;
        }
        if self.busy.iter().filter(|busy| **busy == form).count() > 3 {
            let span = self.tree.node(form).span.head();
            let ring = self.ring(form);
            let (message, hint) = match self.head(form) {
                Some("rule") => (
                    format!("this rule walks itself: {ring}"),
                    "a move goes on with another step by `(then name)`; a rule may not be a part of itself",
                ),
                _ => (
                    format!("this definition needs itself: {ring}"),
                    "a definition may use others, but no ring of them",
                ),
            };
            self.push(Diagnostic::new(Code::EndlessMacro, span, message).hint(hint));
            self.failed = true;
            return None;
        }
        self.put += 1;
        if self.envs.len() + self.rules.len() > WORK_MAX || self.put > PUT_MAX {
            if !self.failed {
                let span = self.tree.node(form).span.head();
                self.push(Diagnostic::new(Code::ExpansionTooLarge, span, "the rules become too large here").hint(
                    "rules are written out for each of their arguments, and definitions wherever they are used; fewer arguments, or fewer levels, are needed",
                ));
            }
            self.failed = true;
            return None;
        }
        self.busy.push(form);
        let result = work(self);
        self.busy.pop();
        Some(result)
    }
}
