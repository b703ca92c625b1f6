//! How games end in files of shogi: a word in place of a move.

use dagaz_core::{Game, Outcome, PlayerId, PlayerKind, Verdict};

/// The tag that says why a game has no result.
pub(super) const TERMINATION: &str = "Termination";

/// The tag that says how long the player thought who ended the game, in seconds.
pub(super) const ENDING_TIME: &str = "EndingTime";

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
    /// The word of CSA; empty if it has none. `±` stands for the sign of the player who broke a
    /// rule.
    pub(super) csa: &'static str,
    /// What we call it.
    pub(super) name: &'static str,
    pub(super) winner: Winner,
}

const ENDINGS: [Ending; 16] = [
    ending("投了", "%TORYO", "resignation", Winner::Other),
    ending("切れ負け", "%TIME_UP", "time", Winner::Other),
    ending("反則負け", "%ILLEGAL_MOVE", "illegal move", Winner::Other),
    ending("反則勝ち", FOUL, "forfeit", Winner::Mover),
    ending("入玉勝ち", "%KACHI", "declaration", Winner::Mover),
    ending("詰み", "%TSUMI", "checkmate", Winner::Other),
    ending("不戦敗", "", "default", Winner::Other),
    ending("不戦勝", "", "default", Winner::Mover),
    ending("不詰", "%FUZUMI", "no mate", Winner::Open),
    ending("千日手", "%SENNICHITE", "repetition", Winner::Nobody),
    ending("持将棋", "%JISHOGI", "impasse", Winner::Nobody),
    ending("引き分け", "%HIKIWAKE", "draw", Winner::Nobody),
    ending("最大手数", "%MAX_MOVES", "move limit", Winner::Nobody),
    ending("中断", "%CHUDAN", "unterminated", Winner::Open),
    ending("待った", "%MATTA", "takeback", Winner::Open),
    ending("封じ手", "%CHUDAN", "sealed move", Winner::Open),
];

/// The word of CSA for a foul of the opponent, before its sign is set.
const FOUL: &str = "%±ILLEGAL_ACTION";

const fn ending(kif: &'static str, csa: &'static str, name: &'static str, winner: Winner) -> Ending {
    Ending { kif, csa, name, winner }
}

/// The ending that a word of KIF means.
pub(super) fn of_kif(word: &str) -> Option<&'static Ending> {
    // Programs write some of them in several ways.
    let word = match word {
        "反則" => "反則負け",
        "時間切れ" => "切れ負け",
        "勝ち宣言" | "入玉宣言" => "入玉勝ち",
        "詰" => "詰み",
        "引分" | "引分け" => "引き分け",
        other => other,
    };
    ENDINGS.iter().find(|ending| ending.kif == word)
}

/// The ending that a word of CSA means, where the first player moves or the second.
pub(super) fn of_csa(word: &str, second_moves: bool) -> Option<&'static Ending> {
    // A foul names the player who broke a rule.
    let of_foul = |second: bool| if second == second_moves { "%ILLEGAL_MOVE" } else { FOUL };
    let word = match word {
        "%+ILLEGAL_ACTION" => of_foul(false),
        "%-ILLEGAL_ACTION" => of_foul(true),
        "%ERROR" => "%CHUDAN",
        "" => return None,
        other => other,
    };
    ENDINGS.iter().find(|ending| ending.csa == word)
}

impl Ending {
    /// The word of CSA, where the first player moves or the second; none if it has none.
    pub(super) fn csa_word(&self, second_moves: bool) -> Option<String> {
        let sign = if second_moves { "+" } else { "-" };
        (!self.csa.is_empty()).then(|| self.csa.replace('±', sign))
    }
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
