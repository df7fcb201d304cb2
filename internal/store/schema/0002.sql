-- How each site answers, what went wrong, what it was asked for today and what the
-- operator wants of it: JSON, '' for nothing.
ALTER TABLE sites ADD COLUMN standing TEXT NOT NULL DEFAULT '';
