//! The facts of a game that PDN needs: squares, two players, men and kings.

use std::borrow::Cow;

use dagaz_core::{Game, Piece, PieceTypeId, PlayerId, PlayerKind, SiteId, Topology};

use crate::position::letters::fen_letters;
use crate::position::rectangle::Rectangle;

/// A side, as PDN names it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Colour {
    White,
    Black,
}

impl Colour {
    /// Its letter in tags.
    pub(super) fn letter(self) -> char {
        match self {
            Colour::White => 'W',
            Colour::Black => 'B',
        }
    }

    /// Its name.
    pub(super) fn name(self) -> &'static str {
        match self {
            Colour::White => "White",
            Colour::Black => "Black",
        }
    }

    /// The colour of a letter, in capitals or not.
    pub(super) fn of(letter: char) -> Option<Colour> {
        match letter.to_ascii_uppercase() {
            'W' => Some(Colour::White),
            'B' => Some(Colour::Black),
            _ => None,
        }
    }
}

/// Which squares of a board are in use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Pattern {
    /// All.
    Full,
    /// Every second one. Whether the bottom left corner is one of them, as the player sees it who
    /// begins.
    Checkered { corner: bool },
}

/// The squares in use, in their rows.
#[derive(Clone, Debug)]
pub(super) struct Board {
    /// Columns.
    pub(super) width: usize,
    /// Rows.
    pub(super) height: usize,
    /// Which squares are in use.
    pub(super) pattern: Pattern,
    /// For each row, the topmost first as the player sees it who begins, the squares in use.
    rows: Vec<Vec<Option<SiteId>>>,
    /// For each site its row and column, if it is in use.
    places: Vec<Option<(usize, usize)>>,
}

/// Fewest rows and columns of a board. One row more than two sides need to meet.
const FEWEST: usize = 3;
/// Most columns: there are no more letters.
const MOST: usize = 26;

impl Board {
    /// The board of a game in whose start position pieces stand on `held`; those of the player who
    /// begins are `first`.
    fn of(topology: &Topology, held: &[SiteId], first: &[SiteId]) -> Option<Board> {
        let mut rows = Rectangle::of(topology)?.rows;
        let (width, height) = (rows.first()?.len(), rows.len());
        if !(FEWEST..=MOST).contains(&width) || !(FEWEST..=MOST).contains(&height) {
            return None;
        }
        let used = reached(topology, held);
        let row_of = |site: SiteId| rows.iter().position(|row| row.contains(&Some(site)));
        let row_sum = |sites: &[SiteId]| sites.iter().map(|&site| row_of(site)).sum::<Option<usize>>();
        // Who begins sits at the bottom: the board is turned if its men stand above those of the
        // other on the average.
        let (own, all) = (row_sum(first)?, row_sum(held)?);
        if own * (held.len() - first.len()) < (all - own) * first.len() {
            rows.iter_mut().for_each(|row| row.reverse());
            rows.reverse();
        }
        let mut places = vec![None; topology.sites().len()];
        let mut colours = [0; 2];
        for (row, sites) in rows.iter_mut().enumerate() {
            for (column, site) in sites.iter_mut().enumerate() {
                *site = site.filter(|site| used[site.index()]);
                if let Some(site) = site {
                    places[site.index()] = Some((row, column));
                    colours[(height - 1 - row + column) % 2] += 1;
                }
            }
        }
        let squares = width * height;
        if used.iter().filter(|used| **used).count() != colours[0] + colours[1] {
            return None;
        }
        let pattern = match colours {
            [corner, others] if corner + others == squares => Pattern::Full,
            [corner, 0] if corner == squares.div_ceil(2) => Pattern::Checkered { corner: true },
            [0, others] if others == squares / 2 => Pattern::Checkered { corner: false },
            _ => return None,
        };
        Some(Board { width, height, pattern, rows, places })
    }

    /// The rows, the topmost first as the player sees it who begins.
    pub(super) fn rows(&self) -> &[Vec<Option<SiteId>>] {
        &self.rows
    }

    /// The squares strictly between two, if these stand in one line.
    pub(super) fn between(&self, one: SiteId, other: SiteId) -> Vec<SiteId> {
        let Some((direction, steps)) = self.line(one, other) else { return Vec::new() };
        (1..steps).filter_map(|step| self.beyond(one, direction, step)).collect()
    }

    /// The direction from one square to another of the same line, and how far it is.
    pub(super) fn line(&self, from: SiteId, to: SiteId) -> Option<([isize; 2], usize)> {
        let [from, to] = [self.place(from)?, self.place(to)?];
        let (down, right) = (to.0 as isize - from.0 as isize, to.1 as isize - from.1 as isize);
        let steps = down.unsigned_abs().max(right.unsigned_abs());
        let straight = down == 0 || right == 0 || down.abs() == right.abs();
        (steps > 0 && straight).then_some(([down.signum(), right.signum()], steps))
    }

    /// The square `steps` away in a direction.
    pub(super) fn beyond(&self, from: SiteId, direction: [isize; 2], steps: usize) -> Option<SiteId> {
        let (row, column) = self.place(from)?;
        let row = row.checked_add_signed(direction[0] * steps as isize)?;
        let column = column.checked_add_signed(direction[1] * steps as isize)?;
        *self.rows.get(row)?.get(column)?
    }

    fn place(&self, site: SiteId) -> Option<(usize, usize)> {
        *self.places.get(site.index())?
    }
}

/// For each site whether any way leads there from one of `held`.
fn reached(topology: &Topology, held: &[SiteId]) -> Vec<bool> {
    let mut used = vec![false; topology.sites().len()];
    let mut next = held.to_vec();
    while let Some(site) = next.pop() {
        if !std::mem::replace(&mut used[site.index()], true) {
            next.extend(topology.neighbours(site));
        }
    }
    used
}

/// A game of draughts.
pub(super) struct Draughts<'g> {
    /// The game.
    pub(super) game: &'g dyn Game,
    facts: Cow<'g, DraughtsFacts>,
}

/// What is found once for a game.
#[derive(Clone, Debug)]
pub(super) struct DraughtsFacts {
    /// Its squares.
    pub(super) board: Board,
    /// What the pieces of the start position are.
    pub(super) man: PieceTypeId,
    /// What they may become.
    pub(super) king: PieceTypeId,
    /// Who begins.
    pub(super) first: Colour,
    white: PlayerId,
    black: PlayerId,
}

impl std::ops::Deref for Draughts<'_> {
    type Target = DraughtsFacts;

    fn deref(&self) -> &DraughtsFacts {
        &self.facts
    }
}

impl<'g> Draughts<'g> {
    /// A game as draughts; none if it cannot be taken for such.
    pub(super) fn of(game: &'g dyn Game) -> Option<Draughts<'g>> {
        Some(Draughts { game, facts: Cow::Owned(DraughtsFacts::of(game)?) })
    }

    /// The game whose facts these are.
    pub(super) fn with(game: &'g dyn Game, facts: &'g DraughtsFacts) -> Draughts<'g> {
        Draughts { game, facts: Cow::Borrowed(facts) }
    }

    /// What was found of the game.
    pub(super) fn facts(&self) -> &DraughtsFacts {
        &self.facts
    }
}

impl DraughtsFacts {
    fn of(game: &dyn Game) -> Option<DraughtsFacts> {
        let glossary = game.glossary();
        let choosers = glossary.players.iter().all(|player| player.kind == PlayerKind::Chooser);
        let [one, other] = glossary.slots[..] else { return None };
        let own = [one, other].iter().all(|slot| slot.mover == slot.side && slot.class.is_none());
        let fits = choosers && own && one.mover != other.mover && game.layout().spec().supplies.is_empty();
        if !fits || game.layout().has_columns() || glossary.players.len() != 2 || glossary.pieces.len() != 2 {
            return None;
        }
        let start = game.position(&game.initial());
        let man = start.pieces.first()?.piece.kind;
        let king = PieceTypeId::at(1 - man.index());
        let lettered = fen_letters(glossary)[king.index()].as_deref() == Some("K");
        let plain = start.pieces.iter().all(|placement| placement.piece.kind == man && placement.attributes.is_empty());
        if !lettered || !plain || start.pending.is_some() {
            return None;
        }
        let begins = glossary.slots.get(start.slot.map_or(0, |slot| slot.index()))?.mover;
        let waits = PlayerId::at(1 - begins.index());
        let held: Vec<SiteId> = start.pieces.iter().map(|placement| placement.site).collect();
        let first = start.pieces.iter().filter(|placement| placement.piece.owner == begins);
        let first: Vec<SiteId> = first.map(|placement| placement.site).collect();
        if first.is_empty() || first.len() == held.len() {
            return None;
        }
        let board = Board::of(game.topology(), &held, &first)?;
        let named = |player: PlayerId, letter: char| glossary.player(player).to_lowercase().starts_with(letter);
        let white = [begins, waits].into_iter().find(|&player| named(player, 'w'));
        let white = white.or([begins, waits].into_iter().find(|&player| named(player, 'b')).map(other_than));
        let white = white.unwrap_or(begins);
        let first = if white == begins { Colour::White } else { Colour::Black };
        Some(DraughtsFacts { board, man, king, first, white, black: other_than(white) })
    }

    /// The player of a colour.
    pub(super) fn player(&self, colour: Colour) -> PlayerId {
        match colour {
            Colour::White => self.white,
            Colour::Black => self.black,
        }
    }

    /// The colour of a player.
    pub(super) fn colour(&self, player: PlayerId) -> Colour {
        if player == self.white { Colour::White } else { Colour::Black }
    }

    /// A man or a king of a colour.
    pub(super) fn piece(&self, colour: Colour, king: bool) -> Piece {
        Piece { kind: if king { self.king } else { self.man }, owner: self.player(colour) }
    }
}

fn other_than(player: PlayerId) -> PlayerId {
    PlayerId::at(1 - player.index())
}
