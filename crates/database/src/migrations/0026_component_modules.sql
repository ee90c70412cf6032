-- The modules of the web components that servers of this platform have had, by their hashes: websites name one of them with its
-- integrity, so that it must exist after an upgrade.
CREATE TABLE component_modules (
  hash {text} PRIMARY KEY,
  content {text} NOT NULL
);
