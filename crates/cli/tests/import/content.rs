use crate::import::scenario::{ImportScenario, record, records};

#[test]
fn bytes_come_from_a_path_or_from_base64() {
    let scenario = ImportScenario::full();
    scenario.import();
    std::fs::create_dir(scenario.path("sub")).unwrap();
    std::fs::write(scenario.path("sub/t.csv"), "a,b\n").unwrap();
    scenario.put(
        "files.ndjson",
        &records(&[
            r#""id":"$40","name":"t.csv","project_id":"$8","path":"sub/t.csv","size":99,"mime_type":"x/y""#,
            r#""id":"$41","name":"t.txt","project_id":"$8","content":"data:text/plain;base64,aGVsbG8=""#,
            r#""id":"$30","name":"b.pdf","project_id":"$8""#,
        ]),
    );
    scenario.import();
    assert_eq!(
        scenario.rows("SELECT name, size, mime_type FROM files ORDER BY id"),
        ["b.pdf|9|application/pdf", "t.csv|4|text/csv", "t.txt|5|text/plain"]
    );
}

#[test]
fn names_are_stored_like_those_of_uploads() {
    let scenario = ImportScenario::full();
    let names = [r"../../x.txt", r"a\\b.txt", r"invoice\u202efdp.txt", r"a\r\n\u001bb.txt", "plain.txt"];
    let lines: Vec<String> = (40..)
        .zip(names)
        .map(|(number, name)| {
            format!(r#""id":"${number}","name":"{name}","project_id":"$8","content":"aGk=""#)
        })
        .collect();
    let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
    scenario.put("files.ndjson", &records(&lines));
    scenario.import();
    let stored = || scenario.rows("SELECT name FROM files WHERE size = 2 ORDER BY id");
    let expected = ["x.txt", "a_b.txt", "invoicefdp.txt", "ab.txt", "plain.txt"];
    assert_eq!(stored(), expected);
    scenario.import();
    assert_eq!(stored(), expected);
}

#[test]
fn bytes_are_checked_like_uploads() {
    let scenario = ImportScenario::full();
    std::fs::write(
        scenario.path("a.xml"),
        format!("<!--{}--><s:x xmlns:s='http://www.w3.org/2000/sv&#103;'/>", "x".repeat(300_000)),
    )
    .unwrap();
    std::fs::write(scenario.path("a.kml"), "<kml><![CDATA[<html>]]></kml>").unwrap();
    let mut script = vec![0; 1024];
    script[..10].copy_from_slice(b"#!/bin/sh\n");
    script[257..265].copy_from_slice(b"ustar\x0000");
    std::fs::write(scenario.path("a.tar"), script).unwrap();
    scenario.put(
        "files.ndjson",
        &records(&[
            r#""id":"$40","name":"a.xml","project_id":"$8","path":"a.xml""#,
            r#""id":"$41","name":"a.kml","project_id":"$8","path":"a.kml""#,
            r#""id":"$42","name":"a.tar","project_id":"$8","path":"a.tar""#,
        ]),
    );
    let errors = scenario.errors();
    assert_eq!(errors.len(), 2, "{errors:?}");
    assert!(errors[0].starts_with("files.ndjson:1: content: "), "{errors:?}");
    assert!(errors[1].starts_with("files.ndjson:3: content: "), "{errors:?}");
}

#[test]
fn unreadable_bytes_are_reported() {
    let scenario = ImportScenario::full();
    std::os::unix::fs::symlink("/etc/passwd", scenario.path("link")).unwrap();
    scenario.put(
        "files.ndjson",
        &records(&[
            r#""id":"$40","name":"t","project_id":"$8","path":"../x""#,
            r#""id":"$41","name":"t","project_id":"$8","path":"link""#,
            r#""id":"$42","name":"t","project_id":"$8","path":"none""#,
            r#""id":"$43","name":"t","project_id":"$8","content":"%%%%""#,
            r#""id":"$44","name":"t","project_id":"$8""#,
            r#""id":"$45","name":"t","project_id":"$8","content":"aGk=","path":"x""#,
        ]),
    );
    let errors = scenario.errors();
    assert_eq!(errors.len(), 6, "{errors:?}");
    assert_eq!(
        errors[0],
        "files.ndjson:1: content: expected the path of a file in the import folder, found ../x (outside the import folder)"
    );
    assert_eq!(
        errors[1],
        "files.ndjson:2: content: expected the path of a file in the import folder, found link (outside the import folder)"
    );
    assert!(errors[2].contains("found none ("), "{errors:?}");
    assert_eq!(
        errors[3],
        "files.ndjson:4: content: expected Base64, with or without a data URI prefix, found \"%%%%\""
    );
    assert_eq!(
        errors[4],
        "files.ndjson:5: content: expected the content of the file, as content or path, found nothing"
    );
    assert_eq!(errors[5], "files.ndjson:6: content: expected content or path, found both");
}

#[test]
fn base64_is_read_as_uploads_read_it() {
    let scenario = ImportScenario::full();
    scenario.import();
    let file = |content: &str| {
        record(&format!(r#""id":"$40","name":"t.txt","project_id":"$8","content":"{content}""#))
    };
    for content in
        ["aGVsbG8=", "aGVsbG8", r"aGVs\nbG8\n=", " aGVs bG8 ", "DATA:text/plain;charset=utf-8;Base64,aGVsbG8"]
    {
        scenario.put("files.ndjson", &file(content));
        scenario.import();
        assert_eq!(scenario.rows("SELECT size FROM files ORDER BY id DESC LIMIT 1"), ["5"], "{content}");
    }
    for content in ["aGVsbG8==", "aGVs*G8=", "aGVsb", "data:text/plain,aGVsbG8="] {
        scenario.put("files.ndjson", &file(content));
        let errors = scenario.errors();
        assert!(errors[0].starts_with("files.ndjson:1: content: expected Base64"), "{content}: {errors:?}");
    }
}
