//! Chance that can be asked again: every draw follows from the seed, the kind of record and its number.

use uuid::{Builder, Uuid};

/// What a draw is for; the same number of another kind is another draw.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Area,
    Basket,
    BasketIdea,
    Cause,
    CauseText,
    Comment,
    CommentText,
    Campaign,
    CampaignText,
    AutomatedCampaign,
    Delivery,
    Event,
    EventText,
    Attendance,
    File,
    Folder,
    Idea,
    IdeaDetail,
    IdeaText,
    IdeaTopics,
    Phase,
    Project,
    ProjectText,
    Reaction,
    ReactionCrowd,
    Slots,
    Tombstone,
    Topic,
    User,
    UserRole,
    UserDetail,
    Volunteer,
}

/// A stream of draws (splitmix64).
#[derive(Clone, Debug)]
pub struct Random(u64);

impl Random {
    /// The stream of one record.
    pub fn new(seed: u64, kind: Kind, number: u64) -> Self {
        Self(mix(seed ^ mix(((kind as u64) << 56) ^ mix(number))))
    }

    /// Any number.
    pub fn number(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        mix(self.0)
    }

    /// A number below the bound; 0 where the bound is 0.
    pub fn below(&mut self, bound: u64) -> u64 {
        self.number() % bound.max(1)
    }

    /// A number from `low` to `high`, both included.
    pub fn between(&mut self, low: u64, high: u64) -> u64 {
        low + self.below(high.saturating_sub(low) + 1)
    }

    /// True in so many of a hundred cases.
    pub fn percent(&mut self, share: u64) -> bool {
        self.below(100) < share
    }

    /// A position in something of this length.
    pub fn position(&mut self, length: usize) -> usize {
        usize::try_from(self.below(length as u64)).unwrap_or_default()
    }

    /// One of the choices, which are never none.
    pub fn pick<'a, T>(&mut self, choices: &'a [T]) -> &'a T {
        &choices[self.position(choices.len())]
    }

    /// Two different positions in something of this length (at least two).
    pub fn two_positions(&mut self, length: usize) -> (usize, usize) {
        let first = self.position(length);
        (first, (first + 1 + self.position(length - 1)) % length)
    }
}

/// The id of a record: a UUID of version 8, whose bytes are free to be chosen.
pub fn id(seed: u64, kind: Kind, number: u64) -> Uuid {
    let mut random = Random::new(seed, kind, number);
    random.number();
    let (high, low) = (random.number(), random.number());
    Builder::from_custom_bytes(*Uuid::from_u64_pair(high, low).as_bytes()).into_uuid()
}

/// People taken from a pool one after another, nobody twice.
#[derive(Clone, Debug)]
pub struct Crowd {
    pool: u64,
    start: u64,
    stride: u64,
}

impl Crowd {
    /// A new order of the pool.
    pub fn new(random: &mut Random, pool: u64) -> Self {
        let pool = pool.max(1);
        let mut stride = 1 + random.below(pool);
        while common_divisor(stride, pool) != 1 {
            stride = 1 + random.below(pool);
        }
        Self { pool, start: random.below(pool), stride }
    }

    /// The person at a place of the order; places from the size of the pool on repeat.
    pub fn person(&self, place: u64) -> u64 {
        (self.start + place * self.stride) % self.pool
    }
}

fn common_divisor(mut left: u64, mut right: u64) -> u64 {
    while right != 0 {
        (left, right) = (right, left % right);
    }
    left
}

/// The finalizer of splitmix64, moved off zero.
fn mix(value: u64) -> u64 {
    let value = value.wrapping_add(0x9E37_79B9_7F4A_7C15);
    let value = (value ^ (value >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let value = (value ^ (value >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    value ^ (value >> 31)
}
