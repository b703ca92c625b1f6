//! Declarations, generation, events and searches of scripts: each certain fact about them.

use crate::common::{after, moves_at, perft, playable, rng, script, small, small_moves, value};
use dagaz_axiom::{AxiomGame, Script, Stub};
use dagaz_core::{Counting, Fuel, Game, Limits, MoveList, PlayerId, PlayerKind, SlotId, State, Turn, UndoLog, Verdict};

const WHITE: PlayerId = PlayerId(0);
const BLACK: PlayerId = PlayerId(1);

fn game(text: &str) -> AxiomGame {
    playable(&script(text))
}

/// What `OnEvaluate` says at the start of a small game.
fn said(words: &str) -> i32 {
    let game = game(&small(&format!(": OnEvaluate {words} ;"), "from here add-move"));
    game.evaluate(&game.initial(), WHITE).expect("it evaluates")
}

#[test]
fn grids_are_named_from_the_lower_left_unless_flipped() {
    assert_eq!(said("a3 b3 10 * + c1 100 * +"), 810, "row by row from the top");
    let flipped = small("", "from here add-move").replacen("{board", "$flipGrid ON {board", 1);
    let flipped = game(&flipped);
    let names: Vec<&str> = flipped.topology().sites().iter().map(|site| site.name.as_str()).collect();
    assert_eq!(names, ["a1", "b1", "c1", "a2", "b2", "c2", "a3", "b3", "c3"]);
}

#[test]
fn positions_follow_the_grid_and_dummies_are_not_scanned() {
    let text = "{board 1 2 {grid} {position} hand {dummy-positions} {position} box board}
        {players {player} White players} {turn-order {turn} White turn-order}
        : g here COMPILE-LITERAL COMPILE DROP add-move ; {moves all {move} g moves}
        {pieces {piece} man {drops} all pieces}";
    let game = game(text);
    assert_eq!(game.topology().sites().len(), 4);
    assert_eq!(moves_at(&game, &game.initial()).len(), 3, "one for each position before the dummies");
}

#[test]
fn a_direction_leads_to_a_site_or_fails() {
    assert_eq!(small_moves("", "n verify from here move add-move"), ["man b2 - b3"]);
    assert_eq!(small_moves("", "n verify n verify from here move add-move"), Vec::<String>::new());
    // A failed direction leaves the cursor.
    assert_eq!(small_moves("", "n n OR verify from here move add-move"), ["man b2 - b3"]);
    let linked = "{directions {link} jump b2 a1 {link} jump a1 c1 {unlink} jump a1 {unlink} n b2 directions}";
    assert_eq!(small_moves(linked, "jump verify from here move add-move"), ["man b2 - a1"]);
    assert_eq!(small_moves(linked, "jump verify jump verify from here move add-move"), Vec::<String>::new());
    assert_eq!(small_moves(linked, "n verify from here move add-move"), Vec::<String>::new());
}

#[test]
fn symmetries_belong_to_the_current_player_and_to_code_compiled_after_them() {
    let words = ": before n ; {symmetries Black {symmetry} n s Black {asymmetry} e w symmetries} : later n ;";
    let game = game(&small(
        words,
        "before IF from here move add-move ENDIF back later IF from here move add-move ENDIF \
         back s IF from here move add-move ENDIF back e IF from here move add-move ENDIF \
         back ['] e EXECUTE IF from here move add-move ENDIF",
    ));
    let white = moves_at(&game, &game.initial());
    assert_eq!(white, ["man b2 - b3", "man b2 - b1", "man b2 - c2"], "equal moves are listed once");
    let state = after(&game, &["man b2 - b3"]);
    // Black's man on c3: `before` leads off the board, `n` means south, `s` north, `e` west.
    assert_eq!(moves_at(&game, &state), ["man c3 - c2", "man c3 x b3"]);
}

#[test]
fn players_have_numbers_and_kinds() {
    let text = small(
        "{players {player} White {player} Black {neutral} Wall {player} ?Dice {random} players}
        : OnEvaluate White Black + Wall + ?Dice + ;",
        "from here add-move",
    );
    let game = game(&text);
    assert_eq!(game.evaluate(&game.initial(), WHITE), Some(2048 + 4096 + 6144 + 1024 + 8192));
    let kinds: Vec<PlayerKind> = game.glossary().players.iter().map(|player| player.kind).collect();
    assert_eq!(kinds, [PlayerKind::Chooser, PlayerKind::Chooser, PlayerKind::Neutral, PlayerKind::Random]);
}

#[test]
fn turns_go_round_from_the_repeat() {
    let text =
        small("{turn-order {turn} Black {repeat} {turn} White {turn} Black {for-player} White turn-order}", "Pass");
    let text = text.replace("Black man c3", "Black man a1");
    let game = game(&text);
    let mut state = game.initial();
    let mut movers = Vec::new();
    for _ in 0..5 {
        let Turn::Choice(player) = game.turn(&state) else { panic!("nobody throws dice") };
        movers.push((player.0, state.slot(game.layout()).0));
        state = played(&game, &state, 0);
    }
    assert_eq!(movers, [(1, 0), (0, 1), (1, 2), (0, 1), (1, 2)]);
}

fn played(game: &AxiomGame, state: &State, index: usize) -> State {
    let (mut state, mut list) = (state.clone(), MoveList::new());
    game.moves(&state, &mut list, &mut Fuel::new(game.limits().fuel)).expect("within the limits");
    game.play(&mut state, list.get(index), &mut UndoLog::new());
    state
}

#[test]
fn turn_offsets_count_bytes() {
    assert_eq!(said("turn-offset turn-offset next-turn-offset DUP next-turn-offset 100 * + +"), 12);
    assert_eq!(said("turn-offset next-turn-offset turn-offset-to-player next-player ="), 1);
}

#[test]
fn pieces_of_the_for_player_move_and_current_player_stays() {
    let text = small(
        "{turn-order {turn} White {for-player} Black {turn} Black turn-order}
        : show current-player White = verify for-player Black = verify ;",
        "show e IF ELSE w verify ENDIF from here move friend? NOT verify add-move",
    );
    let game = game(&text);
    assert_eq!(moves_at(&game, &game.initial()), ["man c3 - b3"], "White moves Black's man");
}

#[test]
fn drops_are_tried_everywhere_with_the_for_players_piece() {
    let text = small("", "from here add-move").replace("{moves} all", "{drops} all").replace(
        ": generator from here add-move ;",
        ": generator current-piece-type man = verify current-piece for-player man OR = verify empty? verify drop add-move ;",
    );
    // The piece is named before it is declared.
    let text = text.replace(": generator", "1 CONSTANT man : generator");
    let game = game(&text);
    let moves = moves_at(&game, &game.initial());
    assert_eq!(moves.len(), 7);
    assert_eq!(moves[0], "White man a3");
}

#[test]
fn move_types_filter_and_rank() {
    let base = |order: &str, priorities: &str| {
        small(priorities, "e verify from here move add-move")
            .replace(
                "{moves all {move} generator moves}",
                ": up n verify from here move add-move ;
                {moves all {move} generator {move-type} quiet {move} up {move-type} loud {move} Pass moves}",
            )
            .replace("{turn} White", &format!("{{turn}} White {order}"))
    };
    let moves = |order: &str, priorities: &str| {
        let game = game(&base(order, priorities));
        moves_at(&game, &game.initial())
    };
    assert_eq!(moves("", ""), ["man b2 - c2", "man b2 - b3", "Pass"]);
    assert_eq!(moves("{of-type} loud", ""), ["man b2 - b3"]);
    assert_eq!(
        moves("", "{move-priorities {move-priority} loud {move-priority} quiet move-priorities}"),
        ["man b2 - b3"]
    );
    // What has no rank comes last.
    assert_eq!(moves("", "{move-priorities {move-priority} other move-priorities}").len(), 3);
    // A move type whose name is a word already has that word's value.
    let same = base("{of-type} loud", "").replacen("{turn-order", "2 CONSTANT quiet 2 CONSTANT loud {turn-order", 1);
    let same = game(&same);
    assert_eq!(moves_at(&same, &same.initial()), ["man b2 - c2", "man b2 - b3"]);
}

#[test]
fn the_set_up_resolves_deferred_names_when_a_game_begins() {
    let text = small("DEFER thing", "from here add-move").replace("White man b2", "White thing b2") + " ' man IS thing";
    let game = game(&text);
    assert!(game.initial().piece(game.topology().site_named("b2").expect("b2")).is_some());
    assert_eq!(game.setup_names().next(), Some(&["White", "thing", "b2"].map(String::from)));
}

#[test]
fn later_blocks_replace_earlier_ones() {
    let text = small("", "from here move add-move")
        + " {pieces {piece} pawn 3 {value} {moves} all pieces} {players {player} Red {player} Blue players}
           {turn-order {turn} Red {turn} Blue turn-order} {board-setup {setup} Red pawn a1 board-setup}";
    let game = game(&text);
    assert_eq!(game.glossary().pieces.len(), 1);
    assert_eq!(game.glossary().players[0].name, "Red");
    assert_eq!(moves_at(&game, &game.initial()), ["pawn a1 x a1"]);
}

#[test]
fn effects_are_deferred_and_the_board_is_frozen() {
    // After the move the old board is still seen.
    let moves = small_moves("", "e verify from here move from not-empty-at? verify empty? verify add-move");
    assert_eq!(moves, ["man b2 - c2"]);
    // The cursor and the list of moves continue: each move is sealed with its own effects.
    let moves =
        small_moves("", "e verify from here move here c1 capture-at DROP add-move s verify from here move add-move");
    assert_eq!(moves, ["man b2 - c2 x c1", "man b2 - c1"]);
    // What was not sealed is lost.
    assert_eq!(small_moves("", "e verify from here move add-move n verify from here move"), ["man b2 - c2"]);
}

#[test]
fn verify_exits_all_words_and_keeps_additions() {
    let words = ": deep 0 verify ; : deeper deep from here move add-move ;";
    assert_eq!(small_moves(words, "e verify from here move add-move deeper from here move add-move"), ["man b2 - c2"]);
}

#[test]
fn the_old_board_decides_between_a_move_and_a_capture() {
    let moves =
        small_moves("", "n verify e verify from here move add-move back s verify from here move here c3 move add-move");
    assert_eq!(moves[0], "man b2 x c3");
    assert_eq!(moves[1], "man b2 - b1 man b1 x c3", "a piece that goes on has its name");
}

#[test]
fn every_effect_prints_and_applies_alike() {
    for (generator, text, on_b2, on_b3) in [
        ("capture add-move", "x b2", None, None),
        ("b2 capture-at b1 capture-at add-move", "x b2 x b1", None, None),
        ("n verify create add-move", "White man b3", Some(1), Some(1)),
        ("b3 create-at add-move", "White man b3", Some(1), Some(1)),
        ("n verify king create-piece-type add-move", "White king b3", Some(1), Some(2)),
        ("king b3 create-piece-type-at add-move", "White king b3", Some(1), Some(2)),
        ("n verify drop add-move", "White man b3", Some(1), Some(1)),
        ("king b3 drop-piece-at add-move", "White king b3", Some(1), Some(2)),
        ("king change-type add-move", "= king", Some(2), None),
        ("king b2 change-type-at add-move", "= king", Some(2), None),
        ("from b3 move b3 to king change-type add-move", "man b2 - b3 = king", None, Some(2)),
    ] {
        let text_of = small("2 CONSTANT king", generator)
            .replace("{piece} man {moves} all", "{piece} man {moves} all {piece} king");
        let game = game(&text_of);
        assert_eq!(moves_at(&game, &game.initial()), [text], "{generator}");
        let state = played(&game, &game.initial(), 0);
        let kind = |name: &str| {
            let site = game.topology().site_named(name).expect("a site");
            state.piece(site).map(|piece| piece.kind.0 + 1)
        };
        assert_eq!((kind("b2"), kind("b3")), (on_b2, on_b3), "{generator}");
    }
    for (generator, text) in [
        ("n verify Black create-player add-move", "Black man b3"),
        ("Black b3 create-player-at add-move", "Black man b3"),
        ("n verify Black man-type create-player-piece-type add-move", "Black man b3"),
        ("Black man-type b3 create-player-piece-type-at add-move", "Black man b3"),
        ("Black change-owner add-move", "= Black"),
        ("Black b2 change-owner-at add-move", "= Black"),
    ] {
        let game = game(&small("1 CONSTANT man-type", generator));
        assert_eq!(moves_at(&game, &game.initial()), [text], "{generator}");
        let state = played(&game, &game.initial(), 0);
        assert_eq!(state.count_all(game.layout(), BLACK), 2, "{generator}");
    }
}

#[test]
fn pass_is_added_once_and_what_follows_is_an_empty_move() {
    let text = small("", "Pass").replace("Black man c3", "White man c3");
    let one = game(&text);
    assert_eq!(moves_at(&one, &one.initial()), ["Pass"]);
    // Both men: the first passes, the second adds an empty move, which is the same.
    let counted = small(": OnEvaluate move-count ;", "Pass add-move").replace("Black man c3", "White man c3");
    let two = game(&counted);
    assert_eq!(two.evaluate(&two.initial(), WHITE), Some(3));
    let state = played(&one, &one.initial(), 0);
    assert_eq!(state.slot(one.layout()), SlotId(1), "a pass ends the turn");
}

#[test]
fn a_forced_pass_is_the_only_move() {
    let forced = "$passTurnForced ON";
    assert_eq!(small_moves(forced, "FALSE verify"), ["Pass"], "nobody can move, so the turn passes");
    assert_eq!(small_moves(forced, "Pass e verify from here move add-move"), ["man b2 - c2"]);
    assert_eq!(small_moves("", "Pass e verify from here move add-move"), ["Pass", "man b2 - c2"]);
}

#[test]
fn compiled_words_run_on_the_board_that_is_changed() {
    let words = ": note ( n -- ) seen ! ; : mark 1 row ++ ; : mover current-player White = IF seen ++ ENDIF ;";
    let game = game(&small(
        words,
        "e verify from here move 7 COMPILE-LITERAL COMPILE note COMPILE mark COMPILE mover add-move",
    ));
    let start = game.initial();
    assert_eq!(moves_at(&game, &start), ["man b2 - c2"], "compiled words print nothing");
    let (mut state, mut list, mut log) = (start.clone(), MoveList::new(), UndoLog::new());
    game.moves(&state, &mut list, &mut Fuel::new(10_000)).expect("within the limits");
    game.play(&mut state, list.get(0), &mut log);
    assert_eq!((value(&game, &state, "seen"), value(&game, &state, "row[1]")), (8, 1), "the mover is still current");
    assert_ne!(state.position_key(), start.position_key());
    assert!(game.undo(&mut state, &mut log));
    assert_eq!(state, start, "variables of the board are undone");
}

#[test]
fn states_differ_by_their_variables_alone() {
    let text =
        small(": note seen ! ;", "1 COMPILE-LITERAL COMPILE note add-move 2 COMPILE-LITERAL COMPILE note add-move");
    let game = game(&text);
    assert_eq!(game.perft(&game.initial(), 1, Counting::Results).expect("within the limits"), 2);
    let state = played(&game, &game.initial(), 1);
    assert_eq!(game.set_up(&game.position(&state)).expect("a position"), state);
}

#[test]
fn globals_of_move_generation_are_reset() {
    let game = game(&small("VARIABLE count", "count ++ count @ 1 = verify e verify from here move add-move"));
    for _ in 0..3 {
        assert_eq!(moves_at(&game, &game.initial()), ["man b2 - c2"]);
    }
}

#[test]
fn writes_beyond_board_arrays_are_discarded() {
    let game = game(&small("", "4 row @ 0= verify 1 4 row ! e verify from here move add-move"));
    for _ in 0..2 {
        assert_eq!(moves_at(&game, &game.initial()), ["man b2 - c2"]);
    }
}

#[test]
fn globals_that_only_play_writes_are_part_of_the_state() {
    let words = "VARIABLE passes : note passes ++ ; : reset 0 passes ! ;
        : OnIsGameOver passes @ 2 = IF #DrawScore ELSE #UnknownScore ENDIF ;";
    let game = game(&small(words, "COMPILE note Pass e verify COMPILE reset from here move add-move"));
    let once = played(&game, &game.initial(), 0);
    assert_eq!(game.ending(&once), Ok(None));
    let twice = played(&game, &once, 0);
    assert!(game.outcome(&twice).expect("within the limits").expect("it is over").is_draw());
    assert_eq!(game.ending(&once), Ok(None), "another state is another count");
}

#[test]
fn arrays_and_addresses_written_in_play_are_state() {
    let words = "VARIABLE count 3 [] seen[] VARIABLE scratch
        : note ( n -- ) seen[] ++ 5 scratch ! scratch @ 1 seen[] @ + 2 seen[] ! ;
        : OnIsGameOver count @ 1 = 1 seen[] @ 1 = AND IF #DrawScore ELSE #UnknownScore ENDIF ;";
    let game = game(&small(
        words,
        "e verify from here move 1 COMPILE-LITERAL COMPILE note count COMPILE-LITERAL COMPILE ++ add-move",
    ));
    assert_eq!(game.ending(&game.initial()), Ok(None));
    let state = played(&game, &game.initial(), 0);
    assert!(game.ending(&state).expect("within the limits").is_some());
    assert!(game.layout().spec().counters >= 4, "the count, and three cells");
}

#[test]
fn partial_moves_keep_the_turn() {
    let words = ": again e verify from here move partial add-move ;";
    let game = game(&small(words, "again"));
    let state = played(&game, &game.initial(), 0);
    assert_eq!(game.turn(&state), Turn::Choice(WHITE));
    assert_eq!(value(&game, &state, "$partial"), 1);
    let typed = small("", "e verify from here move second partial-move-type add-move").replace(
        "{moves all {move} generator moves}",
        ": back-again w verify from here move PassNoPartial add-move ;
         {moves all {move} generator {move-type} first {move} back-again {move-type} second moves}",
    );
    let typed = playable(&script(&typed.replace("{players", "2 CONSTANT second {players")));
    let state = after(&typed, &["man b2 - c2 partial 2"]);
    assert_eq!(moves_at(&typed, &state), ["man c2 - b2"], "only moves of that type, and no pass");
    let state = played(&typed, &state, 0);
    assert_eq!(typed.turn(&state), Turn::Choice(BLACK), "a full move ends the turn");
    assert_eq!(value(&typed, &state, "$partial"), 0);
}

#[test]
fn friends_are_own_pieces_by_default() {
    let ask = "n verify e verify friend? 1 AND enemy? 10 * + empty? 100 * + COMPILE-LITERAL COMPILE note add-move";
    let seen = |words: &str| {
        let game = game(&small(&format!(": note seen ! ; {words}"), ask));
        value(&game, &played(&game, &game.initial(), 0), "seen")
    };
    assert_eq!(seen(""), 10);
    assert_eq!(seen(": OnFriends? 2DROP TRUE ;"), 1);
}

#[test]
fn scores_end_the_game_for_the_player_about_to_move() {
    let verdicts = |words: &str| {
        let game = game(&small(&format!(": OnIsGameOver {words} ;"), "from here move add-move"));
        game.outcome(&game.initial()).expect("within the limits").map(|outcome| outcome.verdicts)
    };
    assert_eq!(verdicts("#UnknownScore"), None);
    assert_eq!(verdicts("#LossScore"), Some(vec![Verdict::Loss, Verdict::Win]));
    assert_eq!(verdicts("#WinScore"), Some(vec![Verdict::Win, Verdict::Loss]));
    assert_eq!(verdicts("#DrawScore"), Some(vec![Verdict::Draw, Verdict::Draw]));
    assert_eq!(verdicts("DROP DROP #LossScore"), Some(vec![Verdict::Loss, Verdict::Win]), "the top counts");
    assert_eq!(verdicts("move-count 1 = IF #WinScore ELSE #LossScore ENDIF"), Some(vec![Verdict::Win, Verdict::Loss]));
    assert_eq!(computed_constants(), [-2_140_000_000, -2_130_000_000, 2_130_000_000, 0]);
    let teams = small(": OnFriends? 2DROP TRUE ; : OnIsGameOver #WinScore ;", "from here move add-move");
    let teams = game(&teams);
    let outcome = teams.outcome(&teams.initial()).expect("within the limits").expect("it is over");
    assert_eq!(outcome.verdicts, [Verdict::Win, Verdict::Win]);
    let stuck = game(&small("", "FALSE verify"));
    assert!(stuck.outcome(&stuck.initial()).expect("within the limits").expect("no moves").is_draw());
}

fn computed_constants() -> [i32; 4] {
    ["#UnknownScore", "#LossScore", "#WinScore", "#DrawScore"].map(|word| match word {
        // An evaluation keeps within a lost and a won game.
        "#UnknownScore" => said("#UnknownScore 100000000 +") - 100_000_000,
        word => said(word),
    })
}

#[test]
fn the_script_may_say_how_the_game_ended() {
    let game = game(&small(": OnIsGameOver ^\" lost by \" 3 ^number 33 ^char #LossScore ;", "from here move add-move"));
    assert_eq!(game.outcome(&game.initial()).expect("within the limits").expect("over").ending, "lost by 3!");
}

#[test]
fn a_new_game_starts_empty_and_keeps_its_writes() {
    let words =
        "VARIABLE stones : OnNewGame 5 seen ! 9 stones ! b2 empty-at? IF 3 1 row ! ENDIF ; : OnEvaluate stones @ ;";
    let game = game(&small(words, "from here move add-move"));
    let start = game.initial();
    assert_eq!((value(&game, &start, "seen"), value(&game, &start, "row[1]")), (5, 3));
    assert_eq!(game.evaluate(&start, WHITE), Some(9));
}

#[test]
fn the_script_may_turn_the_order_of_turns_and_edit() {
    let words = ": OnNextTurn OnNextTurn OnNextTurn ; : OnEditAdd seen ++ OnEditAdd ;";
    let game = game(&small(words, "e verify from here move add-move"));
    assert_eq!(value(&game, &game.initial(), "seen"), 2, "each piece of the set-up is added");
    let state = played(&game, &game.initial(), 0);
    assert_eq!(game.turn(&state), Turn::Choice(WHITE), "two steps of two turns");
}

#[test]
fn repetition_counts_positions() {
    let words = "VARIABLE times : repetition? times @ 3 >= ;
        : OnNewGame repetition-reset repetition-push-position times ! ;
        : OnNextTurn OnNextTurn repetition-push-position times ! ;
        : OnIsGameOver repetition-reset repetition? IF #DrawScore ELSE #UnknownScore ENDIF ;
        : to-and-fro e IF ELSE w verify ENDIF ;";
    let game = game(&small(words, "to-and-fro empty? verify from here move add-move"));
    let mut state = game.initial();
    for ply in 0..8 {
        assert_eq!(game.ending(&state), Ok(None), "ply {ply}");
        state = played(&game, &state, 0);
    }
    assert!(game.outcome(&state).expect("within the limits").expect("three times").is_draw());
    // A variable of the board belongs to the position: where it counts plies, none comes again.
    let counting = format!("{words} : up seen ++ ;");
    let game = self::game(&small(&counting, "to-and-fro empty? verify from here move COMPILE up add-move"));
    let last = (0..8).fold(game.initial(), |state, _| played(&game, &state, 0));
    assert_eq!(game.ending(&last), Ok(None));
}

#[test]
fn paired_new_games_share_chance() {
    let words = ": OnNewGame RANDOMIZE 1 1000000 RAND-WITHIN seen ! ;";
    let begun = || {
        let game = game(&small(words, "from here add-move"));
        value(&game, &game.initial(), "seen")
    };
    assert!(begun() > 0 && begun() == begun());
}

#[test]
fn evaluations_are_from_the_side_to_move() {
    let game = game(
        &small(
            ": OnEvaluate current-player material-balance 10 * here piece-value + ;",
            "e verify from here move add-move",
        )
        .replace("man {moves} all", "man {moves} all 4 {value}")
        .replace("{setup} Black man c3", "{setup} White man a1 {setup} Black man c3"),
    );
    let start = game.initial();
    assert_eq!(game.evaluate(&start, WHITE), Some(40));
    assert_eq!(game.evaluate(&start, BLACK), Some(-40));
    let state = played(&game, &start, 0);
    assert_eq!((game.evaluate(&state, WHITE), game.evaluate(&state, BLACK)), (Some(40), Some(-40)));
}

#[test]
fn a_script_may_request_a_quiescence_search() {
    let move_on = "e verify from here move add-move";
    let asked = |words: &str| {
        let game = game(&small(words, move_on));
        let start = game.initial();
        (game.looks_on(&start), game.looks_on(&played(&game, &start, 0)))
    };
    assert_eq!(asked(""), (None, None), "who says nothing has no opinion");
    assert_eq!(asked(": OnIsTerminal? current-player White = NOT ;"), (Some(true), Some(false)));
    assert_eq!(asked(": OnIsTerminal? move-count 0> ;").0, Some(false), "it sees the moves that can be made");
}

#[test]
fn searches_look_through_the_list_of_moves() {
    let words = "VARIABLE best
        : Last $FirstMove BEGIN DUP $MoveString BestMove! DUP Score! $Yield $NextMove DUP NOT UNTIL DROP ;
        : Nested White FALSE 0 $GenerateMoves move-count $DeallocateMoves move-count = verify
            $movesList CELLSIZE + @ move-count = verify $movesList CELLSIZE CELLSIZE + + @ $FirstMove = verify
            $CloneBoard $FirstMove .moveCFA EXECUTE b2 empty-at? $DeallocateBoard b2 not-empty-at? AND verify
            $FirstMove $MoveString BestMove! ;
        {players {player} White {search-engine} Last {player} Black {search-engine} Nested players}";
    let generator = "e IF from here move add-move ENDIF back n IF from here move add-move ENDIF";
    let game = game(&small(words, generator));
    assert_eq!(game.own_bots(), ["Last", "Nested"]);
    let start = game.initial();
    let chosen = |bot: &str| {
        let chosen = game.own_bot_move(bot, &start, &mut rng(1), &mut Fuel::new(1_000_000)).expect("no limit");
        chosen.map(|chosen| game.move_string(&start, chosen.as_ref()))
    };
    assert_eq!(chosen("Last").as_deref(), Some("man b2 - b3"));
    assert_eq!(chosen("Nested").as_deref(), Some("man b2 - c2"));
    assert_eq!(chosen("nobody"), None);
    assert_eq!(chosen("").as_deref(), Some("man b2 - b3"), "White's own");
    assert_eq!(game.initial(), start);
}

#[test]
fn opponent_moves_can_be_generated() {
    let count = |opponent: &str| said(&format!("White {opponent} 0 $GenerateMoves move-count $DeallocateMoves"));
    assert_eq!((count("FALSE"), count("TRUE")), (1, 1));
    let words = ": OnEvaluate White TRUE 0 $GenerateMoves $FirstMove .moveCFA EXECUTE c3 empty-at? $DeallocateMoves ;";
    let game = game(&small(words, "capture add-move"));
    assert_eq!(game.evaluate(&game.initial(), WHITE), Some(1), "Black's move takes Black's man away");
}

#[test]
fn chance_is_even_and_follows_the_seed() {
    assert_eq!(said("0 0 BEGIN SWAP 3 5 RAND-WITHIN DUP 3 >= SWAP 5 <= AND + SWAP 1+ DUP 100 = UNTIL DROP"), 100);
    let text = small(
        "{players {player} White {player} Black {player} ?Dice {random} players}
         {turn-order {turn} ?Dice {for-player} White {turn} White turn-order}",
        "from here move add-move from here move add-move",
    );
    let game = game(&text);
    assert_eq!(game.turn(&game.initial()), Turn::Chance(PlayerId(2)));
    assert_eq!(perft(&game, 1), 2, "equal moves of chance are weights");
}

#[test]
fn the_random_engine_may_hold_the_first_two_seats() {
    let kinds = |players: &str| -> Vec<PlayerKind> {
        let turns = "{turn-order {turn} White {turn} Black turn-order}";
        let game = game(&small(&format!("{{players {players} players}} {turns}"), "from here move add-move"));
        game.glossary().players.iter().map(|player| player.kind).collect()
    };
    use PlayerKind::{Chooser, Neutral, Random};
    assert_eq!(kinds("{player} White {random} {player} Black {random}"), [Chooser, Chooser]);
    assert_eq!(kinds("{player} White {random} {player} Black {player} Dice {random}"), [Chooser, Chooser, Random]);
    assert_eq!(kinds("{player} ?Dice {random} {player} White {player} Black"), [Random, Chooser, Chooser]);
    assert_eq!(
        kinds("{neutral} Wall {player} White {player} Black {random}"),
        [Neutral, Chooser, Chooser],
        "a neutral player has no seat"
    );
    // The seat draws from all that the script generates, and a move that stands there twice is
    // twice as likely.
    let generator =
        "e IF from here move add-move from here move add-move ENDIF back n IF from here move add-move ENDIF";
    let game = game(&small("{players {player} White {random} {player} Black {random} players}", generator));
    assert_eq!((game.own_bots(), game.own_bot_of(WHITE)), (vec!["{random}".to_string()], Some("{random}".to_string())));
    assert_eq!(game.turn(&game.initial()), Turn::Choice(WHITE));
    assert_eq!(moves_at(&game, &game.initial()), ["man b2 - c2", "man b2 - b3"]);
    let east = (0..300)
        .filter(|seed| {
            let mut fuel = Fuel::new(1_000_000);
            let chosen = game.own_bot_move("", &game.initial(), &mut rng(*seed), &mut fuel).expect("no limit");
            let chosen = chosen.expect("there is a move");
            game.move_string(&game.initial(), chosen.as_ref()) == "man b2 - c2"
        })
        .count();
    assert!((170..230).contains(&east), "{east} of 300");
}

#[test]
fn a_move_is_written_as_on_the_board_of_its_list() {
    let words = ": Cloned $FirstMove $CloneBoard DUP .moveCFA EXECUTE $MoveString BestMove! $DeallocateBoard ;
        : InPlace $FirstMove DUP .moveCFA EXECUTE $MoveString BestMove! ;
        : Twice $FirstMove $CloneBoard DUP .moveCFA EXECUTE White FALSE 0 $GenerateMoves $CloneBoard
            $FirstMove .moveCFA EXECUTE $DeallocateBoard $DeallocateMoves $DeallocateBoard $MoveString BestMove! ;
        : Gone $CloneBoard $FirstMove .moveCFA EXECUTE White FALSE 0 $GenerateMoves $FirstMove $DeallocateBoard
            $MoveString CurrentMove! $DeallocateMoves $FirstMove $MoveString BestMove! ;
        {players {player} White {search-engine} Cloned {player} Black {search-engine} InPlace
            {player} Red {search-engine} Twice {player} Blue {search-engine} Gone players}";
    let generator = "e IF from here move add-move ENDIF back n IF from here move add-move ENDIF";
    let game = game(&small(words, generator));
    for bot in ["Cloned", "InPlace", "Twice", "Gone"] {
        let start = game.initial();
        let chosen = game.own_bot_move(bot, &start, &mut rng(1), &mut Fuel::new(1_000_000)).expect("no limit");
        let text = chosen.map(|chosen| game.move_string(&start, chosen.as_ref()));
        assert_eq!((text.as_deref(), game.take_fault()), (Some("man b2 - c2"), None), "{bot}");
    }
}

#[test]
fn a_stub_gives_what_the_script_lacks() {
    let text = small("", "from here move add-move");
    let text = text.split("{board-setup").next().expect("what is before").to_string();
    let script = script(&text);
    let stub = Stub {
        title: "The Title".to_string(),
        pieces: vec![("man".to_string(), "walks".to_string(), String::new())],
        setup: vec![["White", "man", "a1"].map(String::from), ["Nobody", "man", "a2"].map(String::from)],
        centers: vec![("a1".to_string(), dagaz_core::Point { x: 7.0, y: 8.0, z: 0.0 })],
        ..Stub::default()
    };
    let game = AxiomGame::new(&script, &stub, &Limits::default()).expect("a game");
    assert_eq!(game.glossary().title, "The Title");
    assert_eq!(game.glossary().pieces[0].help, "walks");
    assert_eq!(moves_at(&game, &game.initial()), ["man a1 x a1"]);
    let a1 = game.topology().site_named("a1").expect("a1");
    assert_eq!(game.topology().site(a1).center.map(|center| center.x), Some(7.0));
}

#[test]
fn attacks_are_moves_that_take() {
    let game = game(&small("", "e IF from here move add-move ENDIF back w IF from here move add-move ENDIF"));
    let site = |name: &str| game.topology().site_named(name).expect("a site");
    assert_eq!(game.attacked(&game.initial(), site("b3"), WHITE), Ok(true));
    assert_eq!(game.attacked(&game.initial(), site("a3"), WHITE), Ok(false));
}

#[test]
fn a_script_without_required_parts_names_them() {
    let script = Script::load("x.4th", b"", &dagaz_axiom::NoIncludes, &Limits::default());
    let said: Vec<String> = script.faults().iter().map(ToString::to_string).collect();
    assert_eq!(said.len(), 3, "{said:?}");
    assert!(AxiomGame::new(&script, &Stub::default(), &Limits::default()).is_err());
}
