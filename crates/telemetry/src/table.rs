//! Every metric, declared once. To add one, add a row: its kind, its name, its unit, and its labels with their values, if these are few.

use super::metric::{Kind, Label, Metric, Unit};

/// Generates the table.
macro_rules! metrics {
    ($($group:literal { $($(#[doc = $doc:literal])+ $kind:ident $name:ident: $unit:ident
        $({ $($label:ident $(= [$($value:literal),+])?),+ })?;)+ })+) => {
        /// Every metric, in the order of the list in the portal.
        pub static METRICS: &[Metric] = &[$($(Metric {
            name: stringify!($name),
            group: $group,
            kind: metrics!(@$kind),
            unit: Unit::$unit,
            labels: &[$($(Label { name: stringify!($label), values: &[$($($value),+)?] }),+)?],
            doc: concat!($($doc),+),
        },)+)+];
    };
    (@counter) => { Kind::Counter };
    (@gauge) => { Kind::Gauge };
    (@histogram) => { Kind::Histogram };
}

metrics! {
    "Requests" {
        /// Completed requests, by the pattern of the route and the status. Requests that no route matches have the route `other`.
        counter folkmoot_requests_total: Count { route, status };

        /// Time until the response began, without the time that clients asked to wait for changes, by the pattern of the route.
        histogram folkmoot_request_seconds: Seconds { route };

        /// Requests whose response has not begun.
        gauge folkmoot_requests_in_flight: Count;

        /// Error responses, by the code of the error.
        counter folkmoot_problems_total: Count { code };

        /// Requests that wait for a change.
        gauge folkmoot_change_polls: Count;
    }

    "Sign-in" {
        /// Tokens issued to clients.
        counter folkmoot_tokens_issued_total: Count;

        /// Attempts of clients to sign in with wrong credentials, or as a client that is revoked, disabled or expired.
        counter folkmoot_sign_in_failures_total: Count;
    }

    "Connections" {
        /// Open connections of all listeners.
        gauge folkmoot_connections: Count;

        /// Maximum open connections of each listener.
        gauge folkmoot_connections_max: Count;

        /// Connections that the server closed, by reason.
        counter folkmoot_connections_closed_total: Count {
            reason = ["header-timeout", "idle-timeout", "write-timeout", "limit", "shutdown"]
        };

        /// Connections that were refused because of a limit: that of all connections, or that of one network address.
        counter folkmoot_connections_refused_total: Count { reason = ["total", "address"] };

        /// Errors of the operating system while connections were accepted, for example because no file descriptor was left.
        counter folkmoot_accept_errors_total: Count;
    }

    "Limits" {
        /// What was refused or ended because of a limit, by reason.
        counter folkmoot_refusals_total: Count {
            reason = [
                "connections", "address-connections", "header-timeout", "write-timeout", "header-size", "body-size",
                "body-timeout", "client-queue", "queue", "work-queue", "sign-in", "admin-sign-in", "tokens", "requests",
                "address-requests", "searches", "polls", "client-streams", "streams", "spool"
            ]
        };
    }

    "List indexes and caches" {
        /// Records of each list. Lists of votes are left out, because their number is secret while a vote runs.
        gauge folkmoot_list_records: Count { resource };

        /// Memory of the list index of each resource.
        gauge folkmoot_list_index_bytes: Bytes { resource };

        /// Memory of the values that all list indexes share.
        gauge folkmoot_list_index_dictionary_bytes: Bytes;

        /// Memory of the caches of list queries, at most `list-cache-megabytes` in total.
        gauge folkmoot_list_cache_bytes: Bytes {
            cache = ["counts", "selections", "pseudonym-orders", "word-matches", "ranked-matches"]
        };

        /// Memory of the record cache, at most `cache-megabytes`.
        gauge folkmoot_record_cache_bytes: Bytes;

        /// Memory of the cache of response bodies, at most `body-cache-megabytes`.
        gauge folkmoot_body_cache_bytes: Bytes;

        /// Size of the files with records of large lists, at most `record-file-megabytes`.
        gauge folkmoot_record_file_bytes: Bytes;

        /// Number of these files, at most 128. Each uses a file descriptor.
        gauge folkmoot_record_files: Count;

        /// Reads of a cache. One page reads up to 24 records and one body.
        counter folkmoot_cache_reads_total: Count { cache = ["records", "bodies"], result = ["hit", "miss"] };
    }

    "Changes" {
        /// Number of the newest change that the list indexes contain.
        gauge folkmoot_feed_sequence: Count;

        /// Time at which the list indexes received their newest change.
        gauge folkmoot_feed_last_change_timestamp_seconds: Timestamp;

        /// Age of the state of the database that the list indexes contain. Changes are read several times per second; requests wait, and
        /// then get 503, once it is more than a second.
        gauge folkmoot_feed_lag_seconds: Seconds;

        /// Attempts to read the change feed.
        counter folkmoot_feed_rounds_total: Count;

        /// Panics of the thread that applies changes, which then builds the list indexes again.
        counter folkmoot_feed_panics_total: Count;
    }

    "Database" {
        /// Connections to each PostgreSQL server, by use. Replicas are numbered as in `replica-url`.
        gauge folkmoot_database_connections: Count { server, state = ["in-use", "idle"] };

        /// Maximum connections to each PostgreSQL server (`database-connections`).
        gauge folkmoot_database_connections_max: Count { server };

        /// Reads and writes that wait for a connection to a PostgreSQL server.
        gauge folkmoot_database_waiting: Count { server };

        /// 1 if the replica responds, otherwise 0.
        gauge folkmoot_replica_up: Count { server };

        /// How far a replica is behind: the age of the newest state that it applied, or 0 if it lacks no change that this server observed.
        gauge folkmoot_replica_lag_seconds: Seconds { server };

        /// Work that waits for a thread, by pool, such as `database writes` and `file reads`.
        gauge folkmoot_blocking_queued: Count { pool };

        /// Work that runs on a thread, by pool.
        gauge folkmoot_blocking_running: Count { pool };

        /// Work that was rejected because a queue was full, by pool. The request gets 503.
        counter folkmoot_blocking_refused_total: Count { pool };
    }

    "Streams" {
        /// Open streams: complete lists that are being sent as NDJSON or CSV.
        gauge folkmoot_streams_open: Count;

        /// Size of the temporary files of streams.
        gauge folkmoot_stream_spool_bytes: Bytes;

        /// Ended streams. `spool-full` and `failed` are interrupted ones.
        counter folkmoot_streams_total: Count {
            format = ["ndjson", "csv", "pabulib", "polis"],
            outcome = ["complete", "disconnected", "spool-full", "failed"]
        };

        /// Records sent in streams.
        counter folkmoot_stream_records_total: Count;

        /// Streams that were refused because of the limit of one client (429) or of all clients (503).
        counter folkmoot_streams_refused_total: Count { limit = ["client", "total"] };
    }

    "Webhooks" {
        /// Endpoints of webhooks, by state: `failing` if the last attempt failed, `given-up` if the server paused them because they
        /// failed for five days or responded with the status 410, `paused` if somebody else did or their client has no access.
        gauge folkmoot_webhook_endpoints: Count { state = ["active", "failing", "given-up", "paused"] };

        /// Attempts of this server to send events, by result.
        counter folkmoot_webhook_attempts_total: Count { result = ["succeeded", "failed"] };

        /// Events that wait for the endpoints that this server sends to.
        gauge folkmoot_webhook_events_waiting: Count;

        /// Time from when an event was made until its first attempt. Events wait two thirds of a second for further changes.
        histogram folkmoot_webhook_delay_seconds: Seconds;
    }

    "Imports, exports and backups" {
        /// Time at which the newest import ended, by result. Dry runs do not count.
        gauge folkmoot_last_import_timestamp_seconds: Timestamp { result = ["succeeded", "failed"] };

        /// Time at which the newest run of the mirror ended, by result.
        gauge folkmoot_last_mirror_timestamp_seconds: Timestamp { result = ["succeeded", "failed"] };

        /// Records that the newest successful run of the mirror left out, because they are invalid or refer to missing records.
        gauge folkmoot_mirror_left_out_records: Count;

        /// Exports that this server made, by result.
        counter folkmoot_exports_total: Count { result = ["succeeded", "failed", "stopped", "deleted"] };

        /// Time at which the newest export ended, by result.
        gauge folkmoot_last_export_timestamp_seconds: Timestamp { result = ["succeeded", "failed"] };

        /// Backups that this server made, by result; `deletion_failed` if older backups could not be deleted afterwards.
        counter folkmoot_backups_total: Count { result = ["succeeded", "deletion_failed", "failed"] };

        /// Time at which the newest backup in `backup-folder` was started.
        gauge folkmoot_last_backup_timestamp_seconds: Timestamp;

        /// 1 if the server makes a backup each day (`backup-folder` and `backup-at`), otherwise 0.
        gauge folkmoot_backups_scheduled: Count;
    }

    "Disk" {
        /// Space that is free for the server on the disk of each folder: the data folder, the files, the temporary files of streams and
        /// the backups.
        gauge folkmoot_disk_free_bytes: Bytes { folder = ["data", "files", "spool", "backups"] };

        /// Size of the disk of each folder.
        gauge folkmoot_disk_size_bytes: Bytes { folder = ["data", "files", "spool", "backups"] };

        /// Space that stays free on the disk (`disk-reserve-megabytes`): uploads, imports, exports and backups are refused while
        /// less is free.
        gauge folkmoot_disk_reserve_bytes: Bytes { folder = ["data", "files"] };
    }

    "OpenTelemetry" {
        /// Ended spans of sampled requests: those that the collector accepted, and those whose request to the collector failed. Spans
        /// that do not fit into the queue are not counted.
        counter folkmoot_spans_total: Count { result = ["sent", "failed"] };
    }

    "Process" {
        /// 1, with the version of the program and the commit that it was built from.
        gauge folkmoot_build_info: Count { version, commit };

        /// 1 while the server cannot start, because its database or file storage does not respond; it tries again until it can.
        gauge folkmoot_start_waiting: Count;

        /// 1 if the platform believes the clock of this server, 0 if it is too far ahead of the newest recorded time, so that no vote
        /// ends.
        gauge folkmoot_clock_believed: Count;

        /// Lines that the access log lacks, by reason.
        counter folkmoot_access_log_dropped_total: Count { reason = ["queue", "write"] };

        /// Lines of the log on stderr that were lost, because they arrived faster than they could be written. Warnings and errors are
        /// never lost.
        counter folkmoot_log_lost_lines_total: Count;

        /// Reloads of the settings, by whether they were applied.
        counter folkmoot_settings_reloads_total: Count { outcome = ["applied", "failed"] };

        /// Panics of background tasks, which are repeated at their next interval, by task.
        counter folkmoot_background_task_panics_total: Count { duty };

        /// Processor time of the process, in complete seconds. On Linux only, as all metrics whose name begins with `process_`.
        counter process_cpu_seconds_total: Seconds;

        /// Memory of the process that is in RAM.
        gauge process_resident_memory_bytes: Bytes;

        /// Address space of the process.
        gauge process_virtual_memory_bytes: Bytes;

        /// Open file descriptors.
        gauge process_open_fds: Count;

        /// Maximum open file descriptors.
        gauge process_max_fds: Count;

        /// Threads of the process.
        gauge process_threads: Count;

        /// Time at which the process started.
        gauge process_start_time_seconds: Timestamp;
    }
}
