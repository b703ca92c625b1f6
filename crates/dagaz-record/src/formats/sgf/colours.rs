//! Which player is Black, and which is White.

use dagaz_core::{Game, PlayerId, PlayerKind, Turn};

/// One of the two colours that the standard knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Colour {
    Black,
    White,
}

impl Colour {
    /// The name of the property with a move of this colour.
    pub(super) fn letter(self) -> &'static str {
        match self {
            Colour::Black => "B",
            Colour::White => "W",
        }
    }

    /// The colour of the opponent.
    pub(super) fn other(self) -> Colour {
        match self {
            Colour::Black => Colour::White,
            Colour::White => Colour::Black,
        }
    }

    /// The colour that a value or a name means: `B`, `black`, `w`.
    pub(super) fn named(text: &str) -> Option<Colour> {
        match text.trim().chars().next()? {
            'b' | 'B' | '1' => Some(Colour::Black),
            'w' | 'W' | '2' => Some(Colour::White),
            _ => None,
        }
    }
}

/// The colours of a game of two.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Colours {
    players: [PlayerId; 2],
}

impl Colours {
    /// The colours of a game that exactly two people or bots play. Black is the player of that
    /// name, or the one who is not White, or else the one who moves first.
    pub(super) fn of(game: &dyn Game) -> Option<Colours> {
        let glossary = game.glossary();
        let mut choosers =
            (0..glossary.players.len()).filter(|&index| glossary.players[index].kind == PlayerKind::Chooser);
        let (one, other) = (choosers.next()?, choosers.next()?);
        if choosers.next().is_some() {
            return None;
        }
        let called = |name: &str| {
            [one, other].into_iter().find(|&index| glossary.players[index].name.eq_ignore_ascii_case(name))
        };
        let first = glossary.slots.iter().map(|slot| slot.mover.index()).find(|mover| [one, other].contains(mover));
        let against = |white: usize| if white == one { other } else { one };
        let black = called("Black").or(called("White").map(against)).or(first).unwrap_or(one);
        Some(Colours { players: [PlayerId::at(black), PlayerId::at(against(black))] })
    }

    /// The same players with the other colours.
    pub(super) fn exchanged(self) -> Colours {
        let [black, white] = self.players;
        Colours { players: [white, black] }
    }

    /// The player of a colour.
    pub(super) fn player(&self, colour: Colour) -> PlayerId {
        self.players[colour as usize]
    }

    /// The colour of a player.
    pub(super) fn colour(&self, player: PlayerId) -> Option<Colour> {
        [Colour::Black, Colour::White].into_iter().find(|&colour| self.player(colour) == player)
    }
}

/// Whose turn it is, if it is one player's.
pub(super) fn mover(turn: Turn) -> Option<PlayerId> {
    match turn {
        Turn::Choice(player) | Turn::Chance(player) => Some(player),
        Turn::Together(_) => None,
    }
}
