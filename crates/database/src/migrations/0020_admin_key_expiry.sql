-- The expiry of admin keys, which is the end of a day in UTC; NULL if a key does not expire. Keys from before expire 366 days
-- after this migration.

ALTER TABLE admin_keys ADD COLUMN expires_at {timestamp};
UPDATE admin_keys SET expires_at = {in_366_days};
