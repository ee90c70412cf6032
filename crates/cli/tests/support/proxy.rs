//! The web servers and load balancers of the deployment guides.

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

/// The addresses of the servers in the files of `deploy/load-balancer`.
const BALANCED: [&str; 2] = ["10.0.0.11:8080", "10.0.0.12:8080"];

/// A web server in front of servers, configured as in the guides, without TLS. Dropping it stops it.
pub struct Proxy {
    process: Child,
    _folder: TempDir,
    port: u16,
    redirect_port: u16,
}

impl Proxy {
    /// Starts a program of `.tools` with the arguments for this folder and these ports.
    fn start(program: &str, arguments: impl Fn(&Path, [u16; 2]) -> Vec<String>) -> Self {
        let tools = root().join(".tools");
        let path = tools.join(program);
        require(path.exists(), program);
        let (directory, [port, redirect_port]) =
            (tempfile::tempdir().unwrap(), [(); 2].map(|()| free_port()));
        let mut command = Command::new(path);
        command.args(arguments(directory.path(), [port, redirect_port])).current_dir(directory.path());
        for variable in ["HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME"] {
            command.env(variable, directory.path());
        }
        // Libraries that are unpacked beside the program.
        let libraries = format!("usr/lib/{}-linux-gnu", std::env::consts::ARCH);
        command.env("LD_LIBRARY_PATH", tools.join(libraries));
        let process = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        let proxy = Self { process, _folder: directory, port, redirect_port };
        let client = client("127.0.0.1");
        let ready =
            || client.get(proxy.url("/health/ready")).send().is_ok_and(|response| response.status() == 200);
        eventually("the web server does not start", ready);
        proxy
    }

    /// nginx with the configuration of a site.
    fn nginx_with(site: &str) -> Self {
        Self::start("usr/sbin/nginx", |directory, [port, redirect_port]| {
            let site: String = site
                .lines()
                .filter(|line| !line.contains("ssl_certificate"))
                .flat_map(|line| [line, "\n"])
                .collect();
            let site = site
                .replace("listen 443 ssl", &format!("listen 127.0.0.1:{port}"))
                .replace("listen 80", &format!("listen 127.0.0.1:{redirect_port}"));
            let directory = directory.to_str().unwrap();
            let temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
                .map(|kind| format!("{kind}_temp_path {directory}/{kind};"))
                .concat();
            let file = format!("{directory}/nginx.conf");
            // Otherwise nginx writes bodies as another user, who may not enter the folder, if root starts it.
            let frame = format!("user root; daemon off; pid {directory}/pid; error_log stderr; events {{}}");
            std::fs::write(&file, format!("{frame} http {{ access_log off; {temporary} {site} }}")).unwrap();
            vec!["-c".to_owned(), file, "-p".to_owned(), directory.to_owned()]
        })
    }

    /// Caddy with the configuration of a site.
    fn caddy_with(site: &str) -> Self {
        Self::start("usr/bin/caddy", |directory, [port, _]| {
            let site = site.replace(SITE, &format!("http://{SITE}:{port}"));
            let file = directory.join("Caddyfile").to_str().unwrap().to_owned();
            std::fs::write(&file, format!("{{\n\tadmin off\n}}\n{site}\n")).unwrap();
            ["run", "--config", &file, "--adapter", "caddyfile"].map(str::to_owned).to_vec()
        })
    }

    /// nginx.
    pub fn nginx(server: &Server) -> Self {
        Self::nginx_with(&before(server, "/etc/nginx/sites-enabled/folkmoot"))
    }

    /// nginx as a shared cache: it stores what everybody may get, as long as the server says.
    pub fn caching_nginx(server: &Server) -> Self {
        let site = before(server, "/etc/nginx/sites-enabled/folkmoot");
        let cache = "proxy_cache_path cache keys_zone=pages:1m;";
        let stored = "proxy_cache pages; add_header X-Cache $upstream_cache_status always;";
        Self::nginx_with(&format!(
            "{cache}\n{}",
            site.replacen("location / {", &format!("location / {{ {stored}"), 1)
        ))
    }

    /// Caddy.
    pub fn caddy(server: &Server) -> Self {
        Self::caddy_with(&before(server, "/etc/caddy/Caddyfile"))
    }

    /// nginx as a load balancer of the servers on these ports.
    pub fn balancing_nginx(ports: [u16; 2]) -> Self {
        Self::nginx_with(&balancer("nginx.conf", ports))
    }

    /// Caddy as a load balancer of the servers on these ports.
    pub fn balancing_caddy(ports: [u16; 2]) -> Self {
        Self::caddy_with(&balancer("Caddyfile", ports))
    }

    /// `HAProxy` as a load balancer of the servers on these ports.
    pub fn balancing_haproxy(ports: [u16; 2]) -> Self {
        Self::start("usr/sbin/haproxy", |directory, [port, _]| {
            let is_kept = |line: &&str| {
                !["user ", "group ", "bind :80", "http-request redirect"]
                    .iter()
                    .any(|start| line.trim().starts_with(start))
            };
            let bind = |line: &str| {
                if line.trim().starts_with("bind :443") {
                    format!("    bind 127.0.0.1:{port}\n")
                } else {
                    format!("{line}\n")
                }
            };
            let file = directory.join("haproxy.cfg").to_str().unwrap().to_owned();
            let text: String = balancer("haproxy.cfg", ports).lines().filter(is_kept).map(bind).collect();
            std::fs::write(&file, text).unwrap();
            ["-db", "-f", &file].map(str::to_owned).to_vec()
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

/// A configuration of the deployment guide, for this server.
fn before(server: &Server, title: &str) -> String {
    guide_block(GUIDE, title).replace("127.0.0.1:8080", server.url.trim_start_matches("http://"))
}

/// A file of `deploy/load-balancer`, for the servers on these ports.
fn balancer(file: &str, ports: [u16; 2]) -> String {
    let text = std::fs::read_to_string(root().join("deploy/load-balancer").join(file)).unwrap();
    BALANCED.iter().zip(ports).fold(text, |text, (address, port)| {
        assert!(text.contains(address), "{file} has no {address}");
        text.replace(address, &format!("127.0.0.1:{port}"))
    })
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
