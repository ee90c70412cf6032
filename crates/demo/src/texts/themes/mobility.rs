//! How people get about.

use super::Theme;

pub static THEME: Theme = Theme {
    name: ["Mobility", "Mobiliteit", "Mobilité"],
    about: [
        "On foot, by bicycle, by bus and by car.",
        "Te voet, met de fiets, de bus en de auto.",
        "À pied, à vélo, en bus et en voiture.",
    ],
    titles: &[
        [
            "A safe cycle path on {street}",
            "Een veilig fietspad in de {street}",
            "Une piste cyclable sûre dans la {street}",
        ],
        [
            "Zebra crossing where {street} meets {corner}",
            "Zebrapad op de hoek van de {street} en de {corner}",
            "Un passage piéton au coin de la {street} et de la {corner}",
        ],
        ["{street} at 30 kilometres an hour", "Zone 30 in de {street}", "La {street} à 30 à l'heure"],
        [
            "Covered bicycle racks on {square}",
            "Overdekte fietsenstalling op het {square}",
            "Un abri à vélos sur la {square}",
        ],
        [
            "A bus every ten minutes for {district}",
            "Elke tien minuten een bus voor de {district}",
            "Un bus toutes les dix minutes pour le {district}",
        ],
        [
            "Wider pavements between {square} and {park}",
            "Bredere stoepen tussen het {square} en het {park}",
            "Des trottoirs plus larges entre la {square} et le {park}",
        ],
    ],
    pitches: &[
        [
            "We ask for a cycle path of two metres on {street}, apart from the cars, with a kerb in between.",
            "Wij vragen een fietspad van twee meter in de {street}, los van de auto's, met een boordsteen ertussen.",
            "Nous demandons dans la {street} une piste cyclable de deux mètres, séparée des voitures par une bordure.",
        ],
        [
            "Paint a zebra crossing where {street} meets {corner}, with a lamp above it.",
            "Schilder een zebrapad op de hoek van de {street} en de {corner}, met een lamp erboven.",
            "Peignons un passage piéton au coin de la {street} et de la {corner}, éclairé d'en haut.",
        ],
        [
            "Make all of {street} a zone of 30, and narrow it so that nobody wants to go faster.",
            "Maak van heel de {street} een zone 30, en versmal ze zodat niemand sneller wil.",
            "Faisons de toute la {street} une zone 30, et rétrécissons-la pour que nul n'ait envie d'aller plus vite.",
        ],
        [
            "On {square} there is room for a roof over {number} bicycles, right beside the stop.",
            "Op het {square} is plaats voor een afdak boven {number} fietsen, vlak naast de halte.",
            "La {square} a la place pour un toit au-dessus de {number} vélos, juste à côté de l'arrêt.",
        ],
        [
            "Let a small bus run every ten minutes from {district} to the station, until midnight on Fridays.",
            "Laat elke tien minuten een kleine bus rijden van de {district} naar het station, op vrijdag tot middernacht.",
            "Qu'un petit bus relie le {district} à la gare toutes les dix minutes, jusqu'à minuit le vendredi.",
        ],
        [
            "Two wheelchairs should be able to pass each other on the way from {square} to {park}.",
            "Twee rolstoelen moeten elkaar kunnen kruisen op de weg van het {square} naar het {park}.",
            "Deux fauteuils roulants devraient pouvoir se croiser entre la {square} et le {park}.",
        ],
    ],
    observations: &[
        [
            "Between eight and nine the cars stand bumper to bumper, and children cycle in between.",
            "Tussen acht en negen staan de auto's bumper aan bumper, en kinderen fietsen ertussen.",
            "Entre huit et neuf heures, les voitures se touchent et les enfants roulent entre elles.",
        ],
        [
            "The cycle path ends without warning at {square}, just where the buses turn.",
            "Het fietspad houdt zomaar op aan het {square}, net waar de bussen draaien.",
            "La piste cyclable s'arrête sans prévenir à la {square}, là où tournent les bus.",
        ],
        [
            "I counted: in one hour {number} cars drove faster than allowed.",
            "Ik heb geteld: in één uur reden {number} auto's te snel.",
            "J'ai compté : en une heure, {number} voitures roulaient trop vite.",
        ],
        [
            "With a wheelchair or a pram you have to go onto the road, because delivery vans stand on the pavement.",
            "Met een rolstoel of kinderwagen moet je de straat op, want bestelwagens staan op de stoep.",
            "En fauteuil ou avec une poussette, il faut descendre sur la route, car des camionnettes occupent le trottoir.",
        ],
        [
            "The last bus to {district} leaves before the film in the cinema is over.",
            "De laatste bus naar de {district} vertrekt voor de film in de cinema gedaan is.",
            "Le dernier bus vers le {district} part avant la fin du film au cinéma.",
        ],
    ],
    proposals: &[
        [
            "Let {street} become a street for bicycles, where cars are guests.",
            "Maak van de {street} een fietsstraat, waar auto's te gast zijn.",
            "Faisons de la {street} une rue cyclable, où la voiture est invitée.",
        ],
        [
            "A raised crossing at {corner} slows everyone down without a single sign.",
            "Een verhoogd kruispunt aan de {corner} vertraagt iedereen zonder één bord.",
            "Un carrefour surélevé à la {corner} ralentit tout le monde sans un seul panneau.",
        ],
        [
            "Move {number} parking places to the edge of the district and use the room for walking and trees.",
            "Verplaats {number} parkeerplaatsen naar de rand van de wijk en gebruik de ruimte om te wandelen en voor bomen.",
            "Déplaçons {number} places de parking au bord du quartier et gagnons de l'espace pour marcher et planter.",
        ],
        [
            "Give the bus its own lane up to {square}, even if only in the morning.",
            "Geef de bus een eigen baan tot aan het {square}, al is het maar 's morgens.",
            "Donnons au bus sa propre voie jusqu'à la {square}, ne serait-ce que le matin.",
        ],
    ],
    items: &[
        [
            "red asphalt from {street} to {corner}",
            "rood asfalt van de {street} tot de {corner}",
            "de l'asphalte rouge de la {street} à la {corner}",
        ],
        [
            "racks for {number} bicycles, cargo bikes too",
            "rekken voor {number} fietsen, ook bakfietsen",
            "des arceaux pour {number} vélos, cargos compris",
        ],
        [
            "a place to load and unload before ten",
            "een laad- en loszone voor tien uur",
            "une zone de livraison avant dix heures",
        ],
        [
            "lower kerbs on both sides",
            "verlaagde stoepranden aan beide kanten",
            "des bordures abaissées des deux côtés",
        ],
        ["a bench at the bus stop", "een bank aan de bushalte", "un banc à l'arrêt de bus"],
    ],
    comments: &[
        [
            "I cycle there with two children. It cannot come soon enough.",
            "Ik fiets daar met twee kinderen. Het kan niet snel genoeg komen.",
            "J'y roule avec deux enfants. Vivement que cela se fasse.",
        ],
        [
            "And where do those who live on {street} put their cars?",
            "En waar moeten de bewoners van de {street} hun auto kwijt?",
            "Et où les riverains de la {street} mettront-ils leur voiture ?",
        ],
        [
            "The traffic will only move to {corner}.",
            "Het verkeer verschuift gewoon naar de {corner}.",
            "Le trafic ira simplement dans la {corner}.",
        ],
        ["A speed camera would be cheaper.", "Een flitspaal is goedkoper.", "Un radar coûterait moins cher."],
        [
            "Please think of the fire brigade too, they need room to turn.",
            "Denk ook aan de brandweer, die moet kunnen draaien.",
            "Pensez aussi aux pompiers, qui doivent pouvoir tourner.",
        ],
    ],
};
