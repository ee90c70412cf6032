//! Declarations from which no parameter can be made.

/// A declaration from which no parameter can be made; a defect of the program.
#[derive(Debug, thiserror::Error)]
pub enum DeclarationError {
    /// A filter compares a column that the resource does not have.
    #[error("the filter '{filter}' of {resource} compares '{column}', which is not a field of {resource}")]
    UnknownColumn {
        /// The resource.
        resource: &'static str,
        /// The filter.
        filter: &'static str,
        /// The column.
        column: &'static str,
    },
    /// A filter compares a field whose type no parameter can have.
    #[error(
        "the filter '{filter}' of {resource} compares '{column}', whose type cannot be filtered like this"
    )]
    UnsupportedType {
        /// The resource.
        resource: &'static str,
        /// The filter.
        filter: &'static str,
        /// The column.
        column: &'static str,
    },
    /// A nested list is declared below a resource that does not exist.
    #[error("the list of {resource} is nested below '{parent}', which is not a resource")]
    UnknownParent {
        /// The resource.
        resource: &'static str,
        /// The parent's name.
        parent: &'static str,
    },
}
