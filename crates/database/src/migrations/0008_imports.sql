-- Past and running imports. `report` is JSON and contains no values of people. `seen_at` is when the program that imports
-- last reported; an import whose program was killed is running, but no longer seen.
CREATE TABLE imports (
  id {uuid} PRIMARY KEY,
  state {text} NOT NULL CHECK (state IN ('running', 'succeeded', 'failed')),
  dry_run {boolean} NOT NULL,
  source {text} NOT NULL CHECK (source IN ('console', 'command-line')),
  actor_name {text} NOT NULL,
  started_at {timestamp} NOT NULL,
  seen_at {timestamp} NOT NULL,
  finished_at {timestamp},
  files {json} NOT NULL,
  stage {text} NOT NULL,
  line_count {integer} NOT NULL,
  lines_per_second {integer} NOT NULL,
  report {json} NOT NULL
) {strict};
CREATE INDEX imports_started_at ON imports (started_at);
-- Of two administrators who start an import at the same time, one succeeds.
CREATE UNIQUE INDEX imports_running ON imports (source) WHERE state = 'running' AND source = 'console';
