//! When users register. Users are numbered in the order of their registration.

use uuid::Uuid;

use crate::plan::{Plan, STAFF};
use crate::random::{Random, Stream};
use crate::timestamp::{DAY, HOUR, NOW, OPENING, SECOND, Timestamp};

/// When the registration opens to users who do not work for the city.
const REGISTRATION_OPENING: Timestamp = Timestamp(OPENING.0 + DAY);
/// The maximum time from the creation of an account to the end of the registration.
const MAX_REGISTRATION: u64 = HOUR / 2;

/// The status of an account.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    Active,
    Invited,
    Incomplete,
}

impl Status {
    /// The status of a user.
    pub fn new(user: u64) -> Self {
        match user % 33 {
            11 => Self::Invited,
            22 => Self::Incomplete,
            _ => Self::Active,
        }
    }

    /// The value of `status`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Active => "active",
            Self::Invited => "invited",
            Self::Incomplete => "incomplete",
        }
    }
}

/// The user, if the account is active. Only active users take part under their name.
pub fn active(user: u64) -> Option<u64> {
    (Status::new(user) == Status::Active).then_some(user)
}

impl Plan {
    /// When the account is created, later than all accounts with a lower number.
    pub fn account_created(&self, user: u64) -> Timestamp {
        if user < STAFF {
            return OPENING + user * HOUR + 17 * SECOND;
        }
        let interval = self.registration_interval();
        let offset = self.random(Stream::User, user).below(interval);
        REGISTRATION_OPENING + (user - STAFF) * interval + offset
    }

    /// The number of users who have completed their registration: those with a lower number.
    pub fn registered_users(&self, at: Timestamp) -> u64 {
        if at < REGISTRATION_OPENING {
            return 0;
        }
        let elapsed = at.0.saturating_sub(REGISTRATION_OPENING.0 + MAX_REGISTRATION);
        (STAFF + elapsed / self.registration_interval()).min(self.users)
    }

    /// A random author at this timestamp; `None` if the user has been deleted since.
    pub fn random_author(&self, at: Timestamp, random: &mut Random) -> Option<u64> {
        let users = self.registered_users(at);
        if users == 0 || random.percent(4) {
            return None;
        }
        active(random.below(users)).or_else(|| active(random.below(users)))
    }

    /// The id of a user.
    pub fn user_id(&self, user: u64) -> Uuid {
        self.id(Stream::User, user)
    }

    /// The id of a user, `None` if the account is not active.
    pub fn active_user_id(&self, user: u64) -> Option<Uuid> {
        active(user).map(|user| self.user_id(user))
    }

    fn registration_interval(&self) -> u64 {
        (NOW.0 - REGISTRATION_OPENING.0 - DAY) / (self.users - STAFF)
    }
}
