//! What rules ask: sets of sites, courses over the board, numbers, truths.

use dagaz_core::{Piece, PieceTypeId, PlayerId};
use dagaz_rules::Comparison;
use dagaz_rules::path::{self as rules, Family, Path, PlayerRef, Set};

use super::form::{Area, Course, LOCALS_MAX, Number, TALLY_DIGITS, Truth};
use super::read::Reader;
use crate::paths::bits::Bits;
use crate::paths::bits::board::EMPTY;

impl<B: Bits> Reader<'_, B> {
    /// "No owner" follows the players.
    pub(super) fn code(&self, piece: Piece) -> u8 {
        let owner = piece.owner.index().min(self.rules.players.len());
        (owner * self.rules.pieces.len() + piece.kind.index()) as u8
    }

    /// A mask of all pieces of some players.
    pub(super) fn of(&self, owners: &[PlayerId]) -> u32 {
        let codes = self.pieces.iter().enumerate().filter(|(_, piece)| owners.contains(&piece.owner));
        codes.fold(0, |mask, (code, _)| mask | 1 << code)
    }

    /// A set. `at_site`: a site has been chosen, of which it may speak.
    pub(super) fn area(&mut self, set: &Set, at_site: bool) -> Option<Area<B>> {
        let (tables, me) = (&self.game.tables, self.me);
        let everybody = (1 << self.pieces.len()) - 1;
        Some(match set {
            Set::Board => Area::Fixed(self.board),
            Set::Fixed(sets) => {
                let set = sets.get(me.index()).or(sets.first())?;
                Area::Fixed(set.iter().fold(B::NONE, |all, site| all | B::one(site.index())) & self.board)
            }
            Set::Empty => Area::of_codes(EMPTY),
            Set::Occupied => Area::of_codes(everybody),
            Set::Mine | Set::Of(PlayerRef::Me) => Area::of_codes(self.of(&[me])),
            Set::Friend => Area::of_codes(self.of(&tables.friends[me.index()])),
            Set::Enemy => Area::of_codes(self.of(&tables.enemies[me.index()])),
            Set::Nobody => Area::of_codes(self.of(&[PlayerId::NONE])),
            Set::Open => Area::of_codes((everybody | EMPTY) & !self.of(&tables.friends[me.index()])),
            Set::Of(PlayerRef::Player(player)) => Area::of_codes(self.of(&[*player])),
            Set::Kinds(wanted) => {
                let codes = self.pieces.iter().enumerate().filter(|(_, piece)| wanted.contains(&piece.kind));
                Area::of_codes(codes.fold(0, |mask, (code, _)| mask | 1 << code))
            }
            Set::Here if at_site => Area::Here,
            Set::Local(local) if at_site && local.index() < LOCALS_MAX => Area::Bound(local.index() as u8),
            Set::And(parts) => together(parts.iter().map(|part| self.area(part, at_site)).collect::<Option<_>>()?),
            Set::Or(parts) => Area::Or(parts.iter().map(|part| self.area(part, at_site)).collect::<Option<_>>()?),
            Set::First(parts) => Area::First(parts.iter().map(|part| self.area(part, at_site)).collect::<Option<_>>()?),
            Set::Not(inner) => match self.area(inner, at_site)? {
                area @ (Area::Codes(_) | Area::Code(_) | Area::Empty) => {
                    Area::of_codes((everybody | EMPTY) & !area.codes_at_most())
                }
                Area::Fixed(set) => Area::Fixed(self.board.less(set)),
                inner => Area::Not(Box::new(inner)),
            },
            Set::If(truth, yes, no) => match self.truth(truth, at_site)? {
                Truth::Always(true) => self.area(yes, at_site)?,
                Truth::Always(false) => self.area(no, at_site)?,
                _ => return None,
            },
            Set::As(player, inner) => self.seen_by(*player, |reader| reader.area(inner, at_site))?,
            Set::From(from, path) => Area::Ahead(Box::new(self.area(from, at_site)?), Box::new(self.course(path)?)),
            Set::Where(of, path) => {
                Area::And(vec![self.area(of, at_site)?, Area::Behind(Box::new(self.course(path)?))])
            }
            Set::Holding(truth) => self.tally(truth)?,
            Set::All(family) => match &**family {
                Family::Full(lines, within, None) => {
                    Area::Full(u16::try_from(lines.index()).ok()?, Box::new(self.area(within, at_site)?))
                }
                _ => return None,
            },
            _ => return None,
        })
    }

    /// What another player sees, as far as that does not depend on ways or on whose turn it is.
    fn seen_by<T>(&mut self, player: PlayerRef, look: impl FnOnce(&mut Self) -> Option<T>) -> Option<T> {
        let players = self.rules.players.len();
        let other = match player {
            PlayerRef::Me => self.me,
            PlayerRef::Player(player) => player,
            PlayerRef::Next => PlayerId::at((self.me.index() + 1) % players),
            PlayerRef::Enemy => {
                let enemies = &self.game.tables.opponents[self.me.index()];
                *enemies.iter().find(|enemy| **enemy > self.me).or(enemies.first())?
            }
        };
        let known = (std::mem::replace(&mut self.me, other), std::mem::replace(&mut self.elsewhere, true));
        let seen = look(self);
        (self.me, self.elsewhere) = known;
        seen
    }

    /// Where it holds that so many hops lead into an area.
    fn tally(&mut self, truth: &rules::Truth) -> Option<Area<B>> {
        if let rules::Truth::Not(inner) = truth {
            return Some(Area::Not(Box::new(self.tally(inner)?)));
        }
        let rules::Truth::Compare(one, comparison, other) = truth else { return None };
        let (ways, comparison, number) = match (one, other) {
            (rules::Number::Ways(from, path), rules::Number::Is(number)) if *from == Set::Here => {
                (path, *comparison, number)
            }
            (rules::Number::Is(number), rules::Number::Ways(from, path)) if *from == Set::Here => {
                let turned = match comparison {
                    Comparison::Equal => Comparison::Equal,
                    Comparison::Less => Comparison::Greater,
                    Comparison::Greater => Comparison::Less,
                };
                (path, turned, number)
            }
            _ => return None,
        };
        let Path::Seq(parts) = &**ways else { return None };
        let [Path::Go(ways), Path::Is(into)] = &parts[..] else { return None };
        let hops: Vec<u16> = ways.iter().map(|way| self.hop(*way)).collect::<Option<_>>()?;
        let into = Box::new(self.area(into, false)?);
        let number = u32::try_from(*number).ok()?;
        (hops.len() < 1 << TALLY_DIGITS).then_some(Area::Tally { hops, into, comparison, number })
    }

    /// A path that only looks, for whichever site it begins at.
    pub(super) fn course(&mut self, path: &Path) -> Option<Course<B>> {
        Some(match path {
            Path::Go(ways) => Course::Go(ways.iter().map(|way| self.hop(*way)).collect::<Option<_>>()?),
            Path::Is(set) => Course::Is(self.area(set, false)?),
            Path::Seq(parts) => {
                let parts: Option<Vec<Course<B>>> = parts.iter().map(|part| self.course(part)).collect();
                bracketed(parts?)
            }
            Path::Or(parts) => Course::Or(parts.iter().map(|part| self.course(part)).collect::<Option<_>>()?),
            Path::Many { least, body } => {
                let Path::Seq(body) = &**body else { return None };
                let [Path::Go(ways), Path::Is(set)] = &body[..] else { return None };
                let hops: Vec<u16> = ways.iter().map(|way| self.hop(*way)).collect::<Option<_>>()?;
                // A move that returns to its origin is not counted separately.
                let returns = |hop: &u16| !self.side.hops[usize::from(*hop)].never_returns();
                if *least > 0 && (hops.len() != 1 || hops.iter().any(returns)) {
                    return None;
                }
                Course::Run { hops, within: self.area(set, false)?, once: *least > 0 }
            }
            Path::Holds(truth) => Course::Is(self.tally(truth)?),
            Path::See(inner) => Course::See(Box::new(self.course(inner)?)),
            Path::Not(inner) => Course::Not(Box::new(self.course(inner)?)),
            _ => return None,
        })
    }

    pub(super) fn truth(&mut self, truth: &rules::Truth, at_site: bool) -> Option<Truth<B>> {
        // The player to move does not matter within a move.
        let between = !at_site && !self.elsewhere;
        let mut all = |parts: &[rules::Truth]| {
            parts.iter().map(|part| self.truth(part, at_site)).collect::<Option<Vec<Truth<B>>>>()
        };
        Some(match truth {
            rules::Truth::Always(holds) => Truth::Always(*holds),
            rules::Truth::Stuck if between => Truth::Stuck,
            rules::Truth::MyTurn if between => Truth::MyTurn,
            rules::Truth::As(player, inner) => self.seen_by(*player, |reader| reader.truth(inner, at_site))?,
            rules::Truth::Me(player) => Truth::Always(*player == self.me),
            rules::Truth::Not(inner) => Truth::Not(Box::new(self.truth(inner, at_site)?)),
            rules::Truth::And(parts) => Truth::And(all(parts)?),
            rules::Truth::Or(parts) => Truth::Or(all(parts)?),
            rules::Truth::Any(set) => Truth::Any(self.area(set, at_site)?),
            rules::Truth::AnySet(Family::Full(lines, within, meets)) => {
                let meets = match meets {
                    Some(meets) => Some(self.area(meets, at_site)?),
                    None => None,
                };
                Truth::Full(u16::try_from(lines.index()).ok()?, self.area(within, at_site)?, meets)
            }
            rules::Truth::Within(inner, outer) => Truth::Within(self.area(inner, at_site)?, self.area(outer, at_site)?),
            rules::Truth::Compare(one, comparison, other) => {
                Truth::Compare(self.number(one, at_site)?, *comparison, self.number(other, at_site)?)
            }
            _ => return None,
        })
    }

    fn number(&mut self, number: &rules::Number, at_site: bool) -> Option<Number<B>> {
        Some(match number {
            rules::Number::Is(value) => Number::Is(i64::from(*value)),
            rules::Number::Count(set) => Number::Count(self.area(set, at_site)?),
            rules::Number::As(player, inner) => self.seen_by(*player, |reader| reader.number(inner, at_site))?,
            rules::Number::Hand(kind) => Number::Held(self.mine(*kind)),
            rules::Number::Passes if !at_site => Number::Passes,
            rules::Number::Turn if !at_site => Number::Turn,
            rules::Number::Repeats(_) if !at_site => Number::Repeats,
            rules::Number::Of(operation, parts) => {
                Number::Of(*operation, parts.iter().map(|part| self.number(part, at_site)).collect::<Option<_>>()?)
            }
            _ => return None,
        })
    }

    pub(super) fn mine(&self, kind: PieceTypeId) -> u8 {
        self.code(Piece { kind, owner: self.me })
    }
}

/// What lies in all of some areas, in as few questions as possible.
pub(super) fn together<B: Bits>(parts: Vec<Area<B>>) -> Area<B> {
    let (mut mask, mut fixed, mut others) = (None, None, Vec::new());
    for part in parts {
        match part {
            Area::Codes(_) | Area::Code(_) | Area::Empty => {
                let codes = part.codes_at_most();
                mask = Some(mask.map_or(codes, |mask: u32| mask & codes));
            }
            Area::Fixed(set) => fixed = Some(fixed.map_or(set, |fixed: B| fixed & set)),
            Area::And(parts) => others.extend(parts),
            part => others.push(part),
        }
    }
    let mut all: Vec<Area<B>> = mask.map(Area::Codes).into_iter().chain(fixed.map(Area::Fixed)).collect();
    all.extend(others);
    match all.len() {
        1 => all.remove(0),
        _ => Area::And(all),
    }
}

/// The mask of codes and the sites of an area that asks for nothing else.
pub(super) fn standing<B: Bits>(area: &Area<B>, all: B) -> Option<(u32, B)> {
    match area {
        Area::Code(_) | Area::Codes(_) | Area::Empty => Some((area.codes_at_most(), all)),
        Area::And(parts) => {
            let (codes, fixed): (Vec<_>, Vec<_>) = parts.iter().partition(|part| !matches!(part, Area::Fixed(_)));
            let [codes] = codes[..] else { return None };
            let zone =
                fixed.iter().fold(all, |zone, part| if let Area::Fixed(set) = part { zone & *set } else { zone });
            Some((standing(codes, all)?.0, zone))
        }
        _ => None,
    }
}

/// One course after the other, in as few looks as possible.
fn bracketed<B: Bits>(parts: Vec<Course<B>>) -> Course<B> {
    if let [Course::Run { hops, within, once: true }, Course::See(look)] = &parts[..]
        && let [hop] = hops[..]
        && let Course::Seq(look) = &**look
        && let [Course::Run { hops: on, within: still, once: false }, Course::Go(last), Course::Is(end)] = &look[..]
        && *on == [hop]
        && *last == [hop]
        && still == within
    {
        return Course::Bracket { hop, within: within.clone(), end: end.clone() };
    }
    Course::Seq(parts)
}
