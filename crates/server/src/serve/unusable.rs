//! Settings that prevent a start, found without starting.

use std::io::{self, Read as _, Write as _};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::time::Duration;

use folkmoot_portal::Embedded;
use folkmoot_settings::{Settings, UnusableSetting, require_licence};

use super::super::access_log::AccessLog;
use super::super::portal::{Portal, provider};
use super::cannot_listen;
use super::second_listener::Kind;

/// How long a program that uses an address of the settings may take to respond.
const TIMEOUT: Duration = Duration::from_secs(2);

/// Every setting with which a server of these settings and this embedded portal cannot start, apart from those of the database
/// and the file storage. Nothing is created, and a running server is not disturbed.
pub fn unusable_settings(settings: &Settings, embedded: Embedded) -> Vec<UnusableSetting> {
    let listeners = [("listen", Some(settings.listen))]
        .into_iter()
        .chain([Kind::Administration, Kind::Metrics].map(|kind| (kind.setting(), kind.address(settings))))
        .filter_map(|(setting, address)| Some((setting, address?)));
    let portal = provider(settings).and_then(|provider| Portal::open(settings, embedded.portal, provider));
    let mut checks = vec![AccessLog::check(settings), portal.map(drop), require_licence(settings)];
    checks.extend(listeners.map(|(setting, address)| check_address(setting, address)));
    checks.into_iter().filter_map(Result::err).collect()
}

/// Fails if a server could not listen on an address, unless one does already.
fn check_address(setting: &'static str, address: SocketAddr) -> Result<(), UnusableSetting> {
    match TcpListener::bind(address) {
        Err(error) if error.kind() == io::ErrorKind::AddrInUse && is_server(address) => Ok(()),
        bound => bound.map(drop).map_err(|error| cannot_listen(setting, address, &error)),
    }
}

/// Whether a server of this program listens on an address: each of its responses has an id.
fn is_server(address: SocketAddr) -> bool {
    let respond = || -> io::Result<bool> {
        let mut connection = TcpStream::connect_timeout(&address, TIMEOUT)?;
        connection.set_read_timeout(Some(TIMEOUT))?;
        connection
            .write_all(b"HEAD /health/live HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n")?;
        let mut response = Vec::new();
        connection.take(8192).read_to_end(&mut response)?;
        Ok(String::from_utf8_lossy(&response).to_ascii_lowercase().contains("\r\nx-request-id: "))
    };
    respond().unwrap_or(false)
}
