//! Who asks.

use std::sync::Arc;

use dagaz_contract::people::PersonView;
use dagaz_session::HolderId;
use dagaz_table::OWNER;

/// Who asks, as the door has found out. See the [module documentation](self).
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Who {
    /// Whoever started the server, on their own machine.
    Owner,
    /// Somebody with an account; the family of the pass that was shown.
    Member { holder: HolderId, name: Arc<str>, family: Arc<str> },
    /// Somebody without.
    Guest { holder: HolderId },
    /// Somebody who has shown nothing: may look, and do nothing.
    Nobody,
}

impl Who {
    /// As which holder they sit at tables. Nobody holds anything.
    pub(crate) fn holder(&self) -> HolderId {
        match self {
            Who::Owner => HolderId::new(OWNER),
            Who::Member { holder, .. } | Who::Guest { holder } => holder.clone(),
            Who::Nobody => HolderId::new("-"),
        }
    }

    /// Whether they have an account.
    pub(crate) fn is_member(&self) -> bool {
        matches!(self, Who::Member { .. })
    }

    /// As others see them; none on a private server, and for whoever has shown nothing.
    pub(crate) fn view(&self) -> Option<PersonView> {
        match self {
            Who::Member { holder, name, .. } => {
                Some(PersonView { person: holder.0.to_string(), name: name.to_string(), guest: false })
            }
            Who::Guest { holder } => {
                let name = crate::passes::guest_name(&holder.0);
                Some(PersonView { person: holder.0.to_string(), name, guest: true })
            }
            Who::Owner | Who::Nobody => None,
        }
    }
}
