//! Writes trees.

use dagaz_core::{Game, MoveRef, State};

use super::colours::{Colour, Colours, mover};
use super::notes::{self, Allowed};
use super::root::{self, put};
use super::setup::same;
use super::stones::{Stones, only_put, put as put_stone};
use super::text::write_own;
use super::{number, setup};
use crate::formats::{WriteFault, Written, backgammon, phrase};
use crate::tree::{GameTree, NodeId, Note};
use crate::{Cursor, changed, recorded_moves};

/// Columns after which a new line begins, if a node or variation does.
const WIDTH: usize = 78;

/// Writes games one after the other.
pub(super) fn write(game: &dyn Game, trees: &[GameTree]) -> Result<Written, WriteFault> {
    let stones = Stones::of(game);
    let colours = Colours::of(game);
    let backgammon = backgammon::Board::of(game);
    let mut writer = Writer { game, stones, colours, backgammon, out: String::new(), line: 0, left_out: Vec::new() };
    for tree in trees {
        writer.tree(tree)?;
    }
    let left_out = writer.left_out;
    let count = |name: &str| left_out.iter().filter(|known| *known == name).count();
    let of_games = |(name, words): &(&str, &str)| {
        let count = phrase(count(name), "game", "games")?;
        Some(format!("{words} of {count}"))
    };
    let of_nodes = |(name, one, many): &(&str, &str, &str)| phrase(count(name), one, many);
    let left_out = PRIVATE.iter().filter_map(of_games).chain(PRIVATE_NOTES.iter().filter_map(of_nodes)).collect();
    Ok(Written { text: writer.out, left_out })
}

/// What properties of our own in the root tell, for the words about what is left out.
const PRIVATE: [(&str, &str); 7] = [
    ("DGR", "file and hash of the rules"),
    ("DGV", "values of parameters"),
    ("DGN", "names of the players"),
    ("DGB", "bots"),
    ("DGE", "ending, verdicts and scores"),
    ("DGT", "tags that SGF does not have"),
    ("DGX", "seed"),
];

/// What properties of our own tell of moves, one and several.
const PRIVATE_NOTES: [(&str, &str, &str); 5] = [
    ("DGA", "comment to the letter", "comments to the letter"),
    ("DGQ", "comment before a move", "comments before moves"),
    ("DGG", "judgement", "judgements"),
    ("DGK", "clock time", "clock times"),
    ("DGU", "time spent", "times spent"),
];

struct Writer<'g> {
    game: &'g dyn Game,
    stones: Option<Stones>,
    colours: Option<Colours>,
    backgammon: Option<backgammon::Board<'g>>,
    out: String,
    /// Where in the text the last line begins.
    line: usize,
    /// The names of the properties of our own that are left out.
    left_out: Vec<String>,
}

/// What is left to do, the next thing last. A stack of our own, since lines may be as long as
/// memory allows.
enum Job {
    Node(NodeId),
    Open,
    Close,
}

impl Writer<'_> {
    fn tree(&mut self, tree: &GameTree) -> Result<(), WriteFault> {
        let mut cursor = Cursor::new(self.game, tree);
        let mut jobs = vec![Job::Close, Job::Node(NodeId::ROOT), Job::Open];
        while let Some(job) = jobs.pop() {
            match job {
                Job::Open => {
                    self.new_line();
                    self.out.push('(');
                }
                Job::Close => self.out.push(')'),
                Job::Node(node) => {
                    if !self.is_left_out(tree, &mut cursor, node) {
                        let text = self.node(tree, &mut cursor, node)?;
                        self.add(&text);
                    }
                    match tree.children(node) {
                        // A position straight behind the root would be the start of the game.
                        [only]
                            if node == NodeId::ROOT
                                && tree.position(*only).is_some()
                                && !self.is_left_out(tree, &mut cursor, *only) =>
                        {
                            jobs.extend([Job::Close, Job::Node(*only), Job::Open]);
                        }
                        [only] => jobs.push(Job::Node(*only)),
                        children => children
                            .iter()
                            .rev()
                            .for_each(|child| jobs.extend([Job::Close, Job::Node(*child), Job::Open])),
                    }
                }
            }
        }
        self.new_line();
        Ok(())
    }

    fn node(&mut self, tree: &GameTree, cursor: &mut Cursor<'_>, node: NodeId) -> Result<String, WriteFault> {
        let mut text = String::from(";");
        let mut allowed = Allowed { colour: None, standard_move: false };
        let turn = tree.parent(node).and_then(|throw| self.turn(tree, cursor, throw, node));
        if let Some((colour, turn)) = turn {
            put(&mut text, colour.letter(), &turn);
            notes::write(tree.note(node), Allowed { colour: Some(colour), standard_move: true }, &mut text);
            // Programs for backgammon refuse long names.
            return Ok(without_private(&text, &mut self.left_out));
        }
        match (tree.parent(node), tree.chosen(node), tree.position(node)) {
            (Some(parent), Some(chosen), _) => {
                cursor.go_to(tree, parent);
                allowed = self.played(cursor, (chosen, &|| ply(tree, node)), &mut text)?;
            }
            (Some(parent), _, Some(state)) => {
                cursor.go_to(tree, parent);
                match self.swap(cursor.state(), state) {
                    Some(swap) => text += &swap,
                    None => setup::write_change(self.game, self.stones.as_ref(), cursor.state(), state, &mut text),
                }
            }
            _ => self.root(tree, &mut text),
        }
        notes::write(tree.note(node), allowed, &mut text);
        Ok(text)
    }

    /// The turn of backgammon that a throw and the only move behind it are together.
    fn turn(&self, tree: &GameTree, cursor: &mut Cursor<'_>, throw: NodeId, node: NodeId) -> Option<(Colour, String)> {
        let board = self.backgammon.as_ref()?;
        let before = tree.parent(throw)?;
        if tree.children(throw) != [node] || *tree.note(throw) != Note::default() {
            return None;
        }
        let (thrown, chosen) = (tree.chosen(throw)?, tree.chosen(node)?);
        cursor.go_to(tree, before);
        let state = cursor.state().clone();
        cursor.go_to(tree, throw);
        let text = backgammon::sgf::text(board, &state, thrown, cursor.state(), chosen)?;
        let colour = if board.mover(&state)? == 0 { Colour::White } else { Colour::Black };
        Some((colour, text))
    }

    /// Whether a node only leaves a player out and the next move shows that: stones of one colour
    /// in a row say it. A throw of dice stands in the node of its move.
    fn is_left_out(&self, tree: &GameTree, cursor: &mut Cursor<'_>, node: NodeId) -> bool {
        if let [next] = tree.children(node)
            && self.turn(tree, cursor, node, *next).is_some()
        {
            return true;
        }
        let (Some(parent), Some(state), Some(_)) = (tree.parent(node), tree.position(node), &self.stones) else {
            return false;
        };
        let [next] = tree.children(node) else { return false };
        if *tree.note(node) != Note::default() {
            return false;
        }
        cursor.go_to(tree, parent);
        let Some(player) = mover(self.game.turn(state)) else { return false };
        let read_back = changed::with_turn(self.game, cursor.state(), player).is_some_and(|read| same(&read, state));
        let Ok(list) = cursor.legal() else { return false };
        let shown = match list.len() {
            // Only a game that is not over continues.
            0 => self.game.outcome(state).is_ok_and(|outcome| outcome.is_none()),
            // A reader plays a pass that is the only move.
            1 if list.get(0).is_idle() => false,
            _ => self.game.turn(cursor.state()) != self.game.turn(state),
        };
        if !read_back || !shown {
            return false;
        }
        cursor.go_to(tree, node);
        let Some(chosen) = tree.chosen(*next) else { return false };
        self.played(cursor, (chosen, &|| 0), &mut String::new()).is_ok_and(|allowed| allowed.standard_move)
    }

    /// The swap of pieces in Hex, if that is what changes one state to the other.
    fn swap(&self, from: &State, to: &State) -> Option<String> {
        let stones = self.stones.as_ref().filter(|stones| stones.points.are_of_hex())?;
        let swapped = setup::swapped(self.game, stones, from)?;
        let colour = stones.colours.colour(mover(self.game.turn(from))?)?;
        let stands = self.game.topology().site_ids().any(|site| from.piece(site).is_some());
        (stands && swapped == *to).then(|| format!("{}[swap-pieces]", colour.letter()))
    }

    fn root(&mut self, tree: &GameTree, text: &mut String) {
        put(text, "FF", "4");
        put(text, "CA", "UTF-8");
        put(text, "AP", concat!("Dagaz:", env!("CARGO_PKG_VERSION")));
        if let Some(number) = number::of_title(&self.game.glossary().title) {
            put(text, "GM", &number.to_string());
        }
        if let Some(stones) = &self.stones {
            put(text, "SZ", &size(stones.points.size()));
        }
        root::write(self.game, self.colours.as_ref(), &tree.facts, text);
        setup::write(self.game, self.stones.as_ref(), tree.start(), text);
        // Programs for backgammon refuse long names; the first turn shows who begins.
        let usual = |board: &backgammon::Board<'_>| {
            let second = || board.begun_by(1).is_some_and(|start| start == *tree.start()) && tree.moves() > 1;
            *tree.start() == self.game.initial() || second()
        };
        if self.backgammon.as_ref().is_some_and(usual) {
            *text = without_private(text, &mut self.left_out);
        }
    }

    /// Writes the move that is played where the cursor is, and that has a number in its game.
    fn played(
        &self,
        cursor: &Cursor<'_>,
        (chosen, number): (MoveRef<'_>, &dyn Fn() -> usize),
        text: &mut String,
    ) -> Result<Allowed, WriteFault> {
        let player = mover(self.game.turn(cursor.state()));
        let colour = player.and_then(|player| self.colours.as_ref()?.colour(player));
        if let (Some(stones), Some(colour)) = (&self.stones, colour) {
            let point = match put_stone(cursor.state(), chosen) {
                _ if chosen.is_idle() => Some(String::new()),
                Some((site, piece)) if piece.owner == stones.colours.player(colour) => {
                    let alone = only_put(cursor.state(), &cursor.legal()?, site).is_ok();
                    stones.points.name(site).filter(|_| alone)
                }
                _ => None,
            };
            if let Some(point) = point {
                put(text, colour.letter(), &point);
                return Ok(Allowed { colour: Some(colour), standard_move: true });
            }
        }
        let said = recorded_moves::text(self.game, cursor.state(), &cursor.legal()?, chosen);
        put(text, "DGM", &write_own(&said.ok_or_else(|| WriteFault::Move(number()))?));
        if let Some(player) = player {
            put(text, "DGP", &write_own(self.game.glossary().player(player)));
        }
        Ok(Allowed { colour, standard_move: false })
    }

    fn add(&mut self, node: &str) {
        let begun = self.out.len() - self.line;
        if begun > 1 && begun + node.find('\n').unwrap_or(node.len()) > WIDTH {
            self.new_line();
        }
        if let Some(last) = node.rfind('\n') {
            self.line = self.out.len() + last + 1;
        }
        self.out += node;
    }

    fn new_line(&mut self) {
        if self.out.len() > self.line {
            self.out.push('\n');
        }
        self.line = self.out.len();
    }
}

/// Leaves the properties of our own out of a text, and notes their names.
fn without_private(text: &str, left_out: &mut Vec<String>) -> String {
    let (mut kept, mut name) = (String::new(), String::new());
    let (mut inside, mut escaped, mut private) = (false, false, false);
    for c in text.chars() {
        let value = inside || c == '[';
        if !inside && c.is_ascii_uppercase() {
            name.push(c);
            continue;
        }
        if !inside && c == '[' && !name.is_empty() {
            private = name.starts_with("DG");
            match private {
                true => left_out.push(std::mem::take(&mut name)),
                false => kept += &std::mem::take(&mut name),
            }
        }
        if !(private && value) {
            kept.push(c);
        }
        inside = value && (escaped || c != ']');
        escaped = inside && !escaped && c == '\\';
    }
    kept
}

/// The number of the move that leads to a node, counted from 1.
fn ply(tree: &GameTree, node: NodeId) -> usize {
    std::iter::successors(tree.parent(node), |&before| tree.parent(before)).count()
}

/// The value of `SZ` for so many columns and rows.
pub(super) fn size((columns, rows): (usize, usize)) -> String {
    if columns == rows { columns.to_string() } else { format!("{columns}:{rows}") }
}
