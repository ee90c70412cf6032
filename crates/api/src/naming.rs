//! The names in the document, derived from the names of the resources.

use folkmoot_ballots::polis::File;
use folkmoot_model::resource::Resource;
use serde_json::{Value, json};

/// The name of the schema of a resource's records: `BasketIdea`.
pub fn schema(resource: &Resource) -> String {
    pascal(resource.names.singular)
}

/// The tag of a resource's operations: `Basket ideas`.
pub fn tag(resource: &Resource) -> String {
    let words = words(resource.names.plural);
    words[..1].to_uppercase() + &words[1..]
}

/// `basket_ideas` as `basket ideas`.
pub fn words(snake: &str) -> String {
    snake.replace('_', " ")
}

/// `basket_idea` as `a basket idea`.
pub fn one(snake: &str) -> String {
    let article = if snake.starts_with(['a', 'e', 'i', 'o']) { "an" } else { "a" };
    format!("{article} {}", words(snake))
}

/// `basket_ideas` as `BasketIdeas`.
pub fn pascal(snake: &str) -> String {
    snake.split('_').map(|word| word[..1].to_uppercase() + &word[1..]).collect()
}

/// The id of `POST /files`.
pub const UPLOAD_FILE: &str = "uploadFile";
/// The id of `PATCH /files/{id}`.
pub const CHANGE_FILE: &str = "changeFile";
/// The id of `PUT /files/{id}`.
pub const REPLACE_FILE: &str = "replaceFile";
/// The id of `DELETE /files/{id}`.
pub const DELETE_FILE: &str = "deleteFile";

/// The id of `GET /platform`.
pub const GET_PLATFORM: &str = "getPlatform";
/// The id of `GET /changes`.
pub const LIST_CHANGES: &str = "listChanges";
/// The id of `GET /exports`.
pub const LIST_EXPORTS: &str = "listExports";

/// The id of `GET /phases/{id}/pabulib`.
pub const GET_PABULIB: &str = "getPhasePabulib";

/// The id of the operation that returns a file of a Polis conversation: `getProjectPolisCommentGroups`.
pub fn polis_operation(file: File) -> String {
    format!("getProjectPolis{}", pascal(&file.name().replace(".csv", "").replace('-', "_")))
}

/// The id of the operation that lists a resource: `listBasketIdeas`.
pub fn list_operation(resource: &Resource) -> String {
    format!("list{}", pascal(resource.names.plural))
}

/// The id of the operation that lists the records of a parent: `listProjectPhases`.
pub fn nested_list_operation(parent: &Resource, resource: &Resource) -> String {
    format!("list{}{}", pascal(parent.names.singular), pascal(resource.names.plural))
}

/// The id of the operation that returns one record: `getBasketIdea`.
pub fn item_operation(resource: &Resource) -> String {
    format!("get{}", pascal(resource.names.singular))
}

/// The id of the operation that lists deleted records: `listDeletedBasketIdeas`.
pub fn deleted_operation(resource: &Resource) -> String {
    format!("listDeleted{}", pascal(resource.names.plural))
}

/// A reference to a component: `component("schemas", "Idea")`.
pub fn component(kind: &str, name: &str) -> Value {
    json!({ "$ref": format!("#/components/{kind}/{name}") })
}
