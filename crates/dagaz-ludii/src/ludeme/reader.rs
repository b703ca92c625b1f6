//! What readers know of the game while they read it, and what they share.

use std::collections::HashMap;

use crate::board::SiteType;
use crate::play::position::FIXED;
use crate::rules::component::Component;
use crate::rules::ground::Ground;
use crate::rules::radials::{Lines, Radials};
use crate::text::Node;

use super::args::Read;
use super::op::{Play, Players, Region};

/// A declared region.
#[derive(Clone, Debug)]
pub(crate) struct Declared {
    /// Its name, empty for none.
    pub(crate) name: String,
    /// Number of the owner.
    pub(crate) owner: Option<usize>,
    /// Its regions.
    pub(crate) regions: Vec<Region>,
}

/// The state of reading.
pub(crate) struct Reader {
    /// The sites.
    pub(crate) ground: Ground,
    /// The components, number 0 being none.
    pub(crate) components: Vec<Component>,
    /// Declared regions.
    pub(crate) regions: Vec<Declared>,
    /// Maps by name.
    pub(crate) maps: Vec<(String, Vec<(i32, i32)>)>,
    /// The facing of each player, if one is given.
    pub(crate) facings: Vec<Option<usize>>,
    /// Names of variables.
    pub(crate) vars: Vec<String>,
    /// Names of lists of remembered values.
    pub(crate) lists: Vec<String>,
    /// Names of events.
    pub(crate) events: Vec<String>,
    /// Tables of radials.
    pub(crate) radials: Vec<Radials>,
    table_keys: HashMap<(SiteType, String), usize>,
    /// Tables of lines.
    pub(crate) lines: Vec<Lines>,
    line_keys: HashMap<usize, usize>,
    /// Radials of single directions by element type, where they are needed.
    pub(crate) compass: [Vec<Radials>; 3],
    /// Consequences.
    pub(crate) thens: Vec<Play>,
    /// Generators of components.
    pub(crate) generators: Vec<Play>,
    /// Tracks along which the rules move pieces by steps.
    pub(crate) stepped: Vec<usize>,
    /// Whether pieces are stacked.
    pub(crate) stacking: bool,
    /// Costs of the sites by slot; empty if the set-up gives none.
    pub(crate) costs: Vec<i32>,
    /// Names of the phases.
    pub(crate) phases: Vec<String>,
    /// Places at the start by component, once the set-up is known.
    pub(crate) start_places: Vec<Vec<(SiteType, i32)>>,
}

/// Registers of a player come in blocks; this is the place of the first one of a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names say what the registers hold")]
pub enum Block {
    Score,
    Value,
    Amount,
    Phase,
    Team,
    Rank,
    Stalemated,
    Inactive,
}

/// Number of blocks.
pub const BLOCKS: usize = 8;

impl Reader {
    /// Returns a reader of a game with these sites.
    pub(crate) fn new(ground: Ground) -> Reader {
        Reader {
            ground,
            components: Vec::new(),
            regions: Vec::new(),
            maps: Vec::new(),
            facings: Vec::new(),
            vars: Vec::new(),
            lists: Vec::new(),
            events: Vec::new(),
            radials: Vec::new(),
            table_keys: HashMap::new(),
            lines: Vec::new(),
            line_keys: HashMap::new(),
            compass: Default::default(),
            thens: Vec::new(),
            generators: Vec::new(),
            stepped: Vec::new(),
            stacking: false,
            costs: Vec::new(),
            phases: Vec::new(),
            start_places: Vec::new(),
        }
    }

    /// Returns the first register of a block.
    pub(crate) fn block(&self, block: Block) -> usize {
        block_start(self.ground.players, block)
    }

    /// Returns the register of a variable.
    pub(crate) fn variable(&mut self, name: &str) -> usize {
        let at = index_of(&mut self.vars, name);
        FIXED + BLOCKS * (self.ground.players + 2) + at
    }

    /// Returns the number of a list of remembered values.
    pub(crate) fn list(&mut self, name: &str) -> usize {
        index_of(&mut self.lists, name)
    }

    /// Returns the number of an event.
    ///
    /// Ludii keeps one mark for each player, for all events together.
    pub(crate) fn event(&mut self) -> usize {
        index_of(&mut self.events, "event")
    }

    /// Returns the number of a table of radials, which is made if it is new.
    pub(crate) fn table(&mut self, ty: SiteType, key: String, make: impl FnOnce(&Ground) -> Radials) -> usize {
        if let Some(known) = self.table_keys.get(&(ty, key.clone())) {
            return *known;
        }
        self.radials.push(make(&self.ground));
        self.table_keys.insert((ty, key), self.radials.len() - 1);
        self.radials.len() - 1
    }

    /// Returns the number of the lines of a table of radials.
    pub(crate) fn lines_of(&mut self, ty: SiteType, table: usize) -> usize {
        if let Some(known) = self.line_keys.get(&table) {
            return *known;
        }
        let adjacent = self.absolute(ty, "Adjacent").unwrap_or(table);
        self.lines.push(Lines::of(&self.ground, ty, &self.radials[table], &self.radials[adjacent]));
        self.line_keys.insert(table, self.lines.len() - 1);
        self.lines.len() - 1
    }

    /// Reads an element type if one is next, else the default.
    pub(crate) fn site_type(&self, args: &mut super::args::Args<'_>) -> SiteType {
        args.word(SiteType::named).unwrap_or(self.ground.default_type)
    }

    /// Reads a consequence if there is one.
    pub(crate) fn then(&mut self, args: &mut super::args::Args<'_>) -> Read<Option<usize>> {
        let Some(node) = args.child("then") else { return Ok(None) };
        let mut inner = super::args::Args::of(node)?;
        let play = self.effect(inner.expect("an effect")?)?;
        inner.finish()?;
        self.thens.push(play);
        Ok(Some(self.thens.len() - 1))
    }

    /// Reads a role as a set of players; `pieces` if pieces are meant.
    pub(crate) fn players(&mut self, node: &Node, pieces: bool) -> Read<Players> {
        Ok(match node.word() {
            Some("All") if pieces => Players::AllOwners,
            Some("All") => Players::All,
            Some("NonMover") if pieces => Players::NonMoverOwners,
            Some("NonMover") => Players::NonMover,
            Some("Enemy") => Players::Enemies,
            Some("Friend") => Players::Friends,
            Some("Ally") => Players::Allies,
            Some("TeamMover") => Players::Friends,
            Some(word) if word.starts_with("Team") => match word[4..].parse() {
                Ok(team) => Players::Team(team),
                Err(_) => return super::args::refuse(node),
            },
            _ => Players::One(self.player(node)?),
        })
    }
}

/// Returns the first register of a block.
pub fn block_start(players: usize, block: Block) -> usize {
    FIXED + block as usize * (players + 2)
}

fn index_of(names: &mut Vec<String>, name: &str) -> usize {
    names.iter().position(|one| one == name).unwrap_or_else(|| {
        names.push(name.to_string());
        names.len() - 1
    })
}
