//! Connecting: URLs, TLS with verified certificates, pools and their limits.

use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use deadpool_postgres::{
    ClientWrapper, Hook, Manager, ManagerConfig, Object, Pool, PoolError, RecyclingMethod, Runtime, Timeouts,
};
use rustls::pki_types::CertificateDer;
use rustls::pki_types::pem::PemObject as _;
use rustls::{ClientConfig, RootCertStore};
use tokio_postgres::Config;
use tokio_postgres::config::TargetSessionAttrs;
use tokio_postgres::error::SqlState;
use tokio_postgres_rustls::MakeRustlsConnect;

use super::Settings;
use crate::StoreError;

/// The role of a server.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Role {
    /// It accepts writes. If the URL names several hosts, the one that accepts writes is used.
    Primary,
    /// It is only read from.
    Replica,
}

/// A pool of connections to the server at a URL; it opens none yet.
pub fn pool(url: &str, role: Role, settings: &Settings) -> Result<Pool, StoreError> {
    let mut config: Config = url.parse().map_err(|error: tokio_postgres::Error| {
        let cause = std::error::Error::source(&error).map_or_else(String::new, |cause| format!(": {cause}"));
        let setting = if role == Role::Primary { "database-url" } else { "replica-url" };
        StoreError::Setting { setting, cause: format!("invalid PostgreSQL URL{cause}") }
    })?;
    if role == Role::Primary {
        config.target_session_attrs(TargetSessionAttrs::ReadWrite);
    }
    let timeout = settings.timeout;
    let options = session_options(config.get_options(), timeout);
    config
        .application_name("folkmoot")
        .connect_timeout(timeout)
        .tcp_user_timeout(timeout)
        .keepalives_idle(KEEPALIVE_INTERVAL)
        .keepalives_interval(KEEPALIVE_INTERVAL)
        .keepalives_retries(2)
        .options(options);
    let tls = MakeRustlsConnect::new(tls(settings.certificates.as_deref())?);
    let recycling = ManagerConfig { recycling_method: RecyclingMethod::Fast };
    let max_statements = settings.statements;
    let limit_statements = Hook::sync_fn(move |client: &mut ClientWrapper, _| {
        if client.statement_cache.size() > max_statements {
            client.statement_cache.clear();
        }
        Ok(())
    });
    let built = Pool::builder(Manager::from_config(config, tls, recycling))
        .max_size(settings.connections)
        .post_recycle(limit_statements)
        .timeouts(Timeouts { wait: Some(timeout), create: Some(timeout), recycle: Some(timeout) })
        .runtime(Runtime::Tokio1)
        .build();
    built.map_err(|error| StoreError::Unreachable(error.to_string()))
}

/// The interval of TCP keepalives on an idle connection.
const KEEPALIVE_INTERVAL: Duration = Duration::from_secs(10);

/// The delay before another attempt to connect to a server that has no free connection.
const RETRY_DELAY: Duration = Duration::from_millis(20);

/// A connection of a pool. If the server has reached its maximum number of connections, waits until one is closed.
pub async fn client(pool: &Pool, timeout: Duration) -> Result<Object, StoreError> {
    let started = Instant::now();
    loop {
        match pool.get().await {
            Err(PoolError::Backend(error))
                if error.code() == Some(&SqlState::TOO_MANY_CONNECTIONS) && started.elapsed() < timeout =>
            {
                tokio::time::sleep(RETRY_DELAY).await;
            }
            client => return client.map_err(StoreError::from),
        }
    }
}

/// Options of a session: UTC, and timeouts so that no statement outlives its caller. `configured` are those of the URL.
fn session_options(configured: Option<&str>, timeout: Duration) -> String {
    let milliseconds = timeout.as_millis();
    let own = format!(
        "-c TimeZone=UTC -c statement_timeout={milliseconds} -c lock_timeout={} \
         -c idle_in_transaction_session_timeout={} -c default_text_search_config=pg_catalog.simple",
        // Less than PostgreSQL's `deadlock_timeout`, which would cancel one of both, possibly an import.
        milliseconds.min(900),
        milliseconds * 2
    );
    configured.map_or_else(|| own.clone(), |configured| format!("{own} {configured}"))
}

/// Trusts the certificates of the system and those in a file.
fn tls(certificates: Option<&Path>) -> Result<ClientConfig, StoreError> {
    let unusable = |path: &Path, error: &dyn std::fmt::Display| StoreError::Setting {
        setting: "database-certificates",
        cause: format!("failed to read the certificates in {}: {error}", path.display()),
    };
    let mut roots = RootCertStore::empty();
    roots.add_parsable_certificates(rustls_native_certs::load_native_certs().certs);
    if let Some(path) = certificates {
        let pem = CertificateDer::pem_file_iter(path).map_err(|error| unusable(path, &error))?;
        for certificate in pem {
            let certificate = certificate.map_err(|error| unusable(path, &error))?;
            roots.add(certificate).map_err(|error| unusable(path, &error))?;
        }
    }
    let provider = Arc::new(rustls::crypto::aws_lc_rs::default_provider());
    let builder = ClientConfig::builder_with_provider(provider).with_safe_default_protocol_versions();
    let builder = builder.map_err(|error| StoreError::Unreachable(error.to_string()))?;
    Ok(builder.with_root_certificates(roots).with_no_client_auth())
}
