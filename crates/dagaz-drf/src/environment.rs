//! What names and parameters stand for.
//!
//! Each use of a rule or definition has a frame with its arguments; frames with equal arguments are
//! one, so that equal uses of a rule are one rule.

use std::cell::Cell;
use std::collections::HashMap;

use dagaz_core::{PieceTypeId, PlayerId, SiteId, ZoneId};
use dagaz_rules::path::{LinesId, LocalId, TableId, VarId, WayId};
use dagaz_syntax::symbol::Symbol;
use dagaz_syntax::tree::NodeId;

/// What a declared name is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Name {
    /// One or more directions.
    Ways(Vec<WayId>),
    Site(SiteId),
    Zone(ZoneId),
    Type(PieceTypeId),
    Player(PlayerId),
    Var(VarId),
    /// A value that a variable can have, by its number.
    Value(i32),
    Table(TableId),
    Lines(LinesId),
    /// Regions, by their place among all families of regions.
    Regions(usize),
    /// A rule, by its form.
    Rule(NodeId),
    /// A definition, by its form.
    Define(NodeId),
    /// A class, by its form.
    Class(NodeId),
}

impl Name {
    /// Returns the kind in words.
    pub(super) fn what(&self) -> &'static str {
        match self {
            Name::Ways(_) => "a direction",
            Name::Site(_) => "a site",
            Name::Zone(_) => "a zone",
            Name::Type(_) => "a piece",
            Name::Player(_) => "a player",
            Name::Var(_) => "a variable",
            Name::Value(_) => "a value of a variable",
            Name::Table(_) => "a table",
            Name::Lines(_) => "a name of lines",
            Name::Regions(_) => "a name of regions",
            Name::Rule(_) => "a rule",
            Name::Define(_) => "a definition",
            Name::Class(_) => "a class of rules",
        }
    }
}

/// Parameters in force, and what is bound on the path so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct EnvId(pub(super) u32);

impl EnvId {
    /// Nothing is bound.
    pub(super) const EMPTY: EnvId = EnvId(0);
}

/// What a parameter stands for.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum ParameterValue {
    Way(WayId),
    Number(i32),
    Type(PieceTypeId),
    /// One of several regions.
    Region(usize, usize),
    /// Bound on the path when it is walked.
    LocalNumber(LocalId),
    LocalSet(LocalId),
    /// Text, read where it was written.
    Text(NodeId, EnvId),
}

/// All frames.
#[derive(Clone, Debug, Default)]
pub(super) struct Envs {
    frames: Vec<(EnvId, Symbol, ParameterValue)>,
    /// How deep texts are nested in each frame: texts that name what other texts stand for.
    depths: Vec<usize>,
    known: HashMap<(EnvId, Symbol, ParameterValue), EnvId>,
    /// How often a text has been read, and the first that was not as that was too often.
    read: Cell<usize>,
    spent: Cell<Option<NodeId>>,
}

/// So often the texts of arguments are read, all together.
const READ_MAX: usize = 300_000;

impl Envs {
    /// The same names, and one more.
    pub(super) fn with(&mut self, env: EnvId, name: Symbol, value: ParameterValue) -> EnvId {
        let frame = (env, name, value);
        if let Some(known) = self.known.get(&frame) {
            return *known;
        }
        let inner = if let ParameterValue::Text(_, inner) = &frame.2 { self.depth(*inner) + 1 } else { 0 };
        self.depths.push(self.depth(env).max(inner));
        self.frames.push(frame.clone());
        let id = EnvId(self.frames.len() as u32);
        self.known.insert(frame, id);
        id
    }

    /// What a name stands for.
    pub(super) fn get(&self, mut env: EnvId, name: Symbol) -> Option<&ParameterValue> {
        while env != EnvId::EMPTY {
            let (outer, known, value) = &self.frames[env.0 as usize - 1];
            if *known == name {
                return Some(value).filter(|value| self.may_be_read(value));
            }
            env = *outer;
        }
        None
    }

    /// Returns whether a text may be read once more. Arguments stand wherever their names do, so
    /// that a few definitions, each of which has the next one's argument twice, are texts without
    /// end.
    fn may_be_read(&self, value: &ParameterValue) -> bool {
        let ParameterValue::Text(text, _) = value else { return true };
        self.read.set(self.read.get().saturating_add(1));
        let may = self.read.get() <= READ_MAX;
        if !may && self.spent.get().is_none() {
            self.spent.set(Some(*text));
        }
        may
    }

    /// Returns the argument that was not read, as too many had been before.
    pub(super) fn spent(&self) -> Option<NodeId> {
        self.spent.get()
    }

    /// Returns whether a name stands for something in any frame.
    pub(super) fn binds(&self, name: Symbol) -> bool {
        self.frames.iter().any(|(_, known, _)| *known == name)
    }

    /// Returns how many texts have to be read, one within the other, to know what the names of a
    /// frame stand for.
    pub(super) fn depth(&self, env: EnvId) -> usize {
        if env == EnvId::EMPTY { 0 } else { self.depths[env.0 as usize - 1] }
    }

    /// Returns how many frames there are: what uses of definitions have cost.
    pub(super) fn len(&self) -> usize {
        self.frames.len()
    }
}
