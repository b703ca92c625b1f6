//! Positions that the founding articles describe in words: what may be played in them, judged by
//! hand.

use dagaz_core::{Game, Limits, State, Turn, UndoLog};
use dagaz_record::move_text;
use dagaz_testkit::source;

use crate::common::{at, ending, moves, texts};

/// A game of the library by its path.
fn library(path: &str) -> Box<dyn Game> {
    source::open(&source::root().join("games").join(path)).unwrap_or_else(|why| panic!("{why}"))
}

fn play(game: &dyn Game, state: &State, text: &str) -> State {
    let list = moves(game, state);
    let mut known = list.iter();
    let chosen = known.find(|one| move_text(game, state, *one) == text);
    let mut after = state.clone();
    let chosen = chosen.unwrap_or_else(|| panic!("{text} is not legal: {:?}", texts(game, state)));
    game.play(&mut after, chosen, &mut UndoLog::new());
    after
}

#[test]
fn in_cheskers_men_are_bound_to_capture_and_pieces_of_chess_are_not() {
    let game = library("draughts/cheskers/cheskers.drf");
    // The man on c3 can jump: no quiet move is legal, nor is one of the bishop, but its capture is.
    let forced = at(&*game, "8/k7/8/8/3p4/2P5/7K/6B1 w - -");
    assert_eq!(texts(&*game, &forced), ["Bishop g1 x d4", "x d4 Man c3 - e5"]);
    // If only the bishop can capture, captures are optional.
    let free = at(&*game, "8/k7/8/8/3p4/8/7K/6B1 w - -");
    assert_eq!(texts(&*game, &free), ["Bishop g1 - e3", "Bishop g1 - f2", "Bishop g1 x d4", "King h2 - g3"]);
}

#[test]
fn in_dablot_warriors_must_capture_kings_may_and_nobody_takes_a_higher_rank() {
    let game = library("leaping/dablot/dablot.drf");
    let legal = |position: &str| texts(&*game, &at(&*game, position));
    let must = legal("turn=Sami; Sami Warrior=e5; Sami King=a1; Farmers Warrior=f6; Farmers King=k13");
    assert_eq!(must, ["x f6 Warrior e5 - g7"]);
    let higher = legal("turn=Sami; Sami Warrior=e5; Sami King=a1; Farmers Prince=f6; Farmers King=k13");
    assert!(higher.len() == 10 && higher.iter().all(|text| !text.contains('x')), "{higher:?}");
    let may = legal("turn=Sami; Sami Warrior=i1; Sami King=e5; Farmers Prince=f6; Farmers King=k13");
    assert!(may.len() == 13 && may.contains(&"x f6 King e5 - g7".to_string()), "{may:?}");
}

#[test]
fn a_missed_capture_is_huffed_before_an_ordinary_move() {
    let game = library("draughts/huffing-draughts/huffing-draughts.drf");
    let start = at(&*game, "turn=Black; Black Man=c3,h2; White Man=d4,h8");
    // Captures are optional.
    assert_eq!(texts(&*game, &start), ["Man c3 - b4", "Man h2 - g3", "x d4 Man c3 - e5"]);
    let huffs = |text: &str| -> Vec<String> {
        let after = play(&*game, &start, text);
        texts(&*game, &after).into_iter().filter(|text| text.contains('+')).collect()
    };
    // The man that could have captured is taken off, wherever it is by now, and then White moves.
    let quiet = huffs("Man h2 - g3");
    assert_eq!(quiet.len(), 3, "{quiet:?}");
    assert!(quiet.iter().all(|text| text.starts_with("partial 1 x c3 + ")), "{quiet:?}");
    let moved = huffs("Man c3 - b4");
    assert!(moved.len() == 3 && moved.iter().all(|text| text.starts_with("partial 1 x b4 + ")), "{moved:?}");
    // Who captures is not.
    assert_eq!(huffs("x d4 Man c3 - e5"), [""; 0]);
}

#[test]
fn a_flying_king_that_captured_one_of_two_is_huffed_on_any_landing_site() {
    let game = library("draughts/damii/damii.drf");
    // From a1 the king captures c3 and lands on any of d4 to i9; only from e5 could it continue and
    // capture c7.
    let start = at(&*game, "turn=White; White King=a1; White Man=j2; Black Man=c3,c7,f10,j10");
    let landings = ["d4", "e5", "f6", "g7", "h8", "i9"];
    for landing in landings {
        let after = play(&*game, &start, &format!("King a1 - {landing} x c3"));
        let huff = format!("partial 1 x {landing} + ");
        assert!(texts(&*game, &after).iter().any(|text| text.starts_with(&huff)), "{landing}");
    }
    let whole = play(&*game, &start, "partial 1 King a1 - e5 + King e5 - b8 x c3 x c7");
    assert!(texts(&*game, &whole).iter().all(|text| !text.contains("x b8 +")), "it took all that it could");
}

#[test]
fn in_shogi_a_dropped_pawn_may_check_but_not_mate_and_a_moved_one_may_mate() {
    let game = library("shogi/okisaki/okisaki.drf");
    let legal = |position: &str| texts(&*game, &at(&*game, position));
    let drop = "Black Pawn 1b".to_string();
    assert!(!legal("9k/10/9G/10/8R1/10/10/10/10/K9[P] w - -").contains(&drop), "it would be mate");
    assert!(legal("9k/10/9G/10/10/10/10/10/10/K9[P] w - -").contains(&drop), "it is only check");
    assert!(legal("9k/10/9P/9R/8R1/10/10/10/10/K9[] w - -").contains(&"Pawn 1c - 1b".to_string()));
}

/// How many ways there are to play so many turns, of any number of plies, to their ends.
fn whole_turns(game: &dyn Game, state: &State, turns: u32) -> u64 {
    if turns == 0 {
        return 1;
    }
    let (mover, list) = (game.turn(state), moves(game, state));
    let after = |one| {
        let mut after = state.clone();
        game.play(&mut after, one, &mut UndoLog::new());
        let left = if game.turn(&after) == mover { turns } else { turns - 1 };
        whole_turns(game, &after, left)
    };
    list.iter().map(after).sum()
}

/// Regular Boardgames, where a turn is one move, has 20,652 of them in Arimaa from this set-up,
/// each order of steps by itself.
#[test]
fn arimaa_has_as_many_whole_turns_as_others_count() {
    let limits = Limits::default();
    let path = source::root().join("games/pushing/arimaa/arimaa.drf");
    let file = source::read_paths(&path, &limits).unwrap_or_else(|error| panic!("{error}"));
    let variant = file.titled("Arimaa, set up").expect("the variant is there");
    let game = source::path_game(&file, variant, &limits).unwrap_or_else(|why| panic!("{why}"));
    assert_eq!(whole_turns(&game, &game.initial(), 1), 20_652);
}

/// The ending that some moves lead to.
fn ending_after(game: &dyn Game, position: &str, moves: &[&str]) -> Option<String> {
    let after = moves.iter().fold(at(game, position), |state, text| play(game, &state, text));
    ending(game, &after)
}

#[test]
fn in_shatar_the_checks_before_a_mate_decide_what_it_is() {
    let game = library("chess/shatar/shatar.drf");
    let position = "1k6/p2K3p/8/8/8/8/7P/3R1B2 w - -";
    // The rook's check is a shak, and the mate that follows at once wins.
    let series = ["Rook d1 - b1", "King b8 - a8", "Bishop f1 - g2"];
    assert_eq!(ending_after(&*game, position, &series).as_deref(), Some("checkmate"));
    // A quiet turn between them ends the series: the same mate, by a bishop alone, is none.
    let broken = ["Rook d1 - b1", "King b8 - a8", "Pawn h2 - h3", "Pawn h7 - h6", "Bishop f1 - g2"];
    assert_eq!(ending_after(&*game, position, &broken).as_deref(), Some("niol"));
    let alone = ending_after(&*game, "k7/p1K5/8/8/8/8/8/5B2 w - -", &["Bishop f1 - g2"]);
    assert_eq!(alone.as_deref(), Some("niol"));
    // A knight may check, but not mate.
    let knight = |position: &str| texts(&*game, &at(&*game, position)).contains(&"Knight b5 - c7".to_string());
    assert!(knight("kr6/1p6/8/1N6/8/8/8/7K w - -"));
    assert!(!knight("kr6/pp6/8/1N6/8/8/8/7K w - -"));
}

#[test]
fn in_fanorona_each_beginning_of_a_chain_is_a_move() {
    let game = library("leaping/fanorona/fanorona.drf");
    let position = at(&*game, "turn=White; White Stone=e3,a1; Black Stone=g3,h3,f2,d4,a5");
    // The first capture is compulsory: the stone that has none stays. What comes after it is not.
    let chain = ["x g3 x h3 Stone e3 - f3", "x f2 Stone f3 - f4", "x d4 Stone f4 - e4"];
    let expected = [
        format!("partial 1 {} + partial 1 {} + {}", chain[0], chain[1], chain[2]),
        format!("partial 1 {} + {}", chain[0], chain[1]),
        chain[0].to_string(),
    ];
    assert_eq!(texts(&*game, &position), expected);
}

#[test]
fn splut_has_one_then_two_then_three_steps() {
    let game = library("pushing/splut/splut.drf");
    let mut state = game.initial();
    let mut turns: Vec<(usize, usize)> = Vec::new();
    while turns.len() <= 20 {
        let Turn::Choice(mover) = game.turn(&state) else { panic!("nobody throws dice here") };
        match turns.last_mut() {
            Some((player, steps)) if *player == mover.index() => *steps += 1,
            _ => turns.push((mover.index(), 1)),
        }
        // A throw would end the turn: steps alone.
        let list = moves(&*game, &state);
        let step = list.iter().find(|one| !move_text(&*game, &state, *one).contains(" x "));
        game.play(&mut state, step.expect("somebody can step"), &mut UndoLog::new());
        assert_eq!(ending(&*game, &state), None);
    }
    let expected: Vec<(usize, usize)> = (0..20).map(|turn| (turn % 4, (turn + 1).min(3))).collect();
    assert_eq!(turns[..20], expected);
}

#[test]
fn in_yonin_shogi_partners_kings_may_stand_side_by_side_and_enemies_may_not() {
    let game = titled("games/shogi/yonin/yonin.drf", Some("Yonin shogi, two against two"));
    let beside = |north: &str, west: &str| {
        let position = format!("turn=South; South King=5h; North King={north}; West King={west}; East King=9a");
        texts(&*game, &at(&*game, &position)).contains(&"King 5h - 5g".to_string())
    };
    assert!(beside("5f", "1a"));
    assert!(!beside("1a", "5f"));
}

/// The game of a file, by its path from the root of the workspace: the variant of that title, or
/// what is offered first.
fn titled(path: &str, title: Option<&str>) -> Box<dyn Game> {
    let path = source::root().join(path);
    let Some(title) = title else { return source::open(&path).unwrap_or_else(|why| panic!("{why}")) };
    let limits = Limits::default();
    let file = source::read_paths(&path, &limits).unwrap_or_else(|error| panic!("{error}"));
    let variant = file.titled(title).expect("the variant is there");
    Box::new(source::path_game(&file, variant, &limits).unwrap_or_else(|why| panic!("{why}")))
}

/// The cases of `quoted/cases.txt`, whose first lines say what they consist of.
#[test]
fn cases_in_the_file_have_their_moves_and_endings() {
    let path = source::root().join("crates/dagaz-testkit/tests/quoted/cases.txt");
    let text = std::fs::read_to_string(path).expect("the cases are there");
    let lines: Vec<&str> = text.lines().filter(|line| !line.starts_with('#')).collect();
    let mut faults = Vec::new();
    for case in lines.split(|line| line.is_empty()).filter(|case| !case.is_empty()) {
        let parts: Vec<(&str, &str)> = case.iter().filter_map(|line| line.split_once(": ")).collect();
        assert_eq!(parts.len(), case.len(), "{case:?}");
        let part = |wanted: &str| parts.iter().find(|(key, _)| *key == wanted).map(|(_, value)| *value);
        let (name, path) = (part("case").expect("a name"), part("game").expect("a game"));
        let game = titled(path, part("variant"));
        let mut state = part("position").map_or_else(|| game.initial(), |position| at(&*game, position));
        for text in part("after").unwrap_or_default().split("; ").filter(|text| !text.is_empty()) {
            state = play(&*game, &state, text);
        }
        let (legal, ended) = (texts(&*game, &state), ending(&*game, &state));
        for &(key, value) in &parts {
            let is_legal = legal.iter().any(|text| text.starts_with(value));
            let holds = match key {
                "legal" => is_legal,
                "refused" => !is_legal,
                "ending" => ended.as_deref() == Some(value),
                "case" | "game" | "variant" | "position" | "after" => true,
                _ => panic!("{name}: a case has no {key}"),
            };
            if !holds {
                faults.push(format!("{name}: {key} {value}: {legal:?}, ending {ended:?}"));
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}
