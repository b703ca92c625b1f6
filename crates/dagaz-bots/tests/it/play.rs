//! What every bot promises in every game of the library, and in games with hidden facts and
//! simultaneous turns.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use dagaz_bots::{
    Bot, Budget, Contest, Context, Description, Maker, Question, Score, Thought, opening, verdicts_of_resignation,
};
use dagaz_core::{
    Fuel, Game, Information, Limits, MoveList, PlayerId, State, Turn, UndoLog, Verdict, View, find_like, observe_all,
};
use dagaz_engine::CompiledGame;
use dagaz_testkit::hidden::{self, ThreeCups};
use dagaz_testkit::simultaneous::RockPaperScissors;
use dagaz_testkit::source::{self, Pair};
use dagaz_testkit::{parallel, walk};

/// The game that a rules file of the library offers first.
fn load(path: &std::path::Path) -> CompiledGame {
    let limits = Limits::default();
    let mut file = source::read(path, &limits).expect("the file is there");
    let index = file.default_index();
    let rules = file.rules(index).rules.expect("it has no errors");
    Pair::new(rules, &limits).expect("it is within all limits").compiled
}

fn named(name: &str) -> CompiledGame {
    let path = source::library().into_iter().find(|path| path.file_stem().is_some_and(|stem| stem == name));
    load(&path.unwrap_or_else(|| panic!("there is no {name} in the library")))
}

fn bot(maker: &Maker, game: &dyn Game, text: &str) -> Box<dyn Bot> {
    let description: Description = text.parse().unwrap_or_else(|error| panic!("{text}: {error}"));
    maker.bot(game, description).unwrap_or_else(|hit| panic!("{text}: {hit}"))
}

fn movers(game: &dyn Game, state: &State) -> Vec<PlayerId> {
    match game.turn(state) {
        Turn::Choice(player) | Turn::Chance(player) => vec![player],
        Turn::Together(players) => players,
    }
}

/// Asks a bot; what it answers must be legal.
fn ask(bot: &dyn Bot, game: &dyn Game, view: &View, seed: u64, context: &mut Context) -> Thought {
    bot.answer(game, view, seed, &Instant::now(), context).unwrap_or_else(|error| panic!("{}: {error}", bot.name()))
}

fn is_legal(game: &dyn Game, state: &State, player: PlayerId, thought: &Thought) -> bool {
    let (mut list, fuel) = (MoveList::new(), &mut Fuel::new(game.limits().fuel));
    match game.turn(state) {
        Turn::Together(_) => game.moves_of(state, player, &mut list, fuel),
        _ => game.moves(state, &mut list, fuel),
    }
    .expect("no limit");
    list.iter().any(|one| one.same_as(thought.chosen.as_ref()))
}

/// Plays a game among bots, and looks at every answer. Gives the plies.
fn play_through(game: &dyn Game, bots: &[Box<dyn Bot>], plies_max: usize, faults: &mut Vec<String>) -> usize {
    let (mut state, mut list, mut rng) = (game.initial(), MoveList::new(), walk::rng(7));
    // Bots of games with hidden facts need all that their player has seen.
    let players = if game.hides() { game.glossary().players.len() } else { 0 };
    let mut known: Vec<Information> =
        (0..players).map(|player| Information::begin(game, &state, PlayerId::at(player))).collect();
    let mut contexts: Vec<Context> = (0..bots.len()).map(|_| Context::new()).collect();
    for ply in 0..plies_max {
        if game.ending(&state).expect("no limit").is_some() {
            return ply;
        }
        let player = movers(game, &state)[0];
        game.moves(&state, &mut list, &mut Fuel::new(game.limits().fuel)).expect("no limit");
        if game.is_random(player) {
            let drawn = dagaz_core::below(&mut rng, list.len());
            let chance = matches!(game.turn(&state), Turn::Chance(_));
            game.play(&mut state, list.get(drawn), &mut UndoLog::new());
            observe_all(&mut known, game, (!chance).then_some(player), (&list, drawn), &state);
            continue;
        }
        let who = ply % bots.len();
        let view = View { past: known.get(player.index()).cloned(), ..game.view(&state, player) };
        let thought = ask(&*bots[who], game, &view, ply as u64, &mut contexts[who]);
        // A bot of a game with hidden facts has chosen in a sampled state.
        let index = match game.hides() {
            true => find_like(&list, thought.chosen.as_ref()),
            false => list.iter().position(|one| one.same_as(thought.chosen.as_ref())),
        };
        let Some(index) = index else {
            faults.push(format!("{} plays an illegal move at ply {ply}", bots[who].name()));
            return ply;
        };
        game.play(&mut state, list.get(index), &mut UndoLog::new());
        observe_all(&mut known, game, Some(player), (&list, index), &state);
    }
    plies_max
}

/// The short form of `cargo xtask legal`, which plays for a given time.
#[test]
fn no_bot_plays_an_illegal_move_in_any_game() {
    // Where a walk of the rules lists moves, there is no time for playouts and many nodes.
    let quick: &[&str] = &["random", "greedy", "alphabeta:30n", "mcts:2n", "first", "level:1", "best:20n"];
    let slow: &[&str] = &["random", "alphabeta:6n", "first"];
    let games: Vec<_> = source::library().into_iter().map(|path| (path, quick)).collect();
    let games: Vec<_> = games.into_iter().chain(source::path_library().into_iter().map(|path| (path, slow))).collect();
    let results = parallel::map(&games, |(path, texts)| {
        let (game, maker, mut faults) = (source::open(path).expect("a game"), Maker::unlearned(), Vec::new());
        let bots: Vec<Box<dyn Bot>> = texts.iter().map(|text| bot(&maker, &*game, text)).collect();
        let plies = play_through(&*game, &bots, 2 * bots.len(), &mut faults);
        if plies == 0 {
            faults.push("nothing was played".to_string());
        }
        faults.into_iter().map(|fault| format!("{}: {fault}", path.display())).collect::<Vec<_>>()
    });
    let faults: Vec<String> =
        results.into_iter().flat_map(|result| result.unwrap_or_else(|panic| vec![panic])).collect();
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// What one bot plays in interleaved games with a context each, and what bots of their own play.
#[test]
fn one_bot_in_many_games_equals_many_bots() {
    for (name, text) in [
        ("chess", "alphabeta:150n"),
        ("reversi", "alphabeta:150n"),
        ("connect-four", "mcts:60n"),
        ("breakthrough", "mcts:60p;keep=1;mast=3;history=200"),
        ("connect-four", "mcts:60p;keep=1;grave=20"),
    ] {
        let (game, games, plies) = (named(name), 100, 10);
        let maker = Maker::unlearned();
        let one = bot(&maker, &game, text);
        let starts: Vec<State> = (0..games).map(|at| opening(&game, 3, at).expect("it goes on")).collect();
        let mut states = starts.clone();
        let mut contexts: Vec<Context> = (0..games).map(|_| Context::new()).collect();
        let step = |state: &mut State, bot: &dyn Bot, context: &mut Context, seed: u64| {
            if game.ending(state).expect("no limit").is_none() {
                let view = game.view(state, movers(&game, state)[0]);
                let thought = ask(bot, &game, &view, seed, context);
                game.play(state, thought.chosen.as_ref(), &mut UndoLog::new());
            }
        };
        for ply in 0..plies {
            for (at, state) in states.iter_mut().enumerate() {
                step(state, &*one, &mut contexts[at], ply);
            }
        }
        for (start, end) in starts.into_iter().zip(&states) {
            let (own, mut state, mut context) = (bot(&maker, &game, text), start, Context::new());
            (0..plies).for_each(|ply| step(&mut state, &*own, &mut context, ply));
            assert_eq!(&state, end, "{name}");
        }
    }
}

#[test]
fn a_stop_takes_at_most_twenty_milliseconds() {
    for (name, text) in [("chess", "alphabeta:60s"), ("reversi", "mcts:60s")] {
        let game = named(name);
        let bot = bot(&Maker::unlearned(), &game, text);
        let state = game.initial();
        let view = game.view(&state, movers(&game, &state)[0]);
        let (stop, clock) = (AtomicBool::new(false), Instant::now());
        // The best of several: other programs run here as well.
        let mut best = Duration::MAX;
        for _ in 0..6 {
            stop.store(false, Ordering::Relaxed);
            let asked = std::thread::scope(|scope| {
                let stopper = scope.spawn(|| {
                    std::thread::sleep(Duration::from_millis(60));
                    stop.store(true, Ordering::Relaxed);
                    Instant::now()
                });
                let mut question = Question {
                    game: &game,
                    view: &view,
                    budget: None,
                    seed: 1,
                    lines: 1,
                    threads: 1,
                    stop: &stop,
                    clock: &clock,
                    progress: &mut |_| (),
                };
                let thought = bot.choose(&mut question, &mut Context::new()).expect("there are moves");
                let end = Instant::now();
                assert!(is_legal(&game, &state, view.player, &thought));
                end.saturating_duration_since(stopper.join().expect("it only sleeps"))
            });
            best = best.min(asked);
        }
        assert!(best < Duration::from_millis(20), "{name} {text}: {best:?}");
    }
}

#[test]
fn a_budget_of_nodes_is_kept() {
    let game = named("chess");
    let bot = bot(&Maker::unlearned(), &game, "alphabeta:1000n");
    let thought = ask(&*bot, &game, &game.view(&game.initial(), PlayerId(0)), 1, &mut Context::new());
    assert!((900..=1_100).contains(&thought.nodes), "{}", thought.nodes);
}

#[test]
fn the_quiescence_search_follows_the_rules_of_the_game() {
    let file = source::root().join("games/axiom/hold/hold.4th");
    let text = std::fs::read_to_string(&file).expect("the file is there");
    let nodes = |words: &str| {
        let game = dagaz_testkit::scripts::of_text(&format!("{text}\n{words}\n")).expect("a game");
        let bot = bot(&Maker::unlearned(), &game, "alphabeta:2d");
        ask(&*bot, &game, &game.view(&game.initial(), PlayerId(0)), 1, &mut Context::new()).nodes
    };
    let (ended, farther) = (nodes(": OnIsTerminal? TRUE ;"), nodes(": OnIsTerminal? FALSE ;"));
    assert!(farther > 2 * ended, "{farther} nodes, and {ended}");
}

/// The result of dice is random, also if the next player throws them.
#[test]
fn dice_are_rolled_by_chance_alone() {
    const ODDS: &str = r#"(drf 3)
(game "Odds"
  (players White Black)
  (board (grid a-c 1-3))
  (dice pips 1 (1..6))
  (piece Stone)
  (rule bet  (= pips 0) (at (or a1 c1)) empty (put Stone))
  (rule seen (> pips 0) (at b2) empty (put Stone))
  (moves bet seen)
  (turns White ((roll pips) Black))
  (win lucky    (me White) (and b2 occupied) (or (> pips 5) (and (and c1 occupied) (> pips 1))))
  (lose unlucky (me White) (and b2 occupied)))
"#;
    let game = source::path_game_of_text(ODDS).unwrap_or_else(|error| panic!("{error}"));
    // The bots hold both seats, and each throws its own die.
    let bots = [bot(&Maker::unlearned(), &game, "alphabeta:3d"), bot(&Maker::unlearned(), &game, "greedy")];
    let stop = AtomicBool::new(false);
    let contest = Contest {
        game: &game,
        seats: bots.iter().map(|bot| Some(&**bot)).collect(),
        rules: Vec::new(),
        plies_max: 10,
        stop: &stop,
        clock: &Instant::now(),
        budget: None,
    };
    let won = (0..60).filter(|seed| {
        let played = contest.play(&game.initial(), *seed).expect("a short game");
        played.verdicts.first() == Some(&Verdict::Win)
    });
    let won = won.count();
    assert!((38..60).contains(&won), "five of six throws win: {won} of 60");
    for text in ["alphabeta:3d", "mcts:400n", "best:400n"] {
        let bot = bot(&Maker::unlearned(), &game, text);
        let thought = ask(&*bot, &game, &game.view(&game.initial(), PlayerId(0)), 1, &mut Context::new());
        let chosen = thought.chosen.as_ref().target();
        assert_eq!(Some(chosen), game.topology().site_named("c1"), "{text}");
    }
}

/// Bots that see the stone would always find it; the best that Black can do without is two of three
/// games.
#[test]
fn hidden_facts_reach_no_view() {
    let game = ThreeCups::new().expect("three sites");
    let maker = Maker::new();
    let find_cup = |text: &str| {
        let (bot, mut answers) = (bot(&maker, &game, text), Vec::new());
        for cup in 0..3 {
            let mut list = MoveList::new();
            let mut state = game.initial();
            game.moves(&state, &mut list, &mut Fuel::new(1_000)).expect("a few moves");
            game.play(&mut state, list.get(cup), &mut UndoLog::new());
            let view = game.view(&state, hidden::BLACK);
            let thought = ask(&*bot, &game, &view, 5, &mut Context::new());
            assert!(is_legal(&game, &state, hidden::BLACK, &thought), "{text}");
            answers.push(thought.chosen);
        }
        answers
    };
    for text in ["random", "first", "greedy", "alphabeta:300n", "mcts:300n", "best:300n", "level:4"] {
        let answers = find_cup(text);
        assert!(answers.windows(2).all(|pair| pair[0] == pair[1]), "{text} knows where the stone lies");
    }
}

#[test]
fn games_with_hidden_facts_and_simultaneous_turns_are_played() {
    let (cups, signs) = (ThreeCups::new().expect("small"), RockPaperScissors::new().expect("small"));
    for game in [&cups as &dyn Game, &signs] {
        let maker = Maker::new();
        let mut faults = Vec::new();
        for text in ["random", "greedy", "alphabeta:100n", "mcts:100n", "level:3"] {
            let bots = vec![bot(&maker, game, text)];
            assert!(play_through(game, &bots, 20, &mut faults) > 1, "{text}");
        }
        assert_eq!(faults, Vec::<String>::new());
    }
}

/// A simultaneous turn must not be played the same way every time.
#[test]
fn drop_and_promotion_signs_combine() {
    let game = RockPaperScissors::new().expect("small");
    let bot = bot(&Maker::new(), &game, "mcts:400n");
    let view = game.view(&game.initial(), PlayerId(0));
    let mut seen = Vec::new();
    for seed in 0..30 {
        let chosen = ask(&*bot, &game, &view, seed, &mut Context::new()).chosen;
        if !seen.contains(&chosen) {
            seen.push(chosen);
        }
    }
    assert_eq!(seen.len(), 3);
}

/// The value of tic-tac-toe and its exact best moves are known: a bot that searches never loses it.
#[test]
fn tic_tac_toe_is_never_lost() {
    let game = named("tic-tac-toe");
    let maker = Maker::new();
    let clock = Instant::now();
    for text in ["alphabeta:9d", "mcts:3000n", "level:10"] {
        let (searcher, random) = (bot(&maker, &game, text), bot(&maker, &game, "random"));
        for seed in 0..30u64 {
            let place = seed as usize % 2;
            let mut seats: Vec<Option<&dyn Bot>> = vec![Some(&*random); 2];
            seats[place] = Some(&*searcher);
            let stop = AtomicBool::new(false);
            let contest = Contest {
                game: &game,
                seats,
                rules: Vec::new(),
                plies_max: 9,
                stop: &stop,
                clock: &clock,
                budget: None,
            };
            let played = contest.play(&game.initial(), seed).expect("no limit");
            assert_ne!(played.verdicts[place], Verdict::Loss, "{text}, seed {seed}");
        }
    }
}

/// Mates that are known: the search sees them, and says in how many plies.
#[test]
fn known_mates_are_found() {
    let game = named("chess");
    let bot = bot(&Maker::unlearned(), &game, "alphabeta:300000n");
    for (position, plies) in [
        ("6k1/5ppp/8/8/8/8/8/R6K w - - 0 1", 1),
        ("kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", 3),
        ("r1bq2r1/b4pk1/p1pp1p2/1p2pP2/1P2P1PB/3P4/1PPQ2P1/R3K2R w KQ - 0 1", 3),
    ] {
        let position = dagaz_record::parse_position(&game, position).expect("it is a position");
        let state = game.set_up(&position).expect("it is possible");
        let thought = ask(&*bot, &game, &game.view(&state, PlayerId(0)), 1, &mut Context::new());
        assert_eq!(thought.score, Some(Score::Win(plies)));
        assert_eq!(thought.pv().len(), plies as usize);
    }
}

#[test]
fn bots_report_their_evaluation() {
    let game = named("connect-four");
    let maker = Maker::unlearned();
    for text in ["alphabeta:4000n", "mcts:2000n", "greedy"] {
        let bot = bot(&maker, &game, text);
        let view = game.view(&game.initial(), PlayerId(0));
        let (stop, clock) = (AtomicBool::new(false), Instant::now());
        let mut told = 0;
        let mut question = Question {
            game: &game,
            view: &view,
            budget: Some(Budget::nodes(3_000)),
            seed: 3,
            lines: 3,
            threads: 1,
            stop: &stop,
            clock: &clock,
            progress: &mut |thought| {
                assert!(!thought.top.is_empty());
                told += 1;
            },
        };
        let thought = bot.choose(&mut question, &mut Context::new()).expect("there are moves");
        assert_eq!(thought.top.len(), 3, "{text}");
        assert_eq!(thought.pv().first(), Some(&thought.chosen), "{text}");
        let firsts: Vec<_> = thought.top.iter().map(|line| &line.moves[0]).collect();
        assert!(firsts[0] != firsts[1] && firsts[1] != firsts[2] && firsts[0] != firsts[2], "{text}");
        for line in &thought.top {
            assert!(line.win_chance.is_some_and(|chance| (0.0..=1.0).contains(&chance)), "{text}");
            assert!(dagaz_bots::is_playable(&game, &view.seen, &line.moves), "{text}");
        }
        assert!(told > 0 || text == "greedy", "{text}");
    }
}

#[test]
fn several_lines_come_best_first() {
    let game = named("chess");
    let bot = bot(&Maker::unlearned(), &game, "alphabeta:1d");
    let view = game.view(&game.initial(), PlayerId(0));
    for nodes in [900, 3_000, 7_777, 20_000, 31_415] {
        let (stop, clock) = (AtomicBool::new(false), Instant::now());
        let mut question = Question {
            game: &game,
            view: &view,
            budget: Some(Budget::nodes(nodes)),
            seed: 3,
            lines: 4,
            threads: 1,
            stop: &stop,
            clock: &clock,
            progress: &mut |_| (),
        };
        let thought = bot.choose(&mut question, &mut Context::new()).expect("there are moves");
        let chances: Vec<f64> = thought.top.iter().filter_map(|line| line.win_chance).collect();
        assert!(chances.len() == 4 && chances.is_sorted_by(|one, other| one >= other), "{nodes}: {chances:?}");
    }
}

/// Every game of the library goes through all that a study does; what it finds out is judged
/// elsewhere.
#[test]
fn every_game_can_be_studied() {
    let games: Vec<_> = source::library().into_iter().chain(source::path_library()).collect();
    let results = parallel::map(&games, |path| {
        let game = source::open(path).expect("a game");
        // Games with hidden facts are not measured: their bots search sampled states.
        Maker::glancing().study(&*game).map(|found| found.facts.hidden || found.facts.branching > 0.0)
    });
    let faults: Vec<String> = games
        .iter()
        .zip(results)
        .filter_map(|(path, result)| match result {
            Ok(Ok(true)) => None,
            Ok(Ok(false)) => Some(format!("{}: nothing was listed", path.display())),
            Ok(Err(hit)) => Some(format!("{}: {hit}", path.display())),
            Err(panic) => Some(format!("{}: {panic}", path.display())),
        })
        .collect();
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// Searches that play nothing out count the leaves that they look at.
#[test]
fn a_budget_of_playouts_ends_every_search() {
    for (name, kinds) in
        [("chess", &["alphabeta", "best", "mcts"][..]), ("four-player-chess", &["alphabeta", "maxn"][..])]
    {
        let game = named(name);
        let maker = Maker::unlearned();
        for kind in kinds {
            for playouts in ["1p", "300p"] {
                let bot = bot(&maker, &game, &format!("{kind}:{playouts}"));
                let mover = movers(&game, &game.initial())[0];
                let thought = ask(&*bot, &game, &game.view(&game.initial(), mover), 1, &mut Context::new());
                assert!(is_legal(&game, &game.initial(), mover, &thought), "{name} {kind}:{playouts}");
                assert!(thought.nodes < 5_000, "{name} {kind}:{playouts}: {} nodes", thought.nodes);
            }
        }
    }
}

/// A partner loses too, and with more than two sides no player wins by it.
#[test]
fn a_resigning_player_loses_with_their_side() {
    let of = |name: &str| verdicts_of_resignation(&*source::named(name).expect("it is in the library"), PlayerId(0));
    assert_eq!(of("chess"), [Verdict::Loss, Verdict::Win]);
    let count = |verdicts: &[Verdict], wanted| verdicts.iter().filter(|verdict| **verdict == wanted).count();
    let alone = of("four-player-chess");
    assert_eq!((count(&alone, Verdict::Loss), count(&alone, Verdict::Draw), count(&alone, Verdict::Win)), (1, 3, 0));
    let partners = of("four-player-chess-partners");
    assert_eq!((count(&partners, Verdict::Loss), count(&partners, Verdict::Win)), (2, 2));
}
