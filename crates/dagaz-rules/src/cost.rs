//! Costs: how much work a rule can be between two turns of a loop, and an ending when it is asked.
//!
//! Fuel is spent when a run begins and at each [`Node::Turn`]. What a run does in between is
//! bounded by the longest way through the graph, which is known before anything runs: so a thousand
//! tests in a row are paid for like a loop that makes them one by one, and executors need not count
//! as they go.

use dagaz_core::PieceTypeId;

use crate::{Action, Automaton, Holder, Node, NodeId, Number, Place, Rules, Truth};

/// Nodes, and parts of the truths in them, that a unit of fuel pays for.
const NODES_PER_FUEL: u64 = 4;

/// A cycle of nodes without a [`Node::Turn`] in it: a run could be endless.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EndlessCycle(
    /// A node of the cycle.
    pub NodeId,
);

/// How large a game is: what a question may have to be asked of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Size {
    /// Sites of the board.
    pub sites: u64,
    /// Piece types.
    pub kinds: u64,
    /// Players.
    pub players: u64,
}

impl Size {
    /// Returns the size of that game.
    pub fn of(rules: &Rules) -> Size {
        Size {
            sites: rules.topology.sites().len() as u64,
            kinds: rules.pieces.len() as u64,
            players: rules.players.len() as u64,
        }
    }

    /// Piece types that a list means, where none given are all.
    fn kinds(self, listed: &[PieceTypeId]) -> u64 {
        if listed.is_empty() { self.kinds } else { listed.len() as u64 }
    }

    /// Returns the number of owners that a holder may mean, including no owner.
    fn owners(self, holder: Holder) -> u64 {
        match holder {
            Holder::Own => 1,
            Holder::Enemy | Holder::Neutral | Holder::Anyone => self.players + 1,
        }
    }
}

impl Automaton {
    /// For each node the fuel that pays for the longest way from it to the end of the run or of the
    /// next turn of a loop, in a game of that size: at least 1. It is spent when a run begins, for
    /// its first node, and at each [`Node::Turn`], for the node after it.
    pub fn fuel(&self, size: Size) -> Result<Vec<u32>, EndlessCycle> {
        const NEW: u64 = u64::MAX;
        const OPEN: u64 = u64::MAX - 1;
        let mut costs = vec![NEW; self.nodes.len()];
        // Depth first, without recursion: rules may be a million nodes long.
        let mut waiting: Vec<usize> = Vec::new();
        for first in 0..self.nodes.len() {
            waiting.push(first);
            while let Some(&at) = waiting.last() {
                let node = &self.nodes[at];
                let next = || followers(node).into_iter().flatten().map(|next| next.0 as usize);
                match costs[at] {
                    NEW => {
                        costs[at] = OPEN;
                        for next in next() {
                            match costs.get(next) {
                                Some(&NEW) => waiting.push(next),
                                Some(&OPEN) => return Err(EndlessCycle(NodeId(next as u32))),
                                // An edge to no node is a flaw of another kind.
                                _ => {}
                            }
                        }
                    }
                    OPEN => {
                        let rest = next().filter_map(|next| costs.get(next)).max().copied().unwrap_or(0);
                        costs[at] = rest.saturating_add(weight(node, size)).min(u64::from(u32::MAX));
                        waiting.pop();
                    }
                    _ => drop(waiting.pop()),
                }
            }
        }
        Ok(costs.into_iter().map(|cost| (1 + cost / NODES_PER_FUEL).min(u64::from(u32::MAX)) as u32).collect())
    }
}

impl Truth {
    /// Returns how many questions about sites, pieces and flags it is at most, in a game of that
    /// size.
    pub fn work(&self, size: Size) -> u64 {
        match self {
            Truth::Not(inner) => inner.work(size),
            Truth::Somewhere(inner) => inner.work(size).saturating_mul(size.sites),
            Truth::All(parts) | Truth::Any(parts) => {
                parts.iter().fold(1, |sum: u64, part| sum.saturating_add(part.work(size)))
            }
            Truth::Site(place, _) => place.work(),
            Truth::Compare(a, _, b) => a.work(size).saturating_add(b.work(size)),
            Truth::Captured(kinds) => 1 + size.kinds(kinds),
            Truth::Always(_) | Truth::Flag(_) | Truth::Stuck | Truth::AllStuck | Truth::Repeated(_) => 1,
        }
    }
}

impl Place {
    fn work(&self) -> u64 {
        match self {
            Place::Along(path) => 1 + path.len() as u64,
            _ => 1,
        }
    }
}

impl Number {
    /// A count asks for each type of each owner by itself.
    fn work(&self, size: Size) -> u64 {
        match self {
            Number::Is(_) => 1,
            Number::Count { holder, kinds, .. } => {
                size.kinds(kinds).saturating_mul(size.owners(*holder)).saturating_add(1)
            }
        }
    }
}

/// Returns the nodes that follow within the same turn of a loop.
fn followers(node: &Node) -> [Option<NodeId>; 2] {
    match *node {
        Node::Go(_, next) | Node::Do(_, next) | Node::Emit(_, next) => [Some(next), None],
        Node::Test(_, then, otherwise) => [Some(then), Some(otherwise)],
        Node::Turn(_) | Node::End => [None, None],
    }
}

fn weight(node: &Node, size: Size) -> u64 {
    match node {
        Node::Test(truth, ..) => truth.work(size),
        Node::Do(action, _) => match action {
            Action::SetAttribute(_, value, place) | Action::SetSiteFlag(_, value, place) => {
                value.work(size).saturating_add(place.work())
            }
            Action::SetFlag(_, value) => value.work(size),
            Action::Capture(place)
            | Action::Create { place, .. }
            | Action::Become(_, place)
            | Action::Give(_, place)
            | Action::Flip(place) => place.work(),
            Action::Origin | Action::Target | Action::Mark | Action::Cascade => 1,
        },
        Node::Go(..) | Node::Turn(_) | Node::Emit(..) | Node::End => 1,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{AutomatonBuilder, Comparison, Emit, Hop, SiteTest, Span};
    use dagaz_core::{DirectionId, SiteId};

    const NINE: Size = Size { sites: 9, kinds: 1, players: 2 };

    fn chain(length: usize) -> Automaton {
        let mut builder = AutomatonBuilder::new(length + 1);
        let mut next = AutomatonBuilder::END;
        for _ in 0..length {
            let node = Node::Go(Hop::To(SiteId(0)), next);
            next = builder.add(node, Span::default()).expect("within the limit");
        }
        builder.build(next)
    }

    fn looped(turns: bool) -> Automaton {
        let mut builder = AutomatonBuilder::new(10);
        let head = builder.add(Node::End, Span::default()).expect("small");
        let mut last = builder.add(Node::Go(Hop::Along(DirectionId(0)), head), Span::default()).expect("small");
        if turns {
            last = builder.add(Node::Turn(last), Span::default()).expect("small");
        }
        let empty = Truth::Site(Place::Here, SiteTest::Empty);
        builder.replace(head, Node::Test(empty, last, AutomatonBuilder::END));
        builder.build(head)
    }

    #[test]
    fn long_rules_cost_more() {
        let cost = |length| chain(length).fuel(NINE).expect("no cycle").last().copied();
        assert_eq!(cost(2), Some(1));
        assert_eq!(cost(400_003), Some(100_002), "and depth is no matter");
    }

    #[test]
    fn a_turn_ends_the_slide() {
        let automaton = looped(true);
        assert_eq!(automaton.fuel(NINE), Ok(vec![1, 1, 1, 1]));
    }

    #[test]
    fn cycles_without_a_turn_are_found() {
        assert_eq!(looped(false).fuel(NINE), Err(EndlessCycle(NodeId(1))));
    }

    #[test]
    fn conditions_about_any_site_are_charged_for_each() {
        let somewhere = Truth::Somewhere(Box::new(Truth::Flag(0)));
        let twice = Truth::Somewhere(Box::new(Truth::All(vec![somewhere.clone(), Truth::Always(true)])));
        let hundred = Size { sites: 100, ..NINE };
        assert_eq!((somewhere.work(hundred), twice.work(hundred)), (100, 10_200));
        let mut builder = AutomatonBuilder::new(10);
        let emit = Node::Emit(Emit::default(), AutomatonBuilder::END);
        let emit = builder.add(emit, Span::default()).expect("small");
        let test = builder.add(Node::Test(twice, emit, emit), Span::default()).expect("small");
        assert_eq!(builder.build(test).fuel(hundred).map(|costs| costs[test.0 as usize]), Ok(2_551));
    }

    #[test]
    fn counts_of_all_pieces_cost_as_much_as_each_of_them() {
        let count = |holder, kinds| {
            let count = Number::Count { holder, kinds, supplied: false };
            Truth::Compare(count, Comparison::Equal, Number::Is(0))
        };
        let size = Size { sites: 64, kinds: 1_000, players: 16 };
        let cases = [
            (count(Holder::Anyone, vec![]), 17_002),
            (count(Holder::Own, vec![]), 1_002),
            (count(Holder::Anyone, vec![PieceTypeId(3), PieceTypeId(4)]), 36),
            (Truth::Captured(vec![]), 1_001),
            (Truth::Captured(vec![PieceTypeId(3)]), 2),
        ];
        for (truth, work) in cases {
            assert_eq!(truth.work(size), work, "{truth:?}");
        }
    }
}
