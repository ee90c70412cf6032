use std::process::{Command, Stdio};
use std::time::Duration;

use crate::place::{Place, record};

#[test]
fn an_import_killed_at_any_moment_is_whole_or_nothing() {
    let place = Place::full();
    place.import();
    let users: String =
        (100..20_000).map(|number| record(&format!(r#""id":"${number}","first_name":"N""#))).collect();
    let before = place.dump();
    place.put("users.ndjson", &users);
    let mut whole = None;
    for round in 0..12_u64 {
        let mut child = Command::new(env!("CARGO_BIN_EXE_folkmoot"))
            .args([
                "import".as_ref(),
                place.folder.path().as_os_str(),
                "--data".as_ref(),
                place.data.path().as_os_str(),
            ])
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        std::thread::sleep(Duration::from_millis(20 + round * 60));
        child.kill().unwrap();
        child.wait().unwrap();
        let after = place.dump();
        if after != before {
            assert_eq!(place.rows("SELECT COUNT(*) FROM users"), ["19902"]);
            assert_eq!(place.rows("PRAGMA integrity_check"), ["ok"]);
            whole.get_or_insert(after.clone());
            assert_eq!(whole.as_ref(), Some(&after));
        }
    }
}
