//! The operations that upload, update and delete files.

use folkmoot_api::files::errors::{FILE_ERRORS, IMMUTABLE, INVALID};
use folkmoot_api::files::fields::MAX_NAME_CHARACTERS;
use folkmoot_api::naming;
use folkmoot_api::parameters::declarations::LOCALE;
use folkmoot_api::scope::Permission;
use folkmoot_model::resource::{DefaultValue, Resource};
use folkmoot_model::resources::RESOURCES;
use serde_json::{Map, Value, json};

use super::operations::{Operation, Paths, json_body};
use super::problems::{self, ErrorResponse};
use super::{PlatformValues, examples, parameters, responses, schemas};

/// The fields that an upload can contain, in addition to the content.
const UPLOADED: &[&str] =
    &["name", "project_id", "category", "description_multiloc", "ai_processing_allowed"];
/// The fields that can be changed after the upload.
const CHANGEABLE: &[&str] = &["name", "category", "description_multiloc", "ai_processing_allowed"];
/// The content of the example.
const TEXT: &str = "Minutes of the second meeting";
/// The same as Base64.
const CONTENT: &str = "TWludXRlcyBvZiB0aGUgc2Vjb25kIG1lZXRpbmc=";

fn files() -> impl Iterator<Item = &'static Resource> {
    RESOURCES.iter().copied().filter(|resource| resource.names.plural == "files")
}

/// Adds the operations.
pub fn add(paths: &mut Paths, values: &PlatformValues) {
    for files in files() {
        paths.add("post", "files", upload(files, values));
        paths.add(
            "patch",
            "files/{id}",
            change(files, (naming::CHANGE_FILE, "Update a file", CHANGE), values),
        );
        paths.add(
            "put",
            "files/{id}",
            change(files, (naming::REPLACE_FILE, "Update a file (same as PATCH)", REPLACE), values),
        );
        paths.add("delete", "files/{id}", delete(files));
    }
}

const CHANGE: &str = "Changes the name, category, descriptions or AI processing permission of a file. Fields that the \
                      body omits keep their values. The content cannot be changed; upload a new file instead.";
const REPLACE: &str = "Same as `PATCH`, for clients that only support `PUT`: fields that the body omits keep their \
                       values.";

fn upload(files: &Resource, values: &PlatformValues) -> Map<String, Value> {
    let sent = upload_example(values);
    let stored = examples::uploaded_file(files, &sent, TEXT.len());
    Operation {
        id: naming::UPLOAD_FILE.to_owned(),
        tag: naming::tag(files),
        summary: "Upload a file".to_owned(),
        description: "Adds a file to a project. Size and media type are determined from the content. Documents, images, \
                      audio, video, archives and geodata are accepted; executables, HTML, SVG and XML with SVG or \
                      XHTML elements are rejected. The upload either succeeds completely or has no effect."
            .to_owned(),
        parameters: parameters::of_call(files, &[LOCALE], values),
        body: Some(json_body(
            "The file, with its content encoded as Base64.",
            &naming::component("schemas", "FileUpload"),
            &json!({ "file": sent }),
        )),
        success: ("201", file_response(files, "The uploaded file.", &stored)),
        permissions: vec![Permission::WriteFiles],
        errors: [BODY_ERRORS, problems::COMMON].concat(),
    }
    .with_invalid_file(&without_project())
}

/// The operation with this id, summary and description.
fn change(
    files: &Resource,
    (id, summary, description): (&str, &str, &str),
    values: &PlatformValues,
) -> Map<String, Value> {
    let mut parameters = vec![parameters::id(files)];
    parameters.extend(parameters::of_call(files, &[LOCALE], values));
    let sent = json!({ "category": "report" });
    let stored = examples::updated_file(files, &sent);
    Operation {
        id: id.to_owned(),
        tag: naming::tag(files),
        summary: summary.to_owned(),
        description: description.to_owned(),
        parameters,
        body: Some(json_body(
            "The fields to change.",
            &naming::component("schemas", "FileChange"),
            &json!({ "file": sent }),
        )),
        success: ("200", file_response(files, "The updated file.", &stored)),
        permissions: vec![Permission::WriteFiles, Permission::Read(files.names.plural)],
        errors: [BODY_ERRORS, &[&problems::RECORD_NOT_FOUND], problems::COMMON].concat(),
    }
    .with_invalid_file(&json!({ "content": [{ "error": IMMUTABLE.code }] }))
}

fn delete(files: &Resource) -> Map<String, Value> {
    Operation {
        id: naming::DELETE_FILE.to_owned(),
        tag: naming::tag(files),
        summary: "Delete a file".to_owned(),
        description: "Deletes a file and its content. The file then appears in the list of deleted files."
            .to_owned(),
        parameters: vec![parameters::id(files)],
        body: None,
        success: ("204", responses::empty("The file was deleted.")),
        permissions: vec![Permission::WriteFiles],
        errors: [&[&problems::INVALID_PARAMETER, &problems::RECORD_NOT_FOUND], problems::COMMON].concat(),
    }
    .object()
}

const BODY_ERRORS: &[&ErrorResponse] = &[&problems::INVALID_REQUEST, &problems::UNSUPPORTED_MEDIA_TYPE];

impl Operation<'_> {
    /// The operation with a response 422, which reports the errors of each field. `errors` is its example.
    fn with_invalid_file(self, errors: &Value) -> Map<String, Value> {
        let response =
            responses::json("A field has an invalid value.", &[], "FileErrors", &json!({ "errors": errors }));
        let mut operation = self.object();
        if let Some(Value::Object(responses)) = operation.get_mut("responses") {
            responses.insert("422".to_owned(), response);
            responses.sort_keys();
        }
        operation
    }
}

/// The errors of an upload without a project.
fn without_project() -> Value {
    json!({ "files_projects": [{ "error": INVALID.code }], "content": null })
}

fn file_response(files: &Resource, doc: &str, file: &Value) -> Value {
    let example = json!({ files.names.item_key: file });
    responses::json(doc, &responses::RATE_LIMIT, &format!("{}Item", naming::schema(files)), &example)
}

/// The fields of the uploaded file.
fn upload_example(values: &PlatformValues) -> Value {
    let mut sent = json!({
        "name": "minutes.txt",
        "project_id": examples::id("projects"),
        "content": CONTENT,
        "category": "meeting",
        "description_multiloc": {
            "en": "Minutes of the second meeting",
            "nl-BE": "Verslag van de tweede vergadering",
        },
        "ai_processing_allowed": false,
    });
    if let Some(descriptions) = sent["description_multiloc"].as_object_mut() {
        descriptions.retain(|locale, _| values.has_locale(locale));
    }
    sent
}

/// The schemas of the operations.
pub fn schemas(values: &PlatformValues) -> Map<String, Value> {
    let mut all = Map::from_iter([("FileErrors".to_owned(), errors())]);
    for files in files() {
        let upload = body("A file to upload.", &["name", "project_id", "content"], &uploaded(files, values));
        all.insert("FileUpload".to_owned(), upload);
        let change = body("Fields of a file to change.", &[], &properties(files, CHANGEABLE, values));
        all.insert("FileChange".to_owned(), change);
    }
    all
}

fn body(doc: &str, required: &[&str], properties: &Map<String, Value>) -> Value {
    json!({
        "type": "object",
        "description": doc,
        "required": ["file"],
        "properties": {
            "file": { "type": "object", "description": doc, "required": required, "properties": properties },
        },
    })
}

/// The schemas of the fields with these names, as requests contain them.
fn properties(files: &Resource, names: &[&str], values: &PlatformValues) -> Map<String, Value> {
    let fields = names.iter().filter_map(|name| files.field(name));
    let mut properties: Map<_, _> =
        fields.map(|field| (field.name.to_owned(), schemas::field(files, field))).collect();
    if let Some(name) = properties.get_mut("name") {
        name["minLength"] = json!(1);
        name["maxLength"] = json!(MAX_NAME_CHARACTERS);
    }
    if let Some(descriptions) = properties.get_mut("description_multiloc") {
        // Null removes the descriptions.
        schemas::make_nullable(descriptions);
        if !values.locales.is_empty() {
            descriptions["propertyNames"] = json!({ "enum": values.locales });
        }
    }
    properties
}

/// The schemas of the fields of an upload, with their default values. A field that is null has its default value.
fn uploaded(files: &Resource, values: &PlatformValues) -> Map<String, Value> {
    let mut properties = properties(files, UPLOADED, values);
    for (name, schema) in &mut properties {
        if let Some(DefaultValue::Json(text)) = files.field(name).map(|field| field.default) {
            schema["default"] = serde_json::from_str(text).unwrap_or_default();
            schemas::make_nullable(schema);
        }
    }
    properties.shift_insert(2, "content".to_owned(), content());
    properties
}

fn content() -> Value {
    json!({
        "type": "string",
        "contentEncoding": "base64",
        "minLength": 1,
        "description": "Content of the file, encoded as Base64, with or without a data URI prefix.",
        "examples": [CONTENT],
    })
}

fn errors() -> Value {
    let mut error = schemas::enumeration(FILE_ERRORS.iter().map(|error| (error.code, error.cause)));
    error["description"] = json!("Error code.");
    json!({
        "type": "object",
        "description": "Validation errors of a file, by field.",
        "required": ["errors"],
        "properties": {
            "errors": {
                "type": "object",
                "description": "The errors of each invalid field. On upload, `content` is always present, and null \
                                if the content is valid. A missing or unknown project is reported as \
                                `files_projects`.",
                "examples": [without_project()],
                "x-additionalPropertiesName": "field",
                "additionalProperties": {
                    "type": ["array", "null"],
                    "items": {
                        "type": "object",
                        "required": ["error"],
                        "properties": {
                            "error": error,
                        },
                    },
                },
            },
        },
    })
}
