//! Fits a few weights to the results of games.
//!
//! Logistic regression with AdaGrad steps (Duchi et al. 2011). The curve is x / sqrt(1 + x^2),
//! which gives the same bits on all machines.

use crate::evaluation::squash;

/// Hundredths that make x = 1 on the curve.
pub(super) const UNIT: f32 = 400.0;

/// A number that is learned, with what its steps are measured by.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct LearnedWeight {
    pub(super) value: f32,
    squares: f32,
}

impl LearnedWeight {
    #[inline]
    pub(super) fn step(&mut self, slope: f32, rate: f32) {
        self.squares += slope * slope;
        self.value += rate * slope / (1e-3 + self.squares).sqrt();
    }
}

/// Returns the fitted weights of features of positions, in hundredths, and their correlation with
/// the results, from -1 to 1.
pub(super) fn fit_few<const N: usize>(seen: &[([f32; N], f32)]) -> ([f32; N], f64) {
    const EPOCHS: usize = 40;
    let mut numbers = [LearnedWeight::default(); N];
    let worth = |numbers: &[LearnedWeight; N], things: &[f32; N]| -> f32 {
        numbers.iter().zip(things).map(|(number, one)| number.value * one).sum()
    };
    for epoch in 0..EPOCHS {
        let rate = 0.05 / (1 + epoch) as f32;
        for (things, result) in seen {
            let error = result - squash(worth(&numbers, things));
            numbers.iter_mut().zip(things).for_each(|(number, one)| number.step(error * one, rate));
        }
    }
    let pair = |(things, result): &([f32; N], f32)| (f64::from(worth(&numbers, things)), f64::from(*result));
    let agrees = correlation(seen.iter().map(pair));
    (numbers.map(|number| number.value * UNIT), agrees)
}

/// Maximum samples of a fit.
pub(super) const FEW_MAX: usize = 4_000;

/// Returns the correlation of pairs of numbers, from -1 to 1; 0 if there are too few to go by.
pub(super) fn correlation(pairs: impl Iterator<Item = (f64, f64)>) -> f64 {
    const FEW: f64 = 200.0;
    let (mut count, mut x, mut y, mut xx, mut yy, mut xy) = (0.0, 0.0, 0.0, 0.0, 0.0, 0.0);
    for (a, b) in pairs {
        count += 1.0;
        x += a;
        y += b;
        xx += a * a;
        yy += b * b;
        xy += a * b;
    }
    let spread = (count * xx - x * x) * (count * yy - y * y);
    if count < FEW || spread <= 0.0 { 0.0 } else { (count * xy - x * y) / spread.sqrt() }
}
