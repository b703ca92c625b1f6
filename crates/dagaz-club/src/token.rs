//! Tokens: the credentials that a client presents instead of a password.
//!
//! A session token is a random text of which only a hash is stored. It is rotated from time to
//! time; the tokens since one login are a family. A token that was replaced long ago shows that it
//! was stolen, or that its successor was. The two cases cannot be distinguished, so the whole
//! family is revoked. (The same rule as for refresh tokens in RFC 9700, 4.14.)

/// A pass as it is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pass {
    /// When the family began: the login.
    pub began: u64,
    /// When this one was given out.
    pub made: u64,
    /// When another one took its place, if one has.
    pub replaced: Option<u64>,
}

/// How long passes hold, in milliseconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PassRules {
    /// From a login until one must log in again.
    pub life: u64,
    /// The age at which a pass is replaced.
    pub renewal: u64,
    /// So long a replaced pass is still good: requests under way, and answers that were lost.
    pub grace: u64,
}

impl Default for PassRules {
    fn default() -> PassRules {
        const DAY: u64 = 24 * 3_600_000;
        PassRules { life: 90 * DAY, renewal: DAY, grace: 120_000 }
    }
}

/// What a pass that is shown means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TokenVerdict {
    /// It is good.
    Good,
    /// It is good, and old enough to be replaced.
    Renew,
    /// It was good once.
    Expired,
    /// It was replaced, and has come back: its family ends.
    Replayed,
}

impl PassRules {
    /// Returns the verdict about a token that is presented now.
    pub fn judge(&self, pass: &Pass, now: u64) -> TokenVerdict {
        if now.saturating_sub(pass.began) >= self.life {
            return TokenVerdict::Expired;
        }
        match pass.replaced {
            Some(at) if now.saturating_sub(at) > self.grace => TokenVerdict::Replayed,
            Some(_) => TokenVerdict::Good,
            None if now.saturating_sub(pass.made) >= self.renewal => TokenVerdict::Renew,
            None => TokenVerdict::Good,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reused_refresh_token_revokes_its_family() {
        let rules = PassRules { life: 1_000, renewal: 100, grace: 10 };
        let pass = |replaced| Pass { began: 0, made: 50, replaced };
        assert_eq!(rules.judge(&pass(None), 149), TokenVerdict::Good);
        assert_eq!(rules.judge(&pass(None), 150), TokenVerdict::Renew);
        assert_eq!(rules.judge(&pass(None), 999), TokenVerdict::Renew);
        assert_eq!(rules.judge(&pass(None), 1_000), TokenVerdict::Expired);
        assert_eq!(rules.judge(&pass(Some(200)), 210), TokenVerdict::Good);
        assert_eq!(rules.judge(&pass(Some(200)), 211), TokenVerdict::Replayed);
        // A clock that jumps back does not revoke a token.
        assert_eq!(rules.judge(&pass(Some(200)), 5), TokenVerdict::Good);
    }
}
