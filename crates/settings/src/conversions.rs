//! The settings as other parts need them.

use std::path::PathBuf;
use std::time::Duration;

use folkmoot_ballots::pabulib::Details;
use folkmoot_database::migrations::MIGRATIONS;
use folkmoot_export::Format;
use folkmoot_files::blobs::{S3Location, StorageLocation};
use folkmoot_model::access::AccessLevel;
use folkmoot_runtime::disk_reserve::DiskReserve;
use folkmoot_store::access::AccessSettings;
use folkmoot_store::{DatabaseLocation, PostgresSettings};
use jiff::civil::{self, Time};

use super::{Migrations, Settings};

/// When the open data is exported, unless other exports have a time.
const OPEN_DATA_AT: Time = civil::time(2, 30, 0, 0);

impl Settings {
    /// What the settings decide of the records that levels below `full` see.
    pub fn record_access(&self) -> AccessSettings {
        AccessSettings {
            vote_results: self.vote_results,
            shareable: self.shareable_fields.clone(),
            coordinate_decimals: self.public_coordinate_decimals,
        }
    }

    /// The time of day after which exports are made each day; `None` if none are.
    pub fn daily_exports_at(&self) -> Option<Time> {
        self.export_at.or_else(|| self.open_data.then_some(OPEN_DATA_AT))
    }

    /// The levels of the exports that are made each day, with their formats.
    pub fn daily_exports(&self) -> Vec<(AccessLevel, Vec<Format>)> {
        let scheduled = if self.export_at.is_some() { self.export_access.as_slice() } else { &[] };
        let others = scheduled.iter().filter(|level| !self.open_data || **level != AccessLevel::Public);
        let others = others.map(|level| (*level, self.export_formats.clone()));
        let open_data = self.open_data.then(|| (AccessLevel::Public, Format::ALL.to_vec()));
        open_data.into_iter().chain(others).collect()
    }

    /// What the settings say of votes in files for research.
    pub fn pabulib(&self) -> Details {
        Details {
            country: self.pabulib_country.clone(),
            unit: self.pabulib_unit.clone(),
            instance: self.pabulib_instance.clone(),
            budget: self.pabulib_budget,
            rule: Some(self.pabulib_rule),
        }
    }

    /// The folder for the temporary files of streams.
    pub fn spool_directory(&self) -> PathBuf {
        self.stream_spool.clone().unwrap_or_else(|| self.data.join("spool"))
    }

    /// The space that stays free on the disks of the data folder and of the files.
    pub fn disk_reserve(&self) -> DiskReserve {
        let mut folders = vec![self.data.clone()];
        if let StorageLocation::Directory(files) = self.file_storage() {
            folders.push(files);
        }
        DiskReserve::new(self.disk_reserve_megabytes, folders)
    }

    /// The location of the blob storage.
    pub fn file_storage(&self) -> StorageLocation {
        match self.file_storage.as_deref() {
            None => StorageLocation::Directory(self.data.join("files")),
            Some(location) => match location.strip_prefix("s3://") {
                None => StorageLocation::Directory(location.into()),
                Some(bucket) => StorageLocation::S3(S3Location {
                    bucket: bucket.to_owned(),
                    endpoint: self.s3_endpoint.clone(),
                    region: self.s3_region.clone(),
                    access_key: self.s3_access_key_id.clone().zip(self.s3_secret_access_key.clone()),
                }),
            },
        }
    }

    /// The location of the database, with its connection settings.
    pub fn database(&self) -> DatabaseLocation {
        let Some(primary) = self.database_url.clone() else {
            return DatabaseLocation::Directory(self.data.clone());
        };
        DatabaseLocation::Postgres(PostgresSettings {
            primary,
            replicas: self.replica_url.clone(),
            connections: usize::try_from(self.database_connections).unwrap_or(usize::MAX),
            statements: usize::try_from(self.database_statements).unwrap_or(usize::MAX),
            timeout: Duration::from_secs(self.database_timeout_seconds),
            max_lag: Duration::from_secs(self.replica_lag_seconds),
            certificates: self.database_certificates.clone(),
            migrations: MIGRATIONS,
            migrate: self.migrations == Migrations::Start,
        })
    }
}
