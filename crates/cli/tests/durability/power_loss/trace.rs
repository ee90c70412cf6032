//! System calls in the text that strace writes.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

/// The calls that are recorded.
pub const CALLS: &str = "openat,open,creat,write,writev,pwrite64,pwritev,pwritev2,sendto,sendmsg,lseek,ftruncate,truncate,\
                         fallocate,copy_file_range,sendfile,rename,renameat,renameat2,link,linkat,unlink,unlinkat,rmdir,mkdir,\
                         mkdirat,fsync,fdatasync,sync_file_range,syncfs,sync,dup,dup2,dup3";

/// What a successful call did.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Effect {
    /// A file was opened, and created if it did not exist.
    Open { path: PathBuf, creates: bool, truncates: bool },
    /// Bytes were written; at the end of the file if there is no offset.
    Write { path: PathBuf, offset: Option<u64>, bytes: Vec<u8> },
    /// A file got another size.
    Truncate { path: PathBuf, size: u64 },
    /// A file or folder got another name, and replaced what had it.
    Rename { from: PathBuf, to: PathBuf },
    /// A file got a further name.
    Link { from: PathBuf, to: PathBuf },
    /// A name was removed.
    Remove { path: PathBuf },
    /// A folder was created.
    CreateFolder { path: PathBuf },
    /// A file or the entries of a folder were synced.
    Sync { path: PathBuf },
    /// Bytes were sent to a client or written to standard output.
    Output { bytes: Vec<u8> },
}

/// An effect, and the lines of the trace at which its call began and ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Event {
    pub began: usize,
    pub ended: usize,
    pub effect: Effect,
}

/// The effects of all calls that succeeded, in the order in which the calls ended.
pub fn events(trace: &str) -> Vec<Event> {
    let mut parser = Parser::default();
    trace.lines().enumerate().filter_map(|(number, line)| parser.line(number, line)).collect()
}

#[derive(Default)]
struct Parser {
    /// For each thread, the line of an unfinished call and its text.
    unfinished: HashMap<String, (usize, String)>,
    /// For each file descriptor, the position in the file; `None` if it appends. The end of a call that closes a file may be
    /// recorded after another thread has opened the next one, so that only opening a file changes the entry.
    positions: HashMap<String, Option<u64>>,
}

impl Parser {
    fn line(&mut self, number: usize, line: &str) -> Option<Event> {
        let (thread, text) = line.split_once(' ')?;
        let text = text.trim_start();
        if let Some(start) = text.strip_suffix(" <unfinished ...>") {
            self.unfinished.insert(thread.to_owned(), (number, start.to_owned()));
            return None;
        }
        let (began, call) = match text.strip_prefix("<... ").and_then(|rest| rest.split_once(" resumed>")) {
            Some((_, end)) => {
                let (began, start) = self.unfinished.remove(thread)?;
                (began, start + end)
            }
            None => (number, text.to_owned()),
        };
        let effect = self.effect(&call)?;
        Some(Event { began, ended: number, effect })
    }

    fn effect(&mut self, call: &str) -> Option<Effect> {
        let (name, rest) = call.split_once('(')?;
        // Results are aligned with spaces.
        let (arguments, result) = rest.rsplit_once(" = ")?;
        let arguments = arguments.trim_end().strip_suffix(')')?;
        let result: u64 = result.split(['<', ' ']).next()?.parse().ok()?;
        let arguments = split(arguments);
        let descriptor = arguments.first().map(|argument| argument.split('<').next().unwrap_or_default());
        let descriptor = descriptor.unwrap_or_default().to_owned();
        match name {
            "openat" => self.open(&at(&arguments[0], &arguments[1])?, &arguments[2], result),
            "open" => self.open(&plain(&arguments[0]), &arguments[1], result),
            "lseek" => {
                self.positions.insert(descriptor, Some(result));
                None
            }
            "write" | "writev" | "sendto" | "sendmsg" => {
                let mut bytes: Vec<u8> = strings(&arguments[1]);
                bytes.truncate(usize::try_from(result).unwrap());
                let Some(path) = path_of(&arguments[0]) else { return Some(Effect::Output { bytes }) };
                let offset = match self.positions.get_mut(&descriptor) {
                    Some(Some(position)) => {
                        *position += result;
                        Some(*position - result)
                    }
                    Some(None) => None,
                    // Opened before the recording began: standard output.
                    None => return Some(Effect::Output { bytes }),
                };
                Some(Effect::Write { path, offset, bytes })
            }
            "pwrite64" => {
                let mut bytes = strings(&arguments[1]);
                bytes.truncate(usize::try_from(result).unwrap());
                Some(Effect::Write {
                    path: path_of(&arguments[0])?,
                    offset: arguments[3].parse().ok(),
                    bytes,
                })
            }
            "ftruncate" => {
                Some(Effect::Truncate { path: path_of(&arguments[0])?, size: arguments[1].parse().ok()? })
            }
            "rename" => Some(Effect::Rename { from: plain(&arguments[0]), to: plain(&arguments[1]) }),
            "renameat" | "renameat2" => Some(Effect::Rename {
                from: at(&arguments[0], &arguments[1])?,
                to: at(&arguments[2], &arguments[3])?,
            }),
            "link" => Some(Effect::Link { from: plain(&arguments[0]), to: plain(&arguments[1]) }),
            "linkat" => Some(Effect::Link {
                from: at(&arguments[0], &arguments[1])?,
                to: at(&arguments[2], &arguments[3])?,
            }),
            "unlink" | "rmdir" => Some(Effect::Remove { path: plain(&arguments[0]) }),
            "unlinkat" => Some(Effect::Remove { path: at(&arguments[0], &arguments[1])? }),
            "mkdir" => Some(Effect::CreateFolder { path: plain(&arguments[0]) }),
            "mkdirat" => Some(Effect::CreateFolder { path: at(&arguments[0], &arguments[1])? }),
            "fsync" | "fdatasync" => Some(Effect::Sync { path: path_of(&arguments[0])? }),
            _ => panic!("the model does not know {name}"),
        }
    }

    fn open(&mut self, path: &Path, flags: &str, descriptor: u64) -> Option<Effect> {
        let has = |flag: &str| flags.split('|').any(|one| one == flag);
        if has("O_TMPFILE") || has("O_DIRECTORY") || !(has("O_WRONLY") || has("O_RDWR")) {
            return None;
        }
        self.positions.insert(descriptor.to_string(), if has("O_APPEND") { None } else { Some(0) });
        Some(Effect::Open { path: path.to_owned(), creates: has("O_CREAT"), truncates: has("O_TRUNC") })
    }
}

/// The arguments of a call. Strings contain no commas, because all their bytes are hexadecimal.
fn split(arguments: &str) -> Vec<String> {
    let mut split = vec![String::new()];
    let mut depth = 0;
    for character in arguments.chars() {
        match character {
            '[' | '{' => depth += 1,
            ']' | '}' => depth -= 1,
            ',' if depth == 0 => {
                split.push(String::new());
                continue;
            }
            _ => {}
        }
        if let Some(last) = split.last_mut()
            && !(last.is_empty() && character == ' ')
        {
            last.push(character);
        }
    }
    split
}

/// The bytes of all strings of an argument, one after the other.
fn strings(argument: &str) -> Vec<u8> {
    assert!(!argument.contains("..."), "a string is not complete");
    argument.split('"').skip(1).step_by(2).flat_map(decode).collect()
}

fn decode(hexadecimal: &str) -> Vec<u8> {
    hexadecimal.split("\\x").skip(1).map(|byte| u8::from_str_radix(byte, 16).unwrap()).collect()
}

fn plain(argument: &str) -> PathBuf {
    PathBuf::from(String::from_utf8(strings(argument)).unwrap())
}

/// The path that a descriptor of a folder and a name in it give.
fn at(folder: &str, name: &str) -> Option<PathBuf> {
    Some(described(folder)?.join(plain(name)))
}

/// The path of an open file; `None` if it is not a file, or has no name any more.
fn path_of(descriptor: &str) -> Option<PathBuf> {
    described(descriptor).filter(|path| path.is_absolute() && !descriptor.ends_with("(deleted)"))
}

fn described(descriptor: &str) -> Option<PathBuf> {
    let path = descriptor.split_once('<')?.1.split('>').next()?;
    Some(PathBuf::from(String::from_utf8(decode(path)).unwrap()))
}

#[test]
fn calls_of_several_threads_are_read() {
    let hexadecimal =
        |text: &str| text.bytes().fold(String::new(), |text, byte| text + &format!("\\x{byte:02x}"));
    let (file, name) = (hexadecimal("/data/file"), hexadecimal("data/file"));
    let trace = format!(
        "7 openat(AT_FDCWD<{}>, \"{name}\", O_WRONLY|O_CREAT|O_CLOEXEC, 0666) = 5<{file}>\n\
         7 write(5<{file}>, \"{}\", 3 <unfinished ...>\n\
         8 fsync(5<{file}>) = 0\n\
         7 <... write resumed>)          = 2\n\
         7 write(5<{file}>, \"{}\", 1) = 1\n\
         8 fsync(5<{file}>) = -1 EIO (Input/output error)\n",
        hexadecimal("/"),
        hexadecimal("abc"),
        hexadecimal("d"),
    );
    let path = PathBuf::from("/data/file");
    let write = |offset, bytes: &[u8]| Effect::Write {
        path: path.clone(),
        offset: Some(offset),
        bytes: bytes.to_vec(),
    };
    let expected = [
        Event {
            began: 0,
            ended: 0,
            effect: Effect::Open { path: path.clone(), creates: true, truncates: false },
        },
        Event { began: 2, ended: 2, effect: Effect::Sync { path: path.clone() } },
        Event { began: 1, ended: 3, effect: write(0, b"ab") },
        Event { began: 4, ended: 4, effect: write(2, b"d") },
    ];
    assert_eq!(events(&trace), expected);
}
