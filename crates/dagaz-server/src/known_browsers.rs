//! Device cookies: known browsers, so that password guessing by others does not lock out the owner.
//!
//! Password attempts are counted by name. A browser with a successful login gets a cookie, and its
//! attempts are counted by the cookie from then on. The cookie is random text under the server's
//! seal, valid for one account and one password. It admits no one, and a thief gains only a few
//! attempts. (Device cookies of OWASP's "Blocking Brute Force Attacks".)

use dagaz_store::PersonRow;
use subtle::ConstantTimeEq;

use crate::guard::Token;
use crate::tokens::random;
use dagaz_table::hex;

/// Bytes of the random part, and of the seal.
const BYTES: usize = 16;

fn seal(token: &Token, person: &PersonRow, number: &str) -> String {
    // A new password makes a new secret: a device cookie of the old password is invalid.
    hex(&token.mix(format!("device {} {number} {}", person.id, person.secret).as_bytes())[..BYTES])
}

/// Returns the device cookie of a browser after a login.
pub(crate) fn given(token: &Token, person: &PersonRow) -> std::io::Result<String> {
    let number = random(BYTES)?;
    let seal = seal(token, person, &number);
    Ok(number + &seal)
}

/// Returns the device number of a browser with a valid device cookie.
pub(crate) fn read<'a>(token: &Token, shown: &'a str, person: &PersonRow) -> Option<&'a str> {
    let (number, sealed) = shown.split_at_checked(2 * BYTES)?;
    bool::from(seal(token, person, number).as_bytes().ct_eq(sealed.as_bytes())).then_some(number)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_browser_token_belongs_to_one_account_and_one_password() {
        let token = Token::from_text(&"0".repeat(32)).expect("it is one");
        let row = |id: &str, secret: &str| {
            let text = |text: &str| text.to_string();
            PersonRow { id: text(id), name: text(id), folded: text(id), secret: text(secret), since: 0, barred: false }
        };
        let ann = row("m1", "hash");
        let shown = given(&token, &ann).expect("randomness");
        assert_eq!(read(&token, &shown, &ann), Some(&shown[..32]));
        assert_eq!(read(&token, &shown, &row("m2", "hash")), None, "somebody else's");
        assert_eq!(read(&token, &shown, &row("m1", "other")), None, "another password");
        assert_eq!(read(&Token::from_text(&"1".repeat(32)).expect("it is one"), &shown, &ann), None);
        for at in 0..shown.len() {
            let letter = if &shown[at..=at] == "0" { "1" } else { "0" };
            let changed = format!("{}{letter}{}", &shown[..at], &shown[at + 1..]);
            assert_eq!(read(&token, &changed, &ann), None, "letter {at}");
        }
        for wrong in ["", "x", &"é".repeat(32), &shown[..32], &format!("{shown}0")] {
            assert_eq!(read(&token, wrong, &ann), None, "{wrong}");
        }
        assert_ne!(given(&token, &ann).expect("randomness"), shown, "each browser has its own");
    }
}
