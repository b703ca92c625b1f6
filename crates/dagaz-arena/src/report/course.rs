//! How games went: chances over time, games one by one, choices ply by ply.

use maud::{Markup, html};

use super::player_colours::Paint;
use super::svg::{Plot, Scale, at, path, ticks};
use super::{card, svg};
use crate::Summary;
use crate::figures::{count, list, number, plain, tick};
use crate::summary::{Branching, Part, Sample};
use crate::sums::PLIES;

/// Games that are shown one by one.
const SAMPLES_MAX: usize = 12;
/// Points of a curve: longer ones are thinned.
const POINTS_MAX: usize = 240;
/// Plies are drawn in so many groups at most.
const GROUPS_MAX: usize = 120;
/// Minimum number of analysed games in progress for a ply to be drawn.
const GOING_ON: f64 = 0.05;

/// Returns the later winner's chance and the leader's lead over the time of a game.
pub(super) fn evaluation(summary: &Summary) -> Markup {
    let course = &summary.course;
    if course.leads.len() < 2 {
        return html! {};
    }
    let plot = Plot::new(660.0, 270.0, (0.0, 1.0), (0.0, 1.0));
    let line =
        |parts: &[Part]| path(parts.iter().map(|part| (plot.x.at(part.time), plot.y.at(part.mean.clamp(0.0, 1.0)))));
    let even = 1.0 / summary.seats.len().max(1) as f64;
    card(
        "w7",
        "Evaluation over time",
        Some("mean of all games looked at"),
        html! {
            p {
                @if course.winners.len() > 1 { (key("line", "the later winner's chance")) }
                (key("line two", "how far the leader is ahead"))
            }
            svg viewBox=(plot.view_box()) role="img" aria-label="Chance of the later winner and lead of the leader over the time of a game" {
                (plot.rows(&[0.0, 0.25, 0.5, 0.75, 1.0], |share| format!("{:.0} %", share * 100.0)))
                (plot.columns(&[0.0, 0.25, 0.5, 0.75, 1.0], |time| format!("{:.0} %", time * 100.0), "time of a game"))
                @if summary.seats.len() > 1 {
                    line.guide x1=(at(plot.left)) x2=(at(plot.right)) y1=(at(plot.y.at(even))) y2=(at(plot.y.at(even))) {}
                }
                path class="line two" d=(line(&course.leads)) {}
                @if course.winners.len() > 1 { path.line d=(line(&course.winners)) {} }
            }
            p.note {
            "Judged by " (summary.judge) "."
            @if course.winners.len() > 1 { " The later a winner's chance leaves the dotted line, the longer games stay open." }
        }
        },
    )
}

fn key(class: &str, text: &str) -> Markup {
    html! { span.key { svg viewBox="0 0 26 8" aria-hidden="true" { path class=(class) d="M1 4H25" {} } (text) } }
}

/// Returns how many moves there are to choose from.
pub(super) fn branching(summary: &Summary) -> Markup {
    let least = (summary.detailed as f64 * GOING_ON).max(1.0);
    let all = &summary.course.branching;
    let drawn: Vec<&Branching> = all.iter().filter(|one| one.games as f64 >= least).collect();
    let (Some(first), Some(last)) = (drawn.first(), drawn.last()) else { return html! {} };
    let groups: Vec<(f64, f64)> = drawn.chunks(drawn.len().div_ceil(GROUPS_MAX)).map(group).collect();
    let most = groups.iter().map(|(_, mean)| *mean).fold(1.0, f64::max);
    let across = (first.ply as f64, (last.ply as f64).max(first.ply as f64 + 1.0));
    let plot = Plot::new(470.0, 310.0, across, (0.0, most * 1.08));
    let (plies, choices): (f64, f64) =
        all.iter().fold((0.0, 0.0), |(plies, sum), one| (plies + one.games as f64, sum + one.mean * one.games as f64));
    let points = || groups.iter().map(|(ply, mean)| (plot.x.at(*ply), plot.y.at(*mean)));
    let edge = |end: Option<&(f64, f64)>| (end.map_or(plot.left, |(ply, _)| plot.x.at(*ply)), plot.bottom);
    let corners = [edge(groups.last()), edge(groups.first())];
    let whole = |values: Vec<f64>| values.into_iter().filter(|value| value.fract() == 0.0).collect::<Vec<f64>>();
    let across = whole(ticks(first.ply as f64, last.ply as f64, 6));
    card(
        "w5",
        "Choices",
        Some("legal moves at each ply"),
        html! {
            svg viewBox=(plot.view_box()) role="img" aria-label="Mean number of legal moves at each ply" {
                (plot.rows(&ticks(0.0, most, 5), tick))
                path.area d=(svg::outline(points().chain(corners))) {}
                path.line d=(path(points())) {}
                (plot.columns(&across, |ply| count(ply as u64), "ply"))
            }
            p.note {
                (number(choices / plies.max(1.0))) " on average, " (number(first.mean)) " at the beginning. Plies that fewer than one game of twenty reached are left out"
            @if all.last().is_some_and(|one| one.ply + 2 > PLIES) && summary.lengths.greatest as usize > PLIES { ", and those after the first " (PLIES) }
            "."
            }
        },
    )
}

/// Returns the middle ply of some, and the mean of their choices.
fn group(plies: &[&Branching]) -> (f64, f64) {
    let games: f64 = plies.iter().map(|one| one.games as f64).sum();
    let choices: f64 = plies.iter().map(|one| one.mean * one.games as f64).sum();
    let middle: f64 = plies.iter().map(|one| one.ply as f64).sum::<f64>() / plies.len().max(1) as f64;
    (middle, choices / games.max(1.0))
}

/// Some games one by one.
pub(super) fn samples(summary: &Summary, paints: &[Paint]) -> Markup {
    let samples = &summary.course.samples;
    let Some(seat) = summary.seats.first().filter(|_| !samples.is_empty()) else { return html! {} };
    let note = format!("chance of {} in each position", plain(&seat.name));
    card(
        "",
        "Games one by one",
        Some(&note),
        html! {
            div.many { @for sample in samples.iter().take(SAMPLES_MAX) { (one(summary, sample, paints)) } }
            p.note {
                "The first games, whatever they were like; above the dotted line " (plain(&seat.name)) " is ahead."
                @if samples.iter().any(|sample| sample.drama.is_some()) {
                    " Drama is how far the later winner was behind, while it was: 0 is a walkover."
                }
            }
        },
    )
}

fn one(summary: &Summary, sample: &Sample, paints: &[Paint]) -> Markup {
    let last = sample.chances.len().saturating_sub(1);
    let (x, y) = (Scale::new((0.0, last.max(1) as f64), (2.0, 198.0)), Scale::new((0.0, 1.0), (78.0, 2.0)));
    let even = y.at(1.0 / summary.seats.len().max(1) as f64);
    let step = last.div_ceil(POINTS_MAX).max(1);
    let kept = (0..=last).filter(|position| position % step == 0 || *position == last);
    let points: Vec<(f64, f64)> = kept
        .filter_map(|position| Some((x.at(position as f64), y.at(sample.chances.get(position)?.clamp(0.0, 1.0)))))
        .collect();
    let area = points.first().zip(points.last()).map(|(first, end)| {
        svg::outline([(first.0, even)].into_iter().chain(points.iter().copied()).chain([(end.0, even)]))
    });
    let winners = sample.winners.iter().filter_map(|winner| summary.seats.get(*winner));
    let told =
        if sample.winners.is_empty() { "nobody won".to_string() } else { list(winners.map(|seat| plain(&seat.name))) };
    html! {
        figure {
            svg viewBox="0 0 200 80" role="img" aria-label=(format!("Game {}, {} plies, {told}", sample.game + 1, last)) {
                @if let Some(area) = area { path.area d=(area) {} }
                line.guide x1="2" x2="198" y1=(at(even)) y2=(at(even)) {}
                path.line d=(path(points.iter().copied())) {}
            }
            figcaption {
                b {
                    @if let &[winner] = &sample.winners[..] { @if let Some(paint) = paints.get(winner) { (paint.mark()) } }
                    (told)
                }
                span { (count(last as u64)) " plies" }
            }
            @if let Some(drama) = sample.drama { figcaption { span { "drama " (format!("{drama:.2}")) } } }
        }
    }
}
