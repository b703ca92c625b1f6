//! Looks: what a text says, and what is reported about a text that is wrong.

use dagaz_contract::board::Board;
use dagaz_contract::draw::Drawing;
use dagaz_contract::look::{Colour, Look, LookKind, ZoneSign};
use dagaz_contract::look_file::read;
use dagaz_drf::DrfFile;
use dagaz_syntax::NoIncludes;
use dagaz_testkit::source::{path_game, root};

fn board() -> Board {
    let rules = "(drf 3) (game \"Two camps\" (players White Black)
        (board (grid a-c 1-3) (zone camp White a1..c1)) (piece Man \"M\" (moves (step n)))
        (setup (White (Man a1)) (Black (Man a3))))";
    let limits = Default::default();
    let file = DrfFile::parse("game.drf", rules.as_bytes(), &NoIncludes, &limits);
    let game = path_game(&file, 0, &limits).unwrap_or_else(|why| panic!("{why}"));
    Drawing::new(&game, "").board().clone()
}

/// Place, sentence and hint of each problem.
fn problems(text: &str) -> Vec<String> {
    let (_, found) = read(text, &board());
    let say = |problem: dagaz_contract::catalog::Problem| {
        let place = format!("{}:{}", problem.line.unwrap_or_default(), problem.column.unwrap_or_default());
        format!("{place} {} ({})", problem.say, problem.hint.unwrap_or_default())
    };
    found.into_iter().map(say).collect()
}

#[test]
fn a_look_says_how_board_pieces_and_players_are_drawn() {
    let text = "[board]\nkind = \"holes\"\nturns = 1\ngroups = [3, 3]\nnumbered = \"a1..b1 c3\"\n\n[names]\nb2 = \"hub\"\n\n\
        [covers]\nc1 = \"a2..b3\"\n\n[pieces.Man]\nglyph = \"frog\"\nsize = 90\nshape = \"x./xx\"\n\n\
        [players.White]\ncolour = \"gold\"\n\n[zones.camp]\nsign = \"water\"\n";
    let (look, found) = read(text, &board());
    assert!(found.is_empty(), "{found:?}");
    assert_eq!((look.kind, look.turns, look.groups), (Some(LookKind::Holes), 1, Some([3, 3])));
    let names: Vec<(&str, &str)> = look.names.iter().map(|(site, name)| (site.as_str(), name.as_str())).collect();
    assert!(names.contains(&("a1", "1")) && names.contains(&("b1", "2")) && names.contains(&("c3", "3")), "{names:?}");
    assert_eq!(look.covers["c1"], ["a2", "b2", "a3", "b3"]);
    assert_eq!((look.pieces["Man"].glyph.as_deref(), look.pieces["Man"].size), (Some("frog"), Some(90)));
    assert_eq!((look.players["White"].colour, look.zones["camp"].sign), (Colour::Gold, ZoneSign::Water));
}

#[test]
fn what_a_look_misspells_is_reported_at_its_place_with_a_suggestion() {
    let cases = [
        ("[bord]\n", "1:2 unknown table `bord` (did you mean `board`?)"),
        ("[board]\nknd = \"hex\"\n", "2:1 unknown key `knd` (did you mean `kind`?)"),
        ("[board]\nkind = \"checkerd\"\n", "2:8 unknown word `checkerd` (did you mean `checkered`?)"),
        ("[pieces.Men]\nglyph = \"frog\"\n", "1:9 unknown piece type `Men` (did you mean `Man`?)"),
        ("[players.Whit]\ncolour = \"gold\"\n", "1:10 unknown player `Whit` (did you mean `White`?)"),
        ("[zones.kamp]\nsign = \"tint\"\n", "1:8 unknown zone `kamp` (did you mean `camp`?)"),
        ("[names]\na9 = \"x\"\n", "2:1 unknown site `a9` (did you mean `a1`?)"),
        ("[board]\nturns = 4\n", "2:9 this is a number from 0 to 3 ()"),
        ("[board]\ngroups = [3]\n", "2:10 these are two numbers: columns and rows, as in [3, 3] ()"),
        (
            "[pieces.Man]\nshape = \"ab\"\n",
            "2:9 this is no shape (write `x` for a cell, `.` for none and `/` between rows, as in \"x./xx\")",
        ),
        ("board = 1\n", "1:9 `board` is a table (write [board])"),
    ];
    for (text, expected) in cases {
        assert_eq!(problems(text), [expected], "{text}");
    }
}

#[test]
fn what_is_wrong_is_left_out_and_the_rest_stays() {
    let (look, found) = read("[board]\nkind = \"hexx\"\nturns = 2\n", &board());
    assert_eq!((look.kind, look.turns, found.len()), (None, 2, 1));
    let (look, found) = read("[board\nkind = 1", &board());
    assert_eq!((look, found.len(), found[0].line), (Look::default(), 1, Some(1)));
}

#[test]
fn looks_of_the_library_are_written_for_games_that_exist() {
    let looks = dagaz_testkit::source::files(&root().join("games"), "toml");
    let looks: Vec<_> = looks.iter().filter(|path| path.ends_with("look.toml")).collect();
    assert!(looks.len() > 30, "{}", looks.len());
    for look in looks {
        let folder = look.parent().expect("a folder");
        let name = folder.file_name().expect("a name").to_string_lossy();
        let has_rules = ["drf", "zrf", "4th"].iter().any(|ending| folder.join(format!("{name}.{ending}")).is_file());
        assert!(has_rules, "{}", look.display());
    }
}
