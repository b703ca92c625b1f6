//! Turns of backgammon in SGF (`GM[6]`): `W[21mkxw]` is the throw 2 and 1, a man from m to k and
//! another from x to w. Points are the letters a to x, counted up from White's last point; `y` is
//! the bar, `z` the men borne off.

use dagaz_core::{CompactSort, MoveRef, State};

use super::turn::Said;
use super::{BAR, Board, OFF};

/// A turn of White (0) or Black (1).
pub(crate) fn parse(text: &str, player: usize) -> Option<Said> {
    let digits = |bytes: &[u8]| bytes.iter().all(|digit| (b'1'..=b'6').contains(digit));
    let (dice, ways) = text.as_bytes().split_at_checked(2).filter(|(dice, _)| digits(dice))?;
    let mut dice = [dice[0] - b'0', dice[1] - b'0'];
    dice.compact_sort_by(|one, other| other.cmp(one));
    let number = |letter: u8| match letter {
        b'y' => Some(BAR),
        b'z' => Some(OFF),
        b'a'..=b'x' => {
            let number = usize::from(letter - b'a') + 1;
            Some(if player == 0 { number } else { BAR - number })
        }
        _ => None,
    };
    let ways = ways.chunks(2).map(|way| match *way {
        [from, to] => Some(vec![number(from)?, number(to)?]),
        _ => None,
    });
    Some(Said { dice, ways: ways.collect::<Option<_>>()? })
}

/// The value of a turn: the throw by which a state arose, and the move that follows it.
pub(crate) fn text(
    board: &Board<'_>,
    before: &State,
    throw: MoveRef<'_>,
    state: &State,
    chosen: MoveRef<'_>,
) -> Option<String> {
    let player = board.mover(state)?;
    let [high, low] = board.dice(before, throw)?;
    let letter = |number: usize| match number {
        BAR => 'y',
        OFF => 'z',
        number => char::from(b'a' + (if player == 0 { number } else { BAR - number }) as u8 - 1),
    };
    let parts = board.parts(state, chosen)?;
    let ways: String = parts.iter().flat_map(|(from, to, _)| [letter(*from), letter(*to)]).collect();
    Some(format!("{high}{low}{ways}"))
}
