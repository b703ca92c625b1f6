//! Results: `1-0`, `2-0`, `1/2-1/2`, `1-1`, `0-0`, `*`.

use dagaz_core::{Outcome, Verdict};

use super::board::{Colour, Draughts};
use crate::formats::pgn;

/// What a text says about the end of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Score {
    /// Nothing.
    Open,
    /// This colour won.
    Won(Colour),
    /// No player won.
    Draw,
    /// Both lost.
    Forfeit,
}

impl Score {
    /// The score of a text; none if it is no result.
    pub(super) fn of(text: &str) -> Option<Score> {
        match text {
            "*" => Some(Score::Open),
            "1-0" | "2-0" => Some(Score::Won(Colour::White)),
            "0-1" | "0-2" => Some(Score::Won(Colour::Black)),
            "1/2-1/2" | "½-½" | "1-1" => Some(Score::Draw),
            "0-0" => Some(Score::Forfeit),
            _ => None,
        }
    }

    /// Its text. International draughts give two points.
    pub(super) fn text(self, two_points: bool) -> &'static str {
        match (self, two_points) {
            (Score::Open, _) => "*",
            (Score::Won(Colour::White), false) => "1-0",
            (Score::Won(Colour::White), true) => "2-0",
            (Score::Won(Colour::Black), false) => "0-1",
            (Score::Won(Colour::Black), true) => "0-2",
            (Score::Draw, false) => "1/2-1/2",
            (Score::Draw, true) => "1-1",
            (Score::Forfeit, _) => "0-0",
        }
    }

    /// Returns the score of an outcome; `None` if it has none.
    pub(super) fn of_outcome(draughts: &Draughts<'_>, outcome: &Outcome) -> Option<Score> {
        let verdict = |colour: Colour| outcome.verdicts.get(draughts.player(colour).index());
        match (verdict(Colour::White)?, verdict(Colour::Black)?) {
            (Verdict::Win, Verdict::Loss) => Some(Score::Won(Colour::White)),
            (Verdict::Loss, Verdict::Win) => Some(Score::Won(Colour::Black)),
            (Verdict::Draw, Verdict::Draw) => Some(Score::Draw),
            (Verdict::Loss, Verdict::Loss) => Some(Score::Forfeit),
            _ => None,
        }
    }

    /// Returns the outcome of a score that the rules did not give; `None` for an unfinished game.
    /// `termination` is the value of that tag.
    pub(super) fn outcome(self, draughts: &Draughts<'_>, termination: Option<&str>) -> Option<Outcome> {
        let result = match self {
            Score::Open => return None,
            Score::Forfeit => Score::Draw.text(false),
            _ => self.text(false),
        };
        let players = [Colour::White, Colour::Black].map(|colour| draughts.player(colour));
        let mut outcome = pgn::result::outcome(draughts.game, &players, result, termination)?;
        if self == Score::Forfeit {
            outcome.verdicts.fill(Verdict::Loss);
        }
        Some(outcome)
    }
}
