//! Lowering of a whole game: a program for each player, its hooks, forbidden results, endings and
//! preferences.

use std::collections::HashMap;
use std::hash::BuildHasherDefault;

use dagaz_core::{PieceTypeId, PlayerId};
use dagaz_rules::Comparison;
use dagaz_rules::path::{Act, Continue, Distinct, Home, Part, Path, PathRules, PathSlot, Set, Truth};

use super::super::candidate_playouts::one_completion;
use super::super::game::PathGame;
use super::super::survey::each_part;
use super::analysis::{
    asks_for_visits, asks_position, has_one_end_at_most, has_one_result_at_most, is_test, only_hops,
};
use super::image::parts_of;
use super::lane::asks_for_last;
use super::{
    Effect, EffectId, Ends, FamilyId, FamilyNode, Hook, Hooks, ImageId, ImageNode, Memos, Merging, NotCompiled,
    NumberId, NumberNode, Op, Pc, Placement, Plan, SetId, SetNode, Side, TruthId, TruthNode,
};
use super::{agenda, chain, memo, merging, program, sure, tail, unroll};
use crate::fast_hash::FastHasher;

/// Where the fixed operations stand.
pub(super) const STOP: Pc = Pc(0);
pub(in crate::paths) const FAIL: Pc = Pc(1);
pub(super) const RETURN: Pc = Pc(2);
pub(super) const HOOK_END: Pc = Pc(3);
pub(super) const LIKE_END: Pc = Pc(4);

/// A plan under construction, and the player whose rules are being lowered.
pub(super) struct Lowering<'a> {
    pub(super) game: &'a PathGame,
    pub(super) me: PlayerId,
    pub(super) plan: Plan,
    /// Whether it counts the ways of a path, so that equal results are distinct.
    pub(super) counts_ways: bool,
    /// Whether the player to move is known to have a move where the rules are asked: in endings.
    pub(super) has_moves: Option<bool>,
    /// Whether pieces have variables.
    pub(super) pieces_have_variables: bool,
    ops: Numbers<Op, Pc>,
    sets: Numbers<SetNode, SetId>,
    numbers: Numbers<NumberNode, NumberId>,
    truths: Numbers<TruthNode, TruthId>,
    images: Numbers<ImageNode, ImageId>,
    families: Numbers<FamilyNode, FamilyId>,
    effects: Numbers<Effect, EffectId>,
}

/// The numbers of nodes by content (hash consing).
type Numbers<N, I> = HashMap<N, I, BuildHasherDefault<FastHasher>>;

macro_rules! shared {
    ($($name:ident: $node:ty => $id:ident in $list:ident;)*) => {$(
        /// The number of a node; equal nodes have one number.
        pub(super) fn $name(&mut self, node: $node) -> $id {
            if let Some(known) = self.$list.get(&node) {
                return *known;
            }
            let id = $id(self.plan.$list.len() as u32);
            self.plan.$list.push(node.clone());
            self.$list.insert(node, id);
            id
        }
    )*};
}

impl Lowering<'_> {
    shared! {
        op: Op => Pc in ops;
        set_node: SetNode => SetId in sets;
        number_node: NumberNode => NumberId in numbers;
        truth_node: TruthNode => TruthId in truths;
        image_node: ImageNode => ImageId in images;
        family_node: FamilyNode => FamilyId in families;
        effect_node: Effect => EffectId in effects;
    }

    /// Makes room for an operation that others refer to before it is known.
    pub(super) fn reserve(&mut self) -> Pc {
        self.plan.ops.push(Op::Fail);
        Pc(self.plan.ops.len() as u32 - 1)
    }

    pub(super) fn fill(&mut self, pc: Pc, op: Op) {
        self.plan.ops[pc.index()] = op;
    }

    /// The operations of a path that is only asked whether it can be walked.
    pub(super) fn question(&mut self, path: &Path) -> Result<Pc, NotCompiled> {
        self.path(path, STOP)
    }

    pub(super) fn sequence_question(&mut self, paths: &[Path]) -> Result<Pc, NotCompiled> {
        self.sequence(paths, STOP)
    }

    /// The hooks before an operation; the operation alone if the game has no such hooks.
    fn hooks_before(&mut self, hook: Hook, next: Pc) -> Pc {
        if has_hooks(&self.game.rules, hook) { self.op(Op::Hooks { hook, next }) } else { next }
    }

    fn hooks_of(&mut self, kind: Option<PieceTypeId>) -> Result<Hooks, NotCompiled> {
        let rules = self.game.rules.clone();
        let own = kind.map(|kind| &rules.pieces[kind.index()]);
        let lists = [
            (own.map(|piece| &piece.on_move_start), &rules.on_move_start),
            (own.map(|piece| &piece.on_step_start), &rules.on_step_start),
            (own.map(|piece| &piece.on_step_end), &rules.on_step_end),
            (own.map(|piece| &piece.on_move_end), &rules.on_move_end),
            (own.map(|piece| &piece.on_capture), &rules.on_capture),
        ];
        let mut hooks = Hooks::default();
        for (place, (own, common)) in lists.into_iter().enumerate() {
            let paths = own.into_iter().flatten().chain(common);
            hooks.of[place] = paths.map(|path| self.path(path, HOOK_END)).collect::<Result<_, _>>()?;
        }
        Ok(hooks)
    }

    fn side(&mut self) -> Result<Side, NotCompiled> {
        let rules = self.game.rules.clone();
        let mut side = Side::default();
        let mut borrows = false;
        rules.rules.iter().for_each(|rule| {
            rule.path.each_part(&mut |part| borrows |= matches!(part, Path::Like(_)));
        });
        let after_hooks = self.op(Op::NoteStep { next: RETURN });
        let end_hooks = self.hooks_before(Hook::StepEnd, after_hooks);
        let end = self.op(Op::EndStep { last: true, next: end_hooks });
        for (index, rule) in rules.rules.iter().enumerate() {
            self.counts_ways = self.plan.counted[index];
            let rule_path = match self.counts_ways {
                true => rule.path.clone(),
                false => unroll::rule(&rule.path),
            };
            let path = self.way(&rule_path, end)?;
            let step = self.hooks_before(Hook::StepStart, path);
            let begin = self.op(Op::BeginStep { rule: dagaz_core::RuleId::at(index), next: step });
            side.steps.push(step);
            side.moves.push(self.hooks_before(Hook::MoveStart, begin));
            let plain = !has_hooks(&rules, Hook::MoveStart) && !has_hooks(&rules, Hook::StepStart) && !self.counts_ways;
            let board = self.board();
            let starts = self.starts(&rule_path)?;
            side.starts.push(Some(starts).filter(|starts| plain && *starts != board));
            let parts = parts_of(&rule_path);
            let is_start = |part: &&Path| is_test(part) && asks_position(&rules, part);
            let tests = if plain && starts != board { parts.iter().take_while(is_start).count() } else { 0 };
            let hops = Path::Seq(parts[tests..].to_vec());
            let targets = match plain && only_hops(self.game, self.me, &hops) {
                true => Some(self.image(&parts[tests..])?),
                false => None,
            };
            side.targets.push(targets);
            side.ways.push(if plain { self.ways(&parts[tests..])? } else { None });
            side.lanes.push(if plain && self.plan.at_most_one_completion { self.lanes(parts)? } else { None });
            side.attacks.push(targets.filter(|_| tests == 0 && rules.levels == 1));
            side.placements.push(self.placement(&rule_path, end)?);
            if borrows {
                side.borrowed.push(self.path(&rule_path, LIKE_END)?);
            }
        }
        self.counts_ways = self.plan.counted.contains(&true);
        for kind in (0..rules.pieces.len()).map(PieceTypeId::at) {
            side.hooks.push(self.hooks_of(Some(kind))?);
            side.movable.push(match &rules.pieces[kind.index()].of {
                Set::Mine => None,
                of => Some(self.set(of)?),
            });
        }
        side.hooks.push(self.hooks_of(None)?);
        self.counts_ways = false;
        for slot in &rules.slots {
            let mut prefers = Vec::new();
            for prefer in rules.prefers_in(slot) {
                prefers.push((prefer.names.clone(), self.numbers(&prefer.by)?.into_vec()));
            }
            side.prefers.push(prefers);
        }
        side.nevers = rules.nevers.iter().map(|never| self.truth(&never.when)).collect::<Result<_, _>>()?;
        self.has_moves = Some(false);
        for ending in &rules.endings {
            side.endings_without_moves.push(self.truth(&ending.when)?);
        }
        self.has_moves = Some(true);
        for ending in &rules.endings {
            side.endings.push(self.truth(&ending.when)?);
        }
        side.outs = rules.outs.iter().map(|out| self.truth(&out.when)).collect::<Result<_, _>>()?;
        self.has_moves = None;
        Ok(side)
    }

    /// The operations of a rule's path, with a mark where its way has ended and what follows has
    /// one result at most.
    fn way(&mut self, path: &Path, end: Pc) -> Result<Pc, NotCompiled> {
        let parts = parts_of(path);
        if let [before @ .., Path::Or(ways)] = parts
            && !may_follow(&parts[parts.len() - 1])
        {
            let targets = ways.iter().map(|way| self.way(way, end)).collect::<Result<Box<[Pc]>, NotCompiled>>()?;
            let fork = self.op(Op::Fork { targets });
            return self.sequence(before, fork);
        }
        if let Some(begins) = tail::beginning(parts)
            && self.tail(&parts[begins..])?.is_some()
        {
            let rest = self.sequence(&parts[begins..], end)?;
            let mark = self.op(Op::Way { once: false, next: rest });
            return self.sequence(&parts[..begins], mark);
        }
        let end_of_way = parts.len() - parts.iter().rev().take_while(|part| may_follow(part)).count();
        // Tests are cheaper than moves that fail.
        let tests = parts[end_of_way..].iter().take_while(|part| is_test(part)).count();
        let (way, rest) = parts.split_at(end_of_way + tests);
        if rest.is_empty() {
            return self.sequence(way, end);
        }
        let rest = self.sequence(rest, end)?;
        let mark = self.op(Op::Way { once: true, next: rest });
        self.sequence(way, mark)
    }

    /// The choice of a site that a rule without a piece begins with.
    fn placement(&mut self, path: &Path, end: Pc) -> Result<Option<Placement>, NotCompiled> {
        let Path::Seq(parts) = path else { return Ok(None) };
        let guards = parts.iter().take_while(|part| matches!(part, Path::Holds(_))).count();
        let Some((Path::At(set), rest)) = parts[guards..].split_first() else { return Ok(None) };
        let has_one_end = |part: &Path| has_one_end_at_most(part) && !asks_for_last(part);
        let (tail, ends) = match self.plan.at_most_one_completion {
            true if rest.iter().all(may_follow) => (None, Ends::Here),
            true if rest.iter().all(has_one_end) => (None, Ends::Anywhere),
            _ => match self.tail(rest)? {
                None => (None, Ends::Several),
                tail => (tail, Ends::Here),
            },
        };
        let rules = &self.game.rules;
        if has_hooks(rules, Hook::MoveStart) || has_hooks(rules, Hook::StepStart) {
            return Ok(None);
        }
        let mut truths = Vec::new();
        for part in &parts[..guards] {
            if let Path::Holds(truth) = part {
                truths.push(self.truth(truth)?);
            }
        }
        // From an empty hand nothing is dropped anywhere.
        if let Some(Path::Do(Act::Drop { kind, .. })) = rest.first() {
            let zero = self.number_node(NumberNode::Is(0));
            let held = self.number_node(NumberNode::Hand(*kind, self.me));
            truths.push(self.truth_node(TruthNode::Compare(held, Comparison::Greater, zero)));
        }
        let rest = match ends {
            Ends::Several => self.way(&Path::Seq(rest.to_vec()), end)?,
            _ => self.sequence(rest, end)?,
        };
        Ok(Some(Placement { guards: truths, sites: self.set(set)?, rest, tail, ends }))
    }
}

/// Whether any type, or the game, has such a hook.
pub(super) fn has_hooks(rules: &PathRules, hook: Hook) -> bool {
    let common = match hook {
        Hook::MoveStart => &rules.on_move_start,
        Hook::StepStart => &rules.on_step_start,
        Hook::StepEnd => &rules.on_step_end,
        Hook::MoveEnd => &rules.on_move_end,
        Hook::Capture => &rules.on_capture,
    };
    !common.is_empty()
        || rules.pieces.iter().any(|piece| {
            let own = match hook {
                Hook::MoveStart => &piece.on_move_start,
                Hook::StepStart => &piece.on_step_start,
                Hook::StepEnd => &piece.on_step_end,
                Hook::MoveEnd => &piece.on_move_end,
                Hook::Capture => &piece.on_capture,
            };
            !own.is_empty()
        })
}

/// Whether `first` or `prefer` chooses among legal moves while results are forbidden, by the rules
/// or by the extent of the board.
fn legal_moves_compete(rules: &PathRules) -> bool {
    let competes = |slot: &PathSlot| {
        rules.firsts_in(slot).any(|first| !first.pseudo_legal)
            || rules.prefers_in(slot).any(|prefer| !prefer.pseudo_legal)
    };
    rules.forbids_results() && rules.slots.iter().any(competes)
}

/// Returns the first feature of the rules that only the reference interpreter supports.
fn unsupported(game: &PathGame) -> Option<NotCompiled> {
    let rules = &game.rules;
    if rules.body.is_some() {
        return Some(NotCompiled::LargePieces);
    }
    if rules.distinct == Distinct::Pieces {
        return Some(NotCompiled::PieceIdentity);
    }
    if legal_moves_compete(rules) && rules.slots.iter().any(|slot| rules.orders_pseudo_legal(slot)) {
        return Some(NotCompiled::MixedChoices);
    }
    let capture = rules.on_capture.iter().chain(rules.pieces.iter().flat_map(|piece| &piece.on_capture));
    if !capture.into_iter().all(has_one_result_at_most) {
        return Some(NotCompiled::BranchingCaptureHook);
    }
    // A path that is walked on the position before the move must not change it.
    let mut acts_before = false;
    each_part(rules, &mut |part| {
        let mut note = |part: Part<'_>| acts_before |= matches!(part, Part::Act(_));
        match part {
            Part::Set(Set::Was(inner)) => dagaz_rules::path::in_set(inner, &mut note),
            Part::Truth(Truth::Was(inner)) => dagaz_rules::path::in_truth(inner, &mut note),
            Part::Number(dagaz_rules::path::Number::Was(inner)) => dagaz_rules::path::in_number(inner, &mut note),
            _ => {}
        }
    });
    acts_before.then_some(NotCompiled::ActsBefore)
}

/// Lowers the rules of a game.
pub(super) fn lower(game: &PathGame) -> Result<Plan, NotCompiled> {
    if let Some(why) = unsupported(game) {
        return Err(why);
    }
    let rules = &game.rules;
    let counted = counted_rules(game);
    let plan = Plan {
        ops: vec![Op::Stop, Op::Fail, Op::Return, Op::HookEnd, Op::LikeEnd],
        sets: Vec::new(),
        numbers: Vec::new(),
        truths: Vec::new(),
        images: Vec::new(),
        families: Vec::new(),
        effects: Vec::new(),
        sure: Vec::new(),
        memos: Memos::default(),
        programs: Vec::new(),
        onward: Vec::new(),
        attacks: Vec::new(),
        constants: Vec::new(),
        variable_planes: Vec::new(),
        sides: Vec::new(),
        complete: FAIL,
        gotos: Vec::new(),
        merging: Merging::None,
        asks_before: false,
        asks_now: false,
        one_completion: one_completion(rules) && rules.slots.iter().all(|slot| slot.prefer.is_empty()),
        at_most_one_completion: at_most_one_completion(rules),
        asks_completion: asks_completion(rules),
        counted,
        after: (0..rules.players.len()).map(|player| game.after(PlayerId::at(player))).collect(),
        legal_moves_compete: legal_moves_compete(rules),
        agendas: Vec::new(),
        has_capture_hooks: has_hooks(rules, Hook::Capture),
        has_visit_marks: asks_for_visits(rules),
    };
    let mut lowering = Lowering {
        game,
        me: PlayerId(0),
        plan,
        counts_ways: false,
        has_moves: None,
        pieces_have_variables: rules.variables.iter().any(|variable| variable.home == Home::Piece),
        ops: HashMap::default(),
        sets: HashMap::default(),
        numbers: HashMap::default(),
        truths: HashMap::default(),
        images: HashMap::default(),
        families: HashMap::default(),
        effects: HashMap::default(),
    };
    let done = lowering.op(Op::Done);
    let hooks = lowering.hooks_before(Hook::MoveEnd, done);
    lowering.plan.complete = lowering.op(Op::RemoveDead { next: hooks });
    for player in (0..rules.players.len()).map(PlayerId::at) {
        lowering.me = player;
        let side = lowering.side()?;
        lowering.plan.sides.push(side);
    }
    let mut plan = lowering.plan;
    plan.sure = sure::of(&plan, rules);
    plan.memos = memo::of(&plan, game.tables.keeps_every_last);
    plan.programs = program::of(&plan);
    plan.agendas = agenda::of(&plan, rules);
    plan.merging = merging::of(&plan, rules);
    for player in 0..plan.sides.len() {
        plan.sides[player].first_hops = chain::first_hops(&plan, &plan.sides[player]);
    }
    for player in 0..plan.sides.len() {
        for kind in 0..plan.sides[player].hooks.len() {
            let hooks = plan.sides[player].hooks[kind].of[Hook::MoveEnd as usize].clone();
            plan.sides[player].hooks[kind].sure_from = sure::sure_from(&plan, &hooks);
        }
    }
    Ok(plan)
}

/// The rules whose moves a random player draws: among the ways of all moves, each as often as it is
/// found.
fn counted_rules(game: &PathGame) -> Vec<bool> {
    let rules = &game.rules;
    let slots: Vec<&PathSlot> = rules.slots.iter().filter(|slot| game.chance_moves(slot)).collect();
    let draws = |name| slots.iter().any(|slot| slot.names.is_empty() || slot.names.contains(&name));
    let mut reaches_others = false;
    for rule in rules.rules.iter().filter(|rule| draws(rule.name)) {
        rule.path.each_part(&mut |part| reaches_others |= matches!(part, Path::Like(_) | Path::Continue(..)));
    }
    rules.rules.iter().map(|rule| reaches_others || draws(rule.name)).collect()
}

/// Whether hooks at the end of a step or move, and of captures, have one result at most.
fn at_most_one_completion(rules: &PathRules) -> bool {
    let own = rules.pieces.iter().flat_map(|piece| [&piece.on_step_end, &piece.on_move_end, &piece.on_capture]);
    let common = [&rules.on_step_end, &rules.on_move_end, &rules.on_capture];
    common.into_iter().chain(own).flatten().all(has_one_result_at_most)
}

/// For each rule whether some of its alternatives are only tried if others complete no move.
fn asks_completion(rules: &PathRules) -> Vec<bool> {
    let mut reach_others = vec![false; rules.rules.len()];
    for (rule, reaches) in rules.rules.iter().zip(&mut reach_others) {
        rule.path.each_part(&mut |part| *reaches |= matches!(part, Path::Like(_) | Path::Continue(..)));
    }
    let asks = rules.rules.iter().map(|rule| {
        let mut asks = false;
        rule.path.each_part(&mut |part| {
            asks |= matches!(part, Path::First(_) | Path::Continue(Continue::Then, _)) && !is_test(part)
        });
        asks
    });
    let asks: Vec<bool> = asks.collect();
    let any = asks.contains(&true);
    asks.into_iter().zip(reach_others).map(|(asks, reaches)| asks || reaches && any).collect()
}

/// Whether a part of a path may be left to the moment when its move is made: it has one result at
/// most. Where it asks for the last move, candidates tell whether that matters.
fn may_follow(part: &Path) -> bool {
    (has_one_result_at_most(part) || matches!(part, Path::Land)) && !asks_for_last(part)
}
