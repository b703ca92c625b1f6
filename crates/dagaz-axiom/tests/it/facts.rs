//! Certain facts about the dialect that the other files have no place for: words, numbers of
//! things, who owns what.
//!
//! All certain facts, each with the test that holds it, here or in the file that is named:
//!
//! | fact | test |
//! |---|---|
//! | upper and lower case are different words; words come before numbers; `BASE` | language `words_and_numbers_are_told_apart_by_case_and_by_the_dictionary`, language `numbers_are_read_and_printed_in_the_base` |
//! | comments go over lines and do not nest; text ends at the next quote, after one blank | language `comments_and_texts`, language `comments_do_not_nest`, `lists_of_moves_may_be_commented_out` |
//! | names may look like numbers; floats are cells | `position_names_may_be_numbers`, `a_timer_has_two_cells_and_a_float_is_a_cell` |
//! | an unknown word is an error, and the rest is read | language `unknown_words_are_reported_once` |
//! | a name is hidden in its own body, old callers keep the old word | language `a_forth_word_is_hidden_until_its_definition_ends` |
//! | events are found by name, the newest wins; `LOAD` nests, whatever the case; files of the kit are ignored | `files_load_files_by_names_with_signs_whatever_their_case`, language `loaded_files_may_redefine_what_the_kit_calls` |
//! | cells wrap, `NOT` is logical, division truncates | language `arithmetic` |
//! | an empty stack gives 0; the stack is reset after each generator and each event | language `an_empty_stack_yields_zeros`, language `generators_begin_with_the_stack_as_it_was`, game `scores_end_the_game_for_the_player_about_to_move` |
//! | overruns of arrays are harmless | language `reads_and_writes_beyond_arrays_are_harmless`, game `writes_beyond_board_arrays_are_discarded` |
//! | control words; which words there are, and which are not | language `control_words`, `every_word_of_the_dialect_is_defined` |
//! | defining words, `DEFER` and `IS`; an unset one aborts | language `defining_words`, language `deferred_words_and_tokens` |
//! | globals are scratch; those that only play writes are kept | game `globals_of_move_generation_are_reset`, game `globals_that_only_play_writes_are_part_of_the_state`, game `arrays_and_addresses_written_in_play_are_state` |
//! | a repeated block replaces the first; `{board` begins afresh | game `later_blocks_replace_earlier_ones`, `a_second_board_declaration_replaces_the_first` |
//! | names of a grid, `$flipGrid`; positions after it, dummies | game `grids_are_named_from_the_lower_left_unless_flipped`, game `positions_follow_the_grid_and_dummies_are_not_scanned` |
//! | variables of the board are copied, undone and hashed | game `compiled_words_run_on_the_board_that_is_changed`, game `states_differ_by_their_variables_alone` |
//! | directions lead or fail; links are made, replaced, cut | game `a_direction_leads_to_a_site_or_fails`, `links_are_defined_by_names_and_by_positions` |
//! | symmetries: the current player's, for code compiled later, also by token; one-sided ones | game `symmetries_belong_to_the_current_player_and_to_code_compiled_after_them`, `symmetries_apply_to_the_moving_player` |
//! | numbers of players, neutral and random ones, engines | game `players_have_numbers_and_kinds`, `player_engines_choose_moves_except_for_chance`, `neutral_pieces_are_enemies_and_carry_their_bit` |
//! | turn order, repeat, offsets in bytes | game `turns_go_round_from_the_repeat`, game `turn_offsets_count_bytes` |
//! | numbers and values of pieces, dummies; move types; priorities | `pieces_have_numbers_and_values_and_dummies_never_move`, game `move_types_filter_and_rank` |
//! | the set-up is optional, its names are resolved at new game | `a_game_may_begin_without_a_set_up`, game `the_set_up_resolves_deferred_names_when_a_game_begins` |
//! | values of constants and switches | `constants_and_switches_have_their_values` |
//! | order of generation; pieces of the for-player; drops everywhere | `moves_are_asked_for_in_the_order_of_positions_and_lists`, game `pieces_of_the_for_player_move_and_current_player_stays`, game `drops_are_tried_everywhere_with_the_for_players_piece` |
//! | the cursor moves at once, effects are deferred, the board is frozen | `the_cursor_moves_and_returns`, game `effects_are_deferred_and_the_board_is_frozen` |
//! | owners and types of what is created | `created_pieces_belong_to_the_for_player`, game `every_effect_prints_and_applies_alike` |
//! | `add-move` seals and continues; `verify` leaves all words; leftovers are lost | game `effects_are_deferred_and_the_board_is_frozen`, game `verify_exits_all_words_and_keeps_additions` |
//! | `Pass` once, then an empty move; forced passes | game `pass_is_added_once_and_what_follows_is_an_empty_move`, game `a_forced_pass_is_the_only_move` |
//! | effects in order; compiled words on the changed board, the mover still current | `effects_are_applied_in_order`, `simple_moves_are_equal_for_all_executors`, game `compiled_words_run_on_the_board_that_is_changed` |
//! | duplicates are not removed | `duplicates_are_in_the_list_that_scripts_see`, game `chance_is_even_and_follows_the_seed` |
//! | partial moves, `PassNoPartial`, a move type for what follows | game `partial_moves_keep_the_turn` |
//! | friends, enemies, teams | game `friends_are_own_pieces_by_default` |
//! | notation, decided on the old board | game `the_old_board_decides_between_a_move_and_a_capture`, game `every_effect_prints_and_applies_alike` |
//! | new game, next turn, edits, scores and messages of the end | game `a_new_game_starts_empty_and_keeps_its_writes`, game `the_script_may_turn_the_order_of_turns_and_edit`, game `scores_end_the_game_for_the_player_about_to_move`, game `the_script_may_say_how_the_game_ended` |
//! | repetition | game `repetition_counts_positions` |
//! | evaluation and material of the side to move | game `evaluations_are_from_the_side_to_move` |
//! | lists and records of moves, nested lists and boards, a move applied without a turn | game `searches_look_through_the_list_of_moves`, `move_records_have_a_fixed_memory_layout`, game `opponent_moves_can_be_generated`, `a_move_applied_by_a_search_keeps_the_turn` |
//! | the last `BestMove!` wins, by text | `equal_best_moves_are_ordered_by_text` |
//! | chance includes both ends | `chance_reaches_both_limits_of_a_range` |
//!
//! The tests of the binary cover formats of other programs: logs, saved games, and the rules file
//! in a script's folder.

use crate::common::{after, computed, moves_at, playable, rng, script, small, small_moves};
use dagaz_axiom::{MemoryIncludes, Script};
use dagaz_core::{Fuel, Game, Limits, MoveList, PlayerId, PlayerKind, State, UndoLog};

#[test]
fn every_fact_names_an_existing_test() {
    let files = [
        ("facts", include_str!("facts.rs")),
        ("game", include_str!("game.rs")),
        ("language", include_str!("language.rs")),
    ];
    let rows = files[0].1.lines().filter_map(|line| line.strip_prefix("//! | ")).skip(1);
    let mut named = 0;
    for row in rows {
        let tests = row.rsplit_once(" | ").expect("two columns").1.trim_end_matches(" |");
        for test in tests.split(", ") {
            let (file, name) = test.split_once(' ').unwrap_or(("facts", test));
            let text = files.iter().find(|(known, _)| *known == file).expect("a file of tests").1;
            assert!(text.contains(&format!("#[test]\nfn {}()", name.trim_matches('`'))), "{test}");
            named += 1;
        }
    }
    assert!(named > 60, "{named}");
}

/// Words that scripts of the kit use, except those that read source text.
const WORDS: &str = "TRUE FALSE DUP DROP = @ ! SWAP 1- + OVER current-player AND * 0> NOT to >= here 0= 1+ 2DROP < ++ empty?
    EXECUTE add-move #LossScore #UnknownScore #WinScore #DrawScore - > Pass OR verify empty-at? <> from move piece-type-at
    piece-type RANDOMIZE enemy-at? NEGATE friend? piece-value player-at friend-at? player capture-at drop enemy?
    create-piece-type-at -- capture / 0< create-player-piece-type piece piece-at $DeallocateMoves $GenerateMoves
    create-piece-type <= move-count not-empty-at? material-balance not-empty? stalemate? 2DUP MOD ROT
    create-player-piece-type-at next-player $passTurnForced ABS MIN ON change-type create-player-at current-piece-type
    for-player home $CloneBoard $DeallocateBoard $FirstMove $MoveString $NextMove $Yield +! .moveCFA BestMove! CurrentMove!
    Depth! Nodes! RAND-WITHIN Score! XOR $RAND-WITHIN 2/ repetition-reset $movesList 2* BL CELLSIZE LF MAX change-owner create
    create-player next-turn-offset turn-offset turn-offset-to-player . .S /MOD 0<> >R ? C! C@ CELLS CR DEPTH EMIT I J OFF PICK
    R> R@ SPACE TAB TYPE back current-piece drop-piece drop-piece-at create-at change-type-at change-owner-at partial
    partial-move-type remove-from-reserve PassNoPartial COMPILE-LITERAL repetition-push-position repetition-pop-position
    SEED! SEED2! RAND-WITHIN2 RANDOMIZE2 SYSTEM-TIME piece-index player-index player-count $gameLog $flipGrid $shareMovesList
    $combinePartial $gameResultBug $authoring $timeCheckFrequency $searchTime $searchStatus #DepthLimit #ForeverDepth OnNewGame
    OnIsGameOver OnEvaluate OnIsTerminal? OnNextTurn OnRetractMove OnFriends? OnEditAdd OnEditRemove OnSearch OnGenerateMoves
    OnMakeAMove ^string ^number ^char HERE ringbuffer-empty? ringbuffer-remove-item";

#[test]
fn every_word_of_the_dialect_is_defined() {
    let ticked: String = WORDS.split_whitespace().map(|word| format!(" ' {word} DROP")).collect();
    let faults: Vec<String> =
        script(&small(&ticked, "from here add-move")).faults().iter().map(ToString::to_string).collect();
    assert_eq!(faults, Vec::<String>::new());
    // Words that do not exist, though other Forths have them.
    for word in ["CASE", "VALUE", "TO", "?DO", "LEAVE", "AGAIN", "?DUP", "NIP", "TUCK"] {
        assert!(script(&small(&format!("' {word} DROP"), "from here add-move")).has_errors(), "{word}");
    }
}

#[test]
fn constants_and_switches_have_their_values() {
    for (words, value) in [
        ("CELLSIZE BL 100 * + LF 10000 * +", 103_204),
        ("TRUE FALSE 10 * +", 1),
        ("#DepthLimit #ForeverDepth 100 * +", 1_003),
        ("$shareMovesList @ $combinePartial @ AND", 1),
        ("$passTurnForced @ $flipGrid @ OR $gameLog @ OR $authoring @ OR", 0),
        ("$timeCheckFrequency @", 100),
        ("OnIsTerminal? 3 *", 3),
        ("3 CELLS", 12),
    ] {
        assert_eq!(computed(words), value, "{words}");
    }
}

#[test]
fn a_timer_has_two_cells_and_a_float_is_a_cell() {
    assert_eq!(with("TIMER t VARIABLE v 7 v !", "5 t ! 9 t CELLSIZE + ! t @ t CELLSIZE + @ 10 * + v @ 100 * +"), 795);
    assert_eq!(with("", "0. 2.5 2.5 F+ F>S +"), 5);
}

/// What words of a script compute.
fn with(words: &str, used: &str) -> i32 {
    let game = playable(&script(&small(&format!("{words} : OnEvaluate {used} ;"), "from here add-move")));
    game.evaluate(&game.initial(), PlayerId(0)).expect("it evaluates")
}

#[test]
fn position_names_may_be_numbers() {
    let text = small("", "1A to here 10 COMPILE-LITERAL COMPILE DROP 2B from SWAP move add-move").replacen(
        "{variable}",
        "{position} 1A {position} 2B {variable}",
        1,
    );
    // Nine positions of the grid come first.
    let game = playable(&script(&text));
    assert_eq!(game.topology().site_named("2B").map(|site| site.index()), Some(10));
    assert_eq!(moves_at(&game, &game.initial()), ["man b2 - 2B"]);
}

#[test]
fn lists_of_moves_may_be_commented_out() {
    let text = small("", "e verify from here move add-move").replace(
        "{moves all {move} generator moves}",
        ": other s verify from here move add-move ;
         {moves all {move} generator ( {move} other\n {move} other ) moves}",
    );
    let game = playable(&script(&text));
    assert_eq!(moves_at(&game, &game.initial()), ["man b2 - c2"]);
}

#[test]
fn files_load_files_by_names_with_signs_whatever_their_case() {
    let base = small("", "from here add-move");
    let files: [(&str, &[u8]); 2] =
        [("Base-[it's,(2)].4th", base.as_bytes()), ("middle.4th", b"LOAD base-[It's,(2)].4th : OnEvaluate 5 ;")];
    let text = "LOAD MIDDLE.4TH : OnEvaluate OnEvaluate 2* ;";
    let script = Script::load("x.4th", text.as_bytes(), &MemoryIncludes::new(files), &Limits::default());
    let game = playable(&script);
    assert_eq!(game.evaluate(&game.initial(), PlayerId(0)), Some(10), "the newest word wins");
}

#[test]
fn pieces_have_numbers_and_values_and_dummies_never_move() {
    let text = small(": OnEvaluate man king 10 * + rock 100 * + ;", "e verify from here move add-move")
        .replace(": OnEvaluate man king 10 * + rock 100 * + ;", "")
        .replace(
            "{piece} man {moves} all",
            "{piece} man {moves} all {piece} king 5 {value} {moves} all {drops} none {dummy-pieces} {piece} rock {moves} all",
        )
        .replace("{moves all", ": nothing FALSE verify ; {moves none {move} nothing moves} {moves all")
        .replace("{setup} White man b2", "{setup} White man b2 {setup} White king b1 {setup} White rock b3")
        + " : OnEvaluate man king 10 * + rock 100 * + b2 piece-at piece-value 1000 * + b1 piece-at piece-value 10000 * + ;";
    let game = playable(&script(&text));
    assert_eq!(moves_at(&game, &game.initial()), ["man b2 - c2", "king b1 - c1"], "site by site, without the rock");
    assert_eq!(game.evaluate(&game.initial(), PlayerId(0)), Some(51_321));
}

#[test]
fn a_second_board_declaration_replaces_the_first() {
    // Move types are numbered from one again, and what was set up is gone.
    let text = small("", "e verify from here move add-move").replacen(
        "{board",
        "{board 2 2 {grid} board} {players {player} White players} {moves old {move} ABORT {move-type} first {move-type} second moves}
         {move-priorities {move-priority} second move-priorities} {board-setup {setup} White man a1 board-setup} {board",
        1,
    );
    let text = text + " {moves later {move} generator {move-type} third moves} : OnEvaluate third ;";
    let game = playable(&script(&text));
    assert_eq!(game.topology().sites().len(), 9);
    assert_eq!(game.evaluate(&game.initial(), PlayerId(0)), Some(1));
    assert_eq!(moves_at(&game, &game.initial()), ["man b2 - c2"]);
}

#[test]
fn symmetries_apply_to_the_moving_player() {
    let text = small(
        "{symmetries Black {symmetry} n s symmetries}
         {turn-order {turn} White {for-player} Black {turn} Black {for-player} White turn-order}",
        "n verify from here move add-move",
    )
    .replace("Black man c3", "Black man c2");
    let game = playable(&script(&text));
    assert_eq!(moves_at(&game, &game.initial()), ["man c2 - c3"], "White sees north, whosever man it is");
    let state = after(&game, &["man c2 - c3"]);
    assert_eq!(moves_at(&game, &state), ["man b2 - b1"], "Black sees it turned");
}

#[test]
fn created_pieces_belong_to_the_for_player() {
    let order = "{turn-order {turn} White {for-player} Black {turn} Black turn-order}";
    for create in ["create", "drop", "current-piece-type create-piece-type", "current-piece-type drop-piece"] {
        assert_eq!(small_moves(order, &format!("s verify {create} add-move")), ["Black man c2"], "{create}");
    }
}

#[test]
fn neutral_pieces_are_enemies_and_carry_their_bit() {
    let text = small(
        "{players {player} White {player} Black {neutral} Wall players}
         {turn-order {turn} White {turn} Black turn-order}
         : OnEvaluate b3 to enemy? friend? 10 * + empty? 100 * + player Wall = 1000 * + piece man - Wall = 10000 * + ;",
        "from here add-move",
    )
    .replace("{setup} White man b2", "{setup} White man b2 {setup} Wall man b3");
    let text = text
        .replace("{players {player} White {player} Black players}", "")
        .replace(": OnEvaluate", "1 CONSTANT man : OnEvaluate");
    let text = text.replacen("{turn-order {turn} White {turn} Black turn-order}", "", 1);
    let game = playable(&script(&text));
    assert_eq!(game.evaluate(&game.initial(), PlayerId(0)), Some(11_001));
}

#[test]
fn effects_are_applied_in_order() {
    let moved = |generator: &str| {
        let game = playable(&script(
            &small("2 CONSTANT king", generator)
                .replace("{piece} man {moves} all", "{piece} man {moves} all {piece} king"),
        ));
        let (mut state, mut list) = (game.initial(), MoveList::new());
        game.moves(&state, &mut list, &mut Fuel::new(10_000)).expect("within the limits");
        game.play(&mut state, list.get(0), &mut UndoLog::new());
        pieces(&game, &state)
    };
    assert_eq!(moved("from b3 move b3 a3 move add-move"), ["Black man c3", "White man a3"]);
    assert_eq!(moved("b3 capture-at b3 create-at add-move"), ["Black man c3", "White man b2", "White man b3"]);
    assert_eq!(moved("b3 create-at b3 capture-at add-move"), ["Black man c3", "White man b2"]);
    // A change of type keeps the owner; a created piece replaces the piece on its site.
    assert_eq!(moved("king c3 change-type-at add-move"), ["Black king c3", "White man b2"]);
    assert_eq!(moved("c3 create-at add-move"), ["White man b2", "White man c3"]);
}

/// The pieces of a state, sorted.
fn pieces(game: &dyn Game, state: &State) -> Vec<String> {
    let glossary = game.glossary();
    let named = game.topology().site_ids().filter_map(|site| {
        let piece = state.piece(site)?;
        let name = &game.topology().sites()[site.index()].name;
        Some(format!("{} {} {name}", glossary.player(piece.owner), glossary.piece(piece.kind)))
    });
    let mut named: Vec<String> = named.collect();
    named.sort();
    named
}

#[test]
fn chance_reaches_both_limits_of_a_range() {
    let found = "0 BEGIN 4 6 RAND-WITHIN DUP 4 = IF DROP 1 OR ELSE 6 = IF 2 OR ENDIF ENDIF DUP 3 = UNTIL";
    assert_eq!(computed(found), 3);
    assert_eq!(computed("7 7 $RAND-WITHIN"), 7);
}

#[test]
fn equal_best_moves_are_ordered_by_text() {
    // The texts of all moves lie in one place, so what is chosen must be kept as it was.
    let words = ": Second $FirstMove $NextMove $MoveString BestMove! $FirstMove $MoveString CurrentMove! ;
        : First $FirstMove $NextMove $MoveString BestMove! $FirstMove $MoveString BestMove! ;
        {players {player} White {search-engine} Second {player} Black {search-engine} First players}";
    let game = playable(&script(&small(words, "e verify from here move add-move from a1 move add-move")));
    let chosen = |bot: &str| {
        let chosen = game.own_bot_move(bot, &game.initial(), &mut rng(1), &mut Fuel::new(100_000)).expect("no limit");
        chosen.map(|chosen| game.move_string(&game.initial(), chosen.as_ref()))
    };
    assert_eq!(chosen("Second").as_deref(), Some("man b2 - a1"));
    assert_eq!(chosen("First").as_deref(), Some("man b2 - c2"));
}

#[test]
fn a_move_applied_by_a_search_keeps_the_turn() {
    let words = ": OnEvaluate White FALSE 0 $GenerateMoves turn-offset $FirstMove .moveCFA EXECUTE turn-offset =
        current-player White = AND c2 not-empty-at? AND $DeallocateMoves ;";
    let game = playable(&script(&small(words, "e verify from here move add-move")));
    assert_eq!(game.evaluate(&game.initial(), PlayerId(0)), Some(1));
}

#[test]
fn the_cursor_moves_and_returns() {
    assert_eq!(small_moves("", "c1 to here home back from here a1 move add-move"), ["? c1 - a1"]);
    assert_eq!(small_moves("", "e DROP back n verify from here move add-move"), ["man b2 - b3"]);
}

#[test]
fn move_records_have_a_fixed_memory_layout() {
    // Cell 0 is the next move, cell 1 the move type, cell 3 the code.
    let words = ": OnEvaluate $FirstMove @ $FirstMove $NextMove = $FirstMove CELLSIZE + @ 2 = AND
        $FirstMove 3 CELLS + @ $FirstMove .moveCFA = AND $FirstMove $NextMove @ 0= AND ;
        {moves typed {move} Pass {move-type} quiet {move} Pass {move-type} loud moves}";
    let text = small(words, "e verify from here move add-move from a1 move add-move")
        .replace("{move} generator", "{move} generator {move-type} loud");
    let game = playable(&script(&text));
    assert_eq!(game.evaluate(&game.initial(), PlayerId(0)), Some(1));
}

#[test]
fn duplicates_are_in_the_list_that_scripts_see() {
    // A player does not need the second; counting and random choice do.
    let generator = "e verify from here move add-move from here move add-move";
    let game = playable(&script(&small(": OnEvaluate move-count ;", generator)));
    assert_eq!(game.evaluate(&game.initial(), PlayerId(0)), Some(2));
    assert_eq!(moves_at(&game, &game.initial()), ["man b2 - c2"]);
}

#[test]
fn the_order_of_effects_makes_moves_different_only_where_they_meet() {
    let moves = |generator: &str| small_moves(": note c3 empty-at? seen +! ;", generator);
    let (put, take, other) = ("b3 create-at", "b3 capture-at", "c3 capture-at");
    assert_eq!(moves(&format!("{put} {other} add-move {other} {put} add-move")), ["White man b3 x c3"]);
    let both = moves(&format!("{put} {take} add-move {take} {put} add-move {put} {take} add-move"));
    assert_eq!(both, ["White man b3 x b3", "x b3 White man b3"]);
    // A word sees what has been done before it.
    let seen = format!("{put} COMPILE note {other} add-move {other} COMPILE note {put} add-move");
    assert_eq!(moves(&seen), ["White man b3 x c3", "x c3 White man b3"]);
    let game = playable(&script(&small(": note c3 empty-at? seen +! ;", &seen)));
    let after = |text: &str| {
        let state = after(&game, &[text]);
        (pieces(&game, &state), crate::common::value(&game, &state, "seen"))
    };
    let there = ["White man b2", "White man b3"].map(String::from).to_vec();
    assert_eq!(after("White man b3 x c3"), (there.clone(), 0));
    assert_eq!(after("x c3 White man b3"), (there, 1));
}

#[test]
fn links_are_defined_by_names_and_by_positions() {
    let linked = "DEFER goal ' c1 IS goal b2 CONSTANT start {directions {link} leap start goal directions}";
    assert_eq!(small_moves(linked, "leap verify from here move add-move"), ["man b2 - c1"]);
    let fault = script(&small("99 CONSTANT far {directions {link} leap far a1 directions}", "from here add-move"));
    assert_eq!(fault.faults()[0].to_string(), "`far` is no position of the board");
}

#[test]
fn player_engines_choose_moves_except_for_chance() {
    let text = small("", "n IF from here move add-move ENDIF back s IF from here move add-move ENDIF")
        .replace("{player} White", "{player} White {first}");
    let text = text.replace("{player} Black", "{player} Black {UCT}");
    let game = playable(&script(&text));
    let kinds: Vec<PlayerKind> = game.glossary().players.iter().map(|player| player.kind).collect();
    assert_eq!(kinds, [PlayerKind::Chooser, PlayerKind::Chooser]);
    assert_eq!(game.own_bots(), ["{first}"]);
    let start = game.initial();
    let head = moves_at(&game, &start)[0].clone();
    let choice = |state: &State, bot: &str| {
        let chosen = game.own_bot_move(bot, state, &mut rng(1), &mut Fuel::new(100_000)).expect("no limit");
        chosen.map(|chosen| game.move_string(state, chosen.as_ref()))
    };
    for bot in ["", "{first}"] {
        assert_eq!(choice(&start, bot).as_deref(), Some(head.as_str()), "White plays the head of the list");
    }
    assert_eq!(choice(&start, "nobody"), None);
    assert_eq!(choice(&after(&game, &[&head]), ""), None, "Black has no way of its own to choose");
    let text = text.replace("{UCT}", "{search-engine} last");
    let text = text.replace("{players", ": last $FirstMove $NextMove $MoveString BestMove! ; {players");
    let game = playable(&script(&text));
    assert_eq!(game.own_bots(), ["last", "{first}"], "searches keep their numbers");
    let chosen = game.own_bot_move("", &start, &mut rng(1), &mut Fuel::new(100_000)).expect("no limit");
    assert_eq!(chosen.map(|chosen| game.move_string(&start, chosen.as_ref())), Some(head), "each player as seated");
}

#[test]
fn a_game_may_begin_without_a_set_up() {
    let text = small("", "empty? verify drop add-move").replace("{moves} all", "{drops} all");
    let text = text.split("{board-setup").next().expect("what is before").to_string();
    let game = playable(&script(&text));
    assert_eq!(moves_at(&game, &game.initial()).len(), 9);
}

#[test]
fn simple_moves_are_equal_for_all_executors() {
    // Moves without words of the script take a shorter way than those with one.
    for generator in [
        "from c2 move",
        "from c3 move",
        "from b2 move",
        "a1 c3 move",
        "from c2 move c2 b2 move",
        "from c2 move from a1 move",
        "c3 capture-at from c3 move",
        "from c3 move c3 capture-at",
        "a1 create-at a1 capture-at c1 create-at",
        "king a1 change-type-at king change-type",
        "Black change-owner Black a1 change-owner-at",
        "0 change-owner",
        "White king c3 create-player-piece-type-at Black c3 change-owner-at 1 c3 change-type-at",
    ] {
        let after = |compiled: &str| {
            let text = small(": nothing ; 2 CONSTANT king", &format!("{generator} {compiled} add-move"))
                .replace("{piece} man {moves} all", "{piece} man {moves} all {piece} king");
            let game = playable(&script(&text));
            let (mut state, mut list) = (game.initial(), MoveList::new());
            game.moves(&state, &mut list, &mut Fuel::new(10_000)).expect("within the limits");
            game.play(&mut state, list.get(0), &mut UndoLog::new());
            (pieces(&game, &state), state.slot(game.layout()))
        };
        assert_eq!(after(""), after("COMPILE nothing"), "{generator}");
    }
}

#[test]
fn moves_are_asked_for_in_the_order_of_positions_and_lists() {
    let text = small(": sideways e verify from here move add-move ;", "n verify from here move add-move")
        .replace("{move} generator", "{move} generator {move} sideways")
        .replace("White man b2", "White man a1 {setup} White man a2");
    let game = playable(&script(&text));
    let moves = moves_at(&game, &game.initial());
    assert_eq!(moves, ["man a2 - a3", "man a2 - b2", "man a1 x a2", "man a1 - b1"], "from the top row down");
}
