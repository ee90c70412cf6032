//! Reads metrics in the text format of Prometheus.

use std::collections::BTreeMap;

/// A sample: a name, labels and a value.
#[derive(Debug, Clone, PartialEq)]
pub struct Sample {
    pub name: String,
    pub labels: BTreeMap<String, String>,
    pub value: f64,
}

/// What a server exposes.
#[derive(Debug, Default)]
pub struct Exposition {
    /// The `HELP` line of each name.
    pub help: BTreeMap<String, String>,
    /// The `TYPE` line of each name.
    pub types: BTreeMap<String, String>,
    pub samples: Vec<Sample>,
}

impl Exposition {
    pub fn parse(text: &str) -> Self {
        let mut parsed = Self::default();
        for line in text.lines().filter(|line| !line.is_empty()) {
            if let Some(rest) = line.strip_prefix("# HELP ") {
                let (name, help) = rest.split_once(' ').unwrap();
                parsed.help.insert(name.to_owned(), help.to_owned());
            } else if let Some(rest) = line.strip_prefix("# TYPE ") {
                let (name, kind) = rest.split_once(' ').unwrap();
                parsed.types.insert(name.to_owned(), kind.to_owned());
            } else {
                parsed.samples.push(sample(line));
            }
        }
        parsed
    }

    /// The value of the sample with this name and exactly these labels.
    pub fn value(&self, name: &str, labels: &[(&str, &str)]) -> Option<f64> {
        let has_labels = |sample: &&Sample| {
            sample.labels.len() == labels.len()
                && labels.iter().all(|(name, value)| sample.labels.get(*name).is_some_and(|is| is == value))
        };
        let mut named = self.samples.iter().filter(|sample| sample.name == name);
        named.find(has_labels).map(|sample| sample.value)
    }
}

/// Reads a line. No value of a label of this server contains a comma or an escaped character.
fn sample(line: &str) -> Sample {
    let (series, value) = line.rsplit_once(' ').unwrap();
    let (name, labels) = series.split_once('{').unwrap_or((series, "}"));
    let labels = labels.strip_suffix('}').unwrap().split(',').filter(|label| !label.is_empty());
    let label = |label: &str| {
        let (name, value) = label.split_once('=').unwrap();
        (name.to_owned(), value.trim_matches('"').to_owned())
    };
    Sample { name: name.to_owned(), labels: labels.map(label).collect(), value: value.parse().unwrap() }
}
