//! Files that explode, never end, or would like to read what is on the server.

use serde_json::Value;

use super::raw::request;
use super::scenario::Scenario;

/// Accounts that hand in; an address may make no more at once.
const MEMBERS: usize = 5;

/// Macros of which each is the one before, ten times.
fn laughs() -> String {
    let mut text = "(define m0 (White (Man a1)))\n".to_string();
    for level in 1..30 {
        let inner = format!("(m{}) ", level - 1).repeat(10);
        text += &format!("(define m{level} {inner})\n");
    }
    format!("{text}(game (title \"x\") (players White Black) (turn-order White Black) (board-setup (m29)))")
}

/// Rules by a name and their text.
fn explosive() -> Vec<(&'static str, String)> {
    let board = "(drf 3) (game \"Large\" (board (grid 1-3000 1-3000)) (setup (White (Man 1/1))) (piece Man (moves (walk any))) \
                 (rule (walk d) d empty))";
    vec![
        ("forever.4th", "{board 3 3 {grid} board} : forever BEGIN 1 DROP AGAIN ; forever".to_string()),
        ("laughs.zrf", laughs()),
        ("grows.4th", "{board 3 3 {grid} board} : more BEGIN 1000000 ALLOT AGAIN ; more".to_string()),
        ("deep.zrf", "(".repeat(3_000_000)),
        ("large.drf", board.to_string()),
        ("reads.zrf", "(include \"/etc/passwd\") (include \"../people.sqlite\")".to_string()),
        ("huge.zrf", " ".repeat(20 << 20)),
    ]
}

/// See the [module documentation](self).
pub(super) async fn explode(ground: &Scenario) -> Result<(), String> {
    let mut passes = Vec::new();
    for _ in 0..MEMBERS {
        passes.push(ground.member(0).await?.0);
    }
    let files = explosive();
    ground
        .repeat(MEMBERS, 20, async |worker| {
            let (name, text) = &files[ground.next() as usize % files.len()];
            let path = format!("/api/v1/rules?name={name}");
            let answered = request(ground.road(0), "POST", &path, &passes[worker], text.as_bytes()).await;
            let Some(answered) = answered else { return "cut off".to_string() };
            if answered.status != 200 {
                return answered.status.to_string();
            }
            let told: Value = serde_json::from_str(&answered.body).unwrap_or_default();
            if told["entry"].is_object() || answered.body.contains("root:") {
                ground.breach(format!("{name}: {}", answered.body));
            }
            let code = told["problems"][0]["code"].as_str().unwrap_or("problems").to_string();
            format!("refused ({code})")
        })
        .await;
    Ok(())
}
