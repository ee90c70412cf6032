//! Art, music and festivities.

use super::Theme;

pub static THEME: Theme = Theme {
    name: ["Culture", "Cultuur", "Culture"],
    about: [
        "Music, books, festivities and art in the street.",
        "Muziek, boeken, feesten en kunst op straat.",
        "Musique, livres, fêtes et art dans la rue.",
    ],
    titles: &[
        ["Open-air cinema in {park}", "Openluchtcinema in het {park}", "Un cinéma en plein air au {park}"],
        [
            "A mural on the blind wall of {street}",
            "Muurschildering op de blinde muur van de {street}",
            "Une fresque sur le mur aveugle de la {street}",
        ],
        ["Books to swap on {square}", "Boekenruilkast op het {square}", "Une boîte à livres sur la {square}"],
        [
            "A rehearsal room for bands in {district}",
            "Een repetitieruimte voor bands in de {district}",
            "Une salle de répétition dans le {district}",
        ],
        [
            "One long table from {street} to {corner}",
            "Eén lange tafel van de {street} tot de {corner}",
            "Une longue table de la {street} à la {corner}",
        ],
    ],
    pitches: &[
        [
            "Show films in {park} when the evenings are warm, for nothing, with the sound on headphones after ten.",
            "Vertoon films in het {park} op warme avonden, gratis, met het geluid op hoofdtelefoons na tien uur.",
            "Montrons des films au {park} les soirs d'été, gratuitement, avec casques après dix heures.",
        ],
        [
            "The blind wall of {street} is waiting for a painting as tall as the house.",
            "De blinde muur van de {street} wacht op een schildering zo hoog als het huis.",
            "Le mur aveugle de la {street} attend une peinture haute comme la maison.",
        ],
        [
            "Put up a cupboard on {square} from which anyone takes a book and into which anyone puts one.",
            "Zet op het {square} een kast waaruit iedereen een boek neemt en waarin iedereen er een zet.",
            "Installons sur la {square} une armoire où chacun prend un livre et en dépose un.",
        ],
        [
            "Turn one cellar of the community centre in {district} into a room where drums disturb nobody.",
            "Maak van één kelder van het buurthuis in de {district} een ruimte waar drums niemand storen.",
            "Faisons d'une cave de la maison de quartier du {district} une salle où la batterie ne gêne personne.",
        ],
        [
            "One Sunday a year all of {street} should eat at one table, up to the corner of {corner}.",
            "Eén zondag per jaar moet heel de {street} aan één tafel eten, tot aan de hoek van de {corner}.",
            "Un dimanche par an, toute la {street} devrait manger à une seule table, jusqu'au coin de la {corner}.",
        ],
    ],
    observations: &[
        [
            "The old cinema has been empty for {years} years, and {square} is silent after seven.",
            "De oude cinema staat al {years} jaar leeg, en na zeven uur is het stil op het {square}.",
            "L'ancien cinéma est vide depuis {years} ans, et la {square} se tait après sept heures.",
        ],
        [
            "In {district} {number} languages are spoken, but one hardly hears each other's songs.",
            "In de {district} worden wel {number} talen gesproken, maar we horen elkaars liedjes nauwelijks.",
            "Dans le {district}, on parle {number} langues, mais on n'entend guère les chansons des autres.",
        ],
        [
            "Young bands rehearse in garages until somebody rings the police.",
            "Jonge bands repeteren in garages tot iemand de politie belt.",
            "Les jeunes groupes répètent dans des garages jusqu'à ce qu'on appelle la police.",
        ],
        [
            "Whoever passes {street} sees a grey wall, {number} metres long.",
            "Wie door de {street} komt, ziet een grijze muur van {number} meter lang.",
            "Qui passe par la {street} voit un mur gris long de {number} mètres.",
        ],
    ],
    proposals: &[
        [
            "Four evenings in August, a screen, folding chairs, and films that the neighbours choose.",
            "Vier avonden in augustus, een scherm, klapstoelen, en films die de buren kiezen.",
            "Quatre soirées en août, un écran, des chaises pliantes et des films choisis par les voisins.",
        ],
        [
            "Ask an artist to paint the wall together with the classes of {school}.",
            "Vraag een kunstenaar om de muur samen met de klassen van de {school} te beschilderen.",
            "Demandons à un artiste de peindre le mur avec les classes de l'{school}.",
        ],
        [
            "Let associations use the empty shop on {square} for a month each, without rent.",
            "Laat verenigingen het lege winkelpand op het {square} elk een maand gratis gebruiken.",
            "Prêtons le commerce vide de la {square} aux associations, un mois chacune, sans loyer.",
        ],
        [
            "Close {street} for one Sunday in June: everyone brings a chair, a dish and an instrument.",
            "Sluit de {street} één zondag in juni: iedereen brengt een stoel, een gerecht en een instrument mee.",
            "Fermons la {street} un dimanche de juin : chacun apporte une chaise, un plat et un instrument.",
        ],
    ],
    items: &[
        [
            "a stage that two people can put up",
            "een podium dat twee mensen kunnen opbouwen",
            "une scène que deux personnes montent",
        ],
        [
            "power on {square}, without a generator",
            "stroom op het {square}, zonder generator",
            "de l'électricité sur la {square}, sans groupe",
        ],
        [
            "a small fee for the musicians",
            "een kleine vergoeding voor de muzikanten",
            "un petit cachet pour les musiciens",
        ],
        ["posters in {number} languages", "affiches in {number} talen", "des affiches en {number} langues"],
    ],
    comments: &[
        [
            "Please with subtitles, for those who hear badly.",
            "Graag met ondertitels, voor wie slecht hoort.",
            "Avec des sous-titres, pour ceux qui entendent mal.",
        ],
        [
            "Our choir would sing there for nothing.",
            "Ons koor zingt er graag gratis.",
            "Notre chorale y chanterait gratuitement.",
        ],
        [
            "Lovely, but finish by eleven, I live above it.",
            "Leuk, maar stop om elf uur, ik woon erboven.",
            "Très bien, mais finissez à onze heures, j'habite au-dessus.",
        ],
        [
            "I have two boxes of comics for the shelf.",
            "Ik heb twee dozen strips voor de kast.",
            "J'ai deux caisses de BD pour l'étagère.",
        ],
    ],
};
