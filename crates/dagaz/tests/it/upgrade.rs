//! Scripts as the beginning of rules in edition 3.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};

use crate::common::{Folder, dagaz, fine, json};
use serde_json::Value;

/// A script of two men and their board, with a place for more.
fn script(board: &str, directions: &str, more: &str) -> String {
    format!(
        "{{board 3 3 {{grid}} {board} board}}
{{directions -1 0 {{direction}} n 1 0 {{direction}} s {directions} directions}}
{{players {{player}} White {{player}} Black players}} {{turn-order {{turn}} White {{turn}} Black turn-order}}
: out n verify ;
: stride ( a comment; with all (sorts\" of signs )\n\tout empty? verify\n  from here move add-move ;
{{moves steps {{move}} stride moves}} {{pieces {{piece}} man {{moves}} steps 3 {{value}} pieces}}
{{board-setup {{setup}} White man b1 {{setup}} Black man c3 board-setup}}
{more}"
    )
}

/// The skeleton of a script, which is valid rules, and the messages about it.
fn upgraded(text: &str) -> (String, String) {
    static FOLDERS: AtomicUsize = AtomicUsize::new(0);
    let folder = Folder::new(&format!("upgrade-{}", FOLDERS.fetch_add(1, Ordering::Relaxed)));
    let file = folder.file("a.4th", text);
    let said = dagaz(&["upgrade", &file], "");
    assert_eq!(said.code, Some(0), "{}{}", said.out, said.err);
    let rules = folder.file("a.drf", &said.out);
    let checked = dagaz(&["check", &rules], "");
    assert_eq!(checked.code, Some(0), "{}\n{}", checked.out, said.out);
    // What stands there for the rules that are still to be written is used by nothing yet.
    let warnings = checked.out.matches("warning[").count() + checked.err.matches("warning[").count();
    let unused = checked.out.matches("warning[Z0311]").count() + checked.err.matches("warning[Z0311]").count();
    assert_eq!(warnings, unused, "{}{}\n{}", checked.out, checked.err, said.out);
    assert_eq!(fine(&["perft", &rules, "1"], ""), "1 1\n", "one pass");
    (said.out, said.err)
}

fn scripts() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../games/axiom");
    let entries = |folder: &Path| std::fs::read_dir(folder).expect("a folder").flatten().map(|entry| entry.path());
    let files = entries(&root).filter(|path| path.is_dir()).flat_map(|folder| entries(&folder).collect::<Vec<_>>());
    let mut files: Vec<PathBuf> = files.filter(|path| path.extension().is_some_and(|ending| ending == "4th")).collect();
    // What others load is no game.
    files.retain(|path| {
        let text = std::fs::read_to_string(path).unwrap_or_default();
        text.contains("{board") || text.contains("LOAD ")
    });
    files.sort();
    files
}

fn strings(values: &Value) -> BTreeSet<String> {
    values.as_array().into_iter().flatten().filter_map(Value::as_str).map(str::to_string).collect()
}

#[test]
fn every_library_script_upgrades_to_readable_rules() {
    let folder = Folder::new("upgrade-library");
    assert!(scripts().len() >= 7);
    for path in scripts() {
        let path = path.display().to_string();
        let out = folder.0.join("out.drf").display().to_string();
        let said = dagaz(&["upgrade", &path, "-o", &out, "--force"], "");
        assert_eq!(said.code, Some(0), "{path}: {}", said.err);
        assert!(said.err.contains("how the game ends"), "{path}: {}", said.err);
        let checked = dagaz(&["check", &out], "");
        // What a script declares and no rule uses waits for those that are written by hand.
        assert!(checked.out.contains("0 errors"), "{path}: {}", checked.out);
        let mut told = checked.out.lines().filter(|line| line.contains("warning["));
        assert!(told.all(|line| line.contains("warning[Z0311]: ")), "{path}: {}", checked.out);
        let (script, rules) = (json(&["info", &path, "--json"]), json(&["info", &out, "--json"]));
        assert_eq!(strings(&script["board"]["sites"]), strings(&rules["board"]["sites"]), "{path}");
        assert_eq!(script["title"], rules["title"], "{path}");
        assert_eq!(script["pieces"].as_array().map(Vec::len), rules["pieces"].as_array().map(Vec::len), "{path}");
        let movers: Vec<&str> =
            script["turn_order"].as_array().into_iter().flatten().filter_map(|slot| slot["mover"].as_str()).collect();
        assert_eq!(rules["turn_order"].as_array().map(Vec::len), Some(movers.len()), "{path}");
    }
}

#[test]
fn script_declarations_are_printed() {
    let (text, by_hand) = upgraded(&script(
        "{position} bag {variable} seen 9 {array} seeds[] 3 {array} row",
        "0 1 {direction} onward 0 1 {direction} east 0 -1 {direction} west -2 1 {direction} jump {link} home b2 a1 {link} home a1 bag",
        "{symmetries Black {symmetry} n s White {asymmetry} west east symmetries}
         : OnNewGame 7 seen ! 4 0 seeds[] ! 4 8 seeds[] ! ; : OnIsGameOver #UnknownScore ; $passTurnForced ON",
    ));
    for line in [
        "(grid a-c 1-3)",
        "(sites bag)",
        "(link home (b2 a1) (a1 bag))",
        "(define onward e)",
        "(define jump n.ne)",
        "(symmetry (White (west west-of-White)) (Black (n s)))",
        "(players White Black)",
        "(piece man (moves stride))",
        "(hint value (man 3))",
        "(turns White Black)",
        "(pass forced)",
        "(var seen of game 7)",
        "(var seeds of site 0)",
        "(var row-2 of game 0)",
        "(White (man b1))",
        "(Black (man c3))",
        "(seeds 4 a3 c1)",
        "; : stride ( a comment; with all (sorts\" of signs )",
        ";   out empty? verify",
        "; : out n verify ;",
        "; : OnIsGameOver #UnknownScore ;",
    ] {
        assert!(text.contains(line), "{line}:\n{text}");
    }
    assert!(by_hand.contains("the rule stride, ") && by_hand.contains("how the game ends"), "{by_hand}");
}

#[test]
fn turns_types_and_owners_are_printed() {
    let more = "{players {player} White {player} Black {neutral} Wall {player} ?Dice {random} players}
        {turn-order {turn} ?Dice {repeat} {turn} White {of-type} quiet {turn} Black {for-player} White turn-order}
        : fall empty? verify drop add-move ;
        {moves both {move} stride {move-type} quiet {move} Pass {move} fall {move-type} loud moves}
        {move-priorities {move-priority} loud move-priorities}
        : OnFriends? = ;
        {pieces {piece} man {moves} both {drops} both {dummy-pieces} {piece} rock pieces}
        {board-setup {setup} White man b1 {setup} Wall rock a1 {setup} ?Dice man c3 board-setup}";
    // A move type may be named before there is a move of it.
    let (text, by_hand) = upgraded(&script("", "", more));
    for line in [
        "(players White Black ?Dice)",
        "(turns ?Dice (repeat (White quiet pass) Black))",
        "(moves pass stride fall)",
        "(class quiet stride)",
        "(class loud fall)",
        "(first loud (stride pass))",
        "(nobody (rock a1))",
        "; In turn 3 Black moves the pieces of White.",
    ] {
        assert!(text.contains(line), "{line}:\n{text}");
    }
    assert!(by_hand.contains("?Dice moves by chance"), "{by_hand}");
}

#[test]
fn hostile_names_are_escaped() {
    let long = "x".repeat(3_000);
    let names = [
        "a\"b", "a;b", "a(b", "a)b", "(c)", "\"", "12", "1e5", "inf", "nobody", "hand", "each", "row", "..", "-",
        "a1..c3", "é\u{a0}", &long,
    ];
    let positions: String = names.iter().map(|name| format!(" {{position}} {name} {{position}} {name}")).collect();
    let links: String = names.iter().map(|name| format!(" {{link}} d{name} a1 b1 {{link}} {name}d b1 a1")).collect();
    let variables: String = names.iter().map(|name| format!(" {{variable}} {name}v 3 {{array}} v{name}")).collect();
    let pieces: String = names.iter().map(|name| format!(" {{piece}} {name} {{moves}} steps")).collect();
    let more = format!(
        "{{players {{player}} nobody {{player}} \" players}} {{turn-order {{turn}} nobody {{turn}} \" turn-order}}
         : x;y) 1 2 + ; {{moves steps {{move}} x;y) moves}} {{pieces {pieces} {{piece}} man pieces}}
         {{board-setup {{setup}} nobody man b1 {{setup}} \" man c3 board-setup}}"
    );
    // Positions, players and pieces of one name hide one another, as in the script itself.
    let text = script(&format!("{positions}{variables}"), &links, &more);
    upgraded(&text);
}

#[test]
fn words_of_the_language_may_be_names_of_a_script() {
    let reference = concat!(
        include_str!("../../../../docs/language-words.md"),
        include_str!("../../../../docs/language-grammar.md")
    );
    let letters = |c: char| !(c.is_ascii_alphanumeric() || c == '-' || c == '_');
    let words: BTreeSet<&str> = reference.split(letters).filter(|word| word.starts_with(char::is_alphabetic)).collect();
    assert!(words.len() > 300);
    let named =
        |keyword: &str| words.iter().take(1_000).map(|word| format!(" {{{keyword}}} {word}")).collect::<String>();
    let links: String = words.iter().take(60).map(|word| format!(" {{link}} {word} a1 b1")).collect();
    let (text, _) = upgraded(&script(&named("position"), "", ""));
    assert!(text.contains("(sites"), "{text}");
    upgraded(&script("", &links, ""));
    upgraded(&script(&named("variable"), "", ""));
    upgraded(&script("", "", &format!("{{pieces {{piece}} man {{moves}} steps {} pieces}}", named("piece"))));
    let rules: String = words.iter().take(120).map(|word| format!(" : {word} stride ; ")).collect();
    let moves: String = words.iter().take(120).map(|word| format!(" {{move}} {word}")).collect();
    upgraded(&script(
        "",
        "",
        &format!("{rules} {{moves steps {moves} moves}} {{pieces {{piece}} man {{moves}} steps pieces}}"),
    ));
}

#[test]
fn a_file_is_overwritten_only_on_request() {
    let folder = Folder::new("upgrade-force");
    let (file, out) = (folder.file("a.4th", &script("", "", "")), folder.file("a.drf", "mine"));
    let refused = dagaz(&["upgrade", &file, "-o", &out], "");
    assert_eq!((refused.code, refused.err.contains("--force")), (Some(2), true), "{}", refused.err);
    assert_eq!(std::fs::read_to_string(&out).ok().as_deref(), Some("mine"));
    assert!(fine(&["upgrade", &file, "-o", &out, "--force"], "").contains("written to"));
    assert!(std::fs::read_to_string(&out).is_ok_and(|text| text.starts_with("(drf 3)\n")));
    let rules = dagaz(&["upgrade", &out], "");
    assert_eq!((rules.code, rules.err.contains("in edition 3 already")), (Some(2), true), "{}", rules.err);
    let broken = folder.file("b.4th", ": a jump; ;");
    assert_eq!(dagaz(&["upgrade", &broken], "").code, Some(1));
    assert_eq!(dagaz(&["upgrade", "no-such.4th"], "").code, Some(2));
    assert!(fine(&["upgrade", "--help"], "").contains("dagaz upgrade Ur.4th -o ur.drf"));
}
