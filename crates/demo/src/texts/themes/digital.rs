//! The city and its screens.

use super::Theme;

pub static THEME: Theme = Theme {
    name: ["Digital", "Digitaal", "Numérique"],
    about: [
        "Services online, open data, help offline.",
        "Diensten online, open data, hulp offline.",
        "Services en ligne, données ouvertes, aide sur place.",
    ],
    titles: &[
        [
            "Help with forms near {square}",
            "Hulp bij formulieren aan het {square}",
            "De l'aide pour les formulaires près de la {square}",
        ],
        [
            "Show when works on {street} end",
            "Toon wanneer de werken in de {street} klaar zijn",
            "Afficher la fin des travaux de la {street}",
        ],
        [
            "Air quality of {district} on a map",
            "Luchtkwaliteit van de {district} op kaart",
            "La qualité de l'air du {district} sur une carte",
        ],
        ["Free wireless network in {park}", "Gratis wifi in het {park}", "Du wifi gratuit au {park}"],
        [
            "Second-hand laptops for pupils of {school}",
            "Tweedehandslaptops voor leerlingen van de {school}",
            "Des ordinateurs d'occasion pour les élèves de l'{school}",
        ],
    ],
    pitches: &[
        [
            "Near {square} somebody should fill in forms with people, not for them.",
            "Bij het {square} moet iemand formulieren invullen mét mensen, niet voor hen.",
            "Près de la {square}, quelqu'un devrait remplir les formulaires avec les gens, pas à leur place.",
        ],
        [
            "Hang a board on {street} and a page on the web that say what is dug up, why, and until when.",
            "Hang een bord in de {street} en maak een webpagina die zeggen wat openligt, waarom, en tot wanneer.",
            "Un panneau dans la {street} et une page web diraient ce qui est ouvert, pourquoi et jusqu'à quand.",
        ],
        [
            "Show on a map, hour by hour, what we breathe in {district}.",
            "Toon op een kaart, uur per uur, wat we inademen in de {district}.",
            "Montrons sur une carte, heure par heure, ce que l'on respire dans le {district}.",
        ],
        [
            "Give {park} a wireless network that asks for no name and forgets who was there.",
            "Geef het {park} een wifi die geen naam vraagt en vergeet wie er was.",
            "Donnons au {park} un wifi qui ne demande pas de nom et oublie qui était là.",
        ],
        [
            "Offices throw away laptops that the pupils of {school} could use for years: let us bring both together.",
            "Kantoren gooien laptops weg die leerlingen van de {school} nog jaren kunnen gebruiken: breng beide samen.",
            "Des bureaux jettent des ordinateurs utiles pendant des années aux élèves de l'{school} : réunissons-les.",
        ],
    ],
    observations: &[
        [
            "To renew my card I needed an app, a reader, {number} minutes and my granddaughter.",
            "Om mijn kaart te vernieuwen had ik een app, een lezer, {number} minuten en mijn kleindochter nodig.",
            "Pour renouveler ma carte, il m'a fallu une appli, un lecteur, {number} minutes et ma petite-fille.",
        ],
        [
            "The counter on {square} closed, and the website sends me in circles.",
            "Het loket op het {square} ging dicht, en de website stuurt me in cirkels rond.",
            "Le guichet de la {square} a fermé, et le site me fait tourner en rond.",
        ],
        [
            "At {school} one child in {years} writes homework on a telephone.",
            "In de {school} maakt één kind op {years} huiswerk op een telefoon.",
            "À l'{school}, un enfant sur {years} fait ses devoirs sur un téléphone.",
        ],
        [
            "The city measures a lot, but the figures stay in drawers.",
            "De stad meet veel, maar de cijfers blijven in lades liggen.",
            "La ville mesure beaucoup, mais les chiffres restent dans les tiroirs.",
        ],
    ],
    proposals: &[
        [
            "Twice a week somebody patient sits in the library and helps with whatever has buttons.",
            "Twee keer per week zit er iemand met geduld in de bibliotheek die helpt met alles wat knoppen heeft.",
            "Deux fois par semaine, une personne patiente à la bibliothèque aide pour tout ce qui a des boutons.",
        ],
        [
            "Publish counts of traffic, air and noise as open data, each night, without a registration.",
            "Publiceer tellingen van verkeer, lucht en geluid elke nacht als open data, zonder registratie.",
            "Publions chaque nuit les mesures de trafic, d'air et de bruit en données ouvertes, sans inscription.",
        ],
        [
            "Put {number} sensors on balconies along {street} and let the classes of {school} look after them.",
            "Hang {number} sensoren op balkons in de {street} en laat de klassen van de {school} ze opvolgen.",
            "Posons {number} capteurs sur les balcons de la {street} et confions-les aux classes de l'{school}.",
        ],
        [
            "Everything that can be done online must also be possible at a counter, in person, on a Saturday.",
            "Alles wat online kan, moet ook aan een loket kunnen, in persoon, op zaterdag.",
            "Tout ce qui se fait en ligne doit aussi se faire au guichet, en personne, le samedi.",
        ],
    ],
    items: &[
        [
            "plain language, in three languages",
            "klare taal, in drie talen",
            "un langage clair, en trois langues",
        ],
        ["no cookies that follow us", "geen cookies die ons volgen", "pas de cookies qui nous suivent"],
        ["software whose source is open", "software met open broncode", "des logiciels libres"],
        [
            "a telephone number beside each form",
            "een telefoonnummer naast elk formulier",
            "un numéro de téléphone près de chaque formulaire",
        ],
    ],
    comments: &[
        [
            "My mother is 84 and would hug you for this.",
            "Mijn moeder is 84 en zou je hiervoor omhelzen.",
            "Ma mère a 84 ans et vous embrasserait.",
        ],
        ["Who guards the data?", "Wie bewaakt de gegevens?", "Qui protège les données ?"],
        [
            "I work in IT and would help on Thursdays.",
            "Ik werk in de IT en help graag op donderdag.",
            "Je travaille dans l'informatique et j'aiderais le jeudi.",
        ],
        [
            "An app is not the answer to everything.",
            "Een app is niet het antwoord op alles.",
            "Une appli ne répond pas à tout.",
        ],
    ],
};
