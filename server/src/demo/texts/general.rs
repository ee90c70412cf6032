//! Texts that belong to no theme.

use crate::demo::texts::Text;

/// What a folder of projects says of itself.
pub struct Folder {
    pub title: Text,
    pub preview: Text,
    pub description: Text,
    pub publication: &'static str,
}

/// A district, described.
pub static AREA: Text = [
    "{district}, from {street} to {square}.",
    "{district}, van de {street} tot het {square}.",
    "Le {district}, de la {street} à la {square}.",
];

/// Topics beyond the themes.
pub static MORE_TOPICS: [(Text, Text); 9] = [
    (
        ["Participation", "Participatie", "Participation"],
        [
            "How the city listens and decides.",
            "Hoe de stad luistert en beslist.",
            "Comment la ville écoute et décide.",
        ],
    ),
    (
        ["Heritage", "Erfgoed", "Patrimoine"],
        [
            "Old walls, stories and crafts.",
            "Oude muren, verhalen en ambachten.",
            "Vieux murs, récits et métiers.",
        ],
    ),
    (
        ["Water", "Water", "Eau"],
        [
            "The Zwene, rain and drought.",
            "De Zwene, regen en droogte.",
            "La Zwene, la pluie et la sécheresse.",
        ],
    ),
    (
        ["Local economy", "Lokale economie", "Économie locale"],
        ["Shops, markets and makers.", "Winkels, markten en makers.", "Commerces, marchés et artisans."],
    ),
    (
        ["Accessibility", "Toegankelijkheid", "Accessibilité"],
        ["A city for all bodies.", "Een stad voor alle lichamen.", "Une ville pour tous les corps."],
    ),
    (
        ["Animals", "Dieren", "Animaux"],
        [
            "Pets, bees and swifts.",
            "Huisdieren, bijen en gierzwaluwen.",
            "Compagnons, abeilles et martinets.",
        ],
    ),
    (
        ["Noise", "Geluid", "Bruit"],
        [
            "Quiet nights and calm places.",
            "Stille nachten en rustige plekken.",
            "Des nuits calmes et des lieux paisibles.",
        ],
    ),
    (
        ["Food", "Voeding", "Alimentation"],
        ["From field to school canteen.", "Van veld tot schoolrefter.", "Du champ à la cantine."],
    ),
    (
        ["Air quality", "Luchtkwaliteit", "Qualité de l'air"],
        ["What we breathe, measured.", "Wat we inademen, gemeten.", "Ce que nous respirons, mesuré."],
    ),
];

/// Folders of projects.
pub static FOLDERS: [Folder; 5] = [
    Folder {
        title: ["Neighbourhood budgets", "Wijkbudgetten", "Budgets de quartier"],
        preview: ["You decide what is built.", "Jij beslist wat er komt.", "Vous décidez de ce qui se fait."],
        description: [
            "All rounds of the participatory budget, with what came of them.",
            "Alle rondes van het burgerbudget, en wat ervan gekomen is.",
            "Tous les tours du budget participatif, et ce qui en est sorti.",
        ],
        publication: "published",
    },
    Folder {
        title: ["Streets and squares", "Straten en pleinen", "Rues et places"],
        preview: [
            "Traffic, trees and places to sit.",
            "Verkeer, bomen en plekken om te zitten.",
            "Circulation, arbres et endroits où s'asseoir.",
        ],
        description: [
            "Works and plans in public space, from {square} to {park}.",
            "Werken en plannen in de openbare ruimte, van het {square} tot het {park}.",
            "Travaux et plans dans l'espace public, de la {square} au {park}.",
        ],
        publication: "published",
    },
    Folder {
        title: ["Climate and living", "Klimaat en wonen", "Climat et logement"],
        preview: [
            "Warm homes, cool streets.",
            "Warme huizen, koele straten.",
            "Logements chauds, rues fraîches.",
        ],
        description: [
            "How we heat, insulate and live together until 2040.",
            "Hoe we verwarmen, isoleren en samenwonen tot 2040.",
            "Comment nous chauffons, isolons et vivons ensemble jusqu'en 2040.",
        ],
        publication: "published",
    },
    Folder {
        title: ["Culture, youth and learning", "Cultuur, jeugd en leren", "Culture, jeunesse et savoir"],
        preview: [
            "What was asked up to 2025.",
            "Wat er tot 2025 gevraagd werd.",
            "Ce qui fut demandé jusqu'en 2025.",
        ],
        description: [
            "Finished projects, kept to be read.",
            "Afgeronde projecten, bewaard om na te lezen.",
            "Projets terminés, conservés pour être relus.",
        ],
        publication: "archived",
    },
    Folder {
        title: ["Coming soon", "Binnenkort", "Bientôt"],
        preview: ["Not public yet.", "Nog niet openbaar.", "Pas encore public."],
        description: [
            "Projects that are being prepared.",
            "Projecten die worden voorbereid.",
            "Projets en préparation.",
        ],
        publication: "draft",
    },
];

/// Where an idea stands; the first is where each begins.
pub static STATUSES: [Text; 7] = [
    ["Received", "Ontvangen", "Reçue"],
    ["Under consideration", "In overweging", "À l'étude"],
    ["At the mayor", "Bij de burgemeester", "Chez le bourgmestre"],
    ["Accepted", "Aanvaard", "Acceptée"],
    ["Being carried out", "In uitvoering", "En cours de réalisation"],
    ["Done", "Uitgevoerd", "Réalisée"],
    ["Not possible", "Niet haalbaar", "Irréalisable"],
];

/// What people say of themselves.
pub static BIOS: &[Text] = &[
    [
        "Cycles to work, rain or not.",
        "Fietst naar het werk, regen of niet.",
        "Va au travail à vélo, pluie ou non.",
    ],
    [
        "Mother of three, gardener, bad at chess.",
        "Moeder van drie, tuinierster, slecht in schaken.",
        "Mère de trois enfants, jardinière, nulle aux échecs.",
    ],
    [
        "Retired bus driver. I know every corner of the city.",
        "Gepensioneerd buschauffeur. Ik ken elke hoek van de stad.",
        "Chauffeur de bus retraité. Je connais chaque coin de la ville.",
    ],
    [
        "Student of architecture, new in town.",
        "Studente architectuur, nieuw in de stad.",
        "Étudiante en architecture, nouvelle en ville.",
    ],
    ["Runs the bakery on the corner.", "Houdt de bakkerij op de hoek open.", "Tient la boulangerie du coin."],
    [
        "Nurse, night shifts, light sleeper.",
        "Verpleger, nachtdienst, lichte slaper.",
        "Infirmier de nuit, sommeil léger.",
    ],
];

/// Open answers to surveys.
pub static REMARKS: &[Text] = &[
    [
        "Please keep the library open on Sundays.",
        "Hou de bibliotheek open op zondag.",
        "Gardez la bibliothèque ouverte le dimanche.",
    ],
    ["The buses are often late.", "De bussen zijn vaak te laat.", "Les bus sont souvent en retard."],
    ["I feel at home here.", "Ik voel me hier thuis.", "Je me sens chez moi ici."],
    ["More light near the station!", "Meer licht aan het station!", "Plus de lumière près de la gare !"],
    ["Thank you for asking.", "Bedankt om het te vragen.", "Merci de poser la question."],
    [
        "Fewer forms, more people who listen.",
        "Minder formulieren, meer mensen die luisteren.",
        "Moins de formulaires, plus de gens qui écoutent.",
    ],
];

/// How ideas begin.
pub static OPENINGS: &[Text] = &[
    [
        "I have lived near {street} for {years} years and pass by every day.",
        "Ik woon al {years} jaar bij de {street} en kom er elke dag voorbij.",
        "J'habite près de la {street} depuis {years} ans et j'y passe tous les jours.",
    ],
    [
        "At the last neighbourhood evening on {square}, {number} people talked about this.",
        "Op de laatste buurtavond op het {square} spraken {number} mensen hierover.",
        "À la dernière soirée de quartier sur la {square}, {number} personnes en ont parlé.",
    ],
    [
        "My daughter asked me last week why nobody does anything about it.",
        "Mijn dochter vroeg me vorige week waarom niemand er iets aan doet.",
        "Ma fille m'a demandé la semaine dernière pourquoi personne n'y fait rien.",
    ],
    [
        "We are {number} neighbours from {district} and write this together.",
        "Wij zijn {number} buren uit de {district} en schrijven dit samen.",
        "Nous sommes {number} voisins du {district} et nous écrivons ensemble.",
    ],
    [
        "Since I moved to {city} I have wondered about the corner of {street} and {corner}.",
        "Sinds ik naar {city} verhuisde, verbaas ik me over de hoek van de {street} en de {corner}.",
        "Depuis que je vis à {city}, je m'étonne du coin de la {street} et de la {corner}.",
    ],
    [
        "Walking the dog in {park} one sees a lot.",
        "Wie de hond uitlaat in het {park}, ziet veel.",
        "En promenant le chien au {park}, on voit beaucoup de choses.",
    ],
    [
        "In other cities I have seen how simple this can be.",
        "In andere steden heb ik gezien hoe eenvoudig dit kan zijn.",
        "Dans d'autres villes, j'ai vu combien cela peut être simple.",
    ],
    [
        "Our parents' group at {school} has been working on this since the spring.",
        "Onze oudergroep van de {school} werkt hier sinds de lente aan.",
        "Notre groupe de parents de l'{school} y travaille depuis le printemps.",
    ],
    [
        "As a shopkeeper on {square} I hear it from my customers every day.",
        "Als winkelier op het {square} hoor ik het elke dag van mijn klanten.",
        "Commerçante sur la {square}, je l'entends chaque jour de mes clients.",
    ],
];

/// What leads from one proposal to another.
pub static BESIDES: &[Text] = &[
    ["And while we are at it:", "En nu we toch bezig zijn:", "Et tant que nous y sommes :"],
    ["Another thought that goes with it:", "Een gedachte die daarbij hoort:", "Une idée qui va avec :"],
    [
        "At the neighbourhood evening somebody added:",
        "Op de buurtavond voegde iemand toe:",
        "À la soirée de quartier, quelqu'un a ajouté :",
    ],
    [
        "In the longer run I see this too:",
        "Op langere termijn zie ik ook dit:",
        "À plus long terme, je vois aussi ceci :",
    ],
    [
        "If that is too much, then at least this:",
        "Is dat te veel, dan toch dit:",
        "Si c'est trop, alors au moins ceci :",
    ],
];

/// What leads into a list.
pub static LISTS: &[Text] = &[
    ["What it would take:", "Wat ervoor nodig is:", "Ce qu'il faudrait :"],
    ["We think of:", "Wij denken aan:", "Nous pensons à :"],
    ["Concretely:", "Concreet:", "Concrètement :"],
    ["In order of importance:", "In volgorde van belang:", "Par ordre d'importance :"],
    [
        "To begin with, in {district}:",
        "Om te beginnen in de {district}:",
        "Pour commencer, dans le {district} :",
    ],
];

/// What it is good for.
pub static BENEFITS: &[Text] = &[
    [
        "It costs little, and everyone between {street} and {corner} would notice it within a year.",
        "Het kost weinig, en iedereen tussen de {street} en de {corner} merkt het binnen een jaar.",
        "Cela coûte peu, et tout le monde entre la {street} et la {corner} le remarquera en un an.",
    ],
    [
        "Children, older people and everyone with a pram would gain most.",
        "Kinderen, ouderen en iedereen met een kinderwagen winnen er het meest bij.",
        "Les enfants, les personnes âgées et tous ceux qui ont une poussette y gagneraient le plus.",
    ],
    [
        "It brings people together who now only nod to each other.",
        "Het brengt mensen samen die nu alleen naar elkaar knikken.",
        "Cela rapproche des gens qui aujourd'hui ne font que se saluer.",
    ],
    [
        "If it works here, the rest of {city} can follow.",
        "Als het hier werkt, kan de rest van {city} volgen.",
        "Si cela marche ici, le reste de {city} peut suivre.",
    ],
    [
        "A trial of six months would show whether I am right; counting before and after is easy.",
        "Een proef van zes maanden toont of ik gelijk heb; voor en na tellen is makkelijk.",
        "Un essai de six mois montrerait si j'ai raison ; compter avant et après est facile.",
    ],
    [
        "Some of the work we can do ourselves: {number} hands are already on the list.",
        "Een deel van het werk kunnen we zelf doen: er staan al {number} handen op de lijst.",
        "Nous pouvons faire une partie du travail : {number} bras sont déjà sur la liste.",
    ],
];

/// What it costs, and who does it.
pub static COSTS: &[Text] = &[
    [
        "As for money: I asked a contractor in {corner}, who reckons with {number},000 euro at most, material included.",
        "Wat het geld betreft: ik vroeg het een aannemer in de {corner}; die rekent op hoogstens {number}.000 euro, materiaal inbegrepen.",
        "Quant au budget : un entrepreneur de la {corner} compte {number} 000 euros au plus, matériaux compris.",
    ],
    [
        "The city would only have to lend the tools and a van; the neighbours of {street} do the rest on two Saturdays.",
        "De stad hoeft enkel gereedschap en een bestelwagen te lenen; de buren van de {street} doen de rest op twee zaterdagen.",
        "La ville n'aurait qu'à prêter les outils et une camionnette ; les voisins de la {street} font le reste en deux samedis.",
    ],
    [
        "There is a subsidy of the region for exactly this, and it can be asked for until the end of the year.",
        "Er bestaat een subsidie van het gewest voor precies dit, en ze kan nog tot het einde van het jaar worden aangevraagd.",
        "Il existe pour cela un subside de la Région, à demander avant la fin de l'année.",
    ],
    [
        "I do not know what it costs, but the works planned near {square} would be the moment to take it along.",
        "Ik weet niet wat het kost, maar de geplande werken bij het {square} zijn het moment om het mee te nemen.",
        "J'ignore ce que cela coûte, mais les travaux prévus près de la {square} seraient l'occasion de le faire.",
    ],
    [
        "Upkeep matters more than building: two people of {district} have offered to look after it for the first {years} years.",
        "Onderhoud telt meer dan bouwen: twee mensen uit de {district} willen er de eerste {years} jaar voor zorgen.",
        "L'entretien compte plus que la construction : deux personnes du {district} s'en occuperaient les {years} premières années.",
    ],
    [
        "One could begin small, with paint and planters, and build in stone only what has proved itself.",
        "Je kan klein beginnen, met verf en plantenbakken, en pas in steen bouwen wat zich bewezen heeft.",
        "On peut commencer petit, avec de la peinture et des bacs, et ne bâtir en dur que ce qui a fait ses preuves.",
    ],
    [
        "The association of {square} would pay a tenth from the takings of its summer party.",
        "De vereniging van het {square} wil een tiende betalen uit de opbrengst van haar zomerfeest.",
        "L'association de la {square} paierait un dixième avec la recette de sa fête d'été.",
    ],
];

/// What speaks against it, and an answer.
pub static DOUBTS: &[Text] = &[
    [
        "I know that not everyone is in favour; so let us first talk with those who live right beside it.",
        "Ik weet dat niet iedereen ervoor is; laten we dus eerst praten met wie er vlak naast woont.",
        "Je sais que tout le monde n'est pas pour ; parlons donc d'abord avec ceux qui habitent juste à côté.",
    ],
    [
        "Some will say that there is no room. I measured it on a Sunday morning: there is.",
        "Sommigen zullen zeggen dat er geen plaats is. Ik heb het op een zondagmorgen gemeten: er is plaats.",
        "Certains diront qu'il n'y a pas la place. Je l'ai mesurée un dimanche matin : il y en a.",
    ],
    [
        "It was refused {years} years ago, but then {school} was still half empty.",
        "Het werd {years} jaar geleden geweigerd, maar toen was de {school} nog half leeg.",
        "Cela fut refusé il y a {years} ans, mais l'{school} était alors à moitié vide.",
    ],
    [
        "If it fails, everything can be taken away within a day.",
        "Mislukt het, dan is alles op één dag weer weg.",
        "En cas d'échec, tout s'enlève en un jour.",
    ],
    [
        "Of course the fire brigade and the owners around {corner} must agree.",
        "Natuurlijk moeten de brandweer en de eigenaars rond de {corner} akkoord gaan.",
        "Bien sûr, les pompiers et les propriétaires autour de la {corner} doivent être d'accord.",
    ],
    [
        "Nobody loses anything by it, as far as I can see; tell me if I am wrong.",
        "Niemand verliest er iets bij, voor zover ik zie; zeg het me als ik me vergis.",
        "Personne n'y perd, à ce que je vois ; dites-moi si je me trompe.",
    ],
];

/// Where to read on.
pub static LINKS: &[Text] = &[
    [
        "<a href=\"https://folkmoot.example.org/pages/how-it-works\">How the city weighs ideas</a> I have read.",
        "<a href=\"https://folkmoot.example.org/pages/how-it-works\">Hoe de stad ideeën weegt</a> heb ik gelezen.",
        "J'ai lu <a href=\"https://folkmoot.example.org/pages/how-it-works\">comment la ville pèse les idées</a>.",
    ],
    [
        "Our sketches are <a href=\"https://neighbours.example.org/sketches/{number}\">on our page</a>.",
        "Onze schetsen staan <a href=\"https://neighbours.example.org/sketches/{number}\">op onze pagina</a>.",
        "Nos croquis sont <a href=\"https://neighbours.example.org/sketches/{number}\">sur notre page</a>.",
    ],
];

/// How ideas end.
pub static CLOSINGS: &[Text] = &[
    ["Who joins in?", "Wie doet mee?", "Qui se joint à nous ?"],
    [
        "Come and see for yourself, any weekday around eight.",
        "Kom zelf eens kijken, op een weekdag rond acht uur.",
        "Venez voir vous-même, en semaine vers huit heures.",
    ],
    [
        "I am glad to show someone from the administration around.",
        "Ik geef iemand van de administratie graag een rondleiding.",
        "Je fais volontiers visiter à quelqu'un de l'administration.",
    ],
    [
        "Improve this idea in the comments; I will bring it up to date.",
        "Verbeter dit idee in de reacties; ik werk het bij.",
        "Améliorez cette idée dans les commentaires ; je la mettrai à jour.",
    ],
    ["Thank you for reading this far.", "Bedankt om tot hier te lezen.", "Merci d'avoir lu jusqu'ici."],
    [
        "It is not much to ask, and it would make me proud of {city}.",
        "Het is niet veel gevraagd, en het zou me trots maken op {city}.",
        "Ce n'est pas grand-chose, et cela me rendrait fier de {city}.",
    ],
];
