-- With what a session asks the OpenID provider for the groups of its administrator again, encrypted with a key that is derived
-- from the session's token, and when it does so; NULL if it cannot.

ALTER TABLE admin_sessions ADD COLUMN provider_tokens {text};
ALTER TABLE admin_sessions ADD COLUMN recheck_at {timestamp};
