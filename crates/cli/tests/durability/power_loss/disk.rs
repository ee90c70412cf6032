//! A model of a disk that loses its power: what was synced remains, and any part of everything else.
//!
//! It is stricter than common file systems: a file that is synced does not make its name durable, nor a folder that of its own.
//! A rename is atomic. Unsynced bytes are lost or stored by sectors, in any order.

use std::collections::{BTreeMap, HashMap};
use std::path::{Path, PathBuf};

use super::trace::{Effect, Event};
use crate::support::random::Random;

const SECTOR: usize = 512;

type Node = usize;
/// A folder and a name in it.
type Entry = (Node, String);

/// A change of a file.
#[derive(Debug, Clone)]
enum Change {
    Write { offset: u64, bytes: Vec<u8> },
    Truncate { size: u64 },
}

/// A change of names.
#[derive(Debug, Clone)]
enum Naming {
    Add(Entry, Node),
    Remove(Entry),
    Move(Entry, Entry, Node),
}

/// The durable content of a file, and its later changes with the lines at which they ended.
#[derive(Debug, Clone, Default)]
struct File {
    durable: Vec<u8>,
    pending: Vec<(usize, Change)>,
}

/// What may be lost.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Loss {
    /// Everything that was not synced.
    Everything,
    /// The unsynced bytes; names and sizes are stored, so that files contain zeros.
    Bytes,
    /// The unsynced names; all bytes are stored.
    Names,
    /// Nothing: the program was killed.
    Nothing,
    /// Any part.
    Random,
}

impl Loss {
    pub const ALL: [Self; 5] = [Self::Everything, Self::Bytes, Self::Names, Self::Nothing, Self::Random];
}

/// The disk while a program runs.
#[derive(Debug, Clone)]
pub struct Disk {
    root: PathBuf,
    files: HashMap<Node, File>,
    /// The durable entries of each folder.
    folders: HashMap<Node, BTreeMap<String, Node>>,
    /// The entries that programs see.
    visible: HashMap<Node, BTreeMap<String, Node>>,
    pending: Vec<(usize, Naming)>,
}

const ROOT: Node = 0;

impl Disk {
    /// A disk with the durable content of a folder.
    pub fn of(root: &Path) -> Self {
        let mut disk = Self {
            root: root.to_owned(),
            files: HashMap::new(),
            folders: HashMap::from([(ROOT, BTreeMap::new())]),
            visible: HashMap::from([(ROOT, BTreeMap::new())]),
            pending: Vec::new(),
        };
        disk.load(ROOT, root);
        disk
    }

    fn load(&mut self, folder: Node, path: &Path) {
        for entry in std::fs::read_dir(path).unwrap() {
            let entry = entry.unwrap();
            let node = self.new_node();
            if entry.file_type().unwrap().is_dir() {
                self.add_folder(node);
                self.load(node, &entry.path());
            } else {
                let durable = std::fs::read(entry.path()).unwrap();
                self.files.insert(node, File { durable, pending: Vec::new() });
            }
            let name = entry.file_name().into_string().unwrap();
            for entries in [&mut self.folders, &mut self.visible] {
                entries.get_mut(&folder).unwrap().insert(name.clone(), node);
            }
        }
    }

    fn new_node(&self) -> Node {
        1 + self.files.len() + self.folders.len()
    }

    fn add_folder(&mut self, node: Node) {
        self.folders.insert(node, BTreeMap::new());
        self.visible.insert(node, BTreeMap::new());
    }

    /// The folder and the name of a path; `None` if it is outside.
    fn entry(&self, path: &Path) -> Option<Entry> {
        let relative = path.strip_prefix(&self.root).ok()?;
        let mut names: Vec<&str> = relative.iter().map(|name| name.to_str().unwrap()).collect();
        let name = names.pop()?.to_owned();
        let folder = names.iter().try_fold(ROOT, |folder, name| self.visible[&folder].get(*name).copied());
        // What is in a folder that is not in the model, such as one of another file system, is outside.
        folder.map(|folder| (folder, name))
    }

    fn node(&self, path: &Path) -> Option<Node> {
        if path == self.root {
            return Some(ROOT);
        }
        let (folder, name) = self.entry(path)?;
        self.visible[&folder].get(&name).copied()
    }

    /// Applies a system call. Returns whether it changed the disk.
    pub fn apply(&mut self, event: &Event) -> bool {
        self.try_apply(event).is_some()
    }

    fn try_apply(&mut self, event: &Event) -> Option<()> {
        let at = event.ended;
        match &event.effect {
            Effect::Open { path, creates, truncates } => {
                if self.node(path).is_none() {
                    let entry = self.entry(path).filter(|_| *creates)?;
                    let node = self.new_node();
                    self.files.insert(node, File::default());
                    self.name(at, Naming::Add(entry, node));
                } else if *truncates {
                    self.change(at, path, Change::Truncate { size: 0 })?;
                }
            }
            Effect::Write { path, offset, bytes } => {
                let node = self.node(path)?;
                let end = self.files[&node].visible().len() as u64;
                let change = Change::Write { offset: offset.unwrap_or(end), bytes: bytes.clone() };
                self.change(at, path, change)?;
            }
            Effect::Truncate { path, size } => self.change(at, path, Change::Truncate { size: *size })?,
            Effect::Rename { from, to } => {
                let (node, from, to) = (self.node(from)?, self.entry(from)?, self.entry(to)?);
                self.name(at, Naming::Move(from, to, node));
            }
            Effect::Link { from, to } => {
                let (node, to) = (self.node(from)?, self.entry(to)?);
                self.name(at, Naming::Add(to, node));
            }
            Effect::Remove { path } => {
                self.node(path)?;
                let entry = self.entry(path)?;
                self.name(at, Naming::Remove(entry));
            }
            Effect::CreateFolder { path } => {
                let entry = self.entry(path)?;
                let node = self.new_node();
                self.add_folder(node);
                self.name(at, Naming::Add(entry, node));
            }
            Effect::Sync { path } => {
                let node = self.node(path)?;
                self.sync(node, event.began);
            }
            Effect::Output { .. } => return None,
        }
        Some(())
    }

    fn change(&mut self, at: usize, path: &Path, change: Change) -> Option<()> {
        let node = self.node(path)?;
        self.files.get_mut(&node)?.pending.push((at, change));
        Some(())
    }

    fn name(&mut self, at: usize, naming: Naming) {
        apply_naming(&mut self.visible, &naming);
        self.pending.push((at, naming));
    }

    /// Makes the changes durable that had ended before this line.
    fn sync(&mut self, node: Node, before: usize) {
        if let Some(file) = self.files.get_mut(&node) {
            let (durable, later): (Vec<_>, Vec<_>) =
                std::mem::take(&mut file.pending).into_iter().partition(|(ended, _)| *ended < before);
            for (_, change) in &durable {
                apply_change(&mut file.durable, change);
            }
            file.pending = later;
            return;
        }
        let (durable, later): (Vec<_>, Vec<_>) = std::mem::take(&mut self.pending)
            .into_iter()
            .partition(|(ended, naming)| *ended < before && naming.is_in(node));
        for (_, naming) in &durable {
            apply_naming(&mut self.folders, naming);
        }
        self.pending = later;
    }

    /// Writes to a folder what the disk contains after a loss of power.
    pub fn write_after(&self, loss: Loss, random: &mut Random, target: &Path) {
        let mut folders = self.folders.clone();
        for (_, naming) in &self.pending {
            let is_stored = match loss {
                Loss::Everything | Loss::Names => false,
                Loss::Bytes | Loss::Nothing => true,
                Loss::Random => random.one_in(2),
            };
            if is_stored {
                apply_naming(&mut folders, naming);
            }
        }
        self.write(&folders, ROOT, loss, random, target);
    }

    fn write(
        &self,
        folders: &HashMap<Node, BTreeMap<String, Node>>,
        folder: Node,
        loss: Loss,
        random: &mut Random,
        target: &Path,
    ) {
        std::fs::create_dir_all(target).unwrap();
        for (name, node) in &folders[&folder] {
            // Programs of another boot do not use the index of the write-ahead log.
            if name.ends_with("-shm") {
                continue;
            }
            let path = target.join(name);
            match self.files.get(node) {
                Some(file) => std::fs::write(path, file.after(loss, random)).unwrap(),
                None => self.write(folders, *node, loss, random, &path),
            }
        }
    }
}

impl Naming {
    /// Whether a sync of this folder makes it durable.
    fn is_in(&self, folder: Node) -> bool {
        match self {
            Self::Add(entry, _) | Self::Remove(entry) | Self::Move(_, entry, _) => entry.0 == folder,
        }
    }
}

impl File {
    fn visible(&self) -> Vec<u8> {
        let mut content = self.durable.clone();
        self.pending.iter().for_each(|(_, change)| apply_change(&mut content, change));
        content
    }

    fn after(&self, loss: Loss, random: &mut Random) -> Vec<u8> {
        let mut content = self.durable.clone();
        for (_, change) in &self.pending {
            match (loss, change) {
                (Loss::Everything, _) => {}
                (Loss::Bytes, Change::Write { offset, bytes }) => {
                    let end = usize::try_from(*offset).unwrap() + bytes.len();
                    content.resize(content.len().max(end), 0);
                }
                (Loss::Random, Change::Write { offset, bytes }) => match random.below(3) {
                    0 => {}
                    1 => apply_change(&mut content, change),
                    _ => apply_sectors(&mut content, *offset, bytes, random),
                },
                (Loss::Random, Change::Truncate { .. }) if random.one_in(2) => {}
                _ => apply_change(&mut content, change),
            }
        }
        content
    }
}

fn apply_change(content: &mut Vec<u8>, change: &Change) {
    match change {
        Change::Write { offset, bytes } => {
            let start = usize::try_from(*offset).unwrap();
            content.resize(content.len().max(start + bytes.len()), 0);
            content[start..start + bytes.len()].copy_from_slice(bytes);
        }
        Change::Truncate { size } => content.resize(usize::try_from(*size).unwrap(), 0),
    }
}

/// Writes some of the sectors.
fn apply_sectors(content: &mut Vec<u8>, offset: u64, bytes: &[u8], random: &mut Random) {
    let mut start = usize::try_from(offset).unwrap();
    let mut rest = bytes;
    while !rest.is_empty() {
        let (sector, later) = rest.split_at((SECTOR - start % SECTOR).min(rest.len()));
        if random.one_in(2) {
            apply_change(content, &Change::Write { offset: start as u64, bytes: sector.to_vec() });
        }
        start += sector.len();
        rest = later;
    }
}

fn apply_naming(folders: &mut HashMap<Node, BTreeMap<String, Node>>, naming: &Naming) {
    match naming {
        Naming::Add((folder, name), node) => {
            folders.get_mut(folder).unwrap().insert(name.clone(), *node);
        }
        Naming::Remove((folder, name)) => {
            folders.get_mut(folder).unwrap().remove(name);
        }
        Naming::Move((from, old), (to, new), node) => {
            folders.get_mut(from).unwrap().remove(old);
            folders.get_mut(to).unwrap().insert(new.clone(), *node);
        }
    }
}

#[test]
fn only_what_was_synced_survives() {
    let event = |line: usize, effect| Event { began: line, ended: line, effect };
    let root = tempfile::tempdir().unwrap();
    let path = |name: &str| root.path().join(name);
    let open = |name: &str| Effect::Open { path: path(name), creates: true, truncates: false };
    let write =
        |name: &str, bytes: &[u8]| Effect::Write { path: path(name), offset: Some(0), bytes: bytes.to_vec() };
    let sync = |name: &str| Effect::Sync { path: path(name) };
    let effects = [
        open("synced"),
        write("synced", b"bytes"),
        sync("synced"),
        Effect::Sync { path: root.path().to_owned() },
        open("unnamed"),
        write("unnamed", b"bytes"),
        sync("unnamed"),
        write("synced", b"other"),
        Effect::CreateFolder { path: path("folder") },
    ];
    let mut disk = Disk::of(root.path());
    effects.into_iter().enumerate().for_each(|(line, effect)| assert!(disk.apply(&event(line, effect))));
    let after = |loss| {
        let target = tempfile::tempdir().unwrap();
        disk.write_after(loss, &mut Random(1), target.path());
        let names: Vec<String> = crate::support::files::names_in(target.path()).into_iter().collect();
        (names.join(" "), std::fs::read(target.path().join("synced")).unwrap())
    };
    assert_eq!(after(Loss::Everything), ("synced".to_owned(), b"bytes".to_vec()));
    assert_eq!(after(Loss::Names), ("synced".to_owned(), b"other".to_vec()));
    assert_eq!(after(Loss::Nothing), ("folder synced unnamed".to_owned(), b"other".to_vec()));
    assert_eq!(after(Loss::Bytes), ("folder synced unnamed".to_owned(), b"bytes".to_vec()));
}
