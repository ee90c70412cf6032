//! What is thrown away, and what should not be.

use super::Theme;

pub static THEME: Theme = Theme {
    name: ["Waste and cleanliness", "Afval en netheid", "Déchets et propreté"],
    about: [
        "Less waste, clean streets, things that live longer.",
        "Minder afval, nette straten, spullen die langer leven.",
        "Moins de déchets, des rues propres, des objets qui durent.",
    ],
    titles: &[
        ["Compost for {district}", "Compost voor de {district}", "Du compost pour le {district}"],
        [
            "Bins under the ground on {square}",
            "Ondergrondse containers op het {square}",
            "Des conteneurs enterrés sur la {square}",
        ],
        [
            "Stop dumping on the corner of {corner}",
            "Stop sluikstort op de hoek van de {corner}",
            "Stop aux dépôts clandestins au coin de la {corner}",
        ],
        [
            "A lending library for tools in {street}",
            "Een instrumentenbib in de {street}",
            "Une bibliothèque d'outils dans la {street}",
        ],
        [
            "Drinking water instead of bottles in {park}",
            "Drinkwater in plaats van flesjes in het {park}",
            "De l'eau potable plutôt que des bouteilles au {park}",
        ],
    ],
    pitches: &[
        [
            "Start a composting place in {district} where peelings become earth within six months.",
            "Begin in de {district} een compostplek waar schillen in zes maanden aarde worden.",
            "Créons dans le {district} un lieu où les épluchures deviennent terre en six mois.",
        ],
        [
            "Bury the containers of {square}, so that no bag stands in the sun any more.",
            "Stop de containers van het {square} onder de grond, zodat er geen zak meer in de zon staat.",
            "Enterrons les conteneurs de la {square}, pour qu'aucun sac ne traîne au soleil.",
        ],
        [
            "Plant flowers on the corner of {corner} and hang up a number to ring: where it is lovely, nobody dumps.",
            "Plant bloemen op de hoek van de {corner} en hang er een nummer: waar het mooi is, stort niemand.",
            "Plantons des fleurs au coin de la {corner} et affichons un numéro : là où c'est beau, personne ne jette.",
        ],
        [
            "A drill, a ladder, a pressure washer: on {street} one should be able to borrow them like books.",
            "Een boor, een ladder, een hogedrukreiniger: in de {street} moet je ze kunnen lenen als boeken.",
            "Foreuse, échelle, nettoyeur : dans la {street}, on devrait les emprunter comme des livres.",
        ],
        [
            "Put two taps in {park}, one for people and a low one for dogs.",
            "Zet twee kraantjes in het {park}, één voor mensen en een laag voor honden.",
            "Installons deux robinets au {park}, un pour les gens et un plus bas pour les chiens.",
        ],
    ],
    observations: &[
        [
            "Every Tuesday the bags stand on {street} from noon on, and the gulls open them by evening.",
            "Elke dinsdag staan de zakken al vanaf de middag in de {street}, en tegen de avond zijn ze door de meeuwen geopend.",
            "Chaque mardi, les sacs sont dans la {street} dès midi, et les mouettes les ouvrent avant le soir.",
        ],
        [
            "Someone left a mattress at {corner}; a week later there were {years}.",
            "Iemand zette een matras in de {corner}; een week later lagen er {years}.",
            "Quelqu'un a laissé un matelas dans la {corner} ; une semaine après, il y en avait {years}.",
        ],
        [
            "After a sunny Sunday the bins of {park} overflow.",
            "Na een zonnige zondag puilen de vuilnisbakken van het {park} uit.",
            "Après un dimanche de soleil, les poubelles du {park} débordent.",
        ],
        [
            "My drill has run for perhaps ten minutes in its whole life; my neighbours own the same one.",
            "Mijn boormachine draaide in heel haar leven misschien tien minuten; mijn buren hebben dezelfde.",
            "Ma foreuse a tourné dix minutes peut-être dans sa vie ; mes voisins ont la même.",
        ],
    ],
    proposals: &[
        [
            "Put up three wooden boxes near {park}; {number} households bring peelings and take earth home.",
            "Zet drie houten bakken bij het {park}; {number} gezinnen brengen schillen en nemen aarde mee.",
            "Installons trois bacs en bois près du {park} ; {number} ménages apportent leurs épluchures et repartent avec de la terre.",
        ],
        [
            "Collect in the evening rather than at noon, and the bags stand outside for two hours only.",
            "Haal 's avonds op in plaats van 's middags, dan staan de zakken maar twee uur buiten.",
            "Collectons le soir plutôt qu'à midi, et les sacs ne resteront dehors que deux heures.",
        ],
        [
            "A mobile recycling point that stops on {square} twice a month reaches those without a car.",
            "Een mobiel recyclagepark dat twee keer per maand op het {square} stopt, bereikt wie geen auto heeft.",
            "Un recyparc mobile sur la {square} deux fois par mois touche ceux qui n'ont pas de voiture.",
        ],
        [
            "Ask cafés to use cups with a deposit, the same ones everywhere in {city}.",
            "Vraag cafés om herbruikbare bekers met statiegeld, overal dezelfde in {city}.",
            "Demandons aux cafés des gobelets consignés, les mêmes partout à {city}.",
        ],
    ],
    items: &[
        [
            "signs with pictures, no long texts",
            "borden met tekeningen, geen lange teksten",
            "des panneaux illustrés, sans longs textes",
        ],
        ["brooms and tongs to borrow", "bezems en grijpers te leen", "des balais et des pinces à emprunter"],
        [
            "a course for {number} compost masters",
            "een cursus voor {number} compostmeesters",
            "une formation pour {number} maîtres-composteurs",
        ],
        ["emptying on Mondays too", "ook op maandag legen", "une vidange aussi le lundi"],
    ],
    comments: &[
        [
            "Does compost not bring rats?",
            "Komen er geen ratten op af?",
            "Le compost n'attire-t-il pas les rats ?",
        ],
        [
            "Not if one does it properly. Come and smell ours.",
            "Niet als je het goed doet. Kom aan de onze ruiken.",
            "Pas si on le fait bien. Venez sentir le nôtre.",
        ],
        [
            "Fines! Nothing else helps.",
            "Boetes! Niets anders helpt.",
            "Des amendes ! Rien d'autre ne marche.",
        ],
        [
            "I pick up litter each Sunday at nine, join me.",
            "Ik ruim elke zondag om negen uur op, kom mee.",
            "Je ramasse chaque dimanche à neuf heures, venez.",
        ],
    ],
};
