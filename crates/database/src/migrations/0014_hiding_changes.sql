-- `newly_hidden_by`: if it is not 0, the entry is only for readers from whom records are hidden for one of these reasons. It is about
-- rows that became hidden for these reasons when a person whom they concern was deleted: the other readers get these changes
-- with all others of the same day.
ALTER TABLE changes ADD COLUMN newly_hidden_by {integer} NOT NULL DEFAULT 0;
