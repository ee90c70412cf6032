//! Composes titles and bodies of ideas out of a theme's sentences.

use crate::city::Places;
use crate::random::Random;
use crate::texts::ideas::{BENEFITS, BESIDES, CLOSINGS, COSTS, DOUBTS, LINKS, LISTS, OPENINGS};
use crate::texts::themes::Theme;
use crate::texts::{Locale, Text};

/// Appends a title. The same draws give the same title in each language.
pub fn title(theme: &Theme, random: &mut Random, places: &Places, locale: Locale, out: &mut String) {
    places.fill(&theme.titles[random.position(theme.titles.len())], locale, out);
    match random.below(300) {
        0 => out.push_str(" 🌳"),
        1 => out.push_str(" – \"samen / ensemble\""),
        _ => {}
    }
}

/// Appends a body as HTML.
pub fn body(theme: &Theme, random: &mut Random, places: &Places, locale: Locale, out: &mut String) {
    // The title took the first draws, and the body is about the same.
    let subject = random.position(theme.titles.len());
    random.number();
    let mut draft = Draft { random, places, locale, out };
    draft.out.push_str("<p>");
    draft.any(OPENINGS);
    draft.two(theme.observations);
    draft.out.push_str("</p><p>");
    draft.pitch(&theme.pitches[subject]);
    if draft.random.percent(70) {
        draft.any(BESIDES);
        draft.any(theme.proposals);
    }
    draft.out.push_str("</p>");
    if draft.random.percent(65) {
        draft.list(theme);
    }
    draft.out.push_str("<p>");
    draft.any(COSTS);
    if draft.random.percent(60) {
        draft.any(DOUBTS);
    }
    draft.out.push_str("</p><p>");
    draft.two(BENEFITS);
    if draft.random.percent(20) {
        draft.any(LINKS);
    }
    draft.any(CLOSINGS);
    draft.out.push_str("</p>");
}

struct Draft<'a> {
    random: &'a mut Random,
    places: &'a Places,
    locale: Locale,
    out: &'a mut String,
}

impl Draft<'_> {
    fn any(&mut self, choices: &[Text]) {
        let text = self.random.pick(choices);
        self.sentence(text);
    }

    fn sentence(&mut self, text: &Text) {
        if !self.out.ends_with(['>', ' ']) {
            self.out.push(' ');
        }
        self.places.fill(text, self.locale, self.out);
    }

    /// Two different ones.
    fn two(&mut self, choices: &[Text]) {
        let (first, second) = self.random.two_positions(choices.len());
        self.sentence(&choices[first]);
        self.sentence(&choices[second]);
    }

    /// What is asked for, perhaps in bold.
    fn pitch(&mut self, text: &Text) {
        let loud = self.random.percent(50);
        self.out.push_str(if loud { "<strong>" } else { "" });
        self.places.fill(text, self.locale, self.out);
        self.out.push_str(if loud { "</strong> " } else { "" });
    }

    fn list(&mut self, theme: &Theme) {
        self.out.push_str("<p>");
        self.any(LISTS);
        self.out.push_str("</p><ul>");
        let start = self.random.position(theme.items.len());
        let count = 2 + self.random.position(theme.items.len() - 1);
        for place in start..start + count {
            self.out.push_str("<li>");
            self.places.fill(&theme.items[place % theme.items.len()], self.locale, self.out);
            self.out.push_str("</li>");
        }
        self.out.push_str("</ul>");
    }
}
