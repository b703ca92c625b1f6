//! Round-robin pairings by Berger tables.
//!
//! Johann Berger's tables (1893), as the FIDE Handbook prints them (C.05, annex "Details of Berger
//! Table"), by the circle method: all but the last number stand in a circle, and each round turns
//! it by half of the field. The last number is outside the circle and changes sides from round to
//! round. With an odd number of players the last number is a bye.

/// A round of numbers from 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct BergerRound {
    /// The first and the second player of each pair.
    pub(super) pairs: Vec<(usize, usize)>,
    /// The player without an opponent.
    pub(super) bye: Option<usize>,
}

/// Returns the pairs of a round, from 0, for a number of players. In a double round robin the
/// second half has the sides exchanged.
pub(super) fn round(count: usize, round: usize, double: bool) -> BergerRound {
    let field = count.next_multiple_of(2);
    if field < 2 {
        return BergerRound { pairs: Vec::new(), bye: None };
    }
    let circle = field - 1;
    let (turn, again) = (round % circle, double && round >= circle);
    let top = turn * (field / 2) % circle;
    let last = field - 1;
    let mut pairs = vec![if turn % 2 == 0 { (top, last) } else { (last, top) }];
    pairs.extend((1..field / 2).map(|step| ((top + step) % circle, (top + circle - step) % circle)));
    let bye = (count % 2 == 1).then_some(top);
    pairs.retain(|(first, second)| *first < count && *second < count);
    if again {
        pairs.iter_mut().for_each(|(first, second)| std::mem::swap(first, second));
    }
    BergerRound { pairs, bye }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The tables for 3 or 4 and for 5 or 6, as the Handbook prints them.
    #[test]
    fn the_published_tables() {
        let four = ["1-4 2-3", "4-3 1-2", "2-4 3-1"];
        let six = ["1-6 2-5 3-4", "6-4 5-3 1-2", "2-6 3-1 4-5", "6-5 1-4 2-3", "3-6 4-2 5-1"];
        for (count, table) in [(4, &four[..]), (6, &six[..])] {
            for (number, expected) in table.iter().enumerate() {
                let found = round(count, number, false).pairs;
                let said: Vec<String> = found.iter().map(|(a, b)| format!("{}-{}", a + 1, b + 1)).collect();
                assert_eq!(said.join(" "), *expected, "round {} of {count}", number + 1);
            }
        }
    }

    #[test]
    fn a_round_robin_pairs_all_players_with_balanced_sides() {
        for count in 2..=25usize {
            for double in [false, true] {
                let once = if count % 2 == 0 { count - 1 } else { count };
                let mut met = vec![vec![0; count]; count];
                let mut byes = vec![0; count];
                let mut balance = vec![0i32; count];
                for number in 0..once * if double { 2 } else { 1 } {
                    let BergerRound { pairs, bye } = round(count, number, double);
                    let mut busy = vec![false; count];
                    for (first, second) in pairs {
                        assert!(!busy[first] && !busy[second] && first != second);
                        (busy[first], busy[second]) = (true, true);
                        met[first][second] += 1;
                        balance[first] += 1;
                        balance[second] -= 1;
                    }
                    bye.into_iter().for_each(|number| byes[number] += 1);
                    assert_eq!(busy.iter().filter(|busy| !**busy).count(), count % 2);
                }
                let pairs = (0..count).flat_map(|one| (0..one).map(move |other| (one, other)));
                for (one, other) in pairs {
                    let (there, back) = (met[one][other], met[other][one]);
                    assert_eq!((there + back, double && there != back), (if double { 2 } else { 1 }, false));
                }
                let most = if double || count % 2 == 1 { 0 } else { 1 };
                assert!(balance.iter().all(|balance| balance.abs() <= most), "{count}: {balance:?}");
                assert!(byes.iter().all(|byes| *byes == (count % 2) * if double { 2 } else { 1 }));
            }
        }
    }
}
