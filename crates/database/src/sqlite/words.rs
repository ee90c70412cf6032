//! The triggers that copy the texts of changed and deleted ideas for the word index.

/// The first text since the word index was updated is copied. The texts of new ideas need no copy.
pub const IDEAS_WORDS_TRIGGERS: &str = "
CREATE TRIGGER ideas_words_update AFTER UPDATE OF title_multiloc, body_multiloc ON ideas
  WHEN old.title_multiloc <> new.title_multiloc OR old.body_multiloc <> new.body_multiloc
BEGIN
  INSERT INTO ideas_earlier_texts (key, title_multiloc, body_multiloc)
    VALUES (old.key, old.title_multiloc, old.body_multiloc) ON CONFLICT DO NOTHING;
END;
CREATE TRIGGER ideas_words_delete AFTER DELETE ON ideas BEGIN
  INSERT INTO ideas_earlier_texts (key, title_multiloc, body_multiloc)
    VALUES (old.key, old.title_multiloc, old.body_multiloc) ON CONFLICT DO NOTHING;
END;
";
