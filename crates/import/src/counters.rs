//! Counters: how many records of one resource belong to a record of another.

use folkmoot_model::resource::{Resource, Source};
use folkmoot_store::StoreError;

use crate::changes::add_marks;
use crate::context::ImportContext;
use crate::sql::changes::{Mark, NewValues};
use crate::sql::counters::{self as statements, CANDIDATES, Counter, RECOUNTED};
use crate::sql::observed::bits_of_counters;

/// Counts again the counters of a resource that the import may have changed, except the counters that it
/// provided.
pub fn count(context: &ImportContext<'_>, resource: &'static Resource) -> Result<(), StoreError> {
    let (transaction, plural) = (context.transaction, resource.names.plural);
    let counters = resource.counted().filter_map(|field| match field.source {
        Source::Counted(counted) => Some((field.name, counted)),
        _ => None,
    });
    let counters: Vec<Counter> = counters.collect();
    if counters.is_empty() {
        return Ok(());
    }
    let counted = counters.iter().map(|(_, counted)| counted.table);
    if !context.has_touched(&[plural].into_iter().chain(counted).collect::<Vec<_>>())? {
        return Ok(());
    }
    let newest = context.newest(plural);
    let are_all = newest == 0;
    if !are_all {
        let mut touched = Vec::new();
        for counter in &counters {
            if context.has_touched(&[counter.1.table])? {
                touched.push(*counter);
            }
        }
        let candidates = statements::candidates(plural, &touched, &|table| context.newest(table));
        transaction.execute(&statements::create_candidates(&candidates))?;
    }
    transaction.execute(&statements::create_recounted(plural, &counters, are_all))?;
    if !are_all {
        transaction.drop_table(CANDIDATES)?;
    }
    // No counter counts by another one.
    let values = NewValues { table: RECOUNTED.to_owned(), is_read: "FALSE".to_owned() };
    let mark = Mark::Changed(bits_of_counters(resource, &counters), Some(values));
    add_marks(context, resource, &statements::differing_keys(plural, &counters, newest), &mark)?;
    transaction.update_table(plural, &statements::update(plural, &counters))?;
    transaction.drop_table(RECOUNTED)
}

#[cfg(test)]
mod tests {
    use folkmoot_model::resources::RESOURCES;

    use crate::changes::is_read;

    /// Otherwise they would have to be computed again after the counters.
    #[test]
    fn no_derived_column_and_no_counter_reads_a_counter() {
        for resource in RESOURCES {
            for field in resource.counted() {
                assert!(!is_read(resource.names.plural, field.name), "{}", field.name);
            }
        }
    }
}
