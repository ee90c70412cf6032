//! Stored exports, as clients list and download them.

mod download;
mod list;
mod readers;
mod state;

pub use download::{download, stored_file};
pub use list::list;
pub use state::ExportDownloads;
