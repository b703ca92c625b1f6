//! Judge of boards: our tables against the recorded ones, part by part.

use std::collections::BTreeMap;

use dagaz_ludii::board::{Elements, Equipment, Owner, SiteType};
use serde_json::Value;

/// Boards with more sites have only the first step of each radial recorded.
const RADIALS_WHOLE_MAX: usize = 450;

/// Returns the parts of a board that differ from the recorded lines, with the first difference of
/// each.
pub fn differences(ours: &Equipment, boards: &[Value]) -> BTreeMap<&'static str, String> {
    let mut found = BTreeMap::new();
    for recorded in boards {
        let Some(site_type) = recorded["type"].as_str().and_then(SiteType::named) else { continue };
        let mut note = |part: &'static str, difference: Option<String>| {
            if let Some(difference) = difference {
                found.entry(part).or_insert_with(|| format!("{}: {difference}", site_type.name()));
            }
        };
        elements(ours.board.elements(site_type), recorded, &mut note);
    }
    found
}

fn elements(ours: &Elements, recorded: &Value, note: &mut impl FnMut(&'static str, Option<String>)) {
    let sites = recorded["sites"].as_array().map_or(&[][..], Vec::as_slice);
    if sites.len() != ours.sites.len() {
        note("sites", Some(format!("{} instead of {}", ours.sites.len(), sites.len())));
        return;
    }
    let number = |value: &Value| value.as_f64().unwrap_or(f64::NAN);
    for (at, (site, theirs)) in ours.sites.iter().zip(sites).enumerate() {
        let near = (site.x - number(&theirs[1])).abs() < 0.01 && (site.y - number(&theirs[2])).abs() < 0.01;
        let place = format!("site {at} at {:.3} {:.3} instead of {} {}", site.x, site.y, theirs[1], theirs[2]);
        note("places", (!near).then_some(place));
        let label = theirs[0].as_str().unwrap_or_default();
        note("labels", (site.label != label).then(|| format!("site {at} is {} instead of {label}", site.label)));
        let tail =
            [("row", site.row, 3), ("column", site.column, 4), ("layer", site.layer, 5), ("phase", site.phase, 6)];
        for (part, ours, index) in tail {
            let differs = theirs[index].as_u64() != Some(u64::from(ours));
            note(part, differs.then(|| format!("site {at} has {ours} instead of {}", theirs[index])));
        }
    }
    let by_site = |part: &'static str, ours: &[Vec<u32>]| {
        let theirs = recorded[part].as_array()?;
        ours.iter().zip(theirs).enumerate().find_map(|(at, (ours, theirs))| {
            let (ours, theirs) = (set(ours), values(theirs));
            (ours != theirs).then(|| format!("site {at} has {ours:?} instead of {theirs:?}"))
        })
    };
    note("orthogonal", by_site("orthogonal", &ours.orthogonal));
    note("diagonal", by_site("diagonal", &ours.diagonal));
    note("adjacent", by_site("adjacent", &ours.adjacent));
    note("off", by_site("off", &ours.off));
    note("radials", radials(ours, recorded, sites.len() > RADIALS_WHOLE_MAX));
    let lists: [(&'static str, &[u32]); 11] = [
        ("corners", &ours.corners),
        ("outer", &ours.outer),
        ("perimeter", &ours.perimeter),
        ("inner", &ours.inner),
        ("top", &ours.top),
        ("bottom", &ours.bottom),
        ("left", &ours.left),
        ("right", &ours.right),
        ("centre", &ours.centre),
        ("major", &ours.major),
        ("minor", &ours.minor),
    ];
    for (part, ours) in lists {
        let (ours, theirs) = (set(ours), values(&recorded[part]));
        note(part, (ours != theirs).then(|| format!("{ours:?} instead of {theirs:?}")));
    }
    let sides: BTreeMap<String, Vec<i64>> =
        ours.sides.iter().map(|(direction, sites)| (direction.name().to_string(), set(sites))).collect();
    let recorded_sides = recorded["sides"].as_object();
    let theirs: BTreeMap<String, Vec<i64>> =
        recorded_sides.into_iter().flatten().map(|(name, sites)| (name.clone(), values(sites))).collect();
    note("sides", (sides != theirs).then(|| format!("{sides:?} instead of {theirs:?}")));
    for (part, ours) in [("rows", &ours.rows), ("columns", &ours.columns)] {
        let ours: Vec<Vec<i64>> = ours.iter().map(|line| set(line)).collect();
        let theirs: Vec<Vec<i64>> = recorded[part].as_array().into_iter().flatten().map(values).collect();
        note(part, (ours != theirs).then(|| format!("{ours:?} instead of {theirs:?}")));
    }
}

fn radials(ours: &Elements, recorded: &Value, first_only: bool) -> Option<String> {
    let theirs = recorded["radials"].as_array()?;
    let known = &ours.adjacent_directions;
    ours.radials.iter().zip(theirs).enumerate().find_map(|(at, (ours, theirs))| {
        let cut = |radial: &[i64]| if first_only { radial[..radial.len().min(1)].to_vec() } else { radial.to_vec() };
        let mut mine = BTreeMap::new();
        // Recorded are the directions that the relation `Adjacent` has somewhere on the board.
        for (direction, radials) in ours.iter().filter(|(direction, _)| known.contains(direction)) {
            let mut lists: Vec<Vec<i64>> =
                radials.iter().map(|one| cut(&one.iter().map(|site| i64::from(*site)).collect::<Vec<_>>())).collect();
            lists.sort();
            lists.dedup();
            mine.insert(direction.name().to_string(), lists);
        }
        let mut recorded = BTreeMap::new();
        for (direction, radials) in theirs.as_object()? {
            let whole =
                |one: &Value| one.as_array().into_iter().flatten().filter_map(Value::as_i64).collect::<Vec<_>>();
            let mut lists: Vec<Vec<i64>> =
                radials.as_array().into_iter().flatten().map(|one| cut(&whole(one))).collect();
            lists.sort();
            lists.dedup();
            recorded.insert(direction.clone(), lists);
        }
        (mine != recorded).then(|| format!("site {at} has {mine:?} instead of {recorded:?}"))
    })
}

/// Returns the differences in containers and tracks from the recorded header.
pub fn equipment_differences(ours: &Equipment, head: &Value, players: u8) -> BTreeMap<&'static str, String> {
    let mut found = BTreeMap::new();
    let owner = |owner: Owner| match owner {
        Owner::Nobody => 0,
        Owner::Player(number) => i64::from(number),
        Owner::Shared => i64::from(players) + 1,
    };
    if let Some(theirs) = head["containers"].as_array() {
        let mine: Vec<(i64, i64)> =
            ours.containers.iter().map(|one| (i64::from(one.from), i64::from(one.sites))).collect();
        let recorded: Vec<(i64, i64)> = theirs
            .iter()
            .map(|one| (one["from"].as_i64().unwrap_or(-9), one["sites"].as_i64().unwrap_or(-9)))
            .collect();
        if mine != recorded {
            found.insert("containers", format!("{mine:?} instead of {recorded:?}"));
        }
    }
    if let Some(theirs) = head["tracks"].as_array() {
        let mine: Vec<Value> = ours
            .tracks
            .iter()
            .map(|track| {
                let elements: Vec<Value> = track
                    .elements
                    .iter()
                    .map(|one| {
                        let numbers = [one.site, one.next, one.next_index, one.previous, one.bump as i32];
                        Value::from(numbers.map(i64::from).to_vec())
                    })
                    .collect();
                serde_json::json!({
                    "name": track.name, "owner": owner(track.owner), "loop": track.is_loop, "elems": elements,
                })
            })
            .collect();
        if mine.len() != theirs.len() {
            found.insert("tracks", format!("{} instead of {}", mine.len(), theirs.len()));
        } else if let Some((mine, theirs)) = mine.iter().zip(theirs).find(|(mine, theirs)| mine != theirs) {
            found.insert("tracks", format!("{mine} instead of {theirs}"));
        }
    }
    found
}

fn set(sites: &[u32]) -> Vec<i64> {
    let mut sites: Vec<i64> = sites.iter().map(|site| i64::from(*site)).collect();
    sites.sort_unstable();
    sites
}

fn values(list: &Value) -> Vec<i64> {
    let mut sites: Vec<i64> = list.as_array().into_iter().flatten().filter_map(Value::as_i64).collect();
    sites.sort_unstable();
    sites
}
