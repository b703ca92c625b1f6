//! The storage of the servers under test.

use std::path::{Path, PathBuf};

use dagaz_store::{Options, Store};
use dagaz_testkit::postgres::Cluster;

/// Where games are kept.
#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum Kept {
    /// In a file
    File,
    /// In a PostgreSQL of its own
    Postgres,
}

/// A folder, or a database that ends with it.
pub(crate) struct Storage {
    data: PathBuf,
    database: Option<(Cluster, String)>,
}

impl Storage {
    pub(crate) fn new(kept: Kept, data: &Path) -> Result<Storage, String> {
        let database = match kept {
            Kept::File => None,
            Kept::Postgres => Some(cluster().map_err(|error| error.to_string())?),
        };
        Ok(Storage { data: data.to_path_buf(), database })
    }

    /// The options by which a server uses it: a name, and the folder or the address.
    pub(crate) fn options(&self) -> [String; 2] {
        match &self.database {
            Some((_, address)) => ["--db".to_string(), address.clone()],
            None => ["--data".to_string(), self.data.display().to_string()],
        }
    }

    /// The PostgreSQL, if it is one.
    pub(crate) fn cluster(&mut self) -> Option<&mut Cluster> {
        self.database.as_mut().map(|(cluster, _)| cluster)
    }

    pub(crate) fn is_database(&self) -> bool {
        self.database.is_some()
    }

    /// What is kept, to be looked at when no server is there.
    pub(crate) fn open(&self) -> Result<Store, String> {
        let opened = match &self.database {
            Some((_, address)) => Store::open_database(address, Options::default()),
            None => Store::open(&self.data.join("games.sqlite"), Options::default()),
        };
        opened.map_err(|fault| fault.to_string())
    }
}

fn cluster() -> std::io::Result<(Cluster, String)> {
    let cluster = Cluster::start()?;
    let address = cluster.database()?;
    Ok((cluster, address))
}
