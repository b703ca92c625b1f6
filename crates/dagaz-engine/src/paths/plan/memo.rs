//! Which sets and numbers depend on nothing but the position and the site where the move began, so
//! that the executor keeps them as long as both stay what they are.
//!
//! A set depends on more if it asks for the cursor, the moving piece, lists of the move, bound
//! numbers and sets, the position before the move, or earlier positions.

use super::{
    FamilyId, FamilyNode, ImageId, ImageNode, NumberId, NumberNode, Plan, SetId, SetNode, Subject, TruthId, TruthNode,
    Value,
};

/// How the value of a set or number is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::paths) struct Memo {
    pub(in crate::paths) place: u32,
    /// Whether there is a value for each site where the move and the step may have begun.
    pub(in crate::paths) by_start: bool,
    /// Whether the whole set costs little more than a part of it. Other sets are computed whole
    /// once enough of their parts have been asked for.
    pub(in crate::paths) cheap: bool,
}

/// What a set costs, and what it depends on.
#[derive(Clone, Copy)]
struct Known {
    cost: Cost,
    /// Whether it depends on where the move and the step began.
    by_start: bool,
}

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

impl Known {
    const PLAIN: Known = Known { cost: Cost::Plain, by_start: false };
    const BITWISE: Known = Known { cost: Cost::Bitwise, by_start: false };
    const PER_SITE: Known = Known { cost: Cost::PerSite, by_start: false };
    const VOLATILE: Known = Known { cost: Cost::Volatile, by_start: false };
    const START: Known = Known { cost: Cost::Plain, by_start: true };

    /// How it is kept: in the next place, if it is.
    fn memo(self, is_whole: bool, places: &mut usize) -> Option<Memo> {
        if matches!(self.cost, Cost::Plain | Cost::Volatile) {
            return None;
        }
        *places += 1;
        let cheap = is_whole || self.cost == Cost::Bitwise;
        Some(Memo { place: *places as u32 - 1, by_start: self.by_start, cheap })
    }

    /// Of two parts the whole.
    fn max(self, other: Known) -> Known {
        Known { cost: self.cost.max(other.cost), by_start: self.by_start || other.by_start }
    }
}

/// How the sets and numbers of a plan are kept, each by its own count of places.
#[derive(Debug, Default)]
pub(in crate::paths) struct Memos {
    /// `None`: the set depends on more than the position, or is found as fast as a kept value.
    pub(in crate::paths) sets: Vec<Option<Memo>>,
    pub(in crate::paths) set_places: usize,
    pub(in crate::paths) numbers: Vec<Option<Memo>>,
    pub(in crate::paths) number_places: usize,
}

/// Returns how the sets and numbers of a plan are kept. `keeps_last`: positions say where every
/// last move went.
pub(super) fn of(plan: &Plan, keeps_last: bool) -> Memos {
    let mut costs = Costs { plan, keeps_last, sets: vec![None; plan.sets.len()] };
    let mut memos = Memos::default();
    for (set, node) in plan.sets.iter().enumerate() {
        // These nodes are computed whole even if a part is asked for.
        let is_whole = matches!(node, SetNode::Image(..) | SetNode::Toward(..) | SetNode::Family(_));
        let memo = costs.set(SetId(set as u32)).memo(is_whole, &mut memos.set_places);
        memos.sets.push(memo);
    }
    for (number, node) in plan.numbers.iter().enumerate() {
        let is_dear = matches!(node, NumberNode::CountFamily(_) | NumberNode::Sum(..) | NumberNode::Distance(..));
        let known = if is_dear { costs.number(NumberId(number as u32)) } else { Known::PLAIN };
        let memo = known.memo(true, &mut memos.number_places);
        memos.numbers.push(memo);
    }
    memos
}

struct Costs<'p> {
    plan: &'p Plan,
    keeps_last: bool,
    sets: Vec<Option<Known>>,
}

impl Costs<'_> {
    fn set(&mut self, set: SetId) -> Known {
        if let Some(cost) = self.sets[set.index()] {
            return cost;
        }
        let cost = self.cost_of(set);
        self.sets[set.index()] = Some(cost);
        cost
    }

    fn cost_of(&mut self, set: SetId) -> Known {
        match &self.plan.sets[set.index()] {
            SetNode::Constant(_) | SetNode::Closed | SetNode::Occupied | SetNode::Empty => Known::PLAIN,
            SetNode::LastBy(_) | SetNode::Plane(_) => Known::PLAIN,
            // A move that is being judged may not be written down as the last one.
            SetNode::LastFrom | SetNode::LastTo if self.keeps_last => Known::PLAIN,
            SetNode::Live(planes) | SetNode::Open(planes) if planes.len() <= 2 => Known::PLAIN,
            SetNode::Live(_) | SetNode::Open(_) | SetNode::Held(_) => Known::BITWISE,
            SetNode::NonZero(Value::Passing(_)) => Known::VOLATILE,
            SetNode::NonZero(_) => Known::PER_SITE,
            SetNode::TableWhere(.., number) => self.number(*number).max(Known::BITWISE),
            SetNode::HeldAt(_, index) => self.number(*index).max(Known::BITWISE),
            SetNode::All(parts) | SetNode::Any(parts) | SetNode::First(parts) => self.of_all(parts),
            SetNode::Not(inner) | SetNode::Toward(_, inner) | SetNode::Back(_, inner) => {
                self.set(*inner).max(Known::BITWISE)
            }
            SetNode::Image(from, image) => self.set(*from).max(self.image(*image)),
            SetNode::Ray { through, target, .. } => self.of_all(&[*through, *target]).max(Known::PER_SITE),
            SetNode::If(truth, yes, no) => self.truth(*truth).max(self.of_all(&[*yes, *no])),
            SetNode::Given(truth, inner) => self.truth(*truth).max(self.of_all(&[*inner])),
            SetNode::Family(family) => self.family(*family),
            SetNode::Start | SetNode::Origin => Known::START,
            SetNode::Here
            | SetNode::It
            | SetNode::Visited
            | SetNode::Passed
            | SetNode::Captured
            | SetNode::Taken
            | SetNode::LastFrom
            | SetNode::LastTo
            | SetNode::Local(_)
            | SetNode::Seeing(_)
            | SetNode::Was(_)
            | SetNode::Now(_)
            | SetNode::Attacked(_)
            | SetNode::Can(..)
            | SetNode::Holding(_)
            | SetNode::WithCursor(_)
            | SetNode::AtLevel(..) => Known::VOLATILE,
        }
    }

    fn of_all(&mut self, sets: &[SetId]) -> Known {
        sets.iter().fold(Known::BITWISE, |cost, set| cost.max(self.set(*set)))
    }

    fn image(&mut self, image: ImageId) -> Known {
        match &self.plan.images[image.index()] {
            ImageNode::Go(_) => Known::BITWISE,
            ImageNode::Keep(set) | ImageNode::To(set) => self.of_all(&[*set]),
            ImageNode::Seq(parts) | ImageNode::Or(parts) => {
                parts.iter().fold(Known::BITWISE, |cost, part| cost.max(self.image(*part)))
            }
            ImageNode::Flood { body, .. } => self.image(*body).max(Known::PER_SITE),
            ImageNode::FloodHops { hops, .. } => {
                let sets = hops.iter().flat_map(|hop| [hop.from, hop.to]);
                sets.fold(Known::PER_SITE, |cost, set| cost.max(self.set(set)))
            }
            ImageNode::FloodWithin { within, .. } => self.of_all(&[*within]).max(Known::PER_SITE),
            ImageNode::Slide { through, target, .. } => self.of_all(&[*through, *target]).max(Known::PER_SITE),
            ImageNode::Ends(_) => Known::VOLATILE,
        }
    }

    fn family(&mut self, family: FamilyId) -> Known {
        let sets = match &self.plan.families[family.index()] {
            FamilyNode::Full(_, set, through) => {
                self.of_all(&[*set]).max(through.map_or(Known::PLAIN, |set| self.set(set)))
            }
            FamilyNode::Groups(set, _) => self.of_all(&[*set]),
            FamilyNode::Lines(_) => Known::PER_SITE,
        };
        sets.max(Known::PER_SITE)
    }

    fn subject(&mut self, subject: Subject) -> Known {
        match subject {
            Subject::Here | Subject::It => Known::VOLATILE,
            Subject::Set(set) => {
                let is_single = matches!(self.plan.sets[set.index()], SetNode::Start | SetNode::Origin);
                self.set(set).max(if is_single { Known::BITWISE } else { Known::PER_SITE })
            }
        }
    }

    fn number(&mut self, number: NumberId) -> Known {
        match &self.plan.numbers[number.index()] {
            NumberNode::Is(_) | NumberNode::States(_) | NumberNode::Hand(..) | NumberNode::Row(_) => Known::BITWISE,
            NumberNode::Value(value) if !matches!(value, Value::Passing(_)) => Known::BITWISE,
            NumberNode::Element(_, index) => self.number(*index),
            NumberNode::Sum(value, subject) if !matches!(value, Value::Passing(_)) => self.subject(*subject),
            NumberNode::Height(subject) | NumberNode::Table(_, subject) => self.subject(*subject),
            NumberNode::Count(set) => self.of_all(&[*set]),
            NumberNode::CountFamily(family) => self.family(*family),
            NumberNode::Of(_, parts) => parts.iter().fold(Known::BITWISE, |cost, part| cost.max(self.number(*part))),
            NumberNode::If(truth, yes, no) => self.truth(*truth).max(self.number(*yes)).max(self.number(*no)),
            NumberNode::Distance(from, to, _) => self.of_all(&[*from, *to]).max(Known::PER_SITE),
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
            | NumberNode::Moves => Known::VOLATILE,
        }
    }

    fn truth(&mut self, truth: TruthId) -> Known {
        match &self.plan.truths[truth.index()] {
            TruthNode::Always(_) | TruthNode::InPhase(..) | TruthNode::Turn(_) => Known::BITWISE,
            TruthNode::Any(set) => self.of_all(&[*set]),
            TruthNode::AnyFamily(family) => self.family(*family),
            TruthNode::Within(one, other) => self.of_all(&[*one, *other]),
            TruthNode::Compare(one, _, other) => self.number(*one).max(self.number(*other)),
            TruthNode::Not(inner) => self.truth(*inner),
            TruthNode::And(parts) | TruthNode::Or(parts) => {
                parts.iter().fold(Known::BITWISE, |cost, part| cost.max(self.truth(*part)))
            }
            TruthNode::AllOut(_) => Known::BITWISE,
            TruthNode::Has(_)
            | TruthNode::IsOut(_)
            | TruthNode::Made(_)
            | TruthNode::MadeBy(_)
            | TruthNode::Stuck(_)
            | TruthNode::NobodyMoves
            | TruthNode::Was(_) => Known::VOLATILE,
        }
    }
}
