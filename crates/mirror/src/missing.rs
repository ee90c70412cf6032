//! Records that a walk did not find, although they are stored.
//!
//! While the pages of a list are read, deletions can move records to pages that were read before. So a stored record that was
//! not found is requested by its id before it is removed.

use folkmoot_model::resource::Resource;
use folkmoot_model::resources::RESOURCES;
use folkmoot_store::Store;

use crate::error::MirrorError;
use crate::record::Record;
use crate::source::{Context, ReadRound};

/// Retains the stored records of complete resources that the walk did not find and that the source still has.
pub fn retain_existing(context: &Context<'_>, store: &Store, read: &ReadRound) -> Result<(), MirrorError> {
    let is_checked =
        |resource: &&&Resource| resource.calls.item && read.complete.contains(&resource.names.plural);
    for resource in RESOURCES.iter().filter(is_checked) {
        let plural = resource.names.plural;
        for id in store.mirror().ids(resource)? {
            if context.staging.has(resource, id)? {
                continue;
            }
            match context.session.read(&format!("/{plural}/{id}"), &mut |text| Record::parse(text).map(drop))
            {
                Err(MirrorError::Refused { status: 404, .. }) => {}
                Err(error) => return Err(error),
                Ok(()) => context.staging.retain(resource, id)?,
            }
        }
    }
    Ok(())
}
