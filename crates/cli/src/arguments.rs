//! Parses the command line into the settings and the command.

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsString;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Arg, ArgMatches, FromArgMatches, Subcommand, ValueHint};
use folkmoot_runtime::terminal::{self, Printable};
use folkmoot_settings::{Configuration, DEFAULT_FILE, SETTINGS, Setting, Settings, SettingsError};

use super::shown_settings::affects;
use super::{Command, doctor, version};

/// The flag with the path of the settings file. The flag itself is not a setting.
const CONFIG: &str = "config";
/// The flag that prints the help with all settings.
const HELP_ALL: &str = "help-all";

/// The settings and the command of one run of the program.
#[derive(Debug)]
pub struct Invocation {
    /// The value of every setting.
    pub settings: Settings,
    /// The sources of the settings, from which a server reads them again.
    pub configuration: Configuration,
    /// The command to run.
    pub command: Command,
}

/// Why no command is run.
#[derive(Debug, thiserror::Error)]
pub enum Refusal {
    /// The arguments are invalid, or only request help or the version.
    #[error(transparent)]
    Arguments(#[from] clap::Error),
    /// The settings are invalid.
    #[error("error: {0}")]
    Settings(#[from] SettingsError),
    /// The settings are invalid, and `folkmoot doctor` reports it.
    #[error("error: {error}")]
    Diagnosed {
        /// Why.
        error: SettingsError,
        /// Whether the report is JSON.
        json: bool,
    },
}

impl Refusal {
    /// Prints the help or the version to stdout, or the error to stderr. Returns the exit status.
    pub fn report(&self) -> ExitCode {
        let (printed, status) = match self {
            Self::Arguments(error) => (error.print(), error.exit_code()),
            Self::Settings(_) => (writeln!(terminal::stderr(), "{self}"), 2),
            Self::Diagnosed { error, json } => {
                (doctor::report_invalid(error, *json, &mut Printable(io::stdout())), 1)
            }
        };
        match printed {
            Ok(()) => ExitCode::from(u8::try_from(status).unwrap_or(2)),
            Err(_) => ExitCode::FAILURE,
        }
    }
}

/// Parses the arguments (the first is the name of the program), the environment variables and the settings file. The
/// settings file is `folkmoot.toml` in `folder` unless a flag names another.
pub fn parse(
    arguments: impl IntoIterator<Item = OsString>,
    environment: &dyn Fn(&str) -> Option<OsString>,
    folder: &Path,
) -> Result<Invocation, Refusal> {
    let mut arguments: Vec<OsString> = arguments.into_iter().collect();
    let given = arguments.split_mut(|argument| argument == "--").next().unwrap_or_default();
    let help_all = given.iter_mut().find(|flag| **flag == *format!("--{HELP_ALL}"));
    let shows_all = help_all.map(|flag| *flag = "--help".into()).is_some();
    let mut program = program(shows_all);
    let matches = program.try_get_matches_from_mut(arguments);
    let matches = matches.map_err(|error| with_variables(error, &mut program))?;
    let command = Command::from_arg_matches(&matches)?;
    if let Some(conflict) = command.conflict() {
        return Err(program.error(ErrorKind::ArgumentConflict, conflict).into());
    }
    let named = matches.get_one::<PathBuf>(CONFIG).map(|path| folder.join(path));
    let found = || Some(folder.join(DEFAULT_FILE)).filter(|path| path.exists());
    let file = named.or_else(found);
    let configuration = Configuration { flags: flags(&matches), file, folder: folder.to_owned() };
    let settings = configuration.read(environment).map_err(|error| match &command {
        Command::Doctor { json } => Refusal::Diagnosed { error, json: *json },
        _ => Refusal::Settings(error),
    })?;
    Ok(Invocation { settings, configuration, command })
}

/// The error with the names of the environment variables that give the missing arguments, too.
fn with_variables(mut error: clap::Error, program: &mut clap::Command) -> clap::Error {
    let missing = match error.get(ContextKind::InvalidArg) {
        Some(ContextValue::Strings(missing)) if error.kind() == ErrorKind::MissingRequiredArgument => missing,
        _ => return error,
    };
    // Arguments of subcommands that were not used have no text before.
    program.build();
    let mut variables = BTreeSet::new();
    add_variables(program, missing, &mut variables);
    if !variables.is_empty() {
        let names: Vec<String> = variables.into_iter().collect();
        let tip = format!("environment variables with these values: {}", names.join(", "));
        error.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![tip.into()]));
    }
    error
}

/// Adds the environment variables of the missing arguments of a command or one of its subcommands.
fn add_variables(command: &clap::Command, missing: &[String], variables: &mut BTreeSet<String>) {
    let arguments = command.get_arguments().filter(|argument| missing.contains(&argument.to_string()));
    variables.extend(arguments.filter_map(Arg::get_env).map(|name| name.to_string_lossy().into_owned()));
    command.get_subcommands().for_each(|subcommand| add_variables(subcommand, missing, variables));
}

/// The definition of the command line for clap, whose help shows all settings or only basic ones.
fn program(shows_all: bool) -> clap::Command {
    let program = clap::Command::new("folkmoot")
        .version(version::VERSION)
        .long_version(version::long())
        .after_help(
            "Quick start:\n  folkmoot demo\n  folkmoot clients create \"My first client\"\n  folkmoot serve\n\n\
             Settings are read from flags (before or after the command), environment variables and\n\
             folkmoot.toml, in this order of precedence. `--help` lists those that most platforms\n\
             need, and `--help-all` all; after a command, those that affect it.",
        )
        .subcommand_required(true)
        .arg_required_else_help(true)
        .max_term_width(100)
        .arg(
            Arg::new(CONFIG)
                .long(CONFIG)
                .value_name("FILE")
                .value_parser(clap::value_parser!(PathBuf))
                .value_hint(ValueHint::FilePath)
                .help("Settings file to read instead of folkmoot.toml in the current folder. It must exist.")
                .global(true)
                .hide_short_help(true)
                .help_heading("Settings"),
        )
        .arg(
            Arg::new(HELP_ALL)
                .long(HELP_ALL)
                .action(clap::ArgAction::SetTrue)
                .help("Print help with all settings")
                .global(true)
                .hide_short_help(true),
        )
        .args(SETTINGS.iter().map(|setting| flag(setting, shows_all || setting.basic)));
    // The last call, because clap uses the doc comment of the enum of commands as the description of the program.
    Command::augment_subcommands(program)
        .mut_subcommands(|command| {
            let name = command.get_name().to_owned();
            let is_shown = |setting| affects(setting, &name) && (shows_all || setting.basic);
            command.args(SETTINGS.iter().map(|setting| flag(setting, is_shown(setting))))
        })
        .about("Serve the public API and developer portal of a civic participation platform")
}

/// The flag of a setting. Its value stays text here, because [`Settings::resolve`] parses the values of all sources.
fn flag(setting: &Setting, is_shown: bool) -> Arg {
    let name = setting.name();
    let mut notes = vec![format!("[env: {}]", setting.environment())];
    if !setting.default.is_empty() {
        notes.insert(0, format!("[default: {}]", setting.default));
    }
    Arg::new(name.clone())
        .long(name)
        .value_name(setting.placeholder)
        .help(format!("{} {}", setting.doc.trim(), notes.join(" ")))
        .global(true)
        .allow_negative_numbers(true)
        .hide_short_help(true)
        .hide_long_help(!is_shown)
        .help_heading(format!("Settings: {}", setting.group))
}

fn flags(matches: &ArgMatches) -> BTreeMap<String, String> {
    // `clients create --mcp` has no value: where a command has a flag of this name, it is not the setting.
    let value = |name: &str| matches.try_get_one::<String>(name).ok().flatten().cloned();
    let flag = |name: String| value(&name).map(|value| (name, value));
    SETTINGS.iter().map(Setting::name).filter_map(flag).collect()
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

    use folkmoot_model::access::AccessLevel;
    use uuid::Uuid;

    use super::super::client_arguments::ResourceList;
    use super::super::registration_arguments::RegistrationArguments;
    use super::super::{AccessCommand, ClientsCommand, PeopleCommand, Reference};
    use super::*;

    /// Parses a command line whose words are separated by blanks, in an empty folder and an empty environment.
    fn parse_line(line: &str) -> Result<Invocation, Refusal> {
        let folder = tempfile::tempdir().unwrap();
        parse(line.split_whitespace().map(OsString::from), &|_| None, folder.path())
    }

    fn command(line: &str) -> Command {
        parse_line(line).unwrap().command
    }

    fn clap_error(line: &str) -> clap::Error {
        match parse_line(line) {
            Err(Refusal::Arguments(error)) => error,
            other => panic!("{line} gave {other:?}"),
        }
    }

    #[test]
    fn the_definition_of_the_command_line_is_valid() {
        program(false).debug_assert();
    }

    #[test]
    fn flags_are_accepted_before_and_after_the_command() {
        for line in [
            "folkmoot --data x serve",
            "folkmoot serve --data x",
            "folkmoot serve --data=x",
            "folkmoot --data y serve --data x",
        ] {
            let invocation = parse_line(line).unwrap();
            assert_eq!(invocation.settings.data, Path::new("x"), "{line}");
            assert_eq!(invocation.command, Command::Serve);
        }
        assert_eq!(parse_line("folkmoot clients --data x list").unwrap().settings.data, Path::new("x"));
        assert_eq!(parse_line("folkmoot clients list --data x").unwrap().settings.data, Path::new("x"));
    }

    #[test]
    fn the_settings_file_is_in_the_folder_or_named_by_a_flag() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("folkmoot.toml"), "data = 'found'").unwrap();
        std::fs::write(folder.path().join("other.toml"), "data = 'named'").unwrap();
        let data = |line: &str| {
            let arguments = line.split_whitespace().map(OsString::from);
            parse(arguments, &|_| None, folder.path()).map(|invocation| invocation.settings.data)
        };
        assert_eq!(data("folkmoot serve").unwrap(), Path::new("found"));
        assert_eq!(data("folkmoot serve --config other.toml").unwrap(), Path::new("named"));
        assert_eq!(data("folkmoot --config other.toml serve").unwrap(), Path::new("named"));
        assert!(
            data("folkmoot serve --config missing.toml").unwrap_err().to_string().contains("failed to read")
        );
    }

    #[test]
    fn commands_are_parsed_with_their_arguments() {
        assert_eq!(
            command("folkmoot import ./platform --dry-run"),
            Command::Import { path: "./platform".into(), dry_run: true, remove_locales: false }
        );
        assert_eq!(command("folkmoot demo"), Command::Demo { ideas: 1000, seed: 1, out: None });
        assert_eq!(
            command("folkmoot demo --ideas 5 --seed 9 --out there"),
            Command::Demo { ideas: 5, seed: 9, out: Some("there".into()) }
        );
        assert_eq!(
            command("folkmoot clients create website --access public --json"),
            Command::Clients(ClientsCommand::Create {
                name: "website".into(),
                access: Some(AccessLevel::Public),
                resources: ResourceList(None),
                expires: None,
                publishable: false,
                origins: None,
                mcp: false,
                registration: RegistrationArguments::default(),
                json: true,
            })
        );
        let id = Uuid::from_u128(7);
        assert_eq!(
            command(&format!("folkmoot clients rotate {id}")),
            Command::Clients(ClientsCommand::Rotate { id, overlap: 24, revoke_tokens: false, json: false })
        );
        assert_eq!(
            command(&format!("folkmoot clients revoke {id}")),
            Command::Clients(ClientsCommand::Revoke { id })
        );
        let out = "person.zip".into();
        assert_eq!(
            command("folkmoot people export - --out person.zip"),
            Command::People(PeopleCommand::Export { person: "-".into(), out })
        );
        let erase =
            PeopleCommand::Erase { person: "-".into(), with_texts: true, dry_run: false, json: false };
        assert_eq!(command("folkmoot people erase - --with-texts"), Command::People(erase));
        assert_eq!(command("folkmoot access off"), Command::Access(AccessCommand::Off));
        assert_eq!(
            command("folkmoot openapi --admin-api"),
            Command::Openapi { admin_api: true, without_platform: false }
        );
        assert_eq!(
            command("folkmoot reference settings"),
            Command::Reference { subject: Reference::Settings }
        );
    }

    #[test]
    fn wrong_usage_exits_with_2() {
        for line in [
            "folkmoot",
            "folkmoot dance",
            "folkmoot serve --dta x",
            "folkmoot import",
            "folkmoot demo --ideas 0",
            "folkmoot clients",
            "folkmoot clients create",
            "folkmoot clients revoke 12",
            "folkmoot clients create Site --publishable",
            "folkmoot clients create Site --origins https://www.city.example",
            "folkmoot clients create Site --publishable --origins *",
            "folkmoot clients create Site --publishable --origins www.city.example",
            "folkmoot clients create Site --publishable --origins https://www.city.example --access full",
            "folkmoot people",
            "folkmoot people export ada@example.org",
            "folkmoot access maybe",
            "folkmoot mirror https://source.example --client-secret -",
            "folkmoot mirror https://source.example --client-id a --client-secret b --every 0m",
            "folkmoot admin-keys create",
            "folkmoot admin-keys create Ann --role owner",
            "folkmoot audit --since yesterday",
        ] {
            let error = clap_error(line);
            assert_eq!(error.exit_code(), 2, "{line}");
            assert!(error.use_stderr(), "{line}");
        }
        assert!(
            parse_line("folkmoot serve --listen here")
                .unwrap_err()
                .to_string()
                .starts_with("error: invalid value")
        );
    }

    #[test]
    fn the_error_of_a_missing_argument_names_its_environment_variable() {
        let error = clap_error("folkmoot mirror https://source.example").to_string();
        let tip = "environment variables with these values: FOLKMOOT_MIRROR_CLIENT_ID, FOLKMOOT_MIRROR_CLIENT_SECRET";
        assert!(error.contains(tip), "{error}");
        let error = clap_error("folkmoot mirror https://source.example --client-id a").to_string();
        assert!(!error.contains("CLIENT_ID") && error.contains("CLIENT_SECRET"), "{error}");
        assert!(clap_error("folkmoot people find").to_string().contains("FOLKMOOT_PERSON"));
        assert!(!clap_error("folkmoot import").to_string().contains("environment"));
    }

    #[test]
    fn help_and_version_are_printed_to_stdout_with_status_0() {
        for line in ["folkmoot --version", "folkmoot --help", "folkmoot serve --help", "folkmoot help import"]
        {
            let error = clap_error(line);
            assert_eq!(error.exit_code(), 0, "{line}");
            assert!(!error.use_stderr(), "{line}");
        }
        assert!(clap_error("folkmoot --version").to_string().starts_with("folkmoot 0."));
        assert!(clap_error("folkmoot --help").to_string().starts_with("Serve the public API"));
        let help = |line: &str| clap_error(line).to_string();
        assert!(help("folkmoot serve --help").contains("FOLKMOOT_PUBLIC_URL"));
        for (line, is_shown) in [
            ("folkmoot serve --help", false),
            ("folkmoot serve --help-all", true),
            ("folkmoot --help", false),
            ("folkmoot --help-all", true),
            ("folkmoot import --help-all", false),
            ("folkmoot --help-all serve", true),
        ] {
            assert_eq!(help(line).contains("FOLKMOOT_KEEP_ALIVE_SECONDS"), is_shown, "{line}");
        }
        assert!(help("folkmoot clients create --help").contains("FOLKMOOT_DATABASE_URL"));
        assert!(!help("folkmoot clients create --help").contains("FOLKMOOT_PUBLIC_URL"));
        assert!(!clap_error("folkmoot --help").to_string().contains("\n  reference"));
    }
}
