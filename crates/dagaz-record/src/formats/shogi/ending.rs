//! How games end in files of shogi: a word in place of a move.

use dagaz_core::{Game, Outcome, PlayerId, PlayerKind, Verdict};

/// The tag that says why a game has no result.
pub(super) const TERMINATION: &str = "Termination";

/// Who wins by an ending.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Winner {
    /// The player to move.
    Mover,
    /// The other player.
    Other,
    /// The game is drawn.
    Nobody,
    /// The game is not over.
    Open,
}

/// One ending.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ending {
    /// What KIF says.
    pub(super) kif: &'static str,
    /// What CSA says.
    pub(super) csa: &'static str,
    /// What we call it.
    pub(super) name: &'static str,
    pub(super) winner: Winner,
}

const ENDINGS: [Ending; 13] = [
    ending("投了", "%TORYO", "resignation", Winner::Other),
    ending("切れ負け", "%TIME_UP", "time", Winner::Other),
    ending("反則負け", "%ILLEGAL_MOVE", "illegal move", Winner::Other),
    ending("反則勝ち", "%ILLEGAL_ACTION", "forfeit", Winner::Mover),
    ending("入玉勝ち", "%KACHI", "declaration", Winner::Mover),
    ending("詰み", "%TSUMI", "checkmate", Winner::Other),
    ending("不詰", "%FUZUMI", "no mate", Winner::Open),
    ending("千日手", "%SENNICHITE", "repetition", Winner::Nobody),
    ending("持将棋", "%JISHOGI", "impasse", Winner::Nobody),
    ending("引き分け", "%HIKIWAKE", "draw", Winner::Nobody),
    ending("中断", "%CHUDAN", "unterminated", Winner::Open),
    ending("待った", "%MATTA", "takeback", Winner::Open),
    ending("封じ手", "%CHUDAN", "sealed move", Winner::Open),
];

const fn ending(kif: &'static str, csa: &'static str, name: &'static str, winner: Winner) -> Ending {
    Ending { kif, csa, name, winner }
}

/// The ending that a word of KIF or CSA means.
pub(super) fn named(word: &str) -> Option<&'static Ending> {
    // Programs write some of them in several ways.
    let word = match word {
        "反則" => "反則負け",
        "時間切れ" => "切れ負け",
        "勝ち宣言" => "入玉勝ち",
        "%+ILLEGAL_ACTION" | "%-ILLEGAL_ACTION" => "%ILLEGAL_ACTION",
        "%ERROR" => "%CHUDAN",
        other => other,
    };
    ENDINGS.iter().find(|ending| ending.kif == word || ending.csa == word)
}

/// The outcome of an ending for all players.
pub(super) fn outcome(game: &dyn Game, ending: &Ending, mover: PlayerId) -> Option<Outcome> {
    let verdict = |index: usize| match ending.winner {
        Winner::Nobody => Verdict::Draw,
        Winner::Mover if index == mover.index() => Verdict::Win,
        Winner::Other if index != mover.index() => Verdict::Win,
        _ => Verdict::Loss,
    };
    let players = game.glossary().players.iter().enumerate();
    let verdicts =
        players.map(|(index, player)| if player.kind == PlayerKind::Chooser { verdict(index) } else { Verdict::Aside });
    (ending.winner != Winner::Open).then(|| Outcome {
        ending: ending.name.to_string(),
        verdicts: verdicts.collect(),
        scores: None,
    })
}

/// The ending that says why a game without a result stops, by its tag `Termination`.
pub(super) fn open(termination: &str) -> Option<&'static Ending> {
    ENDINGS.iter().find(|ending| ending.winner == Winner::Open && ending.name == termination)
}

/// The ending that says an outcome where `mover` would move next.
pub(super) fn of(outcome: &Outcome, mover: PlayerId) -> Option<&'static Ending> {
    let winner = match outcome.verdicts.get(mover.index())? {
        Verdict::Win => Winner::Mover,
        Verdict::Loss => Winner::Other,
        Verdict::Draw => Winner::Nobody,
        Verdict::Aside => return None,
    };
    let fitting = || ENDINGS.iter().filter(|ending| ending.winner == winner);
    fitting().find(|ending| ending.name == outcome.ending).or_else(|| {
        let usual = match winner {
            Winner::Mover => "declaration",
            Winner::Other => "resignation",
            _ => "draw",
        };
        fitting().find(|ending| ending.name == usual)
    })
}
