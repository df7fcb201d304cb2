package store

import (
	"context"
	"database/sql"
	"embed"
	"fmt"
	"io/fs"
)

// steps are the migrations: step n makes schema n out of schema n-1. A step that has
// been released is never changed.
//
//go:embed schema/*.sql
var steps embed.FS

// migrate brings the database forward to the newest schema, in one transaction. The
// caller sees to it that one process does so at a time.
func migrate(ctx context.Context, db *sql.DB, path string) error {
	names, err := fs.Glob(steps, "schema/*.sql")
	if err != nil {
		return err
	}
	newest := len(names)
	version, err := schemaOf(ctx, db)
	if err != nil || version == newest {
		return err
	}
	if version > newest {
		return newerSchema(path, version, newest)
	}
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer func() { _ = tx.Rollback() }() // after a commit there is nothing to roll back
	if _, err := tx.ExecContext(ctx, `CREATE TABLE IF NOT EXISTS schema (version INTEGER NOT NULL PRIMARY KEY) STRICT`); err != nil {
		return err
	}
	for n := version; n < newest; n++ {
		step, err := steps.ReadFile(names[n])
		if err != nil {
			return err
		}
		if _, err := tx.ExecContext(ctx, string(step)); err != nil {
			return fmt.Errorf("step %d of the schema: %w", n+1, err)
		}
		if _, err := tx.ExecContext(ctx, `INSERT INTO schema (version) VALUES (?)`, n+1); err != nil {
			return err
		}
	}
	return tx.Commit()
}

// schemaOf gives the number of the schema the database has; 0 when it has none.
func schemaOf(ctx context.Context, db *sql.DB) (version int, err error) {
	var known bool
	err = db.QueryRowContext(ctx, `SELECT count(*) FROM sqlite_schema WHERE type = 'table' AND name = 'schema'`).Scan(&known)
	if err != nil || !known {
		return 0, err
	}
	err = db.QueryRowContext(ctx, `SELECT coalesce(max(version), 0) FROM schema`).Scan(&version)
	return version, err
}

func newerSchema(path string, has, knows int) error {
	return fmt.Errorf("%s: a newer curtsy wrote it: its schema is %d and this one knows %d; use the newer one, or another home", path, has, knows)
}
