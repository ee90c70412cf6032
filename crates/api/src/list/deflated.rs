//! Pages as gzip that are joined from records that are stored deflated, so that nothing is compressed.

use axum::response::Response;
use folkmoot_codings::{GzipBody, MIN_COMPRESSED_BYTES};
use folkmoot_index::{DeflatedRecord, Form, PageRows};

use super::PageReader;
use crate::formats::{ListContent, PageWriter, RecordWriter as _};
use crate::http_cache::ConditionalResponses;
use crate::withheld;

impl PageReader<'_> {
    /// The response with a page of complete records that are all stored deflated, in their current version. `None` if the
    /// page must be compressed: because a record is not stored so, or because the page is requested again, and is compressed
    /// better before it is cached.
    pub(super) async fn deflated_page(
        &self,
        found: &PageRows,
        responses: &ConditionalResponses<'_>,
    ) -> Option<Response> {
        let Self { plan, request, .. } = *self;
        if request.fields.is_some() || found.rows.is_empty() {
            return None;
        }
        let records: Option<Vec<DeflatedRecord>> = self.records_from_file(found).await.into_iter().collect();
        let Some(records) = records.filter(|records| records.len() == found.rows.len()) else {
            self.record_miss(found, Form::Deflated, found.rows.len());
            return None;
        };
        let body = gzip_body(&records, &self.content(found.total));
        if body.plain_length() < MIN_COMPRESSED_BYTES as u64 || responses.is_requested_again(found.versions) {
            return None;
        }
        let withholds_votes = records.iter().any(|record| record.withholds_votes);
        let withheld = withholds_votes.then(|| withheld::names(plan.resource, None)).flatten();
        Some(responses.joined_response(body, withheld, found.versions))
    }
}

/// The body with these records.
fn gzip_body(records: &[DeflatedRecord], content: &ListContent<'_>) -> GzipBody {
    let (mut start, mut end) = (Vec::new(), Vec::new());
    PageWriter::begin(content, &mut start).end(&mut end);
    let length: usize = records.iter().map(|record| record.deflated.len() + 8).sum();
    let mut body = GzipBody::with_capacity(length + start.len() + end.len() + 16);
    body.push_plain(&start);
    for (position, record) in records.iter().enumerate() {
        if position > 0 {
            body.push_plain(b",");
        }
        body.push_record(record);
    }
    body.push_plain(&end);
    body
}
