//! Tags that the standard has a property for.

use std::borrow::Cow;

/// What a property may hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Holds {
    Line,
    Lines,
    Number,
    Date,
}

/// Properties, what we call them, and what they hold. The names are those of PGN, where it has any.
const TAGS: &[(&str, &str, Holds)] = &[
    ("EV", "Event", Holds::Line),
    ("PC", "Site", Holds::Line),
    ("DT", "Date", Holds::Date),
    ("RO", "Round", Holds::Line),
    ("BT", "BlackTeam", Holds::Line),
    ("WT", "WhiteTeam", Holds::Line),
    ("BR", "BlackRank", Holds::Line),
    ("WR", "WhiteRank", Holds::Line),
    ("AN", "Annotator", Holds::Line),
    ("GN", "GameName", Holds::Line),
    ("GC", "GameComment", Holds::Lines),
    ("ON", "Opening", Holds::Line),
    ("SO", "Source", Holds::Line),
    ("US", "User", Holds::Line),
    ("CP", "Copyright", Holds::Line),
    ("RU", "Rules", Holds::Line),
    ("TM", "TimeLimit", Holds::Number),
    ("OT", "Overtime", Holds::Line),
    ("HA", "Handicap", Holds::Number),
    ("KM", "Komi", Holds::Number),
];

/// The property for a tag, with its value, not yet escaped. None if the standard has none, or not
/// for such a value.
pub(super) fn to_property<'v>(tag: &str, value: &'v str) -> Option<(&'static str, Cow<'v, str>)> {
    let (property, _, holds) = TAGS.iter().find(|(_, name, _)| *name == tag)?;
    let value = match holds {
        Holds::Number if value.trim().parse::<f64>().is_ok_and(f64::is_finite) => value.into(),
        Holds::Number => return None,
        Holds::Date => date_to_property(value),
        Holds::Line | Holds::Lines => value.into(),
    };
    Some((property, value))
}

/// The name of the tag for a property, and whether its value may have several lines.
pub(super) fn of_property(property: &str) -> Option<(&'static str, bool)> {
    let (_, tag, holds) = TAGS.iter().find(|(name, ..)| *name == property)?;
    Some((tag, *holds == Holds::Lines))
}

/// The value of a tag, from that of its property.
pub(super) fn value(property: &str, value: String) -> String {
    match property {
        "DT" => date_from_property(value),
        "KM" => super::points_of_komi(&value).unwrap_or(value),
        _ => value,
    }
}

/// `2024.05.??` is `2024-05` there.
fn date_to_property(date: &str) -> Cow<'_, str> {
    let parts: Vec<&str> = date.split('.').collect();
    let digits = |part: &str| part.bytes().all(|byte| byte.is_ascii_digit());
    match parts[..] {
        [year, month, day] if year.len() == 4 && month.len() == 2 && day.len() == 2 && digits(year) => {
            match (digits(month), digits(day)) {
                (true, true) => format!("{year}-{month}-{day}").into(),
                (true, false) if day == "??" => format!("{year}-{month}").into(),
                (false, false) if month == "??" && day == "??" => year.into(),
                _ => date.into(),
            }
        }
        _ => date.into(),
    }
}

fn date_from_property(date: String) -> String {
    let parts: Vec<&str> = date.split('-').collect();
    let digits = |part: &str, count: usize| part.len() == count && part.bytes().all(|byte| byte.is_ascii_digit());
    match parts[..] {
        [year] if digits(year, 4) => format!("{year}.??.??"),
        [year, month] if digits(year, 4) && digits(month, 2) => format!("{year}.{month}.??"),
        [year, month, day] if digits(year, 4) && digits(month, 2) && digits(day, 2) => format!("{year}.{month}.{day}"),
        _ => date,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_round_trip() {
        for (tag, there) in [("2024.05.01", "2024-05-01"), ("2024.05.??", "2024-05"), ("2024.??.??", "2024")] {
            assert_eq!(date_to_property(tag), there);
            assert_eq!(date_from_property(there.to_string()), tag);
        }
        for other in ["", "1996-12-27,28", "May 1", "????.??.??", "2024.??.05"] {
            assert_eq!(date_to_property(other), other);
            assert_eq!(date_from_property(other.to_string()), other);
        }
    }
}
