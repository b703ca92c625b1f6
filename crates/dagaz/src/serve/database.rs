//! `dagaz serve --db`: games and people in PostgreSQL, which several servers may share.

use dagaz_server::Token;
use dagaz_store::{Membership, Options, Register, Store, StoreFault};

use super::Opened;
use crate::cli::ServeArgs;
use crate::failure::Failure;

/// Opens what is kept in a database.
pub(super) fn open(address: &str, args: &ServeArgs) -> Result<Opened, Failure> {
    let told = |fault: StoreFault| explained(address, &fault);
    if args.listen.is_some_and(|listen| listen.is_unspecified()) && args.advertise.is_none() {
        return Err(Failure::Usage(
            "a server that listens everywhere has to say where other servers on the database reach it: --advertise HOST:PORT"
                .to_string(),
        ));
    }
    let membership = Membership { address: args.advertise.clone().unwrap_or_default(), ..Membership::default() };
    let full = with_password(address);
    let store = Store::open_database(&full, Options { membership, ..Options::default() }).map_err(told)?;
    let register = args.public.as_ref().map(|_| Register::open_database(&full)).transpose().map_err(told)?;
    // Ids and guests' passes are made with the first, so all servers have the same.
    let secret = |name: &str| {
        let kept = store.secret(name, Token::random()?.text()).map_err(told)?;
        let wrong = || Failure::Errors(format!("{}: the {name} that is kept there is none", shown(address)));
        Token::from_text(&kept).ok_or_else(wrong)
    };
    let (token, metrics) = (secret("token")?, secret("metrics-token")?);
    Ok(Opened { store, register, token, metrics, kept: shown(address) })
}

/// Opens the register of a database, for administration of users.
pub(crate) fn register(address: &str) -> Result<Register, Failure> {
    Register::open_database(&with_password(address)).map_err(|fault| explained(address, &fault))
}

/// Returns an address without its password, to be shown.
fn shown(address: &str) -> String {
    let Some((scheme, rest)) = address.split_once("://") else { return address.to_string() };
    match rest.rsplit_once('@') {
        Some((user, host)) => format!("{scheme}://{}@{host}", user.split(':').next().unwrap_or_default()),
        None => address.to_string(),
    }
}

/// Returns an address with the password of the environment, if it has none of its own: command
/// lines are visible to all users of a machine.
fn with_password(address: &str) -> String {
    let password = std::env::var("PGPASSWORD").ok().filter(|password| !password.is_empty());
    match (password, address.split_once("://").and_then(|(scheme, rest)| Some((scheme, rest.split_once('@')?)))) {
        (Some(password), Some((scheme, (user, host)))) if !user.contains(':') => {
            let encoded: String = password.bytes().map(|byte| format!("%{byte:02X}")).collect();
            format!("{scheme}://{user}:{encoded}@{host}")
        }
        _ => address.to_string(),
    }
}

/// What stands in the way, and what helps.
fn explained(address: &str, fault: &StoreFault) -> Failure {
    if !address.starts_with("postgres://") && !address.starts_with("postgresql://") {
        return Failure::Usage(format!(
            "--db takes the address of a database, postgres://USER@HOST/NAME, and not {address}"
        ));
    }
    let words = fault.to_string();
    let hint = match fault {
        StoreFault::Unreachable(_) if words.contains("TLS") => "; what sslmode asks for is in docs/operations.md",
        StoreFault::Unreachable(_) => "; is PostgreSQL running there, and does it listen? (`pg_isready -h HOST`)",
        StoreFault::Open(_) if words.contains("does not exist") => {
            "; make it first: `createuser dagaz` and `createdb -O dagaz dagaz` (see docs/operations.md)"
        }
        StoreFault::Open(_) if words.contains("password") => "; the password goes into the environment as PGPASSWORD",
        StoreFault::Write(_) if words.contains("permission denied") => "; the user has to own the database",
        _ => "",
    };
    Failure::Errors(format!("{}: {words}{hint}", shown(address)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn passwords_are_not_shown() {
        assert_eq!(shown("postgres://ann:secret@db.example/games"), "postgres://ann@db.example/games");
        assert_eq!(shown("postgres://ann@db.example/games"), "postgres://ann@db.example/games");
        assert_eq!(shown("postgres://db.example/games"), "postgres://db.example/games");
    }
}
