//! Parses `--bots` and makes the bots.

use dagaz_bots::{Bot, Budget, Description, Kind, Maker, Player};
use dagaz_core::Game;

use crate::failure::Failure;

/// Reads a list of bots. A comma also stands between the parts of a budget (`mcts:2s,8d`), so what
/// is only a budget belongs to the bot before it.
pub(crate) fn read(text: &str) -> Result<Vec<Player>, Failure> {
    let mut texts: Vec<String> = Vec::new();
    for part in text.split(',') {
        match texts.last_mut() {
            Some(last) if last.contains(':') && Budget::parse(part).is_some() => {
                last.push(',');
                last.push_str(part);
            }
            _ => texts.push(part.trim().to_string()),
        }
    }
    texts.iter().map(|text| text.parse().map_err(|error| Failure::Usage(format!("--bots: {error}")))).collect()
}

/// Reads one bot.
pub(crate) fn one(text: &str) -> Result<Player, Failure> {
    text.parse().map_err(Failure::Usage)
}

/// Returns whether a player chooses any legal move.
pub(crate) fn is_random(player: &Player) -> bool {
    matches!(player, Player::Bot(description) if description.kind == Kind::Random)
}

/// Returns whether a player's moves depend on how fast the machine is.
pub(crate) fn is_timed(player: &Player) -> bool {
    match player {
        Player::Program(_) => true,
        Player::Bot(Description { kind, budget, .. }) => match kind {
            Kind::Random | Kind::First | Kind::Greedy | Kind::Own(_) => false,
            Kind::Level(_) => true,
            Kind::AlphaBeta | Kind::MaxN | Kind::Mcts | Kind::Best => {
                budget.unwrap_or(Description::USUAL).time.is_some()
            }
        },
    }
}

/// Returns the name of each player; equal names are numbered.
pub(crate) fn names(players: &[Player]) -> Vec<String> {
    let texts: Vec<String> = players.iter().map(Player::to_string).collect();
    let name = |(place, text): (usize, &String)| {
        if texts.iter().filter(|other| *other == text).count() < 2 {
            return text.clone();
        }
        let before = texts[..place].iter().filter(|other| *other == text).count();
        format!("{text} #{}", before + 1)
    };
    texts.iter().enumerate().map(name).collect()
}

/// Returns the bot of a player; none for one that plays at random.
pub(crate) fn bot(maker: &Maker, game: &dyn Game, player: &Player) -> Result<Option<Box<dyn Bot>>, Failure> {
    if is_random(player) { Ok(None) } else { Ok(Some(maker.player(game, player)?)) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_budget_may_have_several_parts() {
        let read = |text: &str| read(text).map(|players| names(&players)).map_err(|failure| failure.to_string());
        assert_eq!(
            read("random,mcts:500p,8d,greedy"),
            Ok(vec!["random".into(), "mcts:8d,500p".into(), "greedy".into()])
        );
        assert_eq!(read("greedy, greedy"), Ok(vec!["greedy #1".into(), "greedy #2".into()]));
        assert!(read("greedy,8d").is_err_and(|said| said.contains("no bot `8d`")));
    }

    #[test]
    fn budgets_may_be_clocks() {
        let timed = |text: &str| read(text).map(|players| is_timed(&players[0])).ok();
        assert_eq!(timed("best:500n"), Some(false));
        assert_eq!(timed("alphabeta"), Some(true));
        assert_eq!(timed("mcts:2s,500p"), Some(true));
        assert_eq!(timed("random"), Some(false));
    }
}
