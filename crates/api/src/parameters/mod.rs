//! Query parameters.

mod access;
pub mod dates;
pub mod declarations;
mod list_request;
mod query_string;
mod resume_after;
pub mod values;

use folkmoot_model::resource::Resource;
use folkmoot_store::platform::Platform;
use http::Uri;

use super::problem::Problem;
pub use access::ParameterAccess;
use declarations::{LOCALE, ParameterType, item_parameters};
use folkmoot_store::formats::Projection;
pub use list_request::{APPLIED_FILTERS, ListRequest, Search};
pub use query_string::QueryParameters;
pub use values::unknown_name;
pub use values::uuid;

/// The parameters of a call that returns one record.
pub struct ItemRequest {
    /// The index of the locale among the platform's locales.
    pub locale: usize,
    /// The requested fields; `None` for all.
    pub fields: Option<Projection>,
}

impl ItemRequest {
    /// Reads the parameters; refuses others and malformed values.
    pub fn read(resource: &Resource, uri: &Uri, platform: &Platform) -> Result<Self, Problem> {
        let declared = item_parameters(resource);
        let mut request = Self { locale: 0, fields: None };
        let values = QueryParameters::parse(uri)?.values(&declared)?;
        for (parameter, values) in declared.iter().zip(values).filter(|(_, values)| !values.is_empty()) {
            match parameter.value_type {
                ParameterType::Fields(fields) => {
                    let fields = values::fields(parameter.name, &values, fields)?;
                    request.fields = Some(Projection::new(&fields));
                }
                _ => request.locale = values::locale(parameter.name, &values[0], platform)?,
            }
        }
        Ok(request)
    }
}

/// Reads the parameter of calls that write one record: the index of the locale among the platform's locales.
pub fn locale(uri: &Uri, platform: &Platform) -> Result<usize, Problem> {
    let values = QueryParameters::parse(uri)?.values(&[LOCALE])?;
    values[0].first().map_or(Ok(0), |locale| values::locale(LOCALE.name, locale, platform))
}

/// Refuses every parameter, for calls that have none.
pub fn none(uri: &Uri) -> Result<(), Problem> {
    QueryParameters::parse(uri)?.values(&[]).map(|_| ())
}
