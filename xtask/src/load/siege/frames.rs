//! Messages that are too large, too deep, in endless pieces, or none at all.

use super::raw::{Heard, TEXT, TEXT_BEGINS, TEXT_GOES_ON, frame, head_of_frame, request};
use super::scenario::{JSON, Scenario};

/// How many do it at a time, and how often a second together.
const WORKERS: usize = 16;
const A_SECOND: u32 = 200;

/// Frames larger than messages may be: by what they hold, and by what they say.
pub(super) async fn oversize(ground: &Scenario) -> Result<(), String> {
    let pass = ground.guest(0).await?;
    let long = frame(TEXT, &[b' '; 20_000]);
    let claims = [65_536, 1 << 40, u64::MAX >> 1].map(|length| [head_of_frame(TEXT, length), vec![0; 64]].concat());
    ground
        .repeat(WORKERS, A_SECOND, async |_| {
            let mut socket = match ground.socket(0, &pass).await {
                Ok(socket) => socket,
                Err(answer) => return answer,
            };
            let all = [&long, &claims[0], &claims[1], &claims[2]];
            socket.send(all[ground.next() as usize % all.len()]).await;
            closed(ground, socket.hear().await)
        })
        .await;
    Ok(())
}

/// What was said must end the socket.
fn closed(ground: &Scenario, heard: Heard) -> String {
    if let Heard::Text(text) = &heard {
        ground.breach(format!("it was answered: {text}"));
    }
    heard.end()
}

/// Bytes that are no frames, or none that a client may send.
pub(super) async fn malformed(ground: &Scenario) -> Result<(), String> {
    let pass = ground.guest(0).await?;
    let bad: [Vec<u8>; 8] = [
        // Reserved bits, a kind that there is not, no mask, no UTF-8.
        frame(TEXT | 0x70, b"{}"),
        frame(0x83, b"{}"),
        vec![TEXT, 2, b'{', b'}'],
        frame(TEXT, &[0xFF, 0xFE, 0xC0]),
        // Control frames that are too long, or in pieces; an end of a message that has not begun; a
        // code of one byte.
        frame(0x89, &[0; 200]),
        frame(0x09, b"x"),
        frame(0x80, b"}"),
        frame(0x88, b"x"),
    ];
    ground
        .repeat(WORKERS, A_SECOND, async |_| {
            let mut socket = match ground.socket(0, &pass).await {
                Ok(socket) => socket,
                Err(answer) => return answer,
            };
            socket.send(&bad[ground.next() as usize % bad.len()]).await;
            closed(ground, socket.hear().await)
        })
        .await;
    Ok(())
}

/// Messages whose pieces never end: some that grow, and some of nothing at all, as many as the line
/// takes.
pub(super) async fn fragments(ground: &Scenario) -> Result<(), String> {
    let pass = ground.guest(0).await?;
    let piece = frame(TEXT_GOES_ON, &[b'x'; 1_000]);
    let nothing = frame(TEXT_GOES_ON, &[]).repeat(10_000);
    ground
        .repeat(WORKERS * 2, A_SECOND, async |worker| {
            let mut socket = match ground.socket(0, &pass).await {
                Ok(socket) => socket,
                Err(answer) => return answer,
            };
            socket.send(&frame(TEXT_BEGINS, b"{\"x\":\"")).await;
            if worker % 2 == 0 {
                for _ in 0..40 {
                    socket.send(&piece).await;
                }
                return closed(ground, socket.hear().await);
            }
            // The line takes no more than what is read at the other end.
            while !ground.is_over() && socket.send(&nothing).await {
                ground.count("10,000 pieces of nothing read");
            }
            if ground.is_over() { "still there".to_string() } else { "cut off".to_string() }
        })
        .await;
    Ok(())
}

/// JSON that is deeper or larger than anything honest, on sockets and in requests.
pub(super) async fn json(ground: &Scenario) -> Result<(), String> {
    let pass = ground.guest(0).await?;
    let deep =
        ["[".repeat(16_000), "{\"ask\":".repeat(2_000), format!("{{\"ask\":\"ping\",\"re\":1{}", "0".repeat(15_000))];
    let bodies = [("[".repeat(60_000), 400), ("{\"rules\":".repeat(6_000), 400), (" ".repeat(5_000_000), 413)];
    let headers = format!("{pass}{JSON}");
    ground
        .repeat(WORKERS, A_SECOND, async |worker| {
            let number = ground.next() as usize;
            if worker % 4 == 0 {
                let (body, status) = &bodies[number % bodies.len()];
                let answered = request(ground.road(0), "POST", "/api/v1/games", &headers, body.as_bytes()).await;
                let Some(answered) = answered else { return "cut off".to_string() };
                // In 422 it was read, and is no request for a game.
                if ![*status, 422, 429].contains(&answered.status) {
                    ground.breach(format!("{}: {}", answered.status, answered.body));
                }
                return answered.status.to_string();
            }
            let mut socket = match ground.socket(0, &pass).await {
                Ok(socket) => socket,
                Err(answer) => return answer,
            };
            // As many as a socket may send at once.
            for _ in 0..50 {
                match socket.ask(&deep[number % deep.len()]).await {
                    Heard::Text(text) if text.contains("\"malformed\"") => ground.count("malformed"),
                    Heard::Text(text) => ground.breach(format!("it was answered: {text}")),
                    heard => return heard.end(),
                }
            }
            "malformed".to_string()
        })
        .await;
    Ok(())
}
