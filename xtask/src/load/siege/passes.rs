//! Passes that are forged, ended, too old, or come back after they were replaced.

use dagaz_store::{PassRow, Register};
use sha2::{Digest, Sha256};

use super::raw::request;
use super::scenario::{Scenario, bearer};

/// A moment of long ago, in milliseconds since 1970.
const LONG_AGO: u64 = 1_000_000_000_000;

/// See the [module documentation](self).
pub(super) async fn stolen(ground: &Scenario) -> Result<(), String> {
    let mut bad = forged(&ground.guest(0).await?);
    let (ended, _) = ground.member(0).await?;
    let gone = request(ground.road(0), "POST", "/api/v1/logout", &ended, b"{}").await;
    gone.filter(|gone| gone.status == 200).ok_or("nobody could log out")?;
    bad.push(ended);
    let register = match &ground.target.kept {
        [kind, address] if kind == "--db" => Register::open_database(address),
        [_, folder] => Register::open(&std::path::Path::new(folder).join("people.sqlite")),
    };
    let register = register.map_err(|fault| fault.to_string())?;
    let (replayed, name) = ground.member(1).await?;
    bad.extend(old(&register, &replayed, &name)?);
    ground
        .repeat(16, 1_000, async |worker| {
            let shown = &bad[ground.next() as usize % bad.len()];
            let answered = request(ground.road(2 + worker), "GET", "/api/v1/me", shown, b"").await;
            let Some(answered) = answered else { return "cut off".to_string() };
            if answered.status < 400 {
                ground.breach(format!("{shown} was good: {}", answered.body));
            }
            answered.status.to_string()
        })
        .await;
    Ok(())
}

/// Forged variants of a guest's session token: other letters, another day, another kind.
fn forged(good: &str) -> Vec<String> {
    let good = good.trim_end().rsplit(' ').next().unwrap_or_default();
    let changed = (1..good.len()).map(|place| {
        let mut letters: Vec<u8> = good.bytes().collect();
        letters[place] = if letters[place] == b'0' { b'1' } else { b'0' };
        String::from_utf8_lossy(&letters).into_owned()
    });
    let others = [String::new(), "g".to_string(), format!("m{}", "0".repeat(64)), good.repeat(20)];
    changed.chain(others).map(|pass| bearer(&pass)).collect()
}

/// A replaced session token, and an old one, both of existing people.
fn old(register: &Register, replayed: &str, name: &str) -> Result<Vec<String>, String> {
    let hash = |pass: &str| Sha256::digest(pass.as_bytes());
    let found = |text: dagaz_store::StoreFault| text.to_string();
    let shown = replayed.trim_end().rsplit(' ').next().unwrap_or_default();
    let row = register.pass(&hash(shown)).map_err(found)?.ok_or_else(|| format!("{name} has no pass"))?;
    let next = format!("m{}", "1".repeat(64));
    if !register.replace_pass(&hash(shown), &hash(&next), LONG_AGO).map_err(found)? {
        return Err("a pass was not replaced".to_string());
    }
    let expired = format!("m{}", "2".repeat(64));
    let of_long_ago = PassRow { began: LONG_AGO, made: LONG_AGO, replaced: None, ..row };
    register.add_pass(&hash(&expired), &of_long_ago).map_err(found)?;
    Ok(vec![replayed.to_string(), bearer(&expired)])
}
