//! Looking after each other.

use super::Theme;

pub static THEME: Theme = Theme {
    name: ["Care and neighbourhood", "Zorg en buurt", "Soins et voisinage"],
    about: [
        "Health, meeting and help around the corner.",
        "Gezondheid, ontmoeting en hulp om de hoek.",
        "Santé, rencontre et aide au coin de la rue.",
    ],
    titles: &[
        [
            "A bench every hundred metres from {street} to {square}",
            "Om de honderd meter een bank van de {street} tot het {square}",
            "Un banc tous les cent mètres de la {street} à la {square}",
        ],
        [
            "Soup together in {district}",
            "Samen soep in de {district}",
            "La soupe ensemble dans le {district}",
        ],
        [
            "A doctor's practice for {district}",
            "Een groepspraktijk voor de {district}",
            "Une maison médicale pour le {district}",
        ],
        [
            "Toilets that everyone can use on {square}",
            "Toiletten voor iedereen op het {square}",
            "Des toilettes pour tous sur la {square}",
        ],
        ["A place to grieve in {park}", "Een troostplek in het {park}", "Un lieu de recueillement au {park}"],
    ],
    pitches: &[
        [
            "Set a bench every hundred metres from {street} to {square}, so that an errand stays possible at ninety.",
            "Zet om de honderd meter een bank van de {street} tot het {square}, zodat boodschappen op je negentigste nog kunnen.",
            "Un banc tous les cent mètres de la {street} à la {square} : les courses resteraient possibles à nonante ans.",
        ],
        [
            "Once a week {district} should eat soup together, at long tables, whoever comes.",
            "Eén keer per week moet de {district} samen soep eten, aan lange tafels, wie ook komt.",
            "Une fois par semaine, le {district} devrait manger la soupe ensemble, à de longues tables, sans invitation.",
        ],
        [
            "{district} needs a practice with doctors, a nurse and somebody for the worries behind the illness.",
            "De {district} heeft een praktijk nodig met dokters, een verpleegkundige en iemand voor de zorgen achter de ziekte.",
            "Il faut au {district} une maison avec médecins, infirmière et quelqu'un pour les soucis derrière la maladie.",
        ],
        [
            "On {square} there should be a toilet that is open, clean, free, and wide enough for a wheelchair.",
            "Op het {square} moet een toilet komen dat open, proper, gratis en breed genoeg voor een rolstoel is.",
            "La {square} devrait avoir des toilettes ouvertes, propres, gratuites et assez larges pour un fauteuil.",
        ],
        [
            "Under the old trees of {park} there could be a quiet corner for all who miss somebody.",
            "Onder de oude bomen van het {park} kan een stille hoek komen voor wie iemand mist.",
            "Sous les vieux arbres du {park}, un coin calme pour tous ceux à qui quelqu'un manque.",
        ],
    ],
    observations: &[
        [
            "My neighbour lay on the floor for a day before anyone noticed.",
            "Mijn buurman lag een dag op de grond voor iemand het merkte.",
            "Mon voisin est resté un jour à terre avant que quelqu'un s'en aperçoive.",
        ],
        [
            "No doctor in {district} takes new patients; one is sent far away.",
            "Geen enkele dokter in de {district} neemt nog patiënten aan; je wordt ver weg gestuurd.",
            "Aucun médecin du {district} ne prend de nouveaux patients ; on vous envoie au loin.",
        ],
        [
            "For someone who needs to rest, {street} is too long and has nowhere to sit.",
            "Voor wie moet rusten is de {street} te lang en kan je nergens zitten.",
            "Pour qui doit se reposer, la {street} est trop longue et n'offre aucun siège.",
        ],
        [
            "Many came to {city} without knowing anyone, and still know nobody after {years} years.",
            "Velen kwamen naar {city} zonder iemand te kennen, en kennen na {years} jaar nog niemand.",
            "Beaucoup sont venus à {city} sans connaître personne, et après {years} ans ne connaissent toujours personne.",
        ],
    ],
    proposals: &[
        [
            "Every Thursday a pot of soup on {square}, cooked in turns, paid for by what each can give.",
            "Elke donderdag een pot soep op het {square}, om beurten gekookt, betaald met wat ieder kan geven.",
            "Chaque jeudi, une marmite de soupe sur la {square}, cuisinée à tour de rôle, payée selon ses moyens.",
        ],
        [
            "Let the postman or the pharmacist ring the neighbourhood team when shutters stay down.",
            "Laat de postbode of de apotheker het buurtteam bellen als rolluiken dicht blijven.",
            "Que le facteur ou la pharmacienne appelle l'équipe de quartier quand des volets restent clos.",
        ],
        [
            "Offer the old savings bank to {years} doctors and nurses for a low rent.",
            "Bied de oude spaarbank voor een lage huur aan {years} artsen en verpleegkundigen aan.",
            "Offrons l'ancienne caisse d'épargne à {years} médecins et infirmières pour un loyer modique.",
        ],
        [
            "Train {number} people of all languages to listen, and tell everyone where to find them.",
            "Leid {number} mensen van alle talen op om te luisteren, en zeg iedereen waar ze te vinden zijn.",
            "Formons {number} personnes de toutes langues à l'écoute, et disons à tous où les trouver.",
        ],
    ],
    items: &[
        [
            "benches with arms to get up from",
            "banken met leuningen om recht te komen",
            "des bancs à accoudoirs pour se relever",
        ],
        ["a kitchen that meets the rules", "een keuken volgens de regels", "une cuisine aux normes"],
        ["a coordinator, half time", "een coördinator, halftijds", "une coordinatrice à mi-temps"],
        [
            "a list of {number} people who can be rung",
            "een lijst van {number} mensen die je kan bellen",
            "une liste de {number} personnes à appeler",
        ],
    ],
    comments: &[
        ["I bring the leeks.", "Ik breng de prei mee.", "J'apporte les poireaux."],
        [
            "Since my husband died I eat alone. I would come.",
            "Sinds mijn man stierf, eet ik alleen. Ik zou komen.",
            "Depuis la mort de mon mari, je mange seule. Je viendrais.",
        ],
        [
            "Professionals must do that, not volunteers.",
            "Dat moeten beroepskrachten doen, geen vrijwilligers.",
            "C'est aux professionnels de le faire, pas aux bénévoles.",
        ],
        [
            "We have this on {corner} and it changed the street.",
            "Wij hebben dit in de {corner} en het veranderde de straat.",
            "Nous l'avons dans la {corner} et cela a changé la rue.",
        ],
    ],
};
