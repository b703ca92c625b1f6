//! Rules with arguments: each combination that is used becomes a rule of its own.

use std::collections::HashSet;

use dagaz_core::{LimitHit, LimitKind, RuleId, RuleName};
use dagaz_rules::path::{Call, Onward, Path, PathRule};

use super::environment::{EnvId, Name, ParameterValue};
use super::lower::{Lower, USES_MAX, Waiting};
use dagaz_syntax::code::Code;
use dagaz_syntax::diagnostic::Diagnostic;
use dagaz_syntax::suggest;
use dagaz_syntax::tree::NodeId;

/// How deep arguments may be made of other arguments that have to be read where they are used. Sets
/// of sets of sets are rare.
const TEXTS_MAX: usize = 16;

impl Lower<'_> {
    /// The uses of rules that a text means: a name, or a rule with its arguments, where a list of
    /// arguments means each of them in turn.
    pub(super) fn calls(&mut self, node: NodeId, env: EnvId) -> Vec<Call> {
        let (name, arguments) = match self.tree.word(node) {
            Some(_) => (node, Vec::new()),
            None => {
                let parts = self.members(node);
                let Some((&name, arguments)) = parts.split_first() else { return Vec::new() };
                (name, arguments.to_vec())
            }
        };
        self.calls_of(node, name, &arguments, env)
    }

    /// The uses of a rule with these arguments, or of a class without any.
    pub(super) fn calls_of(&mut self, node: NodeId, name: NodeId, arguments: &[NodeId], env: EnvId) -> Vec<Call> {
        let form = match self.name(name).cloned() {
            Some(Name::Rule(form)) => form,
            Some(Name::Class(class)) if arguments.is_empty() => {
                let members: Vec<NodeId> = self.tree.members(class).skip(2).collect();
                return members.into_iter().flat_map(|member| self.calls(member, EnvId::EMPTY)).collect();
            }
            _ => {
                let word = self.text(name).to_string();
                let span = self.tree.node(name).span;
                let rules = self.words_that(&|name| matches!(name, Name::Rule(_)));
                let hint = suggest::hint(&word, "this game has the rules", rules.iter().map(String::as_str));
                let message = match self.name(name) {
                    Some(other) => format!("`{word}` is {}, and a rule is expected here", other.what()),
                    None => format!("`{word}` is no rule of this game"),
                };
                self.push(Diagnostic::new(Code::UnknownMoveType, span, message).raised().maybe_hint(hint));
                return Vec::new();
            }
        };
        if !self.fits(node, form, arguments) {
            return Vec::new();
        }
        let combinations = self.combinations(arguments, env);
        combinations
            .into_iter()
            .flat_map(|values| self.instance(node, form, values))
            .map(|rule| Call { rule })
            .collect()
    }

    /// Returns all ways to take one value of each argument.
    pub(super) fn combinations(&mut self, arguments: &[NodeId], env: EnvId) -> Vec<Vec<ParameterValue>> {
        let mut combinations: Vec<Vec<ParameterValue>> = vec![Vec::new()];
        for argument in arguments {
            let each = self.each_argument(*argument, env);
            if self.uses + combinations.len() * each.len() > USES_MAX {
                self.too_many_uses(*argument);
                return Vec::new();
            }
            combinations = combinations
                .into_iter()
                .flat_map(|before| {
                    each.iter().map(move |value| [before.as_slice(), std::slice::from_ref(value)].concat())
                })
                .collect();
        }
        self.uses += combinations.len();
        combinations
    }

    /// Lists of arguments multiply: nothing more is written out.
    fn too_many_uses(&mut self, argument: NodeId) {
        if !self.failed {
            let span = self.tree.node(argument).span;
            self.push(
                Diagnostic::new(Code::ExpansionTooLarge, span, "the rules become too large here")
                    .hint("a rule is written out for each combination of what its lists say; shorter lists are needed"),
            );
        }
        (self.failed, self.endless) = (true, true);
    }

    /// Returns the values that an argument stands for, one after the other.
    fn each_argument(&mut self, node: NodeId, env: EnvId) -> Vec<ParameterValue> {
        // A parameter of a definition or module stands for the list that was given for it.
        if let Some(word) = self.tree.word(node)
            && let Some(ParameterValue::Text(text, env)) = self.envs.get(env, word).cloned()
        {
            return self.each_argument(text, env);
        }
        if let Some(ways) = self.ways_of(node, env) {
            return ways.into_iter().map(ParameterValue::Way).collect();
        }
        let text = self.text(node).to_string();
        if let Some((from, to)) = text.split_once("..")
            && let (Ok(from), Ok(to)) = (from.parse::<i32>(), to.parse::<i32>())
        {
            if i64::from(to) - i64::from(from) >= USES_MAX as i64 {
                self.too_many_uses(node);
                return Vec::new();
            }
            return (from..=to).map(ParameterValue::Number).collect();
        }
        if let Some(Name::Regions(family)) = self.name(node) {
            let family = *family;
            return (0..self.regions[family].len()).map(|which| ParameterValue::Region(family, which)).collect();
        }
        // A list of directions, numbers or pieces that begins with no word of the language.
        let parts = self.members(node);
        if self.tree.word(node).is_none() && !parts.is_empty() {
            let simple: Option<Vec<ParameterValue>> = parts
                .iter()
                .map(|part| match self.argument(*part, env) {
                    ParameterValue::Text(..) => None,
                    value => Some(value),
                })
                .collect();
            if let Some(values) = simple {
                return values;
            }
        }
        vec![self.argument(node, env)]
    }

    /// Returns the rule with these arguments, which is used there. A rule that is nothing but a
    /// choice of other rules is one rule for each of them, so that its moves are called by the rule
    /// that was chosen.
    fn instance(&mut self, used: NodeId, form: NodeId, values: Vec<ParameterValue>) -> Vec<RuleId> {
        let key = (form, values);
        if let Some(known) = self.instances.get(&key) {
            return known.clone();
        }
        let Some(name) = self.name_of_rule(form) else { return Vec::new() };
        let env = self.frame_of(form, &key.1);
        if self.envs.depth(env) > TEXTS_MAX {
            self.made_of_itself(form);
            return Vec::new();
        }
        let mut chosen = self.choice_of_rules(form, env);
        if chosen.len() < 2 {
            chosen = vec![key.clone()];
        }
        let mut ids = Vec::new();
        for (form, values) in chosen {
            if self.rules.len() >= self.limits.rule_nodes {
                self.limit(form, &LimitHit::new(LimitKind::RuleNodes, self.limits.rule_nodes));
                return Vec::new();
            }
            let rule = RuleId::at(self.rules.len());
            let (name_id, text) = (self.name_id(&name), self.name_of_rule(form).unwrap_or_default());
            let body: Vec<NodeId> = self.tree.members(form).skip(2).collect();
            let span = self.rules_span(form);
            self.rules.push(PathRule { name: name_id, path: Path::here(), may_be_idle: body.is_empty(), span });
            let arguments = values.iter().map(|value| self.value_text(value)).collect();
            self.rule_texts.push(RuleName { name: text, arguments, written: None });
            let env = self.frame_of(form, &values);
            self.waiting.push(Waiting { rule, body, env, used });
            ids.push(rule);
        }
        self.instances.insert(key, ids.clone());
        ids
    }

    /// Returns the name of a rule, by its form.
    fn name_of_rule(&self, form: NodeId) -> Option<String> {
        let header = self.tree.members(form).nth(1)?;
        let name = if self.tree.word(header).is_some() { header } else { self.tree.members(header).next()? };
        Some(self.text(name).to_string())
    }

    /// Returns the parameters of a rule with these values.
    fn frame_of(&mut self, form: NodeId, values: &[ParameterValue]) -> EnvId {
        let mut env = EnvId::EMPTY;
        for (parameter, value) in self.parameters(form).into_iter().zip(values) {
            env = self.envs.with(env, parameter, value.clone());
        }
        env
    }

    /// Returns the rules among which a rule chooses, if its body is nothing but that: `(or (card 1
    /// n) (card 2 (n w)))`.
    fn choice_of_rules(&mut self, form: NodeId, env: EnvId) -> Vec<(NodeId, Vec<ParameterValue>)> {
        let body: Vec<NodeId> = self.tree.members(form).skip(2).collect();
        let [only] = body.as_slice() else { return Vec::new() };
        let uses = if self.head(*only) == Some("or") { self.rest(*only) } else { vec![*only] };
        let mut rules = Vec::new();
        for node in uses {
            let parts = if self.tree.word(node).is_some() { vec![node] } else { self.members(node) };
            let Some((&name, arguments)) = parts.split_first() else { return Vec::new() };
            let is_argument = self.tree.word(name).is_some_and(|word| self.envs.get(env, word).is_some());
            let Some(Name::Rule(rule)) = self.name(name).cloned().filter(|_| !is_argument) else { return Vec::new() };
            // Errors of a use are reported where the body is read.
            if rule == form || self.parameters(rule).len() != arguments.len() {
                return Vec::new();
            }
            for values in self.combinations(arguments, env) {
                if values.iter().any(|value| matches!(value, ParameterValue::Text(..))) {
                    return Vec::new();
                }
                if !rules.contains(&(rule, values.clone())) {
                    rules.push((rule, values));
                }
            }
        }
        rules
    }

    /// A rule is used with an argument that is made of its own argument, again and again.
    fn made_of_itself(&mut self, form: NodeId) {
        // Usually it is an error in the first argument, which has been reported.
        if !self.failed && !self.diagnostics.has_errors() {
            let span = self.tree.node(form).span.head();
            let message = "this rule is used with an argument that is made of its own argument, without end";
            self.push(Diagnostic::new(Code::EndlessMacro, span, message).hint(
                "an argument that is a direction, a number or a piece is known at once; look for a name in it that is none",
            ));
        }
        self.failed = true;
        self.endless = true;
    }

    /// Reads the bodies of rules that are used, which may use others.
    pub(super) fn rule_bodies(&mut self) {
        while let Some(Waiting { rule: id, body, env, used }) = self.waiting.pop() {
            self.bound = 0;
            self.reading = Some(used);
            self.passes = false;
            let path = self.sequence(&body, env);
            self.rules[id.index()].path = path;
            self.rules[id.index()].may_be_idle |= self.passes;
            // If several rules continue with one another, each recursive argument makes several
            // more.
            if self.endless || self.is_too_large(id) {
                break;
            }
        }
        self.reading = None;
    }

    /// Reports questions about moves that no piece has.
    pub(super) fn check_asked_calls<'c>(&mut self, moves: impl Iterator<Item = &'c Call>) {
        let mut made: HashSet<RuleId> = moves.map(|call| call.rule).collect();
        made.extend(self.pieces.iter().flat_map(|piece| &piece.moves).map(|call| call.rule));
        for rule in &self.rules {
            rule.path.each_part(&mut |part| {
                if let Path::Continue(_, onward) = part {
                    made.extend(onward.iter().filter_map(|onward| match onward {
                        Onward::Rule(rule) => Some(*rule),
                        _ => None,
                    }));
                }
            });
        }
        for (node, asked) in std::mem::take(&mut self.asked_calls) {
            if !asked.is_empty() && asked.iter().all(|rule| !made.contains(rule)) {
                let span = self.tree.node(node).span;
                let message = format!(
                    "no move is made by this rule with these arguments, so `{}` never holds",
                    self.tree.text(node)
                );
                let name = asked.first().map(|rule| self.rule_texts[rule.index()].name.clone());
                let used =
                    self.rule_texts.iter().enumerate().filter(|(index, text)| {
                        Some(&text.name) == name.as_ref() && made.contains(&RuleId::at(*index))
                    });
                let used: Vec<String> =
                    used.map(|(_, text)| format!("`({} {})`", text.name, text.arguments.join(" "))).collect();
                let hint =
                    (!used.is_empty()).then(|| format!("there are moves by {}", used[..used.len().min(8)].join(", ")));
                self.push(Diagnostic::new(Code::UnknownMoveType, span, message).raised().maybe_hint(hint));
            }
        }
    }

    /// Returns whether the expanded rules exceed the limit.
    fn is_too_large(&mut self, last: RuleId) -> bool {
        if self.envs.len() + self.rules.len() <= super::lower::WORK_MAX {
            return false;
        }
        let span = self.rules[last.index()].span;
        let file = dagaz_syntax::source::FileId(span.file);
        let span = dagaz_syntax::source::Span { file, start: span.start, end: span.end }.head();
        self.push(
            Diagnostic::new(Code::ExpansionTooLarge, span, "the rules become too large here")
                .hint("a rule is written out for each of its arguments; fewer arguments are needed"),
        );
        true
    }

    pub(super) fn value_text(&self, value: &ParameterValue) -> String {
        match value {
            ParameterValue::Way(way) => self.way_name(*way),
            ParameterValue::Number(number) => number.to_string(),
            ParameterValue::Type(kind) => {
                self.pieces.get(kind.index()).map_or(String::new(), |piece| piece.name.clone())
            }
            ParameterValue::Region(_, which) => (which + 1).to_string(),
            ParameterValue::LocalNumber(_) => "a number".to_string(),
            ParameterValue::LocalSet(_) => "a set".to_string(),
            ParameterValue::Text(node, _) => self.tree.text(*node),
        }
    }

    /// Returns whether some piece has a move by a rule of that name.
    pub(super) fn is_own_move(&self, name: &str) -> bool {
        self.clauses_of("piece").iter().any(|piece| {
            self.rest(*piece).into_iter().filter(|part| self.head(*part) == Some("moves")).any(|moves| {
                self.rest(moves).into_iter().any(|call| self.text(call) == name || self.head(call) == Some(name))
            })
        })
    }
}
