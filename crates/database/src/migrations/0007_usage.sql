-- The use of the public API by client. Hours and days count from 1970 in UTC, and `error_code` is empty if the request
-- succeeded. Each batch of a server is added to all tables in one transaction.

-- The last days in detail.
CREATE TABLE usage_hours (
  hour {integer} NOT NULL,
  client {uuid} NOT NULL,
  operation {text} NOT NULL,
  status {integer} NOT NULL,
  error_code {text} NOT NULL,
  requests {integer} NOT NULL,
  records {integer} NOT NULL,
  bytes {integer} NOT NULL,
  PRIMARY KEY (hour, client, operation, status, error_code)
) {by_primary_key};

-- All days of the retention period.
CREATE TABLE usage_days (
  day {integer} NOT NULL,
  client {uuid} NOT NULL,
  operation {text} NOT NULL,
  status {integer} NOT NULL,
  error_code {text} NOT NULL,
  requests {integer} NOT NULL,
  records {integer} NOT NULL,
  bytes {integer} NOT NULL,
  PRIMARY KEY (day, client, operation, status, error_code)
) {by_primary_key};

-- Sums over all operations, for lists of clients.
CREATE TABLE usage_client_days (
  day {integer} NOT NULL,
  client {uuid} NOT NULL,
  requests {integer} NOT NULL,
  errors {integer} NOT NULL,
  records {integer} NOT NULL,
  bytes {integer} NOT NULL,
  PRIMARY KEY (day, client)
) {by_primary_key};

-- Sums over all clients.
CREATE TABLE usage_totals (
  day {integer} NOT NULL,
  operation {text} NOT NULL,
  status {integer} NOT NULL,
  error_code {text} NOT NULL,
  requests {integer} NOT NULL,
  records {integer} NOT NULL,
  bytes {integer} NOT NULL,
  PRIMARY KEY (day, operation, status, error_code)
) {by_primary_key};

-- When each client sent its first and its latest request; not subject to the retention period.
CREATE TABLE client_activity (
  client {uuid} PRIMARY KEY,
  first_request_at {timestamp} NOT NULL,
  last_request_at {timestamp} NOT NULL
) {strict};

-- The latest requests of each client, without any value of a parameter.
CREATE TABLE recent_requests (
  key {key},
  client {uuid} NOT NULL,
  requested_at {timestamp} NOT NULL,
  operation {text} NOT NULL,
  status {integer} NOT NULL,
  records {integer} NOT NULL,
  bytes {integer} NOT NULL,
  error_code {text} NOT NULL,
  duration_ms {integer} NOT NULL
) {strict};
CREATE INDEX recent_requests_client ON recent_requests (client, requested_at, key);

-- The batches that were added in the last days. A server that does not learn whether its transaction was committed sends
-- the same batch again.
CREATE TABLE usage_batches (
  id {uuid} PRIMARY KEY,
  stored_at {timestamp} NOT NULL
) {strict};
