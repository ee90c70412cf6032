//! The `images` field.

use serde_json::json;
use uuid::Uuid;

use crate::ndjson::RecordWriter;
use crate::plan::Plan;

/// Writes the URLs of one image in three sizes, or an empty list. `resource` is the plural name of the owner.
pub fn write(plan: &Plan, resource: &str, owner: Uuid, has_image: bool, record: &mut RecordWriter<'_>) {
    if has_image {
        let base = &plan.content.platform.url;
        let url = |size: &str| format!("{base}/images/{resource}/{owner}/{size}.jpg");
        let sizes = json!({ "small": url("small"), "medium": url("medium"), "large": url("large") });
        record.field("images", [sizes]);
    } else {
        record.field("images", [(); 0]);
    }
}
