//! Actions in words.

use super::{Words, listed};
use crate::path::{Act, KindOf, Level, OwnerRef, Phase, PlayerRef, Set};

impl Words<'_> {
    /// What a path does.
    pub fn act(&self, act: &Act) -> String {
        match act {
            Act::Take { at, later: false } => format!("capture {}", self.what(at)),
            Act::Take { at, later: true } => {
                format!("capture {}, which stays as an obstacle until the move ends", self.what(at))
            }
            Act::Put { kind, owner, at } => {
                format!("put a {} of {} {}", self.kind(*kind), self.owner(*owner), self.place(at))
            }
            Act::Drop { kind, at } => format!("put a {} from the hand {}", self.kind(*kind), self.place(at)),
            Act::Pocket { owner, at } => format!("put {} into the hand of {}", self.what(at), self.owner(*owner)),
            Act::Pluck { level, at, owner: None } => format!("capture {} {}", self.level(*level), self.place(at)),
            Act::Pluck { level, at, owner: Some(owner) } => {
                format!("put {} {} into the hand of {}", self.level(*level), self.place(at), self.owner(*owner))
            }
            Act::Tuck(at) => format!("put the topmost piece {} under the moving column", self.place(at)),
            Act::Lift(number) => format!("only so many of the topmost pieces move on: {}", self.number(number)),
            Act::Become { kinds, at } => {
                let kind = |kind: &KindOf| match kind {
                    KindOf::Type(kind) => format!("a {}", self.kind(*kind)),
                    KindOf::Table(table) => format!("what the table {} says", self.table(*table)),
                };
                format!("{} becomes {}", self.what(at), listed(kinds.iter().map(kind)))
            }
            Act::Give { owner, at } => format!("{} now belongs to {}", self.what(at), self.owner(*owner)),
            Act::Move { from, to } => format!("{} moves to where it is {}", self.what(from), self.set(to)),
            Act::Shift { set, way } => format!("every piece that is {} goes {}", self.set(set), self.way(*way)),
            Act::Swap(a, b) => format!("{} and {} change places", self.what(a), self.what(b)),
            Act::Cycle(rings) => format!("the pieces of {} rings of sites go round", rings.len()),
            Act::Out(OwnerRef::Player(PlayerRef::Me)) => "the player leaves the game".to_string(),
            Act::Out(owner) => format!("{} leaves the game", self.owner(*owner)),
            Act::SwapSeats => "the two players change seats".to_string(),
            Act::Leave => "the moving piece leaves the board".to_string(),
            Act::Assign { var, value, add, at } => {
                let whose = match at {
                    Set::Here => String::new(),
                    at => format!(" of every site that is {}", self.set(at)),
                };
                match add {
                    true => format!("add {} to {}{whose}", self.number(value), self.var(*var)),
                    false => format!("set {}{whose} to {}", self.var(*var), self.number(value)),
                }
            }
            Act::AssignElement { var, index, value, add } => {
                let (row, value) = (format!("{} number {}", self.var(*var), self.number(index)), self.number(value));
                if *add { format!("add {value} to {row}") } else { format!("set {row} to {value}") }
            }
            Act::Close(at) => format!("the site vanishes {}", self.place(at)),
            Act::Open(at) => format!("the site is there again {}", self.place(at)),
            Act::AssignSetAt(var, index, set) => {
                let (set, var, index) = (self.set(set), self.var(*var), self.number(index));
                format!("keep every site that is {set} in {var} number {index}")
            }
            Act::AssignSet(var, set) => format!("keep every site that is {} in {}", self.set(set), self.var(*var)),
            Act::Spend(_, number) => format!("use up a die that shows this: {}", self.number(number)),
            Act::Skip(number) => format!("leave out so many turns: {}", self.number(number)),
            Act::ExtraTurn => "the same player has another turn".to_string(),
            Act::Goto(slots) => {
                let leads_to = |phase: &&Phase| slots.iter().any(|slot| phase.has(*slot));
                match self.rules.phases.iter().find(leads_to) {
                    Some(phase) => format!("go on with the phase {}", phase.name),
                    None => "go on at another place of the turn order".to_string(),
                }
            }
        }
    }

    /// Returns the words for the object of an effect.
    fn what(&self, at: &Set) -> String {
        match at {
            Set::Here => "what stands here".to_string(),
            Set::It => "the moving piece".to_string(),
            at => format!("what stands on every site that is {}", self.set(at)),
        }
    }

    /// Which piece of a column.
    pub(super) fn level(&self, level: Level) -> &'static str {
        match level {
            Level::Top => "the topmost piece",
            Level::Beneath => "the piece right under the topmost one",
            Level::Bottom => "the lowest piece",
        }
    }

    fn place(&self, at: &Set) -> String {
        match at {
            Set::Here => "here".to_string(),
            at => format!("on every site that is {}", self.set(at)),
        }
    }
}
