-- What databases of the first format had beside it once there were tournaments.
SET search_path = dagaz;
CREATE TABLE IF NOT EXISTS tournaments (
    id TEXT PRIMARY KEY,
    maker TEXT NOT NULL,
    made BIGINT NOT NULL,
    touched BIGINT NOT NULL,
    over BIGINT NOT NULL,
    about TEXT NOT NULL,
    summary TEXT NOT NULL
);
CREATE INDEX IF NOT EXISTS tournaments_by_touched ON tournaments (over, touched, id);
CREATE TABLE IF NOT EXISTS tournament_deeds (
    tournament TEXT NOT NULL,
    number BIGINT NOT NULL,
    at BIGINT NOT NULL,
    deed TEXT NOT NULL,
    PRIMARY KEY (tournament, number)
);
CREATE TABLE IF NOT EXISTS tournament_people (
    person TEXT NOT NULL,
    tournament TEXT NOT NULL,
    PRIMARY KEY (person, tournament)
);
INSERT INTO tournaments (id, maker, made, touched, over, about, summary) VALUES ('t1', 'p1', 1, 1, 0, 'a', 's');
