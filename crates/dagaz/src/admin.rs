//! `dagaz admin`: administers accounts and data of a public server while it runs.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use dagaz_store::{GuestRow, PersonRow, Register, Store, StoreFault};

use crate::cli::{AdminArgs, AdminCommand};
use crate::failure::Failure;
use crate::output::Output;

/// Does one thing.
pub(crate) fn run(args: &AdminArgs, out: &mut Output) -> Result<(), Failure> {
    let (register, place) = open(args)?;
    let told = |fault: StoreFault| Failure::Errors(format!("{place}: {fault}"));
    match &args.command {
        AdminCommand::Person { name } => match find(&register, name).map_err(told)?? {
            FoundUser::Member(person) => out.json(&serde_json::json!({
                "person": person.id,
                "name": person.name,
                "since": person.since,
                "barred": person.barred,
                "secondFactor": register.second_factor(&person.id).map_err(told)?.is_some_and(|(row, _)| row.confirmed),
                "games": register.ratings(&person.id).map_err(told)?.iter().map(|row| row.games).sum::<u32>(),
            }))?,
            FoundUser::Guest(id) => {
                let ended = register.ended_guests().map_err(told)?.into_iter().find(|row| row.guest == id);
                out.json(&serde_json::json!({
                    "person": id,
                    "guest": true,
                    "ended": ended.is_some(),
                    "barred": ended.is_some_and(|row| row.barred),
                }))?;
            }
        },
        AdminCommand::Bar { name } => {
            let found = find(&register, name).map_err(told)??;
            match &found {
                FoundUser::Member(person) => register.bar(&person.id, true).map(drop),
                FoundUser::Guest(id) => register.end_guest(&GuestRow { guest: id.clone(), at: now(), barred: true }),
            }
            .map_err(told)?;
            out.line(format!("{} is let in no more; open sockets close within a second.", found.name()))?;
        }
        AdminCommand::Unbar { name } => {
            let found = find(&register, name).map_err(told)??;
            match &found {
                FoundUser::Member(person) => register.bar(&person.id, false).map(drop).map_err(told)?,
                FoundUser::Guest(id) if register.let_guest_in(id).map_err(told)? => {}
                FoundUser::Guest(id) => return Err(Failure::Errors(format!("the guest {id} is not barred"))),
            }
            out.line(format!("{} may come in again.", found.name()))?;
        }
        AdminCommand::Revoke { name } => match find(&register, name).map_err(told)?? {
            FoundUser::Member(person) => {
                let ended = register.end_passes(&person.id, "").map_err(told)?;
                out.line(format!("{} has to log in again, in {} browsers.", person.name, ended.len()))?;
            }
            FoundUser::Guest(id) => {
                register.end_guest(&GuestRow { guest: id.clone(), at: now(), barred: false }).map_err(told)?;
                out.line(format!("The pass of the guest {id} has ended."))?;
            }
        },
        AdminCommand::RemoveSecondFactor { name } => match find(&register, name).map_err(told)?? {
            FoundUser::Member(person) if register.remove_second_factor(&person.id).map_err(told)? => {
                register.end_passes(&person.id, "").map_err(told)?;
                out.line(format!("{} logs in by the password alone from now on.", person.name))?;
            }
            found => return Err(Failure::Errors(format!("{} has no second factor", found.name()))),
        },
        AdminCommand::Reports => {
            for report in register.reports().map_err(told)? {
                // Text of users may not contain control characters of the terminal.
                out.line(format!(
                    "{}  game {}  about {}  by {}  {:?}{}",
                    report.id,
                    report.game,
                    report.about.escape_debug(),
                    report.by,
                    report.text,
                    report.said.map_or(String::new(), |said| format!("  who said {said:?}"))
                ))?;
            }
        }
        AdminCommand::Settle { report } => {
            if !register.settle(*report).map_err(told)? {
                return Err(Failure::Errors(format!(
                    "there is no open report {report}; `dagaz admin reports` lists them"
                )));
            }
        }
        AdminCommand::Tournaments => {
            for one in dagaz_server::open_tournaments(&register).map_err(told)? {
                out.line(format!("{}  by {}  {} people  {:?}", one.id, one.maker, one.entrants, one.title))?;
            }
        }
        AdminCommand::CallOff { tournament } => {
            if !dagaz_server::call_off(&register, tournament, now()).map_err(told)? {
                return Err(Failure::Errors(format!(
                    "there is no tournament {tournament} that is not over; `dagaz admin tournaments` lists them"
                )));
            }
        }
        AdminCommand::Rules => {
            for row in register.public_rules(usize::MAX >> 1).map_err(told)? {
                let entry: serde_json::Value = serde_json::from_str(&row.entry).unwrap_or_default();
                let title = entry["title"].as_str().unwrap_or_default();
                out.line(format!("{}  by {}  {title:?}", row.hash, row.person))?;
            }
        }
        AdminCommand::Withdraw { hash } => {
            if !register.withdraw_rules(hash).map_err(told)? {
                return Err(Failure::Errors(format!(
                    "nobody has handed in rules {hash}; `dagaz admin rules` lists those that everybody has"
                )));
            }
        }
        AdminCommand::Usage { most, json } => usage(args, &register, (*most, *json), out)?,
        AdminCommand::Backup { to } => match &args.data {
            Some(data) => backup(&register, data, to, out)?,
            None => {
                return Err(Failure::Usage(
                    "a database is copied with its own programs: `pg_dump -Fc -f FILE ADDRESS` (see docs/operations.md)".to_string(),
                ));
            }
        },
    }
    Ok(())
}

/// Returns the register of a server, and where it is.
fn open(args: &AdminArgs) -> Result<(Register, String), Failure> {
    if let Some(address) = &args.db {
        return Ok((crate::serve::register(address)?, "the database".to_string()));
    }
    let folder = args.data.as_deref().unwrap_or(Path::new("."));
    let file = folder.join("people.sqlite");
    if !file.is_file() {
        return Err(Failure::Usage(format!(
            "there is no people.sqlite in {}; name the folder that the public server was given with --data",
            folder.display()
        )));
    }
    let place = file.display().to_string();
    let register = Register::open(&file).map_err(|fault| Failure::Errors(format!("{place}: {fault}")))?;
    Ok((register, place))
}

/// Whom a name or an id means.
enum FoundUser {
    Member(PersonRow),
    /// The guest with the session token from which this id is derived.
    Guest(String),
}

impl FoundUser {
    fn name(&self) -> &str {
        match self {
            FoundUser::Member(person) => &person.name,
            FoundUser::Guest(id) => id,
        }
    }
}

/// Finds a user by id or name. Ids come first, so that no user can hide behind a name equal to
/// another user's id.
fn find(register: &Register, name: &str) -> Result<Result<FoundUser, Failure>, StoreFault> {
    if dagaz_server::is_guest(name) {
        return Ok(Ok(FoundUser::Guest(name.to_string())));
    }
    let found = match register.person(name)? {
        Some(person) => Some(person),
        None => register.person_named(&name.to_lowercase())?,
    };
    Ok(found.map(FoundUser::Member).ok_or_else(|| Failure::Errors(format!("nobody has the name or id {name}"))))
}

/// Returns the date, in milliseconds since 1970.
fn now() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_millis() as u64)
}

/// Lists who takes the most space with their games, the largest first.
fn usage(args: &AdminArgs, register: &Register, (most, json): (usize, bool), out: &mut Output) -> Result<(), Failure> {
    let (found, place) = match (&args.db, &args.data) {
        (Some(address), _) => {
            (dagaz_store::usage_in_database(address, dagaz_server::CREATOR_TAG, most), "the database".to_string())
        }
        (None, folder) => {
            let file = folder.as_deref().unwrap_or(Path::new(".")).join("games.sqlite");
            (dagaz_store::usage_in_file(&file, dagaz_server::CREATOR_TAG, most), file.display().to_string())
        }
    };
    let told = |fault: StoreFault| Failure::Errors(format!("{place}: {fault}"));
    let mut users = Vec::new();
    for row in found.map_err(told)? {
        let id = row.tag.strip_prefix(dagaz_server::CREATOR_TAG).unwrap_or(&row.tag).to_string();
        let name = register.person(&id).map_err(told)?.map(|person| person.name);
        let rules = register.rules_of_person(&id).map_err(told)?.len();
        if !json {
            let name = name.as_deref().unwrap_or(if dagaz_server::is_guest(&id) { "(guest)" } else { "(removed)" });
            out.line(format!(
                "{:>12} bytes  {:>7} games  {:>9} records  {rules:>4} rules files  {id}  {name}",
                row.bytes, row.games, row.records
            ))?;
        }
        users.push(serde_json::json!({
            "person": id,
            "name": name,
            "guest": dagaz_server::is_guest(&id),
            "games": row.games,
            "records": row.records,
            "bytes": row.bytes,
            "touched": row.touched,
            "rulesFiles": rules,
        }));
    }
    if json {
        out.json(&serde_json::Value::Array(users))?;
    }
    Ok(())
}

/// Copies games, people and the token into a folder that is not there yet. The server may run.
fn backup(register: &Register, data: &Path, to: &Path, out: &mut Output) -> Result<(), Failure> {
    fs::create_dir(to).map_err(|error| Failure::Errors(format!("{} cannot be made: {error}", to.display())))?;
    let told = |file: PathBuf| move |fault: StoreFault| Failure::Errors(format!("{}: {fault}", file.display()));
    // The database of users comes first: then every player of a copied game is in the copy too.
    let people = to.join("people.sqlite");
    register.backup(&people).map_err(told(people.clone()))?;
    let games = to.join("games.sqlite");
    Store::copy(&data.join("games.sqlite"), &games).map_err(told(games.clone()))?;
    fs::copy(data.join("token"), to.join("token"))?;
    let copied = Store::open(&games, dagaz_store::Options::default()).map_err(told(games.clone()))?;
    let count = copied.count().map_err(told(games))?;
    out.line(format!("{count} games and {} accounts are in {}.", register.people().unwrap_or(0), to.display()))?;
    Ok(())
}
