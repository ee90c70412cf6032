-- The keys that sign tokens, where several servers share the database; encrypted where the settings have a secret.
CREATE TABLE signing_keys (
  key {key},
  id {text} NOT NULL UNIQUE,
  created_at {timestamp} NOT NULL,
  private_key {text} NOT NULL
) {strict};
