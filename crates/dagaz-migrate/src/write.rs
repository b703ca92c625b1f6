//! The file that is written: games, and variants that say only what is different.

use super::Upgraded;
use super::text::{Sx, Writer};
use dagaz_syntax::format::format;

/// Letters of a line.
const WIDTH: usize = 100;
/// Blanks before the lines of a list.
const INDENT: usize = 2;

/// How many times as much another game has to save before a variant is written as one of it.
const MUCH: usize = 2;

/// Clauses, each behind what it is known by.
type Written = Vec<(String, String)>;

/// Clauses of the file about a game that are not rules.
#[derive(Clone, Debug, Default)]
pub struct Remark {
    /// Lines above the game.
    pub above: Vec<String>,
    /// Lines where something is missing.
    pub missing: Vec<String>,
}

/// Returns the text of a file with these games, in this order; each with its place among them whose
/// variant it is. A variant may be written as one of another game before it from which it differs
/// less.
pub fn text(games: &[(&Upgraded, Option<usize>, Remark)]) -> String {
    let mut text = String::from("(drf 3)\n");
    let titles = titles(games);
    let written: Vec<Written> = games.iter().map(|(game, ..)| clauses(game)).collect();
    for (index, (_, base, remark)) in games.iter().enumerate() {
        text.push('\n');
        remark.above.iter().for_each(|line| comment(&mut text, "", line));
        match base.and_then(|base| nearest(&written[..index], base, &written[index])) {
            Some((base, clauses)) => {
                text += &format!("(variant \"{}\" (of \"{}\")\n", titles[index], titles[base]);
                body(&mut text, &clauses, remark);
            }
            None => {
                text += &format!("(game \"{}\"\n", titles[index]);
                body(&mut text, &written[index], remark);
            }
        }
    }
    // What is written here has matching parentheses; if not, it is shown as it is.
    format(&text).unwrap_or(text)
}

/// Titles that can stand in quotes, each once.
fn titles(games: &[(&Upgraded, Option<usize>, Remark)]) -> Vec<String> {
    let mut known: Vec<String> = Vec::new();
    for (game, ..) in games {
        let wanted = game.translated.title.replace(['"', '\\'], "'");
        let kept: String = wanted.chars().filter(|c| !c.is_control()).take(200).collect();
        let kept = kept.split_whitespace().collect::<Vec<_>>().join(" ");
        let base = if kept.is_empty() { "Game".to_string() } else { kept };
        let mut all = std::iter::once(base.clone()).chain((2..).map(|number| format!("{base} ({number})")));
        let title = all.find(|title| !known.contains(title)).unwrap_or(base);
        known.push(title);
    }
    known
}

fn clauses(game: &Upgraded) -> Written {
    let writer = Writer { links: &game.translated.link_names };
    let text = |clause: &Sx| laid_out(&writer, clause, INDENT);
    game.translated.clauses.iter().map(|(key, clause)| (key.clone(), text(clause))).collect()
}

/// Returns a clause in lines that are not too long: what is too long begins a new line for each of
/// its lists, or is filled up.
fn laid_out(writer: &Writer<'_>, sx: &Sx, indent: usize) -> String {
    let whole = writer.text(sx);
    let Sx::List(parts) = sx else { return whole };
    if indent + whole.chars().count() <= WIDTH || parts.len() < 2 {
        return whole;
    }
    let inner = indent + INDENT;
    let one_a_line = ["board", "setup"].iter().any(|head| parts[0].is(head));
    let mut text = String::from("(");
    let mut column = indent + 1;
    for (index, part) in parts.iter().enumerate() {
        let short = writer.text(part);
        let width = short.chars().count();
        let fits = column + 1 + width <= WIDTH && !(one_a_line && index > 1);
        if index > 0 && fits {
            text.push(' ');
            column += 1;
        } else if index > 0 {
            text += &format!("\n{}", " ".repeat(inner));
            column = inner;
        }
        let written = laid_out(writer, part, column);
        column = match written.rsplit_once('\n') {
            Some((_, last)) => last.chars().count(),
            None => column + width,
        };
        text += &written;
    }
    text.push(')');
    text
}

/// Whose variant a game is best written as, and what it has otherwise: its own base, unless another
/// game before it saves much.
fn nearest(before: &[Written], base: usize, own: &Written) -> Option<(usize, Written)> {
    let length = |clauses: &Written| clauses.iter().map(|(_, clause)| clause.len()).sum::<usize>();
    let mut found: Option<(usize, Written)> = None;
    let others = (0..before.len()).filter(|other| *other != base);
    for candidate in std::iter::once(base).filter(|base| *base < before.len()).chain(others) {
        let Some(clauses) = difference(&before[candidate], own) else { continue };
        if found.as_ref().is_none_or(|(_, known)| length(&clauses) * MUCH < length(known)) {
            found = Some((candidate, clauses));
        }
    }
    // What would be as long is a game of its own.
    found.filter(|(_, clauses)| length(clauses) < length(own))
}

const ENDINGS: [&str; 4] = ["win ", "lose ", "draw ", "score "];

/// Returns the clauses of a variant that differ from its base, and the removed clauses; `None` if
/// that cannot be expressed.
fn difference(base: &Written, own: &Written) -> Option<Written> {
    let text =
        |clauses: &Written, key: &str| clauses.iter().find(|(known, _)| known == key).map(|(_, clause)| clause.clone());
    // A module brings clauses that have names of their own.
    if text(base, "use") != text(own, "use") {
        return None;
    }
    let is_ending = |key: &str| ENDINGS.iter().any(|head| key.starts_with(head));
    // Endings are asked in their order, and those of a variant come last: the first of the base may
    // stay, as long as they are the same.
    let endings =
        |clauses: &Written| -> Written { clauses.iter().filter(|(key, _)| is_ending(key)).cloned().collect() };
    let (of_base, of_own) = (endings(base), endings(own));
    let mut kept = 0;
    for ending in &of_base {
        match of_own.get(kept) {
            Some(next) if next == ending => kept += 1,
            // Whatever is replaced or left out is none that stays.
            _ if !of_own[..kept].contains(ending) => {}
            _ => return None,
        }
    }
    let stays = |(key, clause): &(String, String)| match is_ending(key) {
        true => of_own[..kept].iter().any(|(known, _)| known == key),
        false => text(base, key).as_ref() == Some(clause),
    };
    let unwanted: Vec<String> = base
        .iter()
        .map(|(key, _)| key)
        .filter(|key| text(own, key).is_none())
        .map(|key| if key.contains(' ') { format!("({key})") } else { key.clone() })
        .collect();
    let mut clauses: Written = Vec::new();
    if !unwanted.is_empty() {
        clauses.push(("without".into(), filled("(without", &unwanted)));
    }
    clauses.extend(own.iter().filter(|clause| !stays(clause)).cloned());
    Some(clauses)
}

/// Words behind a head, in lines that are not too long.
fn filled(head: &str, words: &[String]) -> String {
    let (mut text, mut column) = (head.to_string(), INDENT + head.len());
    for word in words {
        if column + 1 + word.chars().count() > WIDTH {
            text += &format!("\n{}{word}", " ".repeat(2 * INDENT));
            column = 2 * INDENT + word.chars().count();
        } else {
            text += &format!(" {word}");
            column += 1 + word.chars().count();
        }
    }
    text + ")"
}

fn body(text: &mut String, clauses: &[(String, String)], remark: &Remark) {
    let head = |key: &str| key.split(' ').next().unwrap_or_default().to_string();
    let group = |key: &str| match head(key).as_str() {
        "without" | "players" | "symmetry" | "board" | "setup" => 0,
        "piece" | "moves" => 1,
        "rule" | "var" | "define" => 2,
        "class" | "first" | "prefer" | "turns" | "pass" | "distinct" | "on" => 3,
        _ => 4,
    };
    let mut last = None;
    for (key, clause) in clauses {
        let now = group(key);
        if last.is_some_and(|last| last != now) {
            text.push('\n');
        }
        last = Some(now);
        *text += "  ";
        *text += clause;
        text.push('\n');
    }
    if !remark.missing.is_empty() {
        text.push('\n');
        comment(text, "  ", "Not said here, since there are no words for it yet:");
        remark.missing.iter().for_each(|line| comment(text, "  ", &format!("- {line}")));
        *text += "  )\n";
    } else {
        // The last clause ends the game.
        text.pop();
        *text += ")\n";
    }
}

/// A remark, line by line, none of which can be anything but a comment.
fn comment(text: &mut String, indent: &str, remark: &str) {
    for line in remark.split(['\n', '\r']) {
        let line: String = line.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
        let mut now = String::new();
        for word in line.split_whitespace() {
            if !now.is_empty() && now.chars().count() + 1 + word.chars().count() > WIDTH {
                *text += &format!("{indent}; {now}\n");
                now.clear();
            }
            if !now.is_empty() {
                now.push(' ');
            }
            now += word;
        }
        if !now.is_empty() {
            *text += &format!("{indent}; {now}\n");
        }
    }
}
