//! Sentences that ideas of any theme are made of.

use crate::texts::Text;

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
