//! The fields of a FEN behind the board: who moves, with which rights, and what was passed over.

use dagaz_core::{AttributeId, DirectionId, Fuel, MoveList, Piece, Placement, PlayerId, Position, SiteId, SlotId};

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

impl Fen<'_> {
    /// Reads all fields behind the board.
    pub(crate) fn fields_behind(&self, chars: &[char], fields: &[Field], position: &mut Position) -> Result<(), Fault> {
        let mut rest = fields.iter().copied().peekable();
        if let Some(field) = rest.next() {
            position.slot = Some(self.side(chars, field)?);
        }
        // Where rights and the passed square are left out, the counters may come at once.
        let rights = rest.next_if(|&field| !self.is_counter(chars, field));
        self.rights(chars, rights, position)?;
        if let Some(field) = rest.next_if(|&field| !self.is_counter(chars, field)) {
            position.last = self.passed(chars, field, position)?;
        }
        for (number, field) in rest.enumerate() {
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
            _ => named(),
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

    fn rights(&self, chars: &[char], field: Option<Field>, position: &mut Position) -> Result<(), Fault> {
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
            let Some((_, attribute, sites)) = rights.iter().find(|(known, ..)| *known == letter) else {
                let known: Vec<String> = rights.iter().map(|(letter, ..)| letter.to_string()).collect();
                let known = if known.is_empty() { "`-` only".to_string() } else { known.join(", ") };
                return Err(Fault::at(at, format!("`{letter}` is no right; this game has {known}")));
            };
            if chars[begin..at].contains(&letter) {
                return Err(Fault::at(at, format!("the right `{letter}` is given twice")));
            }
            for &site in sites {
                self.stands_at_home(&home, position, site)
                    .map_err(|missing| Fault::at(at, format!("the right `{letter}` needs {missing}")))?;
                granted.push((*attribute, site));
            }
        }
        let starts = &self.game.layout().spec().starts;
        for placement in position.pieces.iter_mut().filter(|placement| self.rectangle.contains(placement.site)) {
            let mut asked: Vec<AttributeId> = Vec::new();
            for (_, attribute, _) in rights {
                if asked.contains(attribute) {
                    continue;
                }
                asked.push(*attribute);
                let start = starts.get(placement.piece.kind.index()).into_iter().flatten();
                let start = start.clone().find(|(which, _)| which == attribute).map_or(0, |(_, value)| *value);
                let value = i32::from(granted.contains(&(*attribute, placement.site)));
                if value != start {
                    placement.attributes.push((*attribute, value));
                }
            }
        }
        Ok(())
    }

    /// Whether the piece is there that a right is about: the one with which the game begins on that site. If not, the
    /// words for what is missing.
    fn stands_at_home(&self, home: &Position, position: &Position, site: SiteId) -> Result<(), String> {
        let on = |position: &Position| piece_on(position, site);
        let name = &self.game.topology().site(site).name;
        match (on(home), on(position)) {
            (Some(wanted), Some(there)) if wanted == there => Ok(()),
            (Some(wanted), there) => {
                let there = there.map_or("nothing".to_string(), |piece| self.name(piece));
                Err(format!("{} on {name}, where {there} stands", self.name(wanted)))
            }
            (None, Some(_)) => Ok(()),
            (None, None) => Err(format!("a piece on {name}, where nothing stands")),
        }
    }

    fn name(&self, piece: Piece) -> String {
        let glossary = self.game.glossary();
        format!("{} {}", glossary.player(piece.owner), glossary.piece(piece.kind))
    }

    fn passed(&self, chars: &[char], field: Field, position: &Position) -> Result<Option<(SiteId, SiteId)>, Fault> {
        let text: String = chars[field.0..field.1].iter().collect();
        if text == "-" {
            return Ok(None);
        }
        let fault = |message: String| Fault::at(field.0, message);
        let Some((before, direction)) = self.turn_before(position.slot.unwrap_or(SlotId(0))) else {
            return Err(fault(format!("`{text}` is too much: this game has no passed squares; `-` is expected")));
        };
        let topology = self.game.topology();
        let site = topology
            .site_named(&text)
            .ok_or_else(|| fault(format!("the board has no site `{text}`; `-` means that none was passed")))?;
        let (from, to) = (topology.link_back(site, direction), topology.link(site, direction));
        if from == SiteId::NONE || to == SiteId::NONE {
            return Err(fault(format!("no piece can have passed over {text}: the board ends beside it")));
        }
        let glossary = self.game.glossary();
        let player = glossary.slots.get(before.index()).map_or(PlayerId::NOBODY, |slot| slot.mover);
        let name = |site: SiteId| &topology.site(site).name;
        let passer = piece_on(position, to)
            .filter(|piece| piece.owner == player && glossary.fen.passer.is_none_or(|kind| kind == piece.kind));
        let Some(passer) = passer else {
            let kind = glossary.fen.passer.map_or("piece", |kind| glossary.piece(kind));
            let player = glossary.player(player);
            return Err(fault(format!(
                "{text} cannot have been passed over: no {player} {kind} stands on {}",
                name(to)
            )));
        };
        if let Some(taken) = [site, from].into_iter().find(|&site| piece_on(position, site).is_some()) {
            return Err(fault(format!("{text} cannot have been passed over: {} is not empty", name(taken))));
        }
        if !self.can_have_gone(position, before, from, to) {
            return Err(fault(format!(
                "{text} cannot have been passed over: {} cannot have come from {} to {} with the last move",
                self.name(passer),
                name(from),
                name(to)
            )));
        }
        Ok(Some((from, to)))
    }

    /// Whether the move before can have gone so. The rules are asked: with the piece put back, there must be the move.
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

    /// The turn before that of `slot`, and the direction in which its player passes over squares, if the game has one.
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

pub(crate) fn piece_on(position: &Position, site: SiteId) -> Option<Piece> {
    position.pieces.iter().find(|placement| placement.site == site).map(|placement| placement.piece)
}
