//! Translates the declarations of a script to the beginning of rules in edition 3.
//!
//! Board, players, pieces, turn order, set-up and variables are translated; they are those of a new
//! game, for any code that sets them. Words are not translated: their text becomes a comment at the
//! place of the missing rule. The result loads as rules in which the only move is a pass.

mod board;
mod names;
mod page;
mod state;
mod words;

use dagaz_core::{Fuel, Game, State};

use crate::game::AxiomGame;
use crate::program::{Engine, MoveEntry, Program, TurnSpec};
use board::Board;
use names::Names;
use page::Page;
use words::Words;

/// Letters of a title.
const TITLE_MAX: usize = 200;

/// A skeleton of rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Upgrade {
    /// The text of the rules file.
    pub text: String,
    /// What has to be written by hand, a sentence each.
    pub by_hand: Vec<String>,
}

/// A word that makes moves of one type.
struct Rule {
    token: u32,
    class: i32,
    name: String,
}

/// See the [module documentation](self).
struct Draft<'a> {
    game: &'a AxiomGame,
    program: &'a Program,
    start: State,
    names: Names,
    words: Words<'a>,
    page: Page,
    by_hand: Vec<String>,
    /// Names of players; `None` for owners of neutral pieces.
    players: Vec<Option<String>>,
    pieces: Vec<String>,
    rules: Vec<Rule>,
    /// Move types that rules have, with the names of their classes.
    classes: Vec<(i32, String)>,
    /// Whether some list has `Pass`.
    passes: bool,
}

/// Returns the game of a script as a skeleton of rules.
pub fn upgrade(game: &AxiomGame) -> Upgrade {
    let program = &*game.program;
    let mut names = Names::new();
    let board = Board::new(program, &mut names);
    let mut draft = Draft {
        game,
        program,
        start: game.initial(),
        names,
        words: Words::new(program),
        page: Page::default(),
        by_hand: Vec::new(),
        players: Vec::new(),
        pieces: Vec::new(),
        rules: Vec::new(),
        classes: Vec::new(),
        passes: false,
    };
    draft.name_all();
    let variables = draft.variables(&board);
    draft.head();
    draft.write_players(&board);
    draft.page.gap();
    board.write(1, &mut draft.page);
    draft.write_pieces();
    draft.write_moves();
    draft.write_turns();
    draft.write_variables(&variables);
    draft.write_setup(&board, &variables);
    draft.write_events();
    draft.page.close(1);
    Upgrade { text: draft.page.text, by_hand: draft.by_hand }
}

impl Draft<'_> {
    fn name_all(&mut self) {
        let program = self.program;
        let moves = |index: usize| {
            let cell = program.player_cell(index);
            program.turns.iter().any(|turn| turn.player == cell || turn.for_player == cell)
        };
        let any = (0..program.players.len()).any(moves);
        for (index, player) in program.players.iter().enumerate() {
            let named = !player.neutral || !any || moves(index);
            let name = named.then(|| self.names.take(&player.name));
            self.players.push(name);
        }
        self.pieces = program.pieces.iter().map(|piece| self.names.take(&piece.name)).collect();
        let lists = program.pieces.iter().flat_map(|piece| [piece.moves, piece.drops]).flatten();
        for entry in lists.flat_map(|list| &program.lists[list]) {
            if self.is_pass(entry.token) {
                self.passes = true;
            } else if self.rule(entry.token, entry.class).is_none() {
                let name = self.names.take(&program.names[entry.token as usize]);
                self.rules.push(Rule { token: entry.token, class: entry.class, name });
            }
        }
        let mut classes: Vec<i32> = self.rules.iter().map(|rule| rule.class).filter(|class| *class != 0).collect();
        classes.sort_unstable();
        classes.dedup();
        for class in classes {
            let known = usize::try_from(class.wrapping_sub(1)).ok().and_then(|index| program.classes.get(index));
            let name = self.names.take(&known.cloned().unwrap_or_else(|| format!("type-{class}")));
            self.classes.push((class, name));
        }
    }

    /// Returns whether a token is the kit's word that passes.
    fn is_pass(&self, token: u32) -> bool {
        !self.words.has_text(token) && ["Pass", "PassNoPartial"].contains(&self.program.names[token as usize].as_str())
    }

    fn rule(&self, token: u32, class: i32) -> Option<&Rule> {
        self.rules.iter().find(|rule| (rule.token, rule.class) == (token, class))
    }

    fn class(&self, class: i32) -> Option<&str> {
        self.classes.iter().find(|(known, _)| *known == class).map(|(_, name)| name.as_str())
    }

    fn player(&self, cell: i32) -> &str {
        let index = self.program.player_index(cell);
        index.and_then(|index| self.players.get(index)?.as_deref()).unwrap_or("nobody")
    }

    fn head(&mut self) {
        let glossary = self.game.glossary();
        let title = glossary.title.replace('"', "'").split_whitespace().collect::<Vec<_>>().join(" ");
        let title: String = title.chars().filter(|c| !c.is_control()).take(TITLE_MAX).collect();
        self.page.line(0, "(drf 3)");
        self.page.comment(
            0,
            "A skeleton, made of a script in ForthScript: what it declares is said here, what its words do is not.",
        );
        self.page.comment(0, "Until rules are written for the words in the comments, players can only pass.");
        for text in [&glossary.texts.description, &glossary.texts.history, &glossary.texts.strategy] {
            if !text.is_empty() {
                self.page.gap();
                self.page.comment(0, text);
            }
        }
        if !self.names.changed.is_empty() {
            self.page.gap();
            self.page.comment(0, "Names that are others in the script:");
            for (name, wanted) in std::mem::take(&mut self.names.changed) {
                self.page.comment(0, &format!("  {name}: {wanted}"));
            }
        }
        self.page.gap();
        self.page.line(0, &format!("(game \"{}\"", if title.is_empty() { "Game" } else { &title }));
    }

    fn write_players(&mut self, board: &Board<'_>) {
        for (player, name) in self.program.players.iter().zip(&self.players) {
            let Some(name) = name else {
                self.page.comment(1, &format!("The pieces of {} are nobody's.", player.name));
                continue;
            };
            let what = match &player.engine {
                Engine::Random if !player.is_chance => "plays any move of its list".to_string(),
                Engine::Random => {
                    self.by_hand
                        .push(format!("{name} moves by chance: dice are `(dice …)`, and `(roll …)` in `turns`"));
                    "moves by chance".to_string()
                }
                Engine::First => "plays the first move of its list".to_string(),
                Engine::Word(word, _) => format!("is played by the script's own search, {word}"),
                Engine::Search | Engine::None => continue,
            };
            self.page.comment(1, &format!("{name} {what}."));
        }
        let names: Vec<String> = self.players.iter().flatten().cloned().collect();
        self.page.list(1, "players", &names);
        let teams = self.teams();
        if !teams.is_empty() {
            self.page.comment(1, "As `OnFriends?` says at the start:");
            self.page.list(1, "teams", &teams);
        }
        self.page.list(1, "symmetry", &board.symmetries(&self.players));
    }

    /// Players who are friends at the start, if friendship is such that it makes teams.
    fn teams(&self) -> Vec<String> {
        if self.program.events.friends == 0 {
            return Vec::new();
        }
        let players: Vec<usize> = (0..self.players.len()).filter(|index| self.players[*index].is_some()).collect();
        let friends: Vec<Vec<usize>> = self.game.ask(&self.start, |machine| {
            let mut fuel = Fuel::new(self.game.limits().fuel);
            let mut friend = |one: usize, other: usize| {
                let (one, other) = (self.program.player_cell(one), self.program.player_cell(other));
                machine.are_friends(self.program, one, other, &mut fuel).unwrap_or(one == other)
            };
            players.iter().map(|one| players.iter().copied().filter(|other| friend(*one, *other)).collect()).collect()
        });
        let of = |player: &usize| players.iter().position(|known| known == player).map(|place| &friends[place]);
        let is_team = |(player, team): (&usize, &Vec<usize>)| {
            team.contains(player) && team.iter().all(|other| of(other) == Some(team))
        };
        if !players.iter().zip(&friends).all(is_team) {
            return Vec::new();
        }
        let mut teams: Vec<&Vec<usize>> = friends.iter().filter(|team| team.len() > 1).collect();
        teams.sort();
        teams.dedup();
        let name = |team: &&Vec<usize>| {
            let names: Vec<&str> = team.iter().filter_map(|index| self.players[*index].as_deref()).collect();
            format!("({})", names.join(" "))
        };
        teams.iter().map(name).collect()
    }

    fn write_pieces(&mut self) {
        let program = self.program;
        let mut written = vec![false; self.rules.len()];
        for (index, piece) in program.pieces.iter().enumerate() {
            self.page.gap();
            if piece.dummy {
                self.page.comment(1, "Never moved, and never dropped:");
            }
            let lists =
                [piece.moves, piece.drops].map(|list| list.map_or(&[][..], |list| program.lists[list].as_slice()));
            let rules = lists.map(|list| {
                let same = |entry: &MoveEntry| {
                    self.rules.iter().position(|rule| (rule.token, rule.class) == (entry.token, entry.class))
                };
                list.iter().filter_map(same).collect::<Vec<usize>>()
            });
            let names: Vec<String> = rules[0].iter().map(|rule| self.rules[*rule].name.clone()).collect();
            match names.is_empty() {
                true => self.page.line(1, &format!("(piece {})", self.pieces[index])),
                false => {
                    let moves = format!("(moves {})", names.join(" "));
                    self.page.list(1, &format!("piece {}", self.pieces[index]), &[moves]);
                }
            }
            if !rules[1].is_empty() {
                let dropped: Vec<&str> = rules[1].iter().map(|rule| self.rules[*rule].name.as_str()).collect();
                self.page.comment(1, &format!("Dropped by {}, on every site.", dropped.join(", ")));
            }
            for rule in rules.concat() {
                if std::mem::replace(&mut written[rule], true) {
                    continue;
                }
                let token = self.words.meaning(self.rules[rule].token);
                self.page.line(1, &format!("(rule {}", self.rules[rule].name));
                self.words.show(token, 2, &mut self.page);
                self.page.line(2, "none)");
            }
        }
        if !self.rules.is_empty() {
            let names: Vec<&str> = self.rules.iter().map(|rule| rule.name.as_str()).collect();
            let rules = if names.len() == 1 { "rule" } else { "rules" };
            let names = names.join(", ");
            self.by_hand.push(format!("the {rules} {names}, `none` so far, from the words in the comments"));
        }
        let values = self.program.pieces.iter().zip(&self.pieces);
        let values: Vec<String> = values.map(|(piece, name)| format!("({name} {})", piece.value)).collect();
        if self.program.pieces.iter().any(|piece| piece.value != 1) {
            self.page.gap();
            self.page.list(1, "hint value", &values);
        }
    }

    /// What is done without a piece, the types of moves, and which come first.
    fn write_moves(&mut self) {
        let program = self.program;
        self.page.gap();
        if self.passes {
            self.page.comment(1, "The script lists `Pass` as a move.");
        } else {
            self.page.comment(1, "`pass` is here so that there is something to play.");
        }
        let dropped = program.pieces.iter().filter_map(|piece| piece.drops).flat_map(|list| &program.lists[list]);
        let mut moves = vec!["pass".to_string()];
        for entry in dropped {
            let name = self.rule(entry.token, entry.class).map(|rule| rule.name.clone());
            moves.extend(name.filter(|name| !moves.contains(name)));
        }
        self.page.list(1, "moves", &moves);
        let of = |class: i32| self.rules.iter().filter(move |rule| rule.class == class).map(|rule| rule.name.clone());
        let classes: Vec<(String, Vec<String>)> =
            self.classes.iter().map(|(class, name)| (format!("class {name}"), of(*class).collect())).collect();
        classes.iter().for_each(|(head, rules)| self.page.list(1, head, rules));
        let mut ranks: Vec<String> =
            program.priorities.iter().filter_map(|class| self.class(*class)).map(str::to_string).collect();
        if !ranks.is_empty() {
            let last = self
                .rules
                .iter()
                .filter(|rule| !program.priorities.contains(&rule.class))
                .map(|rule| rule.name.clone());
            let last: Vec<String> = last.chain(["pass".to_string()]).collect();
            ranks.push(format!("({})", last.join(" ")));
            self.page.list(1, "first", &ranks);
        }
    }

    fn write_turns(&mut self) {
        let program = self.program;
        self.page.gap();
        for (number, turn) in program.turns.iter().enumerate() {
            if turn.player != turn.for_player {
                let (mover, owner) = (self.player(turn.player).to_string(), self.player(turn.for_player).to_string());
                self.page.comment(1, &format!("In turn {} {mover} moves the pieces of {owner}.", number + 1));
                self.by_hand
                    .push(format!("{mover} moves the pieces of {owner}: `(of {owner})` in the pieces concerned"));
            }
        }
        let slot = |turn: &TurnSpec| {
            let name = self.player(turn.player);
            match self.class(turn.of_type) {
                Some(class) => format!("({name} {class} pass)"),
                None if turn.of_type != 0 => format!("({name} pass)"),
                None => name.to_string(),
            }
        };
        let mut slots: Vec<String> = program.turns.iter().map(slot).collect();
        if program.repeat > 0 {
            let repeated = slots.split_off(program.repeat);
            slots.push(format!("(repeat {})", repeated.join(" ")));
        }
        self.page.list(1, "turns", &slots);
        let forced = program.memory.get((program.switches.pass_turn_forced >> 2) as usize);
        if program.switches.pass_turn_forced != 0 && forced.is_some_and(|cell| *cell != 0) {
            self.page.line(1, "(pass forced)");
        }
    }

    /// The words that the kit calls, and all that is used so far, as comments.
    fn write_events(&mut self) {
        let events = &self.program.events;
        let said = [
            (
                events.is_game_over,
                "How the game ends: `win`, `lose`, `draw` or `score`",
                "how the game ends, from `OnIsGameOver`",
            ),
            (events.new_game, "A new game; what it writes is in `setup` and in the variables above", ""),
            (events.next_turn, "The end of a turn", "what `OnNextTurn` does, with `(on move-end …)` or in `turns`"),
            (events.make_move, "After each move", "what `OnMakeAMove` does, with `(on move-end …)`"),
            (events.friends, "Who is whose friend", ""),
            (events.evaluate, "What a position is worth; bots find that out by themselves", ""),
        ];
        for (token, what, hand) in said {
            if token == 0 || !self.words.has_text(token) {
                continue;
            }
            self.page.gap();
            self.page.comment(1, &format!("{what}."));
            self.words.show(token, 1, &mut self.page);
            if !hand.is_empty() {
                self.by_hand.push(hand.to_string());
            }
        }
        self.words.show_used(1, &mut self.page);
    }
}
