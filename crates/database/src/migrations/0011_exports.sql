-- Stored exports. `seen_at` is when the server that makes one last reported. `schedule` names what the schedule made it for, so
-- that one of several servers makes it. `content` identifies the locales, the URL and the settings at the time of its state.
CREATE TABLE exports (
  id {uuid} PRIMARY KEY,
  state {text} NOT NULL CHECK (state IN ('running', 'succeeded', 'failed', 'deleted')),
  access {text} NOT NULL,
  client {uuid},
  resources {text} NOT NULL,
  formats {text} NOT NULL,
  schedule {text},
  actor_name {text} NOT NULL,
  started_at {timestamp} NOT NULL,
  seen_at {timestamp} NOT NULL,
  finished_at {timestamp},
  reason {text},
  settings {text} NOT NULL,
  content {text} NOT NULL,
  sequence {integer} NOT NULL,
  happened_at {timestamp} NOT NULL
) {strict};
-- One export runs at a time, whichever server makes it.
CREATE UNIQUE INDEX exports_running ON exports (state) WHERE state = 'running';
CREATE UNIQUE INDEX exports_schedule ON exports (schedule) WHERE state <> 'failed';
CREATE INDEX exports_started_at ON exports (started_at);

-- The files of exports. The name of a blob is stored before its bytes are written; the blobs of exports that failed or were
-- deleted are deleted, and then their rows.
CREATE TABLE export_files (
  blob {uuid} PRIMARY KEY,
  export {uuid} NOT NULL,
  name {text} NOT NULL,
  resource {text},
  format {text},
  row_count {integer} NOT NULL,
  size {integer} NOT NULL,
  sha256 {text} NOT NULL
) {strict};
CREATE INDEX export_files_export ON export_files (export);
