-- Webhooks. Times are in milliseconds since 1970, and are never compared with those of records.

-- The reasons to hide a record before a change, so that readers can tell its beginning from an update: see `audience.rs`.
ALTER TABLE changes ADD COLUMN earlier_hidden_by {integer} NOT NULL DEFAULT 0;
ALTER TABLE deferred_changes ADD COLUMN earlier_hidden_by {integer} NOT NULL DEFAULT 0;
ALTER TABLE removed_records ADD COLUMN project_id {uuid};

-- Endpoints. `secret` and `previous_secret` are encrypted. `after_sequence`, `after_happened_at` and `after_key` are the position
-- in the change feed up to which there are events. `binding` identifies what the client could read then. `catches_up`: the next
-- event is about everything since that position. `leased_by` is the server that delivers the events.
CREATE TABLE webhook_endpoints (
  id {uuid} PRIMARY KEY,
  client_id {uuid} NOT NULL,
  url {text} NOT NULL,
  events {text},
  projects {text},
  secret {text} NOT NULL,
  previous_secret {text},
  previous_secret_until {integer},
  created_at {integer} NOT NULL,
  version {integer} NOT NULL DEFAULT 1,
  paused_at {integer},
  pause_reason {text},
  after_sequence {integer} NOT NULL,
  after_happened_at {integer} NOT NULL,
  after_key {integer},
  binding {text},
  catches_up {boolean} NOT NULL DEFAULT FALSE,
  failing_since {integer},
  last_success_at {integer},
  leased_by {text},
  leased_until {integer} NOT NULL DEFAULT 0
) {strict};

-- The events that wait for an endpoint. `id` is the value of the header `webhook-id`.
CREATE TABLE webhook_events (
  endpoint_id {uuid} NOT NULL,
  id {text} NOT NULL,
  event {text} NOT NULL,
  attempts {integer} NOT NULL DEFAULT 0,
  due_at {integer} NOT NULL,
  PRIMARY KEY (endpoint_id, id)
) {by_primary_key};

-- The last attempts of each endpoint.
CREATE TABLE webhook_attempts (
  key {key},
  endpoint_id {uuid} NOT NULL,
  event_id {text} NOT NULL,
  event {text} NOT NULL,
  attempted_at {integer} NOT NULL,
  duration {integer} NOT NULL,
  status {integer},
  error {text},
  next_attempt_at {integer}
) {strict};
CREATE INDEX webhook_attempts_endpoint ON webhook_attempts (endpoint_id, key);
