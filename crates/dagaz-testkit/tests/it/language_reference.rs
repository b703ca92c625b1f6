//! The pages about the language: every example in them is read without a word of complaint, and can
//! be played.

use dagaz_core::{Game, Limits, PlayoutLimits};
use dagaz_drf::DrfFile;
use dagaz_syntax::format::format;
use dagaz_syntax::{Code, Diagnostic, NoIncludes};
use dagaz_testkit::source::{path_game, root};
use dagaz_testkit::walk;

/// What a fragment stands in.
const AROUND: &str = r#"(drf 3)
(game "Around"
  (players White Black)
  (board (grid a-h 1-8) (lines five 5))
  (var seeds of site 0)
  (var score of player 0)
  (piece King "K" (moves (step adjacent)))
  (piece Rook "R" (moves (slide orthogonal)))
  (piece Man "M" (moves (walk n)))
"#;

const SETUP: &str = "(setup (White (King e1) (Rook a1)) (Black (King e8) (Man a7)))\n";

/// The blocks of a document that are marked so, with the lines on which they begin.
fn blocks(text: &str, mark: &str) -> Vec<(usize, String)> {
    let mut blocks = Vec::new();
    let mut open: Option<(usize, String)> = None;
    for (number, line) in text.lines().enumerate() {
        match (&mut open, line) {
            (None, line) if line == format!("```{mark}") => open = Some((number + 1, String::new())),
            (Some(_), "```") => blocks.extend(open.take()),
            (Some((_, block)), line) => {
                block.push_str(line);
                block.push('\n');
            }
            (None, _) => {}
        }
    }
    blocks
}

/// Plays a text, and wants not a word said of it, but for its first lines where these are not the
/// page's: then it is a part of a game, which may have pieces that the rest sets up.
fn play(page: &str, line: usize, text: &str, around: usize) {
    let limits = Limits::default();
    let file = DrfFile::parse(page, text.as_bytes(), &NoIncludes, &limits);
    let found = file.check();
    let line_of = |one: &Diagnostic| file.sources().file(one.span.file).line_column(one.span.start).line;
    let is_missing = |one: &Diagnostic| one.code == Code::Unused && one.message.starts_with("nothing uses the piece");
    let of_the_rest = |one: &Diagnostic| around > 0 && (line_of(one) <= around || is_missing(one));
    assert!(found.list().iter().all(of_the_rest), "{page}, line {line}:\n{}", file.render(&found));
    let game =
        path_game(&file, file.default_index(), &limits).unwrap_or_else(|why| panic!("{page}, line {line}: {why}"));
    let mut state = game.initial();
    let stop = PlayoutLimits { plies: 40, quiet_plies: None };
    let playout = game.playout(&mut state, &mut walk::rng(1), stop).expect("within the limits");
    assert!(playout.plies > 0, "{page}, line {line}: nobody can move");
}

/// Plays everything in a page that has at least so many whole games and parts of games.
fn play_all(page: &str, games: usize, fragments: usize) {
    let text = std::fs::read_to_string(root().join("docs").join(page)).expect("the page is there");
    let (whole, parts) = (blocks(&text, "drf"), blocks(&text, "drf-part"));
    assert!(whole.len() >= games && parts.len() >= fragments, "{page}: {} and {}", whole.len(), parts.len());
    for (line, block) in whole {
        play(page, line, &block, 0);
        // What people copy is laid out as `dagaz fmt` would.
        assert_eq!(format(&block).as_deref(), Ok(block.as_str()), "{page}, line {line}");
    }
    for (line, block) in parts {
        let setup = if block.contains("(setup") { "" } else { SETUP };
        // A clause in the first column would end the game: so the reader finds a parenthesis that
        // is missing.
        let block = block.lines().map(|line| format!("  {line}\n")).collect::<String>();
        play(page, line, &format!("{AROUND}{setup}{block})"), AROUND.lines().count());
    }
}

#[test]
fn every_example_of_the_reference_plays() {
    play_all("language.md", 2, 10);
}

#[test]
fn every_recipe_of_the_cookbook_is_read_and_played() {
    play_all("cookbook.md", 8, 0);
}

#[test]
fn every_example_of_the_tutorial_plays() {
    play_all("tutorial.md", 6, 0);
}

#[test]
fn every_example_of_the_zrf_guide_plays() {
    play_all("from-zrf.md", 0, 3);
}
