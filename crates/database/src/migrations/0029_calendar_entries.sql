-- The events that calendars showed, so that one that disappears can be cancelled. `content` is the public record as JSON: its id,
-- project, title and times.
CREATE TABLE calendar_entries (
  id {uuid} PRIMARY KEY,
  content {text} NOT NULL,
  cancelled_at {timestamp}
) {strict};
