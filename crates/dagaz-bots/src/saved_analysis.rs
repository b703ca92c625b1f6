//! Saved analyses: the result of a game analysis as bytes, so that another process need not repeat
//! it.
//!
//! Only what was learned is saved. What follows from the rules, such as distances, rows and the
//! movement of pieces on an empty board, is worked out again.

use std::fmt;

use dagaz_core::{EndingId, Game, LimitHit, Piece, PlayerId, Rank, Roster, SiteId, Weights};
use serde::{Deserialize, Serialize};

use crate::Sides;
use crate::evaluation::{Evaluation, Gathering, Late, Lead, Pursuit, Rows, Territory};
use crate::game_analysis::{Facts, Points, Stages, Tallies};

/// Keeps the analysis of one game between processes. A store that fails is one that has nothing.
pub trait AnalysisStore: fmt::Debug + Send + Sync {
    /// Returns the bytes that were saved last.
    fn load(&self) -> Option<Vec<u8>>;
    /// Saves bytes in the place of those before.
    fn save(&self, bytes: &[u8]);
}

#[derive(Deserialize, Serialize)]
struct SavedAnalysis {
    facts: Facts,
    weights: SavedWeights,
    mobility: i32,
    lead: Option<i32>,
    pursuit: Option<f32>,
    late: Option<SavedLate>,
    /// The value of all sites, of one, and of being near.
    territory: Option<[i32; 3]>,
    gathering: Option<i32>,
    rows: bool,
    /// The ending that compares points, and the value of one.
    points: Option<(usize, i32)>,
    /// The first player, and the value of each number.
    tallies: Option<(usize, Vec<f32>)>,
    scale: f64,
    own: bool,
    blind: bool,
    flat: bool,
}

#[derive(Deserialize, Serialize)]
struct SavedLate {
    weights: SavedWeights,
    mobility: i32,
    start: f64,
    end: f64,
}

/// Piece values: for each piece by rank those on each site, and the one in supply.
#[derive(Deserialize, Serialize)]
struct SavedWeights {
    board: Vec<Vec<i32>>,
    supply: Vec<i32>,
}

/// Returns an analysis as bytes; `None` if it has a number that is not finite.
pub(crate) fn to_bytes(game: &dyn Game, facts: &Facts, evaluation: &Evaluation) -> Option<Vec<u8>> {
    let saved = SavedAnalysis {
        facts: facts.clone(),
        weights: SavedWeights::of(game, &evaluation.weights),
        mobility: evaluation.mobility,
        lead: evaluation.lead.map(|lead| lead.all),
        pursuit: evaluation.pursuit.as_ref().map(Pursuit::hop),
        late: evaluation.late.as_ref().map(|late| SavedLate {
            weights: SavedWeights::of(game, &late.weights),
            mobility: late.mobility,
            start: late.stages.start,
            end: late.stages.end,
        }),
        territory: evaluation.territory.as_ref().map(|room| [room.share, room.site, room.closeness]),
        gathering: evaluation.gathering.as_ref().map(|gathering| gathering.hop),
        rows: evaluation.rows.is_some(),
        points: evaluation.points.map(|points| (points.ending.index(), points.each)),
        tallies: evaluation.tallies.as_ref().map(|tallies| (tallies.first.index(), tallies.each.clone())),
        scale: evaluation.scale,
        own: evaluation.own,
        blind: evaluation.blind,
        flat: evaluation.flat,
    };
    serde_json::to_vec(&saved).ok()
}

/// Returns the analysis of a game from bytes; `None` if they are damaged or of another game.
pub(crate) fn from_bytes(game: &dyn Game, bytes: &[u8]) -> Result<Option<(Facts, Evaluation)>, LimitHit> {
    let Ok(saved) = serde_json::from_slice::<SavedAnalysis>(bytes) else { return Ok(None) };
    let mut facts = saved.facts;
    let players = game.glossary().players.len();
    if facts.choosers.iter().any(|player| player.index() >= players) {
        return Ok(None);
    }
    facts.sides = Sides::of(game, &facts.choosers);
    let Some(weights) = saved.weights.restored(game) else { return Ok(None) };
    // A term that cannot be made is one of another game.
    let territory = match saved.territory {
        Some([share, site, closeness]) => match Territory::of(game, &facts)? {
            Some(mut territory) => {
                (territory.share, territory.site, territory.closeness) = (share, site, closeness);
                Some(territory)
            }
            None => return Ok(None),
        },
        None => None,
    };
    let evaluation = || {
        let late = |late: SavedLate| {
            let stages = Stages { start: late.start, end: late.end };
            Some(Late { weights: late.weights.restored(game)?, mobility: late.mobility, stages })
        };
        let points = |(ending, each): (usize, i32)| {
            (ending < game.glossary().endings.len()).then(|| Points { ending: EndingId::at(ending), each })
        };
        let tallies = |(first, each): (usize, Vec<f32>)| {
            let fits = first < players && each.len() == game.layout().spec().variables;
            fits.then(|| Tallies { first: PlayerId::at(first), each })
        };
        Some(Evaluation {
            mobility: saved.mobility,
            lead: saved.lead.map(|all| Lead { all }),
            pursuit: present(saved.pursuit, |hop| Pursuit::of(game, &weights, hop))?,
            late: present(saved.late, late)?,
            territory,
            gathering: present(saved.gathering, |hop| Gathering::of(game, hop))?,
            rows: present(saved.rows.then_some(()), |()| Rows::of(game, &facts.sides))?,
            points: present(saved.points, points)?,
            tallies: present(saved.tallies, tallies)?,
            scale: saved.scale,
            own: saved.own,
            blind: saved.blind,
            flat: saved.flat,
            sides: facts.sides.clone(),
            weights,
        })
    };
    Ok(evaluation().map(|evaluation| (facts, evaluation)))
}

/// Makes a term if it was saved; `None` if it was, and cannot be made.
fn present<S, T>(saved: Option<S>, make: impl FnOnce(S) -> Option<T>) -> Option<Option<T>> {
    match saved {
        Some(saved) => make(saved).map(Some),
        None => Some(None),
    }
}

impl SavedWeights {
    fn of(game: &dyn Game, weights: &Weights) -> SavedWeights {
        let on_sites =
            |piece: Piece| (0..game.layout().sites()).map(|site| weights.on(piece, SiteId::at(site))).collect();
        SavedWeights {
            board: pieces(game).into_iter().map(on_sites).collect(),
            supply: pieces(game).into_iter().map(|piece| weights.waiting(piece)).collect(),
        }
    }

    fn restored(&self, game: &dyn Game) -> Option<Weights> {
        let (roster, sites) = (Roster::of(game), game.layout().sites());
        let fits = self.supply.len() == roster.len()
            && self.board.len() == roster.len()
            && self.board.iter().all(|values| values.len() == sites);
        fits.then(|| {
            Weights::new(
                game,
                |piece, site| self.board[roster.rank(piece).index()][site.index()],
                |piece| self.supply[roster.rank(piece).index()],
            )
        })
    }
}

/// The pieces of a game by rank.
fn pieces(game: &dyn Game) -> Vec<Piece> {
    let roster = Roster::of(game);
    (0..roster.len()).map(|rank| roster.piece(Rank(rank as u16))).collect()
}

/// Players as numbers.
pub(crate) mod players {
    use dagaz_core::PlayerId;
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    pub(crate) fn serialize<S: Serializer>(players: &[PlayerId], to: S) -> Result<S::Ok, S::Error> {
        let numbers: Vec<usize> = players.iter().map(|player| player.index()).collect();
        numbers.serialize(to)
    }

    pub(crate) fn deserialize<'a, D: Deserializer<'a>>(from: D) -> Result<Vec<PlayerId>, D::Error> {
        let numbers = Vec::<u8>::deserialize(from)?;
        Ok(numbers.into_iter().map(|number| PlayerId::at(usize::from(number))).collect())
    }
}
