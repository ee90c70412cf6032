//! Figures of many measurements.

#![allow(dead_code, reason = "each benchmark uses a part")]

use std::time::Duration;

/// The smallest latency that this part of all latencies does not exceed, in milliseconds: the nearest rank. Zero if there
/// are none.
pub fn percentile(latencies: &[Duration], percent: usize) -> f64 {
    let mut latencies = latencies.to_vec();
    latencies.sort_unstable();
    let rank = (latencies.len() * percent).div_ceil(100).max(1);
    latencies.get(rank - 1).map_or(0.0, |latency| latency.as_secs_f64() * 1000.0)
}

/// The median latency of the requests after the middle of a list, relative to that of those before. `None` if a half has
/// no requests.
pub fn depth_ratio(latencies: &[(usize, Duration)], pages: usize) -> Option<f64> {
    let (shallow, deep): (Vec<_>, Vec<_>) = latencies.iter().partition(|(page, _)| *page <= pages / 2);
    let median = |half: Vec<(usize, Duration)>| {
        let half: Vec<Duration> = half.into_iter().map(|(_, latency)| latency).collect();
        (!half.is_empty()).then(|| percentile(&half, 50))
    };
    Some(median(deep)? / median(shallow)?)
}

/// The median of figures. The greater of the two in the middle if their number is even.
pub fn median(figures: &[f64]) -> f64 {
    let mut figures = figures.to_vec();
    figures.sort_by(f64::total_cmp);
    figures[figures.len() / 2]
}
