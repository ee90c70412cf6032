//! Connecting: addresses, TLS with its certificates checked, pools and their limits.

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

/// What a server at an address is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Role {
    /// It takes writes. Where the address names several hosts, the one that does is found among them.
    Primary,
    /// It is only read.
    Replica,
}

/// A pool of connections to one address; none is made yet.
pub fn pool(address: &str, role: Role, settings: &Settings) -> Result<Pool, StoreError> {
    let mut config: Config = address.parse().map_err(|error: tokio_postgres::Error| {
        let cause = std::error::Error::source(&error).map_or_else(String::new, |cause| format!(": {cause}"));
        StoreError::Unreachable(format!("invalid PostgreSQL URL{cause}"))
    })?;
    if role == Role::Primary {
        config.target_session_attrs(TargetSessionAttrs::ReadWrite);
    }
    let patience = settings.patience;
    let options = session_options(config.get_options(), patience);
    config
        .application_name("folkmoot")
        .connect_timeout(patience)
        .tcp_user_timeout(patience)
        .keepalives_idle(SILENCE)
        .keepalives_interval(SILENCE)
        .keepalives_retries(2)
        .options(options);
    let tls = MakeRustlsConnect::new(tls(settings.certificates.as_deref())?);
    let recycling = ManagerConfig { recycling_method: RecyclingMethod::Fast };
    let statements = settings.statements;
    let let_go = Hook::sync_fn(move |client: &mut ClientWrapper, _| {
        if client.statement_cache.size() > statements {
            client.statement_cache.clear();
        }
        Ok(())
    });
    let built = Pool::builder(Manager::from_config(config, tls, recycling))
        .max_size(settings.connections)
        .post_recycle(let_go)
        .timeouts(Timeouts { wait: Some(patience), create: Some(patience), recycle: Some(patience) })
        .runtime(Runtime::Tokio1)
        .build();
    built.map_err(|error| StoreError::Unreachable(error.to_string()))
}

/// How often a machine that says nothing is asked whether it is still there.
const SILENCE: Duration = Duration::from_secs(10);

/// How long to wait before asking again for a connection that the database did not have.
const BETWEEN_TRIES: Duration = Duration::from_millis(20);

/// A connection of a pool. Where the database has no more of them, one that somebody gives back is waited for.
pub async fn client(pool: &Pool, patience: Duration) -> Result<Object, StoreError> {
    let started = Instant::now();
    loop {
        match pool.get().await {
            Err(PoolError::Backend(error))
                if error.code() == Some(&SqlState::TOO_MANY_CONNECTIONS) && started.elapsed() < patience =>
            {
                tokio::time::sleep(BETWEEN_TRIES).await;
            }
            client => return client.map_err(StoreError::from),
        }
    }
}

/// Moments in UTC, text as it is, and statements that do not outlive those who wait for them.
fn session_options(given: Option<&str>, patience: Duration) -> String {
    let milliseconds = patience.as_millis();
    let own = format!(
        "-c TimeZone=UTC -c statement_timeout={milliseconds} -c lock_timeout={} \
         -c idle_in_transaction_session_timeout={} -c default_text_search_config=pg_catalog.simple",
        // Before PostgreSQL takes a wait for a deadlock and stops one of both, which might be an import.
        milliseconds.min(900),
        milliseconds * 2
    );
    given.map_or_else(|| own.clone(), |given| format!("{own} {given}"))
}

/// Trusts what the system trusts, and the certificates in a file beside.
fn tls(certificates: Option<&Path>) -> Result<ClientConfig, StoreError> {
    let unusable = |path: &Path, error: &dyn std::fmt::Display| {
        StoreError::Unreachable(format!("failed to read the certificates in {}: {error}", path.display()))
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
