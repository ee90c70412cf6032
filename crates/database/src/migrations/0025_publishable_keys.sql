-- The key of a client that web pages use, and the origins of these pages, separated by spaces; NULL for a client with a secret. A
-- program that does not know them sees a client that nobody can sign in with.
ALTER TABLE clients ADD COLUMN publishable_key {text};
ALTER TABLE clients ADD COLUMN origins {text};
