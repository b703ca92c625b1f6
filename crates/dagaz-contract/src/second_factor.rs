//! The second factor of an account: time-based one-time passwords (RFC 6238) and recovery codes.

#[cfg(feature = "schema")]
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::default_value::is_false;

/// A login: name, password, and a code if the account has a second factor.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Login {
    /// The name of the account.
    pub name: String,
    /// The password.
    pub password: String,
    /// Six digits of the authenticator, or a recovery code. Without it, an account with a second
    /// factor answers `codeNeeded`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub code: Option<String>,
}

// Passwords and codes are never written to a log.
impl std::fmt::Debug for Login {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Login").field("name", &self.name).finish_non_exhaustive()
    }
}

/// Whether an account has a second factor.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct SecondFactorView {
    /// Whether a login asks for a code.
    pub on: bool,
    /// The number of recovery codes that are left.
    pub recovery_codes: u32,
    /// Whether too many codes in a row were wrong: then only a recovery code is accepted.
    #[serde(default, skip_serializing_if = "is_false")]
    pub locked: bool,
}

/// What an authenticator needs. The second factor is off until a code of it was shown.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct SecondFactorSetup {
    /// The secret in base 32, to be typed.
    pub secret: String,
    /// The `otpauth` address with the secret.
    pub url: String,
    /// The address as a QR code.
    pub picture: QrCode,
}

impl std::fmt::Debug for SecondFactorSetup {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("SecondFactorSetup(…)")
    }
}

/// A QR code as an SVG path.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct QrCode {
    /// Modules in a row, without the quiet zone of four around them.
    pub size: u32,
    /// The dark modules: attribute `d` of a path whose unit is a module.
    pub path: String,
}

/// A code of the second factor.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct CodeShown {
    /// Six digits of the authenticator.
    pub code: String,
}

impl std::fmt::Debug for CodeShown {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("CodeShown(…)")
    }
}

/// A request that needs the password and a code: the removal of the second factor.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ConfirmedByCode {
    /// The password.
    pub password: String,
    /// Six digits of the authenticator, or a recovery code.
    pub code: String,
}

impl std::fmt::Debug for ConfirmedByCode {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("ConfirmedByCode(…)")
    }
}

/// New recovery codes. They are sent once, and each is valid for one use.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct RecoveryCodes {
    /// The codes.
    pub codes: Vec<String>,
}

impl std::fmt::Debug for RecoveryCodes {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("RecoveryCodes(…)")
    }
}
