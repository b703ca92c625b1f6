//! Reads saved games.

use std::collections::HashMap;

use dagaz_core::{AttributeId, Fuel, Game, LimitHit, MoveList, Piece, Placement, Position, SiteId, State, UndoLog};

use super::choose::{choose, doubtful, fitting, unknown};
use super::line::{BadWord, words};
use crate::cursor::Cursor;
use crate::matching::MoveError;
use crate::reading::{ReadLimits, Reading, RecordFault, RecordFaultKind};
use crate::tree::{GameTree, NodeId};

/// The first lines of a saved game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Header {
    /// For each player `H`, a person, or `C`, the computer.
    pub seats: String,
    /// The name of the rules file, without the folders that the file may give.
    pub rules_file: String,
    /// The title of the game or variant.
    pub title: String,
    /// The parameters of the rules that were set, and their values: a remark of ours.
    pub settings: Vec<(String, String)>,
}

/// Steps that are named in a fault.
const NAMED: usize = 6;
/// Characters of a line that are repeated in it.
const REPEATED: usize = 1_000;

const MAGIC: &str = "Zillions Save Game File";
const RULES: &str = "RulesFile=";
const VARIANT: &str = "VariantName=";

/// The header of a saved game; none if the text is none. Lines that are missing are empty.
pub fn header(text: &str) -> Option<Header> {
    let mut header = Header::default();
    header.settings.extend(self::lines(text).filter_map(|line| our_setting(line.text)));
    let mut lines = lines(text).map(|line| line.text).filter(|line| !line.is_empty());
    header.seats = lines.next()?.strip_prefix(MAGIC)?.split_whitespace().last().unwrap_or_default().to_string();
    for line in lines.take_while(|line| is_header(line)) {
        if let Some(file) = line.strip_prefix(RULES) {
            header.rules_file = file.rsplit(['\\', '/']).next().unwrap_or(file).trim().to_string();
        } else if let Some(title) = line.strip_prefix(VARIANT) {
            header.title = title.to_string();
        }
    }
    Some(header)
}

fn is_header(line: &str) -> bool {
    [MAGIC, RULES, VARIANT].iter().any(|begins| line.starts_with(begins))
}

/// The lines of a text without the blanks at their ends, however they end: some files have nothing
/// but `\r`.
fn lines(text: &str) -> impl Iterator<Item = Line<'_>> {
    let start = text.as_ptr() as usize;
    text.split(['\n', '\r']).map(move |line| {
        let text = line.trim();
        Line { byte: text.as_ptr() as usize - start, text }
    })
}

/// Whether a line is a move or a step: a number with a dot comes first.
fn is_numbered(line: &str) -> bool {
    line.trim_start_matches(|c: char| c.is_ascii_digit()).starts_with('.') && !line.starts_with('.')
}

/// Reads a saved game.
pub fn read(game: &dyn Game, text: &str, limits: &ReadLimits) -> Reading {
    let mut reader = Reader { game, text, limits, tree: GameTree::of(game), faults: Vec::new() };
    reader.run();
    Reading { games: vec![reader.tree], faults: reader.faults, ..Reading::default() }
}

struct Reader<'a> {
    game: &'a dyn Game,
    text: &'a str,
    limits: &'a ReadLimits,
    tree: GameTree,
    faults: Vec<RecordFault>,
}

/// A line with the byte at which it begins.
#[derive(Clone, Copy)]
struct Line<'a> {
    byte: usize,
    text: &'a str,
}

impl<'a> Reader<'a> {
    fn run(&mut self) {
        if self.text.len() > self.limits.bytes {
            let most = self.limits.bytes;
            return self.fault(0, RecordFaultKind::Limit, format!("the file has more than {most} bytes"));
        }
        let Some(header) = header(self.text) else {
            return self.fault(0, RecordFaultKind::Form, format!("a saved game begins with `{MAGIC}`"));
        };
        self.tree.facts.rules.file = header.rules_file;
        self.tree.facts.rules.settings = header.settings;
        for (player, letter) in header.seats.chars().take(self.game.glossary().players.len()).enumerate() {
            let bot = (letter == 'C').then(|| "computer".to_string());
            self.tree.facts.seat_mut(player).bot = bot;
        }
        let text = self.text;
        let most = self.limits.text;
        if let Some(long) = lines(text).find(|line| line.text.len() > most) {
            return self.fault(long.byte, RecordFaultKind::Limit, format!("the line has more than {most} bytes"));
        }
        // One remark of ours, at the end, gives the position where set-up lines cannot say it.
        let position = lines(text).find_map(|line| Some((line.byte, our_position(line.text)?)));
        let body = lines(text)
            .filter(|line| !line.text.is_empty() && !is_our_remark(line.text))
            .skip_while(|line| is_header(line.text));
        let mut body = body.peekable();
        let mut setup = Vec::new();
        while let Some(line) = body.next_if(|line| line.text.starts_with('(')) {
            setup.push(line);
            if setup.len() > self.game.topology().sites().len() * 4 {
                return self.fault(line.byte, RecordFaultKind::Limit, "there are more set-up lines than sites");
            }
        }
        self.set_up(&setup, position);
        if !self.faults.is_empty() {
            return;
        }
        if let Err(hit) = self.play(body) {
            self.fault(self.text.len(), RecordFaultKind::Limit, hit.to_string());
        }
    }

    fn fault(&mut self, byte: usize, kind: RecordFaultKind, message: impl Into<String>) {
        self.faults.push(RecordFault::new(self.text, byte, kind, message));
    }

    fn set_up(&mut self, lines: &[Line<'a>], position: Option<(usize, &str)>) {
        if let Some((byte, text)) = position {
            match crate::parse_position(self.game, text) {
                Ok(position) => self.begin(byte, &position),
                Err(fault) => self.fault(byte, RecordFaultKind::Setup, format!("the position has a fault at {fault}")),
            }
            return;
        }
        if lines.is_empty() {
            return;
        }
        let mut position = self.game.position(&self.game.initial());
        for line in lines {
            match placement(self.game, line.text) {
                Ok((site, placed)) => {
                    position.pieces.retain(|placement| placement.site != site);
                    position.pieces.extend(placed);
                }
                Err(bad) => return self.fault(line.byte + bad.byte, RecordFaultKind::Setup, bad.message),
            }
        }
        self.begin(lines[0].byte, &position);
    }

    fn begin(&mut self, byte: usize, position: &Position) {
        match self.game.set_up(position) {
            Ok(state) => self.tree.begin_at(state),
            Err(errors) => {
                let said: Vec<String> = errors.iter().map(ToString::to_string).collect();
                self.fault(byte, RecordFaultKind::Setup, said.join("; "));
            }
        }
    }

    /// Plays the moves; remarks go to the move before them.
    fn play(&mut self, mut lines: std::iter::Peekable<impl Iterator<Item = Line<'a>>>) -> Result<(), LimitHit> {
        let game = self.game;
        let mut cursor = Cursor::new(game, &self.tree);
        let (mut steps, mut log) = (MoveList::new(), UndoLog::new());
        let mut turn = Turn::at(cursor.state());
        let twins: HashMap<usize, usize> = self::lines(self.text).filter_map(|line| our_twin(line.text)).collect();
        while let Some(line) = lines.next() {
            if line.text.starts_with('[') {
                if !self.remark(cursor.node(), line, &mut lines) {
                    return Ok(());
                }
                continue;
            }
            if self.tree.moves() >= self.limits.moves {
                let most = self.limits.moves;
                self.fault(line.byte, RecordFaultKind::Limit, format!("the game has more than {most} moves"));
                return Ok(());
            }
            let Some(body) = body(&line) else {
                let message = "a line of a move begins with its number and a dot: `1. …`";
                self.fault(line.byte, RecordFaultKind::Form, message);
                return Ok(());
            };
            game.steps(&turn.state, &mut steps, &mut Fuel::new(game.limits().fuel))?;
            let twin = twins.get(&(self.tree.moves() + 1)).copied();
            let found = match fitting(game, &turn.state, &steps, body.text) {
                Ok(fitting) => {
                    let said = twin.and_then(|number| fitting.get(number - 1).copied());
                    let next = lines.peek().and_then(self::body).map(|next| next.text);
                    let found = match said {
                        Some(said) => Some(said),
                        None => {
                            let doubtful = doubtful(game, &turn.state, &steps, &fitting, next)?;
                            if !doubtful.is_empty() {
                                let fault = self.several(body, doubtful);
                                self.faults.push(fault.met_at(0, cursor.node()));
                                return Ok(());
                            }
                            choose(game, &turn.state, &steps, &fitting, next)?
                        }
                    };
                    found.ok_or((body.byte, String::new()))
                }
                Err(bad) => Err((body.byte + bad.byte, format!(": {}", bad.message))),
            };
            let found = match found {
                Ok(found) => found,
                Err((byte, why)) => {
                    let (kind, message) = unknown(game, &turn.state, &steps, body.text, &why)?;
                    let fault = RecordFault::new(self.text, byte, kind, message);
                    self.faults.push(fault.met_at(0, cursor.node()));
                    return Ok(());
                }
            };
            let chosen = steps.get(found);
            turn.parts.push(chosen.to_move());
            game.play_step(&mut turn.state, chosen, &mut log)?;
            log.clear();
            if turn.parts.len() == 1 && turn.state.pending(game.layout()).is_some() {
                // A turn that has too many whole moves to be listed is played step by step.
                let mut list = MoveList::new();
                game.moves(cursor.state(), &mut list, &mut Fuel::new(game.limits().fuel))?;
                let step = turn.parts[0].as_ref();
                if let Some(open) = list.iter().find(|one| one.is_open() && one.same_way_as(step)) {
                    cursor.play(&mut self.tree, open);
                    turn = Turn::at(cursor.state());
                    continue;
                }
            }
            if turn.state.pending(game.layout()).is_none() {
                let mut whole = MoveList::new();
                whole.push_parts(turn.parts.iter().flat_map(|part| part.as_ref().steps()));
                cursor.play(&mut self.tree, whole.get(0));
                turn = Turn::at(cursor.state());
            }
        }
        if !turn.parts.is_empty() {
            let message = "the record ends in the middle of a turn";
            let fault = RecordFault::new(self.text, self.text.len(), RecordFaultKind::Form, message);
            self.faults.push(fault.met_at(0, cursor.node()));
        }
        self.tree.facts.result = cursor.outcome()?;
        Ok(())
    }

    /// The fault of a line that could be any of several steps.
    fn several(&self, body: Line<'_>, mut near: Vec<String>) -> RecordFault {
        let count = near.len();
        near.truncate(NAMED);
        let typed: String = body.text.chars().take(REPEATED).collect();
        let error = MoveError::Several { typed: typed.clone(), moves: near.clone(), count };
        RecordFault::new(self.text, body.byte, RecordFaultKind::Move { typed, near }, error.to_string())
    }

    /// Takes a remark: to its `]`, or to the next line that is a move. False if it is too long.
    fn remark(
        &mut self,
        node: NodeId,
        first: Line<'a>,
        lines: &mut std::iter::Peekable<impl Iterator<Item = Line<'a>>>,
    ) -> bool {
        let most = self.limits.text;
        let mut said = first.text.trim_start_matches('[').to_string();
        let mut open = !first.text.ends_with(']');
        while open && let Some(line) = lines.next_if(|line| !is_numbered(line.text) && !line.text.starts_with('[')) {
            said = said + "\n" + line.text;
            open = !line.text.ends_with(']');
            if said.len() > most {
                self.fault(line.byte, RecordFaultKind::Limit, format!("a remark has more than {most} bytes"));
                return false;
            }
        }
        let comment = &mut self.tree.note_mut(node).comment;
        if comment.len() + said.len() > most {
            self.fault(first.byte, RecordFaultKind::Limit, format!("remarks have more than {most} bytes"));
            return false;
        }
        *comment += if comment.is_empty() { "" } else { "\n" };
        *comment += said.strip_suffix(']').unwrap_or(&said);
        true
    }
}

/// The position that a remark of ours gives.
fn our_position(line: &str) -> Option<&str> {
    line.strip_prefix("[Position ")?.strip_suffix(']')
}

/// The parameter that a remark of ours says was set, and its value.
fn our_setting(line: &str) -> Option<(String, String)> {
    let (name, value) = line.strip_prefix("[Set ")?.strip_suffix(']')?.split_once('=')?;
    Some((name.to_string(), value.to_string()))
}

fn is_our_remark(line: &str) -> bool {
    our_position(line).is_some() || our_twin(line).is_some() || our_setting(line).is_some()
}

/// What a remark of ours says of a move whose text others have too: the number of the move, and
/// which of them it is.
fn our_twin(line: &str) -> Option<(usize, usize)> {
    let (ply, number) = line.strip_prefix("[Twin ")?.strip_suffix(']')?.split_once(' ')?;
    Some((ply.parse().ok()?, number.parse().ok().filter(|number| *number > 0)?))
}

/// A turn as far as it has been read.
struct Turn {
    state: State,
    parts: Vec<dagaz_core::Move>,
}

impl Turn {
    fn at(state: &State) -> Turn {
        Turn { state: state.clone(), parts: Vec::new() }
    }
}

/// The line of a step without its number.
fn body<'a>(line: &Line<'a>) -> Option<Line<'a>> {
    if !is_numbered(line.text) {
        return None;
    }
    let (_, rest) = line.text.split_once('.')?;
    let text = rest.trim_start();
    Some(Line { byte: line.byte + line.text.len() - text.len(), text })
}

/// A line of the set-up: `(White King e1)`, with pairs of attribute numbers and values behind it,
/// or `(x e1)`.
fn placement(game: &dyn Game, line: &str) -> Result<(SiteId, Option<Placement>), BadWord> {
    let bad = |byte: usize, message: String| BadWord { byte, message };
    let inner = line.strip_prefix('(').and_then(|rest| rest.strip_suffix(')'));
    let inner = inner.ok_or_else(|| bad(line.len(), "`)` is missing at the end of the line".to_string()))?;
    let words = words(inner);
    let site = |index: usize| {
        let (byte, name) = words.get(index).copied().unwrap_or((inner.len(), ""));
        let found = game.topology().site_named(name);
        found.ok_or_else(|| bad(byte + 1, format!("the board has no site `{name}`")))
    };
    if words.len() == 2 && words[0].1 == "x" {
        return Ok((site(1)?, None));
    }
    let [(player_byte, player), (piece_byte, piece), _, values @ ..] = words.as_slice() else {
        return Err(bad(1, "`(Player Piece site)` or `(x site)` is expected".to_string()));
    };
    let glossary = game.glossary();
    let owner = glossary.player_named(player);
    let owner = owner.ok_or_else(|| bad(player_byte + 1, format!("there is no player `{player}`")))?;
    let kind = glossary.piece_named(piece);
    let kind = kind.ok_or_else(|| bad(piece_byte + 1, format!("there is no piece type `{piece}`")))?;
    let mut attributes: Vec<(AttributeId, i32)> = Vec::new();
    for pair in values.chunks(2) {
        let number = pair[0].1.parse::<u32>().ok();
        let value = pair.get(1).and_then(|(_, value)| value.parse().ok());
        let which = glossary.attribute_numbers.iter().position(|known| known.is_some() && *known == number);
        let (Some(which), Some(value)) = (which, value) else {
            return Err(bad(pair[0].0 + 1, "the number of an attribute and its value are expected".to_string()));
        };
        attributes.push((AttributeId::at(which), value));
    }
    let site = site(2)?;
    Ok((site, Some(Placement { site, piece: Piece { kind, owner }, attributes })))
}
