-- What each access level sees of the records: whether a visitor without an account sees them, and the state of their votes.

-- The current day in the time zone of the platform, on which the state of votes depends. It never goes back.
CREATE TABLE platform_day (
  key {integer} PRIMARY KEY CHECK (key = 1),
  day {date} NOT NULL
) {strict};
INSERT INTO platform_day (key, day) VALUES (1, {today});

-- The secret from which pseudonyms, and hashes of ids of people, are derived.
CREATE TABLE platform_secret (
  key {integer} PRIMARY KEY CHECK (key = 1),
  secret {bytes} NOT NULL
) {strict};

-- The audiences from which a change is hidden, as bits: 1 clients below the level `full` while votes run, 2 clients below
-- that level if votes stay secret, 4 clients of the level `public`.
ALTER TABLE changes ADD COLUMN hidden_by {integer} NOT NULL DEFAULT 0;
CREATE INDEX changes_hidden_by ON changes (subject, hidden_by, sequence);

ALTER TABLE project_folders ADD COLUMN is_public {boolean} NOT NULL DEFAULT FALSE;
UPDATE project_folders SET is_public = (publication_status IN ('published', 'archived'));
ALTER TABLE projects ADD COLUMN is_public {boolean} NOT NULL DEFAULT FALSE;
UPDATE projects SET is_public = (visible_to = 'public' AND publication_status IN ('published', 'archived'));
ALTER TABLE phases ADD COLUMN is_public {boolean} NOT NULL DEFAULT FALSE;
ALTER TABLE phases ADD COLUMN voting {text} NOT NULL DEFAULT 'none' CHECK (voting IN ('none', 'running', 'ended'));
UPDATE phases SET
  is_public = (SELECT projects.is_public FROM projects WHERE projects.id = phases.project_id),
  voting = CASE WHEN participation_method <> 'voting' THEN 'none'
    WHEN end_at IS NULL OR end_at >= (SELECT day FROM platform_day) THEN 'running' ELSE 'ended' END;
ALTER TABLE events ADD COLUMN is_public {boolean} NOT NULL DEFAULT FALSE;
UPDATE events SET is_public = (SELECT projects.is_public FROM projects WHERE projects.id = events.project_id);
ALTER TABLE idea_phases ADD COLUMN voting {text} NOT NULL DEFAULT 'none' CHECK (voting IN ('none', 'running', 'ended'));
ALTER TABLE idea_phases ADD COLUMN is_survey {boolean} NOT NULL DEFAULT FALSE;
UPDATE idea_phases SET
  voting = (SELECT phases.voting FROM phases WHERE phases.id = idea_phases.phase_id),
  is_survey = (SELECT ideas.type = 'survey' FROM ideas WHERE ideas.id = idea_phases.idea_id);
ALTER TABLE ideas ADD COLUMN is_public {boolean} NOT NULL DEFAULT FALSE;
ALTER TABLE ideas ADD COLUMN running_votes_count {integer} NOT NULL DEFAULT 0 CHECK (running_votes_count >= 0);
ALTER TABLE ideas ADD COLUMN ended_votes_count {integer} NOT NULL DEFAULT 0 CHECK (ended_votes_count >= 0);
ALTER TABLE ideas ADD COLUMN ended_ballots_count {integer} NOT NULL DEFAULT 0 CHECK (ended_ballots_count >= 0);
ALTER TABLE ideas ADD COLUMN running_ballots_count {integer} NOT NULL DEFAULT 0 CHECK (running_ballots_count >= 0);
UPDATE ideas SET
  is_public = (publication_status = 'published' AND type = 'idea'
    AND (SELECT projects.is_public FROM projects WHERE projects.id = ideas.project_id)),
  running_votes_count = (SELECT COUNT(*) FROM idea_phases WHERE idea_phases.idea_id = ideas.id AND idea_phases.voting = 'running'),
  ended_votes_count = (SELECT COUNT(*) FROM idea_phases WHERE idea_phases.idea_id = ideas.id AND idea_phases.voting = 'ended');
ALTER TABLE comments ADD COLUMN is_public {boolean} NOT NULL DEFAULT FALSE;
UPDATE comments SET is_public = (publication_status = 'published'
  AND (SELECT ideas.is_public FROM ideas WHERE ideas.id = comments.idea_id));
ALTER TABLE baskets ADD COLUMN voting {text} NOT NULL DEFAULT 'none' CHECK (voting IN ('none', 'running', 'ended'));
UPDATE baskets SET voting = CASE
  WHEN phase_id IS NOT NULL THEN (SELECT phases.voting FROM phases WHERE phases.id = baskets.phase_id)
  WHEN EXISTS (SELECT 1 FROM phases WHERE phases.project_id = baskets.project_id AND phases.voting = 'running') THEN 'running'
  WHEN EXISTS (SELECT 1 FROM phases WHERE phases.project_id = baskets.project_id AND phases.voting = 'ended') THEN 'ended'
  ELSE 'none' END;
ALTER TABLE basket_ideas ADD COLUMN voting {text} NOT NULL DEFAULT 'none' CHECK (voting IN ('none', 'running', 'ended'));
UPDATE basket_ideas SET voting = (SELECT baskets.voting FROM baskets WHERE baskets.id = basket_ideas.basket_id);
UPDATE ideas SET
  running_ballots_count = (SELECT COUNT(*) FROM basket_ideas
    WHERE basket_ideas.idea_id = ideas.id AND basket_ideas.voting = 'running'),
  ended_ballots_count = (SELECT COUNT(*) FROM basket_ideas
    WHERE basket_ideas.idea_id = ideas.id AND basket_ideas.voting = 'ended')
  WHERE EXISTS (SELECT 1 FROM basket_ideas WHERE basket_ideas.idea_id = ideas.id);

-- What a deleted record was: whether it was public, whether its timestamps were cut, and the vote of a ballot.
ALTER TABLE deleted_items ADD COLUMN was_public {boolean} NOT NULL DEFAULT FALSE;
ALTER TABLE deleted_items ADD COLUMN timestamp_is_cut {boolean} NOT NULL DEFAULT FALSE;
ALTER TABLE deleted_items ADD COLUMN phase_id {uuid};
ALTER TABLE deleted_items ADD COLUMN project_id {uuid};
ALTER TABLE deleted_items ADD COLUMN voting {text} NOT NULL DEFAULT 'none' CHECK (voting IN ('none', 'running', 'ended'));
UPDATE deleted_items SET timestamp_is_cut = TRUE WHERE type IN
  ('User', 'Basket', 'BasketIdea', 'Reaction', 'EventAttendance', 'VolunteeringVolunteer', 'EmailCampaignDelivery');
CREATE INDEX deleted_items_phase_id ON deleted_items (phase_id) WHERE phase_id IS NOT NULL;
CREATE INDEX deleted_items_project_id ON deleted_items (project_id) WHERE project_id IS NOT NULL;

-- The columns that lists are filtered by, once more.
DROP INDEX phases_list;
CREATE INDEX phases_list ON phases (created_at, id, updated_at, project_id, start_at, end_at, is_public);
DROP INDEX events_list;
CREATE INDEX events_list ON events (created_at, id, updated_at, project_id, start_at, end_at, is_public);
DROP INDEX ideas_list;
CREATE INDEX ideas_list ON ideas (created_at, id, updated_at, author_id, project_id, type, publication_status, likes_count, comments_count, votes_count, location_point, is_public);
DROP INDEX comments_list;
CREATE INDEX comments_list ON comments (created_at, id, updated_at, idea_id, project_id, author_id, is_public);
DROP INDEX baskets_list;
CREATE INDEX baskets_list ON baskets (created_at, id, updated_at, phase_id, user_id, submitted_at, voting);
DROP INDEX basket_ideas_list;
CREATE INDEX basket_ideas_list ON basket_ideas (created_at, id, updated_at, idea_id, basket_id, voting);
DROP INDEX basket_ideas_idea_id;
CREATE INDEX basket_ideas_idea_id ON basket_ideas (idea_id, phase_id, submitted, votes, voting);
DROP INDEX deleted_items_list;
CREATE INDEX deleted_items_list ON deleted_items (deleted_at, id, type, was_public, timestamp_is_cut, voting);
DROP INDEX idea_phases_list;
CREATE INDEX idea_phases_list ON idea_phases (created_at, key, updated_at, idea_id, phase_id, is_survey);
DROP INDEX idea_phases_phase_id;
CREATE INDEX idea_phases_phase_id ON idea_phases (phase_id, published, voting);
