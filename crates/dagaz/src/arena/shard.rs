//! Which part of a match this process plays: one of several that together are the whole.

use std::str::FromStr;

/// Part `index` of `count`, counted from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Part {
    pub(crate) index: u64,
    pub(crate) count: u64,
}

impl FromStr for Part {
    type Err = String;

    fn from_str(text: &str) -> Result<Part, String> {
        let numbers = text.split_once('/').and_then(|(index, count)| Some((index.parse().ok()?, count.parse().ok()?)));
        match numbers {
            Some((index, count)) if (1..=count).contains(&index) => Ok(Part { index, count }),
            _ => {
                Err("it must be the number of a part and how many there are, such as 1/8 (the first) to 8/8"
                    .to_string())
            }
        }
    }
}

/// The part that the environment tells: an array of Slurm says it whole, an indexed job of Kubernetes says which one, and
/// `JOB_COMPLETIONS` (to be set in its description) how many there are. With it comes the name of the variable.
pub(crate) fn of_environment(get: impl Fn(&str) -> Option<String>) -> Option<(Part, &'static str)> {
    let number = |name: &str| get(name).and_then(|text| text.trim().parse::<u64>().ok());
    let slurm = || {
        let (task, count) = (number("SLURM_ARRAY_TASK_ID")?, number("SLURM_ARRAY_TASK_COUNT")?);
        let first = number("SLURM_ARRAY_TASK_MIN").unwrap_or(0);
        let step = number("SLURM_ARRAY_TASK_STEP").unwrap_or(1).max(1);
        Some((Part { index: task.checked_sub(first)? / step + 1, count }, "SLURM_ARRAY_TASK_ID"))
    };
    let kubernetes = || {
        let (index, count) = (number("JOB_COMPLETION_INDEX")?, number("JOB_COMPLETIONS")?);
        Some((Part { index: index.checked_add(1)?, count }, "JOB_COMPLETION_INDEX"))
    };
    slurm().or_else(kubernetes).filter(|(part, _)| (1..=part.count).contains(&part.index))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_counted_from_one() {
        assert_eq!("3/8".parse(), Ok(Part { index: 3, count: 8 }));
        for wrong in ["0/8", "9/8", "1", "1/0", "a/b", "-1/8", ""] {
            assert!(wrong.parse::<Part>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn schedulers_say_which_part() {
        let environment = |known: &'static [(&str, &str)]| {
            of_environment(|name| known.iter().find(|(key, _)| *key == name).map(|(_, value)| value.to_string()))
        };
        const SLURM: [(&str, &str); 3] =
            [("SLURM_ARRAY_TASK_ID", "12"), ("SLURM_ARRAY_TASK_COUNT", "4"), ("SLURM_ARRAY_TASK_MIN", "10")];
        assert_eq!(environment(&SLURM), Some((Part { index: 3, count: 4 }, "SLURM_ARRAY_TASK_ID")));
        const KUBERNETES: [(&str, &str); 2] = [("JOB_COMPLETION_INDEX", "0"), ("JOB_COMPLETIONS", "4")];
        let part = Part { index: 1, count: 4 };
        assert_eq!(environment(&KUBERNETES), Some((part, "JOB_COMPLETION_INDEX")));
        assert_eq!(environment(&[("SLURM_ARRAY_TASK_ID", "12")]), None);
        assert_eq!(environment(&[("JOB_COMPLETION_INDEX", "4"), ("JOB_COMPLETIONS", "4")]), None);
    }
}
