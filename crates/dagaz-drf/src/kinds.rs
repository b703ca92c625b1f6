//! Kinds: what a text is, before anything else is known of it.
//!
//! The same list can be read in several places, and what it means depends only on what is expected
//! there. Where anything is welcome, on a path or in a condition, its kind decides.

use super::environment::{EnvId, Name, ParameterValue};
use super::lower::Lower;
use super::words::{NUMBER_HEADS, NUMBERS, PATH_HEADS, SET_HEADS, SETS, TRUTH_HEADS, TRUTHS, VIEW_HEADS, is_numeral};
use dagaz_syntax::tree::NodeId;

/// What a text is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum ExpressionKind {
    Set,
    Number,
    Family,
    Truth,
    Ways,
    /// Something to be walked.
    Path,
    /// No word that is known here.
    Unknown,
}

impl Lower<'_> {
    /// What a text is.
    pub(super) fn kind_of(&mut self, node: NodeId, env: EnvId) -> ExpressionKind {
        if let Some(word) = self.tree.word(node) {
            match self.envs.get(env, word).cloned() {
                Some(ParameterValue::Way(_)) => return ExpressionKind::Ways,
                Some(ParameterValue::Number(_) | ParameterValue::LocalNumber(_)) => return ExpressionKind::Number,
                Some(ParameterValue::Type(_) | ParameterValue::Region(..) | ParameterValue::LocalSet(_)) => {
                    return ExpressionKind::Set;
                }
                Some(ParameterValue::Text(text, env)) => return self.kind_of(text, env),
                None => {}
            }
            return match self.names.get(&word).cloned() {
                Some(Name::Ways(_)) => ExpressionKind::Ways,
                Some(Name::Site(_) | Name::Zone(_) | Name::Type(_) | Name::Player(_)) => ExpressionKind::Set,
                Some(Name::Var(var)) => match (self.variables[var.index()].home, self.variables[var.index()].kind) {
                    (_, dagaz_rules::path::VariableKind::Set) => ExpressionKind::Set,
                    (dagaz_rules::path::Home::Piece | dagaz_rules::path::Home::Site, _) => ExpressionKind::Set,
                    _ => ExpressionKind::Number,
                },
                Some(Name::Value(_)) => ExpressionKind::Number,
                Some(Name::Define(form)) => self.kind_of_define(form, &[], env),
                Some(Name::Rule(_) | Name::Class(_) | Name::Table(_)) => ExpressionKind::Path,
                Some(Name::Lines(_) | Name::Regions(_)) => ExpressionKind::Family,
                None => {
                    let text = self.text(node);
                    if is_numeral(text) || NUMBERS.contains(&text) {
                        ExpressionKind::Number
                    } else if TRUTHS.contains(&text) {
                        ExpressionKind::Truth
                    } else if SETS.contains(&text) || text.contains("..") || self.site_names.contains_key(text) {
                        ExpressionKind::Set
                    } else if self.ways_of(node, env).is_some() {
                        ExpressionKind::Ways
                    } else {
                        ExpressionKind::Unknown
                    }
                }
            };
        }
        let parts = self.members(node);
        let Some(&first) = parts.first() else { return ExpressionKind::Path };
        let Some(word) = self.tree.word(first) else { return self.kind_of_all(&parts, env, true) };
        let head = self.tree.symbols.text(word).to_string();
        let head = head.as_str();
        if self.envs.get(env, word).is_none() {
            match self.names.get(&word).cloned() {
                Some(Name::Define(form)) if parts.len() > 1 || self.takes_a_list(form) => {
                    return self.kind_of_define(form, &parts[1..], env);
                }
                Some(Name::Var(var)) if parts.len() == 2 && self.holds_sets(var) => return ExpressionKind::Set,
                Some(Name::Var(_)) if parts.len() == 2 => return ExpressionKind::Number,
                Some(Name::Table(_)) => return ExpressionKind::Number,
                Some(Name::Rule(_)) => return ExpressionKind::Path,
                _ => {}
            }
        }
        match head {
            "and" | "or" | "first" => self.kind_of_all(&parts[1..], env, false),
            "not" => match parts.get(1).map(|part| self.kind_of(*part, env)) {
                Some(ExpressionKind::Ways | ExpressionKind::Path) => ExpressionKind::Path,
                Some(kind) if parts.len() == 2 => kind,
                _ => ExpressionKind::Path,
            },
            "if" => match parts.get(2).map(|part| self.kind_of(*part, env)) {
                Some(kind @ (ExpressionKind::Set | ExpressionKind::Number | ExpressionKind::Truth))
                    if parts.len() == 4 =>
                {
                    match self.kind_of(parts[3], env) {
                        other if other == kind => kind,
                        _ => ExpressionKind::Path,
                    }
                }
                _ => ExpressionKind::Path,
            },
            // Several sets are asked about as a question.
            head if VIEW_HEADS.contains(&head) => match parts.last().map(|part| self.kind_of(*part, env)) {
                Some(ExpressionKind::Family) => ExpressionKind::Truth,
                kind => kind.unwrap_or(ExpressionKind::Unknown),
            },
            "full" | "groups" => ExpressionKind::Family,
            _ if NUMBERS.contains(&head) && parts.len() == 1 => ExpressionKind::Number,
            _ if SET_HEADS.contains(&head) => ExpressionKind::Set,
            _ if NUMBER_HEADS.contains(&head) => ExpressionKind::Number,
            _ if TRUTH_HEADS.contains(&head) => ExpressionKind::Truth,
            _ if super::words::DIRECTION_HEADS.contains(&head) => ExpressionKind::Ways,
            _ if PATH_HEADS.contains(&head) => ExpressionKind::Path,
            _ => {
                if self.ways_of(node, env).is_some() {
                    return ExpressionKind::Ways;
                }
                // `(n here)`: one hop from a set.
                if self.kind_of(first, env) == ExpressionKind::Ways
                    && parts.len() == 2
                    && self.kind_of(parts[1], env) == ExpressionKind::Set
                {
                    return ExpressionKind::Set;
                }
                self.kind_of_all(&parts, env, true)
            }
        }
    }

    /// Returns the kind of several texts together; as a sequence they can only be walked, unless
    /// they are one.
    fn kind_of_all(&mut self, parts: &[NodeId], env: EnvId, sequence: bool) -> ExpressionKind {
        let kinds: Vec<ExpressionKind> = parts.iter().map(|part| self.kind_of(*part, env)).collect();
        match kinds.as_slice() {
            [] => ExpressionKind::Path,
            [one] => *one,
            kinds if kinds.iter().all(|kind| *kind == ExpressionKind::Set) && !sequence => ExpressionKind::Set,
            kinds if kinds.iter().all(|kind| *kind == ExpressionKind::Ways) && !sequence => ExpressionKind::Ways,
            kinds if kinds.contains(&ExpressionKind::Unknown) => ExpressionKind::Unknown,
            kinds
                if sequence || kinds.iter().any(|kind| matches!(kind, ExpressionKind::Ways | ExpressionKind::Path)) =>
            {
                ExpressionKind::Path
            }
            _ => ExpressionKind::Truth,
        }
    }

    fn takes_a_list(&self, form: NodeId) -> bool {
        self.tree.members(form).nth(1).is_some_and(|header| self.tree.word(header).is_none())
    }

    fn kind_of_define(&mut self, form: NodeId, arguments: &[NodeId], env: EnvId) -> ExpressionKind {
        let body: Vec<NodeId> = self.tree.members(form).skip(2).collect();
        let inner = self.frame(form, arguments, env);
        match body.as_slice() {
            [only] => self.guarded(form, |lower| lower.kind_of(*only, inner)).unwrap_or(ExpressionKind::Unknown),
            _ => ExpressionKind::Path,
        }
    }

    /// Returns the frame of a use of a rule or definition.
    pub(super) fn frame(&mut self, form: NodeId, arguments: &[NodeId], env: EnvId) -> EnvId {
        let mut frame = EnvId::EMPTY;
        for (parameter, argument) in self.parameters(form).into_iter().zip(arguments) {
            let value = self.argument(*argument, env);
            frame = self.envs.with(frame, parameter, value);
        }
        frame
    }

    /// What an argument stands for: a direction, number or piece by itself, so that equal uses are
    /// equal; else its text.
    pub(super) fn argument(&mut self, node: NodeId, env: EnvId) -> ParameterValue {
        if let Some(word) = self.tree.word(node)
            && let Some(value) = self.envs.get(env, word)
        {
            return value.clone();
        }
        if let Some([way]) = self.ways_of(node, env).as_deref() {
            return ParameterValue::Way(*way);
        }
        if let Some(number) = self.constant(node) {
            return ParameterValue::Number(number);
        }
        if let Some(kind) = self.type_named(node) {
            return ParameterValue::Type(kind);
        }
        ParameterValue::Text(node, env)
    }
}
