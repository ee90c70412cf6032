-- What makes a record secret is stored, and does not depend on records that may be deleted or changed.

-- Votes whose phase was deleted, moved to another project or got another participation method. Ballots stay secret until `ends_on`,
-- the last day of the vote; 9999-12-31 if it had none.
CREATE TABLE withdrawn_votes (
  phase_id {uuid} NOT NULL,
  project_id {uuid} NOT NULL,
  ends_on {date} NOT NULL,
  PRIMARY KEY (phase_id, project_id)
) {by_primary_key};
CREATE INDEX withdrawn_votes_project_id ON withdrawn_votes (project_id);

-- Counters of public records, which the level `public` sees, and the parts of results that belong to running and ended votes.
ALTER TABLE projects ADD COLUMN public_ideas_count {integer} NOT NULL DEFAULT 0 CHECK (public_ideas_count >= 0);
ALTER TABLE projects ADD COLUMN public_comments_count {integer} NOT NULL DEFAULT 0 CHECK (public_comments_count >= 0);
ALTER TABLE phases ADD COLUMN public_ideas_count {integer} NOT NULL DEFAULT 0 CHECK (public_ideas_count >= 0);
ALTER TABLE comments ADD COLUMN public_children_count {integer} NOT NULL DEFAULT 0 CHECK (public_children_count >= 0);
ALTER TABLE idea_phases ADD COLUMN is_public {boolean} NOT NULL DEFAULT FALSE;
ALTER TABLE ideas ADD COLUMN running_ballots_total {integer} NOT NULL DEFAULT 0 CHECK (running_ballots_total >= 0);
ALTER TABLE ideas ADD COLUMN ended_ballots_total {integer} NOT NULL DEFAULT 0 CHECK (ended_ballots_total >= 0);

-- A ballot in a phase without a vote is secret until the end of the phase.
UPDATE baskets SET voting = COALESCE((SELECT
    CASE WHEN phases.end_at IS NULL OR phases.end_at >= (SELECT day FROM platform_day) THEN 'running' ELSE 'ended' END
    FROM phases WHERE phases.id = baskets.phase_id), 'running')
  WHERE voting = 'none' AND phase_id IS NOT NULL;
UPDATE basket_ideas SET voting = (SELECT baskets.voting FROM baskets WHERE baskets.id = basket_ideas.basket_id)
  WHERE voting = 'none' AND phase_id IS NOT NULL;

UPDATE idea_phases SET is_public = TRUE WHERE idea_id IN (SELECT ideas.id FROM ideas WHERE ideas.is_public);
UPDATE projects SET
  public_ideas_count = (SELECT COUNT(*) FROM ideas WHERE ideas.project_id = projects.id AND ideas.is_public),
  public_comments_count = (SELECT COUNT(*) FROM comments WHERE comments.project_id = projects.id AND comments.is_public);
UPDATE phases SET public_ideas_count =
  (SELECT COUNT(*) FROM idea_phases WHERE idea_phases.phase_id = phases.id AND idea_phases.is_public);
UPDATE comments SET public_children_count =
  (SELECT COUNT(*) FROM comments AS replies WHERE replies.parent_id = comments.id AND replies.is_public)
  WHERE children_count > 0;
UPDATE ideas SET
  running_ballots_count = (SELECT COUNT(*) FROM basket_ideas
    WHERE basket_ideas.idea_id = ideas.id AND basket_ideas.submitted AND basket_ideas.voting = 'running'),
  ended_ballots_count = (SELECT COUNT(*) FROM basket_ideas
    WHERE basket_ideas.idea_id = ideas.id AND basket_ideas.submitted AND basket_ideas.voting = 'ended'),
  running_ballots_total = (SELECT COALESCE(SUM(votes), 0) FROM basket_ideas
    WHERE basket_ideas.idea_id = ideas.id AND basket_ideas.submitted AND basket_ideas.voting = 'running'),
  ended_ballots_total = (SELECT COALESCE(SUM(votes), 0) FROM basket_ideas
    WHERE basket_ideas.idea_id = ideas.id AND basket_ideas.submitted AND basket_ideas.voting = 'ended')
  WHERE id IN (SELECT idea_id FROM basket_ideas);

-- The settings that decide what levels below `full` see, so that every writer knows which changes they see.
CREATE TABLE access_settings (
  key {integer} PRIMARY KEY CHECK (key = 1),
  vote_results {text} NOT NULL,
  shareable_fields {text} NOT NULL,
  coordinate_decimals {integer} NOT NULL
) {strict};

-- Changes that readers below `full` get when their day has passed. `readers` are the levels that get them, and `hidden_by` the
-- reasons to hide them: see `audience.rs`.
CREATE TABLE deferred_changes (
  released_on {date} NOT NULL,
  subject {text} NOT NULL,
  record {integer} NOT NULL,
  readers {integer} NOT NULL,
  hidden_by {integer} NOT NULL,
  PRIMARY KEY (subject, record, released_on)
) {by_primary_key};
CREATE INDEX deferred_changes_released_on ON deferred_changes (released_on);
INSERT INTO deferred_changes (released_on, subject, record, readers, hidden_by)
  SELECT released_on, subject, record, 896, 0 FROM erasure_batches GROUP BY released_on, subject, record;
DROP TABLE erasure_batches;
-- 896: the levels `pseudonymous` (128), `anonymous` (256) and `public` (512).
UPDATE changes SET hidden_by = hidden_by | 896 WHERE is_erasure;
