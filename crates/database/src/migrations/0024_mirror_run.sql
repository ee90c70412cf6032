-- The latest run of the mirror: its error, NULL if it succeeded, and the records that the latest run that succeeded left out:
-- their number, and the reasons of the first of them, as JSON.
CREATE TABLE mirror_run (
  key {integer} PRIMARY KEY CHECK (key = 1),
  source {text} NOT NULL,
  ended_at {timestamp} NOT NULL,
  error {text},
  left_out {integer} NOT NULL CHECK (left_out >= 0),
  reasons {text} NOT NULL
) {strict};
