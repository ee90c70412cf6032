//! Finding a record that shows what a resource contains.

use folkmoot_model::resource::Resource;

use super::access::AccessView;
use super::audience::record_reasons;
use super::{Store, StoreError};

impl Store {
    /// The key of the newest record of a resource that everyone may see, or else of the newest one that the reader sees, or else of
    /// the newest; `None` if it has no record.
    pub fn sample(&self, resource: &Resource, access: &AccessView) -> Result<Option<i64>, StoreError> {
        let (table, order) = (resource.names.plural, resource.order_column());
        let public = resource.public.condition("this");
        let hidden = access.audience().reasons_to_hide();
        let seen = format!("{} & {hidden} = 0", record_reasons(resource, "this"));
        self.database.read_latest(|executor| {
            for condition in [format!("({public}) AND {seen}").as_str(), &seen, "TRUE"] {
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
