//! Boards and moves of every game of the library.

use std::collections::HashSet;

use dagaz_contract::board::BoardKind;
use dagaz_contract::draw::{Drawing, Listing, WHOLE_MAX};
use dagaz_contract::view::{EffectView, Pick, PieceView, StepKind};
use dagaz_core::{Fuel, Game, MoveList, UndoLog, below};
use dagaz_drf::DrfFile;
use dagaz_engine::CompiledGame;
use dagaz_syntax::NoIncludes;
use dagaz_testkit::source::root;
use dagaz_zrf::GameFile;
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::SeedableRng;

fn library() -> Vec<(String, CompiledGame)> {
    let mut games = Vec::new();
    for path in dagaz_testkit::source::files(&root().join("games"), "zrf") {
        let name = path.file_stem().expect("a name").to_string_lossy().into_owned();
        let bytes = std::fs::read(&path).expect("it can be read");
        let mut file = GameFile::parse(&name, &bytes, &NoIncludes, &Default::default());
        if file.playable().is_empty() {
            continue;
        }
        let index = file.default_index();
        let Some(rules) = file.rules(index).rules else { continue };
        games.push((name, CompiledGame::new(rules.into(), &Default::default()).expect("it is small")));
    }
    assert!(games.len() > 20);
    games
}

#[test]
fn the_kind_of_a_board_follows_from_its_topology() {
    use BoardKind::{Checkered, Graph, Hex, Lined, Points, Track};
    let expected = [
        ("chess", Checkered),
        ("four-player-chess", Checkered),
        ("international-draughts", Checkered),
        ("english-draughts", Checkered),
        ("fox-and-hounds", Checkered),
        ("breakthrough", Checkered),
        ("amazons", Checkered),
        ("turkish-draughts", Lined),
        ("hex", Hex),
        ("gomoku", Points),
        ("tic-tac-toe", Lined),
        ("connect-four", Lined),
        ("shogi", Lined),
        ("minishogi", Lined),
        ("tablut", Lined),
        ("twenty-squares", Track),
        ("nine-mens-morris", Graph),
    ];
    let games = library();
    let found: Vec<(&str, BoardKind)> = expected
        .iter()
        .map(|(name, _)| {
            let game = &games.iter().find(|(known, _)| known == name).expect("it is in the library").1;
            (*name, Drawing::new(game, "").board().kind)
        })
        .collect();
    assert_eq!(found, expected);
}

#[test]
fn picks_identify_every_move_and_name_pieces() {
    for (name, game) in library() {
        let drawing = Drawing::new(&game, "");
        let sites: HashSet<&str> = drawing.board().sites.iter().map(|site| site.id.as_str()).collect();
        assert_eq!(sites.len(), game.topology().sites().len(), "{name}");
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(7);
        let mut state = game.initial();
        for _ in 0..60 {
            let mut list = MoveList::new();
            game.moves(&state, &mut list, &mut Fuel::new(game.limits().fuel)).expect("within limits");
            if list.is_empty() {
                break;
            }
            let listing = Listing::new(&drawing, &game, &state, &list);
            let mut seen = HashSet::new();
            for (index, picked) in listing.picked().iter().enumerate() {
                let picks: Vec<Pick> = picked.flat().cloned().collect();
                assert_eq!(listing.find(&picks), Some(index), "{name}: {picks:?}");
                assert!(seen.insert(picks), "{name}");
            }
            let (moves, more) = listing.after(&[]);
            assert_eq!(more, list.len() > WHOLE_MAX, "{name}");
            if !more {
                let texts: HashSet<&str> = moves.iter().map(|one| one.text.as_str()).collect();
                assert_eq!(texts.len(), list.len(), "{name}: texts are unique");
                for effect in moves.iter().flat_map(|one| &one.steps).flat_map(|step| &step.effects) {
                    if let EffectView::Move { from, to, path } = effect {
                        assert!(sites.contains(from.as_str()) && sites.contains(to.as_str()));
                        assert!(path.is_empty() || path.first() == Some(from) && path.last() == Some(to), "{name}");
                    }
                }
            }
            game.play(&mut state, list.get(below(&mut rng, list.len())), &mut UndoLog::new());
        }
    }
}

#[test]
fn a_large_move_list_is_shown_level_by_level_without_loss() {
    let (_, game) = library().into_iter().find(|(name, _)| name == "amazons").expect("it is in the library");
    let drawing = Drawing::new(&game, "");
    let state = game.initial();
    let mut list = MoveList::new();
    game.moves(&state, &mut list, &mut Fuel::new(game.limits().fuel)).expect("within limits");
    assert_eq!(list.len(), 2176);
    let listing = Listing::new(&drawing, &game, &state, &list);
    let (level, more) = listing.after(&[]);
    assert!(more && level.len() == 4, "four amazons: {}", level.len());
    let below: usize = level
        .iter()
        .map(|one| {
            let (moves, more) = listing.after(&one.steps[0].pick);
            assert!(!more);
            moves.len()
        })
        .sum();
    assert_eq!(below, 2176);
}

#[test]
fn columns_are_shown_level_by_level() {
    let rules = "(drf 3) (game \"Towers\" (board (grid a-e 1-1) (columns))
        (setup (Black (Man b1 c1)) (White (Man 2 a1) (Lord b1)) (Black (Man b1)))
        (piece Man (moves (jump e))) (piece Lord)
        (rule (jump d) d enemy (tuck) (maybe d) d empty))";
    let limits = Default::default();
    let file = DrfFile::parse("towers.drf", rules.as_bytes(), &NoIncludes, &limits);
    let game = dagaz_testkit::source::path_game(&file, 0, &limits).unwrap_or_else(|why| panic!("{why}"));
    let drawing = Drawing::new(&game, "");
    let of = |pieces: &[PieceView], site: &str| -> Vec<(u16, String, String)> {
        let here = pieces.iter().filter(|piece| piece.site == site);
        let said = |piece: &PieceView| {
            (piece.level, piece.owner.clone().unwrap_or_default(), piece.r#type.clone().unwrap_or_default())
        };
        here.map(said).collect()
    };
    let owned = |level: u16, owner: &str, kind: &str| (level, owner.to_string(), kind.to_string());
    let mut state = game.initial();
    let tower = [owned(0, "Black", "Man"), owned(1, "White", "Lord"), owned(2, "Black", "Man")];
    assert_eq!(of(&drawing.pieces(&game, &state), "b1"), tower);
    let mut list = MoveList::new();
    game.moves(&state, &mut list, &mut Fuel::new(game.limits().fuel)).expect("within limits");
    let listing = Listing::new(&drawing, &game, &state, &list);
    let (moves, _) = listing.after(&[]);
    let steps: Vec<_> = moves.iter().flat_map(|one| &one.steps).map(|step| (step.pick.clone(), step.say)).collect();
    let site = |name: &str| Pick::Site(name.to_string());
    assert_eq!(steps, [(vec![site("a1"), site("d1")], StepKind::Capture)]);
    game.play(&mut state, list.get(0), &mut UndoLog::new());
    let pieces = drawing.pieces(&game, &state);
    assert_eq!(of(&pieces, "b1"), tower[..2]);
    assert_eq!(of(&pieces, "d1"), [owned(0, "Black", "Man"), owned(1, "White", "Man"), owned(2, "White", "Man")]);
}

#[test]
fn a_rule_that_does_nothing_anywhere_is_a_pass() {
    let rules = "(drf 3) (game \"Stones\" (players Black White) (board (grid a-c 1-1)) (piece Stone)
        (rule place (at empty) (put Stone)) (moves place pass)
        (score most (= passes 2) (count mine)))";
    let limits = Default::default();
    let file = DrfFile::parse("stones.drf", rules.as_bytes(), &NoIncludes, &limits);
    let game = dagaz_testkit::source::path_game(&file, 0, &limits).unwrap_or_else(|why| panic!("{why}"));
    let drawing = Drawing::new(&game, "");
    let (state, mut list) = (game.initial(), MoveList::new());
    game.moves(&state, &mut list, &mut Fuel::new(game.limits().fuel)).expect("within limits");
    let (moves, _) = Listing::new(&drawing, &game, &state, &list).after(&[]);
    let passes: Vec<_> = moves.iter().filter(|one| one.steps[0].pick == [Pick::Pass]).collect();
    assert_eq!(passes.len(), 1);
    assert_eq!((passes[0].text.as_str(), passes[0].steps[0].say), ("Pass", StepKind::Pass));
    assert_eq!(moves.len(), 4);
}
