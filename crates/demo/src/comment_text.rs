//! Composes the text of a comment.

use crate::content::{CommentTexts, Locale, Theme};
use crate::placeholders::Placeholders;
use crate::random::Random;

/// The author of a comment, and what it responds to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CommentType {
    /// By a user, on the idea.
    OnIdea,
    /// By a user, in reply to another comment.
    Reply,
    /// By the administration of the city, on the idea.
    Official,
}

/// The sentences and values for the text of one comment.
#[derive(Clone, Copy, Debug)]
pub struct CommentText<'a> {
    pub texts: &'static CommentTexts,
    pub theme: &'static Theme,
    pub comment_type: CommentType,
    pub placeholders: &'a Placeholders,
}

impl CommentText<'_> {
    /// Appends the text. The same random numbers give the same text in each language.
    pub fn append(&self, random: &mut Random, locale: Locale, out: &mut String) {
        if self.comment_type == CommentType::Official {
            return self.placeholders.fill(random.pick(&self.texts.official), locale, out);
        }
        if random.below(50) == 0 {
            let text: &String = random.pick(&self.texts.untranslated);
            return out.push_str(text);
        }
        let choices = match self.comment_type {
            CommentType::Reply => &self.texts.replies,
            _ if random.percent(60) => &self.theme.comments,
            _ => &self.texts.on_ideas,
        };
        self.placeholders.fill(random.pick(choices), locale, out);
        if random.percent(40) {
            out.push(' ');
            self.placeholders.fill(random.pick(&self.texts.endings), locale, out);
        }
    }
}
