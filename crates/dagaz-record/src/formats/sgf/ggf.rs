//! GGF, the format of the Generic Game Server for Othello: SGF in form, with squares, values and
//! times in a move (`B[F5/1.2/3.4]`). It is read only.

use std::time::Duration;

use dagaz_core::{Game, Outcome, SiteId, State};

use super::colours::{Colour, Colours, mover};
use super::token::{Property, Token, Tokens};
use super::{result, root};
use crate::cursor::Cursor;
use crate::faults::{Faults, Unread};
use crate::matching::find_move;
use crate::reading::{ReadLimits, Reading, RecordFaultKind, TAGS};
use crate::tree::{GameTree, NodeId};
use crate::{drawn_rows, parse_position};

/// Properties with the names that PGN has for them.
const FACTS: [(&str, &str); 5] =
    [("PC", "Site"), ("DT", "Date"), ("TI", "TimeControl"), ("RB", "BlackElo"), ("RW", "WhiteElo")];

/// Whether a text is in this format: SGF has a number there.
pub(super) fn is_ggf(text: &str) -> bool {
    root::first(text).iter().any(|property| property.name == "GM" && property.first().trim() == "Othello")
}

/// Reads all games of a text.
pub(super) fn read(game: &dyn Game, colours: Colours, text: &str, limits: &ReadLimits) -> Reading {
    if text.len() > limits.bytes {
        let message = format!("the file has more than {} bytes", limits.bytes);
        return Reading::refused(text, RecordFaultKind::Limit, message);
    }
    let mut reader = Reader { game, colours, limits, faults: Faults::new(limits.faults), games: Vec::new(), values: 0 };
    let mut tokens = Tokens::new(text);
    while tokens.seek_game().is_ok() {
        if reader.games.len() >= limits.games {
            reader
                .faults
                .limit(tokens.at(), format!("there are more than {} games; the rest is not read", limits.games));
            break;
        }
        let (mut properties, mut depth) = (Vec::new(), 0usize);
        while let Some((at, token)) = tokens.take() {
            match token {
                Token::Open => depth += 1,
                Token::Close => depth = depth.saturating_sub(1),
                Token::Property(property) => properties.push(property),
                Token::Wrong(what) => _ = reader.faults.form(at, what),
                Token::Node => {}
            }
            if depth == 0 {
                break;
            }
        }
        reader.game(&properties);
    }
    match reader.values {
        0 => {}
        1 => reader.faults.remark("1 value of a move was not kept"),
        many => reader.faults.remark(format!("{many} values of moves were not kept")),
    }
    reader.faults.reading(text, reader.games)
}

struct Reader<'a> {
    game: &'a dyn Game,
    colours: Colours,
    limits: &'a ReadLimits,
    faults: Faults,
    games: Vec<GameTree>,
    /// Values that a player or an engine gave to moves.
    values: usize,
}

impl Reader<'_> {
    fn game(&mut self, properties: &[Property<'_>]) {
        let mut tree = GameTree::of(self.game);
        let mut said = None;
        for property in properties {
            let value = property.first().trim();
            match &*property.name {
                _ if value.len() > self.limits.text => _ = self.faults.limit(property.at, "this text is too long"),
                "PB" => tree.facts.seat_mut(self.colours.player(Colour::Black).index()).name = value.to_string(),
                "PW" => tree.facts.seat_mut(self.colours.player(Colour::White).index()).name = value.to_string(),
                "RE" => said = Some(value),
                "BO" => match self.start(value) {
                    Some(start) => tree.begin_at(start),
                    None => {
                        let at = Some((self.games.len(), NodeId::ROOT));
                        self.faults.push(property.at, RecordFaultKind::Setup, "this board is not understood", at);
                    }
                },
                name => {
                    if let Some((_, tag)) = FACTS.iter().find(|(known, _)| *known == name)
                        && tree.facts.tags.len() < TAGS
                    {
                        tree.facts.set_tag(tag, value);
                    }
                }
            }
        }
        self.moves(&mut tree, properties);
        if tree.facts.result.is_none() {
            tree.facts.result = said.and_then(|said| self.result(said));
        }
        self.games.push(tree);
    }

    /// The start of a board such as `8 ----… *`: the size, the squares and the player to move.
    fn start(&self, board: &str) -> Option<State> {
        let mut words = board.split_whitespace();
        let size: usize = words.next()?.parse().ok().filter(|size| *size > 0)?;
        let signs: Vec<char> = words.flat_map(str::chars).collect();
        let (mover_sign, squares) = signs.split_last()?;
        if squares.len() != size.checked_mul(size)? {
            return None;
        }
        // The first row is that of the squares with the number 1, wherever it is drawn.
        let topology = self.game.topology();
        let sign = |site: Option<SiteId>| {
            let name = topology.site(site?).name.as_bytes();
            let column = usize::from(name.first()?.to_ascii_lowercase().checked_sub(b'a')?);
            let row: usize = std::str::from_utf8(&name[1..]).ok()?.parse().ok()?;
            squares.chunks(size).nth(row.checked_sub(1)?)?.get(column).copied()
        };
        let rows =
            drawn_rows(topology)?.into_iter().map(|row| row.into_iter().map(sign).collect::<Option<Vec<char>>>());
        let text = |row: Vec<char>| {
            let parts = row.chunk_by(|a, b| a == b && *a == '-').map(|run| match run[0] {
                '-' => run.len().to_string(),
                '*' => "X".to_string(),
                other => other.to_ascii_lowercase().to_string(),
            });
            parts.collect::<String>()
        };
        let rows: Vec<String> = rows.map(|row| row.map(text)).collect::<Option<_>>()?;
        let player = self.colours.player(if *mover_sign == '*' { Colour::Black } else { Colour::White });
        ["w", "b"].into_iter().find_map(|side| {
            let position = parse_position(self.game, &format!("{} {side}", rows.join("/"))).ok()?;
            let state = self.game.set_up(&position).ok()?;
            (mover(self.game.turn(&state)) == Some(player)).then_some(state)
        })
    }

    fn moves(&mut self, tree: &mut GameTree, properties: &[Property<'_>]) {
        let mut cursor = Cursor::new(self.game, tree);
        let is_move = |property: &&Property<'_>| matches!(&*property.name, "B" | "W");
        let mut moves = properties.iter().filter(is_move);
        while let Some(property) = moves.next() {
            let place = Some((self.games.len(), cursor.node()));
            if tree.moves() >= self.limits.moves {
                let message = format!("the game has more than {} moves", self.limits.moves);
                self.faults.push(property.at, RecordFaultKind::Limit, message, place);
                return;
            }
            let mut parts = property.first().split('/').map(str::trim);
            let square = parts.next().unwrap_or_default().to_ascii_lowercase();
            self.values += usize::from(parts.next().is_some_and(|value| !value.is_empty()));
            let passes = square == "pa" || square == "pass";
            let played = cursor.legal().map_err(|hit| hit.to_string()).and_then(|list| {
                // A pass is played where it is forced, whether or not it is written.
                let forced = list.len() == 1 && list.get(0).is_idle();
                if forced {
                    cursor.play(tree, list.get(0));
                }
                let list = if forced { cursor.legal().map_err(|hit| hit.to_string())? } else { list };
                if !(forced && passes) {
                    let found =
                        find_move(self.game, cursor.state(), &list, &square).map_err(|error| error.to_string())?;
                    cursor.play(tree, list.get(found));
                }
                Ok(())
            });
            if let Err(message) = played {
                let kind = RecordFaultKind::Move { typed: square, near: Vec::new() };
                let fault = self.faults.push(property.at, kind, message, place);
                Unread { fault, moves: moves.count(), variations: 0 }.tell(&mut self.faults);
                break;
            }
            let seconds = parts.next().and_then(|time| time.parse().ok());
            if let Some(spent) = seconds.and_then(|time| Duration::try_from_secs_f64(time).ok()) {
                tree.note_mut(cursor.node()).spent = Some(spent);
            }
        }
        tree.facts.result = cursor.outcome().ok().flatten();
    }

    /// The outcome of `-4.000` or `+64.000:r`: the discs by which Black is ahead, and why it ended.
    fn result(&self, said: &str) -> Option<Outcome> {
        let (ahead, why) = said.split_once(':').unwrap_or((said, ""));
        let ahead: f64 = ahead.parse().ok().filter(|ahead: &f64| ahead.is_finite())?;
        let winner = match ahead {
            _ if ahead > 0.0 => Some(Colour::Black),
            _ if ahead < 0.0 => Some(Colour::White),
            _ => None,
        };
        let points = format!("win by {}", ahead.abs());
        let ending = match why {
            "r" => "resignation",
            "t" => "time",
            _ if winner.is_none() => "draw",
            _ => &points,
        };
        Some(result::outcome(self.game, &self.colours, ending, winner))
    }
}
