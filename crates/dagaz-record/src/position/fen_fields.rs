//! The fields of a FEN behind the board: who moves, with which rights, and what was passed over.

use dagaz_core::{
    AttributeId, DirectionId, Fuel, MoveList, Piece, PieceTypeId, Placement, PlayerId, Position, SiteId, SlotId,
};

use crate::Fault;
use crate::position::draft::start;
use crate::position::fen::Fen;

/// From where to where a field goes, as indices of characters.
type Field = (usize, usize);

/// The fields of a text.
pub(crate) fn fields(chars: &[char]) -> Vec<Field> {
    let mut fields = Vec::new();
    let mut begin = None;
    for (at, c) in chars.iter().chain(std::iter::once(&' ')).enumerate() {
        match (c.is_whitespace(), begin) {
            (false, None) => begin = Some(at),
            (true, Some(from)) => {
                fields.push((from, at));
                begin = None;
            }
            _ => {}
        }
    }
    fields
}

/// Counters at the end: plies without a capture, and the number of the move.
const COUNTERS: usize = 2;

/// Appends the counters that a FEN of four fields or more lacks: the half-move clock and the number
/// of the move. Counts of checks are no counters.
pub(crate) fn with_counters(fen: &str) -> String {
    let mut text = fen.split_whitespace().collect::<Vec<_>>().join(" ");
    let given = counters(fen).count();
    ["0", "1"].into_iter().skip(given).for_each(|counter| text += &format!(" {counter}"));
    text
}

/// The number of the move in a FEN, if it is there.
pub(crate) fn move_number(fen: &str) -> Option<u32> {
    counters(fen).nth(1)?.parse().ok()
}

fn counters(fen: &str) -> impl Iterator<Item = &str> {
    fen.split_whitespace().skip(4).filter(|field| field.bytes().all(|byte| byte.is_ascii_digit()))
}

impl Fen<'_> {
    /// Reads all fields behind the board.
    pub(crate) fn fields_behind(
        &self,
        chars: &[char],
        fields: &[Field],
        position: &mut Position,
        remarks: &mut Vec<String>,
    ) -> Result<(), Fault> {
        // Programs disagree where the counts of checks stand.
        let is_other = |field: &Field| !self.checks(chars, *field, position, remarks);
        let fields: Vec<Field> = fields.iter().copied().filter(is_other).collect();
        let mut rest = fields.into_iter().peekable();
        if let Some(field) = rest.next() {
            position.slot = Some(self.side(chars, field)?);
        }
        // Where rights and the passed square are left out, the counters may come at once.
        let rights = rest.next_if(|&field| !self.is_counter(chars, field));
        self.rights(chars, rights, position, remarks)?;
        if let Some(field) = rest.next_if(|&field| !self.is_counter(chars, field)) {
            position.last = self.passed(chars, field, position, remarks)?;
        }
        // Makruk and its relatives: Fairy-Stockfish writes the limit of counting in place of the
        // passed square.
        let counters: Vec<Field> = rest.collect();
        let limited = counters.len() > COUNTERS && counters.iter().all(|field| self.is_counter(chars, *field));
        let limited = limited && self.game.glossary().fen.passed.is_none();
        if let Some(limit) = counters.first().filter(|_| limited) {
            let limit: String = chars[limit.0..limit.1].iter().collect();
            remarks.push(format!("the limit of counting, {limit}, is left out"));
        }
        for (number, field) in counters.into_iter().skip(usize::from(limited)).enumerate() {
            let text: String = chars[field.0..field.1].iter().collect();
            if number >= COUNTERS {
                let expected = "board, player to move, rights, passed square and two counters";
                return Err(Fault::at(field.0, format!("`{text}` is too much: a FEN has {expected}")));
            }
            if text != "-" && !text.chars().all(|c| c.is_ascii_digit()) {
                let what = ["plies without a capture or a pawn's move", "the move"][number];
                return Err(Fault::at(field.0, format!("`{text}` is not the number of {what}")));
            }
            // A number that the game does not keep may have any size.
            let kept = self.game.glossary().fen.halfmoves.filter(|_| number == 0 && text != "-");
            if let Some(clock) = kept {
                let value: i32 = text.parse().map_err(|_| Fault::at(field.0, "this number is too large"))?;
                position.variables.extend((value != 0).then_some((clock, value)));
            }
        }
        Ok(())
    }

    /// Whether a field can only be a counter.
    fn is_counter(&self, chars: &[char], field: Field) -> bool {
        let text: String = chars[field.0..field.1].iter().collect();
        text.chars().all(|c| c.is_ascii_digit()) && self.game.topology().site_named(&text).is_none()
    }

    fn side(&self, chars: &[char], field: Field) -> Result<SlotId, Fault> {
        let text: String = chars[field.0..field.1].iter().collect();
        let glossary = self.game.glossary();
        let named = || self.players.iter().find(|player| glossary.player(**player).eq_ignore_ascii_case(&text));
        let player = match text.as_str() {
            "w" | "W" => self.players.first(),
            "b" | "B" => self.players.get(1),
            // Red moves first in xiangqi, and is `r` in many files.
            _ => named().or_else(|| self.players.iter().find(|player| initial(glossary.player(**player), &text))),
        };
        let slot = player.and_then(|&player| self.slot_of(player));
        slot.ok_or_else(|| {
            let first = self.players.first().map_or("nobody", |player| glossary.player(*player));
            let second = self.players.get(1).map_or("nobody", |player| glossary.player(*player));
            Fault::at(field.0, format!("`{text}` is nobody to move; `w` is {first} and `b` is {second}"))
        })
    }

    /// The first slot in which a player moves.
    fn slot_of(&self, player: PlayerId) -> Option<SlotId> {
        self.game.glossary().slots.iter().position(|slot| slot.mover == player).map(SlotId::at)
    }

    /// Reads the field of rights. Files of other programs grant what nothing on the board supports:
    /// such rights are left out, with a remark.
    fn rights(
        &self,
        chars: &[char],
        field: Option<Field>,
        position: &mut Position,
        remarks: &mut Vec<String>,
    ) -> Result<(), Fault> {
        let rights = &self.game.glossary().fen.rights;
        let home = start(self.game);
        let mut granted: Vec<(AttributeId, SiteId)> = Vec::new();
        let (begin, end) = field.unwrap_or((0, 0));
        for at in begin..end {
            let letter = chars[at];
            if letter == '-' {
                if end - begin > 1 {
                    return Err(Fault::at(at, "`-` means that there is no right, and stands alone"));
                }
                continue;
            }
            if chars[begin..at].contains(&letter) {
                return Err(Fault::at(at, format!("the right `{letter}` is given twice")));
            }
            let known = rights.iter().any(|(known, ..)| *known == letter);
            if !known && !self.is_right_of_chess(letter) {
                let known: Vec<String> = rights.iter().map(|(letter, ..)| letter.to_string()).collect();
                let known = if known.is_empty() { "`-` only".to_string() } else { known.join(", ") };
                return Err(Fault::at(at, format!("`{letter}` is no right; this game has {known}")));
            }
            match self.right_meant(letter, &home, position) {
                Some((attribute, sites)) => granted.extend(sites.iter().map(|site| (attribute, *site))),
                None => {
                    let why = match rights.iter().find(|(known, ..)| *known == letter) {
                        Some((.., sites)) => self.missing(&home, position, sites),
                        None => "nothing on the board that has it".to_string(),
                    };
                    remarks.push(format!("the right `{letter}` is left out: it needs {why}"));
                }
            }
        }
        for placement in position.pieces.iter_mut().filter(|placement| self.rectangle.contains(placement.site)) {
            let mut asked: Vec<AttributeId> = Vec::new();
            for (_, attribute, _) in rights {
                if asked.contains(attribute) {
                    continue;
                }
                asked.push(*attribute);
                let start = self.start_value(placement.piece, *attribute);
                let value = i32::from(granted.contains(&(*attribute, placement.site)));
                if value != start {
                    placement.attributes.push((*attribute, value));
                }
            }
        }
        Ok(())
    }

    /// Returns whether a letter is a castling right in any dialect: `K`, `Q`, or a file.
    fn is_right_of_chess(&self, letter: char) -> bool {
        let columns = self.rectangle.width();
        let file = (letter.to_ascii_lowercase() as usize).wrapping_sub('a' as usize);
        matches!(letter.to_ascii_uppercase(), 'K' | 'Q') || letter.is_ascii_alphabetic() && file < columns
    }

    /// What a right grants, of the pieces that are there. A letter that is no right of the rules
    /// may be one of X-FEN, in which `K` and `Q` are the outermost rooks on their sides of the
    /// king, or of Shredder-FEN, which names the files of the rooks.
    fn right_meant(&self, letter: char, home: &Position, position: &Position) -> Option<(AttributeId, Vec<SiteId>)> {
        let rights = &self.game.glossary().fen.rights;
        let holds = |attribute: AttributeId, sites: &[SiteId]| {
            sites.iter().all(|&site| self.holds_right(home, position, attribute, site))
        };
        let exact = rights.iter().filter(|(known, ..)| *known == letter);
        if let Some((_, attribute, sites)) = exact.clone().find(|(_, attribute, sites)| holds(*attribute, sites)) {
            return Some((*attribute, sites.clone()));
        }
        let alike = |known: char| known.is_uppercase() == letter.is_uppercase();
        let single = rights.iter().filter(|(known, _, sites)| alike(*known) && sites.len() == 1);
        if matches!(letter.to_ascii_uppercase(), 'K' | 'Q') {
            let player = self.players.get(usize::from(!letter.is_uppercase()))?;
            let column = |site: SiteId| self.place(site).map(|(column, _)| column);
            let row = |site: SiteId| self.place(site).map(|(_, row)| row);
            let kings = position.pieces.iter().filter(|placement| placement.piece.owner == *player);
            let king =
                kings.filter(|placement| self.letter_of(placement.piece.kind) == Some("K")).map(|king| king.site);
            let king = king.clone().find(|king| single.clone().any(|(.., sites)| row(sites[0]) == row(*king)))?;
            let right = letter.eq_ignore_ascii_case(&'K');
            let beside = single.filter(|(_, attribute, sites)| {
                let side = if right { column(sites[0]) > column(king) } else { column(sites[0]) < column(king) };
                side && row(sites[0]) == row(king) && holds(*attribute, sites)
            });
            let outermost = match right {
                true => beside.max_by_key(|(.., sites)| column(sites[0])),
                false => beside.min_by_key(|(.., sites)| column(sites[0])),
            };
            return outermost.map(|(_, attribute, sites)| (*attribute, sites.clone()));
        }
        let file = (letter.to_ascii_lowercase() as usize).checked_sub('a' as usize)?;
        let on_file = |site: &SiteId| self.place(*site).is_some_and(|(column, _)| column == file);
        let mut by_file = rights
            .iter()
            .filter(|(known, attribute, sites)| alike(*known) && sites.iter().any(on_file) && holds(*attribute, sites));
        let (_, attribute, sites) = by_file.next()?;
        by_file.next().is_none().then(|| (*attribute, sites.clone()))
    }

    /// Whether what stands on a site can hold a right there: the piece with which the game begins
    /// on it, or where the game begins with a piece that never has the right, any that has it from
    /// its beginning.
    fn holds_right(&self, home: &Position, position: &Position, attribute: AttributeId, site: SiteId) -> bool {
        let Some(there) = piece_on(position, site) else { return false };
        let begins = |piece: Piece| self.start_value(piece, attribute) != 0;
        let asked = (0..self.game.glossary().pieces.len()).map(PieceTypeId::at);
        let never = asked.into_iter().all(|kind| !begins(Piece { kind, owner: there.owner }));
        match piece_on(home, site) {
            Some(wanted) if never || begins(wanted) => there == wanted,
            Some(wanted) => there.owner == wanted.owner && begins(there),
            None => never || begins(there),
        }
    }

    /// The value with which a piece of that type comes to the board.
    fn start_value(&self, piece: Piece, attribute: AttributeId) -> i32 {
        let starts = &self.game.layout().spec().starts;
        let mut start = starts.get(piece.kind.index()).into_iter().flatten();
        start.find(|(which, _)| *which == attribute).map_or(0, |(_, value)| *value)
    }

    /// Column and row of a site, counted from the left and from the top.
    fn place(&self, site: SiteId) -> Option<(usize, usize)> {
        let mut rows = self.rectangle.rows.iter().enumerate();
        rows.find_map(|(row, sites)| Some((sites.iter().position(|known| *known == Some(site))?, row)))
    }

    /// The words for what a right lacks on the board.
    fn missing(&self, home: &Position, position: &Position, sites: &[SiteId]) -> String {
        let site = sites.iter().find(|site| piece_on(home, **site) != piece_on(position, **site)).or(sites.first());
        let Some(&site) = site else { return "a piece".to_string() };
        let name = &self.game.topology().site(site).name;
        let there = piece_on(position, site).map_or("nothing".to_string(), |piece| self.name(piece));
        let wanted = piece_on(home, site).map_or("a piece".to_string(), |piece| self.name(piece));
        format!("{wanted} on {name}, where {there} stands")
    }

    /// Reads the counts of checks, if a field has them: `+2+1` are those that the players have
    /// given, `1+2` those that they have left.
    fn checks(&self, chars: &[char], field: Field, position: &mut Position, remarks: &mut Vec<String>) -> bool {
        let text: String = chars[field.0..field.1].iter().collect();
        let given = text.starts_with('+');
        let Some((one, other)) = text.strip_prefix('+').unwrap_or(&text).split_once('+') else { return false };
        let (Ok(one), Ok(other)) = (one.parse::<i32>(), other.parse::<i32>()) else { return false };
        let Some((first, limit)) = self.game.glossary().fen.checks else {
            remarks.push(format!("`{text}` is left out: this game counts no checks"));
            return true;
        };
        for (place, count) in [one, other].into_iter().enumerate() {
            let count = if given { count } else { limit.saturating_sub(count) }.clamp(0, limit);
            let which = first + self.players.get(place).map_or(place, |player| player.index());
            position.variables.retain(|(known, _)| *known != which);
            position.variables.extend((count != 0).then_some((which, count)));
        }
        true
    }

    fn name(&self, piece: Piece) -> String {
        let glossary = self.game.glossary();
        format!("{} {}", glossary.player(piece.owner), glossary.piece(piece.kind))
    }

    /// Reads the field of passed squares. Of several (`d3d4`) the first over which a piece can have
    /// gone is taken.
    fn passed(
        &self,
        chars: &[char],
        field: Field,
        position: &Position,
        remarks: &mut Vec<String>,
    ) -> Result<Option<(SiteId, SiteId)>, Fault> {
        let text: String = chars[field.0..field.1].iter().collect();
        if text == "-" {
            return Ok(None);
        }
        let several = self.sites_of(&text).filter(|sites| sites.len() > 1);
        let Some(sites) = several else { return self.passed_over(&text, field, position, remarks) };
        let over = |site: &String| self.passed_over(site, field, position, &mut Vec::new()).ok().flatten();
        let found = sites.iter().find_map(over);
        if found.is_none() {
            remarks.push(format!("the passed squares {text} are left out: no piece can have passed over them"));
        }
        Ok(found)
    }

    /// The names of sites of which a text consists, each a letter and digits.
    fn sites_of(&self, text: &str) -> Option<Vec<String>> {
        let mut names: Vec<String> = Vec::new();
        for c in text.chars() {
            match names.last_mut() {
                Some(name) if c.is_ascii_digit() => name.push(c),
                _ => names.push(c.to_string()),
            }
        }
        names.iter().all(|name| self.game.topology().site_named(name).is_some()).then_some(names)
    }

    fn passed_over(
        &self,
        text: &str,
        field: Field,
        position: &Position,
        remarks: &mut Vec<String>,
    ) -> Result<Option<(SiteId, SiteId)>, Fault> {
        let fault = |message: String| Fault::at(field.0, message);
        let Some((before, direction)) = self.turn_before(position.slot.unwrap_or(SlotId(0))) else {
            return Err(fault(format!("`{text}` is too much: this game has no passed squares; `-` is expected")));
        };
        let topology = self.game.topology();
        let site = topology
            .site_named(text)
            .ok_or_else(|| fault(format!("the board has no site `{text}`; `-` means that none was passed")))?;
        let (from, to) = (topology.link_back(site, direction), topology.link(site, direction));
        if from == SiteId::NONE || to == SiteId::NONE {
            return Err(fault(format!("no piece can have passed over {text}: the board ends beside it")));
        }
        // Files of other programs name squares over which nothing has passed.
        let mut unpassed = |why: String| {
            remarks.push(format!("the passed square {text} is left out: {why}"));
            None
        };
        let glossary = self.game.glossary();
        let player = glossary.slots.get(before.index()).map_or(PlayerId::NONE, |slot| slot.mover);
        let name = |site: SiteId| &topology.site(site).name;
        let passer = piece_on(position, to)
            .filter(|piece| piece.owner == player && glossary.fen.passer.is_none_or(|kind| kind == piece.kind));
        let Some(passer) = passer else {
            let kind = glossary.fen.passer.map_or("piece", |kind| glossary.piece(kind));
            let player = glossary.player(player);
            return Ok(unpassed(format!("no {player} {kind} stands on {}", name(to))));
        };
        if let Some(taken) = [site, from].into_iter().find(|&site| piece_on(position, site).is_some()) {
            return Ok(unpassed(format!("{} is not empty", name(taken))));
        }
        if !self.can_have_gone(position, before, from, to) {
            return Ok(unpassed(format!(
                "{} cannot have come from {} to {} with the last move",
                self.name(passer),
                name(from),
                name(to)
            )));
        }
        Ok(Some((from, to)))
    }

    /// Whether the move before can have gone so. The rules are asked: with the piece put back,
    /// there must be the move.
    fn can_have_gone(&self, position: &Position, before: SlotId, from: SiteId, to: SiteId) -> bool {
        let mut earlier = position.clone();
        for placement in earlier.pieces.iter_mut().filter(|placement| placement.site == to) {
            *placement = Placement { site: from, piece: placement.piece, attributes: Vec::new() };
        }
        earlier.slot = Some(before);
        earlier.last = None;
        // What cannot be set up, or takes too long, is for others to report.
        let Ok(state) = self.game.set_up(&earlier) else { return true };
        let mut list = MoveList::new();
        if self.game.moves(&state, &mut list, &mut Fuel::new(self.game.limits().fuel)).is_err() {
            return true;
        }
        list.iter().any(|one| one.origin() == from && one.target() == to)
    }

    /// The turn before that of `slot`, and the direction in which its player passes over squares,
    /// if the game has one.
    pub(crate) fn turn_before(&self, slot: SlotId) -> Option<(SlotId, DirectionId)> {
        let glossary = self.game.glossary();
        let passed = glossary.fen.passed?;
        let mover = glossary.slots.get(slot.index())?.mover;
        let count = glossary.slots.len();
        let earlier = || (1..=count).map(|back| (slot.index() + count - back) % count);
        let moves = |slot: usize| Some(glossary.slots[slot].mover).filter(|player| self.players.contains(player));
        let other = earlier().find(|&slot| moves(slot).is_some_and(|player| player != mover));
        let before = other.or_else(|| earlier().find(|&slot| moves(slot).is_some()))?;
        let direction = self.game.topology().seen_by(glossary.slots[before].mover, passed);
        Some((SlotId::at(before), direction))
    }
}

/// Whether a text is the first letter of a name.
fn initial(name: &str, text: &str) -> bool {
    let mut chars = text.chars();
    let (Some(letter), None) = (chars.next(), chars.next()) else { return false };
    name.chars().next().is_some_and(|first| first.eq_ignore_ascii_case(&letter))
}

pub(crate) fn piece_on(position: &Position, site: SiteId) -> Option<Piece> {
    position.pieces.iter().find(|placement| placement.site == site).map(|placement| placement.piece)
}
