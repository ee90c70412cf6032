//! Metrics as messages of OTLP.

use std::time::{SystemTime, UNIX_EPOCH};

use opentelemetry_proto::tonic::common::v1::{AnyValue, InstrumentationScope, KeyValue, any_value};
use opentelemetry_proto::tonic::metrics::v1::metric::Data;
use opentelemetry_proto::tonic::metrics::v1::number_data_point::Value as Number;
use opentelemetry_proto::tonic::metrics::v1::{
    AggregationTemporality, Gauge, Histogram, HistogramDataPoint, Metric as Message, NumberDataPoint,
    ResourceMetrics, ScopeMetrics, Sum,
};
use opentelemetry_proto::tonic::resource::v1::Resource;

use super::exposition::{Family, Labels, Series, Value};
use folkmoot_telemetry::{Kind, Unit};

/// All metrics, with the time at which counting began and that of the values.
pub fn resource_metrics(
    families: Vec<Family>,
    resource: Resource,
    started_at: SystemTime,
    now: SystemTime,
) -> ResourceMetrics {
    let times = Times { start: nanoseconds(started_at), now: nanoseconds(now) };
    let scope = InstrumentationScope { name: "folkmoot".to_owned(), ..Default::default() };
    let metrics = families.into_iter().map(|family| message(family, times)).collect();
    ResourceMetrics {
        resource: Some(resource),
        scope_metrics: vec![ScopeMetrics { scope: Some(scope), metrics, ..Default::default() }],
        ..Default::default()
    }
}

/// When counting began, and when the values were read, in nanoseconds since 1970.
#[derive(Clone, Copy)]
struct Times {
    start: u64,
    now: u64,
}

fn message(family: Family, times: Times) -> Message {
    let Family { metric, series } = family;
    let aggregation_temporality = AggregationTemporality::Cumulative.into();
    let data = match metric.kind {
        Kind::Gauge => Data::Gauge(Gauge {
            data_points: series.into_iter().filter_map(|series| number(series, 0, times.now)).collect(),
        }),
        Kind::Counter => Data::Sum(Sum {
            data_points: series
                .into_iter()
                .filter_map(|series| number(series, times.start, times.now))
                .collect(),
            aggregation_temporality,
            is_monotonic: true,
        }),
        Kind::Histogram => Data::Histogram(Histogram {
            data_points: series.into_iter().filter_map(|series| histogram(series, times)).collect(),
            aggregation_temporality,
        }),
    };
    Message {
        name: metric.name.to_owned(),
        description: metric.doc.trim().to_owned(),
        unit: unit(metric.unit).to_owned(),
        data: Some(data),
        ..Default::default()
    }
}

/// The unit in the Unified Code for Units of Measure, which OTLP uses.
fn unit(unit: Unit) -> &'static str {
    match unit {
        Unit::Count => "1",
        Unit::Bytes => "By",
        Unit::Seconds | Unit::Timestamp => "s",
    }
}

fn number(series: Series, start: u64, now: u64) -> Option<NumberDataPoint> {
    let Value::Number(value) = series.value else { return None };
    Some(NumberDataPoint {
        attributes: attributes(series.labels),
        start_time_unix_nano: start,
        time_unix_nano: now,
        value: Some(Number::AsDouble(value)),
        ..Default::default()
    })
}

fn histogram(series: Series, times: Times) -> Option<HistogramDataPoint> {
    let Value::Histogram { buckets, sum, count } = series.value else { return None };
    // Prometheus counts the values up to each bound, OTLP those between two bounds.
    let mut below = 0;
    let counts = buckets.iter().map(|(_, cumulative)| {
        let cumulative = whole(*cumulative);
        cumulative.saturating_sub(std::mem::replace(&mut below, cumulative))
    });
    Some(HistogramDataPoint {
        attributes: attributes(series.labels),
        start_time_unix_nano: times.start,
        time_unix_nano: times.now,
        count: whole(count),
        sum: Some(sum),
        bucket_counts: counts.collect(),
        explicit_bounds: buckets.iter().map(|(bound, _)| *bound).filter(|bound| bound.is_finite()).collect(),
        ..Default::default()
    })
}

fn attributes(labels: Labels) -> Vec<KeyValue> {
    let attribute = |(key, value)| KeyValue {
        key,
        value: Some(AnyValue { value: Some(any_value::Value::StringValue(value)) }),
        ..Default::default()
    };
    labels.into_iter().map(attribute).collect()
}

#[allow(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "counts are whole and not negative"
)]
fn whole(count: f64) -> u64 {
    count as u64
}

fn nanoseconds(time: SystemTime) -> u64 {
    let since = time.duration_since(UNIX_EPOCH).unwrap_or_default();
    u64::try_from(since.as_nanos()).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

    use std::time::Duration;

    use super::super::exposition::read;
    use super::*;

    fn messages(text: &str) -> Vec<Message> {
        let now = UNIX_EPOCH + Duration::from_secs(5);
        let resource =
            resource_metrics(read(text), Resource::default(), UNIX_EPOCH + Duration::from_secs(2), now);
        resource.scope_metrics[0].metrics.clone()
    }

    #[test]
    fn counts_of_buckets_are_those_between_bounds() {
        let text = "folkmoot_request_seconds_bucket{route=\"/\",le=\"0.1\"} 2\n\
            folkmoot_request_seconds_bucket{route=\"/\",le=\"0.5\"} 2\n\
            folkmoot_request_seconds_bucket{route=\"/\",le=\"+Inf\"} 5\n\
            folkmoot_request_seconds_sum{route=\"/\"} 0.75\nfolkmoot_request_seconds_count{route=\"/\"} 5\n";
        let messages = messages(text);
        let Some(Data::Histogram(histogram)) = &messages[0].data else { panic!("{messages:?}") };
        let point = &histogram.data_points[0];
        assert_eq!((&point.bucket_counts, &point.explicit_bounds), (&vec![2, 0, 3], &vec![0.1, 0.5]));
        assert_eq!((point.count, point.sum), (5, Some(0.75)));
        assert_eq!((point.start_time_unix_nano, point.time_unix_nano), (2_000_000_000, 5_000_000_000));
    }

    #[test]
    fn counters_are_monotonic_sums_and_gauges_have_no_start() {
        let messages = messages("folkmoot_problems_total{code=\"x\"} 7\nprocess_resident_memory_bytes 1e6\n");
        let Some(Data::Sum(sum)) = &messages[0].data else { panic!("{messages:?}") };
        assert!(sum.is_monotonic && sum.data_points[0].attributes[0].key == "code");
        let Some(Data::Gauge(gauge)) = &messages[1].data else { panic!("{messages:?}") };
        assert_eq!(gauge.data_points[0].start_time_unix_nano, 0);
        assert_eq!(gauge.data_points[0].value, Some(Number::AsDouble(1e6)));
        assert_eq!((messages[0].unit.as_str(), messages[1].unit.as_str()), ("1", "By"));
    }
}
