//! Contexts: what tests and checks look at, and their answers.

use dagaz_core::{Bits, LimitHit, Piece, PieceTypeId, PlayerId, SiteId, State};
use dagaz_rules::Holder;

use crate::attack::{attacked, defended};
use crate::check::{Check, Count};
use crate::game::CompiledGame;
use crate::program::{At, Program, Test};
use crate::vm::{Cursor, Registers, Scratch};

/// What an attack question asked in the middle of a run works with.
pub(crate) type Probe<'a, 'b> = Option<(&'a mut Registers, &'b mut Option<State>)>;

/// Everything that a test may look at.
pub(crate) struct Context<'a> {
    pub(crate) game: &'a CompiledGame,
    pub(crate) program: &'a Program,
    pub(crate) state: &'a State,
    pub(crate) side: PlayerId,
    pub(crate) kind: PieceTypeId,
    pub(crate) start: SiteId,
    pub(crate) stuck: Stuck,
}

/// Who is known to have no move.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Stuck {
    /// The player to move, if it has none.
    pub(crate) mover: Option<PlayerId>,
    /// Whether no player has one.
    pub(crate) all: bool,
}

impl Context<'_> {
    #[inline]
    pub(crate) fn site(&self, at: At, cursor: &Cursor) -> SiteId {
        match at {
            At::Here => cursor.here,
            At::Row(row) => self.game.board().link(row, cursor.here),
            At::Path(path) => {
                let mut site = cursor.here;
                for &row in &self.program.paths[path as usize] {
                    if site == SiteId::NONE {
                        break;
                    }
                    site = self.game.board().link(row, site);
                }
                site
            }
            At::Site(site) => site,
            At::Mark => cursor.mark,
            At::Origin => cursor.origin,
            At::Target => cursor.target,
            At::LastFrom => self.state.last_from(self.game.layout_ref()),
            At::LastTo => self.state.last_to(self.game.layout_ref()),
        }
    }

    #[inline]
    pub(crate) fn test(
        &self,
        test: Test,
        site: SiteId,
        cursor: &Cursor,
        registers: &Registers,
        probe: &mut Probe<'_, '_>,
    ) -> Result<bool, LimitHit> {
        if site == SiteId::NONE {
            return Ok(false);
        }
        let word = self.state.word(site);
        let owned = |owners: u32| word != 0 && owners >> Piece::owner_bit(word) & 1 == 1;
        Ok(match test {
            Test::OnBoard => true,
            Test::Empty => word == 0,
            Test::Owned(owners) => owned(owners),
            Test::OwnedKind(owners, kind) => owned(owners) && Piece::kind_of(word) == Some(kind),
            Test::OwnedKinds(owners, set) => {
                owned(owners)
                    && Piece::kind_of(word).is_some_and(|kind| {
                        self.program.kinds[set as usize][kind.index() / 64] >> (kind.index() % 64) & 1 == 1
                    })
            }
            Test::Is(other) => site == other,
            Test::In(zone) => self.program.zones[zone as usize][site.index() / 64] >> (site.index() % 64) & 1 == 1,
            Test::Has(attribute) => self.state.attribute(self.game.layout_ref(), site, attribute) != 0,
            Test::Flagged(flag) => registers.site_flags.is_up(self.game.site_flag(flag, site)),
            Test::LastFrom => site == self.state.last_from(self.game.layout_ref()),
            Test::LastTo => site == self.state.last_to(self.game.layout_ref()),
            Test::Marked => site == cursor.mark,
            Test::NextToEnemy => {
                let enemies = self.game.owners(self.side).mask(Holder::Enemy);
                self.game.board().neighbours(site).iter().any(|&near| {
                    let word = self.state.word(near);
                    word != 0 && enemies >> Piece::owner_bit(word) & 1 == 1
                })
            }
            Test::Attacked(class) => match probe {
                Some((registers, thought)) => {
                    attacked(self.game, self.state, site, self.side, self.kind, class, registers, thought)?
                }
                None => false,
            },
            Test::Defended(class) => match probe {
                Some((registers, thought)) => defended(self, site, class, registers, thought)?,
                None => false,
            },
        })
    }

    pub(crate) fn check(
        &self,
        check: &Check,
        cursor: &mut Cursor,
        registers: &Registers,
        probe: &mut Probe<'_, '_>,
    ) -> Result<bool, LimitHit> {
        Ok(match check {
            Check::Always(value) => *value,
            Check::Not(inner) => !self.check(inner, cursor, registers, probe)?,
            Check::All(parts) => {
                for part in parts {
                    if !self.check(part, cursor, registers, probe)? {
                        return Ok(false);
                    }
                }
                true
            }
            Check::Any(parts) => {
                for part in parts {
                    if self.check(part, cursor, registers, probe)? {
                        return Ok(true);
                    }
                }
                false
            }
            Check::Site(at, test) => self.test(*test, self.site(*at, cursor), cursor, registers, probe)?,
            Check::Flag(flag) => registers.flags.is_up(usize::from(*flag)),
            Check::Somewhere(owners, inner) => {
                let here = cursor.here;
                let mut found = false;
                for index in 0..self.game.set_words() {
                    let sites = match owners {
                        Some(owners) => {
                            let layout = self.game.layout_ref();
                            owners.iter().fold(0, |sites, &owner| sites | self.state.held(layout, owner)[index])
                        }
                        None => self.game.all_sites(index),
                    };
                    if let Some((registers, _)) = probe {
                        registers.pay(self.game, 1 + 2 * u64::from(sites.count_ones()))?;
                    }
                    for bit in Bits(sites) {
                        cursor.here = SiteId::at(index * 64 + bit);
                        if self.check(inner, cursor, registers, probe)? {
                            found = true;
                            break;
                        }
                    }
                    if found {
                        break;
                    }
                }
                cursor.here = here;
                found
            }
            Check::Compare(a, comparison, b) => comparison.holds(self.count(a), self.count(b)),
            Check::Captured(pieces) => pieces.iter().any(|&piece| self.state.captured(self.game.layout_ref(), piece)),
            Check::Repeated(times) => self.state.occurrences() >= *times as usize,
            Check::Stuck(player) => self.stuck.mover == Some(*player),
            Check::AllStuck => self.stuck.all,
        })
    }

    fn count(&self, count: &Count) -> i64 {
        match count {
            Count::Is(value) => *value,
            Count::Pieces { pieces, supplied } => {
                let layout = self.game.layout_ref();
                let waiting = |piece| if *supplied { self.state.supply(layout, piece) as i64 } else { 0 };
                pieces.iter().map(|&piece| self.state.count(layout, piece) as i64 + waiting(piece)).sum()
            }
        }
    }
}

/// Whether a check about a whole state holds, seen by `side`.
pub(crate) fn holds(
    game: &CompiledGame,
    program: &Program,
    check: &Check,
    state: &State,
    side: PlayerId,
    stuck: Stuck,
    scratch: &mut Scratch,
) -> Result<bool, LimitHit> {
    let context = Context { game, program, state, side, kind: PieceTypeId(0), start: SiteId::NONE, stuck };
    let mut cursor = Cursor { here: SiteId::NONE, origin: SiteId::NONE, target: SiteId::NONE, mark: SiteId::NONE };
    let Scratch { registers, probe, thought } = scratch;
    registers.lower_flags();
    context.check(check, &mut cursor, registers, &mut Some((probe, thought)))
}
