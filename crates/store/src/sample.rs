//! Finding a record that shows what a resource contains.

use folkmoot_model::resource::Resource;

use super::{Store, StoreError};

impl Store {
    /// The key of the newest record of a resource that everyone may see, or else of the newest record; `None` if it has no
    /// record.
    pub fn sample(&self, resource: &Resource) -> Result<Option<i64>, StoreError> {
        let (table, order) = (resource.names.plural, resource.order_column());
        let public = resource.public.condition("this");
        self.database.read_latest(|executor| {
            for condition in [public.as_str(), "TRUE"] {
                let sql = format!(
                    "SELECT key FROM {table} AS this WHERE {condition} ORDER BY {order} DESC, key DESC LIMIT 1"
                );
                let key = executor.one(&sql, &[], |row| row.required_integer(0))?;
                if key.is_some() {
                    return Ok(key);
                }
            }
            Ok(None)
        })
    }
}
