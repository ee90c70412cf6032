//! The words that the migrations leave to each database.

/// How a database spells the types of columns.
#[derive(Debug, Clone, Copy)]
pub struct Dialect {
    /// Each placeholder of the migrations with what stands for it.
    pub words: &'static [(&'static str, &'static str)],
}

impl Dialect {
    /// The SQL of a migration in this database's words.
    pub fn translate(&self, migration: &str) -> String {
        self.words
            .iter()
            .fold(migration.to_owned(), |sql, (placeholder, word)| sql.replace(placeholder, word))
    }
}
