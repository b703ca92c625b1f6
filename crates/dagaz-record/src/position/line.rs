//! A position as one line of `key=value` parts, for every game.
//!
//! ```text
//! turn=White; White Pawn=a2,b2; Black King=e8; supply White Man=9; set never-moved?=e1; last=e2-e4
//! ```
//!
//! | part | meaning |
//! |---|---|
//! | `turn=White` | the first slot of the turn order in which White moves is played next |
//! | `turn=White#3` | the third slot of the turn order is, in which White moves |
//! | `White Pawn=a2,b2` | White's pawns |
//! | `White Man=c3^2` | in a column: a man with two pieces beneath it; also where attributes are given |
//! | `supply White Man=9` | so many men wait off the board; what is not named is used up |
//! | `set A=e1,h1`, `clear A=e1`, `set A:5=e1` | an attribute of the pieces there is 1, 0, 5; what is not named has the values of a new piece |
//! | `last=e2-e4` | from where and to where the last step went |
//! | `pending=c3:jump` | edition 2: the piece on c3 continues its turn, with the class `jump` |
//! | `value stock=5` | a variable of the game's own is 5; what is not named is 0 |
//! | `tail=1,4,0` | the numbers that the game keeps beyond its variables, as many as the position needs |
//! | `halfmoves=12` | the half-move clock, in games whose FEN has one |
//! | `empty` | nothing at all |
//!
//! Parts are separated by `;` and may come in any order. A name with a blank or one of `= ; , : - #
//! ^ "` is written in quotes. Pieces without an owner belong to `nobody`.

use dagaz_core::{
    AttributeId, CompactSort, Continuation, Game, Glossary, MoveClassId, Piece, Placement, PlayerId, Position, SiteId,
    SlotId,
};

use crate::Fault;
use crate::fault::few;
use crate::matching::distance;
use crate::position::draft::ordered;
pub use crate::position::line_write::write;
use crate::position::line_write::{NOBODY, SIGNS};

/// Reads a line.
pub fn parse(game: &dyn Game, text: &str) -> Result<Position, Fault> {
    let chars = text.chars().collect();
    let mut reader = Reader { game, chars, at: 0, levels: Vec::new(), position: Position::default() };
    let mut values = Vec::new();
    loop {
        reader.skip_blanks();
        if reader.at >= reader.chars.len() {
            break;
        }
        if !reader.take(';') {
            reader.part(&mut values)?;
            reader.skip_blanks();
            if reader.at < reader.chars.len() && !reader.take(';') {
                return Err(reader.fault("`;` is expected between two parts"));
            }
        }
    }
    let (mut position, levels) = (reader.position, reader.levels);
    // The pieces may stand behind their attributes in the line.
    for (at, (site, level), attribute, value) in values {
        let stands = position.pieces.iter().zip(&levels);
        let found = stands.clone().position(|(placement, known)| (placement.site, *known) == (site, level));
        let Some(placement) = found.and_then(|found| position.pieces.get_mut(found)) else {
            let name = &game.topology().site(site).name;
            return Err(Fault::at(at, format!("no piece stands on {name}")));
        };
        if placement.attributes.iter().any(|(known, _)| *known == attribute) {
            let name = &game.topology().site(site).name;
            return Err(Fault::at(at, format!("this attribute of the piece on {name} is given twice")));
        }
        placement.attributes.push((attribute, value));
    }
    // Of a column the lowest piece first.
    let mut order: Vec<usize> = (0..levels.len()).collect();
    order.compact_sort_by_key(|&index| (position.pieces[index].site, levels[index]));
    for pair in order.windows(2) {
        let [(lower, below), (upper, above)] =
            [pair[0], pair[1]].map(|index| (position.pieces[index].site, levels[index]));
        let gap = if lower == upper { above != below + 1 } else { above != 0 };
        if gap {
            return Err(nothing_beneath(game, text, upper));
        }
    }
    if let Some(&first) = order.first().filter(|first| levels[**first] != 0) {
        return Err(nothing_beneath(game, text, position.pieces[first].site));
    }
    position.pieces = order.iter().map(|&index| position.pieces[index].clone()).collect();
    Ok(ordered(position))
}

fn nothing_beneath(game: &dyn Game, text: &str, site: SiteId) -> Fault {
    let name = &game.topology().site(site).name;
    let at = text.find(&format!("{name}^")).map_or(0, |byte| text[..byte].chars().count());
    Fault::at(at, format!("a piece of the column on {name} has nothing beneath it"))
}

const TOO_LARGE: &str = "this number is too large";

/// A site, and how many pieces there are beneath.
type Stand = (SiteId, u16);

type Value = (usize, Stand, AttributeId, i32);

struct Reader<'a> {
    game: &'a dyn Game,
    chars: Vec<char>,
    at: usize,
    /// For each piece of the position how many there are beneath it.
    levels: Vec<u16>,
    position: Position,
}

impl Reader<'_> {
    fn part(&mut self, values: &mut Vec<Value>) -> Result<(), Fault> {
        let glossary = self.game.glossary();
        let begin = self.at;
        let quoted = self.peek() == Some('"');
        let word =
            self.name("the name of a player, or `turn`, `supply`, `set`, `last`, `pending` or `halfmoves`", SIGNS)?;
        let given = match word.to_lowercase().as_str() {
            "turn" => self.position.slot.is_some(),
            "last" => self.position.last.is_some(),
            "pending" => self.position.pending.is_some(),
            "tail" => !self.position.tail.is_empty(),
            _ => false,
        };
        if given && !quoted {
            return Err(Fault::at(begin, format!("`{}` is given twice", word.to_lowercase())));
        }
        match word.to_lowercase().as_str() {
            "turn" if !quoted => self.turn(),
            "supply" if !quoted => {
                let piece = self.piece_after_owner(None)?;
                self.expect('=')?;
                let at = self.at;
                let count = self.number()?;
                let wrong = if count < 0 { "a supply cannot be less than nothing" } else { TOO_LARGE };
                let count = u32::try_from(count).map_err(|_| Fault::at(at, wrong))?;
                if self.position.supplies.iter().any(|(known, _)| *known == piece) {
                    return Err(Fault::at(begin, "this supply is given twice"));
                }
                self.position.supplies.push((piece, count));
                Ok(())
            }
            "set" | "clear" if !quoted => {
                self.skip_blanks();
                let at = self.at;
                let not_hyphen: Vec<char> = SIGNS.iter().copied().filter(|sign| *sign != '-').collect();
                let name = self.name("the name of an attribute", &not_hyphen)?;
                let known = find(&glossary.attributes, |name| name, &name);
                let attribute = known
                    .map(AttributeId::at)
                    .ok_or_else(|| unknown(at, "attribute", &name, glossary.attributes.iter().map(String::as_str)))?;
                let mut value = i32::from(word.eq_ignore_ascii_case("set"));
                if self.take(':') {
                    let at = self.at;
                    value = i32::try_from(self.number()?).map_err(|_| Fault::at(at, TOO_LARGE))?;
                }
                for (at, stand) in self.stands()? {
                    values.push((at, stand, attribute, value));
                }
                Ok(())
            }
            "last" if !quoted => {
                self.expect('=')?;
                let from = self.site_or_none()?;
                self.expect('-')?;
                self.position.last = Some((from, self.site_or_none()?));
                Ok(())
            }
            "pending" if !quoted => {
                self.expect('=')?;
                let site = self.site()?.1;
                let mut then = Continuation::Unclassed;
                if self.take(':') {
                    let at = self.at;
                    let name = self.name("the name of a class of moves", SIGNS)?;
                    let class = find(&glossary.classes, |name| name, &name);
                    let class = class.ok_or_else(|| {
                        unknown(at, "class of moves", &name, glossary.classes.iter().map(String::as_str))
                    })?;
                    then = Continuation::Class(MoveClassId::at(class));
                }
                self.position.pending = Some((site, then));
                Ok(())
            }
            "tail" if !quoted => {
                self.expect('=')?;
                loop {
                    let at = self.at;
                    let number = i32::try_from(self.number()?).map_err(|_| Fault::at(at, TOO_LARGE))?;
                    self.position.tail.push(number);
                    if !self.take(',') {
                        return Ok(());
                    }
                }
            }
            "value" if !quoted => self.variable(),
            "halfmoves" if !quoted => match glossary.fen.halfmoves {
                Some(clock) => self.variable_value(begin, clock),
                None => Err(Fault::at(begin, "this game has no half-move clock")),
            },
            "empty" if !quoted => Ok(()),
            _ => {
                let owner = self.owner(begin, &word, quoted)?;
                let piece = self.piece_after_owner(Some(owner))?;
                for (at, (site, level)) in self.stands()? {
                    let mut stands = self.position.pieces.iter().zip(&self.levels);
                    if let Some((known, _)) = stands.find(|(other, known)| (other.site, **known) == (site, level)) {
                        let (name, other) = (&self.game.topology().site(site).name, glossary.piece(known.piece.kind));
                        let owner = glossary.player(known.piece.owner);
                        return Err(Fault::at(at, format!("{name} already holds {owner} {other}")));
                    }
                    self.position.pieces.push(Placement { site, piece, attributes: Vec::new() });
                    self.levels.push(level);
                }
                Ok(())
            }
        }
    }

    fn variable(&mut self) -> Result<(), Fault> {
        let names = &self.game.glossary().variables;
        self.skip_blanks();
        let at = self.at;
        let not_hyphen: Vec<char> = SIGNS.iter().copied().filter(|sign| *sign != '-').collect();
        let name = self.name("the name of a variable", &not_hyphen)?;
        let which = find(names, |name| name, &name)
            .ok_or_else(|| unknown(at, "variable", &name, names.iter().map(String::as_str)))?;
        self.variable_value(at, which)
    }

    /// Reads `=` and the value of a variable whose name begins at `at`.
    fn variable_value(&mut self, at: usize, which: usize) -> Result<(), Fault> {
        self.expect('=')?;
        let begin = self.at;
        let value = i32::try_from(self.number()?).map_err(|_| Fault::at(begin, TOO_LARGE))?;
        if self.position.variables.iter().any(|(known, _)| *known == which) {
            return Err(Fault::at(at, "this variable is given twice"));
        }
        self.position.variables.push((which, value));
        Ok(())
    }

    fn turn(&mut self) -> Result<(), Fault> {
        self.expect('=')?;
        let (begin, quoted) = (self.at, self.peek() == Some('"'));
        let name = self.name("the name of a player", SIGNS)?;
        let player = self.owner(begin, &name, quoted)?;
        let glossary: &Glossary = self.game.glossary();
        let slot = if self.take('#') {
            let at = self.at;
            let number = self.number()?;
            let slot = usize::try_from(number).ok().and_then(|number| number.checked_sub(1));
            let Some((slot, known)) = slot.and_then(|slot| Some((slot, glossary.slots.get(slot)?))) else {
                let message = format!("the turn order has no slot {number}: it has {}", glossary.slots.len());
                return Err(Fault::at(at, message));
            };
            if known.mover != player {
                let mover = glossary.player(known.mover);
                return Err(Fault::at(at, format!("in slot {number} of the turn order {mover} moves, not {name}")));
            }
            slot
        } else {
            let slot = glossary.slots.iter().position(|slot| slot.mover == player);
            slot.ok_or_else(|| Fault::at(begin, format!("{name} never moves in this game")))?
        };
        self.position.slot = Some(SlotId::at(slot));
        Ok(())
    }

    fn owner(&self, at: usize, name: &str, quoted: bool) -> Result<PlayerId, Fault> {
        if name == NOBODY && !quoted {
            return Ok(PlayerId::NONE);
        }
        let players = &self.game.glossary().players;
        let found = find(players, |player| &player.name, name).map(PlayerId::at);
        found.ok_or_else(|| unknown(at, "player", name, players.iter().map(|player| player.name.as_str())))
    }

    fn piece_after_owner(&mut self, owner: Option<PlayerId>) -> Result<Piece, Fault> {
        let owner = match owner {
            Some(owner) => owner,
            None => {
                self.skip_blanks();
                let (at, quoted) = (self.at, self.peek() == Some('"'));
                let name = self.name("the name of a player", SIGNS)?;
                self.owner(at, &name, quoted)?
            }
        };
        self.skip_blanks();
        let at = self.at;
        let name = self.name("the name of a piece", SIGNS)?;
        let pieces = &self.game.glossary().pieces;
        let kind = find(pieces, |piece| &piece.name, &name).map(dagaz_core::PieceTypeId::at);
        let kind = kind.ok_or_else(|| unknown(at, "piece", &name, pieces.iter().map(|piece| piece.name.as_str())))?;
        Ok(Piece { kind, owner })
    }

    /// `=` and a list of places for pieces, each with its place in the text.
    fn stands(&mut self) -> Result<Vec<(usize, Stand)>, Fault> {
        self.expect('=')?;
        let mut stands = vec![self.stand()?];
        while self.take(',') {
            stands.push(self.stand()?);
        }
        Ok(stands)
    }

    /// A site, in a column with how many pieces there are beneath.
    fn stand(&mut self) -> Result<(usize, Stand), Fault> {
        let (at, site) = self.site()?;
        if !self.take('^') {
            return Ok((at, (site, 0)));
        }
        let begin = self.at;
        let number = self.number()?;
        if !self.game.layout().has_columns() {
            return Err(Fault::at(begin, "in this game pieces do not stand on one another"));
        }
        let most = self.game.layout().levels() as i64;
        match u16::try_from(number) {
            Ok(level) if number < most => Ok((at, (site, level))),
            _ => Err(Fault::at(begin, format!("in this game at most {most} pieces stand on one another"))),
        }
    }

    fn site(&mut self) -> Result<(usize, SiteId), Fault> {
        self.skip_blanks();
        let at = self.at;
        let name = self.name("the name of a site", SIGNS)?;
        let sites = self.game.topology().sites();
        let found = find(sites, |site| &site.name, &name).map(SiteId::at);
        found
            .map(|site| (at, site))
            .ok_or_else(|| unknown(at, "site", &name, sites.iter().map(|site| site.name.as_str())))
    }

    fn site_or_none(&mut self) -> Result<SiteId, Fault> {
        self.skip_blanks();
        match self.peek() {
            None | Some('-' | ';') => Ok(SiteId::NONE),
            _ => Ok(self.site()?.1),
        }
    }

    fn number(&mut self) -> Result<i64, Fault> {
        self.skip_blanks();
        let begin = self.at;
        let minus = self.take('-');
        let from = self.at;
        while self.peek().is_some_and(|c| c.is_ascii_digit()) {
            self.at += 1;
        }
        let digits: String = self.chars[from..self.at].iter().collect();
        let wrong = if digits.is_empty() { "a number is expected" } else { TOO_LARGE };
        let number: i64 = digits.parse().map_err(|_| Fault::at(begin, wrong))?;
        Ok(if minus { -number } else { number })
    }

    /// A name, in quotes or up to a blank or one of `signs`.
    fn name(&mut self, expected: &str, signs: &[char]) -> Result<String, Fault> {
        self.skip_blanks();
        let begin = self.at;
        let mut name = String::new();
        if self.take('"') {
            loop {
                let c = self.peek().ok_or_else(|| Fault::at(begin, "this quote has no end"))?;
                self.at += 1;
                match c {
                    '"' => return Ok(name),
                    '\\' => name.extend(self.peek().inspect(|_| self.at += 1)),
                    c => name.push(c),
                }
            }
        }
        while let Some(c) = self.peek().filter(|c| !c.is_whitespace() && !signs.contains(c)) {
            name.push(c);
            self.at += 1;
        }
        if name.is_empty() { Err(self.fault(&format!("{expected} is expected"))) } else { Ok(name) }
    }

    fn expect(&mut self, sign: char) -> Result<(), Fault> {
        self.skip_blanks();
        if self.take(sign) { Ok(()) } else { Err(self.fault(&format!("`{sign}` is expected"))) }
    }

    fn take(&mut self, sign: char) -> bool {
        let there = self.peek() == Some(sign);
        self.at += usize::from(there);
        there
    }

    fn peek(&self) -> Option<char> {
        self.chars.get(self.at).copied()
    }

    fn skip_blanks(&mut self) {
        while self.peek().is_some_and(char::is_whitespace) {
            self.at += 1;
        }
    }

    fn fault(&self, message: &str) -> Fault {
        Fault::at(self.at, message)
    }
}

/// The entry of that name; if there is none, the only one of that name in other cases.
fn find<T>(table: &[T], name_of: impl Fn(&T) -> &str, name: &str) -> Option<usize> {
    let exact = table.iter().position(|entry| name_of(entry) == name);
    exact.or_else(|| {
        let mut folded = (0..table.len()).filter(|&index| name_of(&table[index]).eq_ignore_ascii_case(name));
        folded.next().filter(|_| folded.next().is_none())
    })
}

fn unknown<'n>(at: usize, what: &str, name: &str, known: impl Iterator<Item = &'n str>) -> Fault {
    let mut known: Vec<&str> = known.collect();
    // Of many names those most like the unknown one are the helpful ones.
    known.compact_sort_by_key(|other| distance(&other.to_lowercase(), &name.to_lowercase()));
    let near = |other: &&&str| distance(&other.to_lowercase(), &name.to_lowercase()) * 2 <= name.chars().count();
    let guess = known.first().filter(near).map(|other| format!("did you mean `{other}`? There are"));
    let guess = guess.unwrap_or("there are".to_string());
    let known = if known.is_empty() { "none".to_string() } else { few(known) };
    Fault::at(at, format!("there is no {what} `{name}`; {guess} {known}"))
}
