-- What the access register states of a client.
ALTER TABLE clients ADD COLUMN owner {text};
ALTER TABLE clients ADD COLUMN contact {text};
ALTER TABLE clients ADD COLUMN purpose {text};
ALTER TABLE clients ADD COLUMN legal_basis {text};
ALTER TABLE clients ADD COLUMN note {text};

-- The records that clients received by operations that concern several resources. Days count from 1970 in UTC.
CREATE TABLE usage_reads (
  day {integer} NOT NULL,
  client {uuid} NOT NULL,
  operation {text} NOT NULL,
  resource {text} NOT NULL,
  records {integer} NOT NULL,
  PRIMARY KEY (day, client, operation, resource)
) {by_primary_key};

-- The requests of known clients that were refused, also with a wrong secret. `resource` is the one that the client may not read;
-- empty if the reason is another one.
CREATE TABLE usage_refusals (
  day {integer} NOT NULL,
  client {uuid} NOT NULL,
  reason {text} NOT NULL,
  resource {text} NOT NULL,
  requests {integer} NOT NULL,
  last_at {timestamp} NOT NULL,
  PRIMARY KEY (day, client, reason, resource)
) {by_primary_key};

-- The records of a file of several resources: `ideas=5,comments=7`.
ALTER TABLE export_files ADD COLUMN contents {text};

-- The notices to administrators that a server sends or has sent, so that each is sent once.
CREATE TABLE notices (
  notice {text} PRIMARY KEY,
  claimed_at {timestamp} NOT NULL,
  sent_at {timestamp}
) {strict};
