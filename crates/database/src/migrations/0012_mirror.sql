-- The platform that this one mirrors. `progress` is what the next round continues from: a cursor or timestamps, as JSON.
CREATE TABLE mirror (
  key {integer} PRIMARY KEY CHECK (key = 1),
  source {text} NOT NULL,
  progress {text} NOT NULL,
  completed_at {timestamp} NOT NULL
) {strict};
