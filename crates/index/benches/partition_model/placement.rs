//! Placing platforms on nodes.

use super::mixed;

/// The sizes of platforms, the largest first: the n-th has 1/n of the records of the first.
pub fn zipf(platforms: u32, records: f64) -> Vec<f64> {
    let sum: f64 = (1..=platforms).map(|rank| 1.0 / f64::from(rank)).sum();
    (1..=platforms).map(|rank| records / sum / f64::from(rank)).collect()
}

/// The sizes with those above a limit in equal parts that are not.
pub fn divided(sizes: &[f64], limit: f64) -> Vec<f64> {
    let mut parts = Vec::new();
    for size in sizes {
        let mut count = 1.0;
        while size / count > limit {
            count += 1.0;
        }
        let mut left = count;
        while left > 0.5 {
            parts.push(size / count);
            left -= 1.0;
        }
    }
    parts.sort_by(|one, other| other.total_cmp(one));
    parts
}

/// The records of each node if each platform is on the node with the greatest hash of both.
pub fn rendezvous(sizes: &[f64], nodes: u32) -> Vec<f64> {
    let mut loads = vec![0.0; nodes as usize];
    for (platform, size) in (0_u64..).zip(sizes) {
        let score = |node: &usize| mixed(mixed(platform) ^ mixed(1000 + *node as u64));
        if let Some(node) = (0..loads.len()).max_by_key(score) {
            loads[node] += size;
        }
    }
    loads
}

/// The records of each node if each platform, the largest first, is on the node that has the fewest.
pub fn largest_first(sizes: &[f64], nodes: u32) -> Vec<f64> {
    let mut loads = vec![0.0_f64; nodes as usize];
    for size in sizes {
        if let Some(least) = loads.iter_mut().min_by(|one, other| one.total_cmp(other)) {
            *least += size;
        }
    }
    loads
}

/// The records of the fullest node, relative to the mean of all.
pub fn fullest(loads: &[f64]) -> f64 {
    let most = loads.iter().copied().fold(0.0, f64::max);
    let nodes = u32::try_from(loads.len()).unwrap_or(1);
    most / (loads.iter().sum::<f64>() / f64::from(nodes))
}
