//! Causes: title and description.

use crate::texts::Text;

/// All causes.
pub static CAUSES: [(Text, Text); 8] = [
    (
        ["Shopping for a neighbour", "Boodschappen voor een buur", "Des courses pour un voisin"],
        [
            "Once a week, an hour, with a list and a trolley.",
            "Een keer per week, een uurtje, met een lijstje en een karretje.",
            "Une fois par semaine, une heure, avec une liste et un chariot.",
        ],
    ),
    (
        ["Reading aloud", "Voorlezen", "Lire à voix haute"],
        [
            "Stories for children of {school} who speak another language at home.",
            "Verhalen voor kinderen van de {school} die thuis een andere taal spreken.",
            "Des histoires pour les enfants de l'{school} qui parlent une autre langue à la maison.",
        ],
    ),
    (
        ["Watering young trees", "Jonge bomen water geven", "Arroser les jeunes arbres"],
        [
            "From May to September, along {street}.",
            "Van mei tot september, langs de {street}.",
            "De mai à septembre, le long de la {street}.",
        ],
    ),
    (
        ["Repair café", "Repair café", "Repair café"],
        [
            "You know how to solder or sew? The first Sunday of the month is yours.",
            "Kan je solderen of naaien? De eerste zondag van de maand is voor jou.",
            "Vous savez souder ou coudre ? Le premier dimanche du mois est à vous.",
        ],
    ),
    (
        ["Bicycle lessons", "Fietslessen", "Leçons de vélo"],
        [
            "Teach grown-ups to ride, in the calm of {park}.",
            "Leer volwassenen fietsen, in de rust van het {park}.",
            "Apprenez à rouler à des adultes, au calme du {park}.",
        ],
    ),
    (
        ["Help with computers", "Hulp bij computers", "Aide informatique"],
        [
            "Forms, photographs, passwords: patience is all it takes.",
            "Formulieren, foto's, wachtwoorden: geduld volstaat.",
            "Formulaires, photos, mots de passe : la patience suffit.",
        ],
    ),
    (
        ["Clean banks", "Propere oevers", "Berges propres"],
        [
            "With tongs and bags along the Zwene, one Saturday a season.",
            "Met grijpers en zakken langs de Zwene, één zaterdag per seizoen.",
            "Avec pinces et sacs le long de la Zwene, un samedi par saison.",
        ],
    ),
    (
        ["Coffee on the bench", "Koffie op de bank", "Café sur le banc"],
        [
            "Bring a flask to {square} and listen to who sits down.",
            "Breng een thermos naar het {square} en luister naar wie komt zitten.",
            "Apportez un thermos sur la {square} et écoutez qui s'assied.",
        ],
    ),
];
