-- The columns that lists are ordered and filtered by, for the filters and sort orders that were added.

DROP INDEX ideas_list;
CREATE INDEX ideas_list ON ideas (created_at, id, updated_at, author_id, project_id, type, publication_status, likes_count, comments_count, votes_count, location_point);
DROP INDEX comments_list;
CREATE INDEX comments_list ON comments (created_at, id, updated_at, idea_id, project_id, author_id);
DROP INDEX events_list;
CREATE INDEX events_list ON events (created_at, id, updated_at, project_id, start_at, end_at);
DROP INDEX baskets_list;
CREATE INDEX baskets_list ON baskets (created_at, id, updated_at, phase_id, user_id, submitted_at);
DROP INDEX reactions_list;
CREATE INDEX reactions_list ON reactions (created_at, id, updated_at, reactable_type, user_id, idea_id, project_id);
DROP INDEX users_list;
CREATE INDEX users_list ON users (created_at, id, updated_at, locale);
DROP INDEX email_campaign_deliveries_list;
CREATE INDEX email_campaign_deliveries_list ON email_campaign_deliveries (created_at, id, updated_at, email_campaign_id);
