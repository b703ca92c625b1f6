//! How a game begins: its position and its clock, as a client asks for them.

use std::sync::Arc;

use dagaz_contract::catalog::{NewGame, Placed};
use dagaz_contract::command::{ClockRule as WireClock, Sitter};
use dagaz_contract::message::Reason;
use dagaz_core::{Game, PlayerKind, State};
use dagaz_record::{asked_start, parse_position, write_position};
use dagaz_session::{ClockRule, Millis, Seat};

use crate::compiled_game::Prepared;
use crate::refused::Refused;

/// Returns the state that a text describes.
pub fn placed(game: &dyn Game, text: &str) -> Result<State, Refused> {
    let bad = |say: &str| Refused::new(Reason::BadRecord, say);
    if text.len() > 65_536 {
        return Err(Refused::new(Reason::TooLarge, "the position is too long"));
    }
    let start = asked_start(game, text, clock_drawn());
    let text = start.as_deref().unwrap_or(text);
    let position = parse_position(game, text).map_err(|fault| bad(&fault.to_string()))?;
    game.set_up(&position).map_err(|errors| bad(&errors.iter().map(ToString::to_string).collect::<Vec<_>>().join("; ")))
}

/// Returns a number to draw a start by: the fraction of the present second. Both players
/// see the start, so it need not be secret.
fn clock_drawn() -> u64 {
    let since = web_time::SystemTime::now().duration_since(web_time::UNIX_EPOCH);
    since.map_or(0, |since| u64::from(since.subsec_micros()))
}

/// Returns the start position that a text describes, as it is kept.
pub fn start_position(game: &dyn Game, text: &str) -> Result<Arc<str>, Refused> {
    Ok(write_position(game, &placed(game, text)?).into())
}

/// Returns the clock that a client asks for.
pub fn clock_rule(rule: WireClock) -> Result<ClockRule, Refused> {
    let time = |ms: u32| Millis(u64::from(ms));
    let bad = || Refused::new(Reason::Malformed, "this clock leaves no time to move");
    Ok(match rule {
        WireClock::Fischer { main_ms, add_ms } if main_ms > 0 => {
            ClockRule::Fischer { main: time(main_ms), add: time(add_ms) }
        }
        WireClock::Byoyomi { main_ms, period_ms, periods } if period_ms > 0 && periods > 0 => {
            ClockRule::Byoyomi { main: time(main_ms), period: time(period_ms), periods }
        }
        WireClock::Correspondence { move_ms } if move_ms > 0 => ClockRule::Correspondence { per_move: time(move_ms) },
        _ => return Err(bad()),
    })
}

/// Who sits where in a new game. Players that are not named are played by the person who starts it.
pub fn seats(
    game: &dyn Game,
    new: &NewGame,
    seat: impl Fn(&Sitter) -> Result<Seat, Refused>,
) -> Result<Vec<Seat>, Refused> {
    if let Some(unknown) = new.seats.iter().find(|seat| game.glossary().player_named(&seat.player).is_none()) {
        return Err(Refused::new(Reason::Unknown, &format!("there is no player {}", unknown.player)));
    }
    let of = |player: &dagaz_core::PlayerName| match new.seats.iter().find(|seat| seat.player == player.name) {
        _ if player.kind != PlayerKind::Chooser => Ok(Seat::Aside),
        Some(rule) => seat(&rule.by),
        None => seat(&Sitter::Me),
    };
    game.glossary().players.iter().map(of).collect()
}

impl Prepared {
    /// Returns the view of a position text, for a preview before a game.
    pub fn placed(&self, text: &str) -> Result<Placed, Refused> {
        let (game, drawing) = (&*self.game, &self.drawing);
        let state = placed(game, text)?;
        let player = match game.turn(&state) {
            dagaz_core::Turn::Choice(player) => Some(player),
            _ => None,
        };
        Ok(Placed {
            pieces: drawing.pieces(game, &state),
            hands: drawing.hands(game, &state),
            turn: player.and_then(|player| Some(self.board.players.get(player.index())?.id.clone())),
            text: dagaz_record::usual_position(game, &state),
        })
    }
}
