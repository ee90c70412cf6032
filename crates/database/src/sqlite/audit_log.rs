//! The triggers that make the audit log append-only.

/// Refuse to change or delete an entry. An insertion that replaces an entry deletes it without firing triggers of
/// deletions, so insertions are checked, too.
pub const AUDIT_LOG_TRIGGERS: &str = "
CREATE TRIGGER audit_log_update BEFORE UPDATE ON audit_log BEGIN
  SELECT RAISE(ABORT, 'the audit log is append-only');
END;
CREATE TRIGGER audit_log_delete BEFORE DELETE ON audit_log BEGIN
  SELECT RAISE(ABORT, 'the audit log is append-only');
END;
CREATE TRIGGER audit_log_insert BEFORE INSERT ON audit_log
  WHEN EXISTS (SELECT 1 FROM audit_log WHERE key = new.key OR id = new.id) BEGIN
  SELECT RAISE(ABORT, 'the audit log is append-only');
END;
";
