//! Events and where they take place.

use crate::texts::Text;

/// Title and description.
pub static EVENTS: &[(Text, Text)] = &[
    (
        ["Evening of ideas", "Ideeënavond", "Soirée des idées"],
        [
            "Write down your idea with help from the team. There is soup and a corner for children.",
            "Schrijf je idee op met hulp van het team. Er is soep en een kinderhoek.",
            "Notez votre idée avec l'aide de l'équipe. Soupe et coin enfants sur place.",
        ],
    ),
    (
        ["Walk through {district}", "Wandeling door de {district}", "Balade dans le {district}"],
        [
            "Two hours, four stops, from {street} to {square}. Wheelchairs are welcome.",
            "Twee uur, vier haltes, van de {street} tot het {square}. Rolstoelen welkom.",
            "Deux heures, quatre arrêts, de la {street} à la {square}. Accessible en fauteuil.",
        ],
    ),
    (
        ["Ask the alderwoman", "Vraag het de schepen", "Demandez à l'échevine"],
        [
            "The alderwoman and two engineers answer what you ask.",
            "De schepen en twee ingenieurs antwoorden op wat je vraagt.",
            "L'échevine et deux ingénieurs répondent à vos questions.",
        ],
    ),
    (
        ["Workshop with models", "Workshop met maquettes", "Atelier de maquettes"],
        [
            "Cut, glue and build the place as you would like it. From eight years on.",
            "Knip, plak en bouw de plek zoals jij ze wil. Vanaf acht jaar.",
            "Découpez, collez et bâtissez le lieu de vos souhaits. Dès huit ans.",
        ],
    ),
    (
        ["Online question hour", "Online vragenuur", "Heure de questions en ligne"],
        [
            "From your sofa. The link comes by email the day before.",
            "Vanuit je zetel. De link komt de dag voordien per mail.",
            "Depuis votre canapé. Le lien arrive par courriel la veille.",
        ],
    ),
    (
        ["Results and drinks", "Resultaten en een glas", "Résultats et un verre"],
        [
            "What was decided, what it costs, and what comes next.",
            "Wat er beslist is, wat het kost, en wat volgt.",
            "Ce qui est décidé, ce que cela coûte, et la suite.",
        ],
    ),
];

/// The place among the events of the one that takes place nowhere.
pub const ONLINE: usize = 4;

/// Where.
pub static VENUES: &[Text] = &[
    ["Town hall, {square}", "Stadhuis, {square}", "Hôtel de ville, {square}"],
    ["Refectory of {school}", "Refter van de {school}", "Réfectoire de l'{school}"],
    ["Community centre, {street}", "Buurthuis, {street}", "Maison de quartier, {street}"],
    ["Kiosk in {park}", "Kiosk in het {park}", "Kiosque du {park}"],
    ["Library, reading room", "Bibliotheek, leeszaal", "Bibliothèque, salle de lecture"],
];
