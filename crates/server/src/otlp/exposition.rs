//! Reads the text in which the server exposes its metrics.

use std::collections::BTreeMap;

use folkmoot_telemetry::{Kind, Metric, find};

/// Labels with their values, sorted by name.
pub type Labels = BTreeMap<String, String>;

/// The samples of a metric.
#[derive(Debug)]
pub struct Family {
    pub metric: &'static Metric,
    pub series: Vec<Series>,
}

/// What one combination of labels has.
#[derive(Debug)]
pub struct Series {
    pub labels: Labels,
    pub value: Value,
}

/// A number, or the buckets of a histogram.
#[derive(Debug, PartialEq)]
pub enum Value {
    Number(f64),
    /// The upper bounds and the number of values up to each of them; the last bound is infinite.
    Histogram {
        buckets: Vec<(f64, f64)>,
        sum: f64,
        count: f64,
    },
}

/// Reads all metrics of the table. Other lines are left out.
pub fn read(text: &str) -> Vec<Family> {
    let mut families: BTreeMap<&'static str, (&'static Metric, BTreeMap<Labels, Value>)> = BTreeMap::new();
    for (name, labels, value) in text.lines().filter_map(sample) {
        let (metric, suffix) = match find(name) {
            Some(metric) => (metric, ""),
            None => match name.rsplit_once('_').map(|(name, suffix)| (find(name), suffix)) {
                Some((Some(metric), suffix)) if metric.kind == Kind::Histogram => (metric, suffix),
                _ => continue,
            },
        };
        let (_, series) = families.entry(metric.name).or_insert((metric, BTreeMap::new()));
        add(series, suffix, labels, value);
    }
    let family = |(metric, series): (&'static Metric, BTreeMap<Labels, Value>)| Family {
        metric,
        series: series.into_iter().map(|(labels, value)| Series { labels, value }).collect(),
    };
    families.into_values().map(family).collect()
}

fn add(series: &mut BTreeMap<Labels, Value>, suffix: &str, mut labels: Labels, value: f64) {
    if suffix.is_empty() {
        series.insert(labels, Value::Number(value));
        return;
    }
    let bound = labels.remove("le");
    let empty = || Value::Histogram { buckets: Vec::new(), sum: 0.0, count: 0.0 };
    let Value::Histogram { buckets, sum, count } = series.entry(labels).or_insert_with(empty) else { return };
    match (suffix, bound.map(|bound| bound.parse())) {
        ("bucket", Some(Ok(bound))) => buckets.push((bound, value)),
        ("sum", None) => *sum = value,
        ("count", None) => *count = value,
        _ => {}
    }
}

/// The name, the labels and the value of a line; `None` for comments.
fn sample(line: &str) -> Option<(&str, Labels, f64)> {
    if line.starts_with('#') {
        return None;
    }
    let (name, rest) = line.split_at(line.find(['{', ' '])?);
    let (labels, value) = match rest.strip_prefix('{') {
        Some(rest) => labels(rest)?,
        None => (Labels::new(), rest),
    };
    Some((name, labels, value.trim().parse().ok()?))
}

/// Reads `name="value",…}`, and returns what follows. In values, `\`, `"` and line breaks are escaped.
fn labels(mut text: &str) -> Option<(Labels, &str)> {
    let mut labels = Labels::new();
    loop {
        text = text.trim_start_matches(',');
        if let Some(rest) = text.strip_prefix('}') {
            return Some((labels, rest));
        }
        let (name, rest) = text.split_once("=\"")?;
        let mut value = String::new();
        let mut characters = rest.char_indices();
        loop {
            match characters.next()? {
                (_, '\\') => match characters.next()? {
                    (_, 'n') => value.push('\n'),
                    (_, escaped) => value.push(escaped),
                },
                (end, '"') => {
                    text = &rest[end + 1..];
                    break;
                }
                (_, character) => value.push(character),
            }
        }
        labels.insert(name.to_owned(), value);
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

    use super::*;

    #[test]
    fn values_of_labels_may_contain_every_character() {
        let (name, labels, value) = sample(r#"a{b="1,\"}\\",c="x\ny"} 2.5"#).unwrap();
        assert_eq!((name, value), ("a", 2.5));
        assert_eq!(labels, Labels::from([("b".into(), "1,\"}\\".into()), ("c".into(), "x\ny".into())]));
        assert_eq!(sample("# HELP a b").map(|sample| sample.0), None);
    }

    #[test]
    fn the_series_of_a_histogram_are_joined() {
        let text = "folkmoot_requests_in_flight 3\nother 1\n\
            folkmoot_request_seconds_bucket{route=\"/\",le=\"0.1\"} 2\n\
            folkmoot_request_seconds_bucket{route=\"/\",le=\"+Inf\"} 3\n\
            folkmoot_request_seconds_sum{route=\"/\"} 0.75\nfolkmoot_request_seconds_count{route=\"/\"} 3\n";
        let families = read(text);
        assert_eq!(families.len(), 2);
        assert_eq!(families[0].metric.name, "folkmoot_request_seconds");
        assert_eq!(
            families[0].series[0].value,
            Value::Histogram { buckets: vec![(0.1, 2.0), (f64::INFINITY, 3.0)], sum: 0.75, count: 3.0 }
        );
        assert_eq!(families[1].series[0].value, Value::Number(3.0));
    }
}
