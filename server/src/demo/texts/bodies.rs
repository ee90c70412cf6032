//! Composes titles and bodies of ideas out of a theme's sentences.

use crate::demo::city::Places;
use crate::demo::random::Random;
use crate::demo::texts::general::{BENEFITS, CLOSINGS, COSTS, DOUBTS, LINKS, LISTS, OPENINGS};
use crate::demo::texts::themes::Theme;
use crate::demo::texts::{Locale, Text};

/// Appends a title. The same draws give the same title in each language.
pub fn title(theme: &Theme, random: &mut Random, places: &Places, locale: Locale, out: &mut String) {
    places.fill(random.pick(theme.titles), locale, out);
    match random.below(300) {
        0 => out.push_str(" 🌳"),
        1 => out.push_str(" – \"samen / ensemble\""),
        _ => {}
    }
}

/// Appends a body as HTML.
pub fn body(theme: &Theme, random: &mut Random, places: &Places, locale: Locale, out: &mut String) {
    // The title takes its draws first.
    random.number();
    random.number();
    let mut draft = Draft { random, places, locale, out };
    draft.out.push_str("<p>");
    draft.any(OPENINGS);
    draft.two(theme.observations, false);
    draft.out.push_str("</p><p>");
    let loud = draft.random.percent(50);
    draft.two(theme.proposals, loud);
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
    draft.two(BENEFITS, false);
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
        if !self.out.ends_with('>') {
            self.out.push(' ');
        }
        self.places.fill(text, self.locale, self.out);
    }

    /// Two different ones, the first perhaps in bold.
    fn two(&mut self, choices: &[Text], loud: bool) {
        let (first, second) = self.random.two_positions(choices.len());
        if loud {
            self.out.push_str("<strong>");
            self.sentence(&choices[first]);
            self.out.push_str("</strong> ");
            self.places.fill(&choices[second], self.locale, self.out);
        } else {
            self.sentence(&choices[first]);
            self.sentence(&choices[second]);
        }
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
