//! The commands of `folkmoot webhooks`, and which events a webhook gets.

#![allow(clippy::doc_markdown, reason = "the comments are printed as plain text")]

use clap::{ArgGroup, Args, Subcommand};
use folkmoot_webhooks::types;
use uuid::Uuid;

/// The commands of `folkmoot webhooks`.
#[derive(Debug, Clone, PartialEq, Eq, Subcommand)]
pub enum WebhooksCommand {
    /// Create a webhook and print its secret. The secret is shown only once.
    ///
    /// The webhook belongs to a client, and gets events of what this client may read.
    #[command(
        after_help = "Examples:\n  folkmoot webhooks create CLIENT_ID https://example.org/hook\n  folkmoot webhooks create CLIENT_ID https://example.org/hook --events 'idea.created,comment.*'"
    )]
    Create {
        /// Id of the client.
        client: Uuid,
        /// URL that gets the events. It begins with https.
        url: String,
        /// Types of events, separated by commas, such as `idea.created,comment.*` [default: all].
        #[arg(long, value_name = "TYPES", value_parser = events)]
        events: Option<EventTypes>,
        /// Ids of projects, separated by commas: only events of them and of their records [default: all].
        #[arg(long, value_name = "IDS", value_parser = projects)]
        projects: Option<Projects>,
        /// Print JSON.
        #[arg(long)]
        json: bool,
    },
    /// List all webhooks.
    List {
        /// Print JSON.
        #[arg(long)]
        json: bool,
    },
    /// Print a webhook.
    Show(WebhookId),
    /// Change a webhook.
    #[command(
        after_help = "Example:\n  folkmoot webhooks update WEBHOOK_ID --events '*' --projects all",
        group = ArgGroup::new("changes").required(true).multiple(true)
    )]
    Update {
        /// Id of the webhook.
        id: Uuid,
        /// New URL.
        #[arg(long, group = "changes")]
        url: Option<String>,
        /// New types of events, or `*` for all.
        #[arg(long, value_name = "TYPES", group = "changes", value_parser = events)]
        events: Option<EventTypes>,
        /// New projects, or `all`.
        #[arg(long, value_name = "IDS", group = "changes", value_parser = projects)]
        projects: Option<Projects>,
        /// Print JSON.
        #[arg(long)]
        json: bool,
    },
    /// Replace the secret of a webhook and print the new one. Both sign for 24 hours.
    Rotate(WebhookId),
    /// Send an event with example data.
    #[command(after_help = "Example:\n  folkmoot webhooks test WEBHOOK_ID --type idea.created")]
    Test {
        /// Id of the webhook.
        id: Uuid,
        /// Type of the event.
        #[arg(long = "type", value_name = "TYPE", default_value = "webhook.test")]
        kind: String,
        /// Print JSON.
        #[arg(long)]
        json: bool,
    },
    /// Pause a webhook. Nothing is stored for it until it is resumed.
    Pause(WebhookId),
    /// Resume a webhook. Its first event says from where the changes of the pause can be read.
    Resume(WebhookId),
    /// Delete a webhook.
    Delete(WebhookId),
    /// List the last 100 attempts to send events, newest first.
    Deliveries(WebhookId),
    /// Send an event again.
    Resend {
        /// Id of the webhook.
        id: Uuid,
        /// Id of the event: the value of the header webhook-id.
        event_id: String,
        /// Print JSON.
        #[arg(long)]
        json: bool,
    },
}

/// A webhook, and how it is printed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Args)]
pub struct WebhookId {
    /// Id of the webhook.
    pub id: Uuid,
    /// Print JSON.
    #[arg(long)]
    pub json: bool,
}

/// The types of events; `None` for all.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EventTypes(pub Option<Vec<String>>);

/// The projects; `None` for all.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Projects(pub Option<Vec<Uuid>>);

/// Parses types that are separated by commas.
pub fn events(text: &str) -> Result<EventTypes, String> {
    types::chosen(text.split(',')).map(EventTypes)
}

/// Parses `all`, or ids of projects that are separated by commas.
pub fn projects(text: &str) -> Result<Projects, String> {
    if text == "all" {
        return Ok(Projects(None));
    }
    let ids = text.split(',').map(|id| Uuid::parse_str(id.trim())).collect::<Result<_, _>>();
    ids.map(|ids| Projects(Some(ids)))
        .map_err(|_| "expected `all`, or ids of projects, separated by commas".to_owned())
}
