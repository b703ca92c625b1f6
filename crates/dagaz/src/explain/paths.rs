//! A game of edition 3 explained: clause by clause what was written, how it was read, and what is
//! so by default.

use std::collections::{BTreeSet, HashMap};

use dagaz_core::{DirectionId, Game, PlayerId, PlayerKind, SiteId};
use dagaz_drf::{DrfFile, SourceClauses};
use dagaz_engine::PathGame;
use dagaz_record::{usual_position, whole_position};
use dagaz_rules::PassRule;
use dagaz_rules::path::{
    AskedFirst, Call, Home, Path, PathEnding, PathEndingKind, PathRules, Set, VariableKind, Words,
};
use dagaz_syntax::source::SourceMap;

use super::{Explanation, Section};
use crate::paths::{PathText, parameter_words};
use crate::text_place::{place, span_of_text};

/// What the sections are made of.
pub(super) struct Explainer<'a> {
    file: &'a DrfFile,
    pub(super) rules: &'a PathRules,
    pub(super) words: Words<'a>,
    said: Vec<SourceClauses>,
    /// The clauses of each phase, with its name.
    pub(super) of_phases: Vec<(String, SourceClauses)>,
}

/// Returns all sections.
pub(super) fn sections(text: &PathText, game: &PathGame) -> Vec<Section> {
    let rules = game.rules();
    let explainer = Explainer {
        file: &text.file,
        rules,
        words: Words::new(rules),
        said: text.file.clauses(text.index),
        of_phases: text.file.phase_clauses(text.index),
    };
    // A FEN says nothing of numbers, nor of hands as they are at the start.
    let (initial, usual) = (game.initial(), usual_position(game, &game.initial()));
    let position = game.position(&initial);
    let is_all = position.variables.is_empty() && position.supplies.is_empty();
    let start = if is_all { usual } else { whole_position(game, &initial) };
    vec![
        Section { heading: "How to read this", items: legend() },
        Section { heading: "Left open by the file", items: explainer.parameters() },
        Section { heading: "Players and turns", items: explainer.players() },
        Section { heading: "Board", items: explainer.board() },
        Section {
            heading: "Start",
            items: vec![explainer.said_of("setup", "pieces and numbers", "the board is empty").line(start)],
        },
        Section { heading: "Pieces", items: explainer.pieces() },
        Section { heading: "What players do without a piece", items: explainer.moves() },
        Section { heading: "Rules", items: explainer.rules_in_words() },
        Section {
            heading: "Names for parts of rules",
            items: explainer.named("define", "written out wherever it is used"),
        },
        Section { heading: "Variables and tables", items: explainer.variables() },
        Section { heading: "What happens beside a move", items: explainer.hooks() },
        Section { heading: "Which moves remain", items: explainer.obligations() },
        Section { heading: "How the game ends", items: explainer.endings() },
        Section { heading: "For bots and for whoever plays many games", items: explainer.hints() },
    ]
}

fn legend() -> Vec<Explanation> {
    vec![
        Explanation::new("a rule is walked line by line; every way of walking it to its end is a move")
            .line("`here is …`: a set on a path, read as a check of the site under the cursor")
            .line("`some site is …`, `no site is …`: a set in a condition, read as a question about the whole board")
            .line("`every site that is …`: a set as an argument, read as the sites themselves")
            .line("a list on a path is walked in order, line below line; a list as an argument of a rule is each of them in turn"),
        Explanation::new("when a path ends, the moving piece lands there and captures what it finds").unsaid(true),
    ]
}

impl Explainer<'_> {
    fn sources(&self) -> &SourceMap {
        self.file.sources()
    }

    pub(super) fn clauses<'s>(&'s self, head: &'s str) -> impl Iterator<Item = &'s SourceClauses> + 's {
        self.said.iter().filter(move |said| said.head == head)
    }

    fn has(&self, head: &str) -> bool {
        self.clauses(head).next().is_some()
    }

    /// Returns an item about a clause as it was written.
    pub(super) fn written(&self, title: impl Into<String>, said: &SourceClauses) -> Explanation {
        Explanation {
            written: Some(said.text.clone()),
            at: Some(place(self.sources(), said.span)),
            ..Explanation::new(title)
        }
    }

    /// Returns an item about the clause at a place.
    pub(super) fn written_at(&self, title: String, at: dagaz_rules::Span) -> Explanation {
        let mut all = self.said.iter().chain(self.of_phases.iter().map(|(_, said)| said));
        match all.find(|said| said.span == span_of_text(at)) {
            Some(said) => self.written(title, said),
            None => Explanation { at: Some(place(self.sources(), span_of_text(at))), ..Explanation::new(title) },
        }
    }

    /// Returns an item about the last clause of a kind, or about what is so without any.
    fn said_of(&self, head: &str, title: &str, otherwise: &str) -> Explanation {
        match self.clauses(head).last() {
            Some(said) => self.written(title, said),
            None => Explanation::new(format!("{title}: {otherwise}")).unsaid(true),
        }
    }

    /// Clauses of a kind that need no more words than their own.
    fn named(&self, head: &str, how: &str) -> Vec<Explanation> {
        let title = |said: &SourceClauses| said.name.clone().unwrap_or_else(|| head.to_string());
        self.clauses(head).map(|said| self.written(title(said), said).line(how)).collect()
    }

    fn parameters(&self) -> Vec<Explanation> {
        self.rules.parameters.iter().map(|parameter| Explanation::new(parameter_words(parameter))).collect()
    }

    pub(super) fn player(&self, player: PlayerId) -> &str {
        self.rules.players.get(player.index()).map_or("", |player| &player.name)
    }

    fn players(&self) -> Vec<Explanation> {
        let rules = self.rules;
        let names: Vec<&str> = rules.players.iter().map(|player| player.name.as_str()).collect();
        let mut items = vec![Explanation::new(format!("players: {}", names.join(", "))).unsaid(!self.has("players"))];
        for (index, player) in rules.players.iter().enumerate() {
            if player.kind != PlayerKind::Chooser {
                items.push(Explanation::new(format!("{} does not choose its moves", player.name)));
            }
            let seen = self.seen_otherwise(PlayerId::at(index));
            if !seen.is_empty() {
                let title = format!("{} sees the board turned: {seen}", player.name);
                items.push(Explanation::new(title).unsaid(!self.has("symmetry")));
            }
        }
        let teams: BTreeSet<u8> = rules.teams.iter().copied().collect();
        items.push(match teams.len() == rules.players.len() {
            true => Explanation::new("everybody is alone: `friend` is `mine`, and all others are enemies")
                .unsaid(!self.has("teams")),
            false => self.said_of("teams", "teams", ""),
        });
        let slots = rules.slots.iter().enumerate().map(|(index, slot)| {
            let what = match (&slot.roll, slot.names.as_slice()) {
                (Some(roll), _) if roll.clock.is_some() => {
                    format!("time passes for {}: up to {} ticks", self.player(slot.mover), roll.results.len() - 1)
                }
                (Some(roll), _) => {
                    let mut names: Vec<&str> =
                        roll.vars.iter().map(|var| rules.variables[var.index()].name.as_str()).collect();
                    names.dedup();
                    format!("{} is rolled, one of {} equally likely falls", names.join(", "), roll.results.len())
                }
                (None, []) => format!("{} moves", self.player(slot.mover)),
                (None, names) => format!("{} moves, by {} only", self.player(slot.mover), self.words.names(names)),
            };
            let what = match slot.chooser {
                chooser if chooser == slot.mover => what,
                chooser if rules.players[chooser.index()].kind == PlayerKind::Random => {
                    format!("{what}, as it is drawn by lot")
                }
                chooser => format!("{what}, as {} chooses", self.player(chooser)),
            };
            let again = if slot.again.index() == index {
                String::new()
            } else {
                format!("; an extra turn goes to {}", slot.again.0 + 1)
            };
            (0, format!("{}. {what}; then {}{again}", index + 1, slot.next.0 + 1))
        });
        items
            .push(self.said_of("turns", "turn order", "one after the other, in the order of the players").lines(slots));
        items.extend(self.phases());
        items.push(self.said_of(
            "pass",
            match rules.pass {
                PassRule::Never => "nobody may pass",
                PassRule::Forced => "a player without a move passes",
                PassRule::Free => "anybody may pass",
            },
            "unless a rule is a pass",
        ));
        items
    }

    /// Returns the directions that mean something else for a player.
    fn seen_otherwise(&self, player: PlayerId) -> String {
        let board = &self.rules.topology;
        let other = (0..board.directions().len()).map(DirectionId::at).filter_map(|said| {
            let meant = board.seen_by(player, said);
            let name = |direction: DirectionId| &board.directions()[direction.index()];
            (meant != said).then(|| format!("{} is {}", name(said), name(meant)))
        });
        other.collect::<Vec<_>>().join(", ")
    }

    /// Returns whether a `write` is about squares, and not about a rule, which has a text in
    /// quotes.
    fn is_of_squares(&self, said: &SourceClauses) -> bool {
        said.name.as_deref() == Some("squares") && !said.text.contains('"')
    }

    fn board(&self) -> Vec<Explanation> {
        let board = &self.rules.topology;
        let sites: Vec<&str> = board.sites().iter().map(|site| site.name.as_str()).collect();
        let links = |direction: usize| {
            let count = board.links(DirectionId::at(direction)).iter().filter(|to| **to != SiteId::NONE).count();
            format!("{} ({count})", board.directions()[direction])
        };
        let directions: Vec<String> = (0..board.directions().len()).map(links).collect();
        let mut items = vec![
            self.said_of("board", "board", "")
                .line(format!("{} sites: {}", sites.len(), sites.join(" ")))
                .line(format!("directions, with the number of their links: {}", directions.join(", "))),
        ];
        if let Some(said) = self.clauses("write").filter(|said| self.is_of_squares(said)).last() {
            let title = "sites are called by numbers wherever they are shown, and by other names in the rules";
            items.push(self.written(title, said).line("row by row, the far one first, each from left to right"));
        }
        for zone in board.zones() {
            let names = |sites: &dagaz_core::SiteSet| {
                sites.iter().map(|site| board.site(site).name.as_str()).collect::<Vec<_>>().join(" ")
            };
            let mut item = Explanation::new(format!("zone {}", zone.name));
            if !zone.common.is_empty() || zone.own.is_empty() {
                item = item.line(format!("for everybody: {}", names(&zone.common)));
            }
            let own =
                zone.own.iter().map(|(player, sites)| (0, format!("for {}: {}", self.player(*player), names(sites))));
            items.push(item.lines(own));
        }
        items.extend(self.rules.lines.iter().map(|lines| {
            let longest = lines.runs.iter().map(Vec::len).max().unwrap_or(0);
            Explanation::new(format!("lines {}: {} of them, of at most {longest} sites", lines.name, lines.runs.len()))
        }));
        items
    }

    /// Uses of rules, those of one name together.
    fn calls(&self, calls: &[Call]) -> Vec<(usize, String)> {
        let mut lines: Vec<(String, Vec<String>)> = Vec::new();
        for call in calls {
            let Some(rule) = self.rules.glossary.rules.get(call.rule.index()) else { continue };
            let arguments = rule.arguments.join(" ");
            match lines.iter_mut().find(|(name, _)| *name == rule.name) {
                Some((_, each)) => each.push(arguments),
                None => lines.push((rule.name.clone(), vec![arguments])),
            }
        }
        let line = |(name, each): (String, Vec<String>)| match each.as_slice() {
            [one] if one.is_empty() => (0, format!("moves by {name}")),
            each => (0, format!("moves by {name}, with each of: {}", each.join(", "))),
        };
        lines.into_iter().map(line).collect()
    }

    fn pieces(&self) -> Vec<Explanation> {
        let rules = self.rules;
        let mut items = Vec::new();
        // By name, since a game may have thousands of them; of two clauses of one name the first.
        let mut clauses: HashMap<&str, &SourceClauses> = HashMap::new();
        for said in self.clauses("piece") {
            if let Some(name) = said.name.as_deref() {
                clauses.entry(name).or_insert(said);
            }
        }
        for (index, piece) in rules.pieces.iter().enumerate() {
            let Some(said) = clauses.get(piece.name.as_str()).copied() else { continue };
            let letter = rules.glossary.pieces.get(index).and_then(|piece| piece.letter.clone());
            let title = letter.map_or(piece.name.clone(), |letter| format!("{}, written {letter}", piece.name));
            let mut item = self.written(title, said);
            item = match &piece.of {
                Set::Mine => item.line("moved by whoever owns it (by default)"),
                of => item.line(format!("moved by a player for whom it is {}", self.words.set(of))),
            };
            if let Some(forms) = piece.shape.first() {
                let sizes =
                    forms.iter().flat_map(|form| rules.forms[usize::from(*form)].cells.iter().map(|cells| cells.len()));
                let (sites, ways) = (sizes.max().unwrap_or(0), forms.len());
                let ways = if ways == 1 { "one way".to_string() } else { format!("{ways} ways") };
                item = item.line(format!("one piece of {sites} sites, which can lie in {ways}"));
            }
            if piece.moves.is_empty() {
                item = item.line("has no moves of its own");
            }
            item = item.lines(self.calls(&piece.moves));
            for (when, paths) in moments(
                &piece.on_move_start,
                &piece.on_step_start,
                &piece.on_step_end,
                &piece.on_move_end,
                &piece.on_capture,
            ) {
                for path in paths {
                    item = item
                        .line(when)
                        .lines(self.words.outline(path).into_iter().map(|(indent, line)| (indent + 1, line)));
                }
            }
            items.push(item);
        }
        items
    }

    fn moves(&self) -> Vec<Explanation> {
        let mut items: Vec<Explanation> = match self.clauses("moves").last() {
            Some(said) => vec![self.written("moves", said).lines(self.calls(&self.rules.moves))],
            None => vec![],
        };
        for (phase, slot) in self.turns_of_phases().filter(|(_, slot)| !slot.moves.is_empty()) {
            let title = format!("moves in the phase {}, beside those of every turn", phase.name);
            items.push(self.written_in(phase, "moves", 0, title).lines(self.calls(&slot.moves)));
        }
        if items.is_empty() {
            items.push(Explanation::new("nothing").unsaid(true));
        }
        items
    }

    /// Each rule once, with the arguments that it is used with; of those that differ only in
    /// arguments the first is walked.
    fn rules_in_words(&self) -> Vec<Explanation> {
        let mut items = Vec::new();
        for said in self.clauses("rule") {
            let of = |rule: &&dagaz_rules::path::PathRule| span_of_text(rule.span) == said.span;
            let uses: Vec<usize> = (0..self.rules.rules.len()).filter(|index| of(&&self.rules.rules[*index])).collect();
            let name = said.name.clone().unwrap_or_default();
            let Some(&first) = uses.first() else {
                // Rules that every game has are omitted if the game does not use them.
                if !said.of_library {
                    items.push(
                        self.written(name, said)
                            .line("no piece and no player has it as a move; it may be walked as a part of others"),
                    );
                }
                continue;
            };
            let arguments = |index: usize| self.rules.glossary.rules[index].arguments.join(" ");
            let mut item = self.written(name, said);
            if uses.len() > 1 || !arguments(first).is_empty() {
                let each: Vec<String> = uses.iter().map(|index| arguments(*index)).collect();
                item = item.line(format!("used with {}; for {} it is walked so:", each.join(", "), arguments(first)));
            }
            item = item.lines(self.written_so(&uses));
            let rule = &self.rules.rules[first];
            let indent = usize::from(!arguments(first).is_empty());
            item = match rule.may_be_idle {
                true => item.line("changes nothing: a pass"),
                false => {
                    item.lines(self.words.outline(&rule.path).into_iter().map(|(depth, line)| (depth + indent, line)))
                }
            };
            items.push(item);
        }
        items
    }

    /// What records write for moves by instances of a rule, where the rules say it.
    fn written_so(&self, uses: &[usize]) -> Vec<(usize, String)> {
        let texts = &self.rules.glossary.rules;
        let mut lines: Vec<(String, Vec<String>)> = Vec::new();
        for rule in uses.iter().filter_map(|index| texts.get(*index)) {
            let (Some(written), arguments) = (&rule.written, rule.arguments.join(" ")) else { continue };
            match lines.iter_mut().find(|(known, _)| known == written) {
                Some((_, each)) => each.push(arguments),
                None => lines.push((written.clone(), vec![arguments])),
            }
        }
        let line = |(text, each): (String, Vec<String>)| {
            let with = if each.len() == uses.len() { String::new() } else { format!("with {} ", each.join(", ")) };
            (0, format!("{with}written {text} in records, unless another legal move could be meant"))
        };
        lines.into_iter().map(line).collect()
    }

    fn variables(&self) -> Vec<Explanation> {
        let home = |variable: &dagaz_rules::path::Variable| match variable.home {
            Home::Game => "of the game".to_string(),
            Home::Player => "one for each player".to_string(),
            Home::Piece => {
                "one for each piece; by itself it is the set of the pieces for which it is not 0".to_string()
            }
            Home::Site => "one for each site; by itself it is the set of the sites for which it is not 0".to_string(),
            Home::Numbers { from, count } => {
                let to = from + i32::from(count) - 1;
                let together = if variable.kind == VariableKind::Set { "the sites of all" } else { "their sum" };
                format!("one for each number from {from} to {to}; by itself it is {together}")
            }
            Home::Move => "lasts for a move".to_string(),
            Home::Step => "lasts for a step".to_string(),
        };
        let variable = |variable: &dagaz_rules::path::Variable| {
            let start = match variable.kind {
                VariableKind::Number if !variable.values.is_empty() => {
                    format!("one of {}, at first the first of them", variable.values.join(", "))
                }
                VariableKind::Number => format!("a number, at first {}", variable.start),
                VariableKind::Set => "a set of sites, at first empty".to_string(),
            };
            let compared = if variable.uncompared { ", not looked at when situations are compared" } else { "" };
            let hidden = if variable.hidden { ", not shown on the board" } else { "" };
            Explanation::new(format!("{}: {start}, {}{compared}{hidden}", variable.name, home(variable)))
        };
        let mut items: Vec<Explanation> = self.rules.variables.iter().map(variable).collect();
        items.extend(self.clauses("table").map(|said| self.written(said.name.clone().unwrap_or_default(), said)));
        items
    }

    fn hooks(&self) -> Vec<Explanation> {
        let rules = self.rules;
        let all = moments(
            &rules.on_move_start,
            &rules.on_step_start,
            &rules.on_step_end,
            &rules.on_move_end,
            &rules.on_capture,
        );
        let outlines = all.into_iter().flat_map(|(when, paths)| paths.iter().map(move |path| (when, path)));
        outlines.map(|(when, path)| Explanation::new(when).lines(self.words.outline(path))).collect()
    }

    fn endings(&self) -> Vec<Explanation> {
        let mut items = vec![
            Explanation::new(
                "asked after every turn in this order, of the player who has just moved first, then of the others",
            )
            .unsaid(true),
        ];
        for (index, ending) in self.rules.endings.iter().enumerate() {
            let item = self.written_at(format!("{}. {}", index + 1, ending.name), ending.span);
            let what = match &ending.kind {
                PathEndingKind::Win => "wins, for whom".to_string(),
                PathEndingKind::Loss => "loses, for whom".to_string(),
                PathEndingKind::Draw => "a draw, if for one of the players".to_string(),
                PathEndingKind::Score { by, parts } => {
                    let parts = if *parts > 1 { format!(" (counted in parts of 1/{parts})") } else { String::new() };
                    format!("ends the game for the greatest {}{parts}, if", self.words.number(by))
                }
            };
            let item = item.line(format!("{what}: {}", self.words.truth(&ending.when)));
            items.push(match self.rules.endings.get(index + 1) {
                Some(next) => item.line(format!("asked before {}: {}", next.name, why_first(ending, next))),
                None => item,
            });
        }
        items.push(
            Explanation::new("a player without a move, of whom nothing above says what that means: a draw")
                .unsaid(true),
        );
        items.push(
            Explanation::new(
                "nothing else ends a game: no repetition and no number of moves does unless it stands above",
            )
            .unsaid(true),
        );
        items
    }

    fn hints(&self) -> Vec<Explanation> {
        let values = self.rules.hints.values.iter().map(|(kind, value)| {
            format!("{} {}.{:02}", self.rules.pieces[kind.index()].name, value / 100, value % 100)
        });
        let values: Vec<String> = values.collect();
        let mut items = vec![match values.is_empty() {
            true => Explanation::new("no values of pieces: bots find their own").unsaid(true),
            false => Explanation::new(format!("values of pieces: {}", values.join(", "))),
        }];
        if let Some(worth) = &self.rules.hints.worth {
            items.push(Explanation::new("what a position is worth to a player").line(self.words.number(worth)));
        }
        if let Some(search) = self.rules.hints.search {
            items.push(Explanation::new(format!("the search that suits the game: {search:?}").to_lowercase()));
        }
        items.extend(self.rules.statistics.iter().map(|statistic| {
            Explanation::new(format!("statistic {}", statistic.name)).line(self.words.number(&statistic.of))
        }));
        items
    }
}

/// Why an ending is asked before the next.
fn why_first(ending: &PathEnding, next: &PathEnding) -> &'static str {
    match ending.asked_before(next) {
        AskedFirst::Rank => "it has the greater rank",
        AskedFirst::OnBoard => "a result that the board shows comes before a draw by having no move",
        AskedFirst::Variant => "the variant adds it",
        AskedFirst::Text => "it is written first",
    }
}

/// Returns the moments of a move, those at which something happens.
fn moments<'p>(
    move_start: &'p [Path],
    step_start: &'p [Path],
    step_end: &'p [Path],
    move_end: &'p [Path],
    capture: &'p [Path],
) -> Vec<(&'static str, &'p [Path])> {
    let all = [
        ("before a move", move_start),
        ("before each step", step_start),
        ("after each step", step_end),
        ("after a move", move_end),
        ("where a piece is captured", capture),
    ];
    all.into_iter().filter(|(_, paths)| !paths.is_empty()).collect()
}
