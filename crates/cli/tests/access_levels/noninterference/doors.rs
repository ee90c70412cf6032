//! The URLs at which a hidden change could show.

use folkmoot_ballots::polis;

use crate::access_levels::canary::{ballot, hidden, id};
use crate::access_levels::fixture_ideas::{comment, idea};
use crate::access_levels::fixture_projects::{folder, phase, project};
use crate::access_levels::rules::{Level, RULES};

/// All URLs that a level can request.
pub fn doors(level: Level) -> Vec<String> {
    let mut doors: Vec<String> = lists().chain(items()).chain(filtered()).chain(research()).collect();
    if level == Level::Full {
        doors.push("/ideas?sort=-votes_count".to_owned());
    }
    doors
}

/// Every list in every format and order.
fn lists() -> impl Iterator<Item = String> {
    RULES.iter().flat_map(|rules| {
        let plural = rules.plural;
        let mut forms = vec!["page_size=24", "format=ndjson", "format=csv", "cursor=start&page_size=5"];
        if rules.fields().any(|(key, _)| key == "created_at") {
            forms.extend(["sort=-updated_at&page_size=3", "sort=created_at&page_number=2"]);
        }
        forms.extend(rules.sorts.iter().map(|key| match *key {
            "likes_count" => "sort=-likes_count",
            "comments_count" => "sort=-comments_count",
            _ => "sort=start_at",
        }));
        let forms = forms.into_iter().map(move |form| format!("/{plural}?{form}"));
        forms.chain(rules.has_id().then(|| format!("/{plural}/deleted?page_size=24")))
    })
}

/// Items that are visible, and some that are not.
fn items() -> impl Iterator<Item = String> {
    let of =
        |plural: &'static str, ids: Vec<String>| ids.into_iter().map(move |id| format!("/{plural}/{id}"));
    let ideas =
        [0, 1, 3, 5, 9, 12, 14, 15].map(idea).into_iter().chain([900, 701].map(|it| hidden("ideas", it)));
    let comments = [0, 7, 14, 15, 16, 19, 20].map(comment).into_iter();
    of("ideas", ideas.collect())
        .chain(of("comments", comments.chain([hidden("comments", 701)]).collect()))
        .chain(of("projects", [0, 1, 2, 3, 6].map(project).into()))
        .chain(of("phases", [0, 1, 2, 5, 8].map(phase).into()))
        .chain(of("project_folders", [0, 1, 2].map(folder).into()))
        .chain(of("events", [id("events", 0), id("events", 1)].into()))
        .chain(of("baskets", vec![ballot("baskets", 700), ballot("baskets", 701)]))
        .chain(of("email_campaigns", [0, 1, 7].map(|number| hidden("email_campaigns", number)).into()))
        .chain([0, 3].map(|number| format!("/projects/{}/phases", project(number))))
}

/// Lists with filters, of visible and of hidden records.
fn filtered() -> impl Iterator<Item = String> {
    let phases = [0, 1, 2, 5].into_iter().flat_map(|number| {
        let phase = phase(number);
        ["ideas", "idea_phases", "baskets"].map(|plural| format!("/{plural}?phase_id={phase}"))
    });
    let ideas = [0, 1, 12, 15].into_iter().flat_map(|number| {
        let idea = idea(number);
        ["comments", "basket_ideas", "idea_topics", "reactions"]
            .map(|plural| format!("/{plural}?idea_id={idea}"))
    });
    let folders = [0, 2].map(|number| format!("/projects?folder_id={}", folder(number)));
    let projects = [0, 2, 6].into_iter().flat_map(|number| {
        let project = project(number);
        ["ideas", "comments", "events", "files"].map(|plural| format!("/{plural}?project_id={project}"))
    });
    let others = [
        "/ideas?type=survey",
        "/ideas?type=idea&page_size=2",
        "/ideas?publication_status=published&page_size=1",
        "/ideas?publication_status=draft",
        "/ideas?bbox=4.3,50.8,4.6,50.9",
        "/ideas?bbox=4.35191,50.85191,4.35192,50.85192",
        "/ideas?search=wordidea0001",
        "/ideas?search=backroom",
        "/ideas?search=response",
        "/ideas?fields=id,assignee_id,assigned_at,votes_count&page_size=24",
        "/projects?fields=id,folder_id,ideas_count,comments_count",
        "/comments?fields=id,parent_id,children_count",
        "/baskets?submitted=true",
        "/baskets?submitted=false&page_size=1",
        "/reactions?reactable_type=comment",
        "/users?user_locale=nl-BE",
        "/files?uploader=00000000-0000-4000-8000-000000000000",
        "/ideas?sort=-votes_count",
        "/ideas?format=geojson",
        "/events?format=geojson&bbox=4.35191,50.85191,4.35192,50.85192",
        "/projects?format=geojson",
    ];
    phases.chain(ideas).chain(folders).chain(projects).chain(others.map(str::to_owned))
}

/// Files for research: votes with one ballot, whose voter has the same number in each, and votes that run; and opinions.
fn research() -> impl Iterator<Item = String> {
    let details = "country=Belgium&unit=Zwenebeke&instance=2025&budget=10";
    let votes = [1, 2, 3].map(|number| format!("/phases/{}/pabulib?{details}", phase(number)));
    let files = polis::File::ALL.into_iter().flat_map(|file| {
        [0, 2, 6].map(|number| format!("/projects/{}/polis/{}", project(number), file.name()))
    });
    votes.into_iter().chain(files)
}
