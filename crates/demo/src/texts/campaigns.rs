//! Letters that the city writes: subject and body.

use crate::texts::Text;

/// All letters.
pub static CAMPAIGNS: [(Text, Text); 8] = [
    (
        [
            "Vote for the ideas of {district}",
            "Stem op de ideeën van {district}",
            "Votez pour les idées du {district}",
        ],
        [
            "Hello! The voting is open for four more weeks. Fill your basket and submit it.",
            "Dag! Je kan nog vier weken stemmen. Vul je mandje en dien het in.",
            "Bonjour ! Le vote reste ouvert quatre semaines. Remplissez votre panier et validez-le.",
        ],
    ),
    (
        [
            "Come and plant trees in {park}",
            "Kom bomen planten in het {park}",
            "Venez planter des arbres au {park}",
        ],
        [
            "On Saturday at ten we plant {number} trees. Boots and soup are there.",
            "Zaterdag om tien uur planten we {number} bomen. Laarzen en soep zijn er.",
            "Samedi à dix heures, nous plantons {number} arbres. Bottes et soupe sur place.",
        ],
    ),
    (
        ["What became of your ideas", "Wat er van jullie ideeën kwam", "Ce que sont devenues vos idées"],
        [
            "Of the ideas of last year, {number} are being carried out. Read which.",
            "Van de ideeën van vorig jaar worden er {number} uitgevoerd. Lees welke.",
            "Parmi les idées de l'an dernier, {number} sont en cours. Lisez lesquelles.",
        ],
    ),
    (
        ["News of the week", "Nieuws van de week", "Les nouvelles de la semaine"],
        [
            "New ideas near {street}, and what was said about them.",
            "Nieuwe ideeën bij de {street}, en wat erover gezegd werd.",
            "De nouvelles idées près de la {street}, et ce qu'on en a dit.",
        ],
    ),
    (
        [
            "Works on {square} begin",
            "De werken op het {square} beginnen",
            "Les travaux de la {square} commencent",
        ],
        [
            "From Monday the square is closed to cars. Shops stay open.",
            "Vanaf maandag is het plein dicht voor auto's. De winkels blijven open.",
            "Dès lundi, la place est fermée aux voitures. Les commerces restent ouverts.",
        ],
    ),
    (
        [
            "Drawn by lot: will you join the panel?",
            "Geloot: kom je in het panel?",
            "Tiré au sort : rejoignez-vous le panel ?",
        ],
        [
            "Six evenings, a meal each time, and advice that the council must answer.",
            "Zes avonden, telkens een maaltijd, en een advies waarop de raad moet antwoorden.",
            "Six soirées, un repas chaque fois, et un avis auquel le conseil doit répondre.",
        ],
    ),
    (
        ["Five minutes for {city}?", "Vijf minuten voor {city}?", "Cinq minutes pour {city} ?"],
        [
            "The community monitor asks again how life is. Thank you for helping.",
            "De stadsmonitor vraagt opnieuw hoe het leven is. Bedankt om te helpen.",
            "Le baromètre demande à nouveau comment va la vie. Merci de votre aide.",
        ],
    ),
    (
        [
            "Your basket is not submitted yet",
            "Je mandje is nog niet ingediend",
            "Votre panier n'est pas encore validé",
        ],
        [
            "You chose ideas but did not submit them. Votes count only then.",
            "Je koos ideeën maar diende ze niet in. Pas dan tellen je stemmen.",
            "Vous avez choisi des idées sans valider. Vos voix ne comptent qu'alors.",
        ],
    ),
];
