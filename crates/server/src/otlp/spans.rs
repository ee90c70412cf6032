//! The bounded queue of ended spans, and the task that sends them.

use std::time::Duration;

use opentelemetry::Context;
use opentelemetry_sdk::error::OTelSdkResult;
use opentelemetry_sdk::trace::{Span, SpanData, SpanProcessor};
use tokio::sync::{mpsc, watch};

use super::sender::Sender;

/// Maximum spans in the queue: about 2 MB.
const MAX_QUEUED: usize = 4096;
/// Maximum spans of one request to the collector.
const MAX_BATCH: usize = 512;
/// How long a batch waits for further spans.
const MAX_DELAY: Duration = Duration::from_secs(1);

/// Puts ended spans into the queue.
#[derive(Debug)]
pub struct Queue(mpsc::Sender<SpanData>);

/// An empty queue and its end.
pub fn queue() -> (Queue, mpsc::Receiver<SpanData>) {
    let (sender, receiver) = mpsc::channel(MAX_QUEUED);
    (Queue(sender), receiver)
}

impl SpanProcessor for Queue {
    fn on_start(&self, _: &mut Span, _: &Context) {}

    fn on_end(&self, span: SpanData) {
        // Never waits: a request must not be slower because the collector is.
        if self.0.try_send(span).is_err() {
            metrics::counter!("folkmoot_spans_total", "result" => "dropped").increment(1);
        }
    }

    fn force_flush(&self) -> OTelSdkResult {
        Ok(())
    }

    fn shutdown_with_timeout(&self, _: Duration) -> OTelSdkResult {
        Ok(())
    }
}

/// Sends the spans of the queue in batches until the server stops, and then what is left.
pub async fn send(mut ended: mpsc::Receiver<SpanData>, sender: Sender, mut stopping: watch::Receiver<bool>) {
    loop {
        let mut batch = Vec::with_capacity(MAX_BATCH);
        let is_open = tokio::select! {
            () = stopped(&mut stopping) => {
                ended.close();
                ended.recv_many(&mut batch, MAX_BATCH).await > 0
            }
            is_open = fill(&mut ended, &mut batch) => is_open,
        };
        if !batch.is_empty() {
            sender.send_spans(batch).await;
        }
        if !is_open {
            return;
        }
    }
}

/// Waits until the server stops.
async fn stopped(stopping: &mut watch::Receiver<bool>) {
    let _ = stopping.wait_for(|is_stopping| *is_stopping).await;
}

/// Waits for a span and then for others, until the batch is full or old enough. Returns `false` if there will be no more.
async fn fill(ended: &mut mpsc::Receiver<SpanData>, batch: &mut Vec<SpanData>) -> bool {
    if ended.recv_many(batch, MAX_BATCH).await == 0 {
        return false;
    }
    let fill = async {
        while batch.len() < MAX_BATCH {
            let missing = MAX_BATCH - batch.len();
            if ended.recv_many(batch, missing).await == 0 {
                return false;
            }
        }
        true
    };
    tokio::time::timeout(MAX_DELAY, fill).await.unwrap_or(true)
}
