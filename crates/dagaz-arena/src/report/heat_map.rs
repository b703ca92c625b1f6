//! What happened where, drawn on the board.
//!
//! A board of more than [`TITLES_MAX`] sites has no number for each of them to point at, and its
//! sites are drawn in twenty shades together; one of more than [`SITES_MAX`] sites is not drawn,
//! but its busiest sites are listed.

use dagaz_contract::Board;
use dagaz_core::CompactSort;
use maud::{Markup, html};

use super::card;
use super::picture::Picture;
use super::svg::at;
use crate::Summary;
use crate::figures::{count, percent, plain};

/// Boards up to so many sites tell the number of each site.
pub(super) const TITLES_MAX: usize = 600;
/// Boards up to so many sites are drawn.
pub(super) const SITES_MAX: usize = 3_000;
/// Shades of large boards.
const SHADES: usize = 20;
/// Sites in a list.
const LISTED: usize = 12;

/// Moves, captures and last moves on the board.
pub(super) fn heat(summary: &Summary, board: Option<&Board>) -> Markup {
    let heat = &summary.heat;
    let board = board.filter(|board| board.sites.len() == heat.sites.len() && board.sites.len() <= SITES_MAX);
    let picture = board.map(Picture::of);
    let mut shown = vec![picture.is_none(); heat.sites.len()];
    picture.iter().flat_map(|picture| &picture.spots).for_each(|spot| shown[spot.site] = true);
    let maps = [
        ("Moves", "where they end", &heat.visits, "moves"),
        ("Captures", "where pieces are taken", &heat.captures, "captures"),
        ("Last moves", "where games are ended", &heat.lasts, "games"),
    ];
    // Events off the board are not drawn.
    let is_seen = |values: &[u64]| values.iter().zip(&shown).any(|(value, shown)| *shown && *value > 0);
    let maps: Vec<_> = maps.into_iter().filter(|(_, _, values, _)| is_seen(values)).collect();
    if maps.is_empty() {
        return html! {};
    }
    card(
        "",
        "What happens where",
        None,
        html! {
            div.boards {
                @for (title, note, values, noun) in maps {
                @let seen = || values.iter().zip(&shown).filter(|(_, shown)| **shown).map(|(value, _)| *value);
                @let (most, all) = (seen().max().unwrap_or(1).max(1), seen().sum::<u64>());
                @let beside = values.iter().sum::<u64>() - all;
                figure {
                        figcaption { (title) small { (note) ": " (count(all)) @if beside > 0 { ", and " (count(beside)) " off the board" } } }
                        @match &picture {
                            Some(picture) => {
                                (drawing(picture, &heat.sites, values, most, all, noun))
                                (scale(most as f64 / all.max(1) as f64))
                            }
                            None => (listed(&heat.sites, values, all)),
                        }
                    }
                }
            }
        },
    )
}

fn drawing(picture: &Picture, names: &[String], values: &[u64], most: u64, all: u64, noun: &str) -> Markup {
    let value = |site: usize| values.get(site).copied().unwrap_or(0);
    let share = |site: usize| value(site) as f64 / most as f64;
    let base: String = picture.spots.iter().map(|spot| spot.path()).collect();
    // Coordinates of a large board are as large on the page as those of a small one.
    let size = (picture.frame[2].max(picture.frame[3]) / 38.0).clamp(26.0, 48.0);
    let [left, top, width, height] = picture.frame.map(at);
    html! {
        svg.board viewBox=(picture.view_box()) role="img" aria-label=(format!("Board with the share of {noun} on each site")) {
            @if picture.is_of_lines {
                rect.ground x=(left) y=(top) width=(width) height=(height) rx="14" {}
                path.ink d=(picture.lines) {}
            }
            path.cell d=(base) {}
            @if picture.spots.len() <= TITLES_MAX {
                @for spot in &picture.spots {
                    path.heat d=(spot.path()) fill-opacity=(format!("{:.2}", share(spot.site))) {
                        title {
                            (plain(&names[spot.site])) ": " (count(value(spot.site))) " " (noun) ", "
                            (percent(value(spot.site) as f64 / all.max(1) as f64))
                        }
                    }
                }
            } @else {
                @for shade in 1..=SHADES {
                    @let of_it = |share: f64| (share * SHADES as f64).ceil() as usize == shade;
                    @let path: String = picture.spots.iter().filter(|spot| of_it(share(spot.site))).map(|spot| spot.path()).collect();
                    @if !path.is_empty() { path.heat d=(path) fill-opacity=(format!("{:.2}", shade as f64 / SHADES as f64)) {} }
                }
            }
            @for goal in &picture.goals {
                path class=(format!("band {}", goal.paint.class)) d=(goal.path) {}
                @if goal.is_beaded { path.beads d=(goal.path) {} }
            }
            @for ((x, y), text) in &picture.labels { text.coordinate font-size=(at(size)) x=(at(*x)) y=(at(y + size * 0.35)) { (text) } }
        }
    }
}

/// What the shades mean.
fn scale(most: f64) -> Markup {
    html! {
        div.scale {
            "0 %"
            svg viewBox="0 0 140 10" preserveAspectRatio="none" aria-hidden="true" {
                rect.cell x="0.5" y="0.5" width="139" height="9" rx="4" {}
                @for step in 0..14 {
                    rect.heat x=(step * 10) y="0.5" width="10" height="9" fill-opacity=(format!("{:.2}", (f64::from(step) + 0.5) / 14.0)) {}
                }
            }
            (percent(most)) " on the busiest site"
        }
    }
}

fn listed(names: &[String], values: &[u64], all: u64) -> Markup {
    let mut sites: Vec<(&String, u64)> =
        names.iter().zip(values.iter().copied()).filter(|(_, value)| *value > 0).collect();
    sites.compact_sort_by_key(|(_, value)| std::cmp::Reverse(*value));
    html! {
        table { tbody { @for (name, value) in sites.into_iter().take(LISTED) {
            tr { td.what { (plain(name)) } td.n { (count(value)) " " span { (percent(value as f64 / all.max(1) as f64)) } } }
        } } }
    }
}
