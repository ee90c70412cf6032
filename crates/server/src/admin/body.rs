//! The JSON bodies of requests.

use axum::extract::{FromRequest, Request};
use folkmoot_files::text::json_error;
use serde_json::{Map, Value};

use crate::authenticate::require_json;
use crate::problem::Problem;
use crate::problem_table::MALFORMED_BODY;
use crate::sign_in::read_body;

/// The members of a JSON object that a request sent. Each is taken once; [`Self::finish`] refuses those that nobody took.
#[derive(Debug)]
pub struct Members(Map<String, Value>);

impl<S: Send + Sync> FromRequest<S> for Members {
    type Rejection = Problem;

    async fn from_request(request: Request, _: &S) -> Result<Self, Problem> {
        let (parts, body) = request.into_parts();
        require_json(&parts.headers)?;
        let bytes = read_body(body).await?;
        match serde_json::from_slice(&bytes) {
            Ok(Value::Object(members)) => Ok(Self(members)),
            Ok(_) => Err(Problem::new(&MALFORMED_BODY, "The body must be a JSON object.")),
            Err(error) => {
                let fault = json_error(&bytes, &error);
                Err(Problem::new(&MALFORMED_BODY, format!("The body is not valid JSON: {fault}.")))
            }
        }
    }
}

impl Members {
    /// Takes a member; `None` if it is absent. `null` is a value.
    pub fn take(&mut self, name: &str) -> Option<Value> {
        self.0.remove(name)
    }

    /// Takes a text; `None` if it is absent.
    pub fn text(&mut self, name: &str) -> Result<Option<String>, Problem> {
        match self.take(name) {
            None => Ok(None),
            Some(Value::String(text)) => Ok(Some(text)),
            Some(_) => Err(Problem::invalid_member(name, "must be a string")),
        }
    }

    /// Takes a text that must be present.
    pub fn required_text(&mut self, name: &str) -> Result<String, Problem> {
        self.text(name)?.ok_or_else(|| Problem::invalid_member(name, "is required"))
    }

    /// Takes a boolean; `None` if it is absent.
    pub fn flag(&mut self, name: &str) -> Result<Option<bool>, Problem> {
        match self.take(name) {
            None => Ok(None),
            Some(Value::Bool(flag)) => Ok(Some(flag)),
            Some(_) => Err(Problem::invalid_member(name, "must be true or false")),
        }
    }

    /// Takes an integer from 0 to `maximum`; `None` if it is absent.
    pub fn integer(&mut self, name: &str, maximum: i64) -> Result<Option<i64>, Problem> {
        let Some(value) = self.take(name) else { return Ok(None) };
        let number = value.as_i64().filter(|number| (0..=maximum).contains(number));
        let expected = || Problem::invalid_member(name, &format!("must be an integer from 0 to {maximum}"));
        number.map(Some).ok_or_else(expected)
    }

    /// Refuses members that the endpoint does not have.
    pub fn finish(self) -> Result<(), Problem> {
        match self.0.keys().next() {
            None => Ok(()),
            Some(name) => Err(Problem::invalid_member(name, "is not a member of this object")),
        }
    }
}
