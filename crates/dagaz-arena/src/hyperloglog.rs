//! How many different positions there were, in four kilobytes however many there are.
//!
//! HyperLogLog (Flajolet, Fusy, Gandouet, Meunier 2007), with linear counting while there are few;
//! the error is about 1.6 %.

use serde::{Deserialize, Deserializer, Serialize, Serializer};

const BITS: u32 = 12;
const REGISTERS: usize = 1 << BITS;

/// An estimate of how many different positions there were (HyperLogLog, error about 1.6 %).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sketch {
    registers: Vec<u8>,
}

impl Default for Sketch {
    fn default() -> Sketch {
        Sketch { registers: vec![0; REGISTERS] }
    }
}

impl Sketch {
    /// Adds a position by its key.
    pub fn add(&mut self, key: u64) {
        // Keys are sums of Zobrist words; mixing them once more costs nothing and makes sure.
        let mixed = (key ^ key >> 32).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let mixed = (mixed ^ mixed >> 29).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let register = (mixed >> (64 - BITS)) as usize;
        let rank = ((mixed << BITS) | 1 << (BITS - 1)).leading_zeros() as u8 + 1;
        self.registers[register] = self.registers[register].max(rank);
    }

    /// Adds everything that another one has seen.
    pub fn merge(&mut self, other: &Sketch) {
        for (own, theirs) in self.registers.iter_mut().zip(&other.registers) {
            *own = (*own).max(*theirs);
        }
    }

    /// About how many different ones have been added.
    pub fn distinct(&self) -> f64 {
        let count = REGISTERS as f64;
        let sum: f64 = self.registers.iter().map(|rank| (-f64::from(*rank)).exp2()).sum();
        let estimate = 0.7213 / (1.0 + 1.079 / count) * count * count / sum;
        let empty = self.registers.iter().filter(|rank| **rank == 0).count();
        if estimate <= 2.5 * count && empty > 0 { count * (count / empty as f64).ln() } else { estimate }
    }
}

/// As hexadecimal digits, two for each register.
impl Serialize for Sketch {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&self.registers.iter().map(|rank| format!("{rank:02x}")).collect::<String>())
    }
}

impl<'de> Deserialize<'de> for Sketch {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Sketch, D::Error> {
        let text = String::deserialize(deserializer)?;
        let bytes = text.as_bytes().chunks(2).map(|pair| {
            let pair = std::str::from_utf8(pair).ok()?;
            u8::from_str_radix(pair, 16).ok().filter(|rank| *rank <= 64)
        });
        let registers: Option<Vec<u8>> = bytes.collect();
        let registers = registers.filter(|registers| registers.len() == REGISTERS);
        Ok(Sketch { registers: registers.ok_or_else(|| serde::de::Error::custom("a sketch has 4,096 registers"))? })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_estimator_counts_few_and_many() {
        for count in [0u64, 1, 100, 5_000, 30_000, 1_000_000] {
            let mut sketch = Sketch::default();
            // Each twice: only different ones count.
            (0..2 * count).for_each(|number| sketch.add((number % count).wrapping_mul(0x2545_f491_4f6c_dd1d)));
            let error = (sketch.distinct() - count as f64).abs();
            assert!(error <= 0.06 * count as f64 + 0.5, "{count}: {}", sketch.distinct());
        }
    }

    #[test]
    fn parts_merge_into_the_whole_and_are_read_as_written() {
        let (mut one, mut other, mut both) = (Sketch::default(), Sketch::default(), Sketch::default());
        for key in 0..1_000u64 {
            if key % 3 == 0 {
                one.add(key)
            } else {
                other.add(key)
            }
            both.add(key);
        }
        one.merge(&other);
        assert_eq!(one, both);
        let text = serde_json::to_string(&both).expect("it is a text");
        assert_eq!(serde_json::from_str::<Sketch>(&text).expect("it was written so"), both);
        assert!(serde_json::from_str::<Sketch>("\"00\"").is_err());
    }
}
