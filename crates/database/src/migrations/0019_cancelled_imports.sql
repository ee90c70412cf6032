-- Whether the cancellation of an import was requested; the program that runs it reads this. A failed import with it was cancelled.
ALTER TABLE imports ADD COLUMN is_cancelled {boolean} NOT NULL DEFAULT FALSE;
