//! Records that are left out before they are staged.

use folkmoot_import::{LeftOut, LeftOutReason};
use folkmoot_model::resources::all_resources;
use rusqlite::params;

use super::Staging;
use crate::error::MirrorError;
use crate::record::Unidentified;

impl Staging {
    /// Stages that a record of a walk is left out, because it cannot be identified; without a resource, it is not counted. Returns
    /// whether that was not staged before.
    pub fn leave_out(
        &self,
        walk: &str,
        record: &str,
        resource: Option<&str>,
        why: &Unidentified,
    ) -> Result<bool, MirrorError> {
        let sql = "INSERT INTO left_out (walk, record, resource, field, reason) VALUES (?1, ?2, ?3, ?4, ?5)
                   ON CONFLICT DO NOTHING";
        let values = params![walk, record, resource, why.field, why.reason];
        Ok(self.connection.prepare_cached(sql)?.execute(values)? > 0)
    }

    /// The records that were left out.
    pub fn left_out(&self) -> Result<LeftOut, MirrorError> {
        let sql = "SELECT resource, field, reason FROM left_out WHERE resource IS NOT NULL";
        let mut left_out = LeftOut::default();
        let mut statement = self.connection.prepare(sql)?;
        let mut rows = statement.query([])?;
        while let Some(row) = rows.next()? {
            left_out.count += 1;
            let plural: String = row.get(0)?;
            let names = all_resources().map(|resource| resource.names.plural);
            if let Some(resource) = names.into_iter().find(|name| *name == plural) {
                let (field, reason) = (row.get(1)?, row.get(2)?);
                left_out.add(LeftOutReason { resource, id: None, field, reason });
            }
        }
        Ok(left_out)
    }
}
