//! Truths and numbers.

use std::collections::BTreeSet;

use dagaz_core::{LimitHit, Piece, PieceTypeId, PlayerId, SiteId, State};
use dagaz_rules::{Holder, Number, Place, SiteTest, Truth};

use super::Interpreter;

/// From where a question is asked.
#[derive(Clone, Copy)]
pub(super) struct Standpoint<'a> {
    /// The board that is looked at.
    pub(super) state: &'a State,
    /// Who asks: in rules the side.
    pub(super) player: PlayerId,
    /// The type of the piece that runs.
    pub(super) kind: PieceTypeId,
    pub(super) cursor: Option<SiteId>,
    pub(super) origin: Option<SiteId>,
    pub(super) mark: Option<SiteId>,
    /// The flags that are raised.
    pub(super) flags: &'a BTreeSet<u16>,
    /// The site flags that are raised, and where.
    pub(super) site_flags: &'a BTreeSet<(u16, SiteId)>,
    /// Whether a question about attacks is being answered already.
    pub(super) is_probe: bool,
    /// Whether the mover of the current slot is known to have no move but a pass.
    pub(super) is_stuck: bool,
}

static NO_FLAGS: BTreeSet<u16> = BTreeSet::new();
static NO_SITE_FLAGS: BTreeSet<(u16, SiteId)> = BTreeSet::new();

impl<'a> Standpoint<'a> {
    /// A player's standpoint outside every run.
    pub(super) fn of(state: &'a State, player: PlayerId) -> Standpoint<'a> {
        Standpoint {
            state,
            player,
            kind: PieceTypeId(0),
            cursor: None,
            origin: None,
            mark: None,
            flags: &NO_FLAGS,
            site_flags: &NO_SITE_FLAGS,
            is_probe: false,
            is_stuck: false,
        }
    }
}

impl Interpreter {
    /// Whether a truth holds.
    pub(super) fn holds(&self, truth: &Truth, from: &Standpoint<'_>) -> Result<bool, LimitHit> {
        Ok(match truth {
            Truth::Always(value) => *value,
            Truth::Not(inner) => !self.holds(inner, from)?,
            Truth::All(parts) => {
                for part in parts {
                    if !self.holds(part, from)? {
                        return Ok(false);
                    }
                }
                true
            }
            Truth::Any(parts) => {
                for part in parts {
                    if self.holds(part, from)? {
                        return Ok(true);
                    }
                }
                false
            }
            Truth::Site(place, test) => match self.site_at(place, from) {
                Some(site) => self.passes(site, test, from)?,
                None => false,
            },
            Truth::Flag(flag) => from.flags.contains(flag),
            Truth::Somewhere(inner) => {
                for site in self.rules.topology.site_ids() {
                    if self.holds(inner, &Standpoint { cursor: Some(site), ..*from })? {
                        return Ok(true);
                    }
                }
                false
            }
            Truth::Compare(a, comparison, b) => comparison.holds(self.number(a, from), self.number(b, from)),
            Truth::Captured(kinds) => self
                .all_kinds()
                .filter(|kind| kinds.is_empty() || kinds.contains(kind))
                .any(|kind| from.state.captured(&self.layout, Piece { kind, owner: from.player })),
            Truth::Stuck => from.is_stuck && from.player == self.slot(from.state).mover,
            Truth::AllStuck => self.all_stuck(from.state)?,
            Truth::Repeated(times) => from.state.occurrences() >= *times as usize,
        })
    }

    /// The site that a place means, if it leads to one.
    pub(super) fn site_at(&self, place: &Place, from: &Standpoint<'_>) -> Option<SiteId> {
        let topology = &self.rules.topology;
        match place {
            Place::Here => from.cursor,
            Place::Along(path) => path
                .iter()
                .try_fold(from.cursor?, |site, &said| topology.link(site, topology.seen_by(from.player, said)).some()),
            Place::Against(said) => topology.link_back(from.cursor?, topology.seen_by(from.player, *said)).some(),
            Place::At(site) => Some(*site),
            Place::Mark => from.mark,
            Place::Origin => from.origin,
            Place::LastFrom => from.state.last_from(&self.layout).some(),
            Place::LastTo => from.state.last_to(&self.layout).some(),
        }
    }

    /// Whether a site passes a test.
    fn passes(&self, site: SiteId, test: &SiteTest, from: &Standpoint<'_>) -> Result<bool, LimitHit> {
        let topology = &self.rules.topology;
        Ok(match test {
            SiteTest::OnBoard => true,
            SiteTest::Empty => from.state.is_empty(site),
            SiteTest::Holds(holder, kinds) => from.state.piece(site).is_some_and(|piece| {
                self.is_of(*holder, piece.owner, from.player) && (kinds.is_empty() || kinds.contains(&piece.kind))
            }),
            SiteTest::Is(other) => site == *other,
            SiteTest::In(zone) => topology.zones()[zone.index()].of(from.player).contains(site),
            SiteTest::Has(attribute) => from.state.attribute(&self.layout, site, *attribute) != 0,
            SiteTest::Flagged(flag) => from.site_flags.contains(&(*flag, site)),
            SiteTest::LastFrom => from.state.last_from(&self.layout) == site,
            SiteTest::LastTo => from.state.last_to(&self.layout) == site,
            SiteTest::Marked => from.mark == Some(site),
            SiteTest::NextToEnemy => topology
                .neighbours(site)
                .into_iter()
                .any(|next| from.state.piece(next).is_some_and(|piece| self.is_enemy(from.player, piece.owner))),
            SiteTest::Attacked(_) | SiteTest::Defended(_) if from.is_probe => false,
            SiteTest::Attacked(class) => self.is_attacked(from.state, site, from.player, from.kind, *class)?,
            SiteTest::Defended(class) => {
                self.is_defended(from.state, site, from.player, from.kind, from.origin, *class)?
            }
        })
    }

    /// Whether a piece of `owner` is a `holder`'s for the player who asks.
    fn is_of(&self, holder: Holder, owner: PlayerId, asking: PlayerId) -> bool {
        match holder {
            Holder::Own => owner == asking,
            Holder::Enemy => self.is_enemy(asking, owner),
            Holder::Neutral => self.is_neutral(owner),
            Holder::Anyone => true,
        }
    }

    fn number(&self, number: &Number, from: &Standpoint<'_>) -> i64 {
        match number {
            Number::Is(value) => i64::from(*value),
            Number::Count { holder, kinds, supplied } => {
                let owners = (0..self.rules.players.len()).map(PlayerId::at).chain([PlayerId::NONE]);
                owners
                    .filter(|&owner| self.is_of(*holder, owner, from.player))
                    .flat_map(|owner| self.all_kinds().map(move |kind| Piece { kind, owner }))
                    .filter(|piece| match kinds.is_empty() {
                        true => !self.rules.pieces[piece.kind.index()].immaterial,
                        false => kinds.contains(&piece.kind),
                    })
                    .map(|piece| {
                        let waiting = if *supplied { from.state.supply(&self.layout, piece) } else { 0 };
                        from.state.count(&self.layout, piece) as i64 + i64::from(waiting)
                    })
                    .sum()
            }
        }
    }

    pub(super) fn all_kinds(&self) -> impl Iterator<Item = PieceTypeId> + use<> {
        (0..self.rules.pieces.len()).map(PieceTypeId::at)
    }
}
