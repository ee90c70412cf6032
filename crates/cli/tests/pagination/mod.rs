//! Reading complete lists: by page numbers and by cursors.

mod cursors;
mod pages;
mod walk;
mod walks;
mod writes;
