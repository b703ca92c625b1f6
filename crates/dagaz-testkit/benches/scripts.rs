//! Words of scripts, and playouts of Ur: `cargo bench -p dagaz-testkit --bench scripts`.
//!
//! Real generators run millions of words for one list of moves. The figures count words as a script
//! writes them, however few operations they become, and games; the answers are known. The figures
//! to stay above, each in a second of processor time, are 100 million words and 300 games; `dagaz
//! bench games/axiom/ur/ur.4th` tells games by that clock.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use dagaz_axiom::{AxiomGame, NoIncludes, Script, Stub};
use dagaz_core::{Effect, Fuel, Game, Limits, MoveList, PlayoutLimits};
use dagaz_testkit::{scripts, source, walk};

/// Times that a kernel runs for one list of moves.
const TIMES: u32 = 20_000;
/// Words of the generator around its kernel, each time.
const AROUND: u64 = 6;
/// The number of playouts in each iteration.
const GAMES: u64 = 10;
/// A game of Ur ends long before.
const LIMITS: PlayoutLimits = PlayoutLimits { plies: 5_000, quiet_plies: None };

/// What a generator does over and over.
struct Kernel {
    name: &'static str,
    words: &'static str,
    /// How many words that is each time.
    each: u64,
    /// The site to which the one move leads: what has been computed, modulo 64.
    answer: u16,
}

const KERNELS: [Kernel; 3] = [
    // Rays over an empty board: a step, a test and a sum at each of seven squares in four
    // directions.
    Kernel {
        name: "rays",
        words: ": ray BEGIN DUP EXECUTE IF empty? IF here sum +! FALSE ELSE TRUE ENDIF ELSE TRUE ENDIF UNTIL DROP ;
                : kernel a1 to ['] n ray a1 to ['] e ray h8 to ['] s ray h8 to ['] w ray ;",
        each: 4 * (7 * 11 + 8) + 1,
        answer: 0,
    },
    // Sums over an array, with calls of small words.
    Kernel {
        name: "sums",
        words: ": cell-at cells @ ; : add-cell DUP cell-at 1+ SWAP cells ! ;
                : kernel 0 BEGIN DUP add-cell 1+ DUP 64 = UNTIL DROP 0 cells @ sum ! ;",
        each: 64 * (2 + 8 + 3 + 5) + 7,
        answer: (TIMES % 64) as u16,
    },
    // Questions about neighbours.
    Kernel {
        name: "looks",
        words: ": look here friend-at? here enemy-at? OR here empty-at? OR IF sum ++ ENDIF ;
                : kernel a1 to BEGIN look e NOT UNTIL ;",
        each: 8 * (12 + 4) + 2,
        answer: (8 * TIMES % 64) as u16,
    },
];

/// A game whose only generator runs a kernel, and then moves to where the kernel says.
fn game(kernel: &Kernel) -> AxiomGame {
    let words = kernel.words;
    let text = format!(
        "{{board 8 8 {{grid}} board}}
         {{directions 0 1 {{direction}} e 0 -1 {{direction}} w -1 0 {{direction}} n 1 0 {{direction}} s directions}}
         {{players {{player}} White {{player}} Black players}}
         {{turn-order {{turn}} White {{turn}} Black turn-order}}
         VARIABLE count VARIABLE sum 64 [] cells
         {words}
         : generator {TIMES} count ! BEGIN kernel count -- count @ 0= UNTIL from sum @ 64 MOD move add-move ;
         {{moves all {{move}} generator moves}}
         {{pieces {{piece}} man {{moves}} all pieces}}
         {{board-setup {{setup}} White man b4 board-setup}}"
    );
    let limits = Limits::default();
    let script = Script::load("kernel.4th", text.as_bytes(), &NoIncludes, &limits);
    AxiomGame::new(&script, &Stub::default(), &limits).expect("a game")
}

fn words(bench: &mut Criterion) {
    let mut group = bench.benchmark_group("words");
    for kernel in &KERNELS {
        let game = game(kernel);
        let (state, mut list) = (game.initial(), MoveList::new());
        group.throughput(Throughput::Elements((kernel.each + AROUND) * u64::from(TIMES)));
        group.bench_function(kernel.name, |bencher| {
            bencher.iter(|| {
                game.moves(&state, &mut list, &mut Fuel::new(1 << 40)).expect("within the limits");
                let effects: Vec<Effect> = list.get(0).steps().flat_map(|(_, all)| all.iter().copied()).collect();
                let [Effect::Move { to, .. }] = effects[..] else { panic!("one move: {effects:?}") };
                assert_eq!(to.0, kernel.answer, "{}", kernel.name);
            });
        });
    }
}

fn games(bench: &mut Criterion) {
    let path = source::root().join("games/axiom/ur/ur.4th");
    let ur = scripts::load(&path, &Limits::default()).expect("a game of the library");
    let plies = || -> usize {
        let played = (0..GAMES).map(|seed| {
            let playout = ur.playout(&mut ur.initial(), &mut walk::rng(seed), LIMITS).expect("within the limits");
            assert!(playout.end.is_some(), "the game ends");
            playout.plies
        });
        played.sum()
    };
    let expected = plies();
    let mut group = bench.benchmark_group("random games");
    group.throughput(Throughput::Elements(GAMES));
    group.bench_function(format!("ur, {GAMES} games of {expected} plies"), |bencher| {
        bencher.iter(|| assert_eq!(plies(), expected));
    });
}

criterion_group! {
    name = benches;
    config = Criterion::default().sample_size(20).measurement_time(std::time::Duration::from_secs(2)).warm_up_time(std::time::Duration::from_millis(500));
    targets = words, games
}
criterion_main!(benches);
