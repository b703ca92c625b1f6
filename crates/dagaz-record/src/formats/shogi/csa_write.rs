//! Writes CSA.

use std::time::Duration;

use dagaz_core::{Game, Turn};

use super::csa::{EVEN, FACTS};
use super::diagram::Diagram;
use super::ending::{ENDING_TIME, Ending, TERMINATION, Winner};
use super::{Shogi, WHICH, ending, one_line, pieces};
use crate::cursor::Cursor;
use crate::formats::usi::From;
use crate::formats::{WriteFault, Written, decimal, left_out, phrase};
use crate::position::draft::ordered;
use crate::tree::{GameTree, NodeId};

/// Facts of version 3, by their names there.
const FACTS_3: [&str; 6] = ["TIME", "TIME+", "TIME-", "MAX_MOVES", "JISHOGI", "NOTE"];

/// Writes the main lines of games in this format: in version 3 what version 2.2 cannot say, such as
/// letters that are not ASCII and fractions of a second.
pub fn write(game: &dyn Game, trees: &[GameTree]) -> Result<Written, WriteFault> {
    let shogi = Shogi::of(game).ok_or(WriteFault::NotThisGame(WHICH))?;
    let mut written = Written::default();
    for (place, tree) in trees.iter().enumerate() {
        written.text += if place > 0 { "/\n" } else { "" };
        one(&shogi, tree, &mut written)?;
    }
    let is_new = |tree: &GameTree| {
        let fraction = tree.nodes().any(|node| tree.note(node).spent.is_some_and(|spent| spent.subsec_nanos() > 0));
        let ending = tree.facts.tag(ENDING_TIME).is_some_and(|time| time.contains('.'));
        let fact = tree.facts.tags.iter().any(|(tag, _)| FACTS_3.contains(&tag.as_str()));
        let limit = ending_of(&shogi, tree).is_some_and(|(ending, _)| ending.csa == "%MAX_MOVES");
        fraction || ending || fact || limit
    };
    let is_new = !written.text.is_ascii() || trees.iter().any(is_new);
    written.text.insert_str(0, if is_new { "'CSA encoding=UTF-8\nV3.0\n" } else { "V2.2\n" });
    Ok(written)
}

/// The ending of the main line, and whether the second player would move there; none if the format
/// of the game has no word for it.
fn ending_of(shogi: &Shogi<'_>, tree: &GameTree) -> Option<(&'static Ending, bool)> {
    let mut cursor = Cursor::new(shogi.game, tree);
    cursor.go_to(tree, tree.main_line().last().copied().unwrap_or(NodeId::ROOT));
    let Turn::Choice(mover) = shogi.game.turn(cursor.state()) else { return None };
    let ending = match &tree.facts.result {
        Some(outcome) => ending::of(outcome, mover),
        None => tree.facts.tag(TERMINATION).and_then(ending::open),
    };
    Some((ending?, mover == shogi.players()[1]))
}

/// Seconds, with decimals where they are not whole.
fn time(spent: Duration) -> String {
    format!("T{}\n", decimal::write(spent))
}

fn one(shogi: &Shogi<'_>, tree: &GameTree, written: &mut Written) -> Result<(), WriteFault> {
    let facts = &tree.facts;
    let text = &mut written.text;
    for (word, player) in ["N+", "N-"].into_iter().zip(shogi.players()) {
        if let Some(seat) = facts.seats.get(player.index()).filter(|seat| !one_line(&seat.name).is_empty()) {
            *text += &format!("{word}{}\n", one_line(&seat.name));
        }
    }
    let mut tags = 0;
    let ending = ending_of(shogi, tree).and_then(|(ending, second)| Some((ending, ending.csa_word(second)?)));
    for (tag, value) in &facts.tags {
        let value = one_line(value);
        match FACTS.iter().find(|(_, name)| name == tag) {
            Some((word, "Date")) => {
                let time = facts.tag("Time").map(|time| format!(" {}", two_digits(&one_line(time))));
                *text += &format!("{word}{}{}\n", value.replace('.', "/"), time.unwrap_or_default());
            }
            Some((word, _)) => *text += &format!("{word}{value}\n"),
            None if FACTS_3.contains(&tag.as_str()) => *text += &format!("${tag}:{value}\n"),
            // They stand behind the date, and at the end of the game.
            None if tag == "Time" && facts.tag("Date").is_some() => {}
            None if tag == TERMINATION && ending.as_ref().is_some_and(|(ending, _)| ending.winner == Winner::Open) => {}
            None if tag == ENDING_TIME && ending.is_some() && decimal::read(&value).is_some() => {}
            None => tags += 1,
        }
    }
    let sfen = shogi.usi.sfen.write_exactly(&ordered(shogi.game.position(tree.start())));
    let sfen = sfen.ok_or(WriteFault::NotThisGame("games whose start position it can say"))?;
    let diagram = Diagram::of_sfen(&sfen).ok_or(WriteFault::NotThisGame(WHICH))?;
    if sfen == EVEN {
        *text += "PI\n";
    } else {
        board(&diagram, text);
    }
    *text += if diagram.second_moves { "-\n" } else { "+\n" };
    comment(tree, NodeId::ROOT, text);
    let clocks = tree.nodes().filter(|node| tree.note(*node).clock.is_some()).count();
    let mut cursor = Cursor::new(shogi.game, tree);
    for node in tree.main_line() {
        *text += &said(shogi, tree, &cursor, node).ok_or(WriteFault::Move(tree.depth(node)))?;
        text.push('\n');
        let note = tree.note(node);
        if let Some(spent) = note.spent {
            *text += &time(spent);
        }
        comment(tree, node, text);
        cursor.go_to(tree, node);
    }
    match ending {
        Some((_, word)) => {
            *text += &format!("{word}\n");
            *text += &facts.tag(ENDING_TIME).and_then(decimal::read).map_or_else(String::new, time);
        }
        None if facts.result.is_some() => written.left_out.push("1 result".to_string()),
        None => {}
    }
    // Names, comments and times spent are written, and clocks are not.
    let kept = ["comment", "player", "tag", "clock"];
    written.left_out.extend(left_out(tree).into_iter().filter(|phrase| !kept.iter().any(|word| phrase.contains(word))));
    written.left_out.extend(phrase(clocks, "clock time", "clock times"));
    written.left_out.extend(phrase(tags, "tag", "tags"));
    Ok(())
}

/// A time of day with two digits for the hour.
fn two_digits(time: &str) -> String {
    let hour = time.split(':').next().unwrap_or_default();
    format!("{}{time}", if hour.len() == 1 { "0" } else { "" })
}

fn comment(tree: &GameTree, node: NodeId, text: &mut String) {
    let note = tree.note(node);
    for part in [&note.before, &note.comment] {
        if !part.is_empty() {
            part.split('\n').for_each(|line| *text += &format!("'*{}\n", one_line(line)));
        }
    }
}

/// The rows and hands of a start.
fn board(diagram: &Diagram, text: &mut String) {
    for rank in 1..=diagram.height() {
        *text += &format!("P{rank}");
        for file in (1..=diagram.width()).rev() {
            match diagram.at(file, rank) {
                Some((letter, second)) => {
                    let code = pieces::of_letter(letter).map_or("", |piece| piece.csa);
                    *text += &format!("{}{code}", if second { '-' } else { '+' });
                }
                None => *text += " * ",
            }
        }
        text.push('\n');
    }
    for (second, hand) in diagram.hands.iter().enumerate() {
        if !hand.is_empty() {
            *text += if second == 1 { "P-" } else { "P+" };
            for (letter, count) in hand {
                let code = pieces::of_letter(letter).map_or("", |piece| piece.csa);
                (0..*count).for_each(|_| *text += &format!("00{code}"));
            }
            text.push('\n');
        }
    }
}

/// The move that leads to a node.
fn said(shogi: &Shogi<'_>, tree: &GameTree, cursor: &Cursor<'_>, node: NodeId) -> Option<String> {
    let made = shogi.usi.said(cursor.state(), tree.chosen(node)?)?;
    let Turn::Choice(mover) = shogi.game.turn(cursor.state()) else { return None };
    let sign = if mover == shogi.players()[0] { '+' } else { '-' };
    let (file, rank) = shogi.place(made.to)?;
    let (from, kind) = match made.from {
        From::Hand(kind) => ("00".to_string(), kind),
        From::Site(site) => {
            let (file, rank) = shogi.place(site)?;
            (format!("{file}{rank}"), cursor.state().piece(site)?.kind)
        }
    };
    let letter = shogi.usi.duel().letter(kind)?;
    let behind = if made.promotes { format!("+{letter}") } else { letter.to_string() };
    Some(format!("{sign}{from}{file}{rank}{}", pieces::of_letter(&behind)?.csa))
}
