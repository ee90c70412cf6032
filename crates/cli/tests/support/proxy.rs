//! The web servers of the deployment guide.

use std::net::{IpAddr, SocketAddr};
use std::path::Path;
use std::process::{Child, Command, Stdio};

use reqwest::blocking::Client;
use reqwest::redirect::Policy;
use tempfile::TempDir;

use super::cluster::free_port;
use super::{Server, eventually, guide_block, require, root};

const GUIDE: &str = "start-deployment";
/// The host of the site in the guide.
pub const SITE: &str = "developers.zwenebeke.example";

/// A web server in front of a server, configured as in the guide, without TLS. Dropping it stops it.
pub struct Proxy {
    process: Child,
    _folder: TempDir,
    port: u16,
    redirect_port: u16,
}

impl Proxy {
    fn start(
        program: &str,
        server: &Server,
        arguments: impl Fn(&str, &Path, [u16; 2]) -> Vec<String>,
    ) -> Self {
        let path = root().join(".tools").join(program);
        require(path.exists(), program);
        let (directory, [port, redirect_port]) =
            (tempfile::tempdir().unwrap(), [(); 2].map(|()| free_port()));
        let mut command = Command::new(path);
        let upstream = server.url.trim_start_matches("http://");
        let arguments = arguments(upstream, directory.path(), [port, redirect_port]);
        command.args(arguments).current_dir(directory.path());
        for variable in ["HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME"] {
            command.env(variable, directory.path());
        }
        let process = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        let proxy = Self { process, _folder: directory, port, redirect_port };
        let client = client("127.0.0.1");
        let ready =
            || client.get(proxy.url("/health/ready")).send().is_ok_and(|response| response.status() == 200);
        eventually("the web server does not start", ready);
        proxy
    }

    /// nginx.
    pub fn nginx(server: &Server) -> Self {
        Self::start("usr/sbin/nginx", server, |upstream, directory, [port, redirect_port]| {
            let site: String = guide_block(GUIDE, "/etc/nginx/sites-enabled/folkmoot")
                .lines()
                .filter(|line| !line.contains("ssl_certificate"))
                .flat_map(|line| [line, "\n"])
                .collect();
            let site = site
                .replace("listen 443 ssl", &format!("listen 127.0.0.1:{port}"))
                .replace("listen 80", &format!("listen 127.0.0.1:{redirect_port}"))
                .replace("127.0.0.1:8080", upstream);
            let directory = directory.to_str().unwrap();
            let temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
                .map(|kind| format!("{kind}_temp_path {directory}/{kind};"))
                .concat();
            let file = format!("{directory}/nginx.conf");
            let frame = format!("daemon off; pid {directory}/pid; error_log stderr; events {{}}");
            std::fs::write(&file, format!("{frame} http {{ access_log off; {temporary} {site} }}")).unwrap();
            vec!["-c".to_owned(), file, "-p".to_owned(), directory.to_owned()]
        })
    }

    /// Caddy.
    pub fn caddy(server: &Server) -> Self {
        Self::start("usr/bin/caddy", server, |upstream, directory, [port, _]| {
            let site = guide_block(GUIDE, "/etc/caddy/Caddyfile")
                .replace("127.0.0.1:8080", upstream)
                .replace(SITE, &format!("http://{SITE}:{port}"));
            let file = directory.join("Caddyfile").to_str().unwrap().to_owned();
            std::fs::write(&file, format!("{{\n\tadmin off\n}}\n{site}\n")).unwrap();
            ["run", "--config", &file, "--adapter", "caddyfile"].map(str::to_owned).to_vec()
        })
    }

    /// The URL of a path of the site.
    pub fn url(&self, path: &str) -> String {
        format!("http://{SITE}:{}{path}", self.port)
    }

    /// The URL of a path on the port that redirects to TLS.
    pub fn redirected_url(&self, path: &str) -> String {
        format!("http://{SITE}:{}{path}", self.redirect_port)
    }
}

/// A client that connects from this address, and finds the site on this machine.
pub fn client(from: &str) -> Client {
    let address = SocketAddr::from(([127, 0, 0, 1], 0));
    let from: IpAddr = from.parse().unwrap();
    let client = Client::builder().no_proxy().redirect(Policy::none()).local_address(from);
    client.resolve(SITE, address).build().unwrap()
}

impl Drop for Proxy {
    fn drop(&mut self) {
        let _ = Command::new("kill").arg(self.process.id().to_string()).status();
        let _ = self.process.wait();
    }
}
