-- People whose data was erased, as keyed hashes of their ids, so that no import and no restored backup brings them back.
-- Each hash has its secret with it, because a backup from before the first erasure does not contain that secret.
CREATE TABLE erased_people (
  hash {text} PRIMARY KEY NOT NULL,
  secret {text} NOT NULL,
  with_texts {boolean} NOT NULL,
  erased_on {date} NOT NULL
) {by_primary_key};

-- The records that erasures changed, and the day from which public change lists may contain them. All erasures of a day
-- share one batch for public authorship and one for everything else. The primary key orders the rows of a batch by record,
-- so that their order does not show which of them belonged to the same person.
CREATE TABLE erasure_batches (
  released_on {date} NOT NULL,
  kind {text} NOT NULL CHECK (kind IN ('public-authorship', 'other')),
  subject {text} NOT NULL,
  record {integer} NOT NULL,
  PRIMARY KEY (released_on, kind, subject, record)
) {by_primary_key};
