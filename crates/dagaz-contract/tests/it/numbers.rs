//! What games of edition 3 keep as numbers, links and throws, and what a board shows of it.

use dagaz_contract::board::BoardKind;
use dagaz_contract::draw::{Drawing, Listing};
use dagaz_contract::view::{CountView, EffectView, MoveView, Pick};
use dagaz_core::{Fuel, Game, MoveList, State, UndoLog};
use dagaz_drf::DrfFile;
use dagaz_engine::PathGame;
use dagaz_syntax::NoIncludes;
use dagaz_testkit::source::root;

fn game(path: &str) -> PathGame {
    let path = root().join("games").join(path);
    let bytes = std::fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    made(&String::from_utf8_lossy(&bytes))
}

fn made(rules: &str) -> PathGame {
    let limits = Default::default();
    let file = DrfFile::parse("game.drf", rules.as_bytes(), &NoIncludes, &limits);
    dagaz_testkit::source::path_game(&file, 0, &limits).unwrap_or_else(|why| panic!("{why}"))
}

fn list(game: &PathGame, state: &State) -> MoveList {
    let mut list = MoveList::new();
    game.moves(state, &mut list, &mut Fuel::new(game.limits().fuel)).expect("within limits");
    list
}

fn views(game: &PathGame, drawing: &Drawing, state: &State) -> Vec<MoveView> {
    Listing::new(drawing, game, state, &list(game, state)).after(&[]).0
}

fn play(game: &PathGame, drawing: &Drawing, state: &mut State, text: &str) {
    let index = views(game, drawing, state).iter().position(|one| one.text == text);
    let index = index.unwrap_or_else(|| panic!("no move is {text}"));
    game.play(state, list(game, state).get(index), &mut UndoLog::new());
}

fn count(site: &str, count: i32) -> EffectView {
    EffectView::Count { site: site.to_string(), name: "seeds".to_string(), count }
}

#[test]
fn seeds_are_numbers_of_pits_and_are_sown_one_by_one() {
    let game = game("sowing/kalah/kalah.drf");
    let drawing = Drawing::new(&game, "");
    let board = drawing.board();
    assert_eq!(board.kind, BoardKind::Pits);
    assert_eq!(board.counts.len(), 12);
    // The stores lie at the ends of the board, between its rows.
    let at = |name: &str| board.sites.iter().find(|site| site.id == name).map(|site| (site.x, site.y, site.hidden));
    assert_eq!((at("N"), at("S")), (Some((0.0, 0.5, false)), Some((7.0, 0.5, false))));
    let mut state = game.initial();
    let moves = views(&game, &drawing, &state);
    let from_c = moves.iter().find(|one| one.text == "c1-S").expect("the third pit can be sown");
    assert_eq!(from_c.steps[0].pick, [Pick::Site("c1".to_string())]);
    let expected = [count("c1", 0), count("d1", 5), count("e1", 5), count("f1", 5), count("S", 1)];
    assert_eq!(from_c.steps[0].effects, expected);
    play(&game, &drawing, &mut state, "c1-S");
    let counts = drawing.counts(&game, &state);
    assert!(counts.contains(&CountView { site: "S".to_string(), name: "seeds".to_string(), count: 1 }));
    assert!(counts.iter().all(|one| one.site != "c1"), "an empty pit is not told");
}

#[test]
fn mancala_stores_are_counters() {
    let game = game("sowing/oware/oware.drf");
    let drawing = Drawing::new(&game, "");
    let tallies: Vec<(&str, i32)> =
        drawing.board().tallies.iter().map(|one| (one.player.as_str(), one.count)).collect();
    assert_eq!(tallies, [("South", 0), ("North", 0)]);
}

#[test]
fn pieces_are_not_sown_as_seeds() {
    let game = game("puzzle/lights-out/lights-out.drf");
    let drawing = Drawing::new(&game, "");
    assert_ne!(drawing.board().kind, BoardKind::Pits);
    assert_eq!(drawing.board().counts.len(), 25);
}

#[test]
fn loops_are_corner_arcs_that_moves_name() {
    let game = game("leaping/surakarta/surakarta.drf");
    let drawing = Drawing::new(&game, "");
    assert_eq!(drawing.board().kind, BoardKind::Points);
    let arcs: Vec<[f32; 2]> = drawing.board().links.iter().filter_map(|link| link.arc).collect();
    assert_eq!(arcs.len(), 8);
    for corner in [[0.0, 0.0], [5.0, 0.0], [0.0, 5.0], [5.0, 5.0]] {
        assert_eq!(arcs.iter().filter(|middle| **middle == corner).count(), 2, "{corner:?}");
    }
    let mut state = game.initial();
    for text in ["b2-c3", "e5-e4", "a2-b3", "f5-e5", "b3-c4"] {
        play(&game, &drawing, &mut state, text);
    }
    let moves = views(&game, &drawing, &state);
    let loops = moves.iter().find(|one| one.text == "c6xc4").expect("round the corner");
    let path = ["c6", "a4", "b4", "c4"].map(str::to_string).to_vec();
    let around = EffectView::Move { from: "c6".to_string(), to: "c4".to_string(), path };
    assert_eq!(loops.steps[0].effects, std::slice::from_ref(&around));
    let list = list(&game, &state);
    let index = loops.id.expect("a whole move") as usize;
    let mover = dagaz_core::PlayerId(1);
    let text = drawing.said(&game, &state, Some(&list), list.get(index));
    let last = drawing.last(&game, &state, mover, list.get(index), text);
    assert_eq!(last.steps[0].effects, [around]);
    assert_eq!(last.removed, ["c4"]);
}

#[test]
fn board_directions_are_not_loops() {
    for rules in [
        "(drf 3) (game \"Steps\" (board (grid a-d 1-4)) (setup (White (Man a1)) (Black (Man d4))) (piece Man (moves (walk adjacent))) (rule (walk d) d empty))",
        "(drf 3) (game \"Ring\" (board (grid a-d 1-4) (track next a1..d1 d2..a2 a1)) (setup (White (Man a1)) (Black (Man d4))) (piece Man (moves (walk next))) (rule (walk d) d empty))",
    ] {
        let drawing = Drawing::new(&made(rules), "");
        assert!(drawing.board().links.iter().all(|link| link.arc.is_none()));
    }
}

#[test]
fn rolls_show_each_die_with_its_probability() {
    let thrown = |game: &PathGame, wanted: &str| {
        let (drawing, state) = (Drawing::new(game, ""), game.initial());
        let list = list(game, &state);
        let all = list.iter().map(|one| drawing.thrown(game, &state, one).expect("a throw"));
        let found = all.into_iter().find(|one| one.text == wanted);
        found.unwrap_or_else(|| panic!("nobody throws {wanted}"))
    };
    let backgammon = game("race/backgammon/backgammon.drf");
    let mixed = thrown(&backgammon, "2 5");
    assert_eq!((mixed.shown, mixed.lots, mixed.ways, mixed.of), (vec![2, 5], false, 2, 36));
    let double = thrown(&backgammon, "3 3 3 3");
    assert_eq!((double.shown, double.ways, double.of), (vec![3; 4], 1, 36));
    let ur = thrown(&game("race/royal-game-of-ur/royal-game-of-ur.drf"), "pips 3");
    assert_eq!((ur.shown, ur.lots, ur.ways, ur.of), (vec![1, 1, 1, 0], true, 4, 16));
    // Of four dice with two sides each, so many fall for a sum in so many ways.
    for (sum, ways) in [1, 4, 6, 4, 1].into_iter().enumerate() {
        let ur = thrown(&game("race/royal-game-of-ur/royal-game-of-ur.drf"), &format!("pips {sum}"));
        assert_eq!((ur.shown.iter().sum::<i32>(), ur.ways, ur.of), (sum as i32, ways, 16));
    }
    let drawing = Drawing::new(&backgammon, "");
    assert_eq!(drawing.board().kind, BoardKind::Track);
}

#[test]
fn threatened_kings_are_reported_and_stay_out_of_hands() {
    let game = made(
        r#"(drf 3)
        (game "Pockets"
          (players White Black)
          (board (grid a-d 1-4))
          (setup (White (King a1) (Rook d1)) (Black (King c4) (Rook a4)))
          (piece King (moves (step adjacent)))
          (piece Rook (moves (slide orthogonal) enter))
          (rule enter (at empty) (drop Rook))
          (on capture (pocket me))
          (use (checkmate King)))"#,
    );
    let (state, drawing) = (game.initial(), Drawing::new(&game, "rules"));
    let mover = [dagaz_core::PlayerId::at(0)];
    assert_eq!(drawing.threatened(&game, &state, &mover), ["a1"]);
    let hands: Vec<String> = drawing.hands(&game, &state).into_iter().map(|hand| hand.r#type).collect();
    assert_eq!(hands, ["Rook", "Rook"]);
    let mut after = state.clone();
    play(&game, &drawing, &mut after, "Kb1");
    assert_eq!(drawing.threatened(&game, &after, &[dagaz_core::PlayerId::at(1)]), Vec::<String>::new());
}
