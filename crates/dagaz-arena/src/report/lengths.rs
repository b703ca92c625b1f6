//! How long games are, as a histogram.

use maud::{Markup, html};

use super::card;
use super::svg::{Plot, at, ticks};
use crate::Summary;
use crate::figures::{count, mean_text, number, tick};

/// Returns the histogram with its median.
pub(super) fn lengths(summary: &Summary) -> Markup {
    let lengths = &summary.lengths;
    let (Some(first), Some(last)) = (lengths.bins.first(), lengths.bins.last()) else { return html! {} };
    let most = lengths.bins.iter().map(|bin| bin.games).max().unwrap_or(1);
    let span = (f64::from(first.from), f64::from(last.to) + 1.0);
    let plot = Plot::new(660.0, 330.0, span, (0.0, most as f64 * 1.08));
    let edge = |plies: u32| plot.x.at(f64::from(plies).clamp(span.0, span.1));
    let median = plot.x.at(f64::from(lengths.median) + 0.5);
    // The label stands on the side where there is more room.
    let (side, anchor) = if median > plot.width * 0.7 { (-7.0, "told end") } else { (7.0, "told") };
    card(
        "w7 fill",
        "Game length",
        Some("games by their plies"),
        html! {
            svg viewBox=(plot.view_box()) role="img" aria-label=(format!("Histogram of game lengths, median {} plies", lengths.median)) {
                (plot.rows(&ticks(0.0, most as f64, 5), tick))
                @for bin in lengths.bins.iter().filter(|bin| bin.games > 0) {
                    @let (left, right, top) = (edge(bin.from), edge(bin.to.saturating_add(1)), plot.y.at(bin.games as f64));
                    @let gap = ((right - left) * 0.08).min(1.5);
                    @let middle = (bin.from..=bin.to).contains(&lengths.median);
                    rect class=(if middle { "accent" } else { "half" }) x=(at(left + gap)) width=(at((right - left - 2.0 * gap).max(0.5)))
                        y=(at(top)) height=(at(plot.bottom - top)) rx="1.5" {
                        title { (told(bin.from, bin.to)) ": " (count(bin.games)) " games" }
                    }
                }
                (plot.columns(&whole(span), |plies| count(plies as u64), "plies"))
                line.guide x1=(at(median)) x2=(at(median)) y1="6" y2=(at(plot.bottom)) {}
                text class=(anchor) x=(at(median + side)) y="16" { "median " (count(lengths.median.into())) }
            }
            p.note {
                "Mean " (mean_text(lengths.mean, lengths.error)) ", deviation " (number(lengths.deviation))
                "; the shortest " (count(lengths.least.into())) ", the longest " (count(lengths.greatest.into())) "."
                @if summary.cut_off() == 1 { " One game was cut off." }
                @else if summary.cut_off() > 1 { " " (count(summary.cut_off())) " games were cut off." }
            }
        },
    )
}

fn whole((low, high): (f64, f64)) -> Vec<f64> {
    ticks(low, high - 1.0, 9).into_iter().filter(|tick| tick.fract() == 0.0).collect()
}

fn told(from: u32, to: u32) -> String {
    if from == to {
        format!("{} plies", count(from.into()))
    } else {
        format!("{}–{} plies", count(from.into()), count(to.into()))
    }
}
