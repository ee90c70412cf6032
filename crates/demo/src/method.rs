//! Participation methods of phases.

use serde::Deserialize;

/// A participation method; voting phases by their voting method.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Method {
    Information,
    Ideation,
    Proposals,
    NativeSurvey,
    CommunityMonitorSurvey,
    DocumentAnnotation,
    Survey,
    Budgeting,
    SingleVoting,
    MultipleVoting,
    Poll,
    Volunteering,
    CommonGround,
}

/// The rules of a voting phase.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Voting {
    /// The value of `voting_method`.
    pub name: &'static str,
    /// The maximum total of one basket: euros or votes.
    pub maximum: u64,
    /// The minimum total of a basket that can be submitted.
    pub minimum: u64,
}

impl Method {
    /// The value of `participation_method`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Information => "information",
            Self::Ideation => "ideation",
            Self::Proposals => "proposals",
            Self::NativeSurvey => "native_survey",
            Self::CommunityMonitorSurvey => "community_monitor_survey",
            Self::DocumentAnnotation => "document_annotation",
            Self::Survey => "survey",
            Self::Budgeting | Self::SingleVoting | Self::MultipleVoting => "voting",
            Self::Poll => "poll",
            Self::Volunteering => "volunteering",
            Self::CommonGround => "common_ground",
        }
    }

    /// The voting rules, for a voting phase.
    pub fn voting(self) -> Option<Voting> {
        let (name, maximum, minimum) = match self {
            Self::Budgeting => ("budgeting", 100_000, 5_000),
            Self::SingleVoting => ("single_voting", 3, 1),
            Self::MultipleVoting => ("multiple_voting", 10, 1),
            _ => return None,
        };
        Some(Voting { name, maximum, minimum })
    }

    /// Whether the ideas of a phase are answers to a survey.
    pub fn is_survey(self) -> bool {
        matches!(self, Self::NativeSurvey | Self::CommunityMonitorSurvey)
    }

    /// The relative number of ideas that users submit in a phase.
    pub fn idea_weight(self) -> u64 {
        match self {
            Self::Ideation | Self::Proposals => 6,
            Self::CommunityMonitorSurvey => 2,
            Self::NativeSurvey => 3,
            Self::CommonGround => 1,
            _ => 0,
        }
    }
}
