//! The errors of the fields of an uploaded or updated file.

/// An error of a field, reported as `{"error": code}` with status 422.
#[derive(Debug, PartialEq, Eq)]
pub struct FileError {
    /// The code, for programs.
    pub code: &'static str,
    /// Why it occurs.
    pub cause: &'static str,
}

/// A field that must not be empty.
pub static BLANK: FileError = FileError { code: "blank", cause: "The field is missing or empty." };

/// A value that the field does not accept.
pub static INVALID: FileError = FileError {
    code: "invalid",
    cause: "The value is not of the field's form, or names nothing: `content` that is not Base64, a project that \
            does not exist (told as `files_projects`).",
};

/// Content over the limit.
pub static TOO_LARGE: FileError =
    FileError { code: "too_large", cause: "The value is larger than the field takes." };

/// A name with an extension that is not on the list.
pub static EXTENSION_NOT_ALLOWED: FileError = FileError {
    code: "extension_not_allowed",
    cause: "Files whose names end like this are not taken. Documents, images, audio, video, archives and geodata are.",
};

/// Content of a type that is not on the list.
pub static CONTENT_TYPE_NOT_ALLOWED: FileError = FileError {
    code: "content_type_not_allowed",
    cause: "The content is of a type that is not taken, or not of the type that the name's extension promises.",
};

/// A value that the enumeration of the field does not have.
pub static INCLUSION: FileError =
    FileError { code: "inclusion", cause: "The value is not one of those that the field takes." };

/// A locale that the platform does not have.
pub static LOCALE_NOT_SUPPORTED: FileError = FileError {
    code: "locale_not_supported",
    cause: "A text is in a locale that the platform does not have.",
};

/// A field that cannot change once the file is uploaded.
pub static IMMUTABLE: FileError =
    FileError { code: "immutable", cause: "The field cannot be changed after the upload." };

/// All of them.
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
