//! What breaks ties of records with equal timestamps in the order of lists.

use std::ops::Range;

use aws_lc_rs::digest::{SHA256, digest};
use folkmoot_database::row_reader::RowReader;

use super::StoreError;

/// The tie-breaker of a row with these columns of ids; `None` if there are none. A single id is its own tie-breaker. Several
/// have a digest, which is as unique as they are, although it has the size of one.
pub fn tie(row: &dyn RowReader, columns: Range<usize>) -> Result<Option<u128>, StoreError> {
    if columns.len() == 1 {
        return Ok(row.uuid(columns.start)?.map(u128::from_be_bytes));
    }
    let ids: Result<Vec<[u8; 16]>, StoreError> =
        columns.map(|column| Ok(row.required_uuid(column)?.into_bytes())).collect();
    Ok(digest_of(&ids?))
}

/// The first 16 bytes of the SHA-256 digest of ids; `None` if there are none.
fn digest_of(ids: &[[u8; 16]]) -> Option<u128> {
    let digest = digest(&SHA256, ids.as_flattened());
    let first = digest.as_ref().first_chunk().filter(|_| !ids.is_empty());
    first.copied().map(u128::from_be_bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Computed with `sha256sum`.
    #[test]
    fn the_tie_breaker_of_several_ids_is_a_digest_that_depends_on_their_order() {
        assert_eq!(digest_of(&[]), None);
        assert_eq!(digest_of(&[[1; 16], [2; 16]]), Some(0xf03f_702d_6016_a19c_16ff_011e_a60a_8f81));
        assert_eq!(digest_of(&[[2; 16], [1; 16]]), Some(0xbb1a_4f95_cee1_151e_f265_b653_2f53_d30b));
    }
}
