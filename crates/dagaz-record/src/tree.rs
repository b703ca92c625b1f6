//! The game tree: the moves played, with notes and variations.
//!
//! A tree holds moves as effects, in one arena, and the position it begins with. Every node but the
//! root is a move or a changed position, and the first child of a node is its main continuation.
//! Nothing here asks whether a move is legal: readers do, before they [`add`](GameTree::add) one,
//! so that a tree can be played without asking again.
//!
//! A changed position ([`GameTree::add_position`]) is what a record does without a move of the
//! rules: stones set up in the middle of a game, a null move, a second move of one player in a row.

use std::collections::HashMap;
use std::slice::from_ref;
use std::time::Duration;

use dagaz_core::{Game, MoveList, MoveRef, Outcome, State};

/// A node of a [`GameTree`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NodeId(u32);

impl NodeId {
    /// The node before the first move.
    pub const ROOT: NodeId = NodeId(0);

    /// Its place in the arena.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// The note of a position, and of the move that led to it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Note {
    /// A comment, of any number of lines; empty if there is none.
    pub comment: String,
    /// A comment that stands before the move.
    pub before: String,
    /// Judgements by their numbers in PGN (`!` is 1, `?` 2 and so on).
    pub glyphs: Vec<u8>,
    /// What the mover's clock showed after the move.
    pub clock: Option<Duration>,
    /// How long the mover thought.
    pub spent: Option<Duration>,
    /// What only SGF can say, such as marks on the board: names and values of its properties, as
    /// they stand in the file.
    pub marks: Vec<(String, Vec<String>)>,
}

/// The empty note.
static SILENCE: Note = Note {
    comment: String::new(),
    before: String::new(),
    glyphs: Vec::new(),
    clock: None,
    spent: None,
    marks: Vec::new(),
};

/// What follows a node.
#[derive(Clone, Copy, Debug)]
enum Next {
    /// Nothing.
    Nothing,
    /// One move.
    One(NodeId),
    /// Several: they stand in [`GameTree::forks`].
    Several,
}

/// One move, or the start. A server holds thousands of games with hundreds of moves each: what most
/// moves lack, a note and a variation, takes no room here.
#[derive(Clone, Copy, Debug)]
struct Node {
    /// The root is its own.
    parent: NodeId,
    next: Next,
    depth: u32,
}

/// Which rules a game was played by.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RulesIdentity {
    /// The name of the rules file, without folders.
    pub file: String,
    /// The title of the game or variant in it.
    pub title: String,
    /// The edition of the language: 2 is ZRF, 3 is DRF.
    pub edition: Option<u8>,
    /// SHA-256 of the rules file and all that it includes, in hexadecimal digits.
    pub hash: Option<String>,
    /// The parameters of the rules that had another value than the file gives to them, and these
    /// values.
    pub settings: Vec<(String, String)>,
}

/// Who sat in a seat.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Seat {
    /// A person's name, or what a bot is called; empty if unknown.
    pub name: String,
    /// Which bot played, and how it was set; none for a person, or if unknown.
    pub bot: Option<String>,
}

/// The facts of a game other than its moves.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Facts {
    /// Its rules.
    pub rules: RulesIdentity,
    /// Who played, in the order of the game's players. May be shorter than their list.
    pub seats: Vec<Seat>,
    /// How it ended, if it did: by the rules, by resignation, on time, by agreement.
    pub result: Option<Outcome>,
    /// The seed of chance and of the bots.
    pub seed: Option<u64>,
    /// Anything else, by the names that PGN gives to it: `Event`, `Site`, `Date`, `Round` and
    /// others.
    pub tags: Vec<(String, String)>,
}

impl Facts {
    /// The value of a tag.
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    /// Sets a tag, in the place of an older value of that name.
    pub fn set_tag(&mut self, name: &str, value: impl Into<String>) {
        match self.tags.iter_mut().find(|(known, _)| known == name) {
            Some((_, known)) => *known = value.into(),
            None => self.tags.push((name.to_string(), value.into())),
        }
    }

    /// The seat of a player, made if there is none yet.
    pub fn seat_mut(&mut self, player: usize) -> &mut Seat {
        if self.seats.len() <= player {
            self.seats.resize_with(player + 1, Seat::default);
        }
        &mut self.seats[player]
    }
}

/// See the [module documentation](self).
#[derive(Clone, Debug)]
pub struct GameTree {
    /// The facts other than the moves.
    pub facts: Facts,
    start: State,
    nodes: Vec<Node>,
    /// The moves, in the order of the nodes without the root.
    moves: MoveList,
    /// The continuations of nodes that have several, the main one first.
    forks: HashMap<NodeId, Vec<NodeId>>,
    /// The notes that are not empty.
    notes: HashMap<NodeId, Note>,
    /// The states of the nodes that no move leads to.
    positions: HashMap<NodeId, State>,
}

impl GameTree {
    /// A tree without moves that begins at `start`.
    pub fn new(start: State) -> GameTree {
        let root = Node { parent: NodeId::ROOT, next: Next::Nothing, depth: 0 };
        GameTree {
            facts: Facts::default(),
            start,
            nodes: vec![root],
            moves: MoveList::new(),
            forks: HashMap::new(),
            notes: HashMap::new(),
            positions: HashMap::new(),
        }
    }

    /// A tree without moves that begins where the game does, with the title of the game.
    pub fn of(game: &dyn Game) -> GameTree {
        let mut tree = GameTree::new(game.initial());
        tree.facts.rules.title = game.glossary().title.clone();
        tree
    }

    /// The state before the first move.
    pub fn start(&self) -> &State {
        &self.start
    }

    /// Begins the tree at another state. The moves go.
    pub fn begin_at(&mut self, start: State) {
        self.start = start;
        self.nodes.truncate(1);
        self.nodes[0].next = Next::Nothing;
        self.moves.clear();
        self.forks.clear();
        self.positions.clear();
        self.notes.retain(|node, _| *node == NodeId::ROOT);
    }

    /// The child of `parent` that the same move leads to.
    pub fn find(&self, parent: NodeId, chosen: MoveRef<'_>) -> Option<NodeId> {
        let same = |&&child: &&NodeId| self.chosen(child).is_some_and(|other| other.same_as(chosen));
        self.children(parent).iter().find(same).copied()
    }

    /// Adds a legal move behind `parent`, as its last variation. A record may say the same move
    /// twice, with a line of its own behind each: so it gets a node each time. Callers that want
    /// one node [find](GameTree::find) it first.
    pub fn add(&mut self, parent: NodeId, chosen: MoveRef<'_>) -> NodeId {
        self.moves.push_parts(chosen.steps());
        self.add_node(parent)
    }

    /// Adds a node behind `parent` that no move leads to, as its last variation: the game continues
    /// at `state`.
    pub fn add_position(&mut self, parent: NodeId, state: State) -> NodeId {
        self.moves.push_parts(std::iter::empty());
        let child = self.add_node(parent);
        self.positions.insert(child, state);
        child
    }

    fn add_node(&mut self, parent: NodeId) -> NodeId {
        let child = NodeId(self.nodes.len() as u32);
        let depth = self.nodes[parent.index()].depth + 1;
        self.nodes.push(Node { parent, next: Next::Nothing, depth });
        let next = &mut self.nodes[parent.index()].next;
        match *next {
            Next::Nothing => *next = Next::One(child),
            Next::One(first) => {
                *next = Next::Several;
                self.forks.insert(parent, vec![first, child]);
            }
            Next::Several => self.forks.entry(parent).or_default().push(child),
        }
        child
    }

    /// Makes a node the main continuation of its parent.
    pub fn promote(&mut self, node: NodeId) {
        if let Some(children) = self.parent(node).and_then(|parent| self.forks.get_mut(&parent))
            && let Some(place) = children.iter().position(|&child| child == node)
        {
            children[..=place].rotate_right(1);
        }
    }

    /// How many moves there are, all variations counted.
    pub fn moves(&self) -> usize {
        self.nodes.len() - 1
    }

    /// All nodes, parents before their children.
    pub fn nodes(&self) -> impl Iterator<Item = NodeId> + use<> {
        (0..self.nodes.len() as u32).map(NodeId)
    }

    /// The node of that place in the arena, if there is one.
    pub fn node(&self, index: usize) -> Option<NodeId> {
        (index < self.nodes.len()).then_some(NodeId(index as u32))
    }

    /// The node before; none for the root.
    pub fn parent(&self, node: NodeId) -> Option<NodeId> {
        let parent = self.nodes[node.index()].parent;
        (node != NodeId::ROOT).then_some(parent)
    }

    /// The nodes after, the main continuation first.
    pub fn children(&self, node: NodeId) -> &[NodeId] {
        match &self.nodes[node.index()].next {
            Next::Nothing => &[],
            Next::One(child) => from_ref(child),
            Next::Several => self.forks.get(&node).map_or(&[], Vec::as_slice),
        }
    }

    /// The move that leads to a node; none for the root and for a changed position.
    pub fn chosen(&self, node: NodeId) -> Option<MoveRef<'_>> {
        let place = node.index().checked_sub(1).filter(|_| !self.positions.contains_key(&node))?;
        Some(self.moves.get(place))
    }

    /// The state of a node that no move leads to; none for the root and for nodes with a move.
    pub fn position(&self, node: NodeId) -> Option<&State> {
        self.positions.get(&node)
    }

    /// How many nodes no move leads to.
    pub fn positions(&self) -> usize {
        self.positions.len()
    }

    /// How many moves lead to a node.
    pub fn depth(&self, node: NodeId) -> usize {
        self.nodes[node.index()].depth as usize
    }

    /// Returns the note of a node.
    pub fn note(&self, node: NodeId) -> &Note {
        self.notes.get(&node).unwrap_or(&SILENCE)
    }

    /// Says something else there.
    pub fn set_note(&mut self, node: NodeId, note: Note) {
        if note == SILENCE {
            self.notes.remove(&node);
        } else {
            self.notes.insert(node, note);
        }
    }

    /// Returns the note of a node, to be changed.
    pub fn note_mut(&mut self, node: NodeId) -> &mut Note {
        self.notes.entry(node).or_default()
    }

    /// The nodes of the main line, without the root.
    pub fn main_line(&self) -> Vec<NodeId> {
        self.line_from(NodeId::ROOT)
    }

    /// The main continuation of a node, without the node itself.
    pub fn line_from(&self, node: NodeId) -> Vec<NodeId> {
        let next = |node: &NodeId| self.children(*node).first().copied();
        std::iter::successors(next(&node), next).collect()
    }

    /// The nodes from the first move to `node`.
    pub fn path(&self, node: NodeId) -> Vec<NodeId> {
        let mut path: Vec<NodeId> = std::iter::successors(Some(node), |&node| self.parent(node)).collect();
        path.pop();
        path.reverse();
        path
    }

    /// Returns whether there is only the main line.
    pub fn is_line(&self) -> bool {
        self.forks.is_empty()
    }
}
