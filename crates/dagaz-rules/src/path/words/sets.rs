//! Sets in words.

use super::{Words, listed};
use crate::path::{Family, Home, Set};

impl Words<'_> {
    /// What a site of the set is: fits behind *here is*, *some site is* and *every site that is*.
    pub fn set(&self, set: &Set) -> String {
        match set {
            Set::Fixed(sites) => self.fixed(sites),
            Set::Board => "any site".to_string(),
            Set::Closed => "a site that has vanished".to_string(),
            Set::Empty => "empty".to_string(),
            Set::Occupied => "occupied".to_string(),
            Set::Mine => "mine".to_string(),
            Set::Friend => "a friend's".to_string(),
            Set::Enemy => "an enemy's".to_string(),
            Set::Nobody => "nobody's piece".to_string(),
            Set::Open => "open (no friend there)".to_string(),
            Set::Of(player) => format!("a piece of the {}", self.player(*player)),
            Set::Kinds(kinds) => listed(kinds.iter().map(|kind| format!("a {}", self.kind(*kind)))),
            Set::Var(var) => format!("where {} is not 0", self.var(*var)),
            Set::Held(var) => match self.rules.variables.get(var.index()).map(|variable| variable.home) {
                Some(Home::Numbers { .. }) => format!("in one of the sets {}", self.var(*var)),
                _ => format!("in the set {}", self.var(*var)),
            },
            Set::HeldAt(var, index) => format!("in the set {} number {}", self.var(*var), self.number(index)),
            Set::Local(local) => format!("in {}", self.bound("set", *local)),
            Set::Here => "under the cursor".to_string(),
            Set::Start => "where this step began".to_string(),
            Set::Origin => "where the move began".to_string(),
            Set::It => "where the moving piece is".to_string(),
            Set::Visited => "where the moving piece has stood in this move".to_string(),
            Set::Passed => "what has been gone over in this step".to_string(),
            Set::Captured => "where something has been captured in this move".to_string(),
            Set::Taken => "captured and still standing".to_string(),
            Set::LastFrom => "where the last move began".to_string(),
            Set::LastTo => "where the last move ended".to_string(),
            Set::LastBy(name) => format!("where the last move ended, if it was by {}", self.name(*name)),
            Set::And(sets) => self.joined(sets, " and "),
            Set::Or(sets) => self.joined(sets, " or "),
            Set::Not(set) => format!("not {}", self.inner(set)),
            Set::First(sets) => format!("of the first of these that is not empty: {}", self.joined(sets, "; ")),
            Set::From(set, path) => {
                format!("where this path can end, begun where it is {}: [{}]", self.set(set), self.path(path))
            }
            Set::Where(set, path) => {
                format!("{} from where this can be walked: [{}]", self.inner(set), self.path(path))
            }
            Set::Toward(ways, set) => format!("one hop ({}) from what is {}", self.ways(ways), self.inner(set)),
            Set::Was(set) => format!("(before the move) {}", self.inner(set)),
            Set::Now(set) => format!("where the pieces stand now that were {}", self.inner(set)),
            Set::As(player, set) => format!("(as the {} sees it) {}", self.player(*player), self.inner(set)),
            Set::Attacked(None) => "attacked by an enemy".to_string(),
            Set::Attacked(Some(attackers)) => {
                let from = attackers.from.as_ref();
                let who = from.map_or("an enemy".into(), |set| format!("a piece that is {}", self.inner(set)));
                match attackers.by.as_slice() {
                    [] => format!("attacked by {who}"),
                    names => format!("attacked by {who} with {}", self.names(names)),
                }
            }
            Set::Can(names) => format!("a piece of mine that has a move by {}", self.names(names)),
            Set::At(level, set) => format!("({} asked about) {}", self.level(*level), self.inner(set)),
            Set::If(truth, yes, no) => {
                format!("(if {}) {}, (else) {}", self.truth(truth), self.inner(yes), self.inner(no))
            }
            Set::Holding(truth) => format!("a site for which {}", self.truth(truth)),
            Set::All(family) => format!("a site of {}", self.family(family)),
        }
    }

    /// The same in parentheses, if it is more than one thing.
    fn inner(&self, set: &Set) -> String {
        match set {
            Set::And(_) | Set::Or(_) | Set::First(_) | Set::If(..) | Set::From(..) | Set::Where(..) => {
                format!("({})", self.set(set))
            }
            _ => self.set(set),
        }
    }

    fn joined(&self, sets: &[Set], with: &str) -> String {
        match sets {
            [] => "nothing".to_string(),
            sets => sets.iter().map(|set| self.inner(set)).collect::<Vec<_>>().join(with),
        }
    }

    /// Sets of sets.
    pub(super) fn family(&self, family: &Family) -> String {
        match family {
            Family::Full(lines, set, None) => {
                format!("the lines {} all of which is {}", self.lines(*lines), self.inner(set))
            }
            Family::Full(lines, set, Some(through)) => format!(
                "the lines {} all of which is {} and of which some site is {}",
                self.lines(*lines),
                self.inner(set),
                self.inner(through)
            ),
            Family::Groups(set, ways) => {
                format!("the groups (joined by {}) of what is {}", self.ways(ways), self.inner(set))
            }
            Family::Lines(lines) => format!("the lines {}", self.lines(*lines)),
        }
    }
}
