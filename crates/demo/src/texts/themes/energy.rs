//! Warmth and power.

use super::Theme;

pub static THEME: Theme = Theme {
    name: ["Energy and climate", "Energie en klimaat", "Énergie et climat"],
    about: [
        "Sun, wind, insulation and heat from the river.",
        "Zon, wind, isolatie en warmte uit de rivier.",
        "Soleil, vent, isolation et chaleur de la rivière.",
    ],
    titles: &[
        [
            "Solar panels on the roof of {school}",
            "Zonnepanelen op het dak van de {school}",
            "Des panneaux solaires sur le toit de l'{school}",
        ],
        ["Insulate {street} together", "Samen de {street} isoleren", "Isolons ensemble la {street}"],
        [
            "Heat from the Zwene for {district}",
            "Warmte uit de Zwene voor de {district}",
            "La chaleur de la Zwene pour le {district}",
        ],
        [
            "Charging points on {square}",
            "Laadpalen op het {square}",
            "Des bornes de recharge sur la {square}",
        ],
        [
            "A neighbourhood battery at {corner}",
            "Een buurtbatterij in de {corner}",
            "Une batterie de quartier dans la {corner}",
        ],
    ],
    pitches: &[
        [
            "Cover the roof of {school} with panels, and let the screen in the hall show what they yield.",
            "Leg het dak van de {school} vol panelen, en laat het scherm in de hal tonen wat ze opbrengen.",
            "Couvrons le toit de l'{school} de panneaux, et montrons dans le hall ce qu'ils produisent.",
        ],
        [
            "Let us have all roofs of {street} insulated in one go, tenants and owners together.",
            "Laten we alle daken van de {street} in één keer isoleren, huurders en eigenaars samen.",
            "Faisons isoler d'un coup tous les toits de la {street}, locataires et propriétaires ensemble.",
        ],
        [
            "The river carries warmth past our doors; a pump near {square} could heat all of {district}.",
            "De rivier draagt warmte voorbij onze deur; een pomp bij het {square} kan heel de {district} verwarmen.",
            "La rivière passe, chargée de chaleur ; une pompe près de la {square} pourrait chauffer tout le {district}.",
        ],
        [
            "Place four charging points on {square}, two of them for shared cars.",
            "Zet vier laadpalen op het {square}, waarvan twee voor deelwagens.",
            "Plaçons quatre bornes sur la {square}, dont deux pour voitures partagées.",
        ],
        [
            "A battery the size of a garage at {corner} would keep our own sun for the evening.",
            "Een batterij zo groot als een garage in de {corner} houdt onze eigen zon bij voor de avond.",
            "Une batterie grande comme un garage dans la {corner} garderait notre soleil pour le soir.",
        ],
    ],
    observations: &[
        [
            "On thermal pictures {street} glows red: most roofs have no insulation at all.",
            "Op warmtefoto's kleurt de {street} rood: de meeste daken zijn niet geïsoleerd.",
            "Sur les images thermiques, la {street} est rouge : la plupart des toits ne sont pas isolés.",
        ],
        [
            "Whoever rents pays the bill but may not touch the boiler.",
            "Wie huurt, betaalt de rekening maar mag niet aan de ketel komen.",
            "Le locataire paie la facture mais ne peut toucher à la chaudière.",
        ],
        [
            "The roof of {school} lies in the sun all day and bears nothing but pigeons.",
            "Het dak van de {school} ligt de hele dag in de zon en draagt alleen duiven.",
            "Le toit de l'{school} est au soleil toute la journée et ne porte que des pigeons.",
        ],
        [
            "My last bill was higher than the rent of {years} years ago.",
            "Mijn laatste rekening was hoger dan de huur van {years} jaar geleden.",
            "Ma dernière facture dépassait mon loyer d'il y a {years} ans.",
        ],
    ],
    proposals: &[
        [
            "Found a cooperative: {number} households put in 250 euro each and share the power from one roof.",
            "Richt een coöperatie op: {number} gezinnen leggen elk 250 euro in en delen de stroom van één dak.",
            "Fondons une coopérative : {number} ménages versent 250 euros chacun et partagent le courant d'un toit.",
        ],
        [
            "If the city orders insulation for {number} houses at once, each pays a third less.",
            "Als de stad isolatie voor {number} huizen tegelijk bestelt, betaalt ieder een derde minder.",
            "Si la ville commande l'isolation de {number} maisons à la fois, chacun paie un tiers de moins.",
        ],
        [
            "Lay the pipes of a heat network now, while {street} is open for the sewers anyway.",
            "Leg nu de buizen van een warmtenet, nu de {street} toch openligt voor de riolering.",
            "Posons maintenant les conduites d'un réseau de chaleur, puisque la {street} est ouverte pour les égouts.",
        ],
        [
            "Send an energy coach from door to door who speaks plainly and sells nothing.",
            "Stuur een energiecoach van deur tot deur die klare taal spreekt en niets verkoopt.",
            "Envoyons de porte en porte un conseiller énergie qui parle clair et ne vend rien.",
        ],
    ],
    items: &[
        ["a first measurement for free", "een eerste meting, gratis", "une première mesure gratuite"],
        [
            "a loan without interest from the city",
            "een renteloze lening van de stad",
            "un prêt de la ville sans intérêts",
        ],
        [
            "{number} panels, made in Europe",
            "{number} panelen, in Europa gemaakt",
            "{number} panneaux fabriqués en Europe",
        ],
        [
            "tenants included from the first day",
            "huurders van de eerste dag betrokken",
            "les locataires associés dès le premier jour",
        ],
    ],
    comments: &[
        [
            "We did this in our building and save a third.",
            "Wij deden dit in ons gebouw en besparen een derde.",
            "Nous l'avons fait dans notre immeuble et économisons un tiers.",
        ],
        [
            "Is the roof strong enough? It dates from the sixties.",
            "Is het dak sterk genoeg? Het dateert uit de jaren zestig.",
            "Le toit est-il assez solide ? Il date des années soixante.",
        ],
        [
            "First those who cannot pay their bills, then the rest.",
            "Eerst wie zijn rekening niet kan betalen, dan de rest.",
            "D'abord ceux qui ne peuvent payer leur facture, puis les autres.",
        ],
        ["I would put in 250 euro tomorrow.", "Ik leg morgen 250 euro in.", "Je verse 250 euros dès demain."],
    ],
};
