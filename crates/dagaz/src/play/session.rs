//! A game in progress: whose turn it is, what has been played, and what a typed line does.

use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use dagaz_bots::{
    Bot, BotError, Budget, Context, Description, Kind, Maker, Question, Thought, verdicts_of_resignation,
};
use dagaz_core::{
    Game, LimitHit, MoveList, MoveRef, Outcome, PlayerId, SiteId, State, Verdict, below, find_like, view_key,
};
use dagaz_record::{GameTree, NodeId, Wording, fallen, usual_position};
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::SeedableRng;

use super::Input;
use super::history::History;
use super::saving::{NoPlace, SaveTarget};
use super::seats::Seat;
use super::timing::{InTime, Timing};
use super::turn::{Turn, Typed};
use crate::board::Board;
use crate::failure::Failure;
use crate::load::Loaded;
use crate::output::{FAINT, HEADING, HINT, Output, Progress, WARNING, clean, counted, grouped, styled};
use crate::start::{STEPWISE, legal};

/// Moves that are listed unasked, and lines of a page on a terminal.
const LISTED: usize = 40;
/// Characters across for lists of moves.
const SCREEN: usize = 96;

/// How much a hint may cost.
const HINT_BUDGET: Budget =
    Budget { time: Some(Duration::from_secs(2)), nodes: Some(200_000), depth: None, playouts: None };

/// Commands behind which nothing may stand. With something behind them they could still be a move.
const ALONE: &[&str] = &["quit", "exit", "q", "help", "?", "board", "position", "hint"];

const HELP: &str = "  e2e4, e2-e4, Pawn e2 - e4   play a move; any text that fits one legal move will do
  12                          play the move of that number in the list
  moves [TEXT]                list the legal moves, or those that contain TEXT
  undo [N], redo [N]          take your last move back, or your last N, or play them again
  hint                        name a good move, with what it is worth to you
  board                       draw the board again, and who is who
  position                    write the position for `--position`; while facts are hidden, your view of it
  save FILE                   write the game to a file (save! replaces a file): FILE.json, .txt or .sgf with
                              all that was tried, .zsg, or .pgn, .pdn, .usi, .ucci where they fit
  quit                        leave
A move of several steps may be typed step by step; `undo` takes a step back.
Moves may also be typed as records have them: e2 - e4 double-push, Nf3, 32-28, 7g7f, C2=5, where the game has that.
What is taken back is saved as well, as long as nothing else was played instead, and then as a variation; .zsg, .usi
and .ucci, which hold one line, end where the game stands. A result from a record is saved if nothing was played after it.
";

/// What happens next.
pub(crate) enum NextInput {
    /// A person is asked; the text is the prompt.
    Ask(String),
    /// No further input.
    Over,
}

/// What became of a line.
pub(crate) enum CommandResult {
    /// It was done.
    Done,
    /// It was not understood, or could not be done.
    Refused,
    /// The person has left.
    Quit,
}

/// See the [module documentation](self).
pub(crate) struct Session<'a> {
    pub(super) game: &'a dyn Game,
    board: Board<'a>,
    pub(super) history: History<'a>,
    /// The time of the turn, if the rules have a clock.
    pub(super) timing: Option<Timing>,
    seats: Vec<Seat>,
    chance: Xoshiro256PlusPlus,
    /// The bots of those seats that have one, with what they remember of this game.
    bots: Vec<Option<(Box<dyn Bot>, Context)>>,
    maker: Maker,
    seed: u64,
    /// The present turn, once its moves are known; none after each change.
    turn: Option<Turn>,
    /// Whether the end has been announced.
    announced: bool,
    /// The outcome, if a player has resigned.
    resigned: Option<Outcome>,
}

impl<'a> Session<'a> {
    /// Returns a game that continues from a node of a tree.
    pub(crate) fn new(
        loaded: &'a Loaded,
        tree: GameTree,
        node: NodeId,
        seats: Vec<Seat>,
        seed: u64,
    ) -> Result<Session<'a>, Failure> {
        let (game, maker): (&dyn Game, _) = (&*loaded.game, loaded.maker());
        let mut bots = Vec::new();
        for seat in &seats {
            bots.push(match seat {
                Seat::Bot(player) => Some((maker.player(game, player)?, Context::new())),
                Seat::Human | Seat::Random => None,
            });
        }
        Ok(Session {
            game,
            board: Board::new(game, tree.start()),
            history: History::new(game, tree, node),
            seats,
            chance: Xoshiro256PlusPlus::seed_from_u64(seed),
            bots,
            maker,
            seed,
            turn: None,
            announced: false,
            resigned: None,
            timing: None,
        })
    }

    fn state(&self) -> &State {
        self.history.state()
    }

    /// Who is who.
    pub(crate) fn legend(&self) -> String {
        self.board.legend()
    }

    fn name(&self, player: PlayerId) -> String {
        clean(self.game.glossary().player(player))
    }

    fn is_human(&self, player: PlayerId) -> bool {
        self.seats.get(player.index()) == Some(&Seat::Human)
    }

    fn mover(&self) -> PlayerId {
        self.history.mover()
    }

    /// Plays for those who move by lot, until a person is to move or the game is over.
    pub(crate) fn advance(&mut self, out: &mut Output) -> Result<NextInput, Failure> {
        loop {
            if self.turn.is_some() {
                return Ok(NextInput::Ask(self.prompt()));
            }
            let list = legal(self.game, self.state())?;
            if list.is_empty() || self.resigned.is_some() {
                return self.finish(out);
            }
            let mover = self.mover();
            let by_chance = self.history.by_chance();
            if self.is_human(mover) && !by_chance {
                self.measure_turn();
                let turn = Turn::new(self.game, self.state(), list);
                self.turn = Some(turn);
                self.show_turn(out)?;
                continue;
            }
            let most = self.game.limits().plies;
            if self.history.plies() >= most {
                out.line(format!("Stopped after {most} plies without an end."))?;
                return Ok(NextInput::Over);
            }
            if self.bots.get(mover.index()).is_some_and(Option::is_some) && !by_chance {
                self.play_bot(mover, out)?;
                continue;
            }
            let is_random = self.seats.get(mover.index()) == Some(&Seat::Random);
            if by_chance && !is_random && self.game.clock_tick(self.state()).is_some() {
                // The turn begins; its time is known when the player has moved.
                self.play(list.get(0));
                continue;
            }
            let index = below(&mut self.chance, list.len());
            let how = if by_chance { "by chance" } else { "at random" };
            if self.game.hides() {
                self.play(list.get(index));
                self.tell_unseen(mover, how, out)?;
                continue;
            }
            // A throw moves no piece: its message is the dice.
            let fallen = if self.game.throws(self.state()) { fallen(self.game, list.get(index)) } else { Vec::new() };
            let said = match fallen.is_empty() {
                true => Wording::of(self.game, self.state(), list.get(index)).short(),
                false => fallen.join(" "),
            };
            out.line(format!("{} ({how}): {}", self.name(mover), clean(&said)))?;
            self.play(list.get(index));
        }
    }

    /// Lets the bot of a seat think and move.
    fn play_bot(&mut self, mover: PlayerId, out: &mut Output) -> Result<(), Failure> {
        let Some((bot, mut context)) = self.bots[mover.index()].take() else { return Ok(()) };
        let name = self.name(mover);
        let progress = Progress::new();
        self.measure_turn();
        let thought = self.think(&*bot, &mut context, mover, &mut |thought| {
            progress.show(&format!("{name} thinks: depth {}, {} nodes", thought.depth, grouped(thought.nodes)));
        });
        progress.clear();
        let by = bot.name();
        self.bots[mover.index()] = Some((bot, context));
        let thought = match thought {
            Err(BotError::Resigned) => {
                let verdicts = verdicts_of_resignation(self.game, mover);
                let outcome = Outcome { ending: format!("{name} resigned"), verdicts, scores: None };
                self.history.ends_as(outcome.clone());
                self.resigned = Some(outcome);
                return Ok(());
            }
            // The message names the seat.
            Err(BotError::Program(what)) => {
                return Err(Failure::Errors(format!("the program that plays {name}: {what}")));
            }
            Err(BotError::NoMove) if self.game.hides() => return self.play_blindly(mover, &by, out),
            thought => thought?,
        };
        let mut list = MoveList::new();
        list.push_parts(thought.chosen.as_ref().steps());
        if self.game.hides() {
            // The bot has chosen in a position that it thinks possible.
            let legal = legal(self.game, self.state())?;
            let Some(index) = find_like(&legal, list.get(0)) else { return self.play_blindly(mover, &by, out) };
            self.play(legal.get(index));
            return self.tell_unseen(mover, &by, out);
        }
        let all = legal(self.game, self.state())?;
        let place = (0..all.len()).find(|place| all.get(*place).same_as(list.get(0))).unwrap_or(0);
        match self.pass_time(&all, place)? {
            InTime::Same => {}
            InTime::Later(later, place) => {
                list.clear();
                list.push_parts(later.get(place).steps());
            }
            InTime::TooLate => {
                out.line(format!("{name} ({by}): too late for the move that was chosen."))?;
                self.changed();
                return Ok(());
            }
        }
        let wording = Wording::of(self.game, self.state(), list.get(0));
        let worth = thought.score.map_or(String::new(), |score| format!("  [{score}]"));
        out.line(format!("{name} ({by}): {}{}", clean(&wording.short()), styled(FAINT, worth)))?;
        self.play(list.get(0));
        Ok(())
    }

    /// Plays a random move of a bot that has found no position which fits all that it has seen.
    fn play_blindly(&mut self, mover: PlayerId, by: &str, out: &mut Output) -> Result<(), Failure> {
        let legal = legal(self.game, self.state())?;
        if legal.is_empty() {
            return Err(BotError::NoMove.into());
        }
        let index = below(&mut self.chance, legal.len());
        self.play(legal.get(index));
        self.tell_unseen(mover, by, out)
    }

    /// Prints that a player has moved, if a person at the terminal may know it.
    fn tell_unseen(&mut self, mover: PlayerId, by: &str, out: &mut Output) -> Result<(), Failure> {
        if self.history.is_noticed_by(&self.people()) {
            out.line(format!("{} ({by}) has moved.", self.name(mover)))?;
        }
        Ok(())
    }

    /// Returns the people at the terminal.
    fn people(&self) -> Vec<PlayerId> {
        (0..self.seats.len()).map(PlayerId::at).filter(|player| self.is_human(*player)).collect()
    }

    /// Through whose eyes the board is shown where something is hidden: the only person's, else
    /// those of who is to move.
    fn eyes(&self) -> Option<PlayerId> {
        let people = self.people();
        let mover = Some(self.mover()).filter(|mover| people.contains(mover));
        if self.game.hides() { mover.or(people.first().copied()) } else { None }
    }

    fn think(
        &self,
        bot: &dyn Bot,
        context: &mut Context,
        player: PlayerId,
        progress: &mut dyn FnMut(&Thought),
    ) -> Result<Thought, BotError> {
        let view = self.history.known_by(player)?;
        let (stop, clock) = (AtomicBool::new(false), Instant::now());
        let mut question = Question {
            game: self.game,
            view: &view,
            budget: None,
            // Each move has a seed of its own, the same whenever the game is played again.
            seed: self.seed.wrapping_add(self.history.plies() as u64),
            lines: 1,
            threads: 1,
            stop: &stop,
            clock: &clock,
            progress,
        };
        bot.choose(&mut question, context)
    }

    fn prompt(&self) -> String {
        match &self.turn {
            Some(turn) if turn.steps() > 0 => format!("{} goes on> ", self.name(self.mover())),
            Some(turn) if !turn.open().is_empty() => format!("{}> ", self.name(self.mover())),
            _ => "game over> ".to_string(),
        }
    }

    /// The board, and the moves if they are few.
    fn show_turn(&mut self, out: &mut Output) -> Result<(), Failure> {
        self.draw(out)?;
        let Some(turn) = &self.turn else { return Ok(()) };
        let texts = turn.texts();
        let name = self.name(self.mover());
        if turn.steps() > 0 {
            let done = clean(&turn.begun());
            out.line(format!("{name} to go on after {done}: {}; `undo` goes back.", counted(texts.len(), "way")))?;
        } else {
            let is = if self.game.in_mid_turn(self.state()) { "goes on" } else { "to move" };
            let what = if turn.list.is_stepwise() { "next step" } else { "legal move" };
            out.line(format!("{} {is}, {}.", styled(HEADING, name), counted(texts.len(), what)))?;
            if turn.list.is_stepwise() {
                out.line(STEPWISE)?;
            }
        }
        if texts.len() <= LISTED {
            self.list_moves(&texts, "", None, out)
        } else {
            out.line(format!("Type {} to list them.", styled(HINT, "moves")))?;
            Ok(())
        }
    }

    fn draw(&mut self, out: &mut Output) -> Result<(), Failure> {
        let (state, mut touched) = match &self.turn {
            Some(turn) => turn.board(self.game, self.state()),
            None => (self.state().clone(), Vec::new()),
        };
        let state = match self.eyes() {
            Some(player) => self.game.view(&state, player).seen,
            None => state,
        };
        if touched.is_empty()
            && !self.game.hides()
            && let Some(played) = self.history.last()
        {
            let sites = played.wording.steps.iter().flat_map(|step| [step.from, step.to]);
            touched = sites.flatten().collect::<Vec<SiteId>>();
        }
        out.line("")?;
        out.text(&self.board.draw(&state, &touched))?;
        Ok(())
    }

    /// Lists texts by number in columns; those that contain `filter`. A person sees a page at a
    /// time.
    fn list_moves(
        &self,
        texts: &[String],
        filter: &str,
        input: Option<&mut Input>,
        out: &mut Output,
    ) -> Result<(), Failure> {
        let filter = filter.to_lowercase();
        let cells: Vec<String> = texts
            .iter()
            .enumerate()
            .filter(|(_, text)| text.to_lowercase().contains(&filter))
            .map(|(index, text)| format!("{:>4}. {}", index + 1, clean(text)))
            .collect();
        if cells.is_empty() {
            out.line(format!("No legal move contains `{}`.", clean(&filter)))?;
        }
        let width = cells.iter().map(|cell| cell.chars().count()).max().unwrap_or(1) + 2;
        let columns = (SCREEN / width).clamp(1, 6);
        let mut pager = input.filter(|input| input.terminal);
        for (row, cells) in cells.chunks(columns).enumerate() {
            if row > 0
                && row.is_multiple_of(LISTED)
                && let Some(input) = pager.as_mut()
            {
                out.text(&styled(FAINT, "Enter for more, q for enough> "))?;
                out.flush()?;
                if input.line()?.is_none_or(|line| line.to_lowercase().starts_with('q')) {
                    break;
                }
            }
            let line: String = cells.iter().map(|cell| format!("{cell:width$}")).collect();
            out.line(line.trim_end())?;
        }
        Ok(())
    }

    fn play(&mut self, chosen: MoveRef<'_>) {
        self.history.play(chosen);
        self.changed();
    }

    fn changed(&mut self) {
        self.turn = None;
        self.announced = false;
        // Taking back a move cancels a resignation.
        self.resigned = None;
    }

    /// Says how the game ended, once. A person may then still take moves back or save.
    fn finish(&mut self, out: &mut Output) -> Result<NextInput, Failure> {
        if !self.announced {
            self.announced = true;
            self.draw(out)?;
            match self.game.outcome(self.state())?.or_else(|| self.resigned.clone()) {
                Some(outcome) => {
                    out.line(format!("{} {}", styled(HEADING, "The game is over:"), clean(&outcome.ending)))?;
                    for (index, verdict) in outcome.verdicts.iter().enumerate() {
                        let player = PlayerId::at(index);
                        let score = outcome.scores.as_ref().and_then(|scores| scores.get(index));
                        let score = score.map_or(String::new(), |score| format!(" with a score of {score}"));
                        let result = match verdict {
                            Verdict::Win => "won",
                            Verdict::Loss => "lost",
                            Verdict::Draw => "drew",
                            Verdict::Aside => continue,
                        };
                        out.line(format!("  {} {result}{score}", self.name(player)))?;
                    }
                }
                None => out.line("There is no legal move, and the rules do not say how that ends.")?,
            }
        }
        if !self.seats.contains(&Seat::Human) {
            return Ok(NextInput::Over);
        }
        self.turn = Some(Turn::new(self.game, self.state(), MoveList::new()));
        Ok(NextInput::Ask(self.prompt()))
    }

    /// The input has ended.
    pub(crate) fn stop(&self, out: &mut Output) -> Result<(), Failure> {
        if !self.announced {
            out.line("")?;
            let stopped = format!("Stopped after {}.", counted(self.history.plies(), "move"));
            self.print_position(&stopped, out)?;
        }
        Ok(())
    }

    /// Returns a person from whom the position hides something, unless the game is over.
    fn player_without_full_view(&self) -> Result<Option<PlayerId>, LimitHit> {
        let state = self.state();
        if !self.game.hides() || self.resigned.is_some() || self.game.outcome(state)?.is_some() {
            return Ok(None);
        }
        let sees_all = |player: &PlayerId| view_key(self.game, state, *player) == state.key();
        Ok(self.people().into_iter().find(|player| !sees_all(player)))
    }

    /// Writes the position, as far as the people at the terminal may see it. Text that is not empty
    /// precedes it.
    fn print_position(&self, before: &str, out: &mut Output) -> Result<(), Failure> {
        let viewer = self.player_without_full_view()?.and_then(|_| self.eyes());
        let what = match viewer {
            Some(player) => format!("The position as {} sees it:", self.name(player)),
            None if before.is_empty() => String::new(),
            None => "The position:".to_string(),
        };
        let heading = [before, &what].join(" ");
        if !heading.trim().is_empty() {
            out.line(styled(FAINT, heading.trim()))?;
        }
        let text = match viewer {
            Some(player) => usual_position(self.game, &self.game.view(self.state(), player).seen),
            None => self.history.position(),
        };
        out.line(clean(&text))?;
        Ok(())
    }

    /// Does what a line says.
    pub(crate) fn command(
        &mut self,
        line: &str,
        input: &mut Input,
        out: &mut Output,
    ) -> Result<CommandResult, Failure> {
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        let alone = rest.is_empty();
        match word.to_lowercase().as_str() {
            "" => {}
            "quit" | "exit" | "q" if alone => return Ok(CommandResult::Quit),
            "help" | "?" if alone => out.text(HELP)?,
            "board" if alone => {
                out.text(&self.board.legend())?;
                self.draw(out)?;
            }
            "position" if alone => self.print_position("", out)?,
            "moves" | "list" => {
                let texts = self.turn.as_ref().map_or(Vec::new(), Turn::texts);
                self.list_moves(&texts, rest, Some(input), out)?;
            }
            "hint" if alone => return self.hint(out),
            "undo" => return self.repeat(rest, out, Session::undo),
            "redo" => return self.repeat(rest, out, Session::redo),
            "save" | "save!" => return self.save(rest, word.ends_with('!'), out),
            _ => return self.typed_move(line, out),
        }
        Ok(CommandResult::Done)
    }

    /// Repeats an action `count` times: once by default.
    fn repeat(
        &mut self,
        count: &str,
        out: &mut Output,
        once: fn(&mut Self, &mut Output) -> Result<CommandResult, Failure>,
    ) -> Result<CommandResult, Failure> {
        let times = if count.is_empty() { Some(1) } else { count.parse::<usize>().ok().filter(|times| *times > 0) };
        let Some(times) = times else {
            return self.refuse(&format!("`{count}` is no number of turns; type for example `undo 2`"), out);
        };
        for _ in 0..times {
            if let CommandResult::Refused = once(self, out)? {
                return Ok(CommandResult::Refused);
            }
        }
        Ok(CommandResult::Done)
    }

    fn refuse(&self, message: &str, out: &mut Output) -> Result<CommandResult, Failure> {
        out.line(styled(WARNING, clean(message)))?;
        Ok(CommandResult::Refused)
    }

    fn typed_move(&mut self, line: &str, out: &mut Output) -> Result<CommandResult, Failure> {
        let Some(mut turn) = self.turn.take() else { return Ok(CommandResult::Refused) };
        // A site may be called 12 as well: then the number of the list comes first.
        let number = line.trim_end_matches('.').parse::<usize>().ok();
        let typed = match number.and_then(|number| turn.numbered(number)) {
            Some(index) => Ok(Typed::Move(index)),
            None => turn.type_in(self.game, self.state(), line),
        };
        match typed {
            Ok(Typed::Move(index)) => {
                let player = self.mover();
                let wording = turn.wording(index).clone();
                match self.pass_time(&turn.list, index)? {
                    InTime::Same => self.play(turn.list.get(index)),
                    InTime::Later(list, place) => self.play(list.get(place)),
                    InTime::TooLate => {
                        self.changed();
                        return self.refuse("too late: too much time has passed for this move", out);
                    }
                }
                out.line(format!("{}: {}", self.name(player), clean(&wording.short())))?;
                Ok(CommandResult::Done)
            }
            Ok(Typed::Steps) => {
                self.turn = Some(turn);
                self.show_turn(out)?;
                Ok(CommandResult::Done)
            }
            Err(error) => {
                let word = line.split_whitespace().next().unwrap_or_default().to_lowercase();
                let message = match number {
                    Some(number) => format!("there is no move number {number}: {error}"),
                    None if ALONE.contains(&word.as_str()) => {
                        format!("`{line}` is not a legal move here; the command `{word}` stands alone on its line")
                    }
                    None => error.to_string(),
                };
                self.turn = Some(turn);
                self.refuse(&message, out)
            }
        }
    }

    fn hint(&mut self, out: &mut Output) -> Result<CommandResult, Failure> {
        if self.turn.as_ref().is_none_or(|turn| turn.list.is_empty()) {
            return self.refuse("there is no legal move: the game is over", out);
        }
        let bot =
            self.maker.bot(self.game, Description { budget: Some(HINT_BUDGET), ..Description::of(Kind::Best) })?;
        let thought = self.think(&*bot, &mut Context::new(), self.mover(), &mut |_| ())?;
        let mut list = MoveList::new();
        list.push_parts(thought.chosen.as_ref().steps());
        let Some(turn) = &self.turn else { return Ok(CommandResult::Refused) };
        let same = (0..turn.list.len()).find(|&index| turn.list.get(index).same_as(list.get(0)));
        // In the middle of a move the hint is its next part, if the hinted move begins in the same
        // way.
        let text = match same.and_then(|index| turn.open().iter().position(|open| *open == index)) {
            Some(place) => turn.texts()[place].clone(),
            None => Wording::of(self.game, self.state(), list.get(0)).short(),
        };
        let worth = thought.score.map_or(String::new(), |score| format!("  [{score}]"));
        out.line(format!("Try {}{}", styled(HINT, clean(&text)), styled(FAINT, worth)))?;
        Ok(CommandResult::Done)
    }

    /// Takes back a step, or everything up to and including the last move of a person.
    fn undo(&mut self, out: &mut Output) -> Result<CommandResult, Failure> {
        if let Some(turn) = self.turn.as_mut()
            && turn.back()
        {
            self.show_turn(out)?;
            return Ok(CommandResult::Done);
        }
        let players = self.history.players();
        let Some(last) = players.iter().rposition(|&player| self.is_human(player)) else {
            return self.refuse("there is no move of yours to take back", out);
        };
        while self.history.plies() > last
            && let Some(played) = self.history.back()
        {
            out.line(format!("Taken back: {}: {}", self.name(played.player), clean(&played.said)))?;
        }
        self.changed();
        Ok(CommandResult::Done)
    }

    /// Plays again what was taken back, up to the next turn of a person.
    fn redo(&mut self, out: &mut Output) -> Result<CommandResult, Failure> {
        if self.history.next_mover().is_none() {
            return self.refuse("there is nothing to play again", out);
        }
        while let Some(played) = self.history.forward() {
            out.line(format!("Played again: {}: {}", self.name(played.player), clean(&played.said)))?;
            if self.history.next_mover().is_none_or(|next| self.is_human(next)) {
                break;
            }
        }
        self.changed();
        Ok(CommandResult::Done)
    }

    fn save(&self, file: &str, replace: bool, out: &mut Output) -> Result<CommandResult, Failure> {
        if file.is_empty() {
            return self.refuse("`save` needs the name of a file", out);
        }
        let place = match SaveTarget::of(file, replace) {
            Ok(place) => place,
            Err(NoPlace::NoFormat(why)) => return self.refuse(&why, out),
            Err(NoPlace::Exists) => {
                return self.refuse(&format!("{file} exists already; `save! {file}` replaces it"), out);
            }
        };
        match self.save_to(&place, out)? {
            Ok(()) => Ok(CommandResult::Done),
            Err(why) => self.refuse(&why, out),
        }
    }

    /// Saves the game, and says so; if it cannot be written, the sentence that says why is for the
    /// caller.
    pub(super) fn save_to(&self, place: &SaveTarget, out: &mut Output) -> Result<Result<(), String>, Failure> {
        if let Some(player) = self.player_without_full_view()? {
            let (name, player) = (clean(&place.name()).to_string(), self.name(player));
            return Ok(Err(format!(
                "{name} cannot be written yet: a record shows what the game hides from {player} until its end"
            )));
        }
        let saved = match place.save(self.game, &self.history) {
            Ok(saved) => saved,
            Err(why) => return Ok(Err(why)),
        };
        out.line(saved.said)?;
        if let Some(left_out) = saved.left_out {
            out.line(styled(FAINT, left_out))?;
        }
        Ok(Ok(()))
    }
}
