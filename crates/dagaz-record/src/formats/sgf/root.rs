//! Facts of the root node other than the start: rules, players, result, tags.

use dagaz_core::{Game, Outcome, Points};

use super::colours::{Colour, Colours};
use super::result;
use super::tags;
use super::text::{parts, read_own, read_simple, read_text, write_own, write_text};
use super::token::{Property, Token, Tokens, VALUES, Value};
use crate::tree::{Facts, RulesIdentity, Seat};

/// The tag for a result that is none, such as `Void` and `?`, or that is not understood.
const RESULT_TEXT: &str = "ResultText";

/// Something wrong in a property, with its place.
pub(super) type Wrong = (usize, String);

/// Writes facts: with the properties of the standard, and with our own what those do not bring
/// back.
pub(super) fn write(game: &dyn Game, colours: Option<&Colours>, facts: &Facts, out: &mut String) {
    let mut standard = String::new();
    if let Some(colours) = colours {
        for (property, colour) in [("PB", Colour::Black), ("PW", Colour::White)] {
            let name = facts.seats.get(colours.player(colour).index()).map_or("", |seat| &seat.name);
            if !name.is_empty() {
                put(&mut standard, property, &write_text(name));
            }
        }
        if let Some(value) = facts.result.as_ref().and_then(|outcome| result::write(colours, outcome)) {
            put(&mut standard, "RE", &value);
        }
    }
    if let Some(said) = facts.tag(RESULT_TEXT).filter(|_| facts.result.is_none()) {
        put(&mut standard, "RE", &write_text(said));
    }
    let mut written = Vec::new();
    for (tag, value) in &facts.tags {
        if let Some((property, value)) = tags::to_property(tag, value)
            && !written.contains(&property)
        {
            put(&mut standard, property, &write_text(&value));
            written.push(property);
        }
    }
    let (known, _) = read(game, colours, &properties(&standard));
    out.push_str(&standard);
    write_own_facts(facts, &known, out);
}

fn write_own_facts(facts: &Facts, known: &Facts, out: &mut String) {
    let rules = &facts.rules;
    let mut parts = Vec::new();
    let named = [("file", &rules.file), ("title", &rules.title)];
    parts.extend(named.iter().filter(|(_, text)| !text.is_empty()).map(|(key, text)| (*key, write_own(text))));
    parts.extend(rules.edition.map(|edition| ("edition", edition.to_string())));
    parts.extend(rules.hash.as_ref().map(|hash| ("hash", write_own(hash))));
    put_composed(out, "DGR", &parts);
    if !rules.settings.is_empty() {
        let set: Vec<(String, String)> =
            rules.settings.iter().map(|(parameter, value)| (write_own(parameter), write_own(value))).collect();
        put_composed(out, "DGV", &set);
    }

    let names = |facts: &Facts| facts.seats.iter().map(|seat| seat.name.clone()).collect::<Vec<_>>();
    if names(facts) != names(known) {
        out.push_str("DGN");
        facts.seats.iter().for_each(|seat| *out += &format!("[{}]", write_own(&seat.name)));
    }
    let bots = facts.seats.iter().enumerate().filter_map(|(index, seat)| Some((index, seat.bot.as_ref()?)));
    let bots: Vec<(String, String)> = bots.map(|(index, bot)| ((index + 1).to_string(), write_own(bot))).collect();
    if !bots.is_empty() {
        put_composed(out, "DGB", &bots);
    }
    if let Some(outcome) = facts.result.as_ref().filter(|_| facts.result != known.result) {
        let mut parts = vec![("ending", write_own(&outcome.ending)), ("verdicts", result::letters(&outcome.verdicts))];
        if let Some(scores) = &outcome.scores {
            parts.push(("scores", scores.iter().map(Points::to_string).collect::<Vec<_>>().join(" ")));
        }
        put_composed(out, "DGE", &parts);
    }
    if facts.tags != known.tags {
        let tags: Vec<(String, String)> =
            facts.tags.iter().map(|(name, value)| (write_own(name), write_own(value))).collect();
        put_composed(out, "DGT", &tags);
    }
    if let Some(seed) = facts.seed {
        put(out, "DGX", &seed.to_string());
    }
}

/// Reads facts, and says what is wrong with our own properties.
pub(super) fn read(game: &dyn Game, colours: Option<&Colours>, properties: &[Property<'_>]) -> (Facts, Vec<Wrong>) {
    let mut facts = Facts::default();
    facts.rules.title = game.glossary().title.clone();
    let mut wrong = Vec::new();
    for property in properties {
        let first = property.first();
        match (&*property.name, colours) {
            ("PB", Some(colours)) => facts.seat_mut(colours.player(Colour::Black).index()).name = read_simple(first),
            ("PW", Some(colours)) => facts.seat_mut(colours.player(Colour::White).index()).name = read_simple(first),
            ("RE", _) => {
                let said = read_simple(first);
                facts.result = colours.and_then(|colours| result::read(game, colours, &said));
                if facts.result.is_none() && !said.trim().is_empty() {
                    facts.tags.insert(0, (RESULT_TEXT.to_string(), said));
                }
            }
            (name, _) => {
                if let Some((tag, lines)) = tags::of_property(name)
                    && facts.tag(tag).is_none()
                {
                    let value = if lines { read_text(first) } else { read_simple(first) };
                    facts.tags.push((tag.to_string(), tags::value(name, value)));
                }
            }
        }
    }
    for property in properties {
        if let Err(message) = read_own_fact(&mut facts, property) {
            wrong.push((property.at, message));
        }
    }
    (facts, wrong)
}

/// The properties of the root of the first game, as far as a reader would look at them.
pub(super) fn first(text: &str) -> Vec<Property<'_>> {
    let mut tokens = Tokens::new(text);
    // Letters about a record may stand before it.
    if tokens.seek_game().is_err() {
        return Vec::new();
    }
    let (mut nodes, mut values, mut properties) = (0, 0, Vec::new());
    while let Some((_, token)) = tokens.take() {
        match token {
            Token::Node => nodes += 1,
            Token::Property(property) if nodes == 1 => {
                values += property.values.len();
                properties.push(property);
            }
            _ => {}
        }
        if nodes > 1 || values > VALUES {
            break;
        }
    }
    properties
}

/// What our own properties say of the rules.
pub(super) fn rules(properties: &[Property<'_>]) -> RulesIdentity {
    let mut facts = Facts::default();
    // What is wrong with them, a reader says.
    for property in properties.iter().filter(|property| matches!(&*property.name, "DGR" | "DGV")) {
        let _ = read_own_fact(&mut facts, property);
    }
    facts.rules
}

fn read_own_fact(facts: &mut Facts, property: &Property<'_>) -> Result<(), String> {
    let values = &property.values;
    match &*property.name {
        "DGR" => {
            facts.rules =
                RulesIdentity { settings: std::mem::take(&mut facts.rules.settings), ..RulesIdentity::default() };
            for (key, value) in composed(values)? {
                match &*key {
                    "file" => facts.rules.file = value,
                    "title" => facts.rules.title = value,
                    "hash" => facts.rules.hash = Some(value),
                    "edition" => facts.rules.edition = Some(number(&value, "edition")?),
                    _ => {}
                }
            }
        }
        "DGV" => facts.rules.settings = composed(values)?,
        "DGN" => {
            facts.seats.resize_with(values.len(), Seat::default);
            for (seat, value) in facts.seats.iter_mut().zip(values) {
                seat.name = read_own(value.raw);
            }
        }
        "DGB" => {
            for (key, bot) in composed(values)? {
                let seat: usize = number(&key, "seat")?;
                let seat = seat.checked_sub(1).filter(|seat| *seat < SEATS);
                let seat = seat.ok_or_else(|| format!("`{key}` is not the number of a seat"))?;
                facts.seat_mut(seat).bot = Some(bot);
            }
        }
        "DGE" => {
            let mut outcome = Outcome { ending: String::new(), verdicts: Vec::new(), scores: None };
            for (key, value) in composed(values)? {
                match &*key {
                    "ending" => outcome.ending = value,
                    "verdicts" => {
                        let verdicts = result::verdicts(&value);
                        outcome.verdicts = verdicts.ok_or_else(|| format!("`{value}` are no verdicts"))?;
                    }
                    "scores" => {
                        let scores: Result<Vec<Points>, String> =
                            value.split_whitespace().map(|score| number(score, "score")).collect();
                        outcome.scores = Some(scores?);
                    }
                    _ => {}
                }
            }
            facts.result = Some(outcome);
        }
        "DGT" => facts.tags = composed(values)?,
        "DGX" => facts.seed = Some(number(property.first(), "seed")?),
        _ => {}
    }
    Ok(())
}

/// Seats that a file may speak of.
const SEATS: usize = 64;

fn number<T: std::str::FromStr>(text: &str, what: &str) -> Result<T, String> {
    text.trim().parse().map_err(|_| format!("`{}` is not a number for the {what}", super::token::shown(text)))
}

/// Values of two parts. A single empty value is an empty list.
fn composed(values: &[Value<'_>]) -> Result<Vec<(String, String)>, String> {
    if let [value] = values
        && value.raw.trim().is_empty()
    {
        return Ok(Vec::new());
    }
    let pair = |value: &Value<'_>| {
        let (key, text) = parts(value.raw)
            .ok_or_else(|| format!("`{}` should be two texts with a colon between", super::token::shown(value.raw)))?;
        Ok((read_own(key), read_own(text)))
    };
    values.iter().map(pair).collect()
}

/// The properties of a text that has nothing else.
pub(super) fn properties(text: &str) -> Vec<Property<'_>> {
    let mut tokens = Tokens::new(text);
    let mut properties = Vec::new();
    while let Some((_, token)) = tokens.take() {
        if let Token::Property(property) = token {
            properties.push(property);
        }
    }
    properties
}

/// Writes a property with one value, which is escaped already.
pub(super) fn put(out: &mut String, name: &str, value: &str) {
    *out += name;
    out.push('[');
    *out += value;
    out.push(']');
}

/// Writes a property whose values have two parts each, escaped already. Without any it has one
/// empty value.
fn put_composed(out: &mut String, name: &str, pairs: &[(impl AsRef<str>, String)]) {
    if pairs.is_empty() {
        return put(out, name, "");
    }
    *out += name;
    for (key, value) in pairs {
        *out += &format!("[{}:{value}]", key.as_ref());
    }
}
