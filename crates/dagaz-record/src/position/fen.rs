//! FEN: a position as rows of letters, for any game on a rectangle whose pieces have letters.
//!
//! The rows are written as they are drawn, the topmost first, with numbers for runs of empty sites
//! and `*` where the rectangle has no site or the site is closed. Upper case is the first player
//! that chooses, lower case the second. `[QRbn]` behind the board fills the supplies, as does a
//! row too many. The letter for pieces without an owner is `*`, and `~` behind a letter marks a
//! promoted piece. Where each player has one piece type, any letter is read as that piece. Then
//! follow the player to move (`w`, `b`), rights, the square passed over by the last step, and two
//! counters. All but the board may be left out. A right needs its pieces, a passed square the
//! piece that went over it; what the board or the game does not support is left out with a remark.
//! The first counter, the half-move clock, sets the variable that the rules name for it, and is
//! written unless it is 0; where they name none it is ignored. The number of the move is always
//! ignored.

use dagaz_core::{
    AttributeId, CompactSort, Game, Piece, PieceTypeId, Placement, PlayerId, PlayerKind, Position, SiteId, SlotId,
};

use crate::Fault;
use crate::counters::{Keeper, kept};
use crate::fault::few;
use crate::position::draft::{ordered, start};
use crate::position::fen_fields::{fields, piece_on, with_counters};
use crate::position::letters::{NEUTRAL, fen_letters};
use crate::position::rectangle::Rectangle;

/// What the FEN strings of one game are made of.
pub struct Fen<'a> {
    pub(crate) game: &'a dyn Game,
    pub(crate) rectangle: Rectangle,
    /// Every text of a piece, the longest first.
    letters: Vec<(String, Piece)>,
    /// The first two players that choose.
    pub(crate) players: Vec<PlayerId>,
    /// The variable that says whether the first site is closed, in games that close sites; those of
    /// the other sites follow.
    closed: Option<usize>,
}

impl<'a> Fen<'a> {
    /// FEN for a game; none if its board is no rectangle, its pieces have no letters or they stand
    /// on one another.
    pub fn of(game: &'a dyn Game) -> Option<Fen<'a>> {
        if game.layout().has_columns() {
            return None;
        }
        let rectangle = Rectangle::of(game.topology())?;
        let glossary = game.glossary();
        let choosers = (0..glossary.players.len()).map(PlayerId::at);
        let mut players: Vec<PlayerId> =
            choosers.filter(|player| glossary.players[player.index()].kind == PlayerKind::Chooser).collect();
        if players.is_empty() || players.len() > 2 {
            return None;
        }
        if players.len() == 1 {
            // The pieces of a sole player's adversary, if it has one.
            players.extend((0..glossary.players.len()).map(PlayerId::at).find(|player| *player != players[0]));
        }
        let mut letters = Vec::new();
        let all = fen_letters(glossary);
        let other = |letter: &str| {
            // Xiangqi: the horse and the elephant have two letters each.
            let wanted = match letter {
                "N" => "H",
                "B" => "E",
                _ => return None,
            };
            let xiangqi = all.iter().all(|letter| letter.as_deref().is_some_and(|letter| XIANGQI.contains(&letter)));
            (xiangqi && all.iter().flatten().any(|letter| letter == "C")).then_some(wanted)
        };
        for (index, letter) in all.iter().cloned().enumerate() {
            let Some(letter) = letter else { continue };
            if letter == NEUTRAL {
                letters.push((letter, Piece { kind: PieceTypeId::at(index), owner: PlayerId::NONE }));
                continue;
            }
            let piece = |player: PlayerId| Piece { kind: PieceTypeId::at(index), owner: player };
            for letter in [letter.as_str()].into_iter().chain(other(&letter)) {
                letters.push((letter.to_uppercase(), piece(players[0])));
                letters.extend(players.get(1).map(|&player| (letter.to_lowercase(), piece(player))));
            }
        }
        letters.compact_sort_by_key(|(letter, _)| std::cmp::Reverse(letter.chars().count()));
        (!letters.is_empty()).then_some(Fen { game, rectangle, letters, players, closed: closed(game) })
    }

    /// Reads a FEN.
    pub fn parse(&self, text: &str) -> Result<Position, Fault> {
        self.parse_with(text, &mut Vec::new())
    }

    /// Reads a FEN, and notes what it claims and the board does not support.
    pub fn parse_with(&self, text: &str, remarks: &mut Vec<String>) -> Result<Position, Fault> {
        let chars: Vec<char> = text.chars().collect();
        let fields = fields(&chars);
        let Some(board) = fields.first() else { return Err(Fault::at(0, "a position is expected")) };
        let mut position = start(self.game);
        position.pieces.retain(|placement| !self.rectangle.contains(placement.site));
        position.last = None;
        position.pending = None;
        position.slot = None;
        let rows_end = self.rows(&chars, board, &mut position)?;
        if rows_end < board.1 {
            position.supplies.retain(|(piece, _)| !self.players.contains(&piece.owner));
            self.pockets(&chars, (rows_end, board.1), &mut position, remarks)?;
        }
        self.fields_behind(&chars, &fields[1..], &mut position, remarks)?;
        position.slot = Some(position.slot.unwrap_or(SlotId(0)));
        Ok(ordered(position))
    }

    /// The letter that is written for a piece type, in upper case.
    pub(crate) fn letter_of(&self, kind: PieceTypeId) -> Option<&str> {
        self.letters.iter().find(|(_, piece)| piece.kind == kind).map(|(letter, _)| letter.as_str())
    }

    /// Reads the rows; gives the index of the character behind them.
    fn rows(&self, chars: &[char], field: &(usize, usize), position: &mut Position) -> Result<usize, Fault> {
        let (width, height) = (self.rectangle.width(), self.rectangle.rows.len());
        let (mut at, mut row, mut column) = (field.0, 0, 0);
        loop {
            let end = at >= field.1 || chars[at] == '[';
            if end || chars[at] == '/' {
                if column < width {
                    let message = format!("row {} has {column} of {width} places", row + 1);
                    return Err(Fault::at(at, message));
                }
                if end {
                    break;
                }
                (at, row, column) = (at + 1, row + 1, 0);
                if row == height && at < field.1 && chars[at] != '[' {
                    // What waits off the board may stand in a row of its own.
                    if self.game.layout().spec().supplies.is_empty() || chars[at].is_ascii_digit() {
                        return Err(Fault::at(at - 1, format!("the board has only {height} rows")));
                    }
                    return Ok(at - 1);
                }
                if row == height {
                    break;
                }
                continue;
            }
            let begin = at;
            let (mut places, mut piece, mut promoted) = (1, None, false);
            match chars[at] {
                '*' if self.letters.iter().all(|(letter, _)| letter != "*") => at += 1,
                digit if digit.is_ascii_digit() => {
                    let digits: String = chars[at..field.1].iter().take_while(|c| c.is_ascii_digit()).collect();
                    at += digits.len();
                    places = digits.parse().unwrap_or(usize::MAX);
                    if places == 0 {
                        return Err(Fault::at(begin, "a run of 0 empty places means nothing"));
                    }
                    no_zero_in_front(begin, &digits)?;
                }
                _ => {
                    let (found, length) = self.letter(chars, at, field.1)?;
                    piece = Some(found);
                    at += length;
                    if chars[..field.1].get(at) == Some(&'~') && self.game.glossary().fen.promoted.is_some() {
                        at += 1;
                        promoted = true;
                    }
                }
            }
            if places > width - column.min(width) {
                let message = format!("row {} is longer than the {width} places of the board", row + 1);
                return Err(Fault::at(begin, message));
            }
            let site = self.rectangle.rows[row.min(height - 1)][column];
            match (chars[begin], site, piece) {
                ('*', Some(site), None) => match self.closed {
                    Some(first) => position.variables.push((first + site.index(), 1)),
                    None => {
                        let name = &self.game.topology().site(site).name;
                        return Err(Fault::at(begin, format!("`*` means that there is no site, but here is {name}")));
                    }
                },
                (letter, None, Some(_)) if letter != '*' => {
                    return Err(Fault::at(
                        begin,
                        format!("the board has no site at place {} of row {}", column + 1, row + 1),
                    ));
                }
                (_, Some(site), Some(piece)) => {
                    let mark = self.game.glossary().fen.promoted.filter(|_| promoted).map(|mark| (mark, 1));
                    position.pieces.push(Placement { site, piece, attributes: mark.into_iter().collect() });
                }
                _ => {}
            }
            column += places;
        }
        if row + 1 < height {
            return Err(Fault::at(at, format!("there are {} of {height} rows", row + 1)));
        }
        Ok(at)
    }

    /// The piece whose letter stands at `at`, and how many characters it has.
    fn letter(&self, chars: &[char], at: usize, end: usize) -> Result<(Piece, usize), Fault> {
        let rest: String = chars[at..end].iter().collect();
        if let Some((letter, piece)) = self.letters.iter().find(|(letter, _)| rest.starts_with(letter.as_str())) {
            return Ok((*piece, letter.chars().count()));
        }
        if let Some(piece) = self.only_piece(chars, at) {
            return Ok((piece, 1));
        }
        let known =
            few(self.letters.iter().rev().map(|(letter, _)| letter.as_str()).filter(|l| *l == l.to_uppercase()));
        Err(Fault::at(at, format!("`{}` is no piece; this game has {known}", chars[at])))
    }

    /// The piece that any letter means where each player has one piece type: programs call stones
    /// `P` or by another letter of their own. In a text with `X` and `O`, as in diagrams, these are
    /// the players, and capitals mean nothing.
    fn only_piece(&self, chars: &[char], at: usize) -> Option<Piece> {
        let letter = chars[at];
        let has = |wanted: char| chars.iter().any(|c| c.eq_ignore_ascii_case(&wanted));
        let second = if has('x') && has('o') { matches!(letter, 'o' | 'O') } else { !letter.is_uppercase() };
        let owned = || self.letters.iter().map(|(_, piece)| *piece).filter(|piece| piece.owner != PlayerId::NONE);
        let kind = owned().next()?.kind;
        let owner = *self.players.get(usize::from(second))?;
        let alone = letter.is_ascii_alphabetic() && owned().all(|piece| piece.kind == kind);
        alone.then_some(Piece { kind, owner })
    }

    /// Reads the pieces that wait off the board. Stones without number need not wait: where a game
    /// has no supplies and one piece type, they are left out with a remark.
    fn pockets(
        &self,
        chars: &[char],
        field: (usize, usize),
        position: &mut Position,
        remarks: &mut Vec<String>,
    ) -> Result<(), Fault> {
        let unlimited = self.game.layout().spec().supplies.is_empty() && self.only_piece(&['P'], 0).is_some();
        if unlimited && chars[..field.1].ends_with(&[']']) {
            remarks.push("the pockets are left out: in this game no piece waits off the board".to_string());
            return Ok(());
        }
        let mut at = field.0 + 1;
        let bracketed = chars.get(field.0) == Some(&'[');
        loop {
            let begin = at;
            match chars[..field.1].get(at) {
                None if !bracketed => return Ok(()),
                None => return Err(Fault::at(field.1, "`]` is missing at the end of the pockets")),
                Some(']') if bracketed && at + 1 == field.1 => return Ok(()),
                Some(']') => return Err(Fault::at(at + 1, "nothing may follow the pockets but a blank")),
                Some('-') => at += 1,
                Some(_) => {
                    let digits: String = chars[at..field.1].iter().take_while(|c| c.is_ascii_digit()).collect();
                    at += digits.len();
                    no_zero_in_front(begin, &digits)?;
                    let count: u32 = if digits.is_empty() {
                        1
                    } else {
                        digits.parse().map_err(|_| Fault::at(begin, "this number is too large"))?
                    };
                    if at >= field.1 {
                        return Err(Fault::at(at, "a piece is expected"));
                    }
                    let (piece, length) = self.letter(chars, at, field.1)?;
                    if !self.game.layout().spec().supplies.contains(&piece) {
                        let glossary = self.game.glossary();
                        let name = glossary.piece(piece.kind);
                        return Err(Fault::at(
                            at,
                            format!("{} {name} cannot wait off the board", glossary.player(piece.owner)),
                        ));
                    }
                    at += length;
                    match position.supplies.iter_mut().find(|(known, _)| *known == piece) {
                        Some((_, known)) => *known = known.saturating_add(count),
                        None => position.supplies.push((piece, count)),
                    }
                }
            }
        }
    }

    /// Completes a FEN of chess and its relatives for other programs: with pockets that are those
    /// of the start, since these programs take no pockets for empty ones, and with both counters.
    /// A state does not have the number of the move, which is 1.
    pub(crate) fn completed(&self, position: &Position, text: String) -> String {
        let fen = &self.game.glossary().fen;
        let text = if fen.halfmoves.is_some() { with_counters(&text) } else { text };
        let own = |(piece, count): &&(Piece, u32)| self.players.contains(&piece.owner) && *count > 0;
        let supplies: Vec<(Piece, u32)> = position.supplies.iter().filter(own).copied().collect();
        let is_chess = fen.halfmoves.is_some() || !fen.rights.is_empty();
        if !is_chess || supplies.is_empty() || text.contains('[') {
            return text;
        }
        let pockets = self.pocket_text(&supplies).unwrap_or_default();
        let end = text.find(' ').unwrap_or(text.len());
        format!("{}{pockets}{}", &text[..end], &text[end..])
    }

    fn pocket_text(&self, supplies: &[(Piece, u32)]) -> Option<String> {
        /// Other programs repeat the letter of each piece. Larger supplies are numbers.
        const REPEATED_MAX: u32 = 64;
        let mut text = String::from("[");
        for (piece, count) in supplies {
            let (letter, _) = self.letters.iter().find(|(_, known)| known == piece)?;
            text += &match *count {
                few @ ..=REPEATED_MAX => letter.repeat(few as usize),
                many => format!("{many}{letter}"),
            };
        }
        text.push(']');
        Some(text)
    }

    /// Writes a position, as well as FEN can. Whether it says everything, only reading it again can
    /// tell.
    pub fn write(&self, position: &Position) -> Option<String> {
        let glossary = self.game.glossary();
        let letter =
            |piece: Piece| self.letters.iter().find(|(_, known)| *known == piece).map(|(letter, _)| letter.as_str());
        let mut standing = vec![None; self.game.topology().sites().len()];
        for placement in &position.pieces {
            let mark = glossary
                .fen
                .promoted
                .and_then(|mark| placement.attributes.iter().find(|(which, value)| *which == mark && *value != 0));
            standing.get_mut(placement.site.index())?.get_or_insert((placement.piece, mark.is_some()));
        }
        let is_closed = |site: SiteId| {
            let which = self.closed.map(|first| first + site.index());
            position.variables.iter().any(|(known, value)| Some(*known) == which && *value != 0)
        };
        let mut rows = Vec::new();
        for row in &self.rectangle.rows {
            let (mut text, mut empty) = (String::new(), 0);
            for place in row {
                let found = place.and_then(|site| standing[site.index()]);
                if place.is_some_and(|site| !is_closed(site)) && found.is_none() {
                    empty += 1;
                    continue;
                }
                text += &run(&mut empty);
                match found {
                    Some((piece, promoted)) => {
                        text += letter(piece)?;
                        text += if promoted { "~" } else { "" };
                    }
                    None => text.push('*'),
                }
            }
            text += &run(&mut empty);
            rows.push(text);
        }
        let mut text = rows.join("/");
        let own = |position: &Position| -> Vec<(Piece, u32)> {
            position.supplies.iter().filter(|(piece, _)| self.players.contains(&piece.owner)).copied().collect()
        };
        let supplies = own(position);
        if supplies != own(&start(self.game)) {
            text += &self.pocket_text(&supplies)?;
        }
        let slot = position.slot.unwrap_or(SlotId(0));
        let mover = glossary.slots.get(slot.index())?.mover;
        text += match self.players.iter().position(|player| *player == mover)? {
            0 => " w ",
            _ => " b ",
        };
        let before = text.len();
        let starts = &self.game.layout().spec().starts;
        let granted = |(_, attribute, sites): &&(char, AttributeId, Vec<SiteId>)| {
            sites.iter().all(|site| {
                position.pieces.iter().find(|placement| placement.site == *site).is_some_and(|placement| {
                    let start = starts.get(placement.piece.kind.index()).into_iter().flatten();
                    let mut values = placement.attributes.iter().chain(start);
                    values.find(|(which, _)| which == attribute).is_some_and(|(_, value)| *value == 1)
                })
            })
        };
        let rights: Vec<&(char, AttributeId, Vec<SiteId>)> = glossary.fen.rights.iter().filter(granted).collect();
        for capitals in [true, false] {
            let own = rights.iter().filter(|(right, ..)| right.is_uppercase() == capitals);
            // Castling says that the gates of king and rook are open, too.
            let said = |sites: &[SiteId]| {
                rights.iter().any(|(.., all)| all.len() > sites.len() && sites.iter().all(|site| all.contains(site)))
            };
            text.extend(own.filter(|(.., sites)| !said(sites)).map(|(right, ..)| *right));
        }
        if text.len() == before {
            text.push('-');
        }
        let passed = position.last.and_then(|(from, to)| {
            let (topology, (_, direction)) = (self.game.topology(), self.turn_before(slot)?);
            // Another piece that goes two steps leaves no passed square behind.
            let passer = piece_on(position, to.some()?)?.kind;
            glossary.fen.passer.is_none_or(|kind| kind == passer).then_some(())?;
            let site = topology.link(from.some()?, direction).some()?;
            let passed = topology.link_back(site, direction) == from && topology.link(site, direction) == to;
            passed.then(|| topology.site(site).name.clone())
        });
        text.push(' ');
        text += passed.as_deref().unwrap_or("-");
        if let Some((first, limit)) = glossary.fen.checks {
            let given = |player: &PlayerId| {
                let which = first + player.index();
                position.variables.iter().find(|(known, _)| *known == which).map_or(0, |(_, count)| *count)
            };
            let left: Vec<i32> = self.players.iter().map(|player| limit - given(player)).collect();
            if let [one, other] = left[..] {
                text += &format!(" {one}+{other}");
            }
        }
        let clock = position.variables.iter().find(|(which, _)| Some(*which) == glossary.fen.halfmoves);
        if let Some((_, plies)) = clock {
            text += &format!(" {plies}");
        }
        Some(text)
    }
}

/// The variable of the first site that says whether it is closed; none in games that begin with
/// closed sites, as those on boards without borders do.
fn closed(game: &dyn Game) -> Option<usize> {
    let first = game.glossary().variables.iter().position(|name| name.starts_with("closed."))?;
    kept(game, first as u16).filter(|kept| *kept == ("closed", Keeper::Site(SiteId(0))))?;
    let last = first + game.topology().sites().len();
    let begins_closed = start(game).variables.iter().any(|(which, _)| (first..last).contains(which));
    (!begins_closed).then_some(first)
}

/// The pieces of xiangqi and janggi, each by its first letter.
const XIANGQI: [&str; 7] = ["K", "A", "B", "N", "R", "C", "P"];

fn run(empty: &mut usize) -> String {
    match std::mem::take(empty) {
        0 => String::new(),
        count => count.to_string(),
    }
}

/// `08` is more likely a slip than a run of eight.
fn no_zero_in_front(at: usize, digits: &str) -> Result<(), Fault> {
    if digits.starts_with('0') {
        return Err(Fault::at(at, format!("the number {digits} may not begin with 0")));
    }
    Ok(())
}
