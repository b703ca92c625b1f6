//! Two users request the last seat: one gets it, the other is refused, with any order, duplication
//! or delay of messages.

use dagaz_session::{Actor, Command, Decided, Event, Millis, Nonce, Phase, Refusal, Seat};
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

use crate::common::{Table, beginning, game, held, holder};

/// Pairs who race, each from a seed of its own.
const PAIRS: u64 = 100_000;

#[test]
fn the_last_seat_goes_to_one_of_two_players() {
    let game = game("tic-tac-toe");
    let mut seated_by_second = 0;
    for seed in 0..PAIRS {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        let mut below = |count: u32| rng.next_u32() % count;
        let last = below(2) as usize;
        let mut seats = vec![held("ann"), held("ann")];
        seats[last] = Seat::Open;
        let mut table = Table::new(game.clone(), beginning(seats));
        let (mut first, mut ways) = (None, Vec::new());
        // Each says it once at least; what is sent again comes at any time.
        let mut said = [0, 0];
        while said.contains(&0) || below(3) > 0 {
            let who = below(2) as usize;
            said[who] += 1;
            ways.push(who);
            let name = ["bob", "cem"][who];
            table.now += u64::from(below(50));
            let command = Command::Sit { player: last as u8, seat: held(name) };
            let nonce: Nonce = "sit".into();
            let by = Actor::Holder(holder(name));
            let decided = table.session.decide(Millis(table.now), &by, Some(&nonce), &command);
            match (first, decided) {
                (None, Ok(Decided::New(record))) => {
                    assert!(matches!(record.event, Event::Seated { player, .. } if usize::from(player) == last));
                    table.session.apply(&record).expect("it was decided");
                    table.log.push((*record).clone());
                    first = Some(who);
                }
                (Some(first), Ok(Decided::Again { .. })) if first == who => {}
                (Some(first), Err(Refusal::Taken)) if first != who => {}
                (_, other) => panic!("seed {seed}, {ways:?}: {other:?}"),
            }
        }
        let winner = ["bob", "cem"][first.expect("somebody came")];
        assert_eq!(table.session.seats()[last], held(winner), "seed {seed}");
        assert_eq!((table.session.phase(), table.log.len()), (Phase::Playing, 2), "seed {seed}");
        seated_by_second += u64::from(winner == "cem");
        if seed % 1_000 == 0 {
            table.check();
        }
    }
    assert!(seated_by_second > PAIRS / 3 && seated_by_second < PAIRS * 2 / 3, "either of them may be first");
}
