//! The errors of the fields of an uploaded or updated file.

/// An error of a field, reported as `{"error": code}` with status 422.
#[derive(Debug, PartialEq, Eq)]
pub struct FileError {
    /// The code, for programs.
    pub code: &'static str,
    /// Why it occurs, as a phrase for the reference.
    pub cause: &'static str,
}

/// A field that must not be empty.
pub static BLANK: FileError = FileError { code: "blank", cause: "The field is missing or empty" };

/// A value that the field does not accept.
pub static INVALID: FileError = FileError {
    code: "invalid",
    cause: "The value is malformed, such as `content` that is not Base64, or refers to a project that does not exist \
            (reported as `files_projects`)",
};

/// Content over the limit.
pub static TOO_LARGE: FileError =
    FileError { code: "too_large", cause: "The value exceeds the maximum size" };

/// A name with an extension that is not on the list.
pub static EXTENSION_NOT_ALLOWED: FileError = FileError {
    code: "extension_not_allowed",
    cause: "The file name extension is not accepted; documents, images, audio, video, archives and geodata are",
};

/// Content of a type that is not on the list.
pub static CONTENT_TYPE_NOT_ALLOWED: FileError = FileError {
    code: "content_type_not_allowed",
    cause: "The type of the content is not accepted or does not match the file name extension",
};

/// A value that the enumeration of the field does not have.
pub static INCLUSION: FileError =
    FileError { code: "inclusion", cause: "The value is not one of the allowed values" };

/// A locale that the platform does not have.
pub static LOCALE_NOT_SUPPORTED: FileError = FileError {
    code: "locale_not_supported",
    cause: "The platform does not have the locale of one of the texts",
};

/// A field that cannot change once the file is uploaded.
pub static IMMUTABLE: FileError =
    FileError { code: "immutable", cause: "The field cannot be changed after the upload" };

/// All errors, in the order of the reference.
pub static FILE_ERRORS: &[&FileError] = &[
    &BLANK,
    &INVALID,
    &TOO_LARGE,
    &EXTENSION_NOT_ALLOWED,
    &CONTENT_TYPE_NOT_ALLOWED,
    &INCLUSION,
    &LOCALE_NOT_SUPPORTED,
    &IMMUTABLE,
];
