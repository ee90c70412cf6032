-- The newest entry of the change feed that was ever pruned: a server that has not read up to it reads everything again.
CREATE TABLE change_horizon (
  key {integer} PRIMARY KEY CHECK (key = 1),
  sequence {integer} NOT NULL
) {strict};
INSERT INTO change_horizon (key, sequence) VALUES (1, 0);
