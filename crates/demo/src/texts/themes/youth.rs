//! Children and young people.

use super::Theme;

pub static THEME: Theme = Theme {
    name: ["Children and youth", "Kinderen en jongeren", "Enfance et jeunesse"],
    about: [
        "Room to play, to meet and to be left alone.",
        "Ruimte om te spelen, af te spreken en met rust gelaten te worden.",
        "De la place pour jouer, se voir et être tranquille.",
    ],
    titles: &[
        [
            "A playground for big ones too in {park}",
            "Een speeltuin in het {park}, ook voor groten",
            "Une plaine de jeux au {park}, aussi pour les grands",
        ],
        [
            "A roof for young people on {square}",
            "Een afdak voor jongeren op het {square}",
            "Un abri pour les jeunes sur la {square}",
        ],
        [
            "{street} as a play street in summer",
            "De {street} als speelstraat in de zomer",
            "La {street} comme rue de jeux en été",
        ],
        [
            "Study rooms in {district} during exams",
            "Blokplekken in de {district} tijdens de examens",
            "Des salles d'étude dans le {district} pendant les examens",
        ],
        [
            "A youth council with its own budget",
            "Een jeugdraad met een eigen budget",
            "Un conseil des jeunes avec son budget",
        ],
    ],
    pitches: &[
        [
            "{park} needs something to climb that is higher than two metres, and a place to watch from.",
            "Het {park} heeft iets nodig om op te klimmen dat hoger is dan twee meter, en een plek om te kijken.",
            "Il faut au {park} de quoi grimper à plus de deux mètres, et un endroit pour regarder.",
        ],
        [
            "A roof, two benches and a socket on {square}: that is all we ask.",
            "Een dak, twee banken en een stopcontact op het {square}: meer vragen we niet.",
            "Un toit, deux bancs et une prise sur la {square} : nous ne demandons pas plus.",
        ],
        [
            "Let {street} belong to the children in July and August, from two until six.",
            "Laat de {street} in juli en augustus van twee tot zes van de kinderen zijn.",
            "Que la {street} soit aux enfants en juillet et août, de deux à six heures.",
        ],
        [
            "Open quiet rooms in {district} in January and June, with wireless network, tea and somebody who keeps order.",
            "Open in januari en juni stille ruimtes in de {district}, met wifi, thee en iemand die de orde bewaart.",
            "Ouvrons dans le {district} des salles calmes en janvier et juin, avec wifi, thé et quelqu'un qui veille.",
        ],
        [
            "Give the young people of {city} a council and 25,000 euro that they alone decide about.",
            "Geef de jongeren van {city} een raad en 25.000 euro waarover zij alleen beslissen.",
            "Donnons aux jeunes de {city} un conseil et 25 000 euros dont eux seuls décident.",
        ],
    ],
    observations: &[
        [
            "For toddlers there are swings, for those over twelve there is a bench and a look of disapproval.",
            "Voor kleuters zijn er schommels, voor wie ouder is dan twaalf een bank en een afkeurende blik.",
            "Pour les petits, il y a des balançoires ; passé douze ans, un banc et des regards de travers.",
        ],
        [
            "When it rains we stand at the entrance of the supermarket, and then they send us away.",
            "Als het regent staan we aan de ingang van de supermarkt, en dan sturen ze ons weg.",
            "Quand il pleut, nous restons devant le supermarché, et on nous chasse.",
        ],
        [
            "At home there are five of us in two rooms, and the library closes at six.",
            "Thuis zijn we met vijf op twee kamers, en de bibliotheek sluit om zes uur.",
            "À la maison, nous sommes cinq dans deux pièces, et la bibliothèque ferme à six heures.",
        ],
        [
            "The slide in {park} has been closed off with tape for {years} months.",
            "De glijbaan in het {park} is al {years} maanden met lint afgesloten.",
            "Le toboggan du {park} est fermé par un ruban depuis {years} mois.",
        ],
    ],
    proposals: &[
        [
            "Build a place with a roof, a socket and light near {square}, designed by those who will sit there.",
            "Bouw een plek met een dak, een stopcontact en licht bij het {square}, ontworpen door wie er gaat zitten.",
            "Construisons près de la {square} un lieu avec toit, prise et lumière, dessiné par ceux qui s'y tiendront.",
        ],
        [
            "Close {street} to cars on Wednesday afternoons and let children paint the road.",
            "Sluit de {street} op woensdagmiddag af voor auto's en laat kinderen de straat beschilderen.",
            "Fermons la {street} aux voitures le mercredi après-midi et laissons les enfants peindre la chaussée.",
        ],
        [
            "Keep {school} open as a study room until ten, with a student who supervises and is paid for it.",
            "Hou de {school} tot tien uur open als studieruimte, met een student die toezicht houdt en betaald wordt.",
            "Gardons l'{school} ouverte jusqu'à dix heures comme salle d'étude, avec un étudiant payé pour surveiller.",
        ],
        [
            "Instead of one more swing: a pump track, a climbing wall, and a tap to drink from.",
            "In plaats van nog een schommel: een pumptrack, een klimmuur en een drinkkraantje.",
            "Plutôt qu'une balançoire de plus : une pumptrack, un mur d'escalade et un robinet d'eau.",
        ],
    ],
    items: &[
        ["wireless network without a password", "wifi zonder wachtwoord", "du wifi sans mot de passe"],
        [
            "a table for table tennis made of concrete",
            "een betonnen pingpongtafel",
            "une table de ping-pong en béton",
        ],
        [
            "a youth worker, two evenings a week",
            "een jeugdwerker, twee avonden per week",
            "un animateur, deux soirs par semaine",
        ],
        ["toilets that are open", "toiletten die open zijn", "des toilettes ouvertes"],
        [
            "seats for {number} people",
            "zitplaatsen voor {number} mensen",
            "des sièges pour {number} personnes",
        ],
    ],
    comments: &[
        [
            "As a fifteen-year-old I say: yes.",
            "Als vijftienjarige zeg ik: ja.",
            "À quinze ans, je dis : oui.",
        ],
        [
            "Did anybody ask the girls? They mostly sit at the side.",
            "Is het aan de meisjes gevraagd? Die zitten meestal aan de kant.",
            "A-t-on demandé aux filles ? Elles restent souvent sur le côté.",
        ],
        [
            "Put it far enough from the bedrooms and I am in favour.",
            "Zet het ver genoeg van de slaapkamers en ik ben voor.",
            "Assez loin des chambres, et je suis pour.",
        ],
        [
            "Our scouts would help to build it.",
            "Onze scouts bouwen graag mee.",
            "Nos scouts aideraient à construire.",
        ],
    ],
};
