//! What the rounds of a kind of write have shown.

use std::io::Write as _;

use crate::support::Data;

/// The rounds of a kind of write.
#[derive(Debug, Default)]
pub struct Figures {
    /// All rounds.
    pub rounds: usize,
    /// Those in which the program was killed after an effect of the write had begun and before it was acknowledged.
    pub in_the_middle: usize,
    /// The acknowledged writes.
    pub acknowledged: usize,
}

impl Figures {
    /// Fails unless at least a tenth of the rounds hit in the middle. Appends the figures to the file that
    /// `FOLKMOOT_TEST_FIGURES` names, for the results of the long tests.
    pub fn report(&self, kind: &str, data: &Data) {
        let Self { rounds, in_the_middle, acknowledged } = self;
        let database = if data.is_embedded() { "SQLite" } else { "PostgreSQL" };
        let line = format!(
            "{kind}, {database}: {rounds} kills, {in_the_middle} in the middle, {acknowledged} acknowledged, 0 lost"
        );
        println!("{line}");
        if let Some(path) = std::env::var_os("FOLKMOOT_TEST_FIGURES") {
            let mut file = std::fs::File::options().create(true).append(true).open(path).unwrap();
            writeln!(file, "{line}").unwrap();
        }
        assert!(in_the_middle * 10 >= *rounds, "{line}: too few hit in the middle");
    }
}
