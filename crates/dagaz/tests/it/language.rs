//! The commands about the text of rules: `fmt`, `explain` and `why`, over the whole library.

use std::path::{Path, PathBuf};

use crate::common::{Folder, dagaz, fine, json};
use serde_json::Value;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The rules files of the library with one of these endings.
fn library(endings: &[&str]) -> Vec<PathBuf> {
    let mut folders = vec![root().join("games")];
    let mut files = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).expect("a folder").flatten() {
            let path = entry.path();
            if path.is_dir() {
                folders.push(path);
            } else if path
                .extension()
                .and_then(|ending| ending.to_str())
                .is_some_and(|ending| endings.contains(&ending))
            {
                files.push(path);
            }
        }
    }
    files.sort();
    files
}

/// The names of the games of the library.
fn games() -> Vec<String> {
    let listed = json(&["games", "--json"]);
    let games = listed["games"].as_array().expect("a list").iter();
    games.filter_map(|game| game["name"].as_str()).map(str::to_string).collect()
}

/// Does something for each on both processors, and tells all that went wrong.
fn for_each<T: Sync>(items: &[T], check: impl Fn(&T) -> Result<(), String> + Sync) {
    let next = std::sync::atomic::AtomicUsize::new(0);
    let faults = std::sync::Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                while let Some(item) = items.get(next.fetch_add(1, std::sync::atomic::Ordering::Relaxed)) {
                    if let Err(fault) = check(item) {
                        faults.lock().expect("nobody panics").push(fault);
                    }
                }
            });
        }
    });
    let faults = faults.into_inner().expect("nobody panics");
    assert!(faults.is_empty(), "{} faults:\n{}", faults.len(), faults.join("\n"));
}

#[test]
fn the_library_is_formatted() {
    let said = dagaz(&["fmt", "--check", &root().join("games").display().to_string()], "");
    assert_eq!(said.code, Some(0), "{}", said.out);
    assert!(said.out.contains("all formatted"), "{}", said.out);
}

#[test]
fn every_complete_example_of_the_documents_is_valid() {
    let folder = Folder::new("texts");
    let mut files = Vec::new();
    for page in ["language.md", "tutorial.md", "cookbook.md"] {
        let text = std::fs::read_to_string(root().join("docs").join(page)).expect("it is there");
        let blocks = text.split("```drf\n").skip(1).filter_map(|rest| rest.split("```").next());
        for (number, block) in blocks.filter(|block| block.starts_with("(drf 3)")).enumerate() {
            files.push(folder.file(&format!("{page}-{number}.drf"), block));
        }
    }
    assert!(files.len() > 10, "{} texts", files.len());
    let said = dagaz(&std::iter::once("check").chain(files.iter().map(String::as_str)).collect::<Vec<_>>(), "");
    assert_eq!(said.code, Some(0), "{}", said.err);
}

#[test]
fn formatting_keeps_the_meaning_and_is_idempotent() {
    let folder = Folder::new("fmt");
    let squeezed = |text: &str| -> String {
        // The worst layout there is: every blank is one, and only comments end a line.
        let lines = text.lines().map(|line| match line.contains(';') {
            true => format!("{}\n", line.trim()),
            false => format!("{} ", line.trim()),
        });
        lines.collect()
    };
    for (number, path) in library(&["drf"]).iter().step_by(7).enumerate() {
        let text = std::fs::read_to_string(path).expect("the file is there");
        let file = folder.file(&format!("{number}/game.drf"), &squeezed(&text));
        fine(&["fmt", &file], "");
        let formatted = std::fs::read_to_string(&file).expect("the file is there");
        let tokens =
            |text: &str| text.replace(['(', ')'], " | ").split_whitespace().map(str::to_string).collect::<Vec<_>>();
        assert_eq!(tokens(&formatted), tokens(&text), "{}", path.display());
        assert_eq!(fine(&["fmt", "--check", &file], ""), "1 file, all formatted\n");
        let counts = |file: &str| fine(&["perft", file, "2"], "");
        assert_eq!(counts(&file), counts(&path.display().to_string()), "{}", path.display());
    }
}

#[test]
fn fmt_rewrites_files_reports_errors_and_reads_a_pipe() {
    let folder = Folder::new("fmt-cli");
    let loose = folder.file("loose.drf", "(drf   3)\n(game \"A\" ; one\n(board (grid 3 3)))");
    let check = dagaz(&["fmt", "--check", &loose], "");
    assert_eq!((check.code, check.out.contains("is not formatted")), (Some(1), true));
    let data = dagaz(&["fmt", "--check", "--json", &loose], "");
    let data: Value = serde_json::from_str(&data.out).expect("it is JSON");
    assert_eq!(data["files"][0]["state"], "not formatted");
    assert_eq!(fine(&["fmt", &loose], ""), format!("formatted {loose}\n"));
    let text = std::fs::read_to_string(&loose).expect("the file is there");
    assert_eq!(text, "(drf 3)\n(game \"A\" ; one\n  (board (grid 3 3)))\n");
    assert_eq!(fine(&["fmt", "-"], "(a\n(b))"), "(a\n  (b))\n");
    let broken = folder.file("broken.drf", "(drf 3)\n(game \"A\"\n");
    let said = dagaz(&["fmt", &broken], "");
    assert_eq!(said.code, Some(1));
    assert!(said.err.contains("broken.drf:2:1: this parenthesis is never closed"), "{}", said.err);
    assert_eq!(dagaz(&["fmt", &folder.file("a.4th", "")], "").code, Some(2));
    assert_eq!(dagaz(&["fmt", "nowhere.drf"], "").code, Some(2));
}

#[test]
fn every_game_of_the_library_is_explained() {
    for_each(&games(), |name| {
        let said = dagaz(&["explain", name], "");
        let data = dagaz(&["explain", name, "--json"], "");
        if said.code != Some(0) || data.code != Some(0) {
            return Err(format!("{name}: {}{}", said.err, data.err));
        }
        let data: Value = serde_json::from_str(&data.out).map_err(|error| format!("{name}: {error}"))?;
        let sections = data["sections"].as_array().map_or(0, Vec::len);
        // A letter may be a question mark.
        let is_whole = !said.out.replace("written ? ", "").contains(" ? ");
        match said.out.lines().count() >= 12 && sections >= 2 && is_whole {
            true => Ok(()),
            false => Err(format!("{name}: {sections} sections\n{}", said.out)),
        }
    });
}

#[test]
fn explain_states_how_lists_are_read_and_the_defaults() {
    let folder = Folder::new("explain");
    let file = folder.file(
        "a.drf",
        "(drf 3)\n(game \"A\"\n  (board (grid 3 3))\n  (piece Man \"M\" (moves (leap n)))\n  (rule (leap d) d enemy (take (and enemy Man)) d empty)\n  (win bare (no enemy)))",
    );
    let said = fine(&["explain", &file], "");
    for line in [
        "players: White, Black  (by default)",
        "Black sees the board turned: n is s, s is n, ne is se, se is ne, sw is nw, nw is sw  (by default)",
        "nobody may pass: unless a rule is a pass  (by default)",
        // A set on a path, as an argument, and in a condition.
        "here is an enemy's",
        "capture what stands on every site that is an enemy's and a Man",
        "wins, for whom: no site is an enemy's",
        "moved by whoever owns it (by default)",
        "leap  a.drf:5",
        "moves with the same origin, destination and result are one move  (by default)",
        "nothing else ends a game",
    ] {
        assert!(said.contains(line), "{line}:\n{said}");
    }
}

#[test]
fn explain_gives_the_reason_for_the_order_of_endings_in_edition_2() {
    let path = "../dagaz-testkit/tests/results/ordered-endings.zrf";
    let told = |variant: &str| {
        let said = fine(&["explain", path, "--variant", variant], "");
        said.split_whitespace().collect::<Vec<_>>().join(" ")
    };
    let (game, variant) = (told("Ordered men"), told("Ordered men, home"));
    for (said, line) in [
        (&game, "1. no pieces left: White Black loses if"),
        (&game, "before 2 pieces on the board: it is written first 2. 2 pieces on the board: White Black draws if"),
        (&game, "before repetition: endings by material and places come before endings by repetition 3. repetition"),
        (&game, "before stalemate: endings by repetition come before endings by moves and attacks 4. stalemate"),
        (&variant, "1. place reached: White Black wins if"),
        (&variant, "before 2 pieces on the board: the variant adds it 2. 2 pieces on the board"),
    ] {
        assert!(said.contains(line), "{line}:\n{said}");
    }
}

#[test]
fn explain_describes_each_phase() {
    let folder = Folder::new("explain-phases");
    let file = folder.file(
        "phases.drf",
        "(drf 3)\n(game \"A\"\n  (board (grid 3 3))\n  (setup (White (Man a1)) (Black (Man c3)))\n  \
         (piece Man \"M\" (moves (step orthogonal) (hit diagonal)))\n  (rule (hit d) d enemy)\n  \
         (rule begin (goto ending))\n  (turns (phase opening White Black (moves begin) (never far (row -1)))\n    \
         (phase ending White Black (first hit step) (prefer (hit step) (count enemy)) (lose stuck no-moves))))",
    );
    let said = fine(&["explain", &file], "");
    for line in [
        "phase opening: the turns 1 to 2, again and again",
        "(goto ending) leads there: White begins with 3, Black begins with 4",
        "moves in the phase opening, beside those of every turn  phases.drf:8",
        "moves by begin",
        "never far  phases.drf:8",
        "in the phase ending: first hit; then step  phases.drf:9",
        "(first hit step)",
        "in the phase ending: of the moves by hit or step only those are legal that have  phases.drf:9",
        "the greatest number of sites that are an enemy's",
        "1. stuck  phases.drf:9",
    ] {
        assert!(said.contains(line), "{line}:\n{said}");
    }
    assert!(!said.contains("no rule comes before another"), "{said}");
}

#[test]
fn why_answers_for_every_game_of_the_library() {
    for_each(&games(), |name| {
        let moves = dagaz(&["moves", name, "--json"], "");
        let moves: Value =
            serde_json::from_str(&moves.out).map_err(|error| format!("{name}: {error}: {}", moves.err))?;
        let Some(first) = moves["moves"][0]["text"].as_str() else { return Err(format!("{name}: there is no move")) };
        let ask = |typed: &str| -> Result<Value, String> {
            let said = dagaz(&["why", name, "--json", "--", typed], "");
            match said.code {
                Some(0) => serde_json::from_str(&said.out).map_err(|error| format!("{name} {typed}: {error}")),
                _ => Err(format!("{name} {typed}: {}", said.err)),
            }
        };
        let legal = ask(first)?;
        // Dice fall by no rule.
        let is_throw = legal["say"][0].as_str().is_some_and(|say| say.starts_with("this may fall"));
        let is_named = is_throw || legal["rules"].as_array().is_some_and(|rules| !rules.is_empty());
        if legal["legal"] != true || !is_named {
            return Err(format!("{name} {first}: {legal}"));
        }
        // No move goes from the last site of the board to the first one, or, where two pieces are
        // put at once, to itself.
        let info = dagaz(&["info", name, "--json"], "");
        let info: Value = serde_json::from_str(&info.out).map_err(|error| format!("{name}: {error}"))?;
        let sites: Vec<&str> =
            info["board"]["sites"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
        let (Some(from), Some(to)) = (sites.last(), sites.first()) else { return Err(format!("{name}: no sites")) };
        let (mut typed, mut refused) = (format!("{from} - {to}"), ask(&format!("{from} - {to}"))?);
        if refused["legal"] == true {
            typed = format!("{from} - {from}");
            refused = ask(&typed)?;
        }
        let say = refused["say"][0].as_str().unwrap_or_default();
        match refused["legal"] == false && say.len() > 10 {
            true => Ok(()),
            false => Err(format!("{name} {typed}: {refused}")),
        }
    });
}

#[test]
fn the_refusing_rule_is_named() {
    // The game, moves before, the move, the reason, and words of the answer.
    let cases = [
        ("no-castling", "", "e2e5", "no rule", "no rule of the Pawn on e2 leads to e5"),
        (
            "no-castling",
            "",
            "e1e2",
            "test",
            "e2 would have to be open (no friend there) (a Pawn of White stands on e2)",
        ),
        ("no-castling", "", "e7e5", "not yours", "e7 is not White's to move"),
        ("no-castling", "", "e4e5", "empty", "nothing stands on e4"),
        ("no-castling", "e2e4; e7e5; f2f4; d8h4", "a2a3", "never", "(never check …)"),
        ("go-9x9", "e5", "e5", "test", "a Stone of Black stands on e5"),
        ("crazyhouse", "", "pass", "pass", "nobody may pass"),
        (
            concat!(env!("CARGO_MANIFEST_DIR"), "/../../games/chess/chess/chess.zrf"),
            "",
            "e2e5",
            "no rule",
            "does not go to e5",
        ),
    ];
    for (game, after, typed, reason, words) in cases {
        let said = json(&["why", game, typed, "--after", after, "--json"]);
        let say: Vec<&str> = said["say"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
        assert_eq!(said["reason"], reason, "{game} {typed}: {say:?}");
        assert!(say.join("; ").contains(words), "{game} {typed}: {say:?}");
    }
    let text = fine(&["why", "no-castling", "e2e4"], "");
    assert!(
        text.contains("this is legal, by double") && text.contains("(rule double (row 2) n empty n empty)"),
        "{text}"
    );
    let over = json(&["why", "tic-tac-toe", "a1", "--after", "a1; a2; b1; b2; c1", "--json"]);
    assert_eq!(over["reason"], "over");
    assert_eq!(dagaz(&["why", "tic-tac-toe", "zzz"], "").code, Some(1));
}

#[test]
fn obligation_and_preference_are_named() {
    let folder = Folder::new("why-first");
    let game = |more: &str, pieces: &str| {
        format!(
            "(drf 3)\n(game \"A\"\n  (board (grid a-e 1-5))\n  (piece Man \"M\" (moves (walk n) (jump orthogonal)))\n  \
             (rule (jump d) d enemy (take later) d empty (then jump))\n  {more}\n  (setup {pieces}))"
        )
    };
    let one = folder.file("one.drf", &game("(first jump walk)", "(White (Man a1 c1)) (Black (Man a2))"));
    let said = json(&["why", &one, "c1c2", "--json"]);
    assert_eq!(said["reason"], "first", "{said}");
    let two =
        folder.file("two.drf", &game("(prefer (jump) (count captured))", "(White (Man a1 e1)) (Black (Man a2 a4 e2))"));
    let said = json(&["why", &two, "e1e3", "--json"]);
    assert_eq!(said["reason"], "prefer", "{said}");
    let slot = folder.file("slot.drf", &game("(turns (White jump) Black)", "(White (Man a1 c1)) (Black (Man a2))"));
    let said = json(&["why", &slot, "c1c2", "--json"]);
    assert_eq!(said["reason"], "turn", "{said}");
}

#[test]
fn a_forbidden_pass_names_its_rule() {
    let folder = Folder::new("why-pass");
    let ko = |never: &str| {
        let rules = format!(
            "(drf 3)\n(game \"Ko\" (players Black White)\n  (board (grid a-c 1-3))\n  (piece Stone \"S\")\n  \
             (rule place (at empty) (put Stone))\n  (moves place pass)\n  {never}\n  (draw over (= passes 2)))"
        );
        folder.file("ko.drf", &rules)
    };
    let said = json(&["why", &ko("(never ko (> (repeats position) 1))"), "pass", "--json"]);
    assert!(said["reason"] == "never" && said["say"][0].as_str().is_some_and(|say| say.contains("never ko")), "{said}");
    let passes = ko("(never ko (and (not (made pass)) (> (repeats position) 1)))");
    let said = json(&["why", &passes, "pass", "--json"]);
    assert_eq!(said["legal"], true, "{said}");
}

#[test]
fn rolls_are_named_by_their_faces() {
    let listed = fine(&["moves", "backgammon"], "");
    assert_eq!(listed.lines().filter(|line| *line == "roll 1 2").count(), 2, "two ways to throw it: {listed}");
    assert!(listed.contains("roll 6 6 6 6") && !listed.contains('#'), "{listed}");
    let mistyped = dagaz(&["moves", "backgammon", "--after", "roll 1 9"], "").err;
    assert!(mistyped.contains("the nearest are: roll 1 2; "), "{mistyped}");
    let said = fine(&["why", "backgammon", "roll 1 2"], "");
    assert!(said.contains("it is one of 36 throws"), "{said}");
    let said = dagaz(&["why", "backgammon", "seven"], "");
    assert!(said.code == Some(1) && said.err.contains("a move here is `roll 1 1 1 1`"), "{}", said.err);
    assert!(fine(&["moves", "backgammon", "--after", "roll 1 2"], "").contains("Man a2 - "));
}

#[test]
fn an_ending_that_holds_from_the_start_is_named() {
    let folder = Folder::new("at-once");
    let rules = "(drf 3)\n(game \"A\" (board (grid a-c 1-3)) (setup (White (Man a1)))\n  (piece Man \"M\" (moves (walk n)))\n  \
                 (lose bare (no (and mine (row 3)))))";
    let said = dagaz(&["check", &folder.file("at-once.drf", rules)], "").out;
    assert!(said.contains("`bare` holds in the start position"), "{said}");
}
