//! The moves that have been found: each by its number, and what becomes of them.

use dagaz_core::{EndingId, Found, PlayerId, Rng, below};

use super::evaluate::{Between, Evaluator};
use super::form::{Action, Move, Start, Truth};
use super::turn::{NOWHERE, Origins, Single, Sweep, Then, Turn};
use crate::paths::bits::Bits;
use crate::paths::bits::board::Board;
use crate::paths::bits::past::Past;
use crate::paths::bits::setting::Setting;
use crate::paths::bits::turning::{Declined, Turning};

/// So many draws that come to nothing cost about as much as to count what one fan has.
const TRIALS: u32 = 2;

impl<B: Bits> Turn<'_, B> {
    /// The move of that number; none if that is one that a fan lacks.
    fn get(&self, mut left: u32) -> Option<Move> {
        for sweep in &self.sweeps {
            match left.checked_sub(sweep.moves) {
                Some(rest) => left = rest,
                None => return self.one_of(sweep, left),
            }
        }
        for single in &self.singles {
            match left.checked_sub(single.ways) {
                Some(rest) => left = rest,
                None => return Some(self.way_of(single, left)),
            }
        }
        Some(Move::PASS)
    }

    /// One of the moves, coinciding ones apart, each as likely as any other.
    #[inline]
    fn any(&self, rng: &mut dyn Rng) -> Move {
        for _ in 0..=TRIALS * self.fans {
            if let Some(drawn) = self.get(below(rng, self.total) as u32) {
                return drawn;
            }
        }
        // Where few fans are left, and those are narrow, they are better counted.
        let mut left = below(rng, self.apart()) as u32;
        for sweep in &self.sweeps {
            if sweep.then != Then::Fan {
                match left.checked_sub(sweep.moves) {
                    Some(rest) => left = rest,
                    None => return self.one_of(sweep, left).unwrap_or(Move::PASS),
                }
                continue;
            }
            match self.one_of_fans(sweep, left) {
                Ok(drawn) => return drawn,
                Err(moves) => left -= moves,
            }
        }
        for single in &self.singles {
            match left.checked_sub(single.ways) {
                Some(rest) => left = rest,
                None => return self.way_of(single, left),
            }
        }
        Move::PASS
    }

    /// How many moves there are, coinciding ones counted apart.
    fn apart(&self) -> usize {
        if self.fans == 0 {
            return self.total;
        }
        let moves: u32 = self.sweeps.iter().map(|sweep| self.moves_of(sweep)).sum();
        (moves + self.singles.iter().map(|single| single.ways).sum::<u32>()) as usize
    }

    /// None if that is one that a fan lacks.
    #[inline]
    fn one_of(&self, sweep: &Sweep<B>, number: u32) -> Option<Move> {
        let (place, number) = (number / sweep.ways, number % sweep.ways);
        let (rule, count) = (self.rule(sweep.rule), sweep.sites.count());
        let to = sweep.sites.nth(place % count);
        let from = match sweep.froms {
            Origins::Any(froms) => froms.nth(place / count) as u8,
            froms => self.origin(rule.start, froms, to),
        };
        let then = match sweep.then {
            Then::On(rule, steps) => Some((rule, steps.nth(number) as u8)),
            Then::Ends => None,
            Then::Mostly => rule.fate.mostly().map(|rules| (rules[number as usize], to as u8)),
            Then::Fan => Some(self.on_the_fan(sweep, from, to as u8, number)?),
        };
        Some(Move { rule: Some(sweep.rule), from, to: to as u8, then })
    }

    fn way_of(&self, single: &Single, number: u32) -> Move {
        let made = self.make(self.rule(single.rule), &self.board, single.from, single.to);
        let then = made.and_then(|made| self.way(single.rule, &made, number));
        Move { rule: Some(single.rule), from: single.from, to: single.to, then }
    }

    /// Calls `take` with every move, coinciding ones each.
    fn each_apart(&self, mut take: impl FnMut(Move)) {
        for sweep in &self.sweeps {
            match sweep.then {
                Then::Fan => self.each_of_fans(sweep, &mut take),
                _ => (0..sweep.moves).filter_map(|number| self.one_of(sweep, number)).for_each(&mut take),
            }
        }
        for single in &self.singles {
            (0..single.ways).for_each(|number| take(self.way_of(single, number)));
        }
    }

    /// Whether a later player in the turn order can move, or the rules define the case that no
    /// player can.
    fn may_pass(&self) -> bool {
        let setting = &self.form.setting;
        if setting.passes.is_some() && usize::from(self.board.passes) < setting.passes_most {
            return true;
        }
        let mut board = self.board;
        // Turns before those that are repeated do not come again.
        (0..setting.slots.len()).any(|_| {
            board.pass(setting);
            let mut turn = self.beside(board);
            turn.find_moves();
            turn.total > 0
        })
    }
}

impl<'f, B: Bits> Turning<'f> for Turn<'f, B> {
    type Bits = B;
    type Move = Move;

    #[inline]
    fn setting(&self) -> &'f Setting<B> {
        &self.form.setting
    }

    #[inline]
    fn board(&self) -> &Board<B> {
        &self.board
    }

    fn beside(&self, board: Board<B>) -> Self {
        Turn::new(self.form, board)
    }

    #[inline]
    fn turn_to(&mut self, board: Board<B>) {
        self.board = board;
        self.side = &self.form.sides[board.slot(&self.form.setting).mover.index()];
    }

    #[inline]
    fn find(&mut self) -> Result<(), Declined> {
        self.find_moves();
        self.passes = self.total == 0 && self.form.passes && self.may_pass();
        let most = self.form.setting.moves_max;
        if self.total > most && self.apart() > most { Err(Declined) } else { Ok(()) }
    }

    fn ended(&self, past: &Past) -> Found {
        let (form, stuck) = (self.form, self.total == 0);
        let mover = self.board.slot(&form.setting).mover;
        let first = usize::from(self.board.last_mover).checked_sub(1).unwrap_or(mover.index());
        for (ending, truth) in self.side.endings.iter().enumerate() {
            if !stuck && matches!(truth, Truth::Stuck) {
                continue;
            }
            for player in (first..form.sides.len()).chain(0..first) {
                let (side, me) = (&form.sides[player], PlayerId::at(player));
                let between = Some(Between { past, me, mover, stuck });
                let eye = Evaluator { between, ..Evaluator::new(form, side, &self.board) };
                if eye.holds(&side.endings[ending]) {
                    return Some((EndingId::at(ending), me));
                }
                if form.for_all[ending] {
                    break;
                }
            }
        }
        (stuck && !self.passes).then(|| (EndingId::at(self.side.endings.len()), mover))
    }

    fn count(&self) -> usize {
        if self.passes {
            return 1;
        }
        if !self.side.may_coincide {
            return self.apart();
        }
        let mut count = 0;
        self.each(|_| count += 1);
        count
    }

    fn each(&self, mut take: impl FnMut(Move)) {
        if self.passes {
            return take(Move::PASS);
        }
        if !self.side.may_coincide {
            return self.each_apart(take);
        }
        // Moves with the same start are adjacent.
        let (mut first, mut known) = (Move::PASS, Vec::new());
        self.each_apart(|one| {
            let begins = Move { then: None, ..one };
            if begins != first {
                first = begins;
                known.clear();
            }
            let key = self.after(one).key;
            if !known.contains(&key) {
                known.push(key);
                take(one);
            }
        });
    }

    #[inline]
    fn draw(&self, rng: &mut dyn Rng) -> Move {
        if self.passes {
            return Move::PASS;
        }
        loop {
            let drawn = self.any(rng);
            // Of moves that coincide each is drawn as often as if there were only one.
            if !self.side.may_coincide || below(rng, self.alike(drawn)) == 0 {
                return drawn;
            }
        }
    }

    #[inline]
    fn played(&self, chosen: Move) -> Board<B> {
        let mut board = self.after(chosen);
        match chosen.rule {
            Some(_) => board.end_turn(&self.form.setting),
            None => board.pass(&self.form.setting),
        }
        board
    }

    fn is_quiet(&self, chosen: Move, after: Option<&Board<B>>) -> bool {
        let Some(rule) = chosen.rule else { return true };
        match self.rule(rule).start {
            Start::Site | Start::Stay => false,
            _ => chosen.then.is_none() && self.taken(chosen, after).is_empty(),
        }
    }

    fn is_for_good(&self, _chosen: Move, is_quiet: bool, after: &Board<B>) -> bool {
        // Where pieces only change sides the same may come again.
        !is_quiet && self.form.only_grows_or_shrinks && self.board.occupied().count() != after.occupied().count()
    }

    fn is_loud(&self, chosen: Move) -> bool {
        !self.taken(chosen, None).is_empty()
    }

    fn ends(&self, chosen: Move) -> (Option<usize>, Option<usize>) {
        let some = |site: u8| (site != NOWHERE).then_some(usize::from(site));
        (some(chosen.from), some(chosen.then.map_or(chosen.to, |(_, site)| site)))
    }

    fn pieces(&self, chosen: Move) -> (Option<usize>, Option<usize>) {
        let Some(rule) = chosen.rule else { return (None, None) };
        let rule = self.rule(rule);
        let put = || {
            rule.actions.iter().find_map(|action| match action {
                Action::Put { code } | Action::Drop { code } => Some(usize::from(*code)),
                _ => None,
            })
        };
        let code = match rule.start.goes() {
            Some(code) => Some(usize::from(code)),
            // What is put elsewhere than where the move ends is not what the move is about.
            None if chosen.then.is_some_and(|(_, site)| site != chosen.to) => None,
            None => put(),
        };
        (code, code)
    }

    fn captured(&self, chosen: Move) -> B {
        self.taken(chosen, None)
    }
}
