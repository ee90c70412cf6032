//! What people say under ideas.

use crate::city::Places;
use crate::random::Random;
use crate::texts::themes::Theme;
use crate::texts::{Locale, Text};

/// Who speaks, and to whom.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tone {
    /// Someone, about the idea.
    Reaction,
    /// Someone, to another comment.
    Reply,
    /// The city, about the idea.
    Official,
}

/// Appends a comment.
pub fn comment_text(
    theme: &Theme,
    tone: Tone,
    places: &Places,
    locale: Locale,
    random: &mut Random,
    out: &mut String,
) {
    if tone != Tone::Official && random.below(50) == 0 {
        let oddity: &&str = random.pick(ODDITIES);
        return out.push_str(oddity);
    }
    let choices = match tone {
        Tone::Official => return places.fill(random.pick(ANSWERS), locale, out),
        Tone::Reply => REPLIES,
        Tone::Reaction if random.percent(60) => theme.comments,
        Tone::Reaction => REACTIONS,
    };
    places.fill(random.pick(choices), locale, out);
    if random.percent(40) {
        out.push(' ');
        places.fill(random.pick(ENDINGS), locale, out);
    }
}

/// Texts that software stumbles over.
static ODDITIES: &[&str] = &[
    "مرحبا، هذه فكرة جميلة! شكراً لكم 🙏",
    "👍👍🏽👨‍👩‍👧 !!!",
    "Read C:\\plans\\2026 \"final\" (v2)\nand tell me what you think.\tThanks \\o/",
    "<b>No</b> & yes: 5 > 3 && 3 < 5",
    "Straße, Ĳzer, œuvre, naïef, e\u{301}te\u{301} – all the same to me…",
];

/// To anything.
static REACTIONS: &[Text] = &[
    ["Good idea, I would use it.", "Goed idee, ik zou het gebruiken.", "Bonne idée, je m'en servirais."],
    [
        "I am not convinced. Who will look after it in five years?",
        "Ik ben niet overtuigd. Wie onderhoudt dat over vijf jaar?",
        "Je ne suis pas convaincue. Qui s'en occupera dans cinq ans ?",
    ],
    [
        "Has anyone asked the people on {corner}? It concerns them too.",
        "Heeft iemand het de mensen van de {corner} gevraagd? Het gaat ook hen aan.",
        "A-t-on demandé aux gens de la {corner} ? Cela les concerne aussi.",
    ],
    [
        "We tried that near {square} {years} years ago. It worked until the money ran out.",
        "Dat probeerden we {years} jaar geleden bij het {square}. Het werkte tot het geld op was.",
        "Nous l'avons essayé près de la {square} il y a {years} ans. Cela a marché tant qu'il y avait de l'argent.",
    ],
    ["I sign with both hands.", "Ik teken met beide handen.", "Je signe des deux mains."],
    [
        "Nice, but there are more urgent things in {district}.",
        "Mooi, maar er zijn dringender dingen in de {district}.",
        "C'est beau, mais il y a plus urgent dans le {district}.",
    ],
    [
        "What would it cost? A rough figure would help me to decide.",
        "Wat zou het kosten? Een ruw cijfer helpt me beslissen.",
        "Combien cela coûterait-il ? Un ordre de grandeur m'aiderait.",
    ],
    ["Count me in as a volunteer.", "Ik help graag mee als vrijwilliger.", "Comptez sur moi comme bénévole."],
];

/// To another comment.
static REPLIES: &[Text] = &[
    ["I see that differently.", "Dat zie ik anders.", "Je vois cela autrement."],
    ["Exactly, thank you!", "Precies, bedankt!", "Exactement, merci !"],
    [
        "True, but on {street} it is not like that at all.",
        "Klopt, maar in de {street} is dat helemaal niet zo.",
        "C'est vrai, mais dans la {street} ce n'est pas du tout ainsi.",
    ],
    [
        "Have you been there on a Saturday? Then you know what I mean.",
        "Ben je er al op zaterdag geweest? Dan weet je wat ik bedoel.",
        "Y êtes-vous allé un samedi ? Alors vous me comprenez.",
    ],
    [
        "Good question. I asked at the town hall and will tell you.",
        "Goede vraag. Ik heb het op het stadhuis gevraagd en laat het weten.",
        "Bonne question. J'ai demandé à l'hôtel de ville et je vous dirai.",
    ],
    [
        "Then let us meet on {square} and look at it together.",
        "Laten we dan afspreken op het {square} en er samen naar kijken.",
        "Retrouvons-nous alors sur la {square} pour regarder ensemble.",
    ],
    [
        "You convinced me. I take back what I wrote.",
        "Je hebt me overtuigd. Ik neem mijn woorden terug.",
        "Vous m'avez convaincu. Je retire ce que j'ai écrit.",
    ],
    ["And who pays for that?", "En wie betaalt dat?", "Et qui paie cela ?"],
];

/// Of the city's own people.
static ANSWERS: &[Text] = &[
    [
        "Thank you for your idea. A colleague of the technical department looks at it this month.",
        "Bedankt voor je idee. Een collega van de technische dienst bekijkt het deze maand.",
        "Merci pour votre idée. Un collègue du service technique l'examine ce mois-ci.",
    ],
    [
        "We will bring this to the next meeting about {district}.",
        "We nemen dit mee naar het volgende overleg over de {district}.",
        "Nous l'apporterons à la prochaine réunion sur le {district}.",
    ],
    [
        "Could you tell us where exactly? A photograph helps.",
        "Kan je zeggen waar precies? Een foto helpt.",
        "Pourriez-vous préciser l'endroit ? Une photo nous aide.",
    ],
];

/// What is added.
static ENDINGS: &[Text] = &[
    ["Greetings from {street}.", "Groeten uit de {street}.", "Salutations de la {street}."],
    ["Just my opinion 🙂", "Gewoon mijn mening 🙂", "Ce n'est que mon avis 🙂"],
    ["Keep it up!", "Doe zo voort!", "Continuez ainsi !"],
    [
        "My neighbours think so too.",
        "Mijn buren denken er ook zo over.",
        "Mes voisins pensent la même chose.",
    ],
    ["I hope somebody reads this.", "Ik hoop dat iemand dit leest.", "J'espère que quelqu'un lira ceci."],
];
