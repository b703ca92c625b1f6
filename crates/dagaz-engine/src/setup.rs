//! From rules to states: the layout that a game needs, its start, and positions set up from
//! outside.

use dagaz_core::{
    Change, Layout, LayoutSpec, Limits, Piece, PieceTypeId, PlayerId, Position, PositionError, State, UndoLog, Values,
};
use dagaz_rules::{Action, Automaton, Capture, EndingKind, Hop, Node, Number, Place, Rules, SiteTest, Size, Truth};

/// The layout of a game's states: only what its rules can tell apart has a place in it.
pub fn layout_of(rules: &Rules) -> Layout {
    let facts = Facts::of(rules);
    let players = (0..rules.players.len()).map(PlayerId::at);
    let pieces =
        || players.clone().flat_map(|owner| (0..rules.pieces.len()).map(move |kind| (owner, PieceTypeId::at(kind))));
    let recycle = rules.capture == Capture::OwnersSupply;
    let supplies = pieces()
        .map(|(owner, kind)| Piece { kind, owner })
        .filter(|piece| {
            let droppable = !rules.pieces[piece.kind.index()].drops.is_empty();
            rules.setup.supplies.iter().any(|(known, _)| known == piece)
                || recycle && (droppable || facts.counts_supplies)
                || rules.recycle_promotions
        })
        .collect();
    let watched = pieces()
        .map(|(owner, kind)| Piece { kind, owner })
        .filter(|piece| facts.watched.contains(&piece.kind) || facts.watches_all)
        .collect();
    Layout::new(LayoutSpec {
        sites: rules.topology.sites().len(),
        levels: 1,
        players: rules.players.len(),
        kinds: rules.pieces.len(),
        attributes: rules
            .attributes
            .iter()
            .map(|attribute| if attribute.integer { Values::Integer } else { Values::Truth })
            .collect(),
        starts: rules.pieces.iter().map(|piece| piece.starts.clone()).collect(),
        supplies,
        recycle,
        recycle_promotions: rules.recycle_promotions,
        keeps_last: facts.asks_last,
        keeps_history: facts.asks_repetition,
        watched,
        variables: 0,
        counters: 0,
    })
}

/// How often a position must have occurred for the game to be drawn, if nothing else is asked of
/// what was before.
pub(crate) fn drawn_by_repetition(rules: &Rules) -> Option<u32> {
    let draws = rules.endings.iter().filter(|ending| ending.kind == EndingKind::Draw);
    let times = draws.filter_map(|ending| match ending.when {
        Truth::Repeated(times) if times > 1 => Some(times),
        _ => None,
    });
    let times: Vec<u32> = times.collect();
    if times.len() != Facts::of(rules).repetitions { None } else { times.into_iter().min() }
}

/// The state of a position, or everything that is wrong with it.
pub fn set_up(layout: &Layout, slots: usize, position: &Position) -> Result<State, Vec<PositionError>> {
    let spec = layout.spec();
    let mut errors = Vec::new();
    let known = |piece: &Piece| piece.kind.index() < spec.kinds && piece.owner.index() < spec.players;
    for placement in &position.pieces {
        if placement.site.index() >= spec.sites {
            errors.push(PositionError::NoSuchSite(placement.site));
        }
        // A piece on the board may have no owner.
        let piece = placement.piece;
        if !(known(&piece) || piece.owner == PlayerId::NONE && piece.kind.index() < spec.kinds) {
            errors.push(PositionError::NoSuchPiece(placement.piece));
        }
        for &(attribute, _) in placement.attributes.iter().filter(|(which, _)| which.index() >= spec.attributes.len()) {
            errors.push(PositionError::NoSuchAttribute(attribute));
        }
    }
    for (piece, _) in &position.supplies {
        if !known(piece) {
            errors.push(PositionError::NoSuchPiece(*piece));
        } else if !spec.supplies.contains(piece) {
            errors.push(PositionError::NoSupply(*piece));
        }
    }
    for &(which, _) in position.variables.iter().filter(|(which, _)| *which >= spec.variables + spec.counters) {
        errors.push(PositionError::NoSuchVariable(which));
    }
    if !position.tail.is_empty() {
        errors.push(PositionError::NoSuchTail);
    }
    let slot = position.slot.unwrap_or(dagaz_core::SlotId(0));
    if slot.index() >= slots {
        errors.push(PositionError::NoSuchSlot(slot));
    }
    if let Some((site, _)) = position.pending
        && site.index() >= spec.sites
    {
        errors.push(PositionError::NoSuchSite(site));
    }
    if layout.has_columns() {
        let height = |site| position.pieces.iter().filter(|other| other.site == site).count();
        let mut sites: Vec<_> = position.pieces.iter().map(|placement| placement.site).collect();
        sites.sort_unstable();
        sites.dedup();
        errors.extend(sites.into_iter().filter(|site| height(*site) > layout.levels()).map(PositionError::TooHigh));
    }
    if !errors.is_empty() {
        return Err(errors);
    }
    let (mut state, mut log) = (State::empty(layout), UndoLog::new());
    let mut change = Change::begin(layout, &mut state, &mut log);
    for placement in &position.pieces {
        // Replacing a piece while setting up is no capture: nothing is recycled.
        if !layout.has_columns() {
            change.clear(placement.site);
        }
        change.place(placement.site, placement.piece);
        for &(attribute, value) in &placement.attributes {
            change.set_attribute(placement.site, attribute, value);
        }
    }
    for &(piece, count) in &position.supplies {
        change.set_supply(piece, count);
    }
    for &(which, value) in &position.variables {
        change.assign(which, value as u32);
    }
    change.set_slot(slot);
    change.set_pending(position.pending);
    if let Some((from, to)) = position.last {
        change.set_last(from, to);
    }
    change.remember_position();
    Ok(state)
}

/// An error in words if a game is larger than the limits allow.
pub fn check_limits(rules: &Rules, limits: &Limits) -> Result<(), dagaz_core::LimitHit> {
    use dagaz_core::{LimitHit, LimitKind};
    let size = Size::of(rules);
    let endings = rules.endings.iter().fold(0u64, |sum, ending| {
        let players = ending.players.len().max(1) as u64;
        sum.saturating_add(ending.when.work(size).saturating_mul(players))
    });
    let ending_nodes = rules.ending_nodes();
    let nodes = rules.rules.iter().map(|rule| rule.automaton.nodes.len()).sum();
    let position_flags = rules.site_flags.len().saturating_mul(rules.topology.sites().len());
    [
        (LimitKind::PieceTypes, rules.pieces.len(), limits.piece_types),
        (LimitKind::Players, rules.players.len(), limits.players),
        (LimitKind::Attributes, rules.attributes.len(), limits.attributes),
        (LimitKind::Sites, rules.topology.sites().len(), limits.sites),
        (LimitKind::Classes, rules.classes.len(), limits.classes),
        (LimitKind::Classes, rules.first.as_ref().map_or(0, |first| first.groups.len()), limits.classes),
        (LimitKind::PositionFlags, position_flags, limits.position_flags),
        (LimitKind::Slots, rules.turns.slots.len(), limits.slots),
        (LimitKind::RuleNodes, nodes, limits.rule_nodes),
        (LimitKind::RuleNodes, ending_nodes as usize, limits.rule_nodes),
        (LimitKind::EndingWork, endings as usize, limits.ending_work as usize),
    ]
    .into_iter()
    .find(|(_, count, max)| count > max)
    .map_or(Ok(()), |(kind, _, max)| Err(LimitHit::new(kind, max)))
}

/// What the rules ask of a state beyond the board.
#[derive(Default)]
struct Facts {
    asks_last: bool,
    asks_repetition: bool,
    /// How often they ask it.
    repetitions: usize,
    counts_supplies: bool,
    watches_all: bool,
    watched: Vec<PieceTypeId>,
}

impl Facts {
    fn of(rules: &Rules) -> Facts {
        let mut facts = Facts::default();
        rules.rules.iter().for_each(|rule| facts.automaton(&rule.automaton));
        rules.endings.iter().for_each(|ending| facts.truth(&ending.when));
        rules.nevers.iter().for_each(|never| facts.truth(&never.when));
        facts
    }

    fn automaton(&mut self, automaton: &Automaton) {
        for node in &automaton.nodes {
            match node {
                Node::Go(hop, _) => self.asks_last |= matches!(hop, Hop::LastFrom | Hop::LastTo),
                Node::Test(truth, ..) => self.truth(truth),
                Node::Do(action, _) => match action {
                    Action::Capture(place)
                    | Action::Create { place, .. }
                    | Action::Become(_, place)
                    | Action::Give(_, place)
                    | Action::Flip(place) => self.place(place),
                    Action::SetAttribute(_, value, place) | Action::SetSiteFlag(_, value, place) => {
                        self.truth(value);
                        self.place(place);
                    }
                    Action::SetFlag(_, value) => self.truth(value),
                    Action::Origin | Action::Target | Action::Mark | Action::Cascade => {}
                },
                Node::Turn(_) | Node::Emit(..) | Node::End => {}
            }
        }
    }

    fn place(&mut self, place: &Place) {
        self.asks_last |= matches!(place, Place::LastFrom | Place::LastTo);
    }

    fn truth(&mut self, truth: &Truth) {
        match truth {
            Truth::Not(inner) | Truth::Somewhere(inner) => self.truth(inner),
            Truth::All(parts) | Truth::Any(parts) => parts.iter().for_each(|part| self.truth(part)),
            Truth::Site(place, test) => {
                self.place(place);
                self.asks_last |= matches!(test, SiteTest::LastFrom | SiteTest::LastTo);
            }
            Truth::Compare(a, _, b) => [a, b].into_iter().for_each(|number| {
                self.counts_supplies |= matches!(number, Number::Count { supplied: true, .. });
            }),
            Truth::Captured(kinds) if kinds.is_empty() => self.watches_all = true,
            Truth::Captured(kinds) => self.watched.extend(kinds),
            Truth::Repeated(_) => {
                self.asks_repetition = true;
                self.repetitions += 1;
            }
            Truth::Always(_) | Truth::Flag(_) | Truth::Stuck | Truth::AllStuck => {}
        }
    }
}
