//! Sign-in at an `OpenID` provider.

use std::collections::BTreeMap;
use std::io::{BufRead as _, BufReader};
use std::process::{Child, ChildStdout, Command, Stdio};

use jiff::Timestamp;
use reqwest::blocking::{Client, Response};
use reqwest::header::{CACHE_CONTROL, CONTENT_TYPE, COOKIE, LOCATION, SET_COOKIE};
use reqwest::redirect::Policy;
use serde_json::json;

use crate::support::admin::admin_key;
use crate::support::fixture::Platform;
use crate::support::{Data, Server, require, root};

/// The URL under which the browser opens the console.
const CONSOLE: &str = "https://console.example";

/// A running provider. Dropping it stops the process.
struct Provider {
    process: Child,
    url: String,
    /// Open until the end: the provider stops if it cannot print its notices.
    _output: BufReader<ChildStdout>,
}

impl Provider {
    fn start(claims_in: &str) -> Self {
        Self::start_with(claims_in, "none")
    }

    /// A provider with refresh tokens if `feature` is `refresh`, and without sign-out if it is `no-sign-out`.
    fn start_with(claims_in: &str, feature: &str) -> Self {
        let folder = root().join("crates/cli/tests/openid_provider");
        require(folder.join("node_modules").exists(), "oidc-provider");
        let mut command = Command::new("node");
        command.arg("server.mjs").current_dir(folder).env("CLAIMS_IN", claims_in);
        command.env("FEATURE", feature);
        let mut process = command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
        let mut url = String::new();
        let mut output = BufReader::new(process.stdout.take().unwrap());
        output.read_line(&mut url).unwrap();
        Self { process, url: url.trim().to_owned(), _output: output }
    }

    fn choose(&self, account: &str) {
        self.change(&format!("choose/{account}"));
    }

    /// Changes the behaviour of the provider.
    fn change(&self, path: &str) {
        assert_eq!(http().get(format!("{}/{path}", self.url)).send().unwrap().status(), 200, "{path}");
    }

    /// A server whose administrators sign in here.
    fn server(&self, data: &Data, more: &[&str]) -> Server {
        let settings = [
            "--admin-url",
            CONSOLE,
            "--openid-issuer",
            &self.url,
            "--openid-name",
            "City account",
            "--openid-client-id",
            "folkmoot",
            "--openid-client-secret",
            "secret-of-folkmoot",
            "--openid-scopes",
            "profile email groups",
            "--openid-administrator-groups",
            "folkmoot-administrators",
            "--openid-auditor-groups",
            "folkmoot-auditors,others",
        ];
        data.serve_with(&[&settings[..], more].concat())
    }
}

impl Drop for Provider {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

fn http() -> Client {
    Client::builder().redirect(Policy::none()).no_proxy().build().unwrap()
}

/// A browser: its cookies by host. URLs of the console lead to the server.
struct Browser<'a> {
    server: &'a Server,
    cookies: BTreeMap<(bool, String), String>,
}

impl<'a> Browser<'a> {
    fn new(server: &'a Server) -> Self {
        Self { server, cookies: BTreeMap::new() }
    }

    fn open(&mut self, url: &str) -> Response {
        self.send(url, reqwest::Method::GET, "")
    }

    /// Sends a form of the provider.
    fn submit(&mut self, url: &str, fields: &[(&str, &str)]) -> Response {
        let body = form_urlencoded::Serializer::new(String::new()).extend_pairs(fields).finish();
        self.send(url, reqwest::Method::POST, &body)
    }

    fn send(&mut self, url: &str, method: reqwest::Method, body: &str) -> Response {
        let real = url.replace(CONSOLE, &self.server.url);
        let is_server = real.starts_with(&self.server.url);
        let cookies = self.cookies.iter().filter(|((of_server, _), _)| *of_server == is_server);
        let cookies: Vec<String> = cookies.map(|((_, name), value)| format!("{name}={value}")).collect();
        let request = http().request(method, real).header(COOKIE, cookies.join("; "));
        let request = request.header(CONTENT_TYPE, "application/x-www-form-urlencoded");
        let response = request.body(body.to_owned()).send().unwrap();
        for cookie in response.headers().get_all(SET_COOKIE) {
            let (name, rest) = cookie.to_str().unwrap().split_once('=').unwrap();
            let value = rest.split(';').next().unwrap();
            self.cookies.insert((is_server, name.to_owned()), value.to_owned());
        }
        response
    }

    /// Begins a sign-in. Returns the URL at the provider.
    fn begin(&mut self, return_to: &str) -> String {
        let response = self.open(&format!("{CONSOLE}/admin/sign-in/openid-connect?return_to={return_to}"));
        assert_eq!(response.status(), 303);
        location(&response)
    }

    /// Follows redirects of the provider until one leads back. Returns its URL.
    fn callback_url(&mut self, url: String) -> String {
        let mut url = url;
        while !url.starts_with(CONSOLE) {
            let response = self.open(&url);
            assert!(response.status().is_redirection(), "{url}: {}", response.text().unwrap());
            let base = reqwest::Url::parse(&url).unwrap();
            url = base.join(&location(&response)).unwrap().to_string();
        }
        url
    }

    /// Signs in.
    fn sign_in(&mut self) {
        let url = self.begin("");
        let callback = self.callback_url(url);
        assert_eq!(location(&self.open(&callback)), "/admin");
    }

    fn session(&mut self) -> serde_json::Value {
        self.open(&format!("{CONSOLE}/admin/api/session")).json().unwrap()
    }
}

fn location(response: &Response) -> String {
    response.headers()[LOCATION].to_str().unwrap().to_owned()
}

/// The code of the error that the console shows after this response.
fn error_code(response: &Response) -> String {
    assert_eq!(response.status(), 303);
    assert_eq!(response.headers()[CACHE_CONTROL], "no-store");
    let code = location(response).strip_prefix("/admin?sign_in_error=").map(str::to_owned);
    let code = code.unwrap_or_else(|| panic!("{}", location(response)));
    let texts = std::fs::read_to_string(root().join("console/messages/en.ts")).unwrap();
    let texts = texts.split_once("signInErrors: {").unwrap().1.split_once('}').unwrap().0;
    assert!(texts.contains(&format!("'{code}':")) || texts.contains(&format!(" {code}:")), "{code}: no text");
    code
}

fn data() -> Data {
    Data::with(&Platform::empty())
}

mod requires_tools {
    use super::*;

    #[test]
    fn groups_of_the_account_decide_its_role() {
        for claims_in in ["id-token", "user-info"] {
            let (provider, data) = (Provider::start(claims_in), data());
            let server = provider.server(&data, &[]);
            let mut methods = Browser::new(&server);
            let methods: serde_json::Value =
                methods.open(&format!("{CONSOLE}/admin/api/sign-in-methods")).json().unwrap();
            assert_eq!(methods, json!({ "admin_key": true, "openid_connect": { "name": "City account" } }));
            for (account, name, role) in
                [("ann", "Ann Example", "administrator"), ("otto", "Otto Example", "auditor")]
            {
                provider.choose(account);
                let mut browser = Browser::new(&server);
                let url = browser.begin("/admin/clients?status=active");
                let callback = browser.callback_url(url);
                let response = browser.open(&callback);
                assert_eq!(response.status(), 303);
                assert_eq!(location(&response), "/admin/clients?status=active");
                let session = browser.session();
                assert_eq!(
                    session["administrator"],
                    json!({ "id": account, "name": name, "role": role, "method": "openid-connect" })
                );
                // The state works once.
                assert_eq!(error_code(&browser.open(&callback)), "expired");
            }
            provider.choose("eve");
            let mut browser = Browser::new(&server);
            let url = browser.begin("");
            let callback = browser.callback_url(url);
            assert_eq!(error_code(&browser.open(&callback)), "no-role");
            assert_eq!(browser.session()["status"], 401);
            let entries =
                data.table("SELECT actor_kind, actor_id FROM audit_log WHERE action = 'sessions.create'");
            let ids: Vec<_> = entries.iter().map(|row| row[1].clone().unwrap()).collect();
            assert_eq!(ids, ["ann", "otto"], "{entries:?}");
        }
    }

    #[test]
    fn cookies_of_a_sign_in_have_their_attributes() {
        let (provider, data) = (Provider::start("id-token"), data());
        let server = provider.server(&data, &[]);
        let mut browser = Browser::new(&server);
        let response = browser.open(&format!("{CONSOLE}/admin/sign-in/openid-connect"));
        let cookie = response.headers()[SET_COOKIE].to_str().unwrap().to_owned();
        assert!(cookie.starts_with("__Host-folkmoot_admin_sign_in="), "{cookie}");
        assert!(cookie.ends_with("; Path=/; HttpOnly; SameSite=Lax; Secure; Max-Age=600"), "{cookie}");
        let url = reqwest::Url::parse(&location(&response)).unwrap();
        let parameters: BTreeMap<_, _> = url.query_pairs().into_owned().collect();
        assert_eq!(parameters["response_type"], "code");
        assert_eq!(parameters["code_challenge_method"], "S256");
        assert!(parameters["nonce"].len() >= 16 && parameters["state"].len() >= 43);
        let callback = browser.callback_url(url.to_string());
        let page = browser.open(&callback);
        let cookies: Vec<&str> =
            page.headers().get_all(SET_COOKIE).iter().map(|it| it.to_str().unwrap()).collect();
        assert!(cookies[0].starts_with("__Host-folkmoot_admin="), "{cookies:?}");
        assert!(cookies[0].ends_with("; Path=/; HttpOnly; SameSite=Strict; Secure"), "{cookies:?}");
        assert!(cookies[1].contains("Max-Age=0"), "{cookies:?}");
    }

    #[test]
    fn a_response_that_does_not_belong_to_the_browser_signs_nobody_in() {
        let (provider, data) = (Provider::start("id-token"), data());
        let server = provider.server(&data, &[]);
        let mut attacker = Browser::new(&server);
        let url = attacker.begin("");
        let callback = attacker.callback_url(url);
        // The attacker lets another browser open the end of his own sign-in.
        let mut victim = Browser::new(&server);
        assert_eq!(error_code(&victim.open(&callback)), "expired");
        victim.begin("");
        assert_eq!(error_code(&victim.open(&callback)), "expired", "another state");
        assert_eq!(victim.session()["status"], 401);
        for (column, value) in [("nonce", "other"), ("code_verifier", &*"v".repeat(43))] {
            let mut browser = Browser::new(&server);
            let url = browser.begin("");
            let callback = browser.callback_url(url);
            data.change_database(&format!("UPDATE admin_sign_ins SET {column} = '{value}'"));
            assert_eq!(error_code(&browser.open(&callback)), "invalid", "{column}");
            assert_eq!(browser.session()["status"], 401, "{column}");
        }
        let mut late = Browser::new(&server);
        let url = late.begin("");
        let callback = late.callback_url(url);
        let ten_minutes = if data.is_embedded() { "600000" } else { "INTERVAL '10 minutes'" };
        data.change_database(&format!("UPDATE admin_sign_ins SET expires_at = expires_at - {ten_minutes}"));
        assert_eq!(error_code(&late.open(&callback)), "expired");
        let mut cancelled = Browser::new(&server);
        let url = cancelled.begin("");
        let state = reqwest::Url::parse(&url).unwrap();
        let state = state.query_pairs().find(|(name, _)| name == "state").unwrap().1.into_owned();
        let refused =
            format!("{CONSOLE}/admin/sign-in/openid-connect/callback?error=access_denied&state={state}");
        assert_eq!(error_code(&cancelled.open(&refused)), "refused");
    }

    #[test]
    fn an_id_token_must_be_recent_and_for_an_account_and_this_client() {
        let (provider, data) = (Provider::start("id-token"), data());
        let server = provider.server(&data, &[]);
        let now = Timestamp::now().as_second();
        for (claims, is_valid) in [
            (json!({ "azp": "folkmoot", "iat": now - 3_000 }), true),
            (json!({ "azp": "another" }), false),
            (json!({ "sub": "" }), false),
            (json!({ "iat": 0 }), false),
            (json!({ "iat": now - 3_700 }), false),
            (json!({ "iat": now + 900 }), false),
        ] {
            provider.change(&format!("tamper/{}", claims.to_string().replace('"', "%22")));
            let mut browser = Browser::new(&server);
            let url = browser.begin("");
            let callback = browser.callback_url(url);
            let response = browser.open(&callback);
            let expected = if is_valid { "/admin" } else { "/admin?sign_in_error=invalid" };
            assert_eq!(location(&response), expected, "{claims}");
            assert_eq!(browser.session()["administrator"].is_object(), is_valid, "{claims}");
        }
    }

    #[test]
    fn a_response_of_another_issuer_is_refused() {
        let (provider, data) = (Provider::start("id-token"), data());
        let server = provider.server(&data, &[]);
        let mut browser = Browser::new(&server);
        let url = browser.begin("");
        let callback = browser.callback_url(url);
        let encoded: String = form_urlencoded::byte_serialize(provider.url.as_bytes()).collect();
        assert!(callback.contains(&encoded), "{callback}");
        let foreign = callback.replace(&encoded, "https%3A%2F%2Fevil.example");
        assert_eq!(error_code(&browser.open(&foreign)), "invalid");
        assert_eq!(browser.session()["status"], 401);
    }

    /// Makes the time come at which the groups are requested again.
    fn let_time_pass(data: &Data) {
        data.change_database(
            "UPDATE admin_sessions SET recheck_at = created_at WHERE recheck_at IS NOT NULL",
        );
    }

    #[test]
    fn a_session_has_the_current_role_of_its_account() {
        for (claims_in, refresh) in [("id-token", "refresh"), ("user-info", "refresh"), ("user-info", "none")]
        {
            let case = format!("{claims_in} {refresh}");
            let (mut provider, data) = (Provider::start_with(claims_in, refresh), data());
            let server = provider.server(&data, &[]);
            let mut browser = Browser::new(&server);
            browser.sign_in();
            let role = |browser: &mut Browser| browser.session()["administrator"]["role"].clone();
            provider.change("groups/ann/folkmoot-auditors");
            assert_eq!(role(&mut browser), "administrator", "{case}: an hour has not passed");
            let_time_pass(&data);
            assert_eq!(
                (role(&mut browser), role(&mut browser)),
                (json!("auditor"), json!("auditor")),
                "{case}"
            );
            provider.change("groups/ann/folkmoot-administrators");
            let_time_pass(&data);
            assert_eq!(role(&mut browser), "administrator", "{case}");
            provider.change("groups/ann/staff");
            let_time_pass(&data);
            assert_eq!(browser.session()["status"], 401, "{case}");
            let ended = "SELECT actor_id FROM audit_log WHERE action = 'sessions.delete'";
            assert_eq!(data.table(ended), [[Some("ann".to_owned())]], "{case}");
            // Tokens are readable with the session's token only.
            let stored = format!("{:?}", data.table("SELECT provider_tokens FROM admin_sessions"));
            assert!(!stored.contains("Refresh") && !stored.contains("Access"), "{stored}");

            provider.change("groups/otto/folkmoot-auditors");
            provider.choose("otto");
            let mut removed = Browser::new(&server);
            removed.sign_in();
            provider.choose("ann");
            provider.change("groups/ann/folkmoot-administrators");
            let mut other = Browser::new(&server);
            other.sign_in();
            provider.change("remove/otto");
            let_time_pass(&data);
            assert_eq!(removed.session()["status"], 401, "{case}: the account was removed");
            provider.process.kill().unwrap();
            provider.process.wait().unwrap();
            assert_eq!(role(&mut other), "administrator", "{case}: the provider is unavailable");
        }
    }

    #[test]
    fn a_session_remains_if_the_provider_cannot_be_asked_again() {
        let (provider, data) = (Provider::start("id-token"), data());
        let server = provider.server(&data, &[]);
        let mut browser = Browser::new(&server);
        browser.sign_in();
        provider.change("groups/ann/staff");
        let_time_pass(&data);
        assert_eq!(browser.session()["administrator"]["role"], "administrator");
    }

    #[test]
    fn sign_ins_that_begin_are_limited_by_address() {
        let (provider, data) = (Provider::start("id-token"), data());
        let server = provider.server(&data, &["--address-failures-per-minute", "2"]);
        let open = |path| Browser::new(&server).open(&format!("{CONSOLE}/admin/{path}/openid-connect"));
        for path in ["sign-in", "sign-out"] {
            assert!(location(&open(path)).starts_with(&provider.url), "{path}");
        }
        for path in ["sign-in", "sign-out"] {
            assert_eq!(error_code(&open(path)), "too-many", "{path}");
        }
    }

    #[test]
    fn another_account_can_be_chosen() {
        let (provider, data) = (Provider::start("id-token"), data());
        let server = provider.server(&data, &[]);
        let mut browser = Browser::new(&server);
        for (sent, prompt) in [("select_account", Some("select_account")), ("none", None)] {
            let url = browser.begin(&format!("&prompt={sent}"));
            let url = reqwest::Url::parse(&url).unwrap();
            let found = url.query_pairs().find(|(name, _)| name == "prompt").map(|(_, value)| value);
            assert_eq!(found.as_deref(), prompt);
        }
    }

    #[test]
    fn signing_out_at_the_provider_ends_its_session_and_returns_to_the_console() {
        let (provider, data) = (Provider::start("id-token"), data());
        let server = provider.server(&data, &[]);
        let mut browser = Browser::new(&server);
        browser.sign_in();
        let sign_out = browser.open(&format!("{CONSOLE}/admin/sign-out/openid-connect"));
        let url = location(&sign_out);
        let parameters: BTreeMap<_, _> =
            reqwest::Url::parse(&url).unwrap().query_pairs().into_owned().collect();
        assert_eq!(parameters["client_id"], "folkmoot");
        assert_eq!(parameters["post_logout_redirect_uri"], format!("{CONSOLE}/admin"));
        assert_eq!(parameters.len(), 2, "no token of the account");
        let question = browser.open(&url).text().unwrap();
        let field = question.split_once("name=\"xsrf\" value=\"").unwrap().1.split_once('"').unwrap().0;
        let confirm = format!("{}/session/end/confirm", provider.url);
        let confirmed = browser.submit(&confirm, &[("xsrf", field), ("logout", "yes")]);
        assert_eq!(location(&confirmed), format!("{CONSOLE}/admin"));
    }

    #[test]
    fn a_provider_without_sign_out_is_reported() {
        let (provider, data) = (Provider::start_with("id-token", "no-sign-out"), data());
        let server = provider.server(&data, &[]);
        let response = Browser::new(&server).open(&format!("{CONSOLE}/admin/sign-out/openid-connect"));
        assert_eq!(error_code(&response), "no-sign-out");
    }

    #[test]
    fn an_unavailable_provider_is_reported_and_admin_keys_still_work() {
        let (mut provider, data) = (Provider::start("id-token"), data());
        let (_, key) = admin_key(&data, "administrator");
        let server = provider.server(&data, &[]);
        let mut browser = Browser::new(&server);
        let url = browser.begin("");
        let callback = browser.callback_url(url);
        provider.process.kill().unwrap();
        provider.process.wait().unwrap();
        for url in [callback, format!("{CONSOLE}/admin/sign-in/openid-connect")] {
            assert_eq!(error_code(&browser.open(&url)), "unavailable", "{url}");
        }
        assert_eq!(crate::support::admin::sign_in(&server, &key).send().status, 201);
    }
}

#[test]
fn without_a_provider_there_is_no_sign_in_at_one() {
    let data = data();
    let server = data.serve_with(&[]);
    let mut browser = Browser::new(&server);
    let methods = browser.open(&format!("{}/admin/api/sign-in-methods", server.url));
    assert_eq!(methods.json::<serde_json::Value>().unwrap()["openid_connect"], json!(null));
    for path in ["", "/callback?code=x&state=y"] {
        let response = browser.open(&format!("{}/admin/sign-in/openid-connect{path}", server.url));
        assert_eq!(error_code(&response), "not-configured");
    }
}
