-- The word index of ideas: for each word and each short beginning of a word, the keys of the ideas whose texts contain it,
-- in blocks of 8,192 consecutive keys.
CREATE TABLE ideas_words (
  word {bytes} NOT NULL,
  block {integer} NOT NULL,
  keys {bytes} NOT NULL,
  PRIMARY KEY (word, block)
) {by_primary_key};

-- The indexed texts of the ideas that were changed or deleted since the word index was updated.
CREATE TABLE ideas_earlier_texts (
  key {integer} PRIMARY KEY NOT NULL,
  title_multiloc {json} NOT NULL,
  body_multiloc {json} NOT NULL
) {strict};

-- The greatest key whose texts are indexed. Programs index stored texts when they open the database.
CREATE TABLE indexed_words (
  subject {text} PRIMARY KEY NOT NULL,
  greatest_key {integer} NOT NULL
) {strict};

{ideas_words_triggers}
