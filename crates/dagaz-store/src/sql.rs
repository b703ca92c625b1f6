//! SQL that both kinds of store understand: values, rows, and a connection to either.
//!
//! Statements are written once, with `?1` for the first value. Dialect-specific ones are in the
//! modules of their database. All values are 64-bit integers, texts, bytes and floats; booleans are
//! 0 and 1.

use rusqlite::types::ValueRef;

use crate::fault::{Damage, StoreFault, reading};

type Result<T> = std::result::Result<T, StoreFault>;

/// One value of a row or of a question.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Value {
    Null,
    Int(i64),
    Real(f64),
    Text(String),
    Blob(Vec<u8>),
}

/// What can be made a [`Value`].
pub(crate) trait ToValue {
    fn value(&self) -> Value;
}

/// The values of a statement, in their order.
macro_rules! params {
    ($($value:expr),* $(,)?) => { &[$($crate::sql::ToValue::value(&$value)),*][..] };
}
pub(crate) use params;

macro_rules! to_value {
    ($($of:ty: |$this:ident| $made:expr;)*) => {
        $(impl ToValue for $of { fn value(&self) -> Value { let $this = self; $made } })*
    };
}

to_value! {
    i64: |this| Value::Int(*this);
    u32: |this| Value::Int(i64::from(*this));
    bool: |this| Value::Int(i64::from(*this));
    f64: |this| Value::Real(*this);
    str: |this| Value::Text(this.to_string());
    String: |this| Value::Text(this.clone());
    [u8]: |this| Value::Blob(this.to_vec());
    Vec<u8>: |this| Value::Blob(this.clone());
    [u8; 16]: |this| Value::Blob(this.to_vec());
}

impl<T: ToValue + ?Sized> ToValue for &T {
    fn value(&self) -> Value {
        (**self).value()
    }
}

impl<T: ToValue> ToValue for Option<T> {
    fn value(&self) -> Value {
        self.as_ref().map_or(Value::Null, ToValue::value)
    }
}

/// What can be read of a row.
pub(crate) trait FromValue: Sized {
    /// None if the value is of another kind.
    fn from_value(value: &Value) -> Option<Self>;
}

macro_rules! from_value {
    ($($made:ty: $pattern:pat => $result:expr;)*) => {
        $(impl FromValue for $made {
            fn from_value(value: &Value) -> Option<$made> {
                match value { $pattern => $result, _ => None }
            }
        })*
    };
}

from_value! {
    i64: Value::Int(number) => Some(*number);
    u32: Value::Int(number) => u32::try_from(*number).ok();
    bool: Value::Int(number) => match number { 0 => Some(false), 1 => Some(true), _ => None };
    f64: Value::Real(number) => Some(*number);
    String: Value::Text(text) => Some(text.clone());
    Vec<u8>: Value::Blob(bytes) => Some(bytes.clone());
}

impl<T: FromValue> FromValue for Option<T> {
    fn from_value(value: &Value) -> Option<Option<T>> {
        match value {
            Value::Null => Some(None),
            value => T::from_value(value).map(Some),
        }
    }
}

/// A row that was read.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Row(pub(crate) Vec<Value>);

impl Row {
    /// Returns a column. Another kind of value than was ever written is damage.
    pub(crate) fn get<T: FromValue>(&self, column: usize) -> Result<T> {
        let found = self.0.get(column).and_then(T::from_value);
        found.ok_or_else(|| StoreFault::Damaged(Damage::File(format!("column {column} holds something else"))))
    }

    fn of_file(row: &rusqlite::Row<'_>, columns: usize) -> rusqlite::Result<Row> {
        let value = |at| -> rusqlite::Result<Value> {
            Ok(match row.get_ref(at)? {
                ValueRef::Null => Value::Null,
                ValueRef::Integer(number) => Value::Int(number),
                ValueRef::Real(number) => Value::Real(number),
                ValueRef::Text(bytes) => Value::Text(std::str::from_utf8(bytes)?.to_string()),
                ValueRef::Blob(bytes) => Value::Blob(bytes.to_vec()),
            })
        };
        (0..columns).map(value).collect::<rusqlite::Result<_>>().map(Row)
    }
}

/// A connection to a database server.
pub(crate) trait DatabaseConnection: std::fmt::Debug + Send {
    /// Executes a change; returns the number of rows.
    fn execute(&self, sql: &str, values: Vec<Value>) -> Result<usize>;

    /// Reads all rows of an answer.
    fn query(&self, sql: &str, values: Vec<Value>) -> Result<Vec<Row>>;

    /// Executes several statements by their text, without values.
    fn batch(&self, sql: &str) -> Result<()>;

    /// Returns whether the connection is lost.
    #[cfg_attr(not(feature = "postgres"), expect(dead_code, reason = "no database is ever opened"))]
    fn is_closed(&self) -> bool;
}

/// A connection to a file or to a database.
#[derive(Debug)]
pub(crate) enum Base {
    File(rusqlite::Connection),
    #[cfg_attr(not(feature = "postgres"), expect(dead_code, reason = "no database is ever opened"))]
    Database(Box<dyn DatabaseConnection>),
}

impl Base {
    /// Executes a change; returns the number of rows.
    pub(crate) fn execute(&self, sql: &str, values: &[Value]) -> Result<usize> {
        match self {
            Base::File(connection) => connection
                .prepare_cached(sql)
                .and_then(|mut statement| statement.execute(rusqlite::params_from_iter(values)))
                .map_err(|error| StoreFault::Write(error.to_string())),
            Base::Database(link) => link.execute(sql, values.to_vec()),
        }
    }

    /// Reads all rows of an answer.
    pub(crate) fn query(&self, sql: &str, values: &[Value]) -> Result<Vec<Row>> {
        match self {
            Base::File(connection) => {
                let read = || -> rusqlite::Result<Vec<Row>> {
                    let mut statement = connection.prepare_cached(sql)?;
                    let columns = statement.column_count();
                    let mut rows = statement.query(rusqlite::params_from_iter(values))?;
                    let mut found = Vec::new();
                    while let Some(row) = rows.next()? {
                        found.push(Row::of_file(row, columns)?);
                    }
                    Ok(found)
                };
                read().map_err(|error| reading(&error))
            }
            Base::Database(link) => link.query(sql, values.to_vec()),
        }
    }

    /// Returns the first row of an answer.
    pub(crate) fn first(&self, sql: &str, values: &[Value]) -> Result<Option<Row>> {
        Ok(self.query(sql, values)?.into_iter().next())
    }

    /// One statement without values, as those that begin and end a transaction.
    fn command(&self, sql: &str) -> Result<()> {
        match self {
            Base::File(_) => self.execute(sql, &[]).map(|_| ()),
            Base::Database(link) => link.batch(sql),
        }
    }

    fn between<T>(&self, begin: &str, work: impl FnOnce(&Base) -> Result<T>) -> Result<T> {
        self.command(begin)?;
        match work(self) {
            Ok(done) => self.command("COMMIT").map(|()| done),
            Err(fault) => {
                let _ = self.command("ROLLBACK");
                Err(fault)
            }
        }
    }

    /// Runs several changes as one transaction.
    pub(crate) fn together<T>(&self, work: impl FnOnce(&Base) -> Result<T>) -> Result<T> {
        let begin = if self.is_file() { "BEGIN IMMEDIATE" } else { "BEGIN" };
        self.between(begin, work)
    }

    /// Runs several reads on one snapshot.
    pub(crate) fn snapshot<T>(&self, read: impl FnOnce(&Base) -> Result<T>) -> Result<T> {
        let begin = if self.is_file() { "BEGIN" } else { "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY" };
        self.between(begin, read)
    }

    pub(crate) fn is_file(&self) -> bool {
        matches!(self, Base::File(_))
    }
}

impl rusqlite::ToSql for Value {
    fn to_sql(&self) -> rusqlite::Result<rusqlite::types::ToSqlOutput<'_>> {
        use rusqlite::types::ToSqlOutput::Borrowed;
        Ok(Borrowed(match self {
            Value::Null => ValueRef::Null,
            Value::Int(number) => ValueRef::Integer(*number),
            Value::Real(number) => ValueRef::Real(*number),
            Value::Text(text) => ValueRef::Text(text.as_bytes()),
            Value::Blob(bytes) => ValueRef::Blob(bytes),
        }))
    }
}
