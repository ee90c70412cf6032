//! `folkmoot clients`

use std::io::Write;

use folkmoot_authentication::secrets::{Secret, new_client_id};
use folkmoot_model::timestamp::timestamp;
use folkmoot_store::Store;
use folkmoot_store::clients::{Client, EditOutcome};
use jiff::{SignedDuration, Timestamp};
use serde_json::{Value, json};
use uuid::Uuid;

use super::{ClientsCommand, Failure};

/// Creates, lists or revokes clients, or rotates the secret of a client.
pub fn run(
    command: ClientsCommand,
    store: &Store,
    now: Timestamp,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    match command {
        ClientsCommand::Create { name, json } => create(name, json, store, now, out),
        ClientsCommand::List { json } => list(json, store, out),
        ClientsCommand::Revoke { id } => revoke(id, store, now, out),
        ClientsCommand::Rotate { id, overlap, revoke_tokens, json } => {
            let until = now + SignedDuration::from_hours(i64::from(overlap));
            rotate(id, until, revoke_tokens, json, store, out)
        }
    }
}

fn create(
    name: String,
    json: bool,
    store: &Store,
    now: Timestamp,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    let secret = Secret::generate()?;
    let client = Client::new(new_client_id()?, name, secret.hash(), now.as_millisecond());
    store.clients().create(&client, |_, _| Ok(()))?;
    print_credentials(&client, &secret, json, out)
}

fn list(json: bool, store: &Store, out: &mut dyn Write) -> Result<(), Failure> {
    let clients = store.clients().all()?;
    if json {
        let all: Vec<Value> = clients.iter().map(client_json).collect();
        writeln!(out, "{}", Value::Array(all))?;
        return Ok(());
    }
    for client in &clients {
        let state = match (client.revoked_at, client.last_authenticated_at) {
            (Some(revoked), _) => format!("revoked {}", timestamp(revoked)),
            (None, Some(last)) => format!("last used {}", timestamp(last)),
            (None, None) => "never used".to_owned(),
        };
        writeln!(out, "{}  {}  {state}  {}", client.id, timestamp(client.created_at), client.name)?;
    }
    Ok(())
}

fn revoke(id: Uuid, store: &Store, now: Timestamp, out: &mut dyn Write) -> Result<(), Failure> {
    match store.clients().revoke(id, now.as_millisecond(), |_, _| Ok(()))? {
        EditOutcome::Changed(_) => Ok(writeln!(out, "revoked {id}")?),
        EditOutcome::Revoked(_) => Ok(writeln!(out, "{id} was already revoked")?),
        _ => {
            Err(Failure::new(format!("no client has the id {id}; `folkmoot clients list` lists all clients")))
        }
    }
}

fn rotate(
    id: Uuid,
    previous_until: Timestamp,
    revoke_tokens: bool,
    json: bool,
    store: &Store,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    let secret = Secret::generate()?;
    let until = previous_until.as_millisecond();
    match store.clients().rotate_secret(id, &secret.hash(), until, revoke_tokens, |_, _| Ok(()))? {
        EditOutcome::Changed(change) => print_credentials(&change.after, &secret, json, out),
        _ => Err(Failure::new(format!(
            "no active client has the id {id}; `folkmoot clients list` lists all clients"
        ))),
    }
}

fn print_credentials(
    client: &Client,
    secret: &Secret,
    json: bool,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    if json {
        let mut credentials = json!({ "client_id": client.id, "client_secret": secret.expose() });
        credentials["name"] = json!(client.name);
        credentials["created_at"] = json!(timestamp(client.created_at));
        writeln!(out, "{credentials}")?;
    } else {
        writeln!(out, "client_id      {}", client.id)?;
        writeln!(out, "client_secret  {}", secret.expose())?;
        writeln!(std::io::stderr(), "Store the secret now; it will not be shown again.")?;
    }
    Ok(())
}

fn client_json(client: &Client) -> Value {
    json!({
        "client_id": client.id,
        "name": client.name,
        "created_at": timestamp(client.created_at),
        "last_authenticated_at": client.last_authenticated_at.map(timestamp),
        "revoked_at": client.revoked_at.map(timestamp),
    })
}
