-- Administrators: keys, sessions and the audit log.

-- The keys of administrators. Only the SHA-256 of a key is stored.
CREATE TABLE admin_keys (
  key {key},
  id {uuid} NOT NULL UNIQUE,
  name {text} NOT NULL,
  role {text} NOT NULL CHECK (role IN ('administrator', 'auditor')),
  secret_hash {text} NOT NULL UNIQUE,
  created_at {timestamp} NOT NULL,
  last_used_at {timestamp},
  revoked_at {timestamp}
) {strict};

-- The sessions of administrators. Only the SHA-256 of a session's token is stored. `administrator_id` is the id of an
-- admin key, or the subject of an OpenID provider.
CREATE TABLE admin_sessions (
  key {key},
  id {uuid} NOT NULL UNIQUE,
  token_hash {text} NOT NULL UNIQUE,
  administrator_id {text} NOT NULL,
  administrator_name {text} NOT NULL,
  method {text} NOT NULL CHECK (method IN ('admin-key', 'openid-connect')),
  role {text} NOT NULL CHECK (role IN ('administrator', 'auditor')),
  created_at {timestamp} NOT NULL,
  last_used_at {timestamp} NOT NULL,
  expires_at {timestamp} NOT NULL,
  ended_at {timestamp},
  address {text} NOT NULL
) {strict};
CREATE INDEX admin_sessions_administrator ON admin_sessions (administrator_id);

-- Sign-ins at an OpenID provider that have begun. Only the SHA-256 of a state is stored. Each is used once.
CREATE TABLE admin_sign_ins (
  key {key},
  state_hash {text} NOT NULL UNIQUE,
  nonce {text} NOT NULL,
  code_verifier {text} NOT NULL,
  return_to {text} NOT NULL,
  expires_at {timestamp} NOT NULL
) {strict};

-- What administrators did. Triggers refuse to change or delete an entry.
CREATE TABLE audit_log (
  key {key},
  id {uuid} NOT NULL UNIQUE,
  happened_at {timestamp} NOT NULL,
  actor_kind {text} NOT NULL,
  actor_id {text} NOT NULL,
  actor_name {text} NOT NULL,
  action {text} NOT NULL,
  subject_kind {text},
  subject_id {text},
  subject_name {text},
  changes {json} NOT NULL,
  address {text}
) {strict};
CREATE INDEX audit_log_happened_at ON audit_log (happened_at);
CREATE INDEX audit_log_action ON audit_log (action, key);
CREATE INDEX audit_log_subject ON audit_log (subject_id, key);

{audit_log_triggers}
