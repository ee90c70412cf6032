//! The operations that return files for research on votes and opinions.

use folkmoot_api::ballots::permissions;
use folkmoot_api::naming;
use folkmoot_api::parameters::declarations::LOCALE;
use folkmoot_ballots::{pabulib, polis};
use folkmoot_model::resources::{PHASES, PROJECTS};
use serde_json::{Value, json};

use super::operations::{Operation, Paths};
use super::{PlatformValues, parameters, problems, responses};

const HEADERS: &[&str] = &["Content-Disposition", "Vary", "RateLimit", "RateLimit-Policy"];
/// A phase of the demo platform with a vote that has ended.
const ENDED_VOTE: &str = "8cdab09d-4012-8055-9a58-9f760950c0f0";
/// A vote of two ballots.
const VOTE: &str = "META\nkey;value\ndescription;Green streets: Vote\ncountry;Belgium\nunit;Zwenebeke\ninstance;2026\n\
    num_projects;2\nnum_votes;2\nbudget;100000\nvote_type;approval\nrule;greedy\ndate_begin;01.03.2026\ndate_end;31.03.2026\n\
    language;en\nPROJECTS\nproject_id;cost;votes;name\n5b0c2a3e-7d1f-4e6a-9c8b-2f4d6e8a0b1c;60000;2;Trees\n\
    3f6a1c52-8e0d-4b97-a5d4-c1702b9e6f38;45000;1;Benches\nVOTES\nvoter_id;vote\n\
    1;5b0c2a3e-7d1f-4e6a-9c8b-2f4d6e8a0b1c,3f6a1c52-8e0d-4b97-a5d4-c1702b9e6f38\n2;5b0c2a3e-7d1f-4e6a-9c8b-2f4d6e8a0b1c\n";
/// Adds the operations.
pub fn add(paths: &mut Paths, values: &PlatformValues) {
    let pabulib = Operation {
        id: naming::GET_PABULIB.to_owned(),
        tag: naming::tag(PHASES),
        summary: "Get a vote in the Pabulib format".to_owned(),
        description: "Returns the submitted ballots of a vote that has ended as a `.pb` file, the research format of participatory \
                      budgeting. Only for clients of the access levels `full` and `pseudonymous`. Voters get other random numbers in \
                      each download. Ideas without a cost, and those that cost more than the budget, are left out and named in \
                      `comment`."
            .to_owned(),
        parameters: [vec![parameters::id_like(&json!(ENDED_VOTE))], parameters::of_pabulib(values)].concat(),
        body: None,
        success: ("200", file("The vote.", pabulib::MEDIA_TYPE, VOTE)),
        permissions: permissions(&pabulib::RESOURCES),
        errors: errors(&[&problems::VOTE_RUNNING]),
    };
    paths.add("get", "phases/{id}/pabulib", pabulib.object());
    for kind in polis::File::ALL {
        let polis = Operation {
            id: naming::polis_operation(kind),
            tag: naming::tag(PROJECTS),
            summary: format!("Get {} of Polis", kind.name()),
            description: format!(
                "Returns {}. The published ideas of a project are the comments of a Polis conversation, and the reactions to them its \
                 votes: a like is 1, a dislike -1, a neutral reaction 0. Only for clients of the access levels `full` and \
                 `pseudonymous`. Participants have random numbers that are the same for one day. Below `full`, a person has one \
                 number as an author and another as a voter, and times are cut to the day.",
                kind.description()
            ),
            parameters: [vec![parameters::id(PROJECTS)], parameters::of_shared(&[LOCALE])].concat(),
            body: None,
            success: ("200", file("The file.", polis::File::MEDIA_TYPE, example(kind))),
            permissions: permissions(&polis::RESOURCES),
            errors: errors(&[]),
        };
        paths.add("get", &format!("projects/{{id}}/polis/{}", kind.name()), polis.object());
    }
}

/// The first rows of a file.
fn example(file: polis::File) -> &'static str {
    match file {
        polis::File::Summary => {
            "topic,Green streets\r\nurl,https://participate.example.org/projects/green-streets\r\nvoters,41\r\n"
        }
        polis::File::Comments => {
            "timestamp,datetime,comment-id,author-id,agrees,disagrees,moderated,comment-body,is-meta\r\n1773792000,Wed Mar 18 2026 \
             00:00:00 GMT+0000 (Coordinated Universal Time),0,731205518420933,12,3,1,Trees on the square,false\r\n"
        }
        polis::File::Votes => {
            "timestamp,datetime,comment-id,voter-id,vote\r\n1773792000,Wed Mar 18 2026 00:00:00 GMT+0000 (Coordinated Universal \
             Time),0,482309482309482,1\r\n"
        }
        polis::File::ParticipantVotes => {
            "participant,group-id,n-comments,n-votes,n-agree,n-disagree,0,1\r\n482309482309482,,,2,1,1,1,-1\r\n"
        }
        polis::File::CommentGroups => {
            "comment-id,comment,total-votes,total-agrees,total-disagrees,total-passes\r\n0,Trees on the square,16,12,3,1\r\n"
        }
    }
}

fn errors(own: &[&'static problems::ErrorResponse]) -> Vec<&'static problems::ErrorResponse> {
    let all: [&[_]; 3] =
        [&[&problems::INVALID_PARAMETER, &problems::RECORD_NOT_FOUND], own, problems::COMMON];
    all.concat()
}

fn file(doc: &str, media_type: &str, example: &str) -> Value {
    let media_type = media_type.split(';').next().unwrap_or_default();
    let content = json!({ media_type: { "schema": { "type": "string" }, "example": example } });
    json!({ "description": doc, "headers": responses::headers(HEADERS), "content": content })
}
