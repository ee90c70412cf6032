//! Reproducible random numbers: each depends only on the seed, the stream and the number of the record.

use uuid::{Builder, Uuid};

use crate::content::Choices;

/// What random numbers are used for. Each stream is independent of the others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stream {
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
    ReactionCount,
    IdeaPhases,
    DeletedItem,
    Topic,
    User,
    UserRole,
    UserDetail,
    Volunteer,
}

/// A random number generator (splitmix64).
#[derive(Clone, Debug)]
pub struct Random(u64);

impl Random {
    /// The generator for one record.
    pub fn new(seed: u64, stream: Stream, number: u64) -> Self {
        Self(mix(seed ^ mix(((stream as u64) << 56) ^ mix(number))))
    }

    /// Any number.
    pub fn number(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        mix(self.0)
    }

    /// A number less than `bound`; 0 if `bound` is 0.
    pub fn below(&mut self, bound: u64) -> u64 {
        self.number() % bound.max(1)
    }

    /// A number from `low` to `high`, both included.
    pub fn between(&mut self, low: u64, high: u64) -> u64 {
        low + self.below(high.saturating_sub(low) + 1)
    }

    /// True with this probability, in percent.
    pub fn percent(&mut self, probability: u64) -> bool {
        self.below(100) < probability
    }

    /// An index into a list of this length; 0 if the list is empty.
    pub fn index(&mut self, length: usize) -> usize {
        usize::try_from(self.below(length as u64)).unwrap_or_default()
    }

    /// One entry of the list.
    pub fn pick<'a, T>(&mut self, choices: &'a Choices<T>) -> &'a T {
        &choices[self.index(choices.len())]
    }

    /// Two entries of the list, different ones if it has more than one.
    pub fn pick_two<'a, T>(&mut self, choices: &'a Choices<T>) -> [&'a T; 2] {
        let first = self.index(choices.len());
        let second = (first + 1 + self.index(choices.len() - 1)) % choices.len();
        [&choices[first], &choices[second]]
    }
}

/// The id of a record: a UUID of version 8 (RFC 9562), whose bits are free to choose.
pub fn id(seed: u64, stream: Stream, number: u64) -> Uuid {
    let mut random = Random::new(seed, stream, number);
    random.number();
    let (high, low) = (random.number(), random.number());
    Builder::from_custom_bytes(*Uuid::from_u64_pair(high, low).as_bytes()).into_uuid()
}

/// A random order of the numbers less than `size`, computed without a table.
#[derive(Clone, Debug)]
pub struct Permutation {
    size: u64,
    start: u64,
    stride: u64,
}

impl Permutation {
    /// A new order.
    pub fn new(random: &mut Random, size: u64) -> Self {
        let size = size.max(1);
        let mut stride = 1 + random.below(size);
        while greatest_common_divisor(stride, size) != 1 {
            stride = 1 + random.below(size);
        }
        Self { size, start: random.below(size), stride }
    }

    /// The number at an index; indexes from `size` on repeat the order.
    pub fn get(&self, index: u64) -> u64 {
        (self.start + index * self.stride) % self.size
    }
}

fn greatest_common_divisor(mut left: u64, mut right: u64) -> u64 {
    while right != 0 {
        (left, right) = (right, left % right);
    }
    left
}

/// The finalizer of splitmix64, of a value that is never 0 for input 0.
fn mix(value: u64) -> u64 {
    let value = value.wrapping_add(0x9E37_79B9_7F4A_7C15);
    let value = (value ^ (value >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let value = (value ^ (value >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    value ^ (value >> 31)
}
