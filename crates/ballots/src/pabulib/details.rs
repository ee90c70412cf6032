//! What a file says and no record contains.

use folkmoot_model::resource::Enumeration;

use super::{PabulibError, line};

/// The rules by which the winners of a vote are determined, as the format names them.
pub const RULES: Enumeration = Enumeration::new(&[
    ("greedy", "Most votes first, as long as the budget lasts"),
    ("greedy-no-skip", "Most votes first, until the first that exceeds the budget"),
    ("greedy-threshold", "Greedy, among ideas with a minimum number of votes"),
    ("greedy-exclusive", "Greedy, with ideas that exclude each other"),
    ("greedy-custom", "Greedy, with rules of its own"),
    ("equalshares", "Method of equal shares"),
    ("equalshares-comparison", "Method of equal shares, compared with greedy"),
    ("equalshares/add1", "Method of equal shares, completed by increasing the budget"),
    ("equalshares/add1-comparison", "Method of equal shares with increased budget, compared with greedy"),
    ("unknown", "Not known"),
]);
/// The rule if nothing names another.
const UNKNOWN: &str = "unknown";

/// What a file says and no record contains.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Details {
    /// The English name of the country, or its code (ISO 3166).
    pub country: Option<String>,
    /// The municipality, region or organisation that votes.
    pub unit: Option<String>,
    /// What distinguishes this vote from others of the unit, such as its year.
    pub instance: Option<String>,
    /// The budget; that of a ballot by default.
    pub budget: Option<u64>,
    /// One of [`RULES`].
    pub rule: Option<&'static str>,
}

/// Complete details.
pub(super) struct Complete {
    pub(super) country: String,
    pub(super) unit: String,
    pub(super) instance: String,
    pub(super) budget: u64,
    pub(super) rule: &'static str,
}

impl Details {
    /// These details, and those of `other` where these have none.
    #[must_use]
    pub fn or(self, other: Self) -> Self {
        Self {
            country: self.country.or(other.country),
            unit: self.unit.or(other.unit),
            instance: self.instance.or(other.instance),
            budget: self.budget.or(other.budget),
            rule: self.rule.or(other.rule),
        }
    }

    /// The details with the default budget. Fails if one is missing.
    pub(super) fn complete(&self, budget: Option<u64>) -> Result<Complete, PabulibError> {
        let texts = [("country", &self.country), ("unit", &self.unit), ("instance", &self.instance)];
        let texts = texts.map(|(name, text)| (name, text.as_deref().map(line).filter(|it| !it.is_empty())));
        let missing = texts.iter().filter(|(_, text)| text.is_none()).map(|(name, _)| *name);
        let budget = self.budget.or(budget);
        let missing = missing.chain(budget.is_none().then_some("budget")).collect::<Vec<_>>();
        let ([(_, Some(country)), (_, Some(unit)), (_, Some(instance))], Some(budget)) = (texts, budget)
        else {
            return Err(PabulibError::Missing(missing));
        };
        Ok(Complete { country, unit, instance, budget, rule: self.rule.unwrap_or(UNKNOWN) })
    }
}
