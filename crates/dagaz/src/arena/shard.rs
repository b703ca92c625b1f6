//! Which part of a match this process plays: one of several that together are the whole.

use std::str::FromStr;

/// Part `index` of `count`, counted from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ShardSelector {
    pub(crate) index: u64,
    pub(crate) count: u64,
}

impl FromStr for ShardSelector {
    type Err = String;

    fn from_str(text: &str) -> Result<ShardSelector, String> {
        let numbers = text.split_once('/').and_then(|(index, count)| Some((index.parse().ok()?, count.parse().ok()?)));
        match numbers {
            Some((index, count)) if (1..=count).contains(&index) => Ok(ShardSelector { index, count }),
            _ => {
                Err("it must be the number of a part and how many there are, such as 1/8 (the first) to 8/8"
                    .to_string())
            }
        }
    }
}

/// Returns the share of the match that the environment selects, and the variable that selects it.
///
/// A Slurm array has number and count. An indexed job of Kubernetes has the number; the count is
/// `JOB_COMPLETIONS`, to be set in its description. Variables that contradict each other are an
/// error: every machine would play the whole match.
pub(crate) fn of_environment(
    get: impl Fn(&str) -> Option<String>,
) -> Result<Option<(ShardSelector, &'static str)>, String> {
    let number = |name: &str| match get(name) {
        None => Ok(None),
        Some(text) => match text.trim().parse::<u64>() {
            Ok(number) => Ok(Some(number)),
            Err(_) => Err(format!("{name} is `{text}`, not a number; say with --shard which part is meant")),
        },
    };
    let wanted = |name: &str, by: &str| {
        number(name)?.ok_or(format!("{by} is set, but {name} is not; say with --shard which part is meant"))
    };
    let fits = |part: ShardSelector, variable: &'static str| {
        if (1..=part.count).contains(&part.index) {
            return Ok(Some((part, variable)));
        }
        let ShardSelector { index, count } = part;
        Err(format!("{variable} asks for part {index} of {count}; say with --shard which part is meant"))
    };
    if let Some(task) = number(SLURM)? {
        let count = wanted("SLURM_ARRAY_TASK_COUNT", SLURM)?;
        let first = number("SLURM_ARRAY_TASK_MIN")?.unwrap_or(0);
        let step = number("SLURM_ARRAY_TASK_STEP")?.unwrap_or(1).max(1);
        let last = number("SLURM_ARRAY_TASK_MAX")?
            .unwrap_or(first.saturating_add(count.saturating_sub(1).saturating_mul(step)));
        let place = task.wrapping_sub(first);
        if task < first || !place.is_multiple_of(step) || last.wrapping_sub(first) / step + 1 != count {
            return Err(format!(
                "the tasks of this Slurm array are not numbered one after the other, so {SLURM} does not tell the part; \
                 say it with --shard"
            ));
        }
        return fits(ShardSelector { index: place / step + 1, count }, SLURM);
    }
    if let Some(index) = number(KUBERNETES)? {
        let count = wanted("JOB_COMPLETIONS", KUBERNETES)?;
        return fits(ShardSelector { index: index.saturating_add(1), count }, KUBERNETES);
    }
    Ok(None)
}

const SLURM: &str = "SLURM_ARRAY_TASK_ID";
const KUBERNETES: &str = "JOB_COMPLETION_INDEX";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_counted_from_one() {
        assert_eq!("3/8".parse(), Ok(ShardSelector { index: 3, count: 8 }));
        for wrong in ["0/8", "9/8", "1", "1/0", "a/b", "-1/8", ""] {
            assert!(wrong.parse::<ShardSelector>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn schedules_name_the_part() {
        let told = |known: &[(&str, &str)]| {
            of_environment(|name| known.iter().find(|(key, _)| *key == name).map(|(_, value)| value.to_string()))
        };
        let slurm = |task, count, min, max| {
            told(&[
                ("SLURM_ARRAY_TASK_ID", task),
                ("SLURM_ARRAY_TASK_COUNT", count),
                ("SLURM_ARRAY_TASK_MIN", min),
                ("SLURM_ARRAY_TASK_MAX", max),
            ])
        };
        assert_eq!(slurm("12", "4", "10", "13"), Ok(Some((ShardSelector { index: 3, count: 4 }, SLURM))));
        // A task that was sent once more, an array with gaps, nonsense.
        for (task, count, min, max) in
            [("3", "2", "3", "7"), ("5", "3", "1", "9"), ("x", "3", "1", "3"), ("4", "3", "1", "3")]
        {
            assert!(slurm(task, count, min, max).is_err_and(|said| said.contains("--shard")), "{task}");
        }
        assert!(told(&[("SLURM_ARRAY_TASK_ID", "12")]).is_err_and(|said| said.contains("SLURM_ARRAY_TASK_COUNT")));
        let part = ShardSelector { index: 1, count: 4 };
        assert_eq!(told(&[(KUBERNETES, "0"), ("JOB_COMPLETIONS", "4")]), Ok(Some((part, KUBERNETES))));
        assert!(told(&[(KUBERNETES, "4"), ("JOB_COMPLETIONS", "4")]).is_err());
        assert!(told(&[(KUBERNETES, "2")]).is_err_and(|said| said.contains("JOB_COMPLETIONS")));
        assert_eq!(told(&[]), Ok(None));
    }
}
