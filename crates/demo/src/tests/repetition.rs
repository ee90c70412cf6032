//! The same seed gives the same bytes; another seed gives different ones.

use crate::Demo;

fn bytes(ideas: u64, seed: u64) -> Vec<Vec<u8>> {
    let demo = Demo::new(ideas, seed).unwrap();
    let bytes = |name| {
        let mut out = Vec::new();
        demo.write(name, &mut out).unwrap();
        out
    };
    Demo::resources().map(bytes).collect()
}

#[test]
fn the_same_seed_gives_the_same_bytes() {
    assert_eq!(bytes(500, 3), bytes(500, 3));
}

#[test]
fn another_seed_gives_different_bytes() {
    let differing = bytes(500, 3).iter().zip(bytes(500, 4)).filter(|(left, right)| *left != right).count();
    assert_eq!(differing, 22);
}

#[test]
fn an_unknown_resource_is_an_error() {
    assert!(Demo::new(1, 1).unwrap().write("wishes", &mut Vec::new()).is_err());
}

#[test]
fn the_ratios_between_resources_are_realistic() {
    let demo = Demo::new(20_000, 1).unwrap();
    let per_hundred = |name| demo.write(name, &mut std::io::sink()).unwrap() / 200;
    let near = |name, expected: u64| {
        let found = per_hundred(name);
        assert!(found * 10 >= expected * 8 && found * 10 <= expected * 12, "{name}: {found}");
    };
    near("users", 30);
    near("comments", 100);
    near("reactions", 150);
    near("idea_topics", 130);
    near("idea_phases", 110);
    near("baskets", 10);
    near("basket_ideas", 30);
}
