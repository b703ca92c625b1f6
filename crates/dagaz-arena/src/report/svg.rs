//! What all drawings share: scales, axes, bars. Coordinates are written with one decimal and are
//! always finite.

use std::fmt::Write as _;

use maud::{Markup, html};

use crate::figures::{bounds, percent};
use crate::stats::Interval;

/// Returns a coordinate as text.
pub(super) fn at(value: f64) -> String {
    let value = if value.is_finite() { (value * 10.0).round() / 10.0 } else { 0.0 };
    // No minus before nothing.
    format!("{}", if value == 0.0 { 0.0 } else { value })
}

/// A straight scale from values to places.
#[derive(Clone, Copy, Debug)]
pub(super) struct Scale {
    from: (f64, f64),
    to: (f64, f64),
}

impl Scale {
    pub(super) fn new(from: (f64, f64), to: (f64, f64)) -> Scale {
        Scale { from, to }
    }

    /// Where a value lies; the middle if all values are one.
    pub(super) fn at(&self, value: f64) -> f64 {
        let ((low, high), (start, end)) = (self.from, self.to);
        let span = high - low;
        if span == 0.0 { (start + end) / 2.0 } else { start + (value - low) / span * (end - start) }
    }
}

/// Round values between two bounds, no more than so many and at least one: multiples of 1, 2 or 5
/// times a power of ten.
pub(super) fn ticks(low: f64, high: f64, most: usize) -> Vec<f64> {
    let span = high - low;
    if !span.is_finite() || span <= 0.0 {
        return vec![low];
    }
    let power = 10f64.powf((span / most.max(1) as f64).log10().floor());
    let count = |step: f64| (high / step + 1e-9).floor() - (low / step - 1e-9).ceil() + 1.0;
    let step = [1.0, 2.0, 5.0, 10.0, 20.0].map(|digit| digit * power);
    let step = step.into_iter().find(|step| count(*step) <= most as f64).unwrap_or(span);
    let first = (low / step - 1e-9).ceil();
    (0..=most).map(|number| (first + number as f64) * step).take_while(|tick| *tick <= high + span * 1e-9).collect()
}

/// Returns a line through points.
pub(super) fn path(points: impl IntoIterator<Item = (f64, f64)>) -> String {
    let mut path = String::new();
    for (number, (x, y)) in points.into_iter().enumerate() {
        // Writing into a string cannot fail.
        let _ = write!(path, "{}{} {}", if number == 0 { 'M' } else { 'L' }, at(x), at(y));
    }
    path
}

/// Returns a closed outline.
pub(super) fn outline(points: impl IntoIterator<Item = (f64, f64)>) -> String {
    path(points) + "Z"
}

/// The frame of a chart: its size, and where values lie in it.
pub(super) struct Plot {
    pub(super) width: f64,
    pub(super) height: f64,
    pub(super) left: f64,
    pub(super) right: f64,
    pub(super) bottom: f64,
    pub(super) x: Scale,
    pub(super) y: Scale,
}

impl Plot {
    /// Returns a chart of a size, with room for labels at the left and below.
    pub(super) fn new(width: f64, height: f64, x: (f64, f64), y: (f64, f64)) -> Plot {
        let (left, right, top, bottom) = (44.0, width - 22.0, 22.0, height - 38.0);
        Plot { width, height, left, right, bottom, x: Scale::new(x, (left, right)), y: Scale::new(y, (bottom, top)) }
    }

    pub(super) fn view_box(&self) -> String {
        format!("0 0 {} {}", at(self.width), at(self.height))
    }

    /// Lines across with their values at the left.
    pub(super) fn rows(&self, values: &[f64], write: impl Fn(f64) -> String) -> Markup {
        html! {
            @for value in values {
                @let y = self.y.at(*value);
                line.grid x1=(at(self.left)) x2=(at(self.right)) y1=(at(y)) y2=(at(y)) {}
                text.tick.end x=(at(self.left - 8.0)) y=(at(y + 4.0)) { (write(*value)) }
            }
        }
    }

    /// Returns the values below, and what they are.
    pub(super) fn columns(&self, values: &[f64], write: impl Fn(f64) -> String, title: &str) -> Markup {
        html! {
            line.axis x1=(at(self.left)) x2=(at(self.right)) y1=(at(self.bottom)) y2=(at(self.bottom)) {}
            @for value in values {
                @let x = self.x.at(*value);
                line.axis x1=(at(x)) x2=(at(x)) y1=(at(self.bottom)) y2=(at(self.bottom + 4.0)) {}
                text.tick.mid x=(at(x)) y=(at(self.bottom + 17.0)) { (write(*value)) }
            }
            text.name.mid x=(at((self.left + self.right) / 2.0)) y=(at(self.height - 4.0)) { (title) }
        }
    }
}

/// Returns a bar for a share with its bounds, as wide as there is room; `even` is marked by a
/// dotted line.
pub(super) fn bar(share: &Interval, even: Option<f64>, class: &str) -> Markup {
    bar_of(share, 1.0, even, class, percent)
}

/// The same for a value of any kind, written by `write`.
pub(super) fn bar_of(share: &Interval, whole: f64, even: Option<f64>, class: &str, write: fn(f64) -> String) -> Markup {
    let place = |value: f64| at((value / whole.max(1e-12)).clamp(0.0, 1.0) * 1000.0);
    let told = format!("{}, 95 % bounds {}", write(share.value), bounds(share, write));
    html! {
        svg.bar viewBox="0 0 1000 20" preserveAspectRatio="none" role="img" aria-label=(told) {
            title { (told) }
            rect.well x="0" y="3" width="1000" height="14" {}
            rect class=(format!("fill {class}")) x="0" y="3" width=(place(share.value)) height="14" {}
            @if let Some(even) = even {
                line.even x1=(place(even)) x2=(place(even)) y1="0" y2="20" {}
            }
            @let (low, high) = (place(share.low), place(share.high));
            @for layer in ["halo", "whisker"] {
                path class=(layer) d=(format!("M{low} 5V15M{low} 10H{high}M{high} 5V15")) {}
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_are_round_few_and_within() {
        assert_eq!(ticks(0.0, 100.0, 5), [0.0, 50.0, 100.0]);
        assert_eq!(ticks(0.0, 100.0, 6), [0.0, 20.0, 40.0, 60.0, 80.0, 100.0]);
        assert_eq!(ticks(17.0, 43.0, 4), [20.0, 30.0, 40.0]);
        assert_eq!(ticks(3.0, 3.0, 4), [3.0]);
        for (low, high) in [(0.0, 1e-7), (-5.0, 12.0), (1.0, 2e9), (0.31, 0.32)] {
            let found = ticks(low, high, 5);
            assert!((1..=5).contains(&found.len()), "{low} {high} {found:?}");
        }
    }

    #[test]
    fn coordinates_are_finite() {
        assert_eq!([f64::NAN, f64::INFINITY, -0.01, 1.26].map(at), ["0", "0", "0", "1.3"]);
        assert_eq!(Scale::new((2.0, 2.0), (0.0, 10.0)).at(2.0), 5.0);
        assert_eq!(Scale::new((0.0, 4.0), (10.0, 0.0)).at(1.0), 7.5);
    }
}
