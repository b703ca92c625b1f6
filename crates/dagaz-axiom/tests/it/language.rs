//! The Forth of scripts: each certain fact about it.

use crate::common::{computed, playable, script, small, small_moves};
use dagaz_axiom::{MemoryIncludes, Script};
use dagaz_core::Limits;

/// What a definition and a use of it compute.
fn defined(words: &str, used: &str) -> i32 {
    let text = small(&format!("{words} : OnEvaluate {used} ;"), "from here add-move");
    let game = playable(&script(&text));
    dagaz_core::Game::evaluate(&game, &dagaz_core::Game::initial(&game), dagaz_core::PlayerId(0)).expect("a score")
}

/// The faults of a script, each as its first line.
fn faults(text: &str) -> Vec<String> {
    let script = script(text);
    script.faults().iter().map(ToString::to_string).collect()
}

#[test]
fn arithmetic() {
    for (words, value) in [
        ("7 3 -", 4),
        ("7 2 /", 3),
        ("7 2 MOD", 1),
        ("17 5 /MOD 10 * +", 32),
        ("3 4 *", 12),
        ("5 NEGATE ABS", 5),
        ("3 9 MIN 3 9 MAX +", 12),
        ("5 2* 1+ 1-", 10),
        ("9 2/", 4),
        ("6 3 AND 6 3 OR + 6 3 XOR +", 14),
        // Logical, not bitwise.
        ("5 NOT 0 NOT 10 * +", 10),
        ("3 3 = 3 4 <> + 3 4 < + 4 3 > + 3 3 <= + 3 3 >= +", 6),
        ("-1 0< 1 0> + 0 0= + 7 0<> +", 4),
        // Cells wrap.
        ("2147483647 1+ 0<", 1),
        ("1 2 3 ROT 100 * + 10 * +", 1032),
        ("1 2 OVER 10 * + +", 13),
        ("1 2 SWAP 10 * +", 12),
        ("4 5 2DUP + + +", 18),
        ("9 8 7 2DROP", 9),
        ("5 6 7 3 PICK", 5),
    ] {
        assert_eq!(computed(words), value, "{words}");
    }
}

#[test]
fn an_empty_stack_yields_zeros() {
    assert_eq!(computed("DROP DROP 5"), 5);
    assert_eq!(computed("+"), 0);
    assert_eq!(computed("3 +"), 3);
    assert_eq!(computed("SWAP"), 0);
    assert_eq!(computed("2DROP 2DUP DEPTH"), 4);
    assert_eq!(computed("8 OVER DEPTH 10 * +"), 30);
    assert_eq!(computed("@"), 0);
}

#[test]
fn reads_and_writes_beyond_arrays_are_harmless() {
    let words = "4 [] pos[] VARIABLE curr-size 77 curr-size !";
    assert_eq!(defined(words, "5 4 pos[] ! curr-size @"), 77, "one past the end hits nothing");
    assert_eq!(defined(words, "123456789 @ -4 @ + 99 -100000000 ! 5 300000000 !"), 0);
    assert_eq!(defined(words, "-1 pos[] @ 9 -1 pos[] ! curr-size @ +"), 77);
}

#[test]
fn control_words() {
    assert_eq!(computed("1 IF 2 ELSE 3 ENDIF 0 IF 20 ELSE 30 THEN +"), 32);
    assert_eq!(computed("0 BEGIN 1+ DUP 5 = UNTIL"), 5);
    assert_eq!(computed("0 BEGIN DUP 7 < WHILE 1+ REPEAT"), 7);
    assert_eq!(computed("0 5 0 DO I + LOOP"), 10);
    assert_eq!(computed("0 10 0 DO I + 3 +LOOP"), 18);
    assert_eq!(computed("0 0 0 DO 1+ LOOP"), 1, "the body runs at least once");
    assert_eq!(computed("0 3 0 DO 2 0 DO J + LOOP LOOP"), 6);
    assert_eq!(defined(": leaves 4 EXIT 5 ;", "leaves"), 4);
    let found = ": found 9 0 DO 9 0 DO I J * 12 = IF I J 10 * + EXIT ENDIF LOOP LOOP 0 ;";
    assert_eq!(defined(found, "found"), 26, "out of two loops");
    assert_eq!(defined(": factorial DUP 1 > IF DUP 1- RECURSE * ENDIF ;", "5 factorial"), 120);
    assert_eq!(computed("3 >R 4 R@ + R> +"), 10);
}

#[test]
fn words_and_numbers_are_told_apart_by_case_and_by_the_dictionary() {
    // Words come first: a word may be called like a number.
    assert_eq!(defined("5 CONSTANT 1A 7 CONSTANT 12", "1A 12 +"), 12);
    assert_eq!(defined("HEX FF DECIMAL CONSTANT all BINARY 101 DECIMAL CONSTANT five", "all five +"), 260);
    assert_eq!(faults(&small(": max 3 ; : w 1 2 Max ;", "w max")), ["`Max` is no word that is known, and no number"]);
}

#[test]
fn comments_and_texts() {
    assert_eq!(defined("( not : a\nword ; ) 5 CONSTANT five \\ nor : this ;\n", "five"), 5);
    assert_eq!(defined(": text S\" two\" \"COUNT SWAP DROP ;", "text"), 3);
    assert_eq!(defined(": same S\" a b\" S\" a b\" \"= ;", "same"), 1);
    assert_eq!(computed("ASCII A"), 65);
}

#[test]
fn comments_do_not_nest() {
    assert_eq!(faults(&small("( a ( b ) c )", "from here add-move"))[0], "`c` is no word that is known, and no number");
}

#[test]
fn script_output_is_kept_until_taken() {
    let printed = |words: &str, generator: &str| {
        let game = playable(&script(&small(words, generator)));
        let first = game.take_printed();
        let mut list = dagaz_core::MoveList::new();
        let state = dagaz_core::Game::initial(&game);
        dagaz_core::Game::moves(&game, &state, &mut list, &mut dagaz_core::Fuel::new(1 << 20))
            .expect("within the limits");
        let second = game.take_printed();
        assert_eq!(game.take_printed(), "", "what has been taken is gone");
        (first, second)
    };
    let moves = "from here move add-move";
    let (first, second) = printed(
        ".\" read\" CR 5 . -7 . HEX FF . -1A . DECIMAL 255 . VARIABLE v 9 v ! v ? : OnNewGame CR .\" begun\" ;",
        &format!("1 2 .S S\" at\" TYPE SPACE here . TAB ASCII ! EMIT CR {moves}"),
    );
    assert_eq!(first, "read\n5 -7 FF -1A 255 9 \nbegun");
    assert_eq!(second, "1 2 at 4  !\n");
    // A move that is played prints too, once, even where the machine runs it twice.
    let game = playable(&script(&small(
        ": note .\" played\" ; : OnNextTurn OnNextTurn repetition-push-position DROP ;",
        "COMPILE note add-move",
    )));
    let mut state = dagaz_core::Game::initial(&game);
    for _ in 0..4 {
        let mut list = dagaz_core::MoveList::new();
        dagaz_core::Game::moves(&game, &state, &mut list, &mut dagaz_core::Fuel::new(1 << 20))
            .expect("within the limits");
        dagaz_core::Game::play(&game, &mut state, list.get(0), &mut dagaz_core::UndoLog::new());
        assert_eq!(game.take_printed(), "played");
    }
    // What is too much is cut; nothing steers a terminal.
    let (_, second) = printed("", &format!("2000 BEGIN 27 EMIT 12345 . 1- DUP 0= UNTIL {moves}"));
    assert!(second.starts_with("?12345 ?12345 ") && second.ends_with('…'), "{second}");
    assert_eq!(second.chars().count(), 4_097);
}

#[test]
fn numbers_are_read_and_printed_in_the_base() {
    assert_eq!(defined("7 BASE ! 10 DECIMAL CONSTANT seven OCTAL 17 DECIMAL CONSTANT fifteen", "seven fifteen +"), 22);
    assert_eq!(defined(": sixteen HEX BASE @ DECIMAL ;", "sixteen BASE @ +"), 26, "in play as well");
}

#[test]
fn memory_is_filled_and_copied() {
    assert_eq!(defined("3 [] a 3 [] b", "0 a 12 1 FILL 0 a 0 b 8 CMOVE 1 b @ 2 b @ +"), 0x0101_0101);
    assert_eq!(defined("2 [] a", "5 0 a ! 0 a 0 9 FILL 0 a 1 a 0 CMOVE 0 a @ 1 a @ + DEPTH 10 * +"), 15);
}

#[test]
fn a_forth_word_is_hidden_until_its_definition_ends() {
    assert_eq!(defined(": one 1 ; : two one 1+ ; : one one 10 + ;", "one two +"), 13);
}

#[test]
fn defining_words() {
    assert_eq!(defined("VARIABLE v", "v @ 5 v ! v @ +"), 5);
    assert_eq!(defined("3 CONSTANT c VARIABLE v", "c v +! v ++ v ++ v -- v @"), 4);
    assert_eq!(defined("3 [] cells", "7 2 cells ! 2 cells @ 1 cells @ +"), 7);
    assert_eq!(defined("3 [] cells", "5 1 cells ! 0 cells CELLSIZE + @"), 5);
    assert_eq!(defined(": SQUARE <BUILDS DUP * , DOES> @ ; 5 SQUARE square-of-5", "square-of-5"), 25);
    assert_eq!(defined("CREATE table 4 , 5 , 6 ,", "table CELLSIZE + @"), 5);
    assert_eq!(defined("CREATE room 8 ALLOT", "9 room 4 + ! room 4 + @"), 9);
    assert_eq!(defined("VARIABLE v", "v ON v @ v OFF v @ +"), 1);
    assert_eq!(defined(": three [ 1 2 + ] LITERAL ;", "three"), 3);
    assert_eq!(defined(": twice COMPILE DUP COMPILE + ; IMMEDIATE : f 4 twice ;", "f"), 8);
    assert_eq!(defined(": if, [COMPILE] IF ; IMMEDIATE : g 1 if, 5 ELSE 6 ENDIF ;", "g"), 5);
    assert_eq!(defined("5 CONSTANT x 6 CONSTANT y FORGET y 7 CONSTANT y", "x y +"), 12);
}

#[test]
fn deferred_words_and_tokens() {
    assert_eq!(defined("DEFER d : use d ; : five 5 ; ' five IS d", "use"), 5);
    assert_eq!(defined("DEFER d : five 5 ; : set ['] five IS d ;", "set d"), 5);
    assert_eq!(defined(": five 5 ;", "['] five EXECUTE"), 5);
    assert_eq!(faults(&small("5 IS generatr", "add-move")).len(), 1);
    let game = playable(&script(&small("DEFER never", "never add-move")));
    let mut list = dagaz_core::MoveList::new();
    let state = dagaz_core::Game::initial(&game);
    let listed = dagaz_core::Game::moves(&game, &state, &mut list, &mut dagaz_core::Fuel::new(1_000));
    assert!(dagaz_axiom::is_failure(&listed.expect_err("an unset deferred word aborts")));
    let fault = game.take_fault().expect("it is told");
    assert_eq!(fault.trace[0].word, "generator");
    assert!(fault.place.line > 0 && fault.message.contains("DEFER"), "{fault:?}");
}

#[test]
fn unknown_words_are_reported_once() {
    let text = small(": a jump; ; : b jump; r-slide ;", "from here move add-move");
    assert_eq!(
        faults(&text),
        ["`jump;` is no word that is known, and no number", "`r-slide` is no word that is known, and no number"]
    );
    let script = script(&text);
    assert_eq!(script.faults()[0].place.line, 5);
    assert_eq!(script.generators(), ["generator"], "what follows has been read");
}

#[test]
fn loaded_files_may_redefine_what_the_kit_calls() {
    let base = small(": OnEvaluate 1 ;", "from here add-move");
    let files: [(&str, &[u8]); 2] = [("Base (1).4th", base.as_bytes()), ("axiom.4th", b": broken")];
    let text = "LOAD axiom.4th LOAD base (1).4th : OnEvaluate OnEvaluate 10 + ;".replace("base (1)", "base(1)");
    let files = files.map(|(name, bytes)| (if name == "axiom.4th" { name } else { "Base(1).4th" }, bytes));
    let script = Script::load("x.4th", text.as_bytes(), &MemoryIncludes::new(files), &Limits::default());
    let game = playable(&script);
    let state = dagaz_core::Game::initial(&game);
    assert_eq!(dagaz_core::Game::evaluate(&game, &state, dagaz_core::PlayerId(0)), Some(11));
    let endless: [(&str, &[u8]); 1] = [("x.4th", b"LOAD x.4th")];
    let script = Script::load("x.4th", b"LOAD x.4th", &MemoryIncludes::new(endless), &Limits::default());
    assert!(script.has_errors());
}

#[test]
fn endless_script_words_hit_limits() {
    for (words, generator) in [
        ("", "BEGIN 0 UNTIL"),
        (": down RECURSE 1 ;", "down"),
        ("", "BEGIN 1 0 UNTIL"),
        ("", "BEGIN from here move add-move 0 UNTIL"),
        ("", "BEGIN from here move 0 UNTIL"),
        ("", "BEGIN $CloneBoard 0 UNTIL"),
        ("", "BEGIN White FALSE 0 $GenerateMoves 0 UNTIL"),
    ] {
        let game = playable(&script(&small(words, generator)));
        let mut list = dagaz_core::MoveList::new();
        let state = dagaz_core::Game::initial(&game);
        let fuel = &mut dagaz_core::Fuel::new(3_000_000);
        assert!(dagaz_core::Game::moves(&game, &state, &mut list, fuel).is_err(), "{words} {generator}");
    }
}

#[test]
fn parsing_words_do_nothing_in_play() {
    let game = playable(&script(&small(": late CONSTANT ;", "late add-move")));
    let mut list = dagaz_core::MoveList::new();
    let state = dagaz_core::Game::initial(&game);
    assert!(dagaz_core::Game::moves(&game, &state, &mut list, &mut dagaz_core::Fuel::new(1_000)).is_err());
}

#[test]
fn generators_begin_with_the_stack_as_it_was() {
    // What a failed `verify` leaves behind is gone before the next one.
    let moves =
        small_moves(": left DEPTH verify ;", "1 2 3 DEPTH 3 = verify from here e DROP here move add-move FALSE verify");
    assert_eq!(moves, ["man b2 - c2"]);
}
