//! `folkmoot mirror`: a platform that copies another one through its API.

mod equality;
mod folkmoot;
mod hostile;
mod hostile_sources;
mod lost_content;
mod odd_records;
mod odd_values;
mod refusals;
mod vendor;
mod vendor_mirror;
mod world;
