-- What there is one of, or what administrators manage.

CREATE TABLE platform (
  key {integer} PRIMARY KEY CHECK (key = 1),
  name {text} NOT NULL,
  address {text} NOT NULL,
  locales {json} NOT NULL,
  default_colour {text},
  public_api_enabled {boolean} NOT NULL
) {strict};

-- Secrets are kept as SHA-256 alone.
CREATE TABLE clients (
  key {key},
  id {uuid} NOT NULL UNIQUE,
  name {text} NOT NULL,
  secret_hash {text} NOT NULL,
  previous_secret_hash {text},
  previous_secret_expires_at {timestamp},
  created_at {timestamp} NOT NULL,
  last_authenticated_at {timestamp},
  revoked_at {timestamp}
) {strict};

-- The change feed: what every running server must look at again.
-- `record` is the key of a row, or null where so many changed that all of them are to be read.
CREATE TABLE changes (
  sequence {key},
  subject {text} NOT NULL,
  record {integer},
  happened_at {timestamp} NOT NULL
) {strict};
CREATE INDEX changes_subject ON changes (subject, sequence);
