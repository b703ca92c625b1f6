//! Common notation of moves and positions for comparisons.
//!
//! A move is `e2e4`, `e7e8q`, `P@e4` for a drop, `0000` for a pass. `+` and `-` behind it mean that
//! the piece gets a `+` before its letter, or loses it. `/H@b1` is a second dropped piece, `,c3` a
//! closed site or a neutral placement, `xc3` a capture, if captures are written. If this is not
//! enough, a move is written as the resulting board.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use dagaz_core::{
    Effect, Game, MoveRef, Piece, PieceTypeId, PlayerId, PlayerKind, Position, SiteId, SlotId, State, UndoLog,
};
use dagaz_record::position::letters::fen_letters;
use dagaz_record::{Keeper, Wording, drawn_rows, kept, protocol_position};

use super::table::{Comparison, Field, Sites};

/// The name by which views know the sites that are closed.
const CLOSED: &str = "closed";
/// How a pass is written.
pub(super) const PASS: &str = "0000";

/// See the [module documentation](self).
pub(super) struct Speech<'a> {
    game: &'a dyn Game,
    /// The players who choose, in their order.
    pub(super) players: Vec<PlayerId>,
    rows: Option<Vec<Vec<Option<SiteId>>>>,
    sites: HashMap<SiteId, String>,
    letters: Vec<String>,
    captures: bool,
    boards: bool,
}

/// The way of the piece that a move is about.
struct Course {
    /// Where it stood; none if it has come to the board.
    from: Option<SiteId>,
    /// Where it stands; none if only numbers change.
    to: Option<SiteId>,
    before: Option<Piece>,
    after: Option<Piece>,
    /// The effects on all else.
    others: Vec<Effect>,
}

impl Course {
    fn of(state: &State, one: MoveRef<'_>) -> Course {
        let from = one.origin().some().filter(|from| state.piece(*from).is_some());
        let before = from.and_then(|from| state.piece(from));
        let (mut at, mut after, mut others) = (from, before, Vec::new());
        // While pieces move together, the place from which it goes is the one before all of them.
        let (mut together, mut arrives) = (0, None);
        for effect in one.steps().flat_map(|(_, effects)| effects) {
            match *effect {
                Effect::Together { count } => together = count,
                Effect::Move { from, to } => {
                    if Some(from) == at {
                        arrives = Some(to);
                    } else {
                        others.push(*effect);
                    }
                    together = together.saturating_sub(1);
                    if together == 0 {
                        at = arrives.take().or(at);
                    }
                }
                Effect::Place { site, kind, owner } | Effect::Drop { site, kind, owner }
                    if at.is_none_or(|at| at == site) =>
                {
                    (at, after) = (Some(site), Some(Piece { kind, owner }));
                }
                Effect::Become { site, kind } if Some(site) == at => {
                    after = after.map(|piece| Piece { kind, ..piece });
                }
                Effect::Give { site, owner } if Some(site) == at => {
                    after = after.map(|piece| Piece { owner, ..piece });
                }
                other => others.push(other),
            }
        }
        let moves = before.is_some() && at.is_some();
        Course { from: from.filter(|_| moves), to: at, before, after, others }
    }
}

impl<'a> Speech<'a> {
    /// The writing that a comparison asks for.
    pub(super) fn new(game: &'a dyn Game, comparison: &Comparison) -> Speech<'a> {
        let (topology, glossary) = (game.topology(), game.glossary());
        let players = (0..glossary.players.len()).map(PlayerId::at);
        let is_chooser = |player: &PlayerId| glossary.players[player.index()].kind == PlayerKind::Chooser;
        let rows = drawn_rows(topology).filter(|_| comparison.sites == Sites::Drawn);
        let mut sites: HashMap<SiteId, String> =
            topology.site_ids().map(|site| (site, topology.site(site).name.clone())).collect();
        for (line, row) in rows.iter().flatten().enumerate() {
            let number = rows.as_ref().map_or(0, Vec::len) - line;
            let names =
                row.iter().zip('a'..).filter_map(|(site, letter)| Some(((*site)?, format!("{letter}{number}"))));
            sites.extend(names);
        }
        let letter = |(kind, fen): (usize, Option<String>)| {
            let name = glossary.piece(PieceTypeId::at(kind));
            comparison.letters.get(name).cloned().or(fen).unwrap_or_else(|| name.to_uppercase())
        };
        let letters = fen_letters(glossary).into_iter().enumerate().map(letter).collect();
        Speech {
            game,
            players: players.filter(is_chooser).collect(),
            rows,
            sites,
            letters,
            captures: comparison.captures,
            boards: comparison.boards,
        }
    }

    fn site(&self, site: SiteId) -> &str {
        self.sites.get(&site).map_or("?", String::as_str)
    }

    fn letter(&self, kind: PieceTypeId) -> &str {
        self.letters.get(kind.index()).map_or("?", String::as_str)
    }

    /// The letter of a piece in a position: upper case for the first player, lower case for the
    /// others, `*` for pieces without an owner.
    fn sign(&self, piece: Piece) -> String {
        match self.players.iter().position(|player| *player == piece.owner) {
            Some(0) => self.letter(piece.kind).to_uppercase(),
            Some(_) => self.letter(piece.kind).to_lowercase(),
            None => "*".to_string(),
        }
    }

    /// The word for a move.
    pub(super) fn word(&self, state: &State, one: MoveRef<'_>) -> String {
        if self.boards {
            let mut after = state.clone();
            self.game.play(&mut after, one, &mut UndoLog::new());
            let position = self.game.position(&after);
            return format!("{}[{}]", self.board(&position), self.hands(&position));
        }
        if one.is_pass() || one.steps().all(|(step, effects)| step.is_idle(effects)) {
            return PASS.to_string();
        }
        let course = Course::of(state, one);
        let letter = |piece: Piece| self.letter(piece.kind);
        let mut word = match (course.from, course.to) {
            (Some(from), Some(to)) => format!("{}{}", self.site(from), self.site(to)),
            (None, Some(to)) => {
                let come = course.after.map(|piece| letter(piece).to_uppercase());
                format!("{}@{}", come.unwrap_or_default(), self.site(to))
            }
            // Where only numbers change.
            (_, None) => {
                let step = Wording::of(self.game, state, one).steps.into_iter().next();
                step.and_then(|step| step.from).map_or(String::new(), |from| self.site(from).to_string())
            }
        };
        if let (Some(before), Some(after), Some(_)) = (course.before.map(letter), course.after.map(letter), course.from)
            && before != after
            && !self.captures
            && course.after.is_some_and(|piece| self.players.contains(&piece.owner))
        {
            word += &match (before.strip_prefix('+'), after.strip_prefix('+')) {
                (_, Some(plain)) if plain == before => "+".to_string(),
                (Some(plain), _) if plain == after => "-".to_string(),
                _ => after.to_lowercase(),
            };
        }
        let (mut more, mut captured) = (BTreeSet::new(), BTreeSet::new());
        for effect in &course.others {
            match *effect {
                Effect::Place { site, kind, owner } | Effect::Drop { site, kind, owner } => {
                    let is_own = self.players.contains(&owner);
                    let what = if is_own { format!("/{}@", self.letter(kind).to_uppercase()) } else { ",".to_string() };
                    more.insert(what + self.site(site));
                }
                Effect::Move { from, to }
                    if state.piece(from).is_some_and(|piece| !self.players.contains(&piece.owner)) =>
                {
                    more.insert(format!(",{}", self.site(to)));
                }
                Effect::Assign { variable, value: 1.. } => {
                    if let Some((CLOSED, Keeper::Site(site))) = kept(self.game, variable) {
                        more.insert(format!(",{}", self.site(site)));
                    }
                }
                Effect::Remove { site } if self.captures => {
                    captured.insert(format!("x{}", self.site(site)));
                }
                _ => {}
            }
        }
        word.extend(more);
        word.extend(captured);
        word
    }

    /// The parts of a position that are asked for.
    pub(super) fn position(&self, state: &State, fields: &[Field]) -> BTreeMap<Field, String> {
        let position = self.game.position(state);
        let fen = || protocol_position(self.game, state);
        // Of a FEN these come behind the board and the player to move.
        let behind = |place: usize| fen().split_whitespace().nth(place).unwrap_or("-").to_string();
        let text = |field: &Field| match field {
            Field::Board => self.board(&position),
            Field::Hands => self.hands(&position),
            Field::Turn => self.turn(&position),
            Field::Rights => behind(2),
            Field::Passed => behind(3),
            Field::Counts => self.counts(&position),
        };
        fields.iter().map(|field| (*field, text(field))).collect()
    }

    fn board(&self, position: &Position) -> String {
        let mut signs: HashMap<SiteId, String> =
            position.pieces.iter().map(|placement| (placement.site, self.sign(placement.piece))).collect();
        for (variable, _) in position.variables.iter().filter(|(_, value)| *value != 0) {
            if let Some((CLOSED, Keeper::Site(site))) = kept(self.game, *variable as u16) {
                signs.insert(site, "*".to_string());
            }
        }
        let Some(rows) = &self.rows else {
            let standing: BTreeSet<String> =
                signs.iter().map(|(site, sign)| format!("{}={sign}", self.site(*site))).collect();
            return standing.into_iter().collect::<Vec<_>>().join(" ");
        };
        let sign = |place: &Option<SiteId>| match place {
            Some(site) => signs.get(site).map_or(".", String::as_str),
            None => "*",
        };
        rows.iter().map(|row| row.iter().map(sign).collect::<String>()).collect::<Vec<_>>().join("/")
    }

    fn hands(&self, position: &Position) -> String {
        let own = position.supplies.iter().filter(|(piece, _)| self.players.contains(&piece.owner));
        let mut letters: Vec<String> =
            own.flat_map(|(piece, count)| std::iter::repeat_n(self.sign(*piece), *count as usize)).collect();
        letters.sort();
        letters.concat()
    }

    fn turn(&self, position: &Position) -> String {
        let slots = &self.game.glossary().slots;
        let mover = slots.get(position.slot.unwrap_or(SlotId(0)).index()).map(|slot| slot.mover);
        let place = self.players.iter().position(|player| Some(*player) == mover);
        ["w", "b"].get(place.unwrap_or(usize::MAX)).unwrap_or(&"?").to_string()
    }

    fn counts(&self, position: &Position) -> String {
        let named = position.variables.iter().filter_map(|(variable, value)| {
            let (name, keeper) = kept(self.game, *variable as u16)?;
            let of = match keeper {
                Keeper::Site(site) => self.site(site).to_string(),
                Keeper::Player(player) => self.players.iter().position(|known| *known == player)?.to_string(),
            };
            (name != CLOSED && *value != 0).then(|| format!("{of}={value}"))
        });
        named.collect::<BTreeSet<_>>().into_iter().collect::<Vec<_>>().join(" ")
    }
}
