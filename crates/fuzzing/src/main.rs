//! Lists and runs targets, and converts their corpora: see [`USAGE`].

#![allow(clippy::print_stdout, clippy::print_stderr, reason = "a command prints its results")]

use std::fs;
use std::io;
use std::path::Path;
use std::process::ExitCode;
use std::time::Duration;

use folkmoot_fuzzing::{TARGETS, Target, corpus, mutation};

const USAGE: &str = "folkmoot-fuzzing list
folkmoot-fuzzing run SECONDS SEED TARGET   runs the corpus of a target, and random changes of it for some seconds
folkmoot-fuzzing unpack FOLDER             writes each input of each corpus to a file FOLDER/TARGET/NUMBER
folkmoot-fuzzing pack FOLDER               adds the smallest files of FOLDER/TARGET to each corpus";

/// The maximum size of a corpus in bytes, and of one input that is added. The inputs that are in the corpus already remain.
const MAX_CORPUS_BYTES: usize = 20_000;
const MAX_INPUT_BYTES: usize = 600;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let result = match words[..] {
        ["list"] => {
            for target in TARGETS {
                println!("{}", target.name);
            }
            Ok(())
        }
        ["run", seconds, seed, name] => run(seconds, seed, name),
        ["unpack", folder] => unpack(Path::new(folder)),
        ["pack", folder] => pack(Path::new(folder)),
        _ => Err(USAGE.to_owned()),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(reason) => {
            eprintln!("{reason}");
            ExitCode::FAILURE
        }
    }
}

fn run(seconds: &str, seed: &str, name: &str) -> Result<(), String> {
    let target = TARGETS.iter().find(|target| target.name == name).ok_or(USAGE)?;
    let seconds: u64 = seconds.parse().map_err(|_| USAGE)?;
    let inputs = inputs(target)?;
    println!("{name}: {} inputs, seed {seed}", inputs.len());
    let seed = seed.parse().map_err(|_| USAGE)?;
    let executed = mutation::fuzz(target, &inputs, Duration::from_secs(seconds), seed);
    println!("{name}: {executed} changed inputs");
    Ok(())
}

fn inputs(target: &Target) -> Result<Vec<Vec<u8>>, String> {
    corpus::read(&corpus::folder(), target.name).map_err(|error| error.to_string())
}

fn unpack(folder: &Path) -> Result<(), String> {
    for target in TARGETS {
        let folder = folder.join(target.name);
        let write =
            |(number, input): (usize, &Vec<u8>)| fs::write(folder.join(format!("{number:04}")), input);
        let inputs = inputs(target)?;
        let mut written =
            fs::create_dir_all(&folder).and_then(|()| inputs.iter().enumerate().try_for_each(write));
        written = written.and_then(|()| dictionary(target, &folder.with_extension("dict")));
        written.map_err(|error| format!("failed to write {}: {error}", folder.display()))?;
    }
    Ok(())
}

/// Writes the words of a target as a dictionary of libFuzzer.
fn dictionary(target: &Target, path: &Path) -> io::Result<()> {
    let word = |word: &&str| {
        let escaped = word.bytes().map(|byte| match byte {
            b'"' | b'\\' => format!("\\{}", char::from(byte)),
            b' '..=b'~' => char::from(byte).to_string(),
            _ => format!("\\x{byte:02x}"),
        });
        format!("\"{}\"\n", escaped.collect::<String>())
    };
    fs::write(path, target.dictionary.iter().map(word).collect::<String>())
}

fn pack(folder: &Path) -> Result<(), String> {
    for target in TARGETS {
        let folder = folder.join(target.name);
        let unreadable = |error: io::Error| format!("failed to read {}: {error}", folder.display());
        let mut found = Vec::new();
        for entry in fs::read_dir(&folder).map_err(unreadable)? {
            found.push(entry.and_then(|entry| fs::read(entry.path())).map_err(unreadable)?);
        }
        found.sort_by_key(Vec::len);
        let mut inputs = inputs(target)?;
        let mut bytes: usize = inputs.iter().map(|input| corpus::escaped(input).len() + 1).sum();
        for input in found.into_iter().filter(|input| input.len() <= MAX_INPUT_BYTES) {
            bytes += corpus::escaped(&input).len() + 1;
            if bytes <= MAX_CORPUS_BYTES && !inputs.contains(&input) {
                inputs.push(input);
            }
        }
        corpus::write(&corpus::folder(), target.name, &inputs)
            .map_err(|error| format!("failed to write a corpus: {error}"))?;
        println!("{}: {} inputs", target.name, inputs.len());
    }
    Ok(())
}
