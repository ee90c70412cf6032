-- `was_listed`: whether a list contained the record, so that the list of deletions contains it too.
ALTER TABLE deleted_items ADD COLUMN was_listed {boolean} NOT NULL DEFAULT TRUE;

DROP INDEX deleted_items_list;
CREATE INDEX deleted_items_list ON deleted_items (deleted_at, id, type, was_public, timestamp_is_cut, voting, was_listed);
