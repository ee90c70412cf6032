-- `is_hiding`: the entry is only for readers who do not see the rows any more. It is about rows that became hidden from some
-- readers when a person whom they concern was deleted: the other readers get these changes with all others of the same day.
ALTER TABLE changes ADD COLUMN is_hiding {boolean} NOT NULL DEFAULT FALSE;
