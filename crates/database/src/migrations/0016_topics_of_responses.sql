-- `is_survey`: whether the idea is a survey response, whose timestamps are cut.
ALTER TABLE idea_topics ADD COLUMN is_survey {boolean} NOT NULL DEFAULT FALSE;
UPDATE idea_topics SET is_survey = TRUE WHERE idea_id IN (SELECT ideas.id FROM ideas WHERE ideas.type = 'survey');
-- Nothing states what the ideas of removed rows were.
UPDATE removed_records SET timestamp_is_cut = TRUE WHERE subject = 'idea_topics';

DROP INDEX idea_topics_list;
CREATE INDEX idea_topics_list ON idea_topics (created_at, key, updated_at, idea_id, topic_id, is_survey);
