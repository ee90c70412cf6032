//! Combinations of factors: all pairs of values, or the full product.

/// Combinations, each with a value of every factor, as positions. Every pair of values of two factors is in at least one.
pub fn pairs(sizes: &[usize]) -> Vec<Vec<usize>> {
    let mut missing: Vec<[(usize, usize); 2]> = Vec::new();
    for (one, size) in sizes.iter().enumerate() {
        for (other, other_size) in sizes.iter().enumerate().skip(one + 1) {
            let all = (0..*size).flat_map(|value| (0..*other_size).map(move |next| (value, next)));
            missing.extend(all.map(|(value, next)| [(one, value), (other, next)]));
        }
    }
    let mut combinations = Vec::new();
    while let Some(first) = missing.first().copied() {
        let mut chosen: Vec<Option<usize>> = vec![None; sizes.len()];
        for (factor, value) in first {
            chosen[factor] = Some(value);
        }
        for factor in 0..sizes.len() {
            if chosen[factor].is_none() {
                let covered = |value: usize| {
                    let fits = |(of, wanted): (usize, usize)| {
                        if of == factor { wanted == value } else { chosen[of] == Some(wanted) }
                    };
                    let has_factor = |pair: &&[(usize, usize); 2]| pair.iter().any(|(of, _)| *of == factor);
                    missing
                        .iter()
                        .filter(has_factor)
                        .filter(|pair| pair.iter().all(|part| fits(*part)))
                        .count()
                };
                chosen[factor] = (0..sizes[factor]).max_by_key(|value| covered(*value));
            }
        }
        let combination: Vec<usize> = chosen.into_iter().map(Option::unwrap_or_default).collect();
        missing.retain(|pair| !pair.iter().all(|(factor, value)| combination[*factor] == *value));
        combinations.push(combination);
    }
    combinations
}

/// All combinations.
pub fn product(sizes: &[usize]) -> Vec<Vec<usize>> {
    sizes.iter().fold(vec![Vec::new()], |combinations, size| {
        let with = |combination: Vec<usize>| {
            (0..*size).map(move |value| [combination.clone(), vec![value]].concat())
        };
        combinations.into_iter().flat_map(with).collect()
    })
}

#[test]
fn all_pairs_are_in_a_few_combinations() {
    let sizes = [4, 3, 2, 3];
    let (pairs, product) = (pairs(&sizes), product(&sizes));
    assert!(pairs.len() < product.len() / 3 && product.len() == 72);
    for (one, other) in [(0, 1), (1, 3), (2, 3)] {
        for (value, next) in
            (0..sizes[one]).flat_map(|value| (0..sizes[other]).map(move |next| (value, next)))
        {
            assert!(pairs.iter().any(|values| values[one] == value && values[other] == next));
        }
    }
}
