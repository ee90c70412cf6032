-- The id with which a client and the log find a request; NULL for earlier ones.
ALTER TABLE recent_requests ADD COLUMN request_id {text};
CREATE INDEX recent_requests_id ON recent_requests (request_id);

-- Who sent the latest request of each client that has a secret. Deleted after some weeks: personal data of those who run the program.
CREATE TABLE client_senders (
  client {uuid} PRIMARY KEY,
  sent_at {timestamp} NOT NULL,
  address {text} NOT NULL,
  user_agent {text}
) {strict};
