//! Files that projects have.

use crate::texts::Text;

/// A kind of file.
pub struct File {
    pub title: Text,
    pub description: Text,
    pub category: &'static str,
    pub extension: &'static str,
}

/// All kinds, each category among them.
pub static FILES: [File; 8] = [
    File {
        title: ["Minutes of the evening", "Verslag van de avond", "Compte rendu de la soirée"],
        description: [
            "What was said on {square}, and by how many.",
            "Wat er gezegd werd op het {square}, en door hoeveel mensen.",
            "Ce qui s'est dit sur la {square}, et combien nous étions.",
        ],
        category: "meeting",
        extension: "pdf",
    },
    File {
        title: ["Interviews in {district}", "Gesprekken in de {district}", "Entretiens dans le {district}"],
        description: [
            "Twelve talks with residents, shortened and without names.",
            "Twaalf gesprekken met bewoners, ingekort en zonder namen.",
            "Douze entretiens avec des habitants, abrégés et anonymes.",
        ],
        category: "interview",
        extension: "txt",
    },
    File {
        title: ["Vision 2040", "Visie 2040", "Vision 2040"],
        description: [
            "The long view on which the project rests.",
            "De lange blik waarop het project steunt.",
            "Le regard à long terme sur lequel repose le projet.",
        ],
        category: "strategic_plan",
        extension: "pdf",
    },
    File {
        title: ["At a glance", "In één oogopslag", "En un coup d'œil"],
        description: [
            "Two pages for the letter box.",
            "Twee pagina's voor de brievenbus.",
            "Deux pages pour la boîte aux lettres.",
        ],
        category: "info_sheet",
        extension: "docx",
    },
    File {
        title: ["Rules of the budget", "Reglement van het budget", "Règlement du budget"],
        description: [
            "Who may take part, what is paid, who decides in the end.",
            "Wie mag meedoen, wat betaald wordt, wie uiteindelijk beslist.",
            "Qui peut participer, ce qui est payé, qui décide à la fin.",
        ],
        category: "policy",
        extension: "pdf",
    },
    File {
        title: ["Traffic counts {street}", "Verkeerstellingen {street}", "Comptages {street}"],
        description: [
            "One week, hour by hour, counted by volunteers.",
            "Eén week, uur per uur, geteld door vrijwilligers.",
            "Une semaine, heure par heure, comptée par des bénévoles.",
        ],
        category: "report",
        extension: "csv",
    },
    File {
        title: ["Sketch of the plan", "Schets van het plan", "Esquisse du plan"],
        description: [
            "A first drawing; nothing in it is decided.",
            "Een eerste tekening; niets ervan ligt vast.",
            "Un premier dessin ; rien n'y est décidé.",
        ],
        category: "other",
        extension: "png",
    },
    File {
        title: ["Final report", "Eindverslag", "Rapport final"],
        description: [
            "With the answer of the council.",
            "Met het antwoord van de raad.",
            "Avec la réponse du conseil.",
        ],
        category: "report",
        extension: "docx",
    },
];
