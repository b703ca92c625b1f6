//! SAN, the algebraic notation of chess players: `Nbd7`, `exd5`, `e8=Q+`, `O-O`.
//!
//! It serves every game of two players on a board of files and ranks whose pieces have single
//! letters, with a King `K` and pawns `P` among them. What a move is called follows from its
//! effects alone: a King that moves together with another own piece castles, a piece that becomes
//! another one promotes. Moves of several steps have no name here.

use std::borrow::Cow;
use std::collections::HashMap;

use dagaz_core::{
    CompactSort, Effect, Game, LimitHit, MoveList, MoveRef, PieceTypeId, PlayerId, PlayerKind, SiteId, State, Turn,
    UndoLog, Verdict,
};

use crate::arrival::becomes;
use crate::formats::pgn::san_text::{SanText, Shape};
use crate::matching::distance;
use crate::position::fen::Fen;
use crate::position::letters::fen_letters;
use crate::position::rectangle::Rectangle;
use crate::second_piece::{self, SecondPiece};
use crate::with_turn;
use crate::wording::move_text;

/// The letter of the piece whose attack is a check.
const KING: char = 'K';
/// The letter of a piece without an owner.
const DUCK: char = '*';
/// The letter that is not written.
const PAWN: char = 'P';

/// A file and a rank, as the name of a site says them.
pub(crate) type Square = (u8, u16);

/// What SAN has to know of a game: found once, for all its moves.
#[derive(Clone, Debug)]
pub struct SanNames {
    letters: Vec<char>,
    /// The letters of FEN, where SAN has others: they are read as well.
    fen_letters: Option<Vec<char>>,
    king: PieceTypeId,
    /// None in games without pawns.
    pawn: Option<PieceTypeId>,
    /// The two players that choose.
    players: Vec<PlayerId>,
    squares: Vec<Option<Square>>,
    sites: HashMap<Square, SiteId>,
    /// For each site its column in the picture.
    columns: Vec<usize>,
}

/// SAN for one game.
pub struct San<'g> {
    game: &'g dyn Game,
    names: Cow<'g, SanNames>,
}

/// What a text means among the legal moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Meaning {
    /// The move of that index.
    One(usize),
    /// It could be any of these.
    Several(Vec<usize>),
    /// No legal move.
    Nothing,
}

/// A move as SAN sees it.
#[derive(Clone, Copy, PartialEq, Eq)]
struct SanMove {
    kind: PieceTypeId,
    from: SiteId,
    to: SiteId,
    capture: bool,
    becomes: Option<PieceTypeId>,
    /// The King castles, to the short side or not.
    castles: Option<bool>,
    /// A second piece that comes to the board or is moved.
    second_piece: Option<SecondPiece>,
}

impl SanMove {
    /// Whether SAN calls both the same, but for where they come from.
    fn alike(&self, other: &SanMove) -> bool {
        let dropped = |san: &SanMove| san.from == SiteId::NONE;
        (self.kind, self.to, self.becomes, self.castles) == (other.kind, other.to, other.becomes, other.castles)
            && dropped(self) == dropped(other)
            && self.second_piece == other.second_piece
    }
}

/// The SAN of a legal move of `list`; in a game without SAN, and for a move that SAN cannot say,
/// its text as in a saved game.
pub fn san(game: &dyn Game, state: &State, list: &MoveList, chosen: MoveRef<'_>) -> String {
    let whole = San::of(game).and_then(|san| san.whole(state, list, chosen));
    whole.unwrap_or_else(|| move_text(game, state, chosen))
}

/// Returns the letters of a game with the pieces of xiangqi as Fairy-Stockfish writes them in SAN:
/// the horse is `H` and the elephant `E`, while its FEN has `N` and `B`. None for other games.
fn of_xiangqi(letters: &[char]) -> Option<Vec<char>> {
    let known = |letter: &char| "KABENHRCPM".contains(*letter);
    let own = |letter: &char| match letter {
        'N' => 'H',
        'B' => 'E',
        other => *other,
    };
    (letters.contains(&'C') && letters.iter().all(known)).then(|| letters.iter().map(own).collect())
}

impl SanNames {
    /// The names of a game; none if it has not what SAN needs.
    pub fn of(game: &dyn Game) -> Option<SanNames> {
        Fen::of(game)?;
        let rectangle = Rectangle::of(game.topology())?;
        let glossary = game.glossary();
        let choosers = (0..glossary.players.len()).map(PlayerId::at);
        let players: Vec<PlayerId> =
            choosers.filter(|player| glossary.players[player.index()].kind == PlayerKind::Chooser).collect();
        if players.len() != 2 {
            return None;
        }
        let letter = |text: Option<String>| {
            let mut chars = text?.chars().collect::<Vec<char>>().into_iter();
            chars.next().filter(|c| (c.is_ascii_uppercase() || *c == DUCK) && chars.len() == 0)
        };
        let letters: Vec<char> = fen_letters(glossary).into_iter().map(letter).collect::<Option<_>>()?;
        let (letters, fen_letters) = match of_xiangqi(&letters) {
            Some(own) => (own, Some(letters)),
            None => (letters, None),
        };
        let named = |wanted: char| letters.iter().position(|&letter| letter == wanted).map(PieceTypeId::at);
        let (king, pawn) = (named(KING)?, named(PAWN));
        // A game without pawns is written in SAN only if its kings are royal: kings of draughts are
        // not.
        if pawn.is_none() && game.royals(&game.initial(), players[0]).is_empty() {
            return None;
        }
        let count = game.topology().sites().len();
        let (mut squares, mut columns, mut sites) = (vec![None; count], vec![0; count], HashMap::new());
        for row in &rectangle.rows {
            for (column, site) in row.iter().enumerate().filter_map(|(column, site)| Some((column, (*site)?))) {
                let square = square(&game.topology().site(site).name)?;
                squares[site.index()] = Some(square);
                columns[site.index()] = column;
                sites.insert(square, site);
            }
        }
        Some(SanNames { letters, fen_letters, king, pawn, players, squares, sites, columns })
    }

    /// SAN for the game whose names these are.
    pub fn san<'g>(&'g self, game: &'g dyn Game) -> San<'g> {
        San { game, names: Cow::Borrowed(self) }
    }
}

impl<'g> San<'g> {
    /// SAN for a game; none if it has not what SAN needs.
    pub fn of(game: &'g dyn Game) -> Option<San<'g>> {
        Some(San { game, names: Cow::Owned(SanNames::of(game)?) })
    }

    /// The two players, White first.
    pub fn players(&self) -> &[PlayerId] {
        &self.names.players
    }

    /// Who moves, if it is one of the two.
    pub fn mover(&self, state: &State) -> Option<PlayerId> {
        match self.game.turn(state) {
            Turn::Choice(player) => Some(player).filter(|player| self.names.players.contains(player)),
            _ => None,
        }
    }

    /// The SAN of a legal move of `list`; none for a move that SAN cannot say.
    pub fn whole(&self, state: &State, list: &MoveList, chosen: MoveRef<'_>) -> Option<String> {
        let body = self.body(state, list, chosen)?;
        let mover = self.mover(state)?;
        let mut after = state.clone();
        self.game.play(&mut after, chosen, &mut UndoLog::new());
        Some(body + self.suffix(&after, mover).ok()?)
    }

    /// The SAN of each move of a list of legal moves; none for a move that SAN cannot say.
    pub fn texts(&self, state: &State, list: &MoveList) -> Vec<Option<String>> {
        let Some(mover) = self.mover(state) else { return vec![None; list.len()] };
        let san: Vec<Option<SanMove>> = list.iter().map(|one| self.san_move(state, one)).collect();
        let mut by_target: HashMap<SiteId, Vec<usize>> = HashMap::new();
        for (index, one) in list.iter().enumerate() {
            by_target.entry(one.target()).or_default().push(index);
        }
        let (mut after, mut log) = (state.clone(), UndoLog::new());
        let mut text = |index: usize| {
            let chosen = list.get(index);
            let body = if chosen.is_idle() {
                PASS.to_string()
            } else {
                let own = san[index]?;
                let there = by_target.get(&own.to).map_or(&[][..], Vec::as_slice);
                let is_rival = |other: &SanMove, at: usize| other.alike(&own) && !list.get(at).same_as(chosen);
                let rivals = there.iter().filter_map(|&at| san[at].filter(|other| is_rival(other, at)));
                self.written(&own, &rivals.collect::<Vec<_>>())?
            };
            self.game.play(&mut after, chosen, &mut log);
            let suffix = self.suffix(&after, mover);
            self.game.undo(&mut after, &mut log);
            Some(body + suffix.ok()?)
        };
        (0..list.len()).map(&mut text).collect()
    }

    /// The SAN of a legal move of `list` without a sign for check; none for a move that SAN cannot
    /// say.
    pub fn body(&self, state: &State, list: &MoveList, chosen: MoveRef<'_>) -> Option<String> {
        if chosen.is_idle() {
            return Some(PASS.to_string());
        }
        let san = self.san_move(state, chosen)?;
        let others: Vec<SanMove> = list
            .iter()
            .filter(|one| one.target() == san.to)
            .filter_map(|one| Some((one, self.san_move(state, one)?)))
            .filter(|(one, other)| other.alike(&san) && !one.same_as(chosen))
            .map(|(_, other)| other)
            .collect();
        self.written(&san, &others)
    }

    /// The text of a move; `others` are the other moves that SAN calls the same.
    fn written(&self, san: &SanMove, others: &[SanMove]) -> Option<String> {
        let mut text = String::new();
        if let Some(short) = san.castles {
            let castles = if short { "O-O" } else { "O-O-O" };
            return Some(castles.to_string() + &self.second_piece(san)?).filter(|_| others.is_empty());
        }
        if Some(san.kind) != self.names.pawn || san.from == SiteId::NONE {
            text.push(self.names.letters[san.kind.index()]);
        }
        if san.from == SiteId::NONE {
            text.push('@');
            if !others.is_empty() {
                return None;
            }
        } else {
            text += &self.beginning(san, others)?;
        }
        if san.capture && san.from != SiteId::NONE {
            text.push('x');
        }
        let (file, rank) = self.square(san.to)?;
        text.push(file.into());
        text += &rank.to_string();
        if let Some(kind) = san.becomes {
            text.push('=');
            text.push(self.names.letters[kind.index()]);
        }
        Some(text + &self.second_piece(san)?)
    }

    /// What a move says of a second piece: `/H` of one that enters behind the piece that has moved,
    /// with its square where the King has castled, and `,e4` of one without an owner.
    fn second_piece(&self, san: &SanMove) -> Option<String> {
        let Some(second_piece) = san.second_piece else { return Some(String::new()) };
        let (file, rank) = self.square(second_piece.site)?;
        let square = format!("{}{rank}", char::from(file));
        if second_piece.piece.owner == PlayerId::NONE {
            return Some(format!(",{square}"));
        }
        let letter = self.names.letters.get(second_piece.piece.kind.index())?;
        Some(if san.castles.is_some() { format!("/{letter}{square}") } else { format!("/{letter}") })
    }

    /// As much of the origin as is needed to tell a move from others to the same square: the file
    /// if that is enough, else the rank, else both. A pawn that captures always names its file.
    fn beginning(&self, san: &SanMove, others: &[SanMove]) -> Option<String> {
        let (file, rank) = self.square(san.from)?;
        let places = others.iter().map(|other| self.square(other.from)).collect::<Option<Vec<Square>>>()?;
        let whose_file = places.iter().any(|place| place.0 == file);
        let whose_rank = places.iter().any(|place| place.1 == rank);
        if places.contains(&(file, rank)) {
            return None;
        }
        let by_file = Some(san.kind) == self.names.pawn && san.capture;
        let file = char::from(file);
        Some(match (places.is_empty(), whose_file, whose_rank) {
            (true, ..) if !by_file => String::new(),
            (_, false, _) => file.to_string(),
            (_, true, false) if !by_file => rank.to_string(),
            _ => format!("{file}{rank}"),
        })
    }

    /// The state behind a null move, with which annotators leave a player out: the other player
    /// moves, and nothing else has changed but that no step has passed over a square. None where a
    /// null move makes no position of the game.
    pub fn null_move(&self, state: &State) -> Option<State> {
        let mover = self.mover(state)?;
        let other = self.names.players.iter().find(|player| **player != mover)?;
        with_turn(self.game, state, *other)
    }

    /// What stands behind a move: `#` if it has ended the game with a win while the enemy's King is
    /// attacked, `+` if only that King is attacked. `after` is the state after the move of `mover`.
    pub fn suffix(&self, after: &State, mover: PlayerId) -> Result<&'static str, LimitHit> {
        if !self.check(after, mover)? {
            return Ok("");
        }
        let outcome = self.game.outcome(after)?;
        let won = |outcome: dagaz_core::Outcome| outcome.verdicts.get(mover.index()) == Some(&Verdict::Win);
        Ok(if outcome.is_some_and(won) { "#" } else { "+" })
    }

    /// Whether a King of the other player is attacked.
    fn check(&self, state: &State, mover: PlayerId) -> Result<bool, LimitHit> {
        for &other in self.names.players.iter().filter(|&&player| player != mover) {
            for site in state.sites_of(self.game.layout(), other) {
                let king = state.piece(site).is_some_and(|piece| piece.kind == self.names.king);
                if king && self.game.attacked(state, site, other)? {
                    return Ok(true);
                }
            }
        }
        Ok(false)
    }

    /// What a text means. More of the origin than needed may be given, `x`, `+`, `#`, `=` and
    /// `e.p.` may be there or not, `e2e4` and `e2-e4` will do, and the King's own move for
    /// castling.
    pub fn find(&self, state: &State, list: &MoveList, text: &str) -> Meaning {
        let wanted = SanText::parse(text, &self.names.letters).or_else(|| {
            let letters = self.names.fen_letters.as_ref()?;
            SanText::parse(text, letters)
        });
        let Some(wanted) = wanted else { return Meaning::Nothing };
        let fitting: Vec<(usize, Option<SanMove>)> = match wanted.shape {
            Shape::Pass => list.iter().enumerate().filter(|(_, one)| one.is_idle()).map(|(at, _)| (at, None)).collect(),
            Shape::Castles { short } => {
                let castles = |san: &SanMove| san.castles == Some(short) && self.fits_beside(&wanted, san);
                self.deeds(state, list, None).filter(|(_, san)| castles(san)).map(|(at, d)| (at, Some(d))).collect()
            }
            Shape::Goes { to, .. } => {
                let Some(&to) = self.names.sites.get(&to) else { return Meaning::Nothing };
                let deeds = self.deeds(state, list, Some(to));
                deeds.filter(|(_, san)| self.meant(&wanted, san)).map(|(at, san)| (at, Some(san))).collect()
            }
        };
        // Omitted details decide only between moves that fit equally.
        let mut fitting = fitting;
        let narrow: [fn(&SanText, &SanMove) -> bool; 4] = [
            |wanted, san| san.second_piece.is_none() || wanted.becomes.is_some() || wanted.second_piece.is_some(),
            |wanted, san| san.becomes == wanted.becomes,
            |wanted, san| san.castles.is_none() || matches!(wanted.shape, Shape::Castles { .. }),
            |wanted, san| san.capture == wanted.captures || san.castles.is_some(),
        ];
        for test in narrow.into_iter().filter(|_| !matches!(wanted.shape, Shape::Pass)) {
            let passes = |san: &Option<SanMove>| san.is_none_or(|san| test(&wanted, &san));
            if fitting.len() > 1 && fitting.iter().any(|(_, san)| passes(san)) {
                fitting.retain(|(_, san)| passes(san));
            }
        }
        match fitting.first() {
            None => Meaning::Nothing,
            Some(&(first, _)) if fitting.iter().all(|(at, _)| list.get(*at).same_as(list.get(first))) => {
                Meaning::One(first)
            }
            Some(_) => Meaning::Several(fitting.into_iter().map(|(at, _)| at).collect()),
        }
    }

    fn meant(&self, wanted: &SanText, san: &SanMove) -> bool {
        let Shape::Goes { piece, dropped, file, rank, .. } = wanted.shape else { return false };
        let kind = match piece {
            Some(kind) => san.kind == kind,
            None => Some(san.kind) == self.names.pawn || (file.is_some() && rank.is_some()),
        };
        let from = self.square(san.from);
        // `d5` is no capture of a pawn: the standard asks for its file (8.2.3.4).
        let advances = Some(san.kind) != self.names.pawn || piece.is_some() || file.is_some() || wanted.captures;
        kind && (advances || !san.capture)
            && dropped == (san.from == SiteId::NONE)
            && file.is_none_or(|file| from.is_some_and(|from| from.0 == file))
            && rank.is_none_or(|rank| from.is_some_and(|from| from.1 == rank))
            && self.fits_beside(wanted, san)
    }

    /// Returns whether a move has the promotion and the second piece of a text. Both are written in
    /// the same way: `/H`.
    fn fits_beside(&self, wanted: &SanText, san: &SanMove) -> bool {
        let enters = |kind: PieceTypeId| san.second_piece.is_some_and(|second_piece| second_piece.piece.kind == kind);
        let stands = |square: Square| {
            san.second_piece.is_some_and(|second_piece| self.square(second_piece.site) == Some(square))
        };
        wanted.becomes.is_none_or(|kind| san.becomes == Some(kind) || enters(kind))
            && wanted.second_piece.is_none_or(stands)
    }

    /// At most `most` legal moves, as SAN, that look most like a text.
    pub fn near(&self, state: &State, list: &MoveList, text: &str, most: usize) -> Vec<String> {
        let mut texts: Vec<String> = list.iter().filter_map(|one| self.body(state, list, one)).collect();
        texts.compact_sort_by_key(|one| (distance(one, text), one.clone()));
        texts.dedup();
        texts.truncate(most);
        texts
    }

    fn deeds<'l>(
        &'l self,
        state: &'l State,
        list: &'l MoveList,
        to: Option<SiteId>,
    ) -> impl Iterator<Item = (usize, SanMove)> + 'l {
        let there = list.iter().enumerate().filter(move |(_, one)| to.is_none_or(|to| one.target() == to));
        there.filter_map(|(at, one)| Some((at, self.san_move(state, one)?)))
    }

    /// A move as SAN sees it; none for a pass, and for what is more than one step of one piece.
    fn san_move(&self, state: &State, chosen: MoveRef<'_>) -> Option<SanMove> {
        let mut steps = chosen.steps();
        let (step, effects) = steps.next().filter(|(step, _)| !step.is_pass())?;
        if steps.next().is_some() {
            return None;
        }
        let to = chosen.target();
        let (mut kind, mut from, mut partner) = (None, SiteId::NONE, None);
        let mut taken = false;
        let mover = step.origin.some().or(to.some()).and_then(|site| state.piece(site));
        for effect in effects {
            match *effect {
                Effect::Move { from: begin, to: end } if end == to && kind.is_none() => {
                    kind = Some(state.piece(begin)?.kind);
                    from = begin;
                }
                Effect::Move { from: begin, .. } => {
                    let own = state.piece(begin).is_some_and(|piece| mover.is_some_and(|m| m.owner == piece.owner));
                    partner = partner.or(Some(begin).filter(|_| own));
                }
                Effect::Place { site, kind: new, .. } | Effect::Drop { site, kind: new, .. } if site == to => {
                    kind = kind.or(Some(new));
                }
                Effect::Remove { .. } => taken = true,
                _ => {}
            }
        }
        if let Some((king, rook)) = second_piece::king_that_stays(self.game, state, chosen) {
            let castles = Some(self.is_short(king, rook));
            let san = SanMove {
                kind: self.names.king,
                from: king,
                to: king,
                capture: false,
                becomes: None,
                castles,
                second_piece: None,
            };
            return Some(san);
        }
        // A move may have no target: it then only removes pieces or changes variables.
        let (kind, to) = (kind?, to.some()?);
        let stays = || second_piece::rook_that_stays(self.game, state, chosen).map(|(_, rook)| rook);
        let partner = if kind == self.names.king { partner.or_else(stays) } else { None };
        let castles = partner.map(|partner| self.is_short(from, partner));
        let capture = castles.is_none() && (taken || !state.is_empty(to));
        let second_piece = second_piece::second_piece(state, chosen);
        let becomes = becomes(effects, to).filter(|new| *new != kind);
        Some(SanMove { kind, from, to, capture, becomes, castles, second_piece })
    }

    /// Whether castling with this partner is the short one: `O-O` is castling to the right,
    /// wherever King and Rook begin.
    fn is_short(&self, king: SiteId, partner: SiteId) -> bool {
        self.names.columns[partner.index()] > self.names.columns[king.index()]
    }

    fn square(&self, site: SiteId) -> Option<Square> {
        *self.names.squares.get(site.index())?
    }
}

/// How a turn without a move is written.
pub(crate) const PASS: &str = "--";

/// Returns the file and rank of a name such as `e4`. Files beyond `w` could not be distinguished
/// from the `x` of a capture.
fn square(name: &str) -> Option<Square> {
    let (&file, rank) = name.as_bytes().split_first()?;
    let digits = rank.len() <= 2 && rank.iter().all(u8::is_ascii_digit) && rank.first() != Some(&b'0');
    let rank = std::str::from_utf8(rank).ok()?.parse().ok().filter(|_| digits)?;
    (b'a'..=b'w').contains(&file).then_some((file, rank))
}
