//! Moving about for pleasure.

use super::Theme;

pub static THEME: Theme = Theme {
    name: ["Sport", "Sport", "Sport"],
    about: [
        "Clubs, courts and moving outdoors.",
        "Clubs, pleinen en buiten bewegen.",
        "Clubs, terrains et mouvement dehors.",
    ],
    titles: &[
        [
            "Swimming in the Zwene near {park}",
            "Zwemmen in de Zwene bij het {park}",
            "Nager dans la Zwene près du {park}",
        ],
        [
            "A basketball court on {square}",
            "Een basketbalveld op het {square}",
            "Un terrain de basket sur la {square}",
        ],
        [
            "Open the gym of {school} in the evening",
            "Open de sportzaal van de {school} 's avonds",
            "Ouvrons le soir la salle de sport de l'{school}",
        ],
        [
            "A running track with lights through {park}",
            "Een verlichte looproute door het {park}",
            "Un parcours de course éclairé au {park}",
        ],
        [
            "A skate bowl for {district}",
            "Een skatebowl voor de {district}",
            "Un bowl de skate pour le {district}",
        ],
    ],
    pitches: &[
        [
            "Open a place to bathe in the Zwene, below {park}, where the current is slow.",
            "Open een zwemplek in de Zwene, onder het {park}, waar de stroming traag is.",
            "Ouvrons un lieu de baignade dans la Zwene, en bas du {park}, là où le courant est lent.",
        ],
        [
            "Two baskets, a good floor and a wall against the noise would make a court of {square}.",
            "Twee ringen, een goede vloer en een muur tegen het lawaai maken van het {square} een veld.",
            "Deux paniers, un bon sol et un mur antibruit feraient de la {square} un terrain.",
        ],
        [
            "Let clubs use the gym of {school} from five until ten, and children in the holidays.",
            "Laat clubs de sportzaal van de {school} gebruiken van vijf tot tien, en kinderen in de vakantie.",
            "Prêtons la salle de l'{school} aux clubs de cinq à dix heures, et aux enfants pendant les vacances.",
        ],
        [
            "A lit track of wood chips through {park} is kind to knees and bats alike.",
            "Een verlicht pad van houtsnippers door het {park} is goed voor knieën en vleermuizen.",
            "Une piste éclairée en copeaux au {park} ménage les genoux comme les chauves-souris.",
        ],
        [
            "A bowl of smooth concrete in {district} would spare the steps of the town hall.",
            "Een bowl van glad beton in de {district} spaart de trappen van het stadhuis.",
            "Un bowl de béton lisse dans le {district} épargnerait les marches de l'hôtel de ville.",
        ],
    ],
    observations: &[
        [
            "The waiting list for swimming lessons is {number} weeks long.",
            "De wachtlijst voor zwemles is {number} weken lang.",
            "La liste d'attente pour les cours de natation est de {number} semaines.",
        ],
        [
            "After four the gym of {school} is locked, while our club trains in the rain.",
            "Na vier uur is de sportzaal van de {school} op slot, terwijl onze club in de regen traint.",
            "Après quatre heures, la salle de l'{school} est fermée, et notre club s'entraîne sous la pluie.",
        ],
        [
            "Girls get the field when the boys are done, which is when it grows dark.",
            "Meisjes krijgen het veld als de jongens klaar zijn, en dan wordt het donker.",
            "Les filles ont le terrain quand les garçons ont fini, à la nuit tombante.",
        ],
        [
            "The ring on {square} lost its net {years} years ago and hangs askew.",
            "De ring op het {square} is al {years} jaar zijn net kwijt en hangt scheef.",
            "Le panneau de la {square} a perdu son filet il y a {years} ans et penche.",
        ],
    ],
    proposals: &[
        [
            "A floating pontoon with a lifeguard in July and August, and water that is tested each week.",
            "Een drijvend ponton met een redder in juli en augustus, en water dat elke week getest wordt.",
            "Un ponton flottant avec un sauveteur en juillet et août, et une eau testée chaque semaine.",
        ],
        [
            "Give each club a key card, so that the hall needs no caretaker at night.",
            "Geef elke club een toegangskaart, zodat de zaal 's avonds geen conciërge nodig heeft.",
            "Donnons à chaque club une carte d'accès, pour se passer de concierge le soir.",
        ],
        [
            "Mark out {years} kilometres from {square} round {park} and back, with lamps close to the ground.",
            "Zet {years} kilometer uit van het {square} rond het {park} en terug, met lage lampen.",
            "Balisons {years} kilomètres de la {square} autour du {park} et retour, avec des lampes basses.",
        ],
        [
            "Reserve two evenings for girls and one for people over sixty.",
            "Reserveer twee avonden voor meisjes en één voor zestigplussers.",
            "Réservons deux soirs aux filles et un aux plus de soixante ans.",
        ],
    ],
    items: &[
        ["a shower and lockers", "een douche en kluisjes", "une douche et des casiers"],
        ["a ramp for wheelchairs", "een helling voor rolstoelen", "une rampe pour fauteuils"],
        ["balls that can be borrowed", "ballen die je kan lenen", "des ballons à emprunter"],
        ["a surface that stays quiet", "een ondergrond die stil blijft", "un revêtement silencieux"],
    ],
    comments: &[
        [
            "In the nineteen-fifties we swam there every summer!",
            "In de jaren vijftig zwommen we daar elke zomer!",
            "Dans les années cinquante, nous y nagions chaque été !",
        ],
        [
            "Is the water clean enough? I would not dare.",
            "Is het water proper genoeg? Ik zou niet durven.",
            "L'eau est-elle assez propre ? Je n'oserais pas.",
        ],
        [
            "The bouncing can be heard as far as {street}.",
            "Het gestuiter hoor je tot in de {street}.",
            "On entend rebondir jusque dans la {street}.",
        ],
        [
            "Our club has {number} members and no roof. Yes please.",
            "Onze club heeft {number} leden en geen dak. Graag dus.",
            "Notre club a {number} membres et pas de toit. Oui, merci.",
        ],
    ],
};
