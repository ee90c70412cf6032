//! The declaration of a metric.

use serde::Serialize;

use super::METRICS;

/// How the values of a metric develop.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// A number that only increases while the process runs.
    Counter,
    /// A number that increases and decreases.
    Gauge,
    /// Durations in buckets.
    Histogram,
}

/// What a metric counts or measures.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Unit {
    /// A number of things.
    Count,
    /// A size in bytes.
    Bytes,
    /// A duration in seconds.
    Seconds,
    /// A time, in seconds since 1970.
    Timestamp,
}

/// A label of a metric.
#[derive(Debug, Clone, Copy, Serialize)]
pub struct Label {
    /// Its name.
    pub name: &'static str,
    /// All its values; empty if the table does not list them.
    pub values: &'static [&'static str],
}

/// A metric.
#[derive(Debug, Clone, Copy, Serialize)]
pub struct Metric {
    /// Its name in the format of Prometheus.
    pub name: &'static str,
    /// The heading under which the list of metrics has it.
    pub group: &'static str,
    /// Its kind.
    pub kind: Kind,
    /// Its unit.
    pub unit: Unit,
    /// Its labels.
    pub labels: &'static [Label],
    /// Its meaning: a noun phrase or sentences, with a full stop.
    pub doc: &'static str,
}

impl Unit {
    fn described(self) -> metrics::Unit {
        match self {
            Self::Count => metrics::Unit::Count,
            Self::Bytes => metrics::Unit::Bytes,
            Self::Seconds | Self::Timestamp => metrics::Unit::Seconds,
        }
    }
}

/// The metric with this name.
pub fn find(name: &str) -> Option<&'static Metric> {
    METRICS.iter().find(|metric| metric.name == name)
}

/// Passes the description of every metric to the recorder, and sets each counter whose labels have listed values to 0: a rate or an
/// increase of a counter that appears with its first event lacks this event.
pub fn describe() {
    for metric in METRICS {
        let (name, unit, doc) = (metric.name, metric.unit.described(), metric.doc.trim());
        match metric.kind {
            Kind::Counter => metrics::describe_counter!(name, unit, doc),
            Kind::Gauge => metrics::describe_gauge!(name, unit, doc),
            Kind::Histogram => metrics::describe_histogram!(name, unit, doc),
        }
        if metric.kind == Kind::Counter && metric.labels.iter().all(|label| !label.values.is_empty()) {
            for labels in combinations(metric.labels) {
                metrics::counter!(name, labels).increment(0);
            }
        }
    }
}

/// All combinations of the values of labels.
fn combinations(labels: &[Label]) -> Vec<Vec<metrics::Label>> {
    labels.iter().fold(vec![Vec::new()], |combinations, label| {
        let with = |combination: &Vec<metrics::Label>, value: &'static str| {
            let mut longer = combination.clone();
            longer.push(metrics::Label::from_static_parts(label.name, value));
            longer
        };
        combinations
            .iter()
            .flat_map(|combination| label.values.iter().map(move |value| with(combination, value)))
            .collect()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const RESULT: Label = Label { name: "result", values: &["succeeded", "failed"] };
    const FORMAT: Label = Label { name: "format", values: &["csv", "json", "text"] };

    #[test]
    fn labels_are_combined_with_each_other() {
        assert_eq!(combinations(&[]), [Vec::new()]);
        let combined = combinations(&[RESULT, FORMAT]);
        assert_eq!(combined.len(), 6);
        let last: Vec<_> = combined[5].iter().map(|label| (label.key(), label.value())).collect();
        assert_eq!(last, [("result", "failed"), ("format", "text")]);
    }

    #[test]
    fn names_have_the_suffix_of_their_kind_and_unit_and_are_declared_once() {
        for (position, metric) in METRICS.iter().enumerate() {
            let Metric { name, kind, unit, doc, .. } = *metric;
            assert_eq!(name.ends_with("_total"), kind == Kind::Counter, "{name}");
            let base = name.trim_end_matches("_total").trim_end_matches("_max");
            let is_time = base.ends_with("_timestamp_seconds") || base == "process_start_time_seconds";
            assert_eq!(is_time, unit == Unit::Timestamp, "{name}");
            assert_eq!(base.ends_with("_seconds"), matches!(unit, Unit::Seconds | Unit::Timestamp), "{name}");
            assert_eq!(base.ends_with("_bytes"), unit == Unit::Bytes, "{name}");
            assert!(doc.trim().ends_with('.'), "{name}");
            assert!(METRICS[..position].iter().all(|other| other.name != name), "{name}");
        }
    }
}
