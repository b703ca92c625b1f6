//! Which sets depend on the position alone, so that the executor keeps them as long as the position
//! stays what it is.
//!
//! A set depends on more if it asks for the cursor, the moving piece, lists of the move, bound
//! numbers and sets, the position before the move, or earlier positions.

use super::{
    FamilyId, FamilyNode, ImageId, ImageNode, NumberId, NumberNode, Plan, SetId, SetNode, Subject, TruthId, TruthNode,
    Value,
};

/// How the value of a set is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::paths) enum Memo {
    /// It is not kept: it depends on more than the position, or is found as fast as a kept value.
    No,
    /// In this place. The whole set costs little more than a part of it.
    Whole(u32),
    /// In this place, but only where the whole set is asked for.
    IfWhole(u32),
}

/// What a set costs, and whether it depends on the position alone.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Cost {
    /// A plane or two.
    Plain,
    /// Some operations on whole sets.
    Bitwise,
    /// Work for each site.
    PerSite,
    /// It cannot be kept.
    Volatile,
}

/// Returns for each set of a plan how it is kept, and how many places there are.
pub(super) fn of(plan: &Plan) -> (Vec<Memo>, usize) {
    let mut costs = Costs { plan, sets: vec![None; plan.sets.len()] };
    let mut places = 0;
    let mut place = || {
        places += 1;
        places as u32 - 1
    };
    let memos = (0..plan.sets.len()).map(|set| match costs.set(SetId(set as u32)) {
        Cost::Plain | Cost::Volatile => Memo::No,
        Cost::Bitwise => Memo::Whole(place()),
        Cost::PerSite => Memo::IfWhole(place()),
    });
    let memos = memos.collect();
    (memos, places)
}

struct Costs<'p> {
    plan: &'p Plan,
    sets: Vec<Option<Cost>>,
}

impl Costs<'_> {
    fn set(&mut self, set: SetId) -> Cost {
        if let Some(cost) = self.sets[set.index()] {
            return cost;
        }
        let cost = self.cost_of(set);
        self.sets[set.index()] = Some(cost);
        cost
    }

    fn cost_of(&mut self, set: SetId) -> Cost {
        match &self.plan.sets[set.index()] {
            SetNode::Constant(_) | SetNode::Closed | SetNode::Occupied | SetNode::Empty => Cost::Plain,
            SetNode::LastFrom | SetNode::LastTo | SetNode::LastBy(_) => Cost::Plain,
            SetNode::Live(planes) | SetNode::Open(planes) if planes.len() <= 2 => Cost::Plain,
            SetNode::Live(_) | SetNode::Open(_) | SetNode::Held(_) => Cost::Bitwise,
            SetNode::NonZero(Value::Passing(_)) => Cost::Volatile,
            SetNode::NonZero(_) => Cost::PerSite,
            SetNode::TableWhere(.., number) => self.number(*number).max(Cost::Bitwise),
            SetNode::HeldAt(_, index) => self.number(*index).max(Cost::Bitwise),
            SetNode::All(parts) | SetNode::Any(parts) | SetNode::First(parts) => self.of_all(parts),
            SetNode::Not(inner) | SetNode::Toward(_, inner) | SetNode::Back(_, inner) => {
                self.set(*inner).max(Cost::Bitwise)
            }
            SetNode::Image(from, image) => self.set(*from).max(self.image(*image)),
            SetNode::Ray { through, target, .. } => self.of_all(&[*through, *target]).max(Cost::PerSite),
            SetNode::If(truth, yes, no) => self.truth(*truth).max(self.of_all(&[*yes, *no])),
            SetNode::Given(truth, inner) => self.truth(*truth).max(self.of_all(&[*inner])),
            SetNode::Family(family) => self.family(*family),
            SetNode::Here
            | SetNode::Start
            | SetNode::Origin
            | SetNode::It
            | SetNode::Visited
            | SetNode::Passed
            | SetNode::Captured
            | SetNode::Taken
            | SetNode::Local(_)
            | SetNode::Seeing(_)
            | SetNode::Was(_)
            | SetNode::Attacked(_)
            | SetNode::Can(..)
            | SetNode::Holding(_)
            | SetNode::WithCursor(_)
            | SetNode::AtLevel(..) => Cost::Volatile,
        }
    }

    fn of_all(&mut self, sets: &[SetId]) -> Cost {
        sets.iter().fold(Cost::Bitwise, |cost, set| cost.max(self.set(*set)))
    }

    fn image(&mut self, image: ImageId) -> Cost {
        match &self.plan.images[image.index()] {
            ImageNode::Go(_) => Cost::Bitwise,
            ImageNode::Keep(set) | ImageNode::To(set) => self.of_all(&[*set]),
            ImageNode::Seq(parts) | ImageNode::Or(parts) => {
                parts.iter().fold(Cost::Bitwise, |cost, part| cost.max(self.image(*part)))
            }
            ImageNode::Flood { body, .. } => self.image(*body).max(Cost::PerSite),
            ImageNode::FloodWithin { within, .. } => self.of_all(&[*within]).max(Cost::PerSite),
            ImageNode::Slide { through, target, .. } => self.of_all(&[*through, *target]).max(Cost::PerSite),
            ImageNode::Ends(_) => Cost::Volatile,
        }
    }

    fn family(&mut self, family: FamilyId) -> Cost {
        let sets = match &self.plan.families[family.index()] {
            FamilyNode::Full(_, set, through) => {
                self.of_all(&[*set]).max(through.map_or(Cost::Plain, |set| self.set(set)))
            }
            FamilyNode::Groups(set, _) => self.of_all(&[*set]),
            FamilyNode::Lines(_) => Cost::PerSite,
        };
        sets.max(Cost::PerSite)
    }

    fn subject(&mut self, subject: Subject) -> Cost {
        match subject {
            Subject::Here | Subject::It => Cost::Volatile,
            Subject::Set(set) => self.set(set).max(Cost::PerSite),
        }
    }

    fn number(&mut self, number: NumberId) -> Cost {
        match &self.plan.numbers[number.index()] {
            NumberNode::Is(_) | NumberNode::States(_) | NumberNode::Hand(..) | NumberNode::Row(_) => Cost::Bitwise,
            NumberNode::Value(value) if !matches!(value, Value::Passing(_)) => Cost::Bitwise,
            NumberNode::Element(_, index) => self.number(*index),
            NumberNode::Sum(value, subject) if !matches!(value, Value::Passing(_)) => self.subject(*subject),
            NumberNode::Height(subject) | NumberNode::Table(_, subject) => self.subject(*subject),
            NumberNode::Count(set) => self.of_all(&[*set]),
            NumberNode::CountFamily(family) => self.family(*family),
            NumberNode::Of(_, parts) => parts.iter().fold(Cost::Bitwise, |cost, part| cost.max(self.number(*part))),
            NumberNode::If(truth, yes, no) => self.truth(*truth).max(self.number(*yes)).max(self.number(*no)),
            NumberNode::Distance(from, to, _) => self.of_all(&[*from, *to]).max(Cost::PerSite),
            NumberNode::Value(_)
            | NumberNode::Sum(..)
            | NumberNode::Local(_)
            | NumberNode::AtCursor(..)
            | NumberNode::Was(_)
            | NumberNode::CountCaptured
            | NumberNode::Ways(..)
            | NumberNode::Steps
            | NumberNode::Repeats(_)
            | NumberNode::Cycle
            | NumberNode::Moves => Cost::Volatile,
        }
    }

    fn truth(&mut self, truth: TruthId) -> Cost {
        match &self.plan.truths[truth.index()] {
            TruthNode::Always(_) | TruthNode::InPhase(..) | TruthNode::Turn(_) => Cost::Bitwise,
            TruthNode::Any(set) => self.of_all(&[*set]),
            TruthNode::AnyFamily(family) => self.family(*family),
            TruthNode::Within(one, other) => self.of_all(&[*one, *other]),
            TruthNode::Compare(one, _, other) => self.number(*one).max(self.number(*other)),
            TruthNode::Not(inner) => self.truth(*inner),
            TruthNode::And(parts) | TruthNode::Or(parts) => {
                parts.iter().fold(Cost::Bitwise, |cost, part| cost.max(self.truth(*part)))
            }
            TruthNode::AllOut(_) => Cost::Bitwise,
            TruthNode::Has(_)
            | TruthNode::IsOut(_)
            | TruthNode::Made(_)
            | TruthNode::MadeBy(_)
            | TruthNode::Stuck(_)
            | TruthNode::NobodyMoves
            | TruthNode::Was(_) => Cost::Volatile,
        }
    }
}
