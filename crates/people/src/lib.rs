//! People's rights: finding, exporting and erasing data about a person.
//!
//! The admin API and the command line call the same functions. [`Rights`] is the entry point. The
//! declarations of the resources determine which records concern a person; see [`folkmoot_model::people`].

mod archive;
mod erased_list;
mod error;
mod private_file;
mod readme;
mod rights;

pub use archive::Archive;
pub use erased_list::{ErasedListFiles, FILE_NAME, read_copy};
pub use error::PeopleError;
pub use private_file::PrivateFile;
pub use rights::{ErasureReport, FoundPerson, Rights};
