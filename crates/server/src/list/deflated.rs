//! Pages as gzip that are joined from records that are stored deflated, so that nothing is compressed.

use axum::response::Response;
use folkmoot_index::{DeflatedRecord, Form, PageRows};

use super::{PageReader, body_end, body_start};
use crate::http_cache::{Coding, GzipBody, MIN_COMPRESSED_BYTES, Representation};
use crate::usage::RecordCount;
use crate::withheld;

impl PageReader<'_> {
    /// The response with a page of complete records that are all stored deflated, in their current version. `None` if the
    /// page must be compressed: because a record is not stored so, or because the page is requested again, and is compressed
    /// better before it is cached.
    pub(super) async fn deflated_page(
        &self,
        found: &PageRows,
        representation: &Representation<'_>,
    ) -> Option<Response> {
        let Self { plan, request, exchange, .. } = *self;
        if exchange.coding() != Some(Coding::Gzip) || request.fields.is_some() || found.rows.is_empty() {
            return None;
        }
        let records: Option<Vec<DeflatedRecord>> = self.records_from_file(found).await.into_iter().collect();
        let Some(records) = records.filter(|records| records.len() == found.rows.len()) else {
            self.count_made(found, Form::Deflated, found.rows.len());
            return None;
        };
        let body =
            gzip_body(&records, &body_start(plan.resource.names.list_key), &body_end(request, found.total));
        if body.plain_length() < MIN_COMPRESSED_BYTES as u64
            || representation.is_requested_again(found.versions)
        {
            return None;
        }
        let withholds_votes = records.iter().any(|record| record.withholds_votes);
        let withheld = withholds_votes.then(|| withheld::names(plan.resource, None)).flatten();
        let mut response = representation.joined_response(body, withheld, found.versions);
        response.extensions_mut().insert(RecordCount(records.len()));
        Some(response)
    }
}

/// The body with these records.
fn gzip_body(records: &[DeflatedRecord], start: &str, end: &str) -> GzipBody {
    let length: usize = records.iter().map(|record| record.deflated.len() + 8).sum();
    let mut body = GzipBody::with_capacity(length + start.len() + end.len() + 16);
    body.push_plain(start.as_bytes());
    for (position, record) in records.iter().enumerate() {
        if position > 0 {
            body.push_plain(b",");
        }
        body.push_record(record);
    }
    body.push_plain(end.as_bytes());
    body
}
