//! The seats: a bot or a person for each player.

use dagaz_bots::{Description, Kind, Player};
use dagaz_core::{Glossary, PlayerId, PlayerKind};

use crate::failure::Failure;

/// Who sits at a seat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Seat {
    /// A person at this terminal.
    Human,
    /// A player whose moves are drawn by lot.
    Random,
    /// A bot, or a program of others.
    Bot(Player),
}

/// Returns the seats of all players: people, but for random movers and for what `--seat` says.
pub(crate) fn seats(glossary: &Glossary, arguments: &[String]) -> Result<Vec<Seat>, Failure> {
    let mut seats: Vec<Seat> = glossary
        .players
        .iter()
        .map(|player| if player.kind == PlayerKind::Chooser { Seat::Human } else { Seat::Random })
        .collect();
    let mut given: Vec<PlayerId> = Vec::new();
    for argument in arguments {
        let Some((name, who)) = argument.split_once('=') else {
            return Err(Failure::Usage(format!("--seat {argument}: PLAYER=human or PLAYER=BOT is expected")));
        };
        let name = name.trim();
        let who = match who.trim().to_lowercase().as_str() {
            "human" => Seat::Human,
            _ => match who.trim().parse::<Player>() {
                Ok(Player::Bot(Description { kind: Kind::Random, .. })) => Seat::Random,
                Ok(player) => Seat::Bot(player),
                Err(error) => {
                    return Err(Failure::Usage(format!(
                        "--seat {argument}: {error}; or human, or a program, as in `uci:1s:/usr/games/stockfish`"
                    )));
                }
            },
        };
        let named = |player: &PlayerId| glossary.player(*player).eq_ignore_ascii_case(name);
        let Some(player) = (0..seats.len()).map(PlayerId::at).find(named) else {
            let names: Vec<&str> = glossary.players.iter().map(|player| player.name.as_str()).collect();
            return Err(Failure::Usage(format!(
                "--seat {argument}: there is no player `{name}`; there are {}",
                names.join(", ")
            )));
        };
        if given.contains(&player) {
            return Err(Failure::Usage(format!("--seat {argument}: the seat of {name} is given twice")));
        }
        given.push(player);
        match glossary.players[player.index()].kind {
            PlayerKind::Chooser => seats[player.index()] = who,
            PlayerKind::Random if who == Seat::Random => {}
            PlayerKind::Random => {
                return Err(Failure::Usage(format!("--seat {argument}: {name} always moves at random in this game")));
            }
            PlayerKind::Neutral => {
                return Err(Failure::Usage(format!("--seat {argument}: {name} never moves in this game")));
            }
        }
    }
    Ok(seats)
}

#[cfg(test)]
mod tests {
    use super::*;
    use dagaz_core::PlayerName;

    #[test]
    fn seats_are_taken_by_name() {
        let player = |name: &str, kind| PlayerName { name: name.to_string(), kind };
        let players = vec![
            player("White", PlayerKind::Chooser),
            player("Black", PlayerKind::Chooser),
            player("Dice", PlayerKind::Random),
        ];
        let glossary = Glossary { players, ..Glossary::default() };
        let of =
            |arguments: &[&str]| seats(&glossary, &arguments.iter().map(|text| text.to_string()).collect::<Vec<_>>());
        assert_eq!(of(&[]).ok(), Some(vec![Seat::Human, Seat::Human, Seat::Random]));
        let level: Player = "level:5".parse().expect("it is one");
        assert_eq!(of(&["White=level:5"]).ok(), Some(vec![Seat::Bot(level), Seat::Human, Seat::Random]));
        assert_eq!(of(&["black=Random"]).ok(), Some(vec![Seat::Human, Seat::Random, Seat::Random]));
        for wrong in ["Black", "Red=human", "Dice=human", "White=alphazero"] {
            assert!(of(&[wrong]).is_err(), "{wrong}");
        }
        assert!(of(&["White=human", "white=random"]).is_err(), "a seat for two");
    }
}
