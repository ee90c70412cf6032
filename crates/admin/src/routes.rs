//! The routes of the admin API with their declarations.

use axum::handler::Handler;
use axum::routing::on;
use axum::{Extension, Router};

use super::endpoint::AdminEndpoint;
use super::services::AdminServices;

/// Routes with the declarations that they were made from.
#[derive(Default)]
pub struct AdminRoutes {
    router: Router<AdminServices>,
    endpoints: Vec<&'static AdminEndpoint>,
}

impl AdminRoutes {
    /// Adds an endpoint.
    #[must_use]
    pub fn route<H, T>(mut self, endpoint: &'static AdminEndpoint, handler: H) -> Self
    where
        H: Handler<T, AdminServices>,
        T: 'static,
    {
        let route = on(endpoint.method_filter(), handler).route_layer(Extension(endpoint));
        self.router = self.router.route(endpoint.path, route);
        self.endpoints.push(endpoint);
        self
    }

    /// Adds all of `other`.
    #[must_use]
    pub fn merge(mut self, other: Self) -> Self {
        self.router = self.router.merge(other.router);
        self.endpoints.extend(other.endpoints);
        self
    }

    /// The declarations of all endpoints.
    pub fn endpoints(&self) -> &[&'static AdminEndpoint] {
        &self.endpoints
    }

    /// The router.
    pub fn into_router(self) -> Router<AdminServices> {
        self.router
    }
}
