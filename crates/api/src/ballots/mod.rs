//! Files for research on votes and opinions.

mod pabulib;
mod polis;

use folkmoot_model::access::AccessLevel;
use folkmoot_model::resource::Resource;

pub use self::pabulib::pabulib;
pub use self::polis::polis;

use super::caller::Caller;
use super::problem::Problem;
use super::scope::Permission;

/// The smallest access level that distinguishes the ballots of people.
const REQUIRED: AccessLevel = AccessLevel::Pseudonymous;

/// The permissions that a file of these resources requires.
pub fn permissions(resources: &[&'static Resource]) -> Vec<Permission> {
    resources.iter().map(|resource| Permission::Read(resource.names.plural)).collect()
}

/// Fails if the caller's access level does not show what people voted for.
fn require_ballots(caller: &Caller) -> Result<(), Problem> {
    if caller.level() < REQUIRED {
        return Err(caller.scope.refuse(REQUIRED, "Files of votes and opinions require"));
    }
    Ok(())
}
