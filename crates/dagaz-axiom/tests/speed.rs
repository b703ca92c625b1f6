//! How many words a second the machine runs, with the answer of what they computed.

#![expect(clippy::print_stdout, reason = "figures are for whoever runs this by hand")]

mod common;

use std::time::Instant;

use common::{playable, script};
use dagaz_core::{Fuel, Game, MoveList};

/// A game whose only generator runs a kernel `times` times and then moves to where the kernel says.
fn kernel(words: &str, times: u32) -> String {
    format!(
        "{{board 8 8 {{grid}} board}}
         {{directions 0 1 {{direction}} e 0 -1 {{direction}} w -1 0 {{direction}} n 1 0 {{direction}} s directions}}
         {{players {{player}} White {{player}} Black players}}
         {{turn-order {{turn}} White {{turn}} Black turn-order}}
         VARIABLE count VARIABLE sum 64 [] cells
         {words}
         : generator {times} count ! BEGIN kernel count -- count @ 0= UNTIL from sum @ 64 MOD move add-move ;
         {{moves all {{move}} generator moves}}
         {{pieces {{piece}} man {{moves}} all pieces}}
         {{board-setup {{setup}} White man a1 board-setup}}"
    )
}

/// The words that a kernel runs each time, and how many a second.
fn words_per_second(name: &str, words: &str, each: u64, times: u32) -> f64 {
    let game = playable(&script(&kernel(words, times)));
    let state = game.initial();
    let mut list = MoveList::new();
    let begin = Instant::now();
    game.moves(&state, &mut list, &mut Fuel::new(1 << 40)).expect("within the limits");
    let rate = (each + 6) as f64 * f64::from(times) / begin.elapsed().as_secs_f64();
    assert_eq!(list.len(), 1);
    println!("{name}: {:.0} million words a second", rate / 1e6);
    rate
}

#[test]
fn heavy_generators_run_a_hundred_million_words_a_second() {
    // Rays over an empty board: a step, a test and a sum at each of seven squares in four directions.
    let rays = ": ray BEGIN DUP EXECUTE IF empty? IF here sum +! FALSE ELSE TRUE ENDIF ELSE TRUE ENDIF UNTIL DROP ;
                : kernel a1 to ['] n ray a1 to ['] e ray h8 to ['] s ray h8 to ['] w ray ;";
    // 4 * (DUP EXECUTE dir IF empty? IF here sum +! FALSE UNTIL) * 7, and what is around.
    let rays_words = 4 * (7 * 11 + 8) + 1;
    // Sums over an array, with calls of small words.
    let sums = ": cell-at cells @ ; : add-cell DUP cell-at 1+ SWAP cells ! ;
                : kernel 0 BEGIN DUP add-cell 1+ DUP 64 = UNTIL DROP 0 cells @ sum ! ;";
    let sums_words = 64 * (2 + 8 + 3 + 5) + 7;
    // Questions about neighbours.
    let looks = ": look here friend-at? here enemy-at? OR here empty-at? OR IF sum ++ ENDIF ;
                 : kernel a1 to BEGIN look e NOT UNTIL ;";
    let looks_words = 8 * (12 + 4) + 2;
    for (name, words, each) in [("rays", rays, rays_words), ("sums", sums, sums_words), ("looks", looks, looks_words)] {
        let rate = words_per_second(name, words, each, 20_000);
        // Tests run with assertions on, and beside each other.
        assert!(rate > 30e6, "{name}: only {rate:.0} words a second");
    }
}
