-- Where the bytes of each file are, and what they are known by.
CREATE TABLE file_contents (
  file_id {uuid} PRIMARY KEY NOT NULL REFERENCES files (id) ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED,
  blob {uuid} NOT NULL UNIQUE,
  sha256 {text} NOT NULL
) {strict};

-- Bytes that no record has: awaited where an upload is still bringing them, else to be removed.
CREATE TABLE loose_blobs (
  blob {uuid} PRIMARY KEY NOT NULL,
  awaited {boolean} NOT NULL,
  since {timestamp} NOT NULL
) {strict};

{files_triggers}
