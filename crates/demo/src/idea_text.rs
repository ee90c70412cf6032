//! Composes the titles and bodies of ideas from the sentences of a theme.

use crate::content::{Choices, IdeaTexts, Locale, Text, Theme};
use crate::placeholders::Placeholders;
use crate::random::Random;

/// The sentences and values for the text of one idea.
#[derive(Clone, Copy, Debug)]
pub struct IdeaText<'a> {
    pub texts: &'static IdeaTexts,
    pub theme: &'static Theme,
    pub placeholders: &'a Placeholders,
}

impl IdeaText<'_> {
    /// Appends the title. The same random numbers give the same title in each language.
    pub fn append_title(&self, random: &mut Random, locale: Locale, out: &mut String) {
        self.placeholders.fill(&random.pick(&self.theme.subjects).title, locale, out);
        if let Some(ending) = self.texts.title_endings.get(random.index(300)) {
            out.push_str(ending);
        }
    }

    /// Appends the body as HTML, about the subject of the title with the same random numbers.
    pub fn append_body(&self, random: &mut Random, locale: Locale, out: &mut String) {
        let request = &random.pick(&self.theme.subjects).request;
        // The title used this number.
        random.number();
        let (texts, theme) = (self.texts, self.theme);
        let mut body = Body { random, placeholders: self.placeholders, locale, out };
        body.out.push_str("<p>");
        body.any(&texts.openings);
        body.any_two(&theme.observations);
        body.out.push_str("</p><p>");
        body.request(request);
        if body.random.percent(70) {
            body.any(&texts.transitions);
            body.any(&theme.proposals);
        }
        body.out.push_str("</p>");
        if body.random.percent(65) {
            body.out.push_str("<p>");
            body.any(&texts.list_introductions);
            body.out.push_str("</p>");
            body.list(&theme.items);
        }
        body.out.push_str("<p>");
        body.any(&texts.costs);
        if body.random.percent(60) {
            body.any(&texts.objections);
        }
        body.out.push_str("</p><p>");
        body.any_two(&texts.benefits);
        if body.random.percent(20) {
            body.any(&texts.links);
        }
        body.any(&texts.closings);
        body.out.push_str("</p>");
    }
}

/// A body that is being composed.
struct Body<'a> {
    random: &'a mut Random,
    placeholders: &'a Placeholders,
    locale: Locale,
    out: &'a mut String,
}

impl Body<'_> {
    fn any(&mut self, choices: &Choices<Text>) {
        let text = self.random.pick(choices);
        self.sentence(text);
    }

    fn any_two(&mut self, choices: &Choices<Text>) {
        for text in self.random.pick_two(choices) {
            self.sentence(text);
        }
    }

    fn sentence(&mut self, text: &Text) {
        if !self.out.ends_with(['>', ' ']) {
            self.out.push(' ');
        }
        self.placeholders.fill(text, self.locale, self.out);
    }

    /// Half of the requests are bold.
    fn request(&mut self, text: &Text) {
        let bold = self.random.percent(50);
        self.out.push_str(if bold { "<strong>" } else { "" });
        self.placeholders.fill(text, self.locale, self.out);
        self.out.push_str(if bold { "</strong> " } else { "" });
    }

    fn list(&mut self, items: &Choices<Text>) {
        let start = self.random.index(items.len());
        let count = 2 + self.random.index(items.len() - 1);
        self.out.push_str("<ul>");
        for index in start..start + count {
            self.out.push_str("<li>");
            self.placeholders.fill(&items[index % items.len()], self.locale, self.out);
            self.out.push_str("</li>");
        }
        self.out.push_str("</ul>");
    }
}
