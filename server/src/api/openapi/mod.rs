//! placeholder until merged
pub fn text() -> String {
    String::new()
}
