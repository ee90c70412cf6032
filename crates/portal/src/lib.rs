//! The built developer portal: its files, and how the server puts the provider's values into them.
//!
//! The build in `portal/build` contains the default values and a manifest, `provider-values.json`, with their positions.
//! [`File::rendered`] replaces the values at these positions, so that one build can be served under any provider's name
//! and URL. Hashed assets contain no values: in the browser, scripts read them from a data block of the page.

mod archive;
mod contrast;
mod embedded;
mod encoding;
mod error;
mod file;
mod manifest;
mod media_type;
mod policy;
mod portal;
mod provider;

pub use contrast::{Background, has_readable_contrast};
pub use embedded::{Embedded, EmbeddedFiles};
pub use encoding::Encoding;
pub use error::PortalError;
pub use file::File;
pub use media_type::media_type;
pub use policy::content_security_policy;
pub use portal::Portal;
pub use provider::{Colours, IMAGE_POLICY, Image, Key, OMITTED_LINK, Provider, Values};
