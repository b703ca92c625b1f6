//! `dagaz replay`: plays a recorded game again and says whether every move of it is legal.

use std::collections::BTreeMap;
use std::rc::Rc;

use dagaz_core::{Game, Outcome};
use dagaz_record::formats::notation;
use dagaz_record::{Cursor, GameTree, NodeId, Reading, RecordFault, RecordFaultKind, Wording, played_position};
use serde_json::{Value, json};

use crate::board::Board;
use crate::cli::ReplayArgs;
use crate::failure::Failure;
use crate::load::Loaded;
use crate::output::{self, FAINT, HEADING, Output, WARNING, brief, clean, counted, plies, styled};
use crate::record::{RecordFile, Section, differs};
use crate::start::{movers, outcome_json, outcome_words};

/// Replays all games of a file.
pub(crate) fn run(args: &ReplayArgs, out: &mut Output) -> Result<(), Failure> {
    if crate::lud_replay::is_recording(&args.record) {
        return crate::lud_replay::run(args, out);
    }
    let file = RecordFile::open(&args.record.file, args.record.from.as_deref())?;
    let sections = file.sections(&args.record)?;
    let several = sections.len() > 1;
    let (mut failed, mut replayed) = (None, Vec::new());
    for Section { loaded, mut reading, before } in sections {
        if let Some(most) = args.ply {
            forget_behind(&mut reading, most);
        }
        file.remark(&reading);
        let replay = Replay { args, file: &file, loaded: loaded.clone(), reading, before, several };
        if args.json {
            replayed.push(replay);
            continue;
        }
        match loaded.with(|_| replay.print(out)) {
            // The games of other rules are replayed too.
            Err(failure) if several => {
                failed = match failed {
                    None => Some(failure),
                    earlier => {
                        output::remark(&failure.message().unwrap_or_default());
                        earlier
                    }
                };
            }
            printed => printed?,
        }
    }
    if args.json { print_json(args, &file, &replayed, out) } else { failed.map_or(Ok(()), Err) }
}

/// Prints what was replayed: the rules of the first game, and of each game if there are several.
fn print_json(args: &ReplayArgs, file: &RecordFile, replayed: &[Replay<'_>], out: &mut Output) -> Result<(), Failure> {
    let (mut games, mut faults) = (Vec::new(), Vec::new());
    for replay in replayed {
        replay.loaded.with(|_| {
            for tree in &replay.reading.games {
                games.push(replay.game_json(tree)?);
            }
            Ok(())
        })?;
        faults.extend(replay.reading.faults.iter().map(|fault| replay.fault_json(fault)));
    }
    let legal = faults.is_empty();
    out.json(&json!({
        "file": file.name(),
        "format": file.format.name(),
        "rules": replayed.first().map(Replay::rules_json),
        "legal": legal,
        "games": games,
        "faults": faults,
    }))?;
    if legal || args.record.lenient { Ok(()) } else { Err(Failure::Reported) }
}

/// Takes out the faults of moves that come after so many plies.
fn forget_behind(reading: &mut Reading, most: usize) {
    let games = &reading.games;
    let depth = |game: usize, node| games.get(game).map_or(0, |tree| tree.depth(node));
    reading.faults.retain(|fault| fault.at.is_none_or(|(game, node)| depth(game, node) < most));
}

/// What stands in place of a move that the rules do not have.
const CHANGED: &str = "the position is changed";

struct Replay<'a> {
    args: &'a ReplayArgs,
    file: &'a RecordFile,
    loaded: Rc<Loaded>,
    reading: Reading,
    /// The number of games in earlier parts of the file.
    before: usize,
    /// Whether the file has games of other rules.
    several: bool,
}

impl Replay<'_> {
    fn game(&self) -> &dyn Game {
        &*self.loaded.game
    }

    /// Whether the file has one game.
    fn is_alone(&self) -> bool {
        self.reading.games.len() == 1 && !self.several
    }

    /// Returns the nodes of the main line that are asked for.
    fn line(&self, tree: &GameTree) -> Result<Vec<NodeId>, Failure> {
        let mut line = tree.main_line();
        if let Some(ply) = self.args.ply {
            // Of several games some are shorter, and one that breaks off has another fault.
            if ply > line.len() && self.is_alone() && self.reading.faults.is_empty() {
                let most = plies(line.len());
                return Err(Failure::Usage(format!("--ply {ply}: the game has {most} that can be played")));
            }
            line.truncate(ply);
        }
        Ok(line)
    }

    /// Returns the number of moves outside the main lines, of the requested part.
    fn aside(&self, tree: &GameTree) -> usize {
        let most = self.args.ply.unwrap_or(usize::MAX);
        let asked = tree.nodes().filter(|&node| node != NodeId::ROOT && tree.depth(node) <= most).count();
        asked - tree.main_line().len().min(most)
    }

    /// What was played, without a full stop: `All 12 plies of 2 games are legal`.
    fn played(&self, total: usize, well: bool) -> String {
        let games = match self.reading.games.len() {
            1 => String::new(),
            many => format!(" of {}", counted(many, "game")),
        };
        let others: usize = self.reading.games.iter().map(|tree| self.aside(tree)).sum();
        let others =
            if others == 0 { String::new() } else { format!(", and {} of variations", counted(others, "move")) };
        match (total, well) {
            (0, true) if games.is_empty() => format!("The game has no moves{others}"),
            (0, true) => format!("The {} have no moves{others}", counted(self.reading.games.len(), "game")),
            (1, true) => format!("The one ply{games} is legal{others}"),
            (_, true) => format!("All {}{games} are legal{others}", plies(total)),
            (0, false) => "No move could be played".to_string() + &others,
            (1, false) => format!("1 ply{games} is legal{others}, and then"),
            (_, false) => format!("{}{games} are legal{others}, and then", plies(total)),
        }
    }

    fn print(&self, out: &mut Output) -> Result<(), Failure> {
        let identity = self.loaded.identity();
        let format = self.file.format.name();
        let title = styled(HEADING, clean(self.loaded.title()));
        out.line(format!("{title} {}", styled(FAINT, format!("({}, recorded as {format})", clean(&identity.file)))))?;
        let alone = self.is_alone();
        let mut total = 0;
        for (index, tree) in self.reading.games.iter().enumerate() {
            if let Some(other) = differs(&tree.facts.rules, &identity) {
                out.line(styled(WARNING, format!("{other}.")))?;
            }
            let line = self.line(tree)?;
            total += line.len();
            if self.args.verbose {
                if !alone {
                    out.line(styled(HEADING, format!("Game {}", self.before + index + 1)))?;
                }
                self.print_moves(tree, &line, out)?;
            }
            if alone {
                self.print_end(tree, &line, out)?;
            }
        }
        let Some(first) = self.reading.faults.first() else {
            if self.reading.games.is_empty() {
                return Err(self.file.without_games());
            }
            out.line(format!("{}.", self.played(total, true)))?;
            return Ok(());
        };
        out.line(format!("{}:", self.played(total, false)))?;
        if !alone
            && let Some((game, node)) = first.at
            && let Some(tree) = self.reading.games.get(game)
        {
            self.print_board(tree, node, out)?;
        }
        out.flush()?;
        let said = |fault| self.file.said(fault, &self.reading.games, self.before);
        if !self.args.record.lenient {
            return Err(Failure::Errors(said(first)));
        }
        for fault in &self.reading.faults {
            output::remark(&said(fault));
        }
        Ok(())
    }

    fn print_moves(&self, tree: &GameTree, line: &[NodeId], out: &mut Output) -> Result<(), Failure> {
        let mut cursor = Cursor::new(self.game(), tree);
        for (ply, &node) in line.iter().enumerate() {
            let player = self.mover(&cursor);
            let words = |one| Wording::of(self.game(), cursor.state(), one).text();
            let text = tree.chosen(node).map_or_else(|| CHANGED.to_string(), words);
            out.line(format!("{:>5}. {player}: {}", ply + 1, clean(&text)))?;
            cursor.go_to(tree, node);
        }
        Ok(())
    }

    fn print_end(&self, tree: &GameTree, line: &[NodeId], out: &mut Output) -> Result<(), Failure> {
        let node = line.last().copied().unwrap_or(NodeId::ROOT);
        self.print_board(tree, node, out)?;
        let mut cursor = Cursor::new(self.game(), tree);
        cursor.go_to(tree, node);
        match cursor.outcome()? {
            Some(outcome) => {
                out.line(format!("The game is over: {}.", clean(&outcome_words(self.game(), &outcome))))?
            }
            None => out.line(format!("{} to move.", self.mover(&cursor)))?,
        }
        out.line(styled(FAINT, clean(&played_position(self.game(), tree, cursor.node(), cursor.state()))))?;
        Ok(())
    }

    fn print_board(&self, tree: &GameTree, node: NodeId, out: &mut Output) -> Result<(), Failure> {
        let mut cursor = Cursor::new(self.game(), tree);
        cursor.go_to(tree, node);
        let board = Board::new(self.game(), tree.start());
        let touched: Vec<_> = tree.chosen(node).into_iter().flat_map(|one| [one.origin(), one.target()]).collect();
        out.line("")?;
        out.text(&board.draw(cursor.state(), &touched))?;
        Ok(())
    }

    fn mover(&self, cursor: &Cursor<'_>) -> String {
        let names = movers(self.game(), cursor.state());
        let names: Vec<String> = names.into_iter().map(|player| clean(self.game().glossary().player(player))).collect();
        names.join(" and ")
    }

    fn rules_json(&self) -> Value {
        let identity = self.loaded.identity();
        let set: BTreeMap<String, String> = identity.settings.into_iter().collect();
        json!({
            "file": identity.file,
            "title": identity.title,
            "edition": identity.edition,
            "hash": identity.hash,
            "set": set,
        })
    }

    fn game_json(&self, tree: &GameTree) -> Result<Value, Failure> {
        let game = self.game();
        let mut cursor = Cursor::new(game, tree);
        let mut moves = Vec::new();
        for node in self.line(tree)? {
            let mut entry = json!({ "ply": tree.depth(node), "player": self.mover(&cursor) });
            if let Some(chosen) = tree.chosen(node) {
                let list = cursor.legal()?;
                let notation = list.iter().position(|one| one.same_as(chosen));
                let notation = notation.map(|index| notation::move_text(game, cursor.state(), &list, index));
                entry["move"] = notation.into();
                if self.args.verbose {
                    entry["effects"] = Wording::of(game, cursor.state(), chosen).text().into();
                }
            } else if let Some(state) = tree.position(node) {
                entry["move"] = Value::Null;
                entry["position"] = played_position(game, tree, node, state).into();
            }
            moves.push(entry);
            cursor.go_to(tree, node);
        }
        let outcome = cursor.outcome()?;
        let end = |outcome: &Outcome| outcome_json(game, outcome);
        let mut said = json!({
            "plies": moves.len(),
            "variations": self.aside(tree),
            "position": played_position(game, tree, cursor.node(), cursor.state()),
            "to_move": if outcome.is_some() { Value::Null } else { self.mover(&cursor).into() },
            "outcome": outcome.as_ref().map(end),
            "result": tree.facts.result.as_ref().map(end),
            "moves": moves,
        });
        if self.several {
            said["rules"] = self.rules_json();
        }
        Ok(said)
    }

    fn fault_json(&self, fault: &RecordFault) -> Value {
        let (kind, typed, near) = match &fault.kind {
            RecordFaultKind::Form => ("form", None, Vec::new()),
            RecordFaultKind::Setup => ("setup", None, Vec::new()),
            RecordFaultKind::Move { typed, near } => ("move", Some(typed), near.clone()),
            RecordFaultKind::Limit => ("limit", None, Vec::new()),
        };
        let depth = |(game, node): (usize, NodeId)| self.reading.games.get(game).map(|tree| tree.depth(node));
        json!({
            "line": fault.line,
            "column": fault.column,
            "kind": kind,
            "message": brief(&fault.message),
            "move": typed.map(|typed| brief(typed)),
            "near": near,
            "game": fault.at.map(|(game, _)| self.before + game + 1),
            "after_ply": fault.at.and_then(depth),
        })
    }
}
