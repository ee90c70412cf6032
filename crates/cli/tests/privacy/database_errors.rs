//! Errors of the database that contain values of rows.

use reqwest::Method;
use serde_json::json;

use crate::privacy::canaries::VALUE;
use crate::privacy::site::Site;
use crate::support::files::upload_with;

/// Makes the database refuse files with certain names, and quote them. A check names the complete row in its detail.
const POSTGRES: &str = "
ALTER TABLE files ADD CONSTRAINT names CHECK (name NOT LIKE '%checked%') NOT VALID;
CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.name LIKE '%raised%' THEN RAISE EXCEPTION 'refused %', NEW.name; END IF;
  IF NEW.name LIKE '%invalid%' THEN PERFORM NEW.name::integer; END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER refuse BEFORE INSERT ON files FOR EACH ROW EXECUTE FUNCTION refuse();
";
const SQLITE: &str = "
CREATE TRIGGER checked BEFORE INSERT ON files WHEN NEW.name LIKE '%checked%' BEGIN SELECT RAISE(ABORT, 'refused'); END;
CREATE TRIGGER raised BEFORE INSERT ON files WHEN NEW.name LIKE '%raised%' BEGIN
  INSERT INTO files (key, id) SELECT key, id FROM files; END;
CREATE TRIGGER invalid BEFORE INSERT ON files WHEN NEW.name LIKE '%invalid%' BEGIN
  SELECT json_extract(NEW.name, '$'); END;
";

#[test]
fn an_error_of_the_database_is_logged_without_values_of_rows() {
    let site = Site::new("json", &[]);
    site.data.change_database(if site.data.is_embedded() { SQLITE } else { POSTGRES });
    let mut causes = Vec::new();
    for kind in ["checked", "raised", "invalid"] {
        let body = upload_with(&json!({ "name": format!("{VALUE}-{kind}.txt") }));
        let request = site.server.request(Method::POST, "/api/v2/files").bearer_auth(&site.token);
        let response = request.header("x-request-id", &format!("request-{kind}")).json(&body).send_bytes();
        assert_eq!(response.status, 500, "{kind}");
        assert!(!String::from_utf8_lossy(&response.bytes).contains(VALUE), "{kind}");
        let log = String::from_utf8(site.log()).unwrap();
        let line = log.lines().find(|line| line.contains("request failed") && line.contains(kind));
        let line: serde_json::Value = serde_json::from_str(line.unwrap()).unwrap();
        causes.push(line["cause"].as_str().unwrap().to_owned());
    }
    // Enough remains to find the cause.
    if !site.data.is_embedded() {
        assert!(causes[0].contains("check constraint") && causes[0].contains("23514"), "{causes:?}");
        assert!(causes[1].contains("P0001") && causes[2].contains("22P02"), "{causes:?}");
    }
    site.assert_log_is_clean();
}
