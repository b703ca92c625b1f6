//! Work that is asked for without end, from many houses: rules read, games made ready, moves
//! explained, records written.

use serde_json::Value;

use super::raw::{Heard, request};
use super::scenario::{JSON, Scenario};

/// Houses from which work is asked for, and how often a second together.
const HOUSES: usize = 20;
const A_SECOND: u32 = 100;

/// Games that keep large boards, one for each variant.
const VARIANTS: usize = 12;

/// Rules of a few hundred bytes, each of whose variants is a board of 16,384 places.
fn huge() -> String {
    let mut text = "(drf 3)\n(game \"Huge\" (players X O) (board (grid 128 128)) (piece Q (moves (zz adjacent)))\n\
        (rule (zz d) (many d empty) d open) (setup (X (Q a1)) (O (Q b9))) (win stuck no-moves))\n"
        .to_string();
    for variant in 1..VARIANTS {
        text += &format!("(variant \"V{variant}\" (of \"Huge\") (setup (X (Q a{})) (O (Q c9))))\n", variant + 1);
    }
    text
}

/// Abuse of processor time and memory, with uploaded rules and with the library.
pub(super) async fn everything(ground: &Scenario) -> Result<(), String> {
    let (member, _) = ground.member(0).await?;
    let handed_in = request(ground.road(0), "POST", "/api/v1/rules?name=h.drf", &member, huge().as_bytes()).await;
    let told = handed_in.and_then(|answered| serde_json::from_str::<Value>(&answered.body).ok()).unwrap_or_default();
    let id = told["entry"]["id"].as_str().map(str::to_string);
    let mut studies = Vec::new();
    for house in 0..HOUSES {
        let pass = ground.guest(house).await?;
        let body = r#"{"rules":"renju","nonce":"w","study":true}"#;
        let begun =
            request(ground.road(house), "POST", "/api/v1/games", &format!("{pass}{JSON}"), body.as_bytes()).await;
        let begun = begun.and_then(|answered| serde_json::from_str::<Value>(&answered.body).ok()).unwrap_or_default();
        studies.push((pass, begun["game"].as_str().unwrap_or_default().to_string()));
    }
    ground
        .repeat(HOUSES * 2, A_SECOND, async |worker| {
            let (house, number) = (worker % HOUSES, ground.next());
            let (pass, game) = &studies[house];
            let path = match number % 5 {
                0 => {
                    let mut socket = match ground.socket(house, pass).await {
                        Ok(socket) => socket,
                        Err(answer) => return answer,
                    };
                    let why = format!(r#"{{"ask":"why","re":1,"game":"{game}","node":0,"picks":["pass"]}}"#);
                    return match socket.ask(&why).await {
                        Heard::Text(text) if text.contains("\"why\"") => "explained".to_string(),
                        Heard::Text(_) => "refused".to_string(),
                        end => end.end(),
                    };
                }
                1 => format!("/api/v1/games/{game}/record?format=json"),
                2 => match &id {
                    Some(id) => format!("/api/v1/library/{id}/board?variant={}", number % VARIANTS as u64),
                    None => "/api/v1/library/renju/board".to_string(),
                },
                3 => "/api/v1/library/chess/text".to_string(),
                _ => format!("/api/v1/library/tamerlane/position?text=x{number}"),
            };
            match request(ground.road(house), "GET", &path, pass, b"").await {
                Some(answered) => answered.status.to_string(),
                None => "cut off".to_string(),
            }
        })
        .await;
    Ok(())
}

/// Dice of a game in progress: every form of its record, requested without a session.
pub(super) async fn dice(ground: &Scenario) -> Result<(), String> {
    let pass = ground.guest(0).await?;
    let seats = r#"[{"player":"White","by":"me"},{"player":"Black","by":"anyone"}]"#;
    let body = format!(r#"{{"rules":"backgammon","nonce":"d","seats":{seats}}}"#);
    let begun = request(ground.road(0), "POST", "/api/v1/games", &format!("{pass}{JSON}"), body.as_bytes()).await;
    let begun = begun.and_then(|answered| serde_json::from_str::<Value>(&answered.body).ok()).unwrap_or_default();
    let game = begun["game"].as_str().ok_or("no game was begun")?;
    let forms = ["record?format=json", "record?format=sgf", "record?format=txt", "record?format=zsg", "view"];
    ground
        .repeat(2, 5, async |_| {
            let form = forms[ground.next() as usize % forms.len()];
            let answered = request(ground.road(1), "GET", &format!("/api/v1/games/{game}/{form}"), "", b"").await;
            let Some(answered) = answered else { return "cut off".to_string() };
            if ["\\\"seed\\\"", "DGX[", "\\nseed ", "ChanceSecret", "\"secret\""]
                .iter()
                .any(|sign| answered.body.contains(sign))
            {
                ground.breach(format!("{form}: {}", answered.body));
            }
            answered.status.to_string()
        })
        .await;
    Ok(())
}
