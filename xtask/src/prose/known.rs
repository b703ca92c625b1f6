//! The known number of findings in the comments of each crate. It may fall without a reason and
//! rise only with one, which is kept with the counts.

use std::collections::BTreeMap;

use dagaz_testkit::source;

/// The file with the counts.
const FILE: &str = "xtask/prose/comments.toml";

/// The counts by crate, and the reasons of the crates whose count has risen.
#[derive(Debug, Default, Clone, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub(super) struct Known {
    #[serde(default)]
    findings: BTreeMap<String, usize>,
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    reasons: BTreeMap<String, String>,
}

impl Known {
    pub(super) fn read() -> Result<Known, String> {
        let text = std::fs::read_to_string(source::root().join(FILE)).map_err(|error| format!("{FILE}: {error}"))?;
        toml::from_str(&text).map_err(|error| format!("{FILE}: {error}"))
    }

    pub(super) fn write(&self) -> Result<(), String> {
        let text = toml::to_string(self).map_err(|error| error.to_string())?;
        std::fs::write(source::root().join(FILE), text).map_err(|error| format!("{FILE}: {error}"))
    }

    /// Returns the new counts. Crates without findings are left out, and a reason is kept until the
    /// count of its crate is zero.
    ///
    /// # Errors
    ///
    /// A count has risen and `reason` is missing or blank.
    pub(super) fn renewed(&self, counts: &BTreeMap<String, usize>, reason: Option<&str>) -> Result<Known, String> {
        let reason = reason.map(str::trim).filter(|reason| !reason.is_empty());
        let risen: Vec<&String> =
            counts.iter().filter(|(name, count)| **count > self.most(name)).map(|(name, _)| name).collect();
        if !risen.is_empty() && reason.is_none() {
            let mut messages = self.exceeded(counts);
            messages.push(format!("{FILE} is unchanged: a count rises only with --reason TEXT"));
            return Err(messages.join("\n"));
        }
        let findings: BTreeMap<_, _> =
            counts.iter().filter(|(_, count)| **count > 0).map(|(name, count)| (name.clone(), *count)).collect();
        let mut reasons = self.reasons.clone();
        reasons.extend(risen.into_iter().filter_map(|name| Some((name.clone(), reason?.to_owned()))));
        reasons.retain(|name, _| findings.contains_key(name));
        Ok(Known { findings, reasons })
    }

    /// Returns a message for each crate whose comments have more findings than known.
    pub(super) fn exceeded(&self, counts: &BTreeMap<String, usize>) -> Vec<String> {
        counts
            .iter()
            .filter_map(|(name, count)| {
                let most = self.most(name);
                (*count > most).then(|| {
                    format!("{name}: {count} findings in comments, at most {most} are known; `cargo xtask prose --comments {name}` lists them")
                })
            })
            .collect()
    }

    /// Returns the known number of findings of a crate.
    fn most(&self, name: &str) -> usize {
        self.findings.get(name).copied().unwrap_or(0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn counts(of: &[(&str, usize)]) -> BTreeMap<String, usize> {
        of.iter().map(|(name, count)| ((*name).to_owned(), *count)).collect()
    }

    #[test]
    fn a_count_rises_only_with_a_reason_that_is_kept() {
        let known = Known { findings: counts(&[("a", 2), ("b", 1)]), ..Known::default() };
        let risen = counts(&[("a", 3), ("b", 1)]);
        let refused = known.renewed(&risen, Some(" ")).expect_err("no reason is given");
        assert!(refused.contains("a: 3 findings in comments, at most 2 are known"), "{refused}");
        assert!(!refused.contains("b:"), "{refused}");
        let renewed = known.renewed(&risen, Some("merged code")).expect("a reason is given");
        assert_eq!(renewed.findings, risen);
        assert_eq!(renewed.reasons.get("a").map(String::as_str), Some("merged code"));
        assert_eq!(renewed.reasons.get("b"), None);
        assert_eq!(renewed.exceeded(&risen), Vec::<String>::new());
    }

    #[test]
    fn counts_fall_without_a_reason_and_clean_crates_are_left_out() {
        let known = Known {
            findings: counts(&[("a", 2), ("b", 1)]),
            reasons: BTreeMap::from([("b".to_owned(), "merged code".to_owned())]),
        };
        let renewed = known.renewed(&counts(&[("a", 1), ("b", 0)]), None).expect("nothing rises");
        assert_eq!(renewed, Known { findings: counts(&[("a", 1)]), ..Known::default() });
    }
}
