//! The figures that benchmarks compute from latencies.

#[path = "../benches/figures/mod.rs"]
mod figures;

use std::time::Duration;

use figures::{depth_ratio, percentile};

fn milliseconds(count: u64) -> Vec<Duration> {
    // Neither sorted nor in order.
    (1..=count).map(|n| Duration::from_millis(n * 37 % count + 1)).collect()
}

fn assert_close(found: f64, expected: f64) {
    assert!((found - expected).abs() < 1e-9, "{found} instead of {expected}");
}

#[test]
fn a_percentile_is_the_nearest_rank() {
    assert_close(percentile(&milliseconds(100), 50), 50.0);
    assert_close(percentile(&milliseconds(100), 99), 99.0);
    assert_close(percentile(&milliseconds(100), 100), 100.0);
    assert_close(percentile(&milliseconds(1000), 99), 990.0);
    assert_close(percentile(&milliseconds(3), 50), 2.0);
    assert_close(percentile(&milliseconds(3), 99), 3.0);
    assert_close(percentile(&milliseconds(1), 1), 1.0);
    assert_close(percentile(&[], 50), 0.0);
}

#[test]
fn the_depth_ratio_compares_the_medians_of_both_halves() {
    let latencies: Vec<(usize, Duration)> =
        (1..=10).map(|page| (page, Duration::from_millis(if page <= 5 { 10 } else { 15 }))).collect();
    assert_close(depth_ratio(&latencies, 10).expect("both halves"), 1.5);
    assert_eq!(depth_ratio(&latencies[..5], 10), None);
    assert_eq!(depth_ratio(&latencies[5..], 10), None);
}
