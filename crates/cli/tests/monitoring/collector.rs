//! An OpenTelemetry collector for tests: it accepts OTLP over HTTP with Protobuf, and stores what it receives.

#![allow(dead_code, reason = "the benchmark of traces uses a part")]
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Mutex};

use opentelemetry_proto::tonic::collector::trace::v1::ExportTraceServiceRequest;
use opentelemetry_proto::tonic::common::v1::{KeyValue, any_value};
use opentelemetry_proto::tonic::trace::v1::Span;
use prost::Message as _;

/// What a collector received.
#[derive(Debug, Default)]
pub struct Received {
    pub spans: Vec<Span>,
    /// The attributes of the resources of all requests.
    pub resources: Vec<Vec<KeyValue>>,
    /// The headers of all requests, in lower case.
    pub headers: Vec<String>,
    /// The bodies of all requests.
    pub bodies: Vec<Vec<u8>>,
}

/// A collector on a port of its own, until the test ends.
#[derive(Debug, Clone)]
pub struct Collector {
    pub url: String,
    received: Arc<Mutex<Received>>,
}

impl Collector {
    pub fn start() -> Self {
        let received = Arc::<Mutex<Received>>::default();
        let stored = Arc::clone(&received);
        let url = listen(move |head, body| store(head, body, &mut stored.lock().unwrap()));
        Self { url, received }
    }

    /// Reads what was received.
    pub fn read<T>(&self, read: impl FnOnce(&Received) -> T) -> T {
        read(&self.received.lock().unwrap())
    }
}

/// Listens on a port of its own, and passes the head and the body of each request to `receive`. Returns the URL.
pub fn listen(receive: impl Fn(&str, Vec<u8>) + Send + Sync + 'static) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("http://{}", listener.local_addr().unwrap());
    let receive = Arc::new(receive);
    std::thread::spawn(move || {
        for stream in listener.incoming() {
            let (stream, receive) = (stream.unwrap(), Arc::clone(&receive));
            std::thread::spawn(move || serve(&stream, &*receive));
        }
    });
    url
}

/// Serves the requests of a connection until the client closes it.
fn serve(stream: &TcpStream, receive: &impl Fn(&str, Vec<u8>)) {
    let mut reader = BufReader::new(stream);
    loop {
        let mut head = String::new();
        while !head.ends_with("\r\n\r\n") {
            if reader.read_line(&mut head).unwrap_or(0) == 0 {
                return;
            }
        }
        let head = head.to_lowercase();
        let length = head.lines().find_map(|line| line.strip_prefix("content-length: ")).unwrap();
        let mut body = vec![0; length.parse().unwrap()];
        reader.read_exact(&mut body).unwrap();
        assert!(head.contains("content-type: application/x-protobuf"), "{head}");
        receive(&head, body);
        let response =
            b"HTTP/1.1 200 OK\r\nContent-Type: application/x-protobuf\r\nContent-Length: 0\r\n\r\n";
        if (&mut &*stream).write_all(response).is_err() {
            return;
        }
    }
}

fn store(head: &str, body: Vec<u8>, received: &mut Received) {
    assert!(head.starts_with("post /v1/traces "), "{head}");
    let request = ExportTraceServiceRequest::decode(body.as_slice()).unwrap();
    for spans in request.resource_spans {
        received.resources.extend(spans.resource.map(|resource| resource.attributes));
        received.spans.extend(spans.scope_spans.into_iter().flat_map(|scope| scope.spans));
    }
    received.headers.push(head.to_owned());
    received.bodies.push(body);
}

/// The value of an attribute as text.
pub fn attribute(attributes: &[KeyValue], name: &str) -> Option<String> {
    let found = attributes.iter().find(|attribute| attribute.key == name)?;
    Some(match found.value.as_ref()?.value.as_ref()? {
        any_value::Value::StringValue(text) => text.clone(),
        any_value::Value::IntValue(number) => number.to_string(),
        other => format!("{other:?}"),
    })
}
