-- The access level, the resources and the expiry of clients. `resources` is a list of plural names, separated by commas, or
-- NULL for all resources. A client can be used until `expires_at`, which is the end of a day in UTC. `version` increases with
-- each change of a client.

ALTER TABLE clients ADD COLUMN access {text} NOT NULL DEFAULT 'full'
  CHECK (access IN ('public', 'anonymous', 'pseudonymous', 'full'));
ALTER TABLE clients ADD COLUMN resources {text};
ALTER TABLE clients ADD COLUMN expires_at {timestamp};
ALTER TABLE clients ADD COLUMN disabled_at {timestamp};
ALTER TABLE clients ADD COLUMN version {integer} NOT NULL DEFAULT 1;
