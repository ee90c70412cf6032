-- The indexes that find the rows of relations by the record that is listed, for example when a topic is deleted.

CREATE INDEX idea_topics_topic_id ON idea_topics (topic_id);
CREATE INDEX project_topics_topic_id ON project_topics (topic_id);
CREATE INDEX project_areas_area_id ON project_areas (area_id);
