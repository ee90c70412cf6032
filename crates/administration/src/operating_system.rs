//! The user of the operating system who runs a command.

use folkmoot_store::audit_log::Actor;

/// The file with the names of users.
const USERS: &str = "/etc/passwd";

/// The actor of a command: the user who runs it, or who runs it with `sudo` as another user.
pub fn command_line_actor() -> Actor {
    let id = rustix::process::getuid().as_raw().to_string();
    let users = std::fs::read_to_string(USERS).unwrap_or_default();
    let variable = |name| std::env::var(name).ok().filter(|value| !value.is_empty());
    let name = variable("SUDO_USER").or_else(|| user_name(&users, &id)).or_else(|| variable("USER"));
    Actor {
        kind: "command-line".to_owned(),
        name: name.unwrap_or_else(|| format!("user {id}")),
        id,
        address: None,
    }
}

/// The name of the user with an id, in the format of `/etc/passwd`.
fn user_name(users: &str, id: &str) -> Option<String> {
    let mut users = users.lines().map(|line| line.split(':'));
    users.find_map(|mut fields| {
        let name = fields.next()?;
        (fields.nth(1)? == id).then(|| name.to_owned())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_name_of_a_user_is_found_by_the_id() {
        let users = "root:x:0:0:root:/root:/bin/bash\nann:x:1000:1000::/home/ann:/bin/sh\nbroken\n";
        assert_eq!(user_name(users, "0").as_deref(), Some("root"));
        assert_eq!(user_name(users, "1000").as_deref(), Some("ann"));
        assert_eq!(user_name(users, "1"), None);
    }
}
