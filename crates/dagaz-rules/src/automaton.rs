//! Automata: move rules as graphs of small actions.
//!
//! A run of an automaton has a cursor on a site, the origin of the moving piece, a remembered site,
//! flags, and a list of effects that wait for the next emission. Tests see the board before this
//! step; the effects are applied together when the emitted step is played. After an emission the
//! list of effects is cleared and the run continues with its cursor and flags. A slider is
//! therefore a loop around a test, an emission and a hop.

use dagaz_core::{AttributeId, DirectionId, LimitHit, LimitKind, MoveClassId, PieceTypeId, PlayerId, SiteId};

use crate::{Place, Span, Truth};

/// A node of an automaton.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NodeId(pub u32);

/// Whose a new or given piece becomes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum OwnerOf {
    /// The side whose pieces move in this slot.
    Side,
    /// The mover of this slot, who may be another player than the side.
    Mover,
    /// That player.
    Player(PlayerId),
}

/// A movement of a cursor.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Hop {
    /// Along the player's direction.
    Along(DirectionId),
    /// Along the player's direction backwards.
    Against(DirectionId),
    /// To a site.
    To(SiteId),
    /// To the origin of the moving piece.
    Origin,
    /// To the destination chosen by [`Action::Target`].
    Target,
    /// To the remembered site.
    Mark,
    /// To where the last step began.
    LastFrom,
    /// To where the last step ended.
    LastTo,
}

/// An effect of a rule. An effect at a `Place` that leads nowhere does nothing.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Action {
    /// The moving piece is the one under the cursor.
    Origin,
    /// The next emission lands here.
    Target,
    /// Remember the cursor.
    Mark,
    /// The piece from the origin moves here (or to the target), and the piece that stands here
    /// moves next, all in the same step.
    Cascade,
    /// A piece is captured.
    Capture(Place),
    /// A new piece appears; no type: the moving piece's.
    Create {
        /// Whose.
        owner: OwnerOf,
        /// What; none: of the moving piece's type.
        kind: Option<PieceTypeId>,
        /// Where.
        place: Place,
    },
    /// A piece becomes another type.
    Become(PieceTypeId, Place),
    /// A piece changes its owner.
    Give(OwnerOf, Place),
    /// The piece on the site after the displacements and creations of the step goes to the next
    /// choosing player, after its own owner in order of declaration; the first follows the last.
    Flip(Place),
    /// An attribute of a piece becomes the value of a truth asked now.
    SetAttribute(AttributeId, Truth, Place),
    /// A flag becomes the value of a truth asked now.
    SetFlag(u16, Truth),
    /// A site flag becomes the value of a truth asked now.
    SetSiteFlag(u16, Truth, Place),
}

/// The moves with which a piece continues.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Then {
    /// With those of this class.
    Class(MoveClassId),
    /// With those of the class that this step belongs to; if it belongs to none, with those that
    /// belong to none.
    SameClass,
}

/// The end of a step.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Emit {
    /// The moving piece becomes each of these types, one step for each; empty: it keeps its type.
    pub becomes: Vec<PieceTypeId>,
    /// The same piece continues within this turn, if it can.
    pub then: Option<Then>,
    /// The origin keeps its piece, and a copy moves.
    pub copies: bool,
}

/// The operation of a node and its successors.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Node {
    /// The cursor hops; where the hop leads nowhere the run ends.
    Go(Hop, NodeId),
    /// A test with a successor for true and for false.
    Test(Truth, NodeId, NodeId),
    /// An effect.
    Do(Action, NodeId),
    /// One more turn of a loop begins: counted against
    /// [`Limits::loop_turns`](dagaz_core::Limits::loop_turns).
    Turn(NodeId),
    /// A step is complete; the run continues.
    Emit(Emit, NodeId),
    /// The run ends.
    End,
}

/// A move rule as a graph. The nodes are in no particular order.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Automaton {
    /// The nodes.
    pub nodes: Vec<Node>,
    /// For each node where it was written.
    pub spans: Vec<Span>,
    /// Where a run begins.
    pub start: NodeId,
}

impl Automaton {
    /// Returns a node.
    pub fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id.0 as usize]
    }
}

/// Builds an automaton from its end to its beginning: each node is made with the node that follows
/// it.
#[derive(Debug)]
pub struct AutomatonBuilder {
    nodes: Vec<Node>,
    spans: Vec<Span>,
    max: usize,
}

impl AutomatonBuilder {
    /// Returns an automaton that consists of [`AutomatonBuilder::END`] only, and may grow to `max`
    /// nodes.
    pub fn new(max: usize) -> AutomatonBuilder {
        AutomatonBuilder { nodes: vec![Node::End], spans: vec![Span::default()], max }
    }

    /// The node where runs end.
    pub const END: NodeId = NodeId(0);

    /// Adds a node.
    pub fn add(&mut self, node: Node, span: Span) -> Result<NodeId, LimitHit> {
        if self.nodes.len() >= self.max {
            return Err(LimitHit::new(LimitKind::RuleNodes, self.max));
        }
        self.nodes.push(node);
        self.spans.push(span);
        Ok(NodeId(self.nodes.len() as u32 - 1))
    }

    /// Replaces a node that was added as a place-holder: the head of a loop.
    pub fn replace(&mut self, id: NodeId, node: Node) {
        self.nodes[id.0 as usize] = node;
    }

    /// Returns whether a run that begins at `start` may go back to the remembered site before it
    /// has remembered one.
    pub fn goes_back_unmarked(&self, start: NodeId) -> bool {
        let mut seen = vec![false; self.nodes.len()];
        let mut open = vec![start];
        while let Some(id) = open.pop() {
            if std::mem::replace(&mut seen[id.0 as usize], true) {
                continue;
            }
            match &self.nodes[id.0 as usize] {
                Node::Go(Hop::Mark, _) => return true,
                Node::End | Node::Do(Action::Mark, _) => {}
                Node::Go(_, next) | Node::Turn(next) | Node::Do(_, next) | Node::Emit(_, next) => open.push(*next),
                Node::Test(_, yes, no) => open.extend([*yes, *no]),
            }
        }
        false
    }

    /// Returns the automaton that begins at `start`.
    pub fn build(self, start: NodeId) -> Automaton {
        Automaton { nodes: self.nodes, spans: self.spans, start }
    }
}
