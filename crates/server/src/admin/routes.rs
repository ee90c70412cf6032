//! The routes of the admin API with their declarations.

use std::sync::Arc;

use axum::handler::Handler;
use axum::routing::on;
use axum::{Extension, Router};
use serde_json::Value;

use super::operation::Operation;
use crate::state::AppState;

/// Makes a schema.
type SchemaFunction = fn() -> Value;

/// Routes with the declarations that they were made from.
#[derive(Default)]
pub struct AdminRoutes {
    router: Router<Arc<AppState>>,
    operations: Vec<&'static Operation>,
    schemas: Vec<(&'static str, SchemaFunction)>,
}

impl AdminRoutes {
    /// Adds an endpoint.
    #[must_use]
    pub fn route<H, T>(mut self, operation: &'static Operation, handler: H) -> Self
    where
        H: Handler<T, Arc<AppState>>,
        T: 'static,
    {
        let endpoint = on(operation.method_filter(), handler).route_layer(Extension(operation));
        self.router = self.router.route(operation.path, endpoint);
        self.operations.push(operation);
        self
    }

    /// Adds a schema that operations refer to by its name.
    #[must_use]
    pub fn schema(mut self, name: &'static str, schema: SchemaFunction) -> Self {
        self.schemas.push((name, schema));
        self
    }

    /// Adds all of `other`.
    #[must_use]
    pub fn merge(mut self, other: Self) -> Self {
        self.router = self.router.merge(other.router);
        self.operations.extend(other.operations);
        self.schemas.extend(other.schemas);
        self
    }

    /// The declarations of all endpoints.
    pub fn operations(&self) -> &[&'static Operation] {
        &self.operations
    }

    /// The schemas, by name.
    pub fn schemas(&self) -> impl Iterator<Item = (&'static str, Value)> + '_ {
        self.schemas.iter().map(|(name, schema)| (*name, schema()))
    }

    /// The router.
    pub fn into_router(self) -> Router<Arc<AppState>> {
        self.router
    }
}
