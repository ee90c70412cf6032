-- `last_record`: the entry is about all rows of the subject from the key `record` to this one; null if it is about one row.
-- If `record` is null, it is about all rows.
-- `is_insertion`: the entry is about those rows of its range that exist and are hidden for exactly the reasons `hidden_by`.
-- Rows that an import adds have one such entry for each set of reasons, and these ranges overlap.
-- `is_erasure`: the entry belongs to the erasure of a person. Readers below the access level `full` get these changes with
-- all others of the same day, so that they do not show which records belonged to the same person.
ALTER TABLE changes ADD COLUMN last_record {integer};
ALTER TABLE changes ADD COLUMN is_insertion {boolean} NOT NULL DEFAULT FALSE;
ALTER TABLE changes ADD COLUMN is_erasure {boolean} NOT NULL DEFAULT FALSE;

-- What the change feed reports of removed rows: the id, or the ids that identify a row without one, as a JSON object.
-- `hidden_by` are the reasons to hide the removal. `sequence` is at least that of every entry that names the row: the row is
-- deleted when the feed no longer contains these.
CREATE TABLE removed_records (
  subject {text} NOT NULL,
  record {integer} NOT NULL,
  id {uuid},
  identity {text},
  timestamp_is_cut {boolean} NOT NULL DEFAULT FALSE,
  hidden_by {integer} NOT NULL DEFAULT 0,
  sequence {integer} NOT NULL DEFAULT 0,
  PRIMARY KEY (subject, record)
) {by_primary_key};
CREATE INDEX removed_records_sequence ON removed_records (sequence);
