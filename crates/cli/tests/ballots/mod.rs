//! Files for research on votes and opinions, as the programs of the field read them.

mod exported;
mod pabulib;
mod polis;
mod refused;
mod site;
