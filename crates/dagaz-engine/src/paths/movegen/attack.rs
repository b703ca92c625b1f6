//! Attacks: whether some enemy's step, taken as if a piece of mine stood there, captures it.

use dagaz_core::{Piece, PieceTypeId, PlayerId, RuleId, SiteId};

use super::super::plan::FAIL;
use super::set::has;
use super::{Frame, FrameKind, Machine, NONE, ROOT, Registers, bits};

impl<const W: usize> Machine<'_, W> {
    /// Whether an enemy's piece could capture a piece of the asking player's on a site. `false`
    /// while this question is being answered.
    pub(super) fn attacked(&mut self, attack: u16, site: u16, at: &Registers) -> bool {
        if self.probe != NONE {
            return false;
        }
        let plan = self.plan;
        let attack = &plan.attacks[usize::from(attack)];
        let from = attack.from.map(|from| self.set(from, at));
        let was = std::mem::replace(&mut self.was, false);
        let marks = self.marks();
        let mut registers = *at;
        if was {
            // Before the move no piece was dead, and none moved.
            registers = Registers::at_rest();
        }
        registers.captured_from = registers.captured;
        if self.position.board.piece(site.into()).is_none_or(|piece| piece.owner != attack.me) {
            let kind = self.moving_kind(&registers).unwrap_or(PieceTypeId(0));
            self.position.place(site.into(), Piece { kind, owner: attack.me });
        }
        let game = self.game;
        let mut answer = false;
        'enemies: for &enemy in &game.tables.enemies[attack.me.index()] {
            let Some(near) = game.touch.from(game, enemy, SiteId(site)) else { continue };
            let mut theirs = self.position.board.plane(self.shape().owner_plane(enemy));
            (0..W).for_each(|word| theirs[word] &= near.word(word));
            if let Some(from) = &from {
                (0..W).for_each(|word| theirs[word] &= from[word]);
            }
            for piece_at in bits(theirs) {
                let Some(piece) = self.position.board.piece(piece_at.into()) else { continue };
                if self.taken[..registers.taken.into()].contains(&piece_at) {
                    continue;
                }
                for call in &game.rules.pieces[piece.kind.index()].moves {
                    if !game.tables.captures[call.rule.index()]
                        || !attack.names.is_empty() && !attack.names.contains(&game.rules.rules[call.rule.index()].name)
                        || !game.touch.can(game, enemy, call.rule, SiteId(piece_at), SiteId(site))
                    {
                        continue;
                    }
                    if self.captures(enemy, call.rule, piece_at, site, &registers) {
                        answer = true;
                        break 'enemies;
                    }
                }
            }
        }
        self.restore_marks(marks);
        self.was = was;
        answer
    }

    /// Whether a rule, begun on a site, captures what stands on another with its first step.
    fn captures(&mut self, enemy: PlayerId, rule: RuleId, from: u16, goal: u16, at: &Registers) -> bool {
        let plan = self.plan;
        if let Some(image) = plan.side(enemy).attacks[rule.index()] {
            let start = self.one(from);
            return has(&self.image(image, &start, at), goal);
        }
        let (base, marks, stopped, completed) = (self.choices.len(), self.marks(), self.stopped, self.completed);
        let me = std::mem::replace(&mut self.me, enemy);
        self.probe = goal;
        for (place, start) in &self.game.move_starts {
            if self.numbers[*place] != *start {
                self.pass(*place as u16, *start);
            }
        }
        let visited = at.visited;
        let mut registers = Registers {
            here: from,
            start: from,
            origin: from,
            it: from,
            carrying: true,
            visited,
            passed_from: at.passed,
            taken: at.taken,
            captured: at.captured,
            captured_from: at.captured,
            steps: at.steps,
            situations: at.situations,
            frame: ROOT,
            ..Registers::at_rest()
        };
        registers.passed = at.passed;
        self.visit(&mut registers, from);
        self.frames.push(Frame { parent: ROOT, next: FAIL, kind: FrameKind::Call });
        registers.frame = self.frames.len() as u32 - 1;
        registers = self.begin_step(registers, rule, from);
        let entry = self.plan.side(enemy).steps[rule.index()];
        let found = self.run(entry, registers, base);
        self.cut(base);
        self.restore_marks(marks);
        self.probe = NONE;
        self.me = me;
        (self.stopped, self.completed) = (stopped, completed);
        found
    }
}
