//! The second factor of accounts: setup, the second step of a login, removal.

use std::sync::atomic::Ordering;

use dagaz_contract::message::Reason;
use dagaz_contract::second_factor::{RecoveryCodes, SecondFactorSetup, SecondFactorView};
use dagaz_session::HolderId;

use super::{Matter, People, members_only};
use crate::caller::Who;
use crate::clock::Clock;
use crate::refused::Refused;
use crate::second_factor::{self, TypedCode};

/// Wrong codes in a row after which only a recovery code is accepted: the limit of NIST SP 800-63B
/// for failed attempts in a row.
const MOST_FAILED: u32 = 100;

fn wrong_code() -> Refused {
    Refused::new(Reason::Forbidden, "this code is wrong or was used before")
}

fn locked() -> Refused {
    Refused::new(Reason::Forbidden, "too many codes were wrong; only a recovery code is accepted")
}

fn is_on() -> Refused {
    Refused::new(Reason::Taken, "the second factor is on already")
}

/// Returns the id and the name of a member.
fn member(who: &Who) -> Result<(String, String), Refused> {
    match who {
        Who::Member { holder, name, .. } => Ok((holder.0.to_string(), name.to_string())),
        _ => Err(members_only()),
    }
}

impl People {
    /// Returns whether the caller's account has a second factor.
    pub(crate) async fn second_factor(&self, who: &Who) -> Result<SecondFactorView, Refused> {
        let (id, _) = member(who)?;
        let found = self.register(move |register| register.second_factor(&id)).await?;
        let found = found.filter(|(row, _)| row.confirmed);
        Ok(found.map_or_else(SecondFactorView::default, |(row, recovery_codes)| SecondFactorView {
            on: true,
            recovery_codes,
            locked: row.failed >= MOST_FAILED,
        }))
    }

    /// Makes a secret for the caller's authenticator. It replaces one that was not confirmed.
    pub(crate) async fn begin_second_factor(&self, who: &Who, server: &str) -> Result<SecondFactorSetup, Refused> {
        let (id, name) = member(who)?;
        let seed = second_factor::seed().map_err(|_| Refused::busy())?;
        let setup = second_factor::setup(&self.token, (&id, &name), &seed, server).map_err(|_| Refused::busy())?;
        if !self.register(move |register| register.begin_second_factor(&id, &seed)).await? {
            return Err(is_on());
        }
        Ok(setup)
    }

    /// Turns the second factor on by a code, and ends all other sessions of the caller.
    pub(crate) async fn confirm_second_factor(
        &self,
        who: &Who,
        code: &str,
        clock: &Clock,
    ) -> Result<RecoveryCodes, Refused> {
        let (id, _) = member(who)?;
        self.allowed.person_may(Matter::Code, &who.holder(), clock.now().0)?;
        let asked = id.clone();
        let found = self.register(move |register| register.second_factor(&asked)).await?;
        let Some((row, _)) = found else {
            return Err(Refused::new(Reason::Nothing, "there is no secret to confirm; begin again"));
        };
        if row.confirmed {
            return Err(is_on());
        }
        let Some(TypedCode::Digits(digits)) = second_factor::typed(code) else { return Err(wrong_code()) };
        let step = second_factor::step(&self.token, &id, &row.seed, &digits, clock.date().0);
        let step = step.ok_or_else(wrong_code)?;
        let codes = second_factor::recovery_codes().map_err(|_| Refused::busy())?;
        let plain = |code: &String| code.replace('-', "");
        let hashes: Vec<[u8; 32]> = codes.iter().map(|code| second_factor::recovery_hash(&id, &plain(code))).collect();
        let kept = self.register(move |register| register.confirm_second_factor(&id, &row.seed, step, &hashes));
        if !kept.await? {
            return Err(wrong_code());
        }
        self.log_out_elsewhere(who).await?;
        Ok(RecoveryCodes { codes })
    }

    /// Turns the second factor off by a code. The caller has verified the password.
    pub(crate) async fn remove_second_factor(&self, who: &Who, code: &str, clock: &Clock) -> Result<(), Refused> {
        let (id, _) = member(who)?;
        if !self.second_factor(who).await?.on {
            return Err(Refused::new(Reason::Nothing, "the account has no second factor"));
        }
        self.second_step(&id, Some(code), clock).await?;
        self.register(move |register| register.remove_second_factor(&id)).await.map(drop)
    }

    /// Verifies the code of a login whose password is right. Every code is accepted once.
    pub(super) async fn second_step(&self, id: &str, code: Option<&str>, clock: &Clock) -> Result<(), Refused> {
        let person = id.to_string();
        let found = self.register(move |register| register.second_factor(&person)).await?;
        let Some((row, _)) = found.filter(|(row, _)| row.confirmed) else { return Ok(()) };
        let Some(code) = code else {
            return Err(Refused::new(Reason::CodeNeeded, "enter the code of your authenticator, or a recovery code"));
        };
        self.allowed.person_may(Matter::Code, &HolderId::new(id), clock.now().0)?;
        let person = id.to_string();
        let is_right = match second_factor::typed(code) {
            Some(TypedCode::Digits(_)) if row.failed >= MOST_FAILED => return Err(locked()),
            Some(TypedCode::Digits(digits)) => {
                match second_factor::step(&self.token, id, &row.seed, &digits, clock.date().0) {
                    Some(step) => self.register(move |register| register.use_step(&person, step, MOST_FAILED)).await?,
                    None => false,
                }
            }
            Some(TypedCode::Recovery(plain)) => {
                let hash = second_factor::recovery_hash(id, &plain);
                self.register(move |register| register.use_recovery_code(&person, &hash)).await?
            }
            None => false,
        };
        if is_right {
            return Ok(());
        }
        self.failed_logins.fetch_add(1, Ordering::Relaxed);
        let person = id.to_string();
        self.register(move |register| register.count_wrong_code(&person)).await?;
        Err(wrong_code())
    }
}
