//! In what ways people take part in a phase.

/// A participation method.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    Information,
    Ideation,
    Proposals,
    NativeSurvey,
    CommunityMonitor,
    DocumentAnnotation,
    Survey,
    Voting(Voting),
    Poll,
    Volunteering,
    CommonGround,
}

/// A voting method.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Voting {
    Budgeting,
    Single,
    Multiple,
}

impl Method {
    /// The name in the data.
    pub fn name(self) -> &'static str {
        match self {
            Self::Information => "information",
            Self::Ideation => "ideation",
            Self::Proposals => "proposals",
            Self::NativeSurvey => "native_survey",
            Self::CommunityMonitor => "community_monitor_survey",
            Self::DocumentAnnotation => "document_annotation",
            Self::Survey => "survey",
            Self::Voting(_) => "voting",
            Self::Poll => "poll",
            Self::Volunteering => "volunteering",
            Self::CommonGround => "common_ground",
        }
    }

    /// The voting method, in a voting phase.
    pub fn voting(self) -> Option<Voting> {
        if let Self::Voting(voting) = self { Some(voting) } else { None }
    }

    /// Whether what people write here answers a survey.
    pub fn is_survey(self) -> bool {
        matches!(self, Self::NativeSurvey | Self::CommunityMonitor)
    }

    /// How much people write here, compared with other methods.
    pub fn ideas(self) -> u64 {
        match self {
            Self::Ideation | Self::Proposals => 6,
            Self::CommunityMonitor => 2,
            Self::NativeSurvey => 3,
            Self::CommonGround => 1,
            _ => 0,
        }
    }
}

impl Voting {
    /// The name in the data.
    pub fn name(self) -> &'static str {
        match self {
            Self::Budgeting => "budgeting",
            Self::Single => "single_voting",
            Self::Multiple => "multiple_voting",
        }
    }

    /// How much one person may give: money, or votes.
    pub fn most(self) -> u64 {
        match self {
            Self::Budgeting => 100_000,
            Self::Single => 3,
            Self::Multiple => 10,
        }
    }

    /// How much one person must give at least.
    pub fn least(self) -> u64 {
        match self {
            Self::Budgeting => 5_000,
            Self::Single | Self::Multiple => 1,
        }
    }
}
