package store

import (
	"context"
	"database/sql"
	"errors"

	"curtsy/address"
	"curtsy/internal/permit"
)

// Copies are a store's [permit.Copies]: one row for each origin, its last good
// robots.txt.
type Copies struct {
	store *Store
	get   *sql.Stmt
	put   *sql.Stmt
}

const (
	getRobots = `SELECT status, body, etag, last_modified, good_at, expires FROM robots WHERE origin = ?`
	putRobots = `INSERT INTO robots (origin, status, body, etag, last_modified, good_at, expires) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)
		ON CONFLICT (origin) DO UPDATE SET status = ?2, body = ?3, etag = ?4, last_modified = ?5, good_at = ?6, expires = ?7`
)

func (c *Copies) prepare(ctx context.Context) (err error) {
	if c.get, err = c.store.read.PrepareContext(ctx, getRobots); err != nil {
		return err
	}
	c.put, err = c.store.write.PrepareContext(ctx, putRobots)
	return err
}

// Load implements [permit.Copies].
func (c *Copies) Load(ctx context.Context, origin address.Origin) (permit.Copy, bool, error) {
	kept := permit.Copy{Origin: origin}
	var goodAt, expires int64
	err := c.get.QueryRowContext(ctx, string(origin)).
		Scan(&kept.Status, &kept.Body, &kept.ETag, &kept.LastModified, &goodAt, &expires)
	if errors.Is(err, sql.ErrNoRows) {
		return permit.Copy{}, false, nil
	}
	if err != nil {
		return permit.Copy{}, false, trouble(c.store.path, err)
	}
	kept.GoodAt, kept.Expires = fromNanos(goodAt), fromNanos(expires)
	return kept, true, nil
}

// Save implements [permit.Copies].
func (c *Copies) Save(ctx context.Context, kept permit.Copy) error {
	body := kept.Body
	if body == nil {
		body = []byte{} // nil would be NULL
	}
	_, err := c.put.ExecContext(ctx, string(kept.Origin), kept.Status, body, kept.ETag, kept.LastModified,
		toNanos(kept.GoodAt), toNanos(kept.Expires))
	return trouble(c.store.path, err)
}
