//! Who asks.

use std::sync::Arc;

use dagaz_contract::people::PersonView;
use dagaz_session::HolderId;
use dagaz_table::OWNER;

/// Who asks, as the door has found out. See the [module documentation](self).
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Who {
    /// The user who started the private server.
    Owner,
    /// A person with an account, and the session family of the presented token.
    Member { holder: HolderId, name: Arc<str>, family: Arc<str> },
    /// A guest.
    Guest { holder: HolderId },
    /// A client without a session: read access only.
    Nobody,
}

impl Who {
    /// Returns the holder of their seats at tables. Clients without a session hold none.
    pub(crate) fn holder(&self) -> HolderId {
        match self {
            Who::Owner => HolderId::new(OWNER),
            Who::Member { holder, .. } | Who::Guest { holder } => holder.clone(),
            Who::Nobody => HolderId::new("-"),
        }
    }

    /// Returns whether they have an account.
    pub(crate) fn is_member(&self) -> bool {
        matches!(self, Who::Member { .. })
    }

    /// Returns the public identity; `None` on a private server, and without a session.
    pub(crate) fn view(&self) -> Option<PersonView> {
        match self {
            Who::Member { holder, name, .. } => {
                Some(PersonView { person: holder.0.to_string(), name: name.to_string(), guest: false })
            }
            Who::Guest { holder } => {
                let name = crate::tokens::guest_name(&holder.0);
                Some(PersonView { person: holder.0.to_string(), name, guest: true })
            }
            Who::Owner | Who::Nobody => None,
        }
    }
}
