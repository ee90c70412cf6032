//! The commands of the guide about personal data.

use std::io::Write as _;
use std::process::{Command, Stdio};

use crate::people::scenario::{EMAIL, Scenario};
use crate::support::{guide_block, program};

const GUIDE: &str = "start-personal-data";

#[test]
fn the_commands_of_the_guide_find_export_and_erase_a_person() {
    let scenario = Scenario::new();
    let folder = tempfile::tempdir().unwrap();
    let run = |title: &str| {
        let mut command = Command::new("sh");
        command.arg("-ec").arg(guide_block(GUIDE, title)).current_dir(folder.path()).env_clear();
        let path = format!("{}:/usr/bin:/bin", program().parent().unwrap().display());
        command.env("PATH", path).env("FOLKMOOT_DATA", scenario.data.path());
        if !scenario.data.is_embedded() {
            command.env("FOLKMOOT_DATABASE_URL", scenario.data.database_url());
        }
        let mut process = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
        process.stdin.take().unwrap().write_all(format!("{EMAIL}\n").as_bytes()).unwrap();
        let output = process.wait_with_output().unwrap();
        assert!(output.status.success(), "{title}");
        String::from_utf8(output.stdout).unwrap()
    };
    assert!(run("Find people").contains("baskets 1"));
    assert!(run("Export a person").contains("person.zip"));
    assert!(folder.path().join("person.zip").exists());
    assert!(run("Show what an erasure would change").contains("dry run: nothing was changed"));
    let erased = run("Erase a person");
    assert!(erased.contains("deleted   users 1") && !erased.contains("dry run"), "{erased}");
}
