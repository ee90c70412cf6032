-- Tokens and download URLs of an earlier generation than the client's are revoked.
ALTER TABLE clients ADD COLUMN token_generation {integer} NOT NULL DEFAULT 0;
