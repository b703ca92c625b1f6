//! Move lists, equal to those of the reference interpreter: the same moves with the same effects in
//! the same order.

use dagaz_core::{Continuation, Effect, MoveList, MoveRef, Piece, SiteId};

use super::evaluate::Evaluator;
use super::form::{Action, Move, Rule, RuleIndex, Start};
use super::make::Made;
use super::turn::{NOWHERE, Turn};
use crate::paths::bits::Bits;
use crate::paths::bits::board::Board;
use crate::paths::bits::turning::Turning as _;

impl<B: Bits> Turn<'_, B> {
    /// Whether they can be listed in that form: of chains only the ends are known, and the mover is
    /// listed before its capture.
    pub(in crate::paths) fn lists(&self) -> bool {
        self.side.chains.is_empty() && !self.side.jumps
    }

    /// Lists the moves that have been found.
    pub(in crate::paths) fn list(&self, list: &mut MoveList) {
        self.say(&self.in_order(), list);
    }

    /// Lists that one alone of the moves that have been found that would come at this place of
    /// their list.
    pub(in crate::paths) fn list_nth(&self, index: usize, list: &mut MoveList) {
        self.say(self.in_order().get(index..=index).unwrap_or_default(), list);
    }

    fn in_order(&self) -> Vec<Move> {
        let mut moves = Vec::with_capacity(self.count());
        self.each(|one| moves.push(self.first_said(one)));
        moves.sort_by_cached_key(|one| self.place(*one));
        moves
    }

    fn say(&self, moves: &[Move], list: &mut MoveList) {
        let (mut effects, mut parts) = (Vec::new(), MoveList::new());
        for &one in moves {
            let Some(index) = one.rule else {
                list.push_pass();
                continue;
            };
            let rule = self.rule(index);
            effects.clear();
            let Some(made) = self.do_with_effects(rule, self.board(), one.from, one.to, &mut effects) else { continue };
            let (from, to) = (site(one.from), site(one.to));
            let Some((then, on)) = one.then else {
                list.push_step(Some(rule.id), from, to, None, &effects);
                continue;
            };
            parts.clear();
            parts.push_step(Some(rule.id), from, to, Some(Continuation::Unclassed), &effects);
            effects.clear();
            let then = self.rule(then);
            if self.do_with_effects(then, &made.board, NOWHERE, on, &mut effects).is_some() {
                let origin = if from == SiteId::NONE { from } else { to };
                parts.push_step(Some(then.id), origin, site(on), None, &effects);
            }
            list.push_parts(parts.iter().flat_map(MoveRef::steps));
        }
    }

    /// The move by the first rule that gives it: on foot, perhaps, where it was found by flying.
    fn first_said(&self, one: Move) -> Move {
        let Some(index) = one.rule else { return one };
        let Start::Fly { code } = self.rule(index).start else { return one };
        let earlier = (0..index).find(|earlier| match self.rule(*earlier).start {
            Start::Line { code: other, line } => other == code && self.leads(*earlier, line, one.from, one.to),
            _ => false,
        });
        Move { rule: earlier.or(one.rule), ..one }
    }

    /// Whether a rule is in no compulsory class.
    fn is_always_asked(&self, index: RuleIndex) -> bool {
        self.side.always.contains(&index)
    }

    /// How many hops a site of a line is from another; [`NOWHERE`] if none lead there.
    fn hops_to(&self, line: u16, from: u8, to: u8) -> u8 {
        let next = &self.side.hops[usize::from(self.side.lines[usize::from(line)].hop)].to;
        let (mut at, mut hops) = (from, 0);
        while at != to && at != NOWHERE && usize::from(hops) < next.len() {
            at = next[usize::from(at)];
            hops += 1;
        }
        if at == to { hops } else { NOWHERE }
    }

    /// Whether a rule can be followed, and its line leads from a site to another by one hop.
    fn leads(&self, index: RuleIndex, line: u16, from: u8, to: u8) -> bool {
        let eye = Evaluator::new(self.form, self.side, &self.board);
        self.hops_to(line, from, to) == 1 && self.rule(index).given.iter().all(|given| eye.holds(given))
    }

    /// The list order of a move: compulsory classes first, then moves of pieces by site, then by
    /// rules, and then the nearest first or in board order. The sort is stable.
    fn place(&self, one: Move) -> (bool, u8, RuleIndex, u8) {
        let Some(index) = one.rule else { return (true, NOWHERE, RuleIndex::MAX, 0) };
        let far = match self.rule(index).start {
            Start::Line { line, .. } => self.hops_to(line, one.from, one.to),
            _ => one.to,
        };
        (self.is_always_asked(index), one.from, index, far)
    }

    /// Makes a choice, and notes its effects.
    fn do_with_effects(
        &self,
        rule: &Rule<B>,
        board: &Board<B>,
        from: u8,
        to: u8,
        effects: &mut Vec<Effect>,
    ) -> Option<Made<B>> {
        if let Start::Line { .. } | Start::Fly { .. } = rule.start {
            effects.push(Effect::Move { from: site(from), to: site(to) });
        }
        let pieces = &self.setting().pieces;
        let piece = |code: u8| pieces[usize::from(code)].0;
        self.make_noting(rule, board, from, to, &mut |action, board, at| match action {
            Action::When(_) | Action::Bind(..) => {}
            Action::Put { code } => effects.push(placed(piece(*code), to)),
            Action::Drop { code } => {
                let Piece { kind, owner } = piece(*code);
                let count = u16::from(board.hands[usize::from(*code)].saturating_sub(1));
                effects.extend([Effect::Supply { kind, owner, count }, placed(piece(*code), to)]);
            }
            Action::Take(_) => {
                let taken = at & board.occupied();
                effects.extend(taken.each().map(|at| Effect::Remove { site: SiteId::at(at) }));
            }
            Action::Give { codes, .. } => {
                let given = at.each().filter_map(|at| Some((at, board.code_on(at)?)));
                let turned = given.filter(|(_, code)| usize::from(codes[*code]) != *code);
                effects.extend(
                    turned.map(|(at, code)| Effect::Give { site: SiteId::at(at), owner: piece(codes[code]).owner }),
                );
            }
            Action::Round { steps, .. } => {
                let occupied = board.occupied();
                let going: Vec<&(u8, u8)> =
                    steps.iter().filter(|(from, _)| occupied.contains(usize::from(*from))).collect();
                if going.len() > 1 {
                    effects.push(Effect::Together { count: going.len() as u16 });
                }
                effects.extend(going.into_iter().map(|(from, to)| Effect::Move { from: site(*from), to: site(*to) }));
            }
        })
    }
}

fn site(site: u8) -> SiteId {
    if site == NOWHERE { SiteId::NONE } else { SiteId(u16::from(site)) }
}

fn placed(Piece { kind, owner }: Piece, to: u8) -> Effect {
    Effect::Place { site: site(to), kind, owner }
}
