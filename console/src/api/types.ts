// Generated from openapi-admin.json by scripts/generate.mjs.

export type paths = Record<string, never>;
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /** @description Whether the public API is enabled. */
        Access: {
            enabled: boolean;
        };
        /** @enum {string} */
        AccessLevel: "full" | "pseudonymous" | "anonymous" | "public";
        AccessLevels: {
            levels: components["schemas"]["DescribedLevel"][];
            resources: components["schemas"]["DescribedResource"][];
            /** @description The maximum number of days until the expiry of a client; 0 if there is none. */
            max_days: number;
            proposed_days: number;
        };
        /** @description A time in which a client could read the same. */
        AccessPeriod: {
            /** @description When it began. */
            from: components["schemas"]["Timestamp"];
            /** @description When it ended; `null` if the client still may. */
            until: components["schemas"]["Timestamp"] | null;
            /** @description The access level. */
            access: string;
            /** @description The plural names of the resources; `null` for all. */
            resources: string[] | null;
        };
        /** @description The one who did something. */
        Actor: {
            /** @enum {string} */
            kind: "admin-key" | "openid-connect" | "command-line";
            id: string;
            name: string;
        };
        AdminCredentials: {
            admin_key: string;
        };
        /** @description A key of an administrator, without its secret. */
        AdminKey: {
            /** Format: uuid */
            id: string;
            name: string;
            role: components["schemas"]["Role"];
            created_at: components["schemas"]["Timestamp"];
            last_used_at: components["schemas"]["Timestamp"] | null;
            revoked_at: components["schemas"]["Timestamp"] | null;
            /** @description The last day in UTC. */
            expires_at: components["schemas"]["Day"] | null;
        };
        AdminKeyList: {
            admin_keys: components["schemas"]["AdminKey"][];
        };
        /** @description The one who signed in. */
        Administrator: {
            id: string;
            name: string;
            role: components["schemas"]["Role"];
            method: components["schemas"]["SignInMethod"];
        };
        /** @description An entry of the audit log. */
        AuditEntry: {
            /** Format: uuid */
            id: string;
            at: components["schemas"]["Timestamp"];
            actor: components["schemas"]["Actor"];
            action: string;
            subject: components["schemas"]["Subject"] | null;
            changes: components["schemas"]["Change"][];
            /** @description The network address; `null` for the command line. */
            address: string | null;
        };
        AuditPage: {
            entries: components["schemas"]["AuditEntry"][];
            meta: components["schemas"]["Meta"];
            /** @description The actions that the log contains. */
            actions: string[];
        };
        /** @description A changed field. */
        Change: {
            /** @description The name of the field. */
            field: string;
            /** @description The value before. */
            from: unknown;
            /** @description The value after. */
            to: unknown;
        };
        ChangedClient: {
            /** @description The version of the client that was read. */
            version: number;
            name?: string;
            access?: components["schemas"]["AccessLevel"];
            resources?: components["schemas"]["ResourceName"][] | null;
            expires_at?: components["schemas"]["Day"] | null;
            /** @description The origins of the web pages with its publishable key. */
            origins?: string[];
            /** @description Who uses it and why; it replaces the earlier registration. */
            registration?: components["schemas"]["Registration"];
            /** @description Whether assistants may use it over MCP. */
            mcp?: boolean;
        };
        ChangedWebhook: {
            url?: string;
            /** @description Types such as `idea.created` and `comment.*`; `null` for all. */
            events?: string[] | null;
            /** @description Ids of projects; `null` for all. */
            projects?: string[] | null;
        };
        /** @description A client with its usage. */
        Client: {
            /** Format: uuid */
            id: string;
            name: string;
            access: components["schemas"]["AccessLevel"];
            /** @description The plural names of the resources that it may read; `null` for all. */
            resources: components["schemas"]["ResourceName"][] | null;
            /** @description What web pages send in place of a secret; `null` if it has a secret. */
            publishable_key: string | null;
            /** @description The origins of these pages; `null` if it has a secret. */
            origins: string[] | null;
            status: components["schemas"]["ClientStatus"];
            created_at: components["schemas"]["Timestamp"];
            /** @description The last day in UTC. */
            expires_at: components["schemas"]["Day"] | null;
            disabled_at: components["schemas"]["Timestamp"] | null;
            revoked_at: components["schemas"]["Timestamp"] | null;
            last_authenticated_at: components["schemas"]["Timestamp"] | null;
            last_request_at: components["schemas"]["Timestamp"] | null;
            requests_today: number;
            requests_30_days: number;
            previous_secret_expires_at: components["schemas"]["Timestamp"] | null;
            /** @description Who uses it and why. */
            registration: components["schemas"]["Registration"];
            /** @description Whether assistants may use it over MCP. */
            mcp: boolean;
            /** @description The kinds of personal data that it may read. */
            personal_data: components["schemas"]["PersonalData"][];
            /** @description The records that it read in the last 30 days, most records first. */
            reads_30_days: components["schemas"]["ReadRecords"][];
            /** @description Its refused requests of the last 30 days by reason, the latest first. */
            refusals_30_days: components["schemas"]["ClientRefusal"][];
            version: number;
        };
        ClientCount: {
            active: number;
            total: number;
        };
        ClientPage: {
            clients: components["schemas"]["Client"][];
            meta: components["schemas"]["Meta"];
        };
        /** @description Refused requests of a client for one reason. */
        ClientRefusal: {
            /** @description `null` if only another release knows the reason. */
            reason: components["schemas"]["RefusalReason"] | null;
            /** @description The plural name of the resource that the client may not read, if that is the reason. */
            resource: string | null;
            requests: number;
            last_at: components["schemas"]["Timestamp"];
        };
        /** @description The requests of a client. */
        ClientRequests: {
            /** Format: uuid */
            client_id: string;
            name: string | null;
            /** @description The number of requests. */
            requests: number;
            /** @description The number of requests with a status of 400 or more. */
            errors: number;
            /** @description The number of records in the responses. */
            records: number;
            /** @description The bytes of the bodies of the responses, as sent. */
            bytes: number;
        };
        /** @enum {string} */
        ClientStatus: "active" | "disabled" | "expired" | "revoked";
        /** @description What a client could read and what it has read. */
        ClientSummary: {
            /** @description The record of processing in words. */
            text: string;
            first_request_at: components["schemas"]["Timestamp"] | null;
            last_request_at: components["schemas"]["Timestamp"] | null;
            /** @description What it could read and when, the latest first. */
            periods: components["schemas"]["AccessPeriod"][];
            /** @description The records that it received in the retention period of usage, most records first. */
            resources: components["schemas"]["ReadRecords"][];
        };
        ClientWithSecret: {
            client: components["schemas"]["Client"];
            /** @description The secret, which is shown only once; `null` if the client has a publishable key. */
            client_secret: string | null;
        };
        CreatedAdminKey: {
            admin_key: components["schemas"]["AdminKey"];
            /** @description The key, which is shown only once. */
            secret: string;
        };
        DataOverview: {
            resources: components["schemas"]["ResourceData"][];
            database_bytes: number;
            files: components["schemas"]["FileData"];
        };
        /**
         * Format: date
         * @description A date: `YYYY-MM-DD`.
         */
        Day: string;
        /** @description What was requested on a day. */
        DayUsage: {
            /** @description The day in UTC. */
            date: components["schemas"]["Day"];
            /** @description The number of requests. */
            requests: number;
            /** @description The number of requests with a status of 400 or more. */
            errors: number;
            /** @description The number of records in the responses. */
            records: number;
            /** @description The bytes of the bodies of the responses, as sent. */
            bytes: number;
        };
        DeliveryList: {
            deliveries: components["schemas"]["WebhookAttempt"][];
        };
        DescribedLevel: {
            access: components["schemas"]["AccessLevel"];
            description: string;
        };
        DescribedResource: {
            /** @description The plural name. */
            name: components["schemas"]["ResourceName"];
            description: string;
            /** @description The kinds of personal data that each level reads of it. */
            personal_data: components["schemas"]["PersonalDataOfLevel"][];
        };
        EndedExport: {
            /** Format: uuid */
            id: string;
            is_failed: boolean;
            ended_at: components["schemas"]["Timestamp"] | null;
            /** @description Why it failed. */
            reason: string | null;
        };
        Erasure: {
            dry_run: boolean;
            /** @description The number of records by resource. */
            changed: {
                [key: string]: number;
            };
            /** @description The number of records by resource. */
            deleted: {
                [key: string]: number;
            };
            /** @description The number of stored exports that are deleted. */
            exports: number;
            /** @description The day from which lists of changes may contain the changed records. */
            released_on: components["schemas"]["Day"];
            /** @description What remains to be done. */
            warnings: string[];
        };
        ErasureOrder: {
            /**
             * @description Whether to change nothing.
             * @default false
             */
            dry_run?: boolean;
            /**
             * @description Whether to erase what the person wrote, too.
             * @default false
             */
            with_texts?: boolean;
        };
        Export: {
            /** Format: uuid */
            id: string;
            /** @enum {string} */
            state: "running" | "succeeded" | "failed";
            access: components["schemas"]["AccessLevel"];
            /**
             * Format: uuid
             * @description The client that it belongs to, at the level `pseudonymous`.
             */
            client_id: string | null;
            resources: string[];
            formats: components["schemas"]["ExportFormat"][];
            is_scheduled: boolean;
            actor_name: string;
            started_at: components["schemas"]["Timestamp"];
            finished_at: components["schemas"]["Timestamp"] | null;
            /** @description Why the export failed. */
            reason: string | null;
            files: components["schemas"]["ExportFile"][];
        };
        /** @description A file of an export. The files that describe the export have neither a resource nor a format. */
        ExportFile: {
            /** Format: uuid */
            id: string;
            name: string;
            resource: string | null;
            format: components["schemas"]["ExportFormat"] | null;
            rows: number;
            /** @description The size in bytes. */
            size: number;
            sha256: string;
        };
        /** @enum {string} */
        ExportFormat: "parquet" | "csv" | "ndjson" | "sqlite";
        ExportPage: {
            exports: components["schemas"]["Export"][];
            meta: components["schemas"]["Meta"];
        };
        FileData: {
            count: number;
            bytes: number;
        };
        /** @description An error in a file. */
        FileError: {
            /** @description The file. */
            file: string;
            /** @description The line; none for the complete file. */
            line: number | null;
            /** @description The field; none for the complete line. */
            field: string | null;
            /** @description What was expected. */
            expected: string;
            /** @description What was found, without values of people. */
            found: string;
        };
        FoundPeople: {
            /** @description At most 50: those with exactly this text first, those with a similar email address last, then the newest. */
            people: components["schemas"]["Person"][];
        };
        FoundRequest: {
            /** Format: uuid */
            client_id: string;
            client_name: string | null;
            at: components["schemas"]["Timestamp"];
            operation: string;
            status: number;
            records: number;
            bytes: number;
            error_code: string | null;
            duration_ms: number;
            /** @description `null` if an earlier release stored it. */
            request_id: string | null;
        };
        /** @description The requests with an id among the latest 200 of each client, newest first. */
        FoundRequests: {
            requests: components["schemas"]["FoundRequest"][];
        };
        Health: {
            checked_at: components["schemas"]["Timestamp"];
            checks: components["schemas"]["HealthCheck"][];
            /** @description The last export that ended; `null` if there is none. */
            newest_export: components["schemas"]["EndedExport"] | null;
        };
        /** @description A check of `folkmoot doctor`. */
        HealthCheck: {
            check: string;
            state: components["schemas"]["HealthState"];
            found: string;
            /** @description How to mend it; `null` if nothing is wrong. */
            remedy: string | null;
        };
        /** @enum {string} */
        HealthState: "ok" | "warning" | "problem";
        /** @description An import of files. */
        Import: {
            /** Format: uuid */
            id: string;
            /** @enum {string} */
            state: "running" | "succeeded" | "failed" | "cancelled";
            dry_run: boolean;
            /** @enum {string} */
            source: "console" | "command-line";
            actor_name: string;
            started_at: components["schemas"]["Timestamp"];
            finished_at: components["schemas"]["Timestamp"] | null;
            files: string[];
            progress: components["schemas"]["ImportProgress"] | null;
            resources: components["schemas"]["ResourceReport"][];
            /** @description The stored records that become visible to an access level; in a dry run, those that would. */
            becoming_visible: components["schemas"]["VisibilityReport"][];
            warnings: string[];
            /** @description The first 100 errors. */
            errors: components["schemas"]["FileError"][];
            error_count: number;
            /** @description Whether the import ended at this number of errors, so that there may be more. */
            has_more_errors: boolean;
            /** @description Why the import failed, if not because of errors in files. */
            reason: string | null;
        };
        ImportPage: {
            imports: components["schemas"]["Import"][];
            meta: components["schemas"]["Meta"];
        };
        /** @description How far a running import is. */
        ImportProgress: {
            /** @description The file that is read, or what is done with all of them. */
            stage: string;
            /** @description The number of lines read. */
            rows: number;
            /** @description The number of lines read per second. */
            rows_per_second: number;
        };
        /** @description Why a record was left out. */
        LeftOutReason: {
            resource: string;
            id: string | null;
            field: string;
            reason: string;
        };
        /** @description The metadata of a page. */
        Meta: {
            current_page: number;
            total_pages: number;
            /** @description The number of entries on all pages. */
            total: number;
        };
        /** @description The newest run of the mirror, and what the newest successful one left out. */
        MirrorRun: {
            source: string;
            ended_at: components["schemas"]["Timestamp"];
            error: string | null;
            left_out: number;
            reasons: components["schemas"]["LeftOutReason"][];
        };
        NewAdminKey: {
            name: string;
            role: components["schemas"]["Role"];
            /** @description The last day (UTC), or null for no expiry. By default 366 days from today. */
            expires_at?: components["schemas"]["Day"] | null;
        };
        NewClient: {
            name: string;
            access: components["schemas"]["AccessLevel"];
            resources: components["schemas"]["ResourceName"][] | null;
            expires_at: components["schemas"]["Day"] | null;
            /** @description The origins of the web pages with its publishable key; without them, the client has a secret. */
            origins?: string[] | null;
            /** @description Who uses it and why. */
            registration?: components["schemas"]["Registration"] | null;
            /**
             * @description Whether assistants may use it over MCP; a client with origins cannot be.
             * @default false
             */
            mcp?: boolean;
        };
        NewExport: {
            access: components["schemas"]["AccessLevel"];
            /**
             * Format: uuid
             * @description The client that the export belongs to. Required at the level `pseudonymous`, and not possible at others.
             */
            client_id?: string | null;
            formats: components["schemas"]["ExportFormat"][];
        };
        NewWebhook: {
            /** Format: uuid */
            client_id: string;
            /** @description The URL that gets the events. It begins with https. */
            url: string;
            /** @description Types such as `idea.created` and `comment.*`; `null` for all. */
            events?: string[] | null;
            /** @description Ids of projects; `null` for all. */
            projects?: string[] | null;
        };
        OneAdminKey: {
            admin_key: components["schemas"]["AdminKey"];
        };
        OneClient: {
            client: components["schemas"]["Client"];
        };
        OneExport: {
            export: components["schemas"]["Export"];
        };
        OneImport: {
            import: components["schemas"]["Import"];
        };
        OneWebhook: {
            webhook: components["schemas"]["Webhook"];
        };
        OpenSession: {
            /** Format: uuid */
            id: string;
            administrator: components["schemas"]["Administrator"];
            created_at: components["schemas"]["Timestamp"];
            last_used_at: components["schemas"]["Timestamp"];
            expires_at: components["schemas"]["Timestamp"];
            address: string;
            is_current: boolean;
        };
        /** @description The requests of an operation. */
        OperationUsage: {
            operation: string;
            resource: string | null;
            requests: number;
            records: number;
            bytes: number;
        };
        Overview: {
            public_api_enabled: boolean;
            platform: components["schemas"]["OverviewPlatform"] | null;
            clients: components["schemas"]["ClientCount"];
            requests: components["schemas"]["RequestCounts"];
            /** @description The errors of today. */
            errors: components["schemas"]["OverviewError"][];
            /** @description The refused requests of the last 7 days by client and reason, the latest first, at most 20. */
            refusals: components["schemas"]["OverviewRefusal"][];
            /** @description The number of all refused requests of the last 7 days. */
            refused_requests: number;
            newest_import: components["schemas"]["Import"] | null;
            /** @description When the newest change of a record happened. */
            data_changed_at: components["schemas"]["Timestamp"] | null;
            mirror: components["schemas"]["MirrorRun"] | null;
            warnings: components["schemas"]["Warning"][];
        };
        OverviewDay: {
            date: components["schemas"]["Day"];
            requests: number;
            errors: number;
        };
        OverviewError: {
            error_code: string | null;
            status: number;
            requests: number;
        };
        OverviewPlatform: {
            name: string;
            url: string;
            locales: string[];
        };
        /** @description Refused requests of a client for one reason. */
        OverviewRefusal: {
            /** Format: uuid */
            client_id: string;
            name: string | null;
            /** @description `null` if only another release knows the reason. */
            reason: components["schemas"]["RefusalReason"] | null;
            /** @description The plural name of the resource that the client may not read, if that is the reason. */
            resource: string | null;
            requests: number;
            last_at: components["schemas"]["Timestamp"];
        };
        PeopleSearch: {
            /** @description Part of an id, email address, slug or name, or an email address that may have a typing error. Case and Unicode normal form are ignored. */
            text: string;
        };
        Person: {
            /** Format: uuid */
            id: string;
            email: string | null;
            first_name: string | null;
            last_name: string | null;
            created_at: components["schemas"]["Timestamp"];
            /**
             * @description How well the person matches the search.
             * @enum {string}
             */
            match: "exact" | "part" | "similar";
            /** @description The number of records by resource. */
            records: {
                [key: string]: number;
            };
        };
        /** @enum {string} */
        PersonalData: "names" | "email-addresses" | "ballots-and-answers" | "texts";
        PersonalDataOfLevel: {
            access: components["schemas"]["AccessLevel"];
            kinds: components["schemas"]["PersonalData"][];
        };
        /** @description What was requested in some days. */
        PlatformUsage: {
            /** @description Every day, also without requests. */
            days: components["schemas"]["DayUsage"][];
            /** @description The operation with the most requests first. */
            operations: components["schemas"]["OperationUsage"][];
            /** @description The requests by the first digit of the status. */
            statuses: components["schemas"]["StatusUsage"][];
            /** @description The clients with the most requests, at most 100 of them. */
            clients: components["schemas"]["ClientRequests"][];
        };
        Preview: {
            /** @description The record; `null` if the level does not see it. */
            record: {
                [key: string]: unknown;
            } | null;
            /** @description The same record at level `full`; `null` if there is none. */
            full_record: {
                [key: string]: unknown;
            } | null;
            fields: components["schemas"]["PreviewField"][];
        };
        PreviewField: {
            field: string;
            /** @enum {string} */
            treatment: "shown" | "pseudonym" | "withheld" | "truncated-to-day" | "rounded" | "allowed-keys-only" | "withheld-while-voting" | "public-records" | "public-record";
        };
        Problem: {
            /** Format: uri */
            type: string;
            title: string;
            status: number;
            detail: string;
            parameter_name?: string;
            request_id: string;
        } & {
            [key: string]: unknown;
        };
        Provider: {
            name: string;
        };
        /** @description The records of a resource that a client received. */
        ReadRecords: {
            /** @description The plural of the resource. */
            resource: string;
            /** @description In lists, and one by one. */
            lists: number;
            /** @description In `GET /changes`. */
            changes: number;
            /** @description In files of exports. */
            exports: number;
        };
        RecentRequest: {
            at: components["schemas"]["Timestamp"];
            operation: string;
            status: number;
            records: number;
            bytes: number;
            error_code: string | null;
            duration_ms: number;
            /** @description `null` if an earlier release stored it. */
            request_id: string | null;
        };
        RecentRequests: {
            requests: components["schemas"]["RecentRequest"][];
            /** @description Who sent the last request, for 30 days; `null` for publishable keys, whose requests visitors send. */
            sender: components["schemas"]["Sender"] | null;
        };
        /** @enum {string} */
        RefusalReason: "wrong-secret" | "disabled" | "expired" | "revoked" | "api-disabled" | "token-expired" | "token-revoked" | "origin-not-allowed" | "resource-not-included" | "scope-too-narrow" | "level-too-low" | "not-for-assistants";
        /** @description Who uses a client and why, in the words of administrators, for the record of processing activities (GDPR, article 30). */
        Registration: {
            /**
             * @description Who uses it: an organisation, a department or a person.
             * @default null
             */
            owner: string | null;
            /**
             * @description How to reach the owner, such as an email address.
             * @default null
             */
            contact: string | null;
            /**
             * @description What the records are used for.
             * @default null
             */
            purpose: string | null;
            /**
             * @description Why that is lawful, such as consent or a task in the public interest.
             * @default null
             */
            legal_basis: string | null;
            /**
             * @description Anything else.
             * @default null
             */
            note: string | null;
        };
        RequestCounts: {
            today: number;
            days: components["schemas"]["OverviewDay"][];
        };
        ResentEvent: {
            /** @description The value of the header `webhook-id`. */
            event_id: string;
        };
        ResourceData: {
            resource: string;
            records: number;
            newest_change: components["schemas"]["Timestamp"] | null;
            index_bytes: number;
        };
        /** @enum {string} */
        ResourceName: "areas" | "topics" | "users" | "project_folders" | "projects" | "project_topics" | "phases" | "ideas" | "idea_topics" | "idea_phases" | "comments" | "reactions" | "baskets" | "basket_ideas" | "events" | "event_attendances" | "volunteering_causes" | "volunteering_volunteers" | "email_campaigns" | "email_campaign_deliveries" | "files";
        /** @description What an import did to the records of a resource. */
        ResourceReport: {
            /** @description The plural of the resource. */
            resource: string;
            /** @description New records. */
            inserted: number;
            /** @description Stored records that were changed. */
            updated: number;
            /** @description Stored records that already were as the file gives them. */
            unchanged: number;
            /** @description Records that were removed. */
            removed: number;
        };
        /** @enum {string} */
        Role: "administrator" | "auditor";
        SecretRotation: {
            /** @default 24 */
            overlap_hours?: number;
            /** @default false */
            revoke_tokens?: boolean;
        };
        Sender: {
            at: components["schemas"]["Timestamp"];
            address: string;
            user_agent: string | null;
        };
        SentEvent: {
            /** @description The value of the header `webhook-id`. */
            event_id: string;
        };
        Session: {
            administrator: components["schemas"]["Administrator"];
            /** @description The header `X-CSRF-Token` of requests that change something; `null` for an admin key. */
            csrf_token: string | null;
            /** @description `null` for an admin key. */
            expires_at: components["schemas"]["Timestamp"] | null;
            idle_timeout_seconds: number;
            platform: components["schemas"]["SessionPlatform"] | null;
            product: string;
            version: string;
        };
        SessionList: {
            sessions: components["schemas"]["OpenSession"][];
        };
        SessionPlatform: {
            name: string;
            url: string;
        };
        Setting: {
            name: string;
            group: string;
            description: string;
            /** @description The value as text; of a secret, a mask. */
            value: string | null;
            source: components["schemas"]["SourceKind"];
            is_secret: boolean;
        };
        SettingList: {
            settings: components["schemas"]["Setting"][];
        };
        /** @enum {string} */
        SignInMethod: "admin-key" | "openid-connect";
        SignInMethods: {
            admin_key: boolean;
            openid_connect: components["schemas"]["Provider"] | null;
        };
        /** @enum {string} */
        SourceKind: "default" | "flag" | "environment" | "file";
        /** @description The requests with a class of statuses, such as `2xx`. */
        StatusUsage: {
            status_class: string;
            requests: number;
        };
        /** @description The subject of an action. */
        Subject: {
            kind: string;
            id: string;
            name: string | null;
        };
        TestEvent: {
            /**
             * @description The type of the event.
             * @default webhook.test
             */
            type?: string;
        };
        /**
         * Format: date-time
         * @description A timestamp in UTC with three fraction digits (RFC 3339).
         */
        Timestamp: string;
        /** @description What was requested in some days. */
        Usage: {
            /** @description Every day, also without requests. */
            days: components["schemas"]["DayUsage"][];
            /** @description The operation with the most requests first. */
            operations: components["schemas"]["OperationUsage"][];
            /** @description The requests by the first digit of the status. */
            statuses: components["schemas"]["StatusUsage"][];
        };
        /** @description The stored records of a resource that become visible to an access level. */
        VisibilityReport: {
            /**
             * @description The access level.
             * @enum {string}
             */
            access: "full" | "pseudonymous" | "anonymous" | "public";
            /** @description The plural of the resource. */
            resource: string;
            /** @description Their number. */
            records: number;
        };
        /** @description A warning. */
        Warning: {
            code: string;
            text: string;
            /** Format: uuid */
            client_id?: string;
        };
        /** @description A webhook, without its secret. */
        Webhook: {
            /** Format: uuid */
            webhook_id: string;
            /** Format: uuid */
            client_id: string;
            /** @description The name of the client, whose access decides what the webhook gets. */
            client_name: string | null;
            url: string;
            /** @description The types of its events; `null` for all. */
            events: string[] | null;
            /** @description The projects of its events; `null` for all. */
            projects: string[] | null;
            state: components["schemas"]["WebhookState"];
            /** @description Why it is paused. */
            pause_reason: components["schemas"]["WebhookPauseReason"] | null;
            paused_at: components["schemas"]["Timestamp"] | null;
            /** @description When the first attempt failed after the last one that succeeded. */
            failing_since: components["schemas"]["Timestamp"] | null;
            last_success_at: components["schemas"]["Timestamp"] | null;
            /** @description Until when the previous secret signs, too. */
            previous_secret_expires_at: components["schemas"]["Timestamp"] | null;
            /** @description The number of events that wait. */
            waiting: number;
            created_at: components["schemas"]["Timestamp"];
        };
        /** @description An attempt to send an event. */
        WebhookAttempt: {
            /** @description The value of the header `webhook-id`. */
            event_id: string;
            type: string;
            /** @description The plural name of the resource of the record. */
            resource: string | null;
            /** Format: uuid */
            record_id: string | null;
            attempted_at: components["schemas"]["Timestamp"];
            duration_milliseconds: number;
            /** @description The status of the response; `null` if there was none. */
            status: number | null;
            /** @description Why it failed; `null` if it succeeded. */
            error: string | null;
            next_attempt_at: components["schemas"]["Timestamp"] | null;
        };
        WebhookList: {
            webhooks: components["schemas"]["Webhook"][];
        };
        /** @enum {string} */
        WebhookPauseReason: "requested" | "gone" | "failures" | "no-access" | "restored";
        /** @enum {string} */
        WebhookState: "active" | "failing" | "paused";
        WebhookWithSecret: {
            webhook: components["schemas"]["Webhook"];
            /** @description The secret, which is shown only once. */
            secret: string;
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type Access = components['schemas']['Access'];
export type AccessLevel = components['schemas']['AccessLevel'];
export type AccessLevels = components['schemas']['AccessLevels'];
export type AccessPeriod = components['schemas']['AccessPeriod'];
export type Actor = components['schemas']['Actor'];
export type AdminCredentials = components['schemas']['AdminCredentials'];
export type AdminKey = components['schemas']['AdminKey'];
export type AdminKeyList = components['schemas']['AdminKeyList'];
export type Administrator = components['schemas']['Administrator'];
export type AuditEntry = components['schemas']['AuditEntry'];
export type AuditPage = components['schemas']['AuditPage'];
export type Change = components['schemas']['Change'];
export type ChangedClient = components['schemas']['ChangedClient'];
export type ChangedWebhook = components['schemas']['ChangedWebhook'];
export type Client = components['schemas']['Client'];
export type ClientCount = components['schemas']['ClientCount'];
export type ClientPage = components['schemas']['ClientPage'];
export type ClientRefusal = components['schemas']['ClientRefusal'];
export type ClientRequests = components['schemas']['ClientRequests'];
export type ClientStatus = components['schemas']['ClientStatus'];
export type ClientSummary = components['schemas']['ClientSummary'];
export type ClientWithSecret = components['schemas']['ClientWithSecret'];
export type CreatedAdminKey = components['schemas']['CreatedAdminKey'];
export type DataOverview = components['schemas']['DataOverview'];
export type Day = components['schemas']['Day'];
export type DayUsage = components['schemas']['DayUsage'];
export type DeliveryList = components['schemas']['DeliveryList'];
export type DescribedLevel = components['schemas']['DescribedLevel'];
export type DescribedResource = components['schemas']['DescribedResource'];
export type EndedExport = components['schemas']['EndedExport'];
export type Erasure = components['schemas']['Erasure'];
export type ErasureOrder = components['schemas']['ErasureOrder'];
export type Export = components['schemas']['Export'];
export type ExportFile = components['schemas']['ExportFile'];
export type ExportFormat = components['schemas']['ExportFormat'];
export type ExportPage = components['schemas']['ExportPage'];
export type FileData = components['schemas']['FileData'];
export type FileError = components['schemas']['FileError'];
export type FoundPeople = components['schemas']['FoundPeople'];
export type FoundRequest = components['schemas']['FoundRequest'];
export type FoundRequests = components['schemas']['FoundRequests'];
export type Health = components['schemas']['Health'];
export type HealthCheck = components['schemas']['HealthCheck'];
export type HealthState = components['schemas']['HealthState'];
export type Import = components['schemas']['Import'];
export type ImportPage = components['schemas']['ImportPage'];
export type ImportProgress = components['schemas']['ImportProgress'];
export type LeftOutReason = components['schemas']['LeftOutReason'];
export type Meta = components['schemas']['Meta'];
export type MirrorRun = components['schemas']['MirrorRun'];
export type NewAdminKey = components['schemas']['NewAdminKey'];
export type NewClient = components['schemas']['NewClient'];
export type NewExport = components['schemas']['NewExport'];
export type NewWebhook = components['schemas']['NewWebhook'];
export type OneAdminKey = components['schemas']['OneAdminKey'];
export type OneClient = components['schemas']['OneClient'];
export type OneExport = components['schemas']['OneExport'];
export type OneImport = components['schemas']['OneImport'];
export type OneWebhook = components['schemas']['OneWebhook'];
export type OpenSession = components['schemas']['OpenSession'];
export type OperationUsage = components['schemas']['OperationUsage'];
export type Overview = components['schemas']['Overview'];
export type OverviewDay = components['schemas']['OverviewDay'];
export type OverviewError = components['schemas']['OverviewError'];
export type OverviewPlatform = components['schemas']['OverviewPlatform'];
export type OverviewRefusal = components['schemas']['OverviewRefusal'];
export type PeopleSearch = components['schemas']['PeopleSearch'];
export type Person = components['schemas']['Person'];
export type PersonalData = components['schemas']['PersonalData'];
export type PersonalDataOfLevel = components['schemas']['PersonalDataOfLevel'];
export type PlatformUsage = components['schemas']['PlatformUsage'];
export type Preview = components['schemas']['Preview'];
export type PreviewField = components['schemas']['PreviewField'];
export type Problem = components['schemas']['Problem'];
export type Provider = components['schemas']['Provider'];
export type ReadRecords = components['schemas']['ReadRecords'];
export type RecentRequest = components['schemas']['RecentRequest'];
export type RecentRequests = components['schemas']['RecentRequests'];
export type RefusalReason = components['schemas']['RefusalReason'];
export type Registration = components['schemas']['Registration'];
export type RequestCounts = components['schemas']['RequestCounts'];
export type ResentEvent = components['schemas']['ResentEvent'];
export type ResourceData = components['schemas']['ResourceData'];
export type ResourceName = components['schemas']['ResourceName'];
export type ResourceReport = components['schemas']['ResourceReport'];
export type Role = components['schemas']['Role'];
export type SecretRotation = components['schemas']['SecretRotation'];
export type Sender = components['schemas']['Sender'];
export type SentEvent = components['schemas']['SentEvent'];
export type Session = components['schemas']['Session'];
export type SessionList = components['schemas']['SessionList'];
export type SessionPlatform = components['schemas']['SessionPlatform'];
export type Setting = components['schemas']['Setting'];
export type SettingList = components['schemas']['SettingList'];
export type SignInMethod = components['schemas']['SignInMethod'];
export type SignInMethods = components['schemas']['SignInMethods'];
export type SourceKind = components['schemas']['SourceKind'];
export type StatusUsage = components['schemas']['StatusUsage'];
export type Subject = components['schemas']['Subject'];
export type TestEvent = components['schemas']['TestEvent'];
export type Timestamp = components['schemas']['Timestamp'];
export type Usage = components['schemas']['Usage'];
export type VisibilityReport = components['schemas']['VisibilityReport'];
export type Warning = components['schemas']['Warning'];
export type Webhook = components['schemas']['Webhook'];
export type WebhookAttempt = components['schemas']['WebhookAttempt'];
export type WebhookList = components['schemas']['WebhookList'];
export type WebhookPauseReason = components['schemas']['WebhookPauseReason'];
export type WebhookState = components['schemas']['WebhookState'];
export type WebhookWithSecret = components['schemas']['WebhookWithSecret'];
export type $defs = Record<string, never>;
export type operations = Record<string, never>;

/** Responses by operation. */
export interface Responses {
    listSignInMethods: SignInMethods;
    getSession: Session;
    signIn: Session;
    listSessions: SessionList;
    listAdminKeys: AdminKeyList;
    createAdminKey: CreatedAdminKey;
    revokeAdminKey: OneAdminKey;
    createClient: ClientWithSecret;
    listClients: ClientPage;
    getClient: OneClient;
    updateClient: OneClient;
    rotateClientSecret: ClientWithSecret;
    disableClient: OneClient;
    enableClient: OneClient;
    revokeClient: OneClient;
    getAccess: Access;
    updateAccess: Access;
    listAccessLevels: AccessLevels;
    listSettings: SettingList;
    listAuditEntries: AuditPage;
    getHealth: Health;
    getOverview: Overview;
    getUsage: PlatformUsage;
    getClientUsage: Usage;
    listClientRequests: RecentRequests;
    findRequests: FoundRequests;
    getClientSummary: ClientSummary;
    getData: DataOverview;
    listImports: ImportPage;
    createImport: OneImport;
    getImport: OneImport;
    cancelImport: OneImport;
    listExports: ExportPage;
    createExport: OneExport;
    getPreview: Preview;
    findPeople: FoundPeople;
    erasePerson: Erasure;
    listWebhooks: WebhookList;
    createWebhook: WebhookWithSecret;
    getWebhook: OneWebhook;
    updateWebhook: OneWebhook;
    rotateWebhookSecret: WebhookWithSecret;
    pauseWebhook: OneWebhook;
    resumeWebhook: OneWebhook;
    testWebhook: SentEvent;
    resendWebhookEvent: SentEvent;
    listWebhookDeliveries: DeliveryList;
}
