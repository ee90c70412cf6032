-- The time zone of the platform, if one was set, and the newest time that the platform believed. A clock that is far ahead of it
-- begins no day.
CREATE TABLE platform_clock (
  key {integer} PRIMARY KEY CHECK (key = 1),
  time_zone {text},
  believed_at {timestamp} NOT NULL
) {strict};
INSERT INTO platform_clock (key, believed_at) VALUES (1, {now});
