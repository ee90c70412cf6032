//! Relations that only filters show: the areas of projects, and the projects of files.

use std::collections::{BTreeMap, BTreeSet};

use folkmoot_model::resources::FILES;
use uuid::Uuid;

use super::Folkmoot;
use crate::error::MirrorError;
use crate::source::Context;

/// The value of a round after which areas must be read.
pub const STALE: &str = "stale_areas";
/// The greatest number of ids in a filter.
const MAX_IDS: usize = 50;

impl Folkmoot {
    fn may_read(&self, plural: &str) -> bool {
        self.readable.contains(&plural)
    }

    /// Reads the areas of all projects if a project or an area has changed. Returns whether it did.
    pub(super) fn read_areas(&self, context: &Context<'_>) -> Result<bool, MirrorError> {
        let is_stale = context.staging.value(STALE)?.is_some_and(|stale| stale == "1");
        if !is_stale || !self.may_read("projects") || !self.may_read("areas") {
            return Ok(false);
        }
        context.progress.begin("areas of projects");
        context.staging.set_value(STALE, "0")?;
        let projects = self.ids(context, "/projects?sort=created_at")?;
        let mut areas: BTreeMap<Uuid, Vec<Uuid>> = BTreeMap::new();
        // A project that covers all areas matches the filter for any id.
        let all = self.ids(context, &format!("/projects?area_ids={}", Uuid::new_v4()))?;
        let all: BTreeSet<Uuid> = all.into_iter().collect();
        for area in self.ids(context, "/areas?sort=created_at")? {
            for project in self.ids(context, &format!("/projects?area_ids={area}"))? {
                if !all.contains(&project) {
                    areas.entry(project).or_default().push(area);
                }
            }
        }
        context.staging.together(|| {
            for project in &projects {
                let areas = areas.get(project).map_or(&[][..], Vec::as_slice);
                context.staging.put_areas(*project, areas, all.contains(project))?;
            }
            Ok(())
        })?;
        Ok(true)
    }

    /// Finds the project of each staged file that has none yet. Returns whether there were any.
    pub(super) fn locate(&self, context: &Context<'_>) -> Result<bool, MirrorError> {
        let files = context.staging.bodies_without(FILES, "file_projects")?;
        let files: Vec<Uuid> = files.into_iter().map(|(id, _)| id).collect();
        if files.is_empty() || !self.may_read("projects") {
            return Ok(false);
        }
        context.progress.begin("projects of files");
        let projects = self.ids(context, "/projects?sort=created_at")?;
        if files.len() > MAX_IDS {
            let mut left: BTreeSet<Uuid> = files.into_iter().collect();
            for project in projects {
                let mut found = self.ids(context, &format!("/files?project_id={project}"))?;
                found.retain(|file| left.contains(file));
                found.iter().map(|file| left.remove(file)).for_each(drop);
                put_projects(context, &found, project)?;
            }
            skip(context, left)?;
            return Ok(true);
        }
        let mut left = files;
        for group in projects.chunks(MAX_IDS) {
            if left.is_empty() {
                break;
            }
            let found = self.files_of(context, &left, group)?;
            left.retain(|file| !found.contains(file));
            self.divide(context, &found, group)?;
        }
        skip(context, left)?;
        Ok(true)
    }

    /// Finds the project of files that belong to one of these projects, by halves.
    fn divide(&self, context: &Context<'_>, files: &[Uuid], projects: &[Uuid]) -> Result<(), MirrorError> {
        match projects {
            _ if files.is_empty() => Ok(()),
            [] => Ok(()),
            [project] => put_projects(context, files, *project),
            _ => {
                let (first, second) = projects.split_at(projects.len() / 2);
                let found = self.files_of(context, files, first)?;
                let others: Vec<Uuid> = files.iter().copied().filter(|file| !found.contains(file)).collect();
                self.divide(context, &found, first)?;
                self.divide(context, &others, second)
            }
        }
    }

    /// The files that belong to one of the projects.
    fn files_of(
        &self,
        context: &Context<'_>,
        files: &[Uuid],
        projects: &[Uuid],
    ) -> Result<Vec<Uuid>, MirrorError> {
        let text = |ids: &[Uuid]| ids.iter().map(Uuid::to_string).collect::<Vec<_>>().join(",");
        self.ids(context, &format!("/files?ids={}&project_id={}", text(files), text(projects)))
    }
}

fn put_projects(context: &Context<'_>, files: &[Uuid], project: Uuid) -> Result<(), MirrorError> {
    context
        .staging
        .together(|| files.iter().try_for_each(|file| context.staging.put_file_project(*file, project)))
}

/// Skips files that belong to no project: they were deleted meanwhile, which the next changes report.
fn skip(context: &Context<'_>, files: impl IntoIterator<Item = Uuid>) -> Result<(), MirrorError> {
    for file in files {
        context.staging.put_file_project(file, Uuid::nil())?;
        context.staging.put_content(file, None, true)?;
    }
    Ok(())
}
