-- The platform; the database contains one. `url` has no trailing slash, and `locales` starts with the default one.

CREATE TABLE platform (
  key {integer} PRIMARY KEY CHECK (key = 1),
  name {text} NOT NULL,
  url {text} NOT NULL,
  locales {json} NOT NULL,
  default_colour {text},
  public_api_enabled {boolean} NOT NULL
) {strict};

-- The clients of the public API. Only the SHA-256 of a secret is stored. Tokens and download URLs of an earlier
-- generation than `token_generation` are revoked.
CREATE TABLE clients (
  key {key},
  id {uuid} NOT NULL UNIQUE,
  name {text} NOT NULL,
  secret_hash {text} NOT NULL,
  previous_secret_hash {text},
  previous_secret_expires_at {timestamp},
  created_at {timestamp} NOT NULL,
  last_authenticated_at {timestamp},
  revoked_at {timestamp},
  token_generation {integer} NOT NULL DEFAULT 0
) {strict};

-- The change feed: what every running server must read again.
-- `record` is the key of the changed row, or NULL if all rows of the subject must be read again.
CREATE TABLE changes (
  sequence {key},
  subject {text} NOT NULL,
  record {integer},
  happened_at {timestamp} NOT NULL
) {strict};
CREATE INDEX changes_subject ON changes (subject, sequence);

-- The newest entry of the change feed that was ever pruned: a server that has not read up to it reads everything again.
CREATE TABLE change_horizon (
  key {integer} PRIMARY KEY CHECK (key = 1),
  sequence {integer} NOT NULL
) {strict};
INSERT INTO change_horizon (key, sequence) VALUES (1, 0);

-- The keys that sign tokens, if several servers share the database; encrypted if the settings contain a secret.
CREATE TABLE signing_keys (
  key {key},
  id {text} NOT NULL UNIQUE,
  created_at {timestamp} NOT NULL,
  private_key {text} NOT NULL
) {strict};

-- The records: one table per resource, with the columns that the resource declares.
-- `key` orders the rows of a table by insertion and is never reused after a row is deleted.
-- `imported_counters` has a bit for each counter whose value an import provided.
-- The index `<table>_list` contains the columns that lists are ordered and filtered by; the other indexes contain the
-- columns that counters read of the rows that they count.

{functions}
CREATE TABLE areas (
  key {key},
  id {uuid} NOT NULL UNIQUE,
  created_at {timestamp} NOT NULL,
  updated_at {timestamp} NOT NULL,
  title_multiloc {json} NOT NULL,
  description_multiloc {json} NOT NULL
) {strict};
CREATE INDEX areas_list ON areas (created_at, id, updated_at);

CREATE TABLE topics (
  key {key},
  id {uuid} NOT NULL UNIQUE,
  title_multiloc {json} NOT NULL,
  description_multiloc {json} NOT NULL,
  created_at {timestamp} NOT NULL,
  updated_at {timestamp} NOT NULL
) {strict};
CREATE INDEX topics_list ON topics (created_at, id, updated_at);

CREATE TABLE users (
  key {key},
  id {uuid} NOT NULL UNIQUE,
  email {text},
  slug {text},
  roles {json} NOT NULL,
  created_at {timestamp} NOT NULL,
  updated_at {timestamp} NOT NULL,
  first_name {text},
  last_name {text},
  locale {text} NOT NULL,
  bio_multiloc {json},
  registration_completed_at {timestamp},
  verified {boolean} NOT NULL,
  email_confirmed_at {timestamp},
  email_confirmation_code_sent_at {timestamp},
  confirmation_required {boolean} NOT NULL,
  custom_field_values {json} NOT NULL,
  status {text} NOT NULL CHECK (status IN ('active', 'invited', 'incomplete'))
) {strict};
CREATE INDEX users_list ON users (created_at, id, updated_at);

CREATE TABLE project_folders (
  key {key},
  id {uuid} NOT NULL UNIQUE,
  slug {text} NOT NULL,
  created_at {timestamp} NOT NULL,
  updated_at {timestamp} NOT NULL,
  publication_status {text} NOT NULL CHECK (publication_status IN ('draft', 'published', 'archived')),
  title_multiloc {json} NOT NULL,
  description_multiloc {json} NOT NULL,
  description_preview_multiloc {json} NOT NULL
) {strict};
CREATE INDEX project_folders_list ON project_folders (created_at, id, updated_at, publication_status);

CREATE TABLE projects (
  key {key},
  id {uuid} NOT NULL UNIQUE,
  title_multiloc {json} NOT NULL,
  description_html_multiloc {json} NOT NULL,
  description_preview_multiloc {json} NOT NULL,
  slug {text} NOT NULL,
  folder_id {uuid} REFERENCES project_folders (id) ON DELETE SET NULL DEFERRABLE INITIALLY DEFERRED,
  visible_to {text} NOT NULL CHECK (visible_to IN ('public', 'groups', 'admins')),
  images {json} NOT NULL,
  created_at {timestamp} NOT NULL,
  updated_at {timestamp} NOT NULL,
  ideas_count {integer} NOT NULL CHECK (ideas_count >= 0),
  comments_count {integer} NOT NULL CHECK (comments_count >= 0),
  map_center_geojson {json},
  publication_status {text} NOT NULL CHECK (publication_status IN ('draft', 'published', 'archived')),
  all_areas {boolean} NOT NULL,
  imported_counters {integer} NOT NULL DEFAULT 0
) {strict};
CREATE INDEX projects_list ON projects (created_at, id, updated_at, folder_id, publication_status, all_areas);
CREATE INDEX projects_folder_id ON projects (folder_id) WHERE folder_id IS NOT NULL;

-- The areas of a project.
CREATE TABLE project_areas (
  key {key},
  project_id {uuid} NOT NULL REFERENCES projects (id) ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED,
  area_id {uuid} NOT NULL REFERENCES areas (id) ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED,
  UNIQUE (project_id, area_id)
) {strict};

CREATE TABLE project_topics (
  key {key},
  project_id {uuid} NOT NULL REFERENCES projects (id) ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED,
  topic_id {uuid} NOT NULL REFERENCES topics (id) ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED,
  created_at {timestamp} NOT NULL,
  updated_at {timestamp} NOT NULL,
  UNIQUE (project_id, topic_id)
) {strict};
CREATE INDEX project_topics_list ON project_topics (created_at, key, updated_at, project_id, topic_id);

CREATE TABLE phases (
  key {key},
  id {uuid} NOT NULL UNIQUE,
  title_multiloc {json} NOT NULL,
  description_multiloc {json} NOT NULL,
  participation_method {text} NOT NULL CHECK (participation_method IN ('information', 'ideation', 'proposals', 'native_survey', 'community_monitor_survey', 'document_annotation', 'survey', 'voting', 'poll', 'volunteering', 'common_ground')),
  project_id {uuid} NOT NULL REFERENCES projects (id) DEFERRABLE INITIALLY DEFERRED,
  start_at {date} NOT NULL,
  end_at {date},
  created_at {timestamp} NOT NULL,
  updated_at {timestamp} NOT NULL,
  ideas_count {integer} NOT NULL CHECK (ideas_count >= 0),
  baskets_count {integer} NOT NULL CHECK (baskets_count >= 0),
  votes_count {integer} NOT NULL CHECK (votes_count >= 0),
  submission_enabled {boolean} NOT NULL,
  autoshare_results_enabled {boolean} NOT NULL,
  commenting_enabled {boolean} NOT NULL,
  reacting_enabled {boolean} NOT NULL,
  reacting_like_method {text} NOT NULL CHECK (reacting_like_method IN ('unlimited', 'limited')),
  reacting_like_limited_max {integer} CHECK (reacting_like_limited_max >= 0),
  reacting_dislike_enabled {boolean} NOT NULL,
  reacting_dislike_method {text} NOT NULL CHECK (reacting_dislike_method IN ('unlimited', 'limited')),
  reacting_dislike_limited_max {integer} CHECK (reacting_dislike_limited_max >= 0),
  voting_method {text} CHECK (voting_method IN ('budgeting', 'single_voting', 'multiple_voting')),
  voting_max_total {integer} CHECK (voting_max_total >= 0),
  voting_min_total {integer} CHECK (voting_min_total >= 0),
  imported_counters {integer} NOT NULL DEFAULT 0
) {strict};
CREATE INDEX phases_list ON phases (created_at, id, updated_at, project_id, start_at, end_at);
CREATE INDEX phases_project_id ON phases (project_id);

CREATE TABLE ideas (
  key {key},
  id {uuid} NOT NULL UNIQUE,
  title_multiloc {json} NOT NULL,
  body_multiloc {json} NOT NULL,
  author_id {uuid} REFERENCES users (id) ON DELETE SET NULL DEFERRABLE INITIALLY DEFERRED,
  likes_count {integer} NOT NULL CHECK (likes_count >= 0),
  dislikes_count {integer} NOT NULL CHECK (dislikes_count >= 0),
  comments_count {integer} NOT NULL CHECK (comments_count >= 0),
  published_at {timestamp},
  submitted_at {timestamp},
  publication_status {text} NOT NULL CHECK (publication_status IN ('draft', 'submitted', 'published')),
  project_id {uuid} NOT NULL REFERENCES projects (id) DEFERRABLE INITIALLY DEFERRED,
  created_at {timestamp} NOT NULL,
  updated_at {timestamp} NOT NULL,
  location_point {text},
  location_description {text},
  slug {text},
  budget {integer} CHECK (budget >= 0),
  baskets_count {integer} NOT NULL CHECK (baskets_count >= 0),
  votes_count {integer} NOT NULL CHECK (votes_count >= 0),
  official_feedbacks_count {integer} NOT NULL CHECK (official_feedbacks_count >= 0),
  assignee_id {uuid} REFERENCES users (id) ON DELETE SET NULL DEFERRABLE INITIALLY DEFERRED,
  assigned_at {timestamp},
  proposed_budget {integer} CHECK (proposed_budget >= 0),
  creation_phase_id {uuid} REFERENCES phases (id) ON DELETE SET NULL DEFERRABLE INITIALLY DEFERRED,
  images {json} NOT NULL,
  status_multiloc {json},
  custom_field_values {json} NOT NULL,
  type {text} NOT NULL CHECK (type IN ('idea', 'survey')),
  imported_counters {integer} NOT NULL DEFAULT 0
) {strict};
CREATE INDEX ideas_list ON ideas (created_at, id, updated_at, author_id, project_id, type);
CREATE INDEX ideas_author_id ON ideas (author_id) WHERE author_id IS NOT NULL;
CREATE INDEX ideas_project_id ON ideas (project_id, publication_status);
CREATE INDEX ideas_assignee_id ON ideas (assignee_id) WHERE assignee_id IS NOT NULL;
CREATE INDEX ideas_creation_phase_id ON ideas (creation_phase_id) WHERE creation_phase_id IS NOT NULL;

CREATE TABLE idea_topics (
  key {key},
  idea_id {uuid} NOT NULL REFERENCES ideas (id) ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED,
  topic_id {uuid} NOT NULL REFERENCES topics (id) ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED,
  created_at {timestamp} NOT NULL,
  updated_at {timestamp} NOT NULL,
  UNIQUE (idea_id, topic_id)
) {strict};
CREATE INDEX idea_topics_list ON idea_topics (created_at, key, updated_at, idea_id, topic_id);

CREATE TABLE idea_phases (
  key {key},
  idea_id {uuid} NOT NULL REFERENCES ideas (id) ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED,
  phase_id {uuid} NOT NULL REFERENCES phases (id) ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED,
  baskets_count {integer} NOT NULL CHECK (baskets_count >= 0),
  votes_count {integer} NOT NULL CHECK (votes_count >= 0),
  created_at {timestamp} NOT NULL,
  updated_at {timestamp} NOT NULL,
  published {boolean} NOT NULL,
  imported_counters {integer} NOT NULL DEFAULT 0,
  UNIQUE (idea_id, phase_id)
) {strict};
CREATE INDEX idea_phases_list ON idea_phases (created_at, key, updated_at, idea_id, phase_id);
CREATE INDEX idea_phases_phase_id ON idea_phases (phase_id, published);

CREATE TABLE comments (
  key {key},
  id {uuid} NOT NULL UNIQUE,
  body_multiloc {json} NOT NULL,
  author_id {uuid} REFERENCES users (id) ON DELETE SET NULL DEFERRABLE INITIALLY DEFERRED,
  idea_id {uuid} NOT NULL REFERENCES ideas (id) DEFERRABLE INITIALLY DEFERRED,
  parent_id {uuid} REFERENCES comments (id) ON DELETE SET NULL DEFERRABLE INITIALLY DEFERRED,
  created_at {timestamp} NOT NULL,
  updated_at {timestamp} NOT NULL,
  body_updated_at {timestamp},
  likes_count {integer} NOT NULL CHECK (likes_count >= 0),
  dislikes_count {integer} NOT NULL CHECK (dislikes_count >= 0),
  children_count {integer} NOT NULL CHECK (children_count >= 0),
  publication_status {text} NOT NULL CHECK (publication_status IN ('published', 'deleted')),
  project_id {uuid} NOT NULL,
  imported_counters {integer} NOT NULL DEFAULT 0
) {strict};
CREATE INDEX comments_list ON comments (created_at, id, updated_at);
CREATE INDEX comments_author_id ON comments (author_id) WHERE author_id IS NOT NULL;
CREATE INDEX comments_idea_id ON comments (idea_id, publication_status);
CREATE INDEX comments_parent_id ON comments (parent_id) WHERE parent_id IS NOT NULL;
CREATE INDEX comments_project_id ON comments (project_id, publication_status);

CREATE TABLE reactions (
  key {key},
  id {uuid} NOT NULL UNIQUE,
  mode {text} NOT NULL CHECK (mode IN ('up', 'down', 'neutral')),
  user_id {uuid} REFERENCES users (id) ON DELETE SET NULL DEFERRABLE INITIALLY DEFERRED,
  reactable_id {uuid} NOT NULL,
  reactable_type {text} NOT NULL CHECK (reactable_type IN ('idea', 'comment')),
  idea_id {uuid} NOT NULL,
  project_id {uuid} NOT NULL,
  created_at {timestamp} NOT NULL,
  updated_at {timestamp} NOT NULL
) {strict};
CREATE INDEX reactions_list ON reactions (created_at, id, updated_at, reactable_type, user_id);
CREATE INDEX reactions_user_id ON reactions (user_id) WHERE user_id IS NOT NULL;
CREATE INDEX reactions_reactable_id ON reactions (reactable_id, mode);

CREATE TABLE baskets (
  key {key},
  id {uuid} NOT NULL UNIQUE,
  user_id {uuid} REFERENCES users (id) ON DELETE SET NULL DEFERRABLE INITIALLY DEFERRED,
  project_id {uuid} NOT NULL REFERENCES projects (id) DEFERRABLE INITIALLY DEFERRED,
  phase_id {uuid} REFERENCES phases (id) ON DELETE SET NULL DEFERRABLE INITIALLY DEFERRED,
  submitted_at {timestamp},
  created_at {timestamp} NOT NULL,
  updated_at {timestamp} NOT NULL
) {strict};
CREATE INDEX baskets_list ON baskets (created_at, id, updated_at);
CREATE INDEX baskets_user_id ON baskets (user_id) WHERE user_id IS NOT NULL;
CREATE INDEX baskets_project_id ON baskets (project_id);
CREATE INDEX baskets_phase_id ON baskets (phase_id) WHERE phase_id IS NOT NULL;

CREATE TABLE basket_ideas (
  key {key},
  id {uuid} NOT NULL UNIQUE,
  basket_id {uuid} NOT NULL REFERENCES baskets (id) DEFERRABLE INITIALLY DEFERRED,
  idea_id {uuid} NOT NULL REFERENCES ideas (id) DEFERRABLE INITIALLY DEFERRED,
  votes {integer} NOT NULL CHECK (votes >= 1),
  created_at {timestamp} NOT NULL,
  updated_at {timestamp} NOT NULL,
  phase_id {uuid},
  project_id {uuid} NOT NULL,
  user_id {uuid},
  submitted {boolean} NOT NULL
) {strict};
CREATE INDEX basket_ideas_list ON basket_ideas (created_at, id, updated_at, idea_id, basket_id);
CREATE INDEX basket_ideas_basket_id ON basket_ideas (basket_id);
CREATE INDEX basket_ideas_idea_id ON basket_ideas (idea_id, phase_id, submitted, votes);
CREATE INDEX basket_ideas_phase_id ON basket_ideas (phase_id) WHERE phase_id IS NOT NULL;

CREATE TABLE events (
  key {key},
  id {uuid} NOT NULL UNIQUE,
  project_id {uuid} NOT NULL REFERENCES projects (id) DEFERRABLE INITIALLY DEFERRED,
  title_multiloc {json} NOT NULL,
  description_multiloc {json} NOT NULL,
  location_multiloc {json},
  location_point {text},
  attendees_count {integer} NOT NULL CHECK (attendees_count >= 0),
  maximum_attendees {integer} CHECK (maximum_attendees >= 0),
  start_at {timestamp} NOT NULL,
  end_at {timestamp} NOT NULL,
  created_at {timestamp} NOT NULL,
  updated_at {timestamp} NOT NULL,
  imported_counters {integer} NOT NULL DEFAULT 0
) {strict};
CREATE INDEX events_list ON events (created_at, id, updated_at);
CREATE INDEX events_project_id ON events (project_id);

CREATE TABLE event_attendances (
  key {key},
  id {uuid} NOT NULL UNIQUE,
  event_id {uuid} NOT NULL REFERENCES events (id) DEFERRABLE INITIALLY DEFERRED,
  attendee_id {uuid} REFERENCES users (id) ON DELETE SET NULL DEFERRABLE INITIALLY DEFERRED,
  created_at {timestamp} NOT NULL,
  updated_at {timestamp} NOT NULL
) {strict};
CREATE INDEX event_attendances_list ON event_attendances (created_at, id, updated_at);
CREATE INDEX event_attendances_event_id ON event_attendances (event_id);
CREATE INDEX event_attendances_attendee_id ON event_attendances (attendee_id) WHERE attendee_id IS NOT NULL;

CREATE TABLE volunteering_causes (
  key {key},
  id {uuid} NOT NULL UNIQUE,
  title_multiloc {json} NOT NULL,
  description_multiloc {json} NOT NULL,
  project_id {uuid} NOT NULL,
  phase_id {uuid} NOT NULL REFERENCES phases (id) DEFERRABLE INITIALLY DEFERRED,
  volunteers_count {integer} NOT NULL CHECK (volunteers_count >= 0),
  created_at {timestamp} NOT NULL,
  updated_at {timestamp} NOT NULL,
  imported_counters {integer} NOT NULL DEFAULT 0
) {strict};
CREATE INDEX volunteering_causes_list ON volunteering_causes (created_at, id, updated_at);
CREATE INDEX volunteering_causes_phase_id ON volunteering_causes (phase_id);

CREATE TABLE volunteering_volunteers (
  key {key},
  id {uuid} NOT NULL UNIQUE,
  volunteering_cause_id {uuid} NOT NULL REFERENCES volunteering_causes (id) DEFERRABLE INITIALLY DEFERRED,
  user_id {uuid} REFERENCES users (id) ON DELETE SET NULL DEFERRABLE INITIALLY DEFERRED,
  created_at {timestamp} NOT NULL,
  updated_at {timestamp} NOT NULL
) {strict};
CREATE INDEX volunteering_volunteers_list ON volunteering_volunteers (created_at, id, updated_at);
CREATE INDEX volunteering_volunteers_volunteering_cause_id ON volunteering_volunteers (volunteering_cause_id);
CREATE INDEX volunteering_volunteers_user_id ON volunteering_volunteers (user_id) WHERE user_id IS NOT NULL;

CREATE TABLE email_campaigns (
  key {key},
  id {uuid} NOT NULL UNIQUE,
  sender {text} NOT NULL CHECK (sender IN ('author', 'organization')),
  reply_to {text},
  subject_multiloc {json} NOT NULL,
  body_multiloc {json} NOT NULL,
  deliveries_count {integer} NOT NULL CHECK (deliveries_count >= 0),
  created_at {timestamp} NOT NULL,
  updated_at {timestamp} NOT NULL,
  manual {boolean} NOT NULL,
  imported_counters {integer} NOT NULL DEFAULT 0
) {strict};
CREATE INDEX email_campaigns_list ON email_campaigns (created_at, id, updated_at, manual);

CREATE TABLE email_campaign_deliveries (
  key {key},
  id {uuid} NOT NULL UNIQUE,
  email_campaign_id {uuid} NOT NULL,
  user_id {uuid} REFERENCES users (id) ON DELETE SET NULL DEFERRABLE INITIALLY DEFERRED,
  delivery_status {text} NOT NULL CHECK (delivery_status IN ('sent', 'bounced', 'failed', 'accepted', 'delivered', 'opened', 'clicked')),
  sent_at {timestamp},
  created_at {timestamp} NOT NULL,
  updated_at {timestamp} NOT NULL
) {strict};
CREATE INDEX email_campaign_deliveries_list ON email_campaign_deliveries (created_at, id, updated_at);
CREATE INDEX email_campaign_deliveries_email_campaign_id ON email_campaign_deliveries (email_campaign_id);
CREATE INDEX email_campaign_deliveries_user_id ON email_campaign_deliveries (user_id) WHERE user_id IS NOT NULL;

CREATE TABLE files (
  key {key},
  id {uuid} NOT NULL UNIQUE,
  name {text} NOT NULL,
  size {integer} NOT NULL CHECK (size >= 0),
  mime_type {text} NOT NULL,
  category {text} NOT NULL CHECK (category IN ('meeting', 'interview', 'strategic_plan', 'info_sheet', 'policy', 'report', 'other')),
  ai_processing_allowed {boolean} NOT NULL,
  uploader_id {uuid} REFERENCES users (id) ON DELETE SET NULL DEFERRABLE INITIALLY DEFERRED,
  created_at {timestamp} NOT NULL,
  updated_at {timestamp} NOT NULL,
  description_multiloc {json} NOT NULL,
  project_id {uuid} NOT NULL REFERENCES projects (id) DEFERRABLE INITIALLY DEFERRED
) {strict};
CREATE INDEX files_list ON files (created_at, id, updated_at, uploader_id, project_id, category);
CREATE INDEX files_uploader_id ON files (uploader_id) WHERE uploader_id IS NOT NULL;
CREATE INDEX files_project_id ON files (project_id);

CREATE TABLE deleted_items (
  key {key},
  id {uuid} NOT NULL,
  type {text} NOT NULL,
  deleted_at {timestamp} NOT NULL,
  UNIQUE (type, id)
) {strict};
CREATE INDEX deleted_items_list ON deleted_items (deleted_at, id, type);

-- The blob of each file in the file storage.
CREATE TABLE file_contents (
  file_id {uuid} PRIMARY KEY NOT NULL REFERENCES files (id) ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED,
  blob {uuid} NOT NULL UNIQUE,
  sha256 {text} NOT NULL
) {strict};

-- Blobs that no file refers to: uploads in progress, and orphaned blobs that the garbage collection deletes.
CREATE TABLE unreferenced_blobs (
  blob {uuid} PRIMARY KEY NOT NULL,
  uploading {boolean} NOT NULL,
  created_at {timestamp} NOT NULL
) {strict};

{files_triggers}
