//! The page of a report: well formed, standing alone, finite, small, and deaf to hostile names.

use std::sync::Arc;

use dagaz_arena::report::{Page, html};
use dagaz_arena::{Changes, Plan, Ply, Row, Subject, Summary, Sums, Trace};
use dagaz_contract::Board;
use dagaz_contract::draw::Drawing;
use dagaz_core::{Limits, PieceTypeId, PlayerId, SiteId};
use dagaz_engine::CompiledGame;
use dagaz_testkit::source::{read, root};
use scraper::{Html, Selector};

const HOSTILE: &str = "<script>alert(1)</script>\"'&\u{1b}[2J</style>";

/// What kind of match is made up.
#[derive(Clone, Copy)]
struct Made {
    games: u64,
    seats: usize,
    sites: usize,
    /// Different first moves, and endings.
    kinds: u64,
}

fn plan(made: Made) -> Plan {
    let entrants = vec!["greedy".to_string(), HOSTILE.to_string()];
    Plan {
        games: made.games,
        entrants,
        seats: made.seats,
        opening: 0,
        plies_max: 90,
        seed: 3,
        detail: made.games,
        fixed: false,
    }
}

fn sums(made: Made) -> Sums {
    let mut sums = Sums::default();
    let plan = plan(made);
    for number in 0..made.games {
        let mixed = number.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32;
        let (plies, winner) = (5 + (mixed % 80) as usize, (mixed / 7) as usize % (made.seats + 1));
        let ended = mixed % 11 > 0;
        let results: Vec<i32> = (0..made.seats)
            .map(|seat| {
                if !ended || winner == made.seats {
                    0
                } else if seat == winner {
                    1
                } else {
                    -1
                }
            })
            .collect();
        let row = Row {
            number,
            opening_number: number,
            seats: plan.fixture(number).seats,
            plies: plies as u32,
            ending: if ended {
                format!("{HOSTILE}{}", mixed % made.kinds)
            } else {
                "cut off after 90 plies".to_string()
            },
            ended,
            results,
            scores: vec![(mixed as i64 % 40) as f64; made.seats],
            counters: vec![(HOSTILE.to_string(), (mixed % 9) as f64)],
            opening: vec![format!("{HOSTILE}{}", mixed % made.kinds), format!("b{}", mixed % (made.kinds + 3))],
        };
        let chance = |position: usize| {
            (position as f64 * 0.37 + mixed as f64).sin() * 0.4 / made.seats as f64 + 1.0 / made.seats as f64
        };
        let site = |place: usize| SiteId::at((mixed as usize + place * place) % made.sites);
        let trace = Trace {
            plies: (0..plies)
                .map(|place| Ply {
                    seat: Some(place % made.seats),
                    choices: 20 + (place as u32 * 7) % 13,
                    target: Some(site(place)),
                    captured: if place % 6 == 5 {
                        vec![(dagaz_core::Piece { kind: PieceTypeId::at(0), owner: PlayerId::at(0) }, site(place + 1))]
                    } else {
                        Vec::new()
                    },
                    ..Ply::default()
                })
                .collect(),
            standings: (0..=plies)
                .map(|position| {
                    let first = chance(position);
                    let rest = (1.0 - first) / (made.seats.max(2) - 1) as f64;
                    (0..made.seats).map(|seat| if seat == 0 { first } else { rest }).collect()
                })
                .collect(),
            keys: (0..=plies as u64).map(|position| mixed.wrapping_mul(position + 1)).collect(),
            winners: if ended && winner < made.seats { vec![winner] } else { Vec::new() },
            ended,
            sites: made.sites,
            ..Trace::default()
        };
        sums.add(&row, Some(&trace), plan.entrants.len());
        sums.count(&row.counters);
    }
    sums
}

fn summary(made: Made) -> Summary {
    let subject = Subject {
        title: HOSTILE.to_string(),
        seats: (0..made.seats).map(|seat| format!("{HOSTILE}{seat}")).collect(),
        sites: (0..made.sites).map(|site| format!("{HOSTILE}{site}")).collect(),
        judge: "the evaluation of the position".to_string(),
    };
    Summary::new(subject, &plan(made), &sums(made))
}

fn board(path: &str) -> Board {
    let limits = Limits::default();
    let mut file = read(&root().join("games").join(path), &limits).expect("it is in the library");
    let index = file.default_index();
    let rules = file.rules(index).rules.expect("the library has no mistakes");
    let game = CompiledGame::new(Arc::from(rules), &limits).expect("it is small");
    Drawing::new(&game, "").board().clone()
}

/// Parses a page, and finds fault with it.
fn parsed(page: &str) -> Html {
    let parsed = Html::parse_document(page);
    assert!(parsed.errors.is_empty(), "{:?}", parsed.errors);
    for element in parsed.root_element().descendent_elements() {
        let name = element.value().name();
        assert!(
            !["script", "img", "link", "iframe", "object", "foreignObject", "use", "image"].contains(&name),
            "<{name}>"
        );
        for (attribute, value) in element.value().attrs() {
            assert!(
                !["href", "src", "xlink:href", "style"].contains(&attribute) && !attribute.starts_with("on"),
                "{attribute}"
            );
            assert!(!value.contains('\u{1b}'), "{attribute}={value:?}");
            if [
                "x",
                "y",
                "width",
                "height",
                "d",
                "points",
                "viewBox",
                "x1",
                "x2",
                "y1",
                "y2",
                "fill-opacity",
                "font-size",
            ]
            .contains(&attribute)
                && name != "meta"
            {
                numbers(value);
            }
        }
    }
    for outside in ["url(", "@import", "http:", "https:"] {
        assert!(!page.contains(outside), "{outside}");
    }
    parsed
}

/// All numbers of an attribute of a drawing are finite, and there is nothing else but commands of
/// paths.
fn numbers(value: &str) {
    let parts = value.split(|c: char| c.is_whitespace() || c == ',' || "MLHVAZmlhvaz".contains(c));
    for part in parts.filter(|part| !part.is_empty()) {
        let numbers = part.replace('-', " -");
        for number in numbers.split_whitespace() {
            let known: f64 = number.parse().unwrap_or_else(|_| panic!("{number:?} in {value:?}"));
            assert!(known.is_finite(), "{value:?}");
        }
    }
}

fn count(page: &Html, selector: &str) -> usize {
    page.select(&Selector::parse(selector).expect("it is one")).count()
}

fn plain(summary: &Summary) -> Page<'_> {
    Page { summary, measures: &[], board: None, command: Some(HOSTILE), before: None }
}

#[test]
fn pages_are_well_formed_with_any_names() {
    for seats in [1, 2, 3, 4] {
        let made = Made { games: 60, seats, sites: 9, kinds: 4 };
        let (now, before) = (summary(made), summary(Made { games: 45, ..made }));
        let page = html(&Page { before: Some(&before), ..plain(&now) });
        let parsed = parsed(&page);
        assert_eq!(count(&parsed, "h1"), 1);
        assert_eq!(count(&parsed, ".stack .bar"), seats + now.endings.len());
        assert_eq!(count(&parsed, ".verdict"), now.verdicts().len());
        assert_eq!(count(&parsed, ".many figure"), 12);
        let title: String =
            parsed.select(&Selector::parse("h1").expect("it is one")).flat_map(|one| one.text()).collect();
        assert_eq!(title, HOSTILE.replace('\u{1b}', "\u{fffd}"));
        assert!(!page.contains("NaN") && !page.contains(">inf"));
    }
}

#[test]
fn matches_of_no_games_and_of_one_have_a_page() {
    for games in [0, 1] {
        for seats in [1, 2] {
            let summary = summary(Made { games, seats, sites: 9, kinds: 1 });
            parsed(&html(&plain(&summary)));
            assert!(summary.text().lines().count() >= 3);
        }
    }
}

#[test]
fn pages_stay_small() {
    let made = Made { games: 10_000, seats: 2, sites: 3_000, kinds: 4_000 };
    let summary = summary(made);
    let mut board = board("connection/hex/hex.zrf");
    let site = board.sites[0].clone();
    board.sites = (0..made.sites)
        .map(|number| dagaz_contract::board::SiteView {
            id: format!("{HOSTILE}{number}"),
            x: (number % 60) as f32,
            y: (number / 60) as f32,
            ..site.clone()
        })
        .collect();
    board.links.clear();
    let page = html(&Page { board: Some(&board), before: Some(&summary), ..plain(&summary) });
    parsed(&page);
    assert!(page.len() < 1_000_000, "{} bytes", page.len());
}

#[test]
fn reports_draw_events_on_the_board() {
    for (path, lines) in [
        ("chess/chess/chess.zrf", false),
        ("connection/hex/hex.zrf", false),
        ("lines/nine-mens-morris/nine-mens-morris.zrf", true),
        ("chess/four-player-chess/four-player-chess.zrf", false),
    ] {
        let board = board(path);
        let summary = summary(Made { games: 40, seats: 2, sites: board.sites.len(), kinds: 3 });
        let page = parsed(&html(&Page { board: Some(&board), ..plain(&summary) }));
        let shown = board.sites.iter().filter(|site| !site.hidden).count();
        assert_eq!(count(&page, ".boards svg.board"), 3, "{path}");
        assert_eq!(count(&page, ".boards path.heat"), 3 * shown, "{path}");
        assert_eq!(count(&page, ".boards .ink") > 0, lines, "{path}");
        assert_eq!(count(&page, ".boards .band") > 0, path.contains("hex"), "{path}");
        assert!(count(&page, ".boards .coordinate") >= 3 * 14, "{path}");
    }
}

#[test]
fn the_terminal_shows_equal_text_without_control_codes() {
    let summary = summary(Made { games: 60, seats: 2, sites: 9, kinds: 4 });
    let text = summary.text() + &summary.autoplay() + &Changes::between(&summary, &summary).text();
    assert!(text.chars().all(|c| c == '\n' || !c.is_control()));
    assert!(text.contains("60 games by greedy"));
    let closing: Vec<String> = summary.autoplay().lines().map(str::to_string).collect();
    let [first, second] = [0, 1].map(|entrant: usize| summary.entrants[entrant].score.wins);
    assert_eq!(closing[0], "Final results:");
    assert_eq!(closing[1], format!("Player 1 \"greedy\", wins = {first}."));
    assert!(closing[2].starts_with("Player 2 \"") && closing[2].ends_with(&format!("\", wins = {second}.")));
    assert_eq!(closing[3..], [format!("Draws = {}", 60 - first - second), "60 game(s) played".to_string()]);
}

#[test]
fn a_summary_is_json() {
    let summary = summary(Made { games: 30, seats: 2, sites: 9, kinds: 4 });
    let value = serde_json::to_value(&summary).expect("it has only names as keys");
    assert_eq!(value["games"], 30);
    assert_eq!(value["seats"][0]["score"]["wins"], summary.seats[0].score.wins);
    assert_eq!(value["measures"][0]["name"], dagaz_arena::MEASURES[0].name);
}
