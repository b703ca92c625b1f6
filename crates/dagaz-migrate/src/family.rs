//! Families of rules: texts that differ in directions alone are one rule with parameters.

use std::collections::BTreeMap;

use super::board::Board;
use super::text::{Step, Sx, Writer, list, word};

/// Names of parameters.
const PARAMETERS: [&str; 6] = ["d", "to", "by", "d4", "d5", "d6"];
/// The same where a rule goes down as well, which is called `d`.
const BESIDE_DOWN: [&str; 6] = ["way", "to", "by", "way-4", "way-5", "way-6"];
/// Stands for a hop in the form of a path.
const HOP: &str = "\u{2}";

/// So many hops in a row are written as one at most.
const HOPS_MAX: usize = 8;

/// A path that a piece, or a player, has.
pub(super) struct Use {
    /// Which piece type; none for what is done without a piece.
    pub(super) piece: Option<usize>,
    /// Its class; the number of classes if it has none.
    pub(super) class: usize,
    pub(super) path: Vec<Sx>,
    /// What its rule is called in the ZRF.
    pub(super) called: String,
}

/// A use, and the hops of its path.
type Member = (Use, Vec<Step>);

/// Paths of one form.
pub(super) struct Family {
    pub(super) class: usize,
    pub(super) called: String,
    pub(super) parameters: Vec<&'static str>,
    /// How often its stretch is gone, from and to, where that is an argument of its own.
    pub(super) range: Option<(usize, usize)>,
    pub(super) body: Vec<Sx>,
    /// For each piece, or for the game, the arguments of each use.
    pub(super) uses: Vec<(Option<usize>, Vec<Vec<Step>>)>,
}

/// Merges rules that differ only in directions. `weighs`: duplicates stay duplicates, since they
/// are weights of a random choice.
pub(super) fn families(uses: Vec<Use>, weighs: bool) -> Vec<Family> {
    let mut groups: Vec<(usize, Vec<Sx>, Vec<Member>)> = Vec::new();
    let mut known: BTreeMap<(usize, Vec<Sx>), usize> = BTreeMap::new();
    for one in uses {
        let mut hops = Vec::new();
        let form: Vec<Sx> = one
            .path
            .iter()
            .map(|part| {
                part.map(&mut |part| match part {
                    Sx::Step(step) => {
                        hops.push(step.clone());
                        Some(word(HOP))
                    }
                    _ => None,
                })
            })
            .collect();
        let place = *known.entry((one.class, form.clone())).or_insert_with(|| {
            groups.push((one.class, form, Vec::new()));
            groups.len() - 1
        });
        groups[place].2.push((one, hops));
    }
    groups.into_iter().flat_map(|(class, form, members)| family(class, &form, members, weighs)).collect()
}

fn family(class: usize, form: &[Sx], members: Vec<Member>, weighs: bool) -> Vec<Family> {
    let called = members[0].0.called.clone();
    let mut values: Vec<Vec<Step>> = Vec::new();
    for (_, hops) in &members {
        if !values.contains(hops) {
            values.push(hops.clone());
        }
    }
    let columns = values[0].len();
    let column = |which: usize| values.iter().map(|row| row[which].clone()).collect::<Vec<Step>>();
    let goes_down = |step: &Step| matches!(step, Step::Vector(vector) if vector.get(2).is_some_and(|along| *along < 0));
    let same = |which: &usize| column(*which).iter().all(|step| *step == values[0][*which]);
    let names = match (0..columns).filter(same).any(|which| goes_down(&values[0][which])) {
        true => BESIDE_DOWN,
        false => PARAMETERS,
    };
    // For each hop of the form what is written there, and for each parameter the column that it is.
    let mut written: Vec<Sx> = Vec::new();
    let mut parameters: Vec<usize> = Vec::new();
    for which in 0..columns {
        let own = column(which);
        if own.iter().all(|step| *step == own[0]) {
            written.push(Sx::Step(own[0].clone()));
            continue;
        }
        let related = parameters.iter().enumerate().find_map(|(place, other)| {
            let name = names[place];
            relation(&column(*other), &own).map(|(turn, times)| {
                let hop = Sx::Step(Step::Parameter(vec![name; times].join(".")));
                if turn.is_empty() { hop } else { list(turn, [hop]) }
            })
        });
        written.push(match related {
            Some(related) => related,
            None if parameters.len() < names.len() => {
                parameters.push(which);
                Sx::Step(Step::Parameter(names[parameters.len() - 1].into()))
            }
            // More directions than names: no family.
            None => return members.into_iter().map(|member| alone(class, form, member)).collect(),
        });
    }
    // A last parameter that is each of the two directions adjacent to the first.
    let arguments = |hops: &Vec<Step>| parameters.iter().map(|which| hops[*which].clone()).collect::<Vec<Step>>();
    let mut uses: Vec<(Option<usize>, Vec<Vec<Step>>)> = Vec::new();
    for (one, hops) in &members {
        let arguments = arguments(hops);
        // A list of arguments says each of them once.
        let fits = |known: &Vec<Vec<Step>>| !weighs || !known.contains(&arguments);
        let place = uses.iter().position(|(piece, known)| *piece == one.piece && fits(known)).unwrap_or_else(|| {
            uses.push((one.piece, Vec::new()));
            uses.len() - 1
        });
        if !uses[place].1.contains(&arguments) {
            uses[place].1.push(arguments);
        }
    }
    let last = Sx::Step(Step::Parameter(names[1].into()));
    let once = written.iter().filter(|part| **part == last).count() == 1
        && written.iter().all(|part| *part == last || !mentions(part, names[1]));
    if parameters.len() == 2 && once && uses.iter().all(|(_, uses)| are_beside(uses)) {
        let beside = list("beside", [Sx::Step(Step::Parameter(names[0].into()))]);
        written.iter_mut().filter(|part| **part == last).for_each(|part| *part = beside.clone());
        parameters.pop();
        for (_, uses) in &mut uses {
            uses.iter_mut().for_each(|arguments| arguments.truncate(1));
            uses.dedup();
            let mut kept: Vec<Vec<Step>> = Vec::new();
            uses.retain(|arguments| {
                let new = !kept.contains(arguments);
                kept.push(arguments.clone());
                new
            });
        }
    }
    let mut next = written.into_iter();
    let body = form.iter().map(|part| part.map(&mut |part| if part.is(HOP) { next.next() } else { None })).collect();
    let parameters = names[..parameters.len()].to_vec();
    vec![Family { class, called, parameters, range: None, body, uses }]
}

/// Returns a path that has no family.
fn alone(class: usize, form: &[Sx], (one, hops): Member) -> Family {
    let mut next = hops.into_iter();
    let body = form
        .iter()
        .map(|part| part.map(&mut |part| if part.is(HOP) { next.next().map(Sx::Step) } else { None }))
        .collect();
    let uses = vec![(one.piece, vec![Vec::new()])];
    Family { class, called: one.called, parameters: Vec::new(), range: None, body, uses }
}

fn mentions(part: &Sx, name: &str) -> bool {
    let mut found = false;
    part.each(&mut |part| {
        found |= matches!(part, Sx::Step(Step::Parameter(known)) if known.split('.').any(|known| known == name))
    });
    found
}

/// What a column of hops is, by another: the same, the way back, a quarter to the left or right;
/// and how often.
fn relation(of: &[Step], own: &[Step]) -> Option<(&'static str, usize)> {
    let turned =
        |turn: &dyn Fn(&Step) -> Option<Step>| of.iter().zip(own).all(|(of, own)| turn(of).as_ref() == Some(own));
    let quarter = |sign: i32| {
        move |step: &Step| match step {
            Step::Vector(vector) => match vector.as_slice() {
                [x, y] if x.abs() <= 1 && y.abs() <= 1 => Some(Step::Vector(vec![-sign * y, sign * x])),
                _ => None,
            },
            _ => None,
        }
    };
    if of == own {
        return Some(("", 1));
    }
    if turned(&|step| Some(Board::back(step))) {
        return Some(("back", 1));
    }
    if turned(&quarter(1)) {
        return Some(("left", 1));
    }
    if turned(&quarter(-1)) {
        return Some(("right", 1));
    }
    let several = |times: i32| {
        move |step: &Step| match step {
            Step::Vector(vector) if vector.iter().all(|along| along.abs() <= 1) => {
                Some(Step::Vector(vector.iter().map(|along| times * along).collect()))
            }
            _ => None,
        }
    };
    (2..=HOPS_MAX).find_map(|times| match times as i32 {
        far if turned(&several(far)) => Some(("", times)),
        far if turned(&several(-far)) => Some(("back", times)),
        _ => None,
    })
}

/// Returns whether the second arguments for each first one are the two adjacent directions.
fn are_beside(uses: &[Vec<Step>]) -> bool {
    let mut beside: BTreeMap<&Step, Vec<&Step>> = BTreeMap::new();
    for arguments in uses {
        let [first, second] = arguments.as_slice() else { return false };
        beside.entry(first).or_default().push(second);
    }
    beside.iter().all(|(first, seconds)| {
        let Step::Vector(vector) = first else { return false };
        let [x, y] = *vector.as_slice() else { return false };
        if x.abs() > 1 || y.abs() > 1 || seconds.len() != 2 {
            return false;
        }
        let turn = |sign: i32| {
            let (a, b) = (x - sign * y, y + sign * x);
            Step::Vector(vec![a.signum(), b.signum()])
        };
        [turn(1), turn(-1)].iter().all(|step| seconds.contains(&step))
    })
}

/// Several directions as one argument.
pub(super) fn ways(steps: &[Step]) -> Sx {
    let vectors: Option<Vec<Vec<i32>>> = steps
        .iter()
        .map(|step| match step {
            Step::Vector(vector) if vector.len() == 2 => Some(vector.clone()),
            _ => None,
        })
        .collect();
    if let Some(vectors) = vectors.filter(|vectors| vectors.len() >= 4) {
        for (name, straight, slanted) in
            [("orthogonal", true, false), ("diagonal", false, true), ("adjacent", true, true)]
        {
            if Board::is_compass_set(&vectors, straight, slanted) {
                return word(name);
            }
        }
        let (x, y) = (vectors[0][0].abs(), vectors[0][1].abs());
        let (a, b) = (x.min(y), x.max(y));
        let count = if a == 0 || a == b { 4 } else { 8 };
        let all = vectors.iter().all(|vector| {
            let (x, y) = (vector[0].abs(), vector[1].abs());
            (x.min(y), x.max(y)) == (a, b)
        });
        if all && vectors.len() == count && b > 1 {
            return list("leaper", [word(a.to_string()), word(b.to_string())]);
        }
    }
    match steps {
        [one] => Sx::Step(one.clone()),
        steps => Sx::List(steps.iter().cloned().map(Sx::Step).collect()),
    }
}

/// Returns the calls of a rule with these arguments, as few as can be.
pub(super) fn calls(name: &str, parameters: usize, range: Option<(usize, usize)>, uses: &[Vec<Step>]) -> Vec<Sx> {
    let calls = calls_in_directions(name, parameters, uses);
    let Some((from, to)) = range else { return calls };
    let times = word(format!("{from}..{to}"));
    let farther = |call| match call {
        Sx::List(parts) => Sx::List(parts.into_iter().chain([times.clone()]).collect()),
        name => Sx::List(vec![name, times.clone()]),
    };
    calls.into_iter().map(farther).collect()
}

fn calls_in_directions(name: &str, parameters: usize, uses: &[Vec<Step>]) -> Vec<Sx> {
    match parameters {
        0 => vec![word(name)],
        1 => {
            let steps: Vec<Step> = uses.iter().map(|arguments| arguments[0].clone()).collect();
            vec![list(name, [ways(&steps)])]
        }
        _ => {
            // All with the same other arguments together, then all with the same first.
            let mut by_rest: Vec<(Vec<Step>, Vec<Step>)> = Vec::new();
            for arguments in uses {
                let (first, rest) = (arguments[0].clone(), arguments[1..].to_vec());
                match by_rest.iter_mut().find(|(_, known)| *known == rest) {
                    Some((firsts, _)) => firsts.push(first),
                    None => by_rest.push((vec![first], rest)),
                }
            }
            let mut by_first: Vec<(Vec<Step>, Vec<Vec<Step>>)> = Vec::new();
            for (firsts, rest) in by_rest {
                match by_first.iter_mut().find(|(known, rests)| {
                    let last = |rest: &Vec<Step>| rest[1..].to_vec();
                    *known == firsts && rests.iter().all(|other| last(other) == last(&rest))
                }) {
                    Some((_, rests)) => rests.push(rest),
                    None => by_first.push((firsts, vec![rest])),
                }
            }
            let call = |(firsts, rests): &(Vec<Step>, Vec<Vec<Step>>)| {
                let seconds: Vec<Step> = rests.iter().map(|rest| rest[0].clone()).collect();
                let others = rests[0][1..].iter().cloned().map(Sx::Step);
                list(name, [ways(firsts), ways(&seconds)].into_iter().chain(others))
            };
            by_first.iter().map(call).collect()
        }
    }
}

/// Returns the rule of the standard library that a body is.
pub(super) fn standard(body: &[Sx], parameters: &[&str]) -> Option<&'static str> {
    if parameters != ["d"] {
        return None;
    }
    Some(match (Writer { links: &[] }).line(body).as_str() {
        "d open" => "step",
        "(many d empty) d open" => "slide",
        "d empty" => "walk",
        "d occupied d empty" => "hop",
        _ => return None,
    })
}
