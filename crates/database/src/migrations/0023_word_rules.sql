-- The version of the rules by which indexed texts were split into words. Programs make an index by other rules again when
-- they open the database.
ALTER TABLE indexed_words ADD COLUMN rules {integer} NOT NULL DEFAULT 1;
