//! The public API of a civic participation platform.
#![doc(html_no_source)]

pub mod demo;
