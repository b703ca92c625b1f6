//! Boards and moves of every game of the library.

use std::collections::HashSet;

use dagaz_contract::board::BoardKind;
use dagaz_contract::draw::{Drawing, Listing, WHOLE_MAX};
use dagaz_contract::view::{EffectView, Pick};
use dagaz_core::{Fuel, Game, MoveList, UndoLog, below};
use dagaz_engine::CompiledGame;
use dagaz_testkit::source::root;
use dagaz_zrf::{GameFile, NoIncludes};
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
    use BoardKind::{Checkered, Graph, Hex, Lined, Points};
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
        ("twenty-squares", Lined),
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
fn picks_tell_every_move_from_all_others_and_name_what_is_there() {
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
fn a_large_list_is_shown_level_by_level_and_loses_nothing() {
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
