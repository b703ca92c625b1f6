//! The end of a game in words.

use dagaz_core::{Game, Outcome, PlayerId, Verdict};

/// Returns the end of a game in words: its name, and the result for each player.
pub fn outcome_words(game: &dyn Game, outcome: &Outcome) -> String {
    let glossary = game.glossary();
    let who = |wanted: Verdict| -> Vec<&str> {
        let players = outcome.verdicts.iter().enumerate().filter(|(_, verdict)| **verdict == wanted);
        players.map(|(index, _)| glossary.player(PlayerId::at(index))).collect()
    };
    let (winners, losers, drawn) = (who(Verdict::Win), who(Verdict::Loss), who(Verdict::Draw));
    let mut parts = Vec::new();
    for (players, what) in [(&winners, "won"), (&losers, "lost"), (&drawn, "drew")] {
        if !players.is_empty() {
            parts.push(format!("{} {what}", players.join(" and ")));
        }
    }
    if let Some(scores) = &outcome.scores {
        let scores: Vec<String> = scores
            .iter()
            .enumerate()
            .filter(|(index, _)| outcome.verdicts.get(*index) != Some(&Verdict::Aside))
            .map(|(index, score)| format!("{} {score}", glossary.player(PlayerId::at(index))))
            .collect();
        parts.push(format!("score: {}", scores.join(", ")));
    }
    if parts.is_empty() {
        parts.push("no player wins or loses".to_string());
    }
    format!("{} ({})", parts.join(", "), outcome.ending)
}
