//! Counting what is refused, by its reason: everything that this server refuses because of a limit is in one family of
//! metrics.

/// The metric.
const METRIC: &str = "folkmoot_refusals_total";

/// Why something was refused, or was ended, because of a limit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Refusal {
    /// A connection, because there are too many.
    Connections,
    /// A connection, because there are too many of its network address.
    AddressConnections,
    /// A connection that did not send the headers of a request in time.
    HeaderTimeout,
    /// A connection whose client did not read its response.
    WriteTimeout,
    /// A request whose URL and headers are too large.
    HeaderSize,
    /// A request whose body is too large.
    BodySize,
    /// A request whose body did not arrive in time.
    BodyTimeout,
    /// A request, because too many of its client wait.
    ClientQueue,
    /// A request, because too many wait.
    Queue,
    /// Work for the database, the disk or the file storage, because too much waits.
    WorkQueue,
    /// A sign-in from a network address with too many failures.
    SignIn,
    /// A sign-in of an administrator from a network address with too many failures.
    AdminSignIn,
    /// A token for a client that got too many.
    Tokens,
    /// A request of a client that sent too many.
    Requests,
    /// A request without a valid token, of a network address that sent too many.
    AddressRequests,
    /// A search of a client that sent too many.
    Searches,
    /// A request that waits for a change, of a client that has too many.
    LongPolls,
    /// A stream of a client that has too many.
    ClientStreams,
    /// A stream, because there are too many.
    Streams,
    /// A stream whose temporary file is too large.
    Spool,
}

impl Refusal {
    /// Every reason.
    pub const ALL: [Self; 20] = [
        Self::Connections,
        Self::AddressConnections,
        Self::HeaderTimeout,
        Self::WriteTimeout,
        Self::HeaderSize,
        Self::BodySize,
        Self::BodyTimeout,
        Self::ClientQueue,
        Self::Queue,
        Self::WorkQueue,
        Self::SignIn,
        Self::AdminSignIn,
        Self::Tokens,
        Self::Requests,
        Self::AddressRequests,
        Self::Searches,
        Self::LongPolls,
        Self::ClientStreams,
        Self::Streams,
        Self::Spool,
    ];

    /// The label `reason` of the metric.
    pub fn reason(self) -> &'static str {
        match self {
            Self::Connections => "connections",
            Self::AddressConnections => "address-connections",
            Self::HeaderTimeout => "header-timeout",
            Self::WriteTimeout => "write-timeout",
            Self::HeaderSize => "header-size",
            Self::BodySize => "body-size",
            Self::BodyTimeout => "body-timeout",
            Self::ClientQueue => "client-queue",
            Self::Queue => "queue",
            Self::WorkQueue => "work-queue",
            Self::SignIn => "sign-in",
            Self::AdminSignIn => "admin-sign-in",
            Self::Tokens => "tokens",
            Self::Requests => "requests",
            Self::AddressRequests => "address-requests",
            Self::Searches => "searches",
            Self::LongPolls => "polls",
            Self::ClientStreams => "client-streams",
            Self::Streams => "streams",
            Self::Spool => "spool",
        }
    }

    /// Counts a refusal.
    pub fn count(self) {
        metrics::counter!(METRIC, "reason" => self.reason()).increment(1);
    }

    /// Makes every reason visible in the metrics before it occurs, so that an alert sees the first one.
    pub fn register() {
        for refusal in Self::ALL {
            metrics::counter!(METRIC, "reason" => refusal.reason()).absolute(0);
        }
    }
}
