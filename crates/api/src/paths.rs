//! The paths that other parts of the API refer to.

/// The path prefix of the public API.
pub const BASE_PATH: &str = "/api/v2";
/// The path at which assistants read the public API and its documentation.
pub const MCP_PATH: &str = "/mcp";
/// The path of the token endpoint of OAuth.
pub const TOKEN_PATH: &str = "/oauth/token";
/// The path of the metadata of the protected resource that is the complete server.
pub const PROTECTED_RESOURCE_PATH: &str = "/.well-known/oauth-protected-resource";
