-- A file of games in the first format, as programs of then left it.
PRAGMA journal_mode = WAL;
CREATE TABLE games (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL UNIQUE,
    records INTEGER NOT NULL,
    head BLOB NOT NULL,
    live INTEGER NOT NULL,
    touched INTEGER NOT NULL,
    deadline INTEGER,
    summary TEXT NOT NULL,
    words TEXT NOT NULL,
    mark BLOB NOT NULL
) STRICT;
CREATE INDEX games_by_time ON games (touched DESC, id DESC);
CREATE INDEX games_by_deadline ON games (deadline) WHERE deadline IS NOT NULL;
CREATE TABLE records (
    game INTEGER NOT NULL,
    number INTEGER NOT NULL,
    bytes BLOB NOT NULL,
    mark BLOB NOT NULL,
    PRIMARY KEY (game, number)
) STRICT, WITHOUT ROWID;
CREATE TABLE kept (
    hash TEXT PRIMARY KEY,
    bytes BLOB NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE facts (
    name TEXT PRIMARY KEY,
    value INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
INSERT INTO facts VALUES ('commits', 3);
INSERT INTO games (name, records, head, live, touched, deadline, summary, words, mark) VALUES
    ('first', 3, X'4eb15752307e6a97508c9cd08336d68a', 1, 1000, 5000, '{"title":"First"}', 'first chess ann', X'158e015baf7f810339b4ec4a584fc09f');
INSERT INTO games (name, records, head, live, touched, deadline, summary, words, mark) VALUES
    ('second', 1, X'2394720348c77ddd91da6c17a05fb68e', 0, 2000, NULL, '{"title":"Second"}', 'second hex', X'76e7b8d31fedd738196d679315ac75ed');
INSERT INTO records (game, number, bytes, mark) VALUES
    (1, 0, X'6f6e65', X'3b5684754db7899a4302867aa1ef3650'),
    (1, 1, X'74776f', X'a73bb9e6221f03651512aaf5df97ad44'),
    (1, 2, X'7468726565', X'4eb15752307e6a97508c9cd08336d68a'),
    (2, 0, X'616c6f6e65', X'2394720348c77ddd91da6c17a05fb68e');
INSERT INTO kept (hash, bytes) VALUES ('h', X'72756c6573');
PRAGMA application_id = 1147234145;
PRAGMA user_version = 1;
