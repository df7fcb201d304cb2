-- One row for each site ever asked. Times are nanoseconds since 1970, 0 for never.
CREATE TABLE sites (
	site       TEXT    NOT NULL PRIMARY KEY,
	last_end   INTEGER NOT NULL,
	rest_until INTEGER NOT NULL,
	in_flight  INTEGER NOT NULL,
	delays     TEXT    NOT NULL -- JSON: what each origin heard at the site asks for
) STRICT, WITHOUT ROWID;

-- The last good robots.txt of each origin.
CREATE TABLE robots (
	origin        TEXT    NOT NULL PRIMARY KEY,
	status        INTEGER NOT NULL,
	body          BLOB    NOT NULL,
	etag          TEXT    NOT NULL,
	last_modified TEXT    NOT NULL,
	good_at       INTEGER NOT NULL,
	expires       INTEGER NOT NULL
) STRICT;
