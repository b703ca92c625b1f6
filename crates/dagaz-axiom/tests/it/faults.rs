//! Faults while a script is loaded or played: they are reported with their place, and cost no more
//! time than their fuel.

use cpu_time::ThreadTime;

use crate::common::{playable, script, small};
use dagaz_axiom::{AxiomGame, Fault, Severity, Stub};
use dagaz_core::{Fuel, Game, Limits, MoveList, PlayerId, UndoLog};
use rand_xoshiro::rand_core::SeedableRng;

fn game(words: &str, generator: &str) -> AxiomGame {
    playable(&script(&small(words, generator)))
}

/// The words of a fault, innermost first.
fn words(fault: &Fault) -> Vec<&str> {
    fault.trace.iter().map(|frame| frame.word.as_str()).collect()
}

/// What goes wrong when the first move is played, whatever has been asked before.
fn played(words: &str, generator: &str) -> Vec<Fault> {
    let game = game(words, generator);
    let mut list = MoveList::new();
    for _ in 0..2 {
        let mut state = game.initial();
        game.moves(&state, &mut list, &mut Fuel::new(game.limits().fuel)).expect("within the limits");
        game.play(&mut state, list.get(0), &mut UndoLog::new());
    }
    game.take_faults()
}

/// What stops the first list of moves.
fn stopped(words: &str, generator: &str) -> Fault {
    let game = game(words, generator);
    let mut list = MoveList::new();
    assert!(game.moves(&game.initial(), &mut list, &mut Fuel::new(game.limits().fuel)).is_err());
    game.take_fault().expect("the fault is known")
}

#[test]
fn runtime_errors_are_stored_once() {
    let faults = played("DEFER never : note never ;", "e verify from here move COMPILE note add-move");
    let [fault] = faults.as_slice() else { panic!("one fault: {faults:?}") };
    assert!(fault.message.contains("DEFER") && fault.place.line > 0, "{fault:?}");
    let faults = played(": note BEGIN FALSE UNTIL ;", "e verify from here move COMPILE note add-move");
    let [fault] = faults.as_slice() else { panic!("one fault: {faults:?}") };
    assert!(fault.message.contains("limit reached") && words(fault)[0] == "note", "{fault:?}");
    let faults = played(": OnNextTurn BEGIN FALSE UNTIL ;", "e verify from here move add-move");
    assert_eq!(faults.iter().map(words).collect::<Vec<_>>(), [["OnNextTurn"]]);
    assert!(faults[0].message.contains("work of the script's words"), "no list of moves: {:?}", faults[0]);
    let faulty = game("DEFER never : OnEvaluate never ;", "e verify from here move add-move");
    assert_eq!(faulty.evaluate(&faulty.initial(), PlayerId(0)), None);
    assert_eq!(faulty.take_faults().len(), 1);
    assert_eq!(faulty.take_faults(), [], "they are told once");
}

#[test]
fn a_search_without_a_choice_is_reported() {
    let text = small(": idle ;", "e verify from here move add-move")
        .replace("{player} White", "{player} White {search-engine} idle");
    let game = playable(&script(&text));
    let mut rng = rand_xoshiro::Xoshiro256PlusPlus::seed_from_u64(1);
    let chosen = game.own_bot_move("idle", &game.initial(), &mut rng, &mut Fuel::new(1_000_000));
    assert_eq!(chosen, Ok(None));
    let faults = game.take_faults();
    assert!(faults.len() == 1 && faults[0].message.contains("`idle`") && faults[0].place.line > 0, "{faults:?}");
}

#[test]
fn an_endless_search_script_is_reported() {
    let generator = "e verify from here move add-move";
    let begins = |search: &str| small(&format!(": search {search} ;"), generator);
    let choice = |search: &str, fuel: u64| {
        let game =
            playable(&script(&begins(search).replace("{player} White", "{player} White {search-engine} search")));
        let mut rng = rand_xoshiro::Xoshiro256PlusPlus::seed_from_u64(1);
        let chosen = game.own_bot_move("search", &game.initial(), &mut rng, &mut Fuel::new(fuel)).expect("no limit");
        (chosen.is_some(), game.take_faults())
    };
    let all = Limits::default().fuel;
    let (chosen, faults) = choice("BEGIN FALSE UNTIL", all);
    let [fault] = faults.as_slice() else { panic!("one fault: {faults:?}") };
    assert!(!chosen && fault.message.contains("`search` had not called `BestMove!`"), "{fault:?}");
    assert!(fault.place.line > 0 && fault.hint.is_some(), "{fault:?}");
    // A small budget of the caller is not a fault of the script, and a best move found before it
    // counts.
    assert_eq!(choice("BEGIN FALSE UNTIL", 100_000), (false, Vec::new()));
    assert_eq!(choice("$FirstMove $MoveString BestMove! BEGIN FALSE UNTIL", all), (true, Vec::new()));
}

#[test]
fn endless_script_words_are_reported_with_their_location() {
    let fault = stopped(": round BEGIN FALSE UNTIL ; : deep round 1 DROP ;", "deep 1 DROP");
    assert_eq!(words(&fault), ["round", "deep", "generator"]);
    assert!(fault.place.line > 0 && fault.message.contains("limit reached"), "{fault:?}");
    let fault = stopped("", "BEGIN add-move FALSE UNTIL");
    assert!(words(&fault) == ["generator"] && fault.message.contains("moves"), "{fault:?}");
    let text = small(": OnNewGame BEGIN FALSE UNTIL ;", "e verify from here move add-move");
    let fault = AxiomGame::new(&script(&text), &Stub::default(), &Limits::default()).expect_err("it never begins");
    assert!(words(&fault) == ["OnNewGame"] && fault.place.line > 0, "{fault:?}");
    let read = script("\n\n: round BEGIN FALSE UNTIL ; round");
    assert!(
        read.faults().iter().any(|fault| fault.place.line == 3 && words(fault) == ["round"]),
        "{:?}",
        read.faults()
    );
}

#[test]
fn a_script_error_names_its_call_stack() {
    // The last call may be through a deferred word, a token, or the result of a defining word.
    let words = "DEFER never DEFER later : deep never 1 ; : last 2 DROP deep ; ' last IS later
        : through later ; : token ['] through EXECUTE ; : makes <BUILDS DOES> DROP token 1 ; makes made";
    let fault = stopped(words, "0 0 2DROP made");
    assert_eq!(self::words(&fault), ["deep", "last", "through", "token", "makes", "made", "generator"]);
}

#[test]
fn errors_in_library_words_are_located_at_the_caller() {
    let read = script(&format!("\n\n{} DROP 0 2000000000 0 FILL", "1 ".repeat(13_000)));
    let told: Vec<(u32, String)> =
        read.faults().iter().map(|fault| (fault.place.line, fault.render(read.sources()))).collect();
    let [(3, full), (3, endless), ..] = told.as_slice() else { panic!("{told:?}") };
    assert!(full.contains("data stack") && endless.contains("limit reached"), "{told:?}");
}

#[test]
fn a_growing_stack_is_reported_at_the_word_that_overflows_it() {
    let fault = stopped(": before ; : fill BEGIN 1 FALSE UNTIL ;", "fill 1 DROP");
    assert!(words(&fault)[0] == "fill" && fault.message.contains("data stack"), "{fault:?}");
}

#[test]
fn script_words_are_charged_for_their_work() {
    // Each of these does in one operation what grows with the board, a text or a queue: the fuel
    // ends them all soon.
    let wide = |text: String| text.replacen("{board 3 3", "{board 100 100", 1);
    for (words, generator) in [
        ("", "BEGIN White material-balance DROP FALSE UNTIL"),
        ("", "BEGIN $CloneBoard $DeallocateBoard FALSE UNTIL"),
        (": OnIsGameOver BEGIN White FALSE 0 $GenerateMoves $DeallocateMoves FALSE UNTIL ;", "n verify"),
        ("", "BEGIN 1 ringbuffer-add-item FALSE UNTIL"),
        (
            "",
            "0 BEGIN 1 ringbuffer-add-item 1+ DUP 60000 = UNTIL BEGIN ringbuffer-remove-item ringbuffer-add-item FALSE UNTIL",
        ),
        (
            "",
            "1900 BEGIN a1 b2 move b2 c3 move 1- DUP 0= UNTIL add-move $FirstMove BEGIN DUP $MoveString DROP FALSE UNTIL",
        ),
    ] {
        let game = playable(&script(&wide(small(words, generator))));
        let begin = ThreadTime::now();
        let mut list = MoveList::new();
        // A twentieth of what a script may do.
        assert!(game.moves(&game.initial(), &mut list, &mut Fuel::new(2_500_000)).is_err(), "{generator}");
        assert!(begin.elapsed().as_secs() < 4, "{generator}: {:?}", begin.elapsed());
    }
}

#[test]
fn reading_takes_no_longer_than_the_text_is_long() {
    let begin = ThreadTime::now();
    let forgets = ": x ; FORGET x ".repeat(20_000);
    assert!(script(&small(&forgets, "from here add-move")).faults().is_empty());
    let unknown: String = (0..40_000).map(|number| format!("u{number} ")).collect();
    let constants: String = (0..20_000).map(|number| format!("0 CONSTANT c{number} ")).collect();
    assert_eq!(script(&(constants + &unknown)).faults().len(), 100);
    let arrays: String = (0..10_000).map(|number| format!("2 [] a{number} ")).collect();
    let used: String = (0..10_000).map(|number| format!("0 a{number} @ DROP ")).collect();
    assert!(script(&small(&format!("{arrays} : note {used} ;"), "COMPILE note add-move")).faults().is_empty());
    assert!(begin.elapsed().as_secs() < 8, "{:?}", begin.elapsed());
}

#[test]
fn a_removed_override_reveals_the_earlier_value() {
    let words = ": one 1 ; : two 2 ; : one 11 ; FORGET two : OnEvaluate one ;";
    let game = game(words, "from here add-move");
    assert_eq!(game.evaluate(&game.initial(), PlayerId(0)), Some(1));
}

#[test]
fn a_byte_order_mark_is_skipped() {
    assert!(script(&format!("\u{feff}{}", small("", "from here add-move"))).faults().is_empty());
}

#[test]
fn a_script_aborts_with_a_reason() {
    let fault = stopped("", "TRUE ABORT\" the dice are lost\"");
    assert!(fault.message.contains("the dice are lost"), "{fault:?}");
}

#[test]
fn dummy_pieces_may_be_declared_first() {
    let text = small("", "from here add-move").replace("{pieces", "{pieces {dummy-pieces}");
    let game = playable(&script(&text));
    assert!(game.outcome(&game.initial()).expect("within the limits").is_some(), "nothing is scanned");
}

#[test]
fn a_board_that_is_too_large_is_one_error() {
    let text = small("", "from here add-move").replacen("{board 3 3", "{board 250 250", 1);
    let said: Vec<String> = script(&text).faults().iter().map(ToString::to_string).collect();
    assert!(said.iter().any(|message| message.contains("250")), "{said:?}");
    assert!(!said.iter().any(|message| message.contains("no board")), "{said:?}");
}

#[test]
fn globals_written_in_play_are_state() {
    let words = "VARIABLE white VARIABLE black : bump ++ ;
        : note current-player White = IF white ELSE black ENDIF ++ ; : other white bump ;
        : OnIsGameOver white @ black @ + 2 = IF #DrawScore ELSE #UnknownScore ENDIF ;";
    for word in ["note", "other"] {
        let game = game(words, &format!("COMPILE {word} Pass"));
        let (mut state, mut list) = (game.initial(), MoveList::new());
        for _ in 0..2 {
            game.moves(&state, &mut list, &mut Fuel::new(game.limits().fuel)).expect("within the limits");
            assert!(!list.is_empty(), "{word}: the game goes on");
            game.play(&mut state, list.get(0), &mut UndoLog::new());
        }
        assert!(game.ending(&state).expect("within the limits").is_some(), "{word}");
    }
}

#[test]
fn writes_beyond_all_storage_are_temporary() {
    let words = "VARIABLE ply
        5000 [] log[] : note here ply @ log[] ! ply ++ ;
        : OnIsGameOver ply @ 2 >= IF #DrawScore ELSE #UnknownScore ENDIF ;";
    let read = script(&small(words, "0 log[] @ 0= verify COMPILE note Pass"));
    let [fault] = read.faults() else { panic!("one fault: {:?}", read.faults()) };
    assert!(fault.severity == Severity::Warning && fault.place.line == 6, "{fault:?}");
    assert!(fault.hint.as_ref().is_some_and(|hint| hint.contains("log[]")), "{fault:?}");
    let game = AxiomGame::new(&read, &Stub::default(), &Limits::default()).expect("it can be played");
    let (mut state, mut list) = (game.initial(), MoveList::new());
    for _ in 0..2 {
        game.moves(&state, &mut list, &mut Fuel::new(game.limits().fuel)).expect("within the limits");
        assert!(!list.is_empty(), "what was logged is forgotten");
        game.play(&mut state, list.get(0), &mut UndoLog::new());
    }
    assert!(game.ending(&state).expect("within the limits").is_some(), "the small variable is remembered");
}

#[test]
fn late_errors_are_located_at_their_cause() {
    let text = small("", "from here move add-move")
        .replace("{player} Black", "\n{player} Black\n {search-engine} NoSuch")
        .replace("{turn} Black", "\n{turn} White\n {turn} Nobody")
        .replace("{board ", "99 CONSTANT Nobody {board ")
        .replace("{moves} all", "{moves} {of-type}");
    let read = script(&text);
    let line = |what: &str| text.lines().position(|line| line.contains(what)).expect("it is there") as u32 + 1;
    for (said, cause) in [("`NoSuch`", "NoSuch"), ("turn 3 ", "{turn} Nobody")] {
        let fault = read.faults().iter().find(|fault| fault.message.contains(said));
        let fault = fault.unwrap_or_else(|| panic!("{said}: {:?}", read.faults()));
        assert_eq!((fault.place.file, fault.place.line), (1, line(cause)), "{fault:?}");
    }
    let list = read.faults().iter().find(|fault| fault.message.contains("`{of-type}`")).expect("no list of moves");
    assert_eq!(list.hint, None, "a word is not a hint for itself");
}

#[test]
fn writes_just_beyond_the_last_array_are_readable() {
    for cell in [3, 18] {
        let generator = format!("7 {cell} row[] ! {cell} row[] @ 7 = verify from here add-move");
        let game = game("3 [] row[]", &generator);
        let mut list = MoveList::new();
        game.moves(&game.initial(), &mut list, &mut Fuel::new(100_000)).expect("within the limits");
        assert_eq!(list.len(), 1, "cell {cell}");
    }
}

#[test]
fn recursive_move_generation_is_reported() {
    for (words, generator) in [
        ("", "current-player FALSE 0 $GenerateMoves"),
        (
            ": OnIsGameOver current-player FALSE 0 $GenerateMoves #UnknownScore ;",
            "current-player TRUE 0 $GenerateMoves",
        ),
    ] {
        let fault = stopped(words, generator);
        assert!(fault.message.contains("`$GenerateMoves` is called from itself"), "{fault:?}");
    }
}

#[test]
fn script_words_may_keep_data_for_each_call() {
    let words = ": deep DUP IF 1 2 ROT 1- RECURSE >R + + R> ELSE 0 SWAP ENDIF ; : OnEvaluate 2000 deep DROP ;";
    let game = game(words, "from here add-move");
    let score = game.evaluate(&game.initial(), PlayerId(0));
    assert_eq!((score, game.take_faults()), (Some(6_000), Vec::new()));
}
