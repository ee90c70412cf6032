//! Texts that belong to no theme.

use crate::texts::Text;

/// What a folder of projects says of itself.
pub struct Folder {
    pub title: Text,
    pub preview: Text,
    pub description: Text,
    pub publication: &'static str,
}

/// A district, described.
pub static AREA: Text = [
    "{district}, from {street} to {square}.",
    "{district}, van de {street} tot het {square}.",
    "Le {district}, de la {street} à la {square}.",
];

/// Topics beyond the themes.
pub static MORE_TOPICS: [(Text, Text); 9] = [
    (
        ["Participation", "Participatie", "Participation"],
        [
            "How the city listens and decides.",
            "Hoe de stad luistert en beslist.",
            "Comment la ville écoute et décide.",
        ],
    ),
    (
        ["Heritage", "Erfgoed", "Patrimoine"],
        [
            "Old walls, stories and crafts.",
            "Oude muren, verhalen en ambachten.",
            "Vieux murs, récits et métiers.",
        ],
    ),
    (
        ["Water", "Water", "Eau"],
        [
            "The Zwene, rain and drought.",
            "De Zwene, regen en droogte.",
            "La Zwene, la pluie et la sécheresse.",
        ],
    ),
    (
        ["Local economy", "Lokale economie", "Économie locale"],
        ["Shops, markets and makers.", "Winkels, markten en makers.", "Commerces, marchés et artisans."],
    ),
    (
        ["Accessibility", "Toegankelijkheid", "Accessibilité"],
        ["A city for all bodies.", "Een stad voor alle lichamen.", "Une ville pour tous les corps."],
    ),
    (
        ["Animals", "Dieren", "Animaux"],
        [
            "Pets, bees and swifts.",
            "Huisdieren, bijen en gierzwaluwen.",
            "Compagnons, abeilles et martinets.",
        ],
    ),
    (
        ["Noise", "Geluid", "Bruit"],
        [
            "Quiet nights and calm places.",
            "Stille nachten en rustige plekken.",
            "Des nuits calmes et des lieux paisibles.",
        ],
    ),
    (
        ["Food", "Voeding", "Alimentation"],
        ["From field to school canteen.", "Van veld tot schoolrefter.", "Du champ à la cantine."],
    ),
    (
        ["Air quality", "Luchtkwaliteit", "Qualité de l'air"],
        ["What we breathe, measured.", "Wat we inademen, gemeten.", "Ce que nous respirons, mesuré."],
    ),
];

/// Folders of projects.
pub static FOLDERS: [Folder; 5] = [
    Folder {
        title: ["Neighbourhood budgets", "Wijkbudgetten", "Budgets de quartier"],
        preview: ["You decide what is built.", "Jij beslist wat er komt.", "Vous décidez de ce qui se fait."],
        description: [
            "All rounds of the participatory budget, with what came of them.",
            "Alle rondes van het burgerbudget, en wat ervan gekomen is.",
            "Tous les tours du budget participatif, et ce qui en est sorti.",
        ],
        publication: "published",
    },
    Folder {
        title: ["Streets and squares", "Straten en pleinen", "Rues et places"],
        preview: [
            "Traffic, trees and places to sit.",
            "Verkeer, bomen en plekken om te zitten.",
            "Circulation, arbres et endroits où s'asseoir.",
        ],
        description: [
            "Works and plans in public space, from {square} to {park}.",
            "Werken en plannen in de openbare ruimte, van het {square} tot het {park}.",
            "Travaux et plans dans l'espace public, de la {square} au {park}.",
        ],
        publication: "published",
    },
    Folder {
        title: ["Climate and living", "Klimaat en wonen", "Climat et logement"],
        preview: [
            "Warm homes, cool streets.",
            "Warme huizen, koele straten.",
            "Logements chauds, rues fraîches.",
        ],
        description: [
            "How we heat, insulate and live together until 2040.",
            "Hoe we verwarmen, isoleren en samenwonen tot 2040.",
            "Comment nous chauffons, isolons et vivons ensemble jusqu'en 2040.",
        ],
        publication: "published",
    },
    Folder {
        title: ["Culture, youth and learning", "Cultuur, jeugd en leren", "Culture, jeunesse et savoir"],
        preview: [
            "What was asked up to 2025.",
            "Wat er tot 2025 gevraagd werd.",
            "Ce qui fut demandé jusqu'en 2025.",
        ],
        description: [
            "Finished projects, kept to be read.",
            "Afgeronde projecten, bewaard om na te lezen.",
            "Projets terminés, conservés pour être relus.",
        ],
        publication: "archived",
    },
    Folder {
        title: ["Coming soon", "Binnenkort", "Bientôt"],
        preview: ["Not public yet.", "Nog niet openbaar.", "Pas encore public."],
        description: [
            "Projects that are being prepared.",
            "Projecten die worden voorbereid.",
            "Projets en préparation.",
        ],
        publication: "draft",
    },
];

/// Where an idea stands; the first is where each begins.
pub static STATUSES: [Text; 7] = [
    ["Received", "Ontvangen", "Reçue"],
    ["Under consideration", "In overweging", "À l'étude"],
    ["At the mayor", "Bij de burgemeester", "Chez le bourgmestre"],
    ["Accepted", "Aanvaard", "Acceptée"],
    ["Being carried out", "In uitvoering", "En cours de réalisation"],
    ["Done", "Uitgevoerd", "Réalisée"],
    ["Not possible", "Niet haalbaar", "Irréalisable"],
];

/// What people say of themselves.
pub static BIOS: &[Text] = &[
    [
        "Cycles to work, rain or not.",
        "Fietst naar het werk, regen of niet.",
        "Va au travail à vélo, pluie ou non.",
    ],
    [
        "Mother of three, gardener, bad at chess.",
        "Moeder van drie, tuinierster, slecht in schaken.",
        "Mère de trois enfants, jardinière, nulle aux échecs.",
    ],
    [
        "Retired bus driver. I know every corner of the city.",
        "Gepensioneerd buschauffeur. Ik ken elke hoek van de stad.",
        "Chauffeur de bus retraité. Je connais chaque coin de la ville.",
    ],
    [
        "Student of architecture, new in town.",
        "Studente architectuur, nieuw in de stad.",
        "Étudiante en architecture, nouvelle en ville.",
    ],
    ["Runs the bakery on the corner.", "Houdt de bakkerij op de hoek open.", "Tient la boulangerie du coin."],
    [
        "Nurse, night shifts, light sleeper.",
        "Verpleger, nachtdienst, lichte slaper.",
        "Infirmier de nuit, sommeil léger.",
    ],
];

/// Open answers to surveys.
pub static REMARKS: &[Text] = &[
    [
        "Please keep the library open on Sundays.",
        "Hou de bibliotheek open op zondag.",
        "Gardez la bibliothèque ouverte le dimanche.",
    ],
    ["The buses are often late.", "De bussen zijn vaak te laat.", "Les bus sont souvent en retard."],
    ["I feel at home here.", "Ik voel me hier thuis.", "Je me sens chez moi ici."],
    ["More light near the station!", "Meer licht aan het station!", "Plus de lumière près de la gare !"],
    ["Thank you for asking.", "Bedankt om het te vragen.", "Merci de poser la question."],
    [
        "Fewer forms, more people who listen.",
        "Minder formulieren, meer mensen die luisteren.",
        "Moins de formulaires, plus de gens qui écoutent.",
    ],
];
