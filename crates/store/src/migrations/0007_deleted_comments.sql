-- A deleted comment has neither text nor author; imports before this version stored both.
{lock_changes}
INSERT INTO changes (subject, record, happened_at)
SELECT 'comments', NULL, MAX(updated_at) FROM comments
WHERE publication_status = 'deleted' AND (author_id IS NOT NULL OR CAST(body_multiloc AS {text}) <> '{}')
HAVING COUNT(*) > 0;

UPDATE comments SET body_multiloc = '{}', author_id = NULL
WHERE publication_status = 'deleted' AND (author_id IS NOT NULL OR CAST(body_multiloc AS {text}) <> '{}');
