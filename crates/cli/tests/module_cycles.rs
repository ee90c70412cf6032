//! Import cycles between the modules of each crate, and the size of each crate.
//!
//! A module imports another one that a path in it names, through re-exports. A module and those inside it are one room: paths between them
//! do not count. Tests inside the sources are left out.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::path::Path;

use proc_macro2::{Delimiter, TokenStream, TokenTree};

/// The most modules that an import cycle may have.
const MAX_CYCLE_LENGTH: usize = 4;
/// The most lines that a crate may have without tests: more than one person can know.
const MAX_LINES: usize = 12_000;

/// The names of a module from the root of its crate.
type Module = Vec<String>;

#[test]
fn no_import_cycle_has_many_modules() {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    let mut cycles = Vec::new();
    for entry in std::fs::read_dir(crates).unwrap() {
        let path = entry.unwrap().path();
        let modules = read_modules(&path.join("src"));
        assert!(!modules.is_empty(), "{} has no modules", path.display());
        cycles.extend(cycles_of(&imports(&modules)).into_iter().map(|cycle| (path.clone(), cycle)));
    }
    assert!(cycles.iter().any(|(_, cycle)| cycle.len() > 1), "no cycle was found at all");
    cycles.retain(|(_, cycle)| cycle.len() > MAX_CYCLE_LENGTH);
    assert!(cycles.is_empty(), "move what modules share to a module that imports none of them: {cycles:#?}");
}

#[test]
fn no_crate_has_many_lines() {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    let mut sizes = BTreeMap::new();
    for entry in std::fs::read_dir(crates).unwrap() {
        let path = entry.unwrap().path();
        sizes.insert(path.file_name().unwrap().to_owned(), lines(&path.join("src")));
    }
    assert!(sizes.values().any(|lines| *lines > MAX_LINES / 2), "few lines are counted: {sizes:?}");
    sizes.retain(|_, lines| *lines > MAX_LINES);
    assert!(sizes.is_empty(), "split these crates; a crate has at most {MAX_LINES} lines: {sizes:?}");
}

/// The number of lines of the sources in a directory, without tests.
fn lines(directory: &Path) -> usize {
    let entries = std::fs::read_dir(directory).unwrap().map(|entry| entry.unwrap().path());
    let counted = entries.map(|path| {
        if path.file_stem().unwrap() == "tests" {
            0
        } else if path.is_dir() {
            lines(&path)
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            lines_without_tests(&std::fs::read_to_string(&path).unwrap())
        } else {
            0
        }
    });
    counted.sum()
}

/// The number of lines of a source file, without the items after `#[cfg(test)]`. Such an item ends with the first line that has the
/// same indentation and ends with a brace or a semicolon, because sources are formatted.
fn lines_without_tests(text: &str) -> usize {
    let indentation = |line: &str| line.len() - line.trim_start().len();
    let (mut count, mut lines) = (0, text.lines());
    while let Some(line) = lines.next() {
        if line.trim() == "#[cfg(test)]" {
            let is_last =
                |other: &&str| indentation(other) == indentation(line) && other.ends_with(['}', ';']);
            lines.by_ref().find(is_last);
        } else {
            count += 1;
        }
    }
    count
}

/// What a source file names.
#[derive(Default)]
struct Source {
    /// The paths of `use` declarations.
    imported: Vec<Vec<String>>,
    /// All other paths.
    named: Vec<Vec<String>>,
}

fn read_modules(directory: &Path) -> HashMap<Module, Source> {
    let mut modules = HashMap::new();
    let mut directories = vec![(directory.to_owned(), Module::new())];
    while let Some((directory, parent)) = directories.pop() {
        for entry in std::fs::read_dir(directory).unwrap() {
            let path = entry.unwrap().path();
            let name = path.file_stem().unwrap().to_str().unwrap().to_owned();
            let is_parent = ["mod", "lib", "main"].contains(&name.as_str());
            let child = parent.iter().cloned().chain((!is_parent).then_some(name.clone())).collect();
            if name == "tests" {
            } else if path.is_dir() {
                directories.push((path, child));
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                let tokens: TokenStream = std::fs::read_to_string(&path).unwrap().parse().unwrap();
                let mut source = Source::default();
                read_paths(&without_tests(tokens), &[], false, &mut source);
                modules.insert(child, source);
            }
        }
    }
    modules
}

/// Leaves out the items after `#[cfg(test)]`.
fn without_tests(tokens: TokenStream) -> Vec<TokenTree> {
    let mut kept: Vec<TokenTree> = Vec::new();
    let mut tokens = tokens.into_iter();
    while let Some(token) = tokens.next() {
        if token.to_string() == "[cfg (test)]" {
            kept.pop();
            let ends = |token: &TokenTree| match token {
                TokenTree::Group(group) => group.delimiter() == Delimiter::Brace,
                token => token.to_string() == ";",
            };
            tokens.by_ref().find(ends);
        } else {
            kept.push(token);
        }
    }
    kept
}

/// Adds the paths in the tokens, which follow a prefix inside the braces of a `use` declaration.
fn read_paths(tokens: &[TokenTree], prefix: &[String], is_import: bool, source: &mut Source) {
    let (mut is_import, mut path) = (is_import, prefix.to_vec());
    let mut tokens = tokens.iter().peekable();
    while let Some(token) = tokens.next() {
        match token {
            TokenTree::Ident(ident) if ident == "use" => is_import = true,
            TokenTree::Ident(ident) => {
                path.push(ident.to_string());
                let mut separators = 0;
                while separators < 2 && tokens.peek().is_some_and(|token| token.to_string() == ":") {
                    tokens.next();
                    separators += 1;
                }
                if separators < 2 || matches!(tokens.peek(), Some(TokenTree::Punct(_))) {
                    let path = std::mem::replace(&mut path, prefix.to_vec());
                    if is_import { source.imported.push(path) } else { source.named.push(path) }
                }
            }
            TokenTree::Group(group) => {
                let inner = without_tests(group.stream());
                read_paths(&inner, &path, is_import, source);
                path = prefix.to_vec();
            }
            TokenTree::Punct(punct) if punct.as_char() == ';' => is_import = false,
            TokenTree::Punct(_) | TokenTree::Literal(_) => {}
        }
    }
}

/// The modules that each module imports.
fn imports(modules: &HashMap<Module, Source>) -> BTreeMap<&Module, BTreeSet<&Module>> {
    let found = modules.iter().map(|(module, source)| {
        let paths = source.imported.iter().chain(&source.named);
        let imported = paths
            .filter_map(|path| target(modules, module, path, 0))
            .filter(|other| !other.starts_with(module) && !module.starts_with(other));
        (module, imported.collect())
    });
    found.collect()
}

/// The module that has the item with this path, as a module names it; `None` if it is of another crate.
fn target<'a>(
    modules: &'a HashMap<Module, Source>,
    module: &Module,
    path: &[String],
    depth: usize,
) -> Option<&'a Module> {
    let (first, mut rest) = path.split_first()?;
    let mut found = module.clone();
    match first.as_str() {
        "crate" => found.clear(),
        "self" => {}
        "super" => {
            found.pop();
            while let Some(("super", after)) = rest.split_first().map(|(name, after)| (name.as_str(), after))
            {
                found.pop();
                rest = after;
            }
        }
        _ => rest = path,
    }
    let from = found.len();
    while let Some((name, after)) = rest.split_first() {
        found.push(name.clone());
        if !modules.contains_key(&found) {
            found.pop();
            break;
        }
        rest = after;
    }
    // A name that the module imports, or that the found module imports from another one.
    let is_local = found.len() == from && rest.len() == path.len();
    if let Some(name) = rest.first().filter(|_| depth < 5)
        && let Some(import) = modules[&found]
            .imported
            .iter()
            .find(|import| import.last() == Some(name) && import.as_slice() != path)
    {
        let path: Vec<String> = import.iter().chain(&rest[1..]).cloned().collect();
        return target(modules, &found, &path, depth + 1);
    }
    if is_local { None } else { modules.get_key_value(&found).map(|(module, _)| module) }
}

/// The groups of modules each of which imports every other one, by way of others.
fn cycles_of(imports: &BTreeMap<&Module, BTreeSet<&Module>>) -> BTreeSet<BTreeSet<Module>> {
    let reached: BTreeMap<&Module, BTreeSet<&Module>> = imports
        .keys()
        .map(|module| {
            let (mut reached, mut next) = (BTreeSet::new(), vec![*module]);
            while let Some(module) = next.pop() {
                next.extend(imports[module].iter().filter(|other| reached.insert(**other)));
            }
            (*module, reached)
        })
        .collect();
    let cycle = |module: &Module| {
        let members = reached[module].iter().filter(|other| reached[**other].contains(module));
        members.map(|other| (*other).clone()).collect()
    };
    reached.keys().map(|module| cycle(module)).collect()
}
