-- Whether the platform ever showed the author of an idea: not that of what was a survey response from the beginning.
ALTER TABLE ideas ADD COLUMN authorship {text} NOT NULL DEFAULT 'public';
UPDATE ideas SET authorship = 'secret' WHERE type = 'survey';
