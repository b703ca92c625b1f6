//! Attacks: whether some enemy's step, taken as if a piece of mine stood there, captures it.

use dagaz_core::{Piece, PieceTypeId, PlayerId, RuleId, SiteId};

use super::super::plan::{FAIL, ImageId, ImageNode};
use super::super::position::Bitset;
use super::bitset::{and, but, has, is_empty};
use super::tables::Attacker;
use super::{Frame, FrameKind, Machine, NONE, ROOT, Registers, bits};

impl<const W: usize> Machine<'_, W> {
    /// Whether an enemy's piece could capture a piece of the asking player's on a site. `false`
    /// while this question is being answered.
    pub(super) fn attacked(&mut self, attack: u16, site: u16, at: &Registers) -> bool {
        if self.attacked_site != NONE {
            return false;
        }
        let (plan, question) = (self.plan, usize::from(attack));
        let attack = &plan.attacks[question];
        let from = attack.from.map(|from| self.set(from, at));
        let was = std::mem::replace(&mut self.was, false);
        let (notes, jumps) = (std::mem::take(&mut self.notes_effects), std::mem::take(&mut self.jumps));
        // What is listed belongs to the position without the piece that is put on the site.
        let listing = std::mem::take(&mut self.listing);
        let marks = self.marks();
        let mut registers = *at;
        let mut lists = None;
        if was {
            // Before the move no piece was dead, and none moved.
            registers = Registers::at_rest();
            lists = Some(
                [&mut self.memory.captured, &mut self.memory.taken, &mut self.memory.visited, &mut self.memory.passed]
                    .map(std::mem::take),
            );
        }
        registers.captured_from = registers.captured;
        if self.memory.position.board.piece(site.into()).is_none_or(|piece| piece.owner != attack.me) {
            let kind = self.moving_kind(&registers).unwrap_or(PieceTypeId(0));
            self.memory.position.place(site.into(), Piece { kind, owner: attack.me });
        }
        let mut answer = false;
        for (enemy, attackers) in &self.tables.attackers[question] {
            if self.is_out(*enemy) {
                continue;
            }
            if self.attacked_by(*enemy, attackers, site, from.as_ref(), &registers) {
                answer = true;
                break;
            }
        }
        self.restore_marks(marks);
        (self.was, self.notes_effects, self.jumps, self.listing) = (was, notes, jumps, listing);
        if let Some(lists) = lists {
            [self.memory.captured, self.memory.taken, self.memory.visited, self.memory.passed] = lists;
        }
        answer
    }

    /// Whether one of the enemy's pieces, of those on some sites, captures on a site.
    fn attacked_by(
        &mut self,
        enemy: PlayerId,
        attackers: &[Attacker],
        goal: u16,
        among: Option<&Bitset<W>>,
        at: &Registers,
    ) -> bool {
        let game = self.game;
        let Some(near) = game.touch.from(game, enemy, SiteId(goal)) else { return false };
        let mut theirs = self.memory.position.board.plane(self.shape().owner_plane(enemy));
        (0..W).for_each(|word| theirs[word] &= near.word(word));
        if let Some(among) = among {
            theirs = and(theirs, among);
        }
        for dead in &self.memory.taken[..at.taken.into()] {
            theirs = but(theirs, &self.one(*dead));
        }
        if is_empty(&theirs) {
            return false;
        }
        let (mut kind, mut pieces) = (None, [0; W]);
        for attacker in attackers {
            if kind != Some(attacker.kind) {
                kind = Some(attacker.kind);
                pieces = and(theirs, &self.memory.position.board.plane(self.shape().kind_plane(attacker.kind)));
            }
            if is_empty(&pieces) {
                continue;
            }
            let Some(origins) = game.touch.origins(game, enemy, attacker.rule, SiteId(goal)) else { continue };
            let mut able = pieces;
            (0..W).for_each(|word| able[word] &= origins.word(word));
            let captures = |from| match attacker.image {
                Some(image) => self.reaches(image, from, goal, at),
                None => self.captures(enemy, attacker.rule, from, goal, at),
            };
            if bits(able).any(captures) {
                return true;
            }
        }
        false
    }

    /// Whether an image leads from a site to another.
    fn reaches(&mut self, image: ImageId, from: u16, goal: u16, at: &Registers) -> bool {
        self.fuel = self.fuel.saturating_sub(1);
        let (plan, tables) = (self.plan, self.tables);
        match &plan.images[image.index()] {
            ImageNode::Go(rows) => rows.iter().any(|row| self.link(*row, from) == goal),
            ImageNode::Keep(set) => from == goal && self.contains(*set, goal, at),
            ImageNode::Or(parts) => parts.iter().any(|part| self.reaches(*part, from, goal, at)),
            ImageNode::Seq(parts) => {
                let [before @ .., last] = parts.as_ref() else { return from == goal };
                match (before, &plan.images[last.index()]) {
                    ([only], ImageNode::Keep(set)) => {
                        self.reaches(*only, from, goal, at) && self.contains(*set, goal, at)
                    }
                    _ => {
                        let start = self.one(from);
                        let sites = before.iter().fold(start, |now, part| self.image(*part, &now, at));
                        bits(sites).any(|site| self.reaches(*last, site, goal, at))
                    }
                }
            }
            ImageNode::Slide { row, through, target } => {
                if let Some(rays) = &tables.rays[row.index()]
                    && !has(&rays.sites[usize::from(from)], goal)
                {
                    return false;
                }
                let mut site = self.link(*row, from);
                while site != NONE && site != goal && site != from && self.contains(*through, site, at) {
                    site = self.link(*row, site);
                }
                site == goal && self.contains(*target, goal, at)
            }
            _ => {
                let start = self.one(from);
                has(&self.image(image, &start, at), goal)
            }
        }
    }

    /// Whether a rule, begun on a site, captures what stands on another with its first step.
    fn captures(&mut self, enemy: PlayerId, rule: RuleId, from: u16, goal: u16, at: &Registers) -> bool {
        let (base, marks, stopped, completed) = (self.memory.choices.len(), self.marks(), self.stopped, self.completed);
        let me = std::mem::replace(&mut self.me, enemy);
        self.attacked_site = goal;
        for (place, start) in &self.game.move_starts {
            if self.memory.numbers[*place] != *start {
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
        self.memory.frames.push(Frame { parent: ROOT, next: FAIL, kind: FrameKind::Call });
        registers.frame = self.memory.frames.len() as u32 - 1;
        registers = self.begin_step(registers, rule, from);
        let entry = self.plan.side(enemy).steps[rule.index()];
        let found = self.run(entry, registers, base);
        self.cut(base);
        self.restore_marks(marks);
        self.attacked_site = NONE;
        self.me = me;
        (self.stopped, self.completed) = (stopped, completed);
        found
    }
}
