//! The settings as other parts need them.

use std::path::PathBuf;
use std::time::Duration;

use folkmoot_database::migrations::MIGRATIONS;
use folkmoot_files::blobs::{S3Location, StorageLocation};
use folkmoot_runtime::disk_reserve::DiskReserve;
use folkmoot_store::access::AccessSettings;
use folkmoot_store::{DatabaseLocation, PostgresSettings};

use super::{Migrations, Settings};

impl Settings {
    /// What the settings decide of the records that levels below `full` see.
    pub fn record_access(&self) -> AccessSettings {
        AccessSettings {
            vote_results: self.vote_results,
            shareable: self.shareable_fields.clone(),
            coordinate_decimals: self.public_coordinate_decimals,
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
