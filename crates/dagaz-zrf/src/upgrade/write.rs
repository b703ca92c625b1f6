//! The file that is written: games, and variants that say only what is different.

use super::Upgraded;
use super::text::{Sx, Writer};
use crate::format::format;

/// Letters of a line.
const WIDTH: usize = 100;
/// Blanks before the lines of a list.
const INDENT: usize = 2;

/// What the file says of a game beside its rules.
#[derive(Clone, Debug, Default)]
pub struct Remark {
    /// Lines above the game.
    pub above: Vec<String>,
    /// Lines where something is missing.
    pub missing: Vec<String>,
}

/// The text of a file with these games; each with its place among them whose variant it is.
pub fn text(games: &[(&Upgraded, Option<usize>, Remark)]) -> String {
    let mut text = String::from("(drf 3)\n");
    let titles = titles(games);
    let written: Vec<Vec<(String, String)>> = games.iter().map(|(game, ..)| clauses(game)).collect();
    for (index, (_, base, remark)) in games.iter().enumerate() {
        text.push('\n');
        remark.above.iter().for_each(|line| comment(&mut text, "", line));
        let base = base.filter(|base| *base < index);
        match base.and_then(|base| difference(&written[base], &written[index]).map(|clauses| (base, clauses))) {
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

fn clauses(game: &Upgraded) -> Vec<(String, String)> {
    let writer = Writer { links: &game.translated.link_names };
    let text = |clause: &Sx| laid_out(&writer, clause, INDENT);
    game.translated.clauses.iter().map(|(key, clause)| (key.clone(), text(clause))).collect()
}

/// A clause in lines that are not too long: what is too long begins a new line for each of its lists, or is filled up.
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

/// The clauses of a variant that its game has not, or otherwise; none if the game has some that the variant has not.
fn difference(base: &[(String, String)], own: &[(String, String)]) -> Option<Vec<(String, String)>> {
    let has = |clauses: &[(String, String)], key: &str| clauses.iter().any(|(known, _)| known == key);
    if base.iter().any(|(key, _)| !has(own, key)) {
        return None;
    }
    // Endings are asked in order, so that their order must be the game's.
    let order = |clauses: &[(String, String)]| -> Vec<String> {
        let heads = ["win ", "lose ", "draw ", "score "];
        let is_ending = |key: &String| heads.iter().any(|head| key.starts_with(head));
        clauses.iter().map(|(key, _)| key.clone()).filter(is_ending).collect()
    };
    if order(own).len() != order(base).len() || order(own) != order(base) {
        return None;
    }
    let kept: Vec<(String, String)> = own.iter().filter(|clause| !base.contains(clause)).cloned().collect();
    (kept.len() < own.len()).then_some(kept)
}

fn body(text: &mut String, clauses: &[(String, String)], remark: &Remark) {
    let head = |key: &str| key.split(' ').next().unwrap_or_default().to_string();
    let group = |key: &str| match head(key).as_str() {
        "players" | "symmetry" | "board" | "setup" => 0,
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
