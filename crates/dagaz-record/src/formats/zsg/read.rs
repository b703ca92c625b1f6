//! Reads saved games.

use dagaz_core::{AttributeId, Fuel, Game, LimitHit, MoveList, Piece, Placement, Position, SiteId, State, UndoLog};

use super::fit::{Fit, fit};
use super::line::{BadWord, Recorded, parse, words};
use crate::Wording;
use crate::cursor::Cursor;
use crate::matching::nearest_texts;
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
}

const MAGIC: &str = "Zillions Save Game File";

/// The header of a saved game; none if the text is none. Lines that are missing are empty.
pub fn header(text: &str) -> Option<Header> {
    let mut header = Header::default();
    let mut lines = text.lines().map(str::trim);
    let first = lines.find(|line| !line.is_empty())?;
    header.seats = first.strip_prefix(MAGIC)?.split_whitespace().last().unwrap_or_default().to_string();
    for line in lines.take(2) {
        if let Some(file) = line.strip_prefix("RulesFile=") {
            header.rules_file = file.rsplit(['\\', '/']).next().unwrap_or(file).trim().to_string();
        } else if let Some(title) = line.strip_prefix("VariantName=") {
            header.title = title.to_string();
        }
    }
    Some(header)
}

/// Reads a saved game.
pub fn read(game: &dyn Game, text: &str, limits: &ReadLimits) -> Reading {
    let mut reader = Reader { game, text, limits, tree: GameTree::of(game), faults: Vec::new() };
    reader.run();
    Reading { games: vec![reader.tree], faults: reader.faults }
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
        let (mut setup, mut moves, mut remarks) = (Vec::new(), Vec::new(), Vec::new());
        let mut heading = 3;
        for line in self.lines() {
            let first = line.text.as_bytes().first().copied();
            if heading > 0 && (line.text.starts_with(MAGIC) || line.text.contains('=') && first != Some(b'[')) {
                heading -= 1;
                continue;
            }
            match first {
                None => {}
                Some(b'[') => remarks.push(line),
                Some(b'(') if moves.is_empty() => setup.push(line),
                _ if remarks.is_empty() => moves.push(line),
                // A remark may have several lines.
                _ => remarks.push(line),
            }
        }
        self.tree.facts.rules.file = header.rules_file;
        for (player, letter) in header.seats.chars().take(self.game.glossary().players.len()).enumerate() {
            let bot = (letter == 'C').then(|| "computer".to_string());
            self.tree.facts.seat_mut(player).bot = bot;
        }
        let remarks = self.remarks(&remarks);
        self.set_up(&setup, remarks.position);
        if !self.faults.is_empty() {
            return;
        }
        let end = match self.play(&moves) {
            Ok(node) => node,
            Err(hit) => return self.fault(self.text.len(), RecordFaultKind::Limit, hit.to_string()),
        };
        if remarks.said.len() > self.limits.text {
            let most = self.limits.text;
            return self.fault(self.text.len(), RecordFaultKind::Limit, format!("a remark has more than {most} bytes"));
        }
        self.tree.note_mut(end).comment = remarks.said;
    }

    fn lines(&self) -> Vec<Line<'a>> {
        let start = self.text.as_ptr() as usize;
        let place = |text: &'a str| Line { byte: text.as_ptr() as usize - start, text };
        self.text.split('\n').map(|line| place(line.trim_end().trim_start())).collect()
    }

    fn fault(&mut self, byte: usize, kind: RecordFaultKind, message: impl Into<String>) {
        self.faults.push(RecordFault::new(self.text, byte, kind, message));
    }

    /// Sorts remarks: one of ours gives the position where set-up lines cannot say it.
    fn remarks(&self, lines: &[Line<'a>]) -> Remarks<'a> {
        let mut remarks = Remarks { position: None, said: String::new() };
        for line in lines {
            match line.text.strip_prefix("[Position ").and_then(|rest| rest.strip_suffix(']')) {
                Some(position) if remarks.position.is_none() => remarks.position = Some((line.byte, position)),
                _ => {
                    remarks.said += if remarks.said.is_empty() { "" } else { "\n" };
                    remarks.said += line.text.trim_start_matches('[');
                }
            }
        }
        remarks
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

    /// Plays the lines; gives the last node reached.
    fn play(&mut self, lines: &[Line<'a>]) -> Result<NodeId, LimitHit> {
        let game = self.game;
        let mut cursor = Cursor::new(game, &self.tree);
        let (mut steps, mut log) = (MoveList::new(), UndoLog::new());
        let mut turn = Turn::at(cursor.state());
        for (index, line) in lines.iter().enumerate() {
            if self.tree.moves() >= self.limits.moves {
                let most = self.limits.moves;
                self.fault(line.byte, RecordFaultKind::Limit, format!("the game has more than {most} moves"));
                return Ok(cursor.node());
            }
            let (body, recorded) = match body(game, line) {
                Ok(read) => read,
                Err(bad) => {
                    self.fault(bad.byte, RecordFaultKind::Form, bad.message);
                    return Ok(cursor.node());
                }
            };
            game.steps(&turn.state, &mut steps, &mut Fuel::new(game.limits().fuel))?;
            let next = lines.get(index + 1).and_then(|line| self::body(game, line).ok());
            let Some(found) = choose(game, &turn.state, &steps, &recorded, next.map(|(_, next)| next).as_ref())? else {
                let fault = unknown(game, &turn.state, &steps, body.text)?;
                let fault = RecordFault::new(self.text, body.byte, fault.0, fault.1).met_at(0, cursor.node());
                self.faults.push(fault);
                return Ok(cursor.node());
            };
            let chosen = steps.get(found);
            turn.parts.push(chosen.to_move());
            game.play_step(&mut turn.state, chosen, &mut log)?;
            log.clear();
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
        Ok(cursor.node())
    }
}

struct Remarks<'a> {
    position: Option<(usize, &'a str)>,
    said: String,
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

/// The step of a line, and the line without its number. Bytes of faults count from the beginning of the text.
fn body<'a>(game: &dyn Game, line: &Line<'a>) -> Result<(Line<'a>, Recorded), BadWord> {
    let digits = line.text.bytes().take_while(u8::is_ascii_digit).count();
    let Some(rest) = line.text[digits..].strip_prefix('.').filter(|_| digits > 0) else {
        let message = "a line of a move begins with its number and a dot: `1. …`";
        return Err(BadWord { byte: line.byte, message: message.to_string() });
    };
    let text = rest.trim_start();
    let body = Line { byte: line.byte + line.text.len() - text.len(), text };
    let recorded = parse(game, text).map_err(|bad| BadWord { byte: body.byte + bad.byte, ..bad })?;
    Ok((body, recorded))
}

/// The legal step that is recorded. Where several do the same, the one after which the record can go on.
fn choose(
    game: &dyn Game,
    state: &State,
    steps: &MoveList,
    recorded: &Recorded,
    next: Option<&Recorded>,
) -> Result<Option<usize>, LimitHit> {
    let fits: Vec<(Fit, usize)> =
        steps.iter().enumerate().filter_map(|(index, one)| Some((fit(game, state, recorded, one)?, index))).collect();
    let Some(best) = fits.iter().map(|(fit, _)| *fit).min() else { return Ok(None) };
    let fitting: Vec<usize> = fits.into_iter().filter(|(fit, _)| *fit == best).map(|(_, index)| index).collect();
    if let (Some(next), true) = (next, fitting.len() > 1) {
        let mut list = MoveList::new();
        for &index in &fitting {
            let mut ahead = state.clone();
            game.play_step(&mut ahead, steps.get(index), &mut UndoLog::new())?;
            game.steps(&ahead, &mut list, &mut Fuel::new(game.limits().fuel))?;
            if list.iter().any(|one| fit(game, &ahead, next, one).is_some()) {
                return Ok(Some(index));
            }
        }
    }
    Ok(fitting.first().copied())
}

fn unknown(
    game: &dyn Game,
    state: &State,
    steps: &MoveList,
    typed: &str,
) -> Result<(RecordFaultKind, String), LimitHit> {
    if steps.is_empty() {
        let end = game.outcome(state)?.map_or(String::new(), |outcome| format!(": {}", outcome.ending));
        let kind = RecordFaultKind::Move { typed: typed.to_string(), near: Vec::new() };
        return Ok((kind, format!("`{typed}` cannot be played: the game has ended{end}")));
    }
    let texts: Vec<String> = steps.iter().map(|one| Wording::of(game, state, one).text()).collect();
    let near = nearest_texts(&texts, typed);
    let message = format!("`{typed}` is not a legal move here; the nearest are: {}", near.join("; "));
    Ok((RecordFaultKind::Move { typed: typed.to_string(), near }, message))
}

/// A line of the set-up: `(White King e1)`, with pairs of attribute numbers and values behind it, or `(x e1)`.
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
