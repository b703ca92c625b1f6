//! The module `postgres` of a build without the feature of that name: a database is refused when it
//! is opened.
//!
//! No type here has a value, so that the compiler drops every branch that would use one.

use std::sync::Arc;

use crate::member::{Claim, Load, Membership, Told};
use crate::sql::Base;
use crate::write::{Batches, Counts, Job};
use crate::{Options, StoreFault};

/// What every type here holds: nothing can be one.
#[derive(Debug)]
enum Never {}

/// A database that was opened: there is none.
#[derive(Debug)]
pub(crate) struct Database(Never);

impl Database {
    /// Refuses, with the way to a program that can.
    pub(crate) fn open(_: &str) -> Result<Database, StoreFault> {
        let say = "this program was built without PostgreSQL; build it with `--features postgres`";
        Err(StoreFault::Open(say.to_string()))
    }
}

#[derive(Debug)]
pub(crate) struct Pool(Never);

impl Pool {
    pub(crate) fn new(database: Arc<Database>) -> Pool {
        match database.0 {}
    }

    pub(crate) fn read<T>(&self, _: impl Fn(&Base) -> Result<T, StoreFault>) -> Result<T, StoreFault> {
        match self.0 {}
    }

    pub(crate) fn change<T>(&self, _: impl FnOnce(&Base) -> Result<T, StoreFault>) -> Result<T, StoreFault> {
        match self.0 {}
    }
}

#[derive(Debug)]
pub(crate) struct MemberRegister(Never);

impl MemberRegister {
    pub(crate) fn join(database: &Arc<Database>, _: Membership) -> Result<MemberRegister, StoreFault> {
        match database.0 {}
    }

    pub(crate) fn epoch(&self) -> i64 {
        match self.0 {}
    }

    pub(crate) fn address(&self) -> String {
        match self.0 {}
    }

    pub(crate) fn advertise(&self, _: &Pool, _: &str) -> Result<(), StoreFault> {
        match self.0 {}
    }

    pub(crate) fn listen(&self, _: Told) {
        match self.0 {}
    }

    pub(crate) fn set_load(&self, _: Load) {
        match self.0 {}
    }

    pub(crate) fn say(&self, _: &str) -> bool {
        match self.0 {}
    }

    pub(crate) fn claim(&self, _: &Pool, _: &str) -> Result<Claim, StoreFault> {
        match self.0 {}
    }

    pub(crate) fn take_post(&self, _: &Pool, _: &str) -> Result<Claim, StoreFault> {
        match self.0 {}
    }
}

pub(crate) struct Commits(Never);

impl Commits {
    pub(crate) fn new(database: Arc<Database>, _: &MemberRegister, _: &Options, _: Counts) -> Commits {
        match database.0 {}
    }
}

impl Batches for Commits {
    fn commit(&mut self, _: Vec<Job>) -> Result<(), StoreFault> {
        match self.0 {}
    }

    fn recover(&mut self) -> Result<(), StoreFault> {
        match self.0 {}
    }

    fn close(&mut self) {
        match self.0 {}
    }
}
