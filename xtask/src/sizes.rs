//! `cargo xtask sizes`: the length of the rules of edition 3, next to the shortest known ZRF of the
//! same game.
//!
//! A token is a parenthesis, a word or a string. Comments do not count, nor do clauses that are not
//! rules: hints for bots, and the meaning of FENs.

use std::fmt::Write;
use std::path::Path;

use dagaz_syntax::lexer::{Lexer, TokenKind};
use dagaz_testkit::source;

#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Only check that docs/sizes.md is up to date
    #[arg(long)]
    check: bool,
}

/// The page that is written.
const PAGE: &str = "docs/sizes.md";

/// Clauses that are no rules.
const ASIDE: [&str; 3] = ["hint", "write", "fen"];

/// The shortest ZRF known of a game: its first game alone, without variants, pictures, sounds,
/// texts of help, options of the user interface and places on the screen, before macros are
/// expanded; and whether it has all rules itself, without a script.
const KNOWN: [(&str, usize, bool); 29] = [
    ("std/chess.drf", 846, true),
    ("international-draughts-14x14", 512, true),
    ("breakthrough-draughts-russian", 597, true),
    ("fanorona", 596, true),
    ("royal-game-of-ur", 2319, true),
    ("huffing-draughts", 2570, true),
    ("tic-tac-toe", 137, true),
    ("connect-four", 158, true),
    ("gomoku", 141, true),
    ("hex", 492, true),
    ("breakthrough", 238, true),
    ("knightthrough", 254, true),
    ("fox-and-hounds", 186, true),
    ("reversi-10x10", 244, true),
    ("bolotudu", 999, true),
    ("mak-yek", 587, true),
    ("dobutsu", 902, true),
    ("kamisado", 2867, true),
    ("amazons", 810, true),
    ("focus", 15_995, true),
    ("splut", 3_154, true),
    ("ko", 9_761, true),
    ("italian-draughts", 684, false),
    ("cheskers", 795, false),
    ("kalah", 484, false),
    ("oware", 273, false),
    ("hex-9x9", 185, false),
    ("go-9x9", 80, false),
    ("nine-mens-morris", 658, false),
];

pub(crate) fn run(arguments: &Arguments) -> Result<(), String> {
    let page = source::root().join(PAGE);
    let text = page_text()?;
    if arguments.check {
        let there = std::fs::read_to_string(&page).unwrap_or_default();
        return if there == text {
            Ok(())
        } else {
            Err(format!("{PAGE} is not true any more; run `cargo xtask sizes`"))
        };
    }
    std::fs::write(&page, text).map_err(|error| format!("{}: {error}", page.display()))?;
    println!("{PAGE} written");
    Ok(())
}

fn page_text() -> Result<String, String> {
    let mut games: Vec<(String, usize)> = Vec::new();
    for path in source::path_library() {
        games.push((name_of(&path), tokens_of(&path)?));
    }
    let chess = source::root().join("crates/dagaz-drf/src/std/chess.drf");
    let chess = ("std/chess.drf".to_string(), tokens_of(&chess)?);
    let mut text = String::from(
        "# Size of the rules\n\n\
         `cargo xtask sizes` writes this page, and `cargo xtask sizes --check` verifies it.\n\n\
         A token is a parenthesis, a word or a string. Comments, hints for bots and the meaning of FENs do\n\
         not count. The ZRF is the shortest one known of the same game, before macro expansion: its first\n\
         game alone, without variants, pictures, sounds, help texts, options of the user interface and\n\
         screen coordinates. A ZRF that leaves rules to a script is shorter than the game.\n\n\
         Some rows compare variants with the same rules: international draughts and reversi on their larger\n\
         boards, and Russian draughts with the goal of breakthrough.\n\n\
         | game | edition 3 | ZRF | all rules in the ZRF | |\n|---|---|---|---|---|\n",
    );
    for (name, zrf, whole) in KNOWN {
        let own = games.iter().chain([&chess]).find(|(game, _)| game == name);
        let Some((_, tokens)) = own else { return Err(format!("{name}: there is no such game in the library")) };
        let share = tokens * 100 / zrf;
        let verdict = match (whole, share) {
            (false, _) => "not comparable",
            (true, ..=50) => "at most half",
            (true, _) => "**more than half**",
        };
        let rules = if whole { "yes" } else { "no, some in a script" };
        let _ = writeln!(text, "| {name} | {tokens} | {zrf} | {rules} | {share} %, {verdict} |");
    }
    let mut sorted: Vec<usize> = games.iter().map(|(_, tokens)| *tokens).collect();
    sorted.sort_unstable();
    let (count, middle) = (sorted.len(), sorted.get(sorted.len() / 2).copied().unwrap_or(0));
    let most = sorted.last().copied().unwrap_or(0);
    let _ = writeln!(
        text,
        "\n## All games of the library\n\nThe library has {count} games. Half of them have at most {middle} tokens; the longest has {most}. A\n\
         variant of chess has only its differences.\n\n| game | tokens |\n|---|---|"
    );
    for (name, tokens) in &games {
        let _ = writeln!(text, "| {name} | {tokens} |");
    }
    Ok(text)
}

fn name_of(path: &Path) -> String {
    path.file_stem().map_or_else(String::new, |stem| stem.to_string_lossy().into_owned())
}

fn tokens_of(path: &Path) -> Result<usize, String> {
    let text = std::fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))?;
    Ok(tokens(&text))
}

/// The tokens of a text, those of clauses that are no rules left out.
fn tokens(text: &str) -> usize {
    let (mut count, mut depth) = (0, 0_usize);
    // The depth of the list that does not count, while one is open.
    let mut aside: Option<usize> = None;
    let mut opened = false;
    for token in Lexer::new(text) {
        let word = &text[token.start as usize..token.end as usize];
        if opened && aside.is_none() && ASIDE.contains(&word) {
            aside = Some(depth);
            // Its parenthesis has been counted.
            count -= 1;
        }
        opened = token.kind == TokenKind::Open;
        match token.kind {
            TokenKind::Comment => continue,
            TokenKind::Open => depth += 1,
            TokenKind::Close => depth = depth.saturating_sub(1),
            _ => {}
        }
        match aside {
            None => count += 1,
            Some(list) if depth < list => aside = None,
            Some(_) => {}
        }
    }
    count
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn token_counts_exclude_non_rules() {
        assert_eq!(tokens("(drf 3) ; comment"), 4);
        assert_eq!(tokens("(game \"A b\" (hint value (Queen 9)) (pass free))"), 8);
        assert_eq!(tokens("(a hint)"), 4);
    }

    #[test]
    fn every_game_is_at_most_half_as_long_as_a_zrf_that_has_all_its_rules() {
        let text = page_text().expect("the games of the table are in the library");
        assert!(!text.contains("more than half"), "{text}");
    }
}
