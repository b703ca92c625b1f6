//! Names: what each word of a game is, and what parameters stand for.
//!
//! A name has one kind in the whole game, and may be used before it is declared. Parameters are looked up first: each use
//! of a rule or definition has a frame with its arguments, and frames with equal arguments are one, so that equal uses of a
//! rule are one rule.

use std::collections::HashMap;

use dagaz_core::{PieceTypeId, PlayerId, SiteId, ZoneId};
use dagaz_rules::path::{LinesId, LocalId, TableId, VarId, WayId};

use crate::symbol::Symbol;
use crate::tree::NodeId;

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
    /// The kind in words.
    pub(super) fn what(&self) -> &'static str {
        match self {
            Name::Ways(_) => "a direction",
            Name::Site(_) => "a site",
            Name::Zone(_) => "a zone",
            Name::Type(_) => "a piece",
            Name::Player(_) => "a player",
            Name::Var(_) => "a variable",
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
pub(super) enum Value {
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
    frames: Vec<(EnvId, Symbol, Value)>,
    known: HashMap<(EnvId, Symbol, Value), EnvId>,
}

impl Envs {
    /// The same names, and one more.
    pub(super) fn with(&mut self, env: EnvId, name: Symbol, value: Value) -> EnvId {
        let frame = (env, name, value);
        if let Some(known) = self.known.get(&frame) {
            return *known;
        }
        self.frames.push(frame.clone());
        let id = EnvId(self.frames.len() as u32);
        self.known.insert(frame, id);
        id
    }

    /// What a name stands for.
    pub(super) fn get(&self, mut env: EnvId, name: Symbol) -> Option<&Value> {
        while env != EnvId::EMPTY {
            let (outer, known, value) = &self.frames[env.0 as usize - 1];
            if *known == name {
                return Some(value);
            }
            env = *outer;
        }
        None
    }

    /// How many frames there are: what uses of definitions have cost.
    pub(super) fn len(&self) -> usize {
        self.frames.len()
    }
}
