//! Feeling safe.

use super::Theme;

pub static THEME: Theme = Theme {
    name: ["Safety", "Veiligheid", "Sécurité"],
    about: [
        "Light, calm and people who look after each other.",
        "Licht, rust en mensen die op elkaar letten.",
        "Lumière, calme et attention aux autres.",
    ],
    titles: &[
        [
            "Light on the path through {park}",
            "Verlichting op het pad door het {park}",
            "De la lumière sur le chemin du {park}",
        ],
        ["Safe way to {school}", "Veilig naar de {school}", "Un trajet sûr vers l'{school}"],
        [
            "A neighbourhood officer one can meet on {square}",
            "Een aanspreekbare wijkagent op het {square}",
            "Un agent de quartier présent sur la {square}",
        ],
        [
            "No more dark underpass at {street}",
            "Geen donkere onderdoorgang meer aan de {street}",
            "Plus de tunnel sombre à la {street}",
        ],
        [
            "Less noise at night around {square}",
            "Minder nachtlawaai rond het {square}",
            "Moins de bruit la nuit autour de la {square}",
        ],
    ],
    pitches: &[
        [
            "Light the path through {park} with low lamps, up to the gate on {street}.",
            "Verlicht het pad door het {park} met lage lampen, tot aan de poort in de {street}.",
            "Éclairons le chemin du {park} par des lampes basses, jusqu'à la grille de la {street}.",
        ],
        [
            "Mark one route to {school} from each side of the district, and keep it free of lorries between eight and nine.",
            "Duid van elke kant van de wijk één route naar de {school} aan, en hou ze vrachtwagenvrij tussen acht en negen.",
            "Traçons de chaque côté du quartier un trajet vers l'{school}, sans camions entre huit et neuf heures.",
        ],
        [
            "We would like an officer whose name we know and who is on {square} at fixed hours.",
            "Wij willen een agent wiens naam we kennen en die op vaste uren op het {square} is.",
            "Nous voudrions un agent dont nous connaissons le nom, présent à heures fixes sur la {square}.",
        ],
        [
            "Paint the underpass at {street} white, light it, and let a school class decorate it.",
            "Schilder de onderdoorgang aan de {street} wit, verlicht hem en laat een klas hem versieren.",
            "Peignons le tunnel de la {street} en blanc, éclairons-le et laissons une classe le décorer.",
        ],
        [
            "Agree on one hour with the cafés of {square}, and have somebody there on Fridays who keeps to it.",
            "Spreek met de cafés van het {square} één uur af, en zet er op vrijdag iemand die erop let.",
            "Convenons d'une heure avec les cafés de la {square}, et que quelqu'un y veille le vendredi.",
        ],
    ],
    observations: &[
        [
            "From November on it is dark when the children of {school} walk home.",
            "Vanaf november is het donker wanneer de kinderen van de {school} naar huis stappen.",
            "Dès novembre, il fait noir quand les enfants de l'{school} rentrent chez eux.",
        ],
        [
            "Of the lamps along {street}, every third has been broken for months.",
            "Van de lampen in de {street} is er al maanden één op drie stuk.",
            "Dans la {street}, un lampadaire sur trois est en panne depuis des mois.",
        ],
        [
            "Women in my building take a long way round in order not to pass {square} after ten.",
            "Vrouwen in mijn gebouw lopen een lange omweg om na tien uur niet langs het {square} te moeten.",
            "Des femmes de mon immeuble font un long détour pour éviter la {square} après dix heures.",
        ],
        [
            "Twice this year a cyclist was knocked down at the corner of {corner}.",
            "Twee keer dit jaar werd een fietser aangereden op de hoek van de {corner}.",
            "Deux fois cette année, un cycliste a été renversé au coin de la {corner}.",
        ],
        [
            "On warm nights the music goes on until four.",
            "Op warme nachten gaat de muziek door tot vier uur.",
            "Les nuits chaudes, la musique dure jusqu'à quatre heures.",
        ],
    ],
    proposals: &[
        [
            "Lamps that grow brighter when somebody comes near cost little and leave the bats in peace.",
            "Lampen die feller worden als er iemand nadert, kosten weinig en laten de vleermuizen met rust.",
            "Des lampes qui s'intensifient à l'approche coûtent peu et laissent les chauves-souris en paix.",
        ],
        [
            "Adults in yellow vests could stand at the three crossings before {school}, in turns.",
            "Volwassenen met een geel hesje kunnen om beurten aan de drie kruispunten voor de {school} staan.",
            "Des adultes en gilet jaune pourraient se relayer aux trois carrefours devant l'{school}.",
        ],
        [
            "Open the ground floor of the old post office in the evening: where people are, it is safe.",
            "Open het gelijkvloers van het oude postkantoor 's avonds: waar mensen zijn, is het veilig.",
            "Ouvrons le soir le rez de l'ancienne poste : où il y a du monde, on est en sécurité.",
        ],
        [
            "The officer of {district} should have an hour on {square} each week, with a bench and no counter.",
            "De wijkagent van de {district} zou elke week een uur op het {square} moeten zitten, met een bank en zonder loket.",
            "L'agent du {district} devrait passer une heure par semaine sur la {square}, avec un banc et sans guichet.",
        ],
    ],
    items: &[
        ["{number} lamps with sensors", "{number} lampen met sensoren", "{number} lampes à détecteur"],
        ["mirrors at the blind corner", "spiegels aan de blinde hoek", "des miroirs au coin sans visibilité"],
        ["hedges cut to one metre", "hagen gesnoeid tot één meter", "des haies taillées à un mètre"],
        [
            "a number to ring that somebody answers",
            "een nummer waar iemand opneemt",
            "un numéro où quelqu'un décroche",
        ],
    ],
    comments: &[
        [
            "I avoid that place too after dark.",
            "Ik mijd die plek ook als het donker is.",
            "J'évite aussi cet endroit le soir.",
        ],
        [
            "More cameras do not help, more people do.",
            "Meer camera's helpen niet, meer mensen wel.",
            "Plus de caméras n'aide pas, plus de gens oui.",
        ],
        [
            "The lamps were repaired last week, well done!",
            "De lampen zijn vorige week hersteld, goed zo!",
            "Les lampes ont été réparées la semaine passée, bravo !",
        ],
        [
            "I would volunteer at the crossing on Mondays.",
            "Ik wil op maandag aan het kruispunt staan.",
            "Je veux bien me tenir au carrefour le lundi.",
        ],
    ],
};
