//! Trees, parks and gardens.

use super::Theme;

pub static THEME: Theme = Theme {
    name: ["Green", "Groen", "Nature"],
    about: [
        "Trees, parks, gardens and bees.",
        "Bomen, parken, tuinen en bijen.",
        "Arbres, parcs, jardins et abeilles.",
    ],
    titles: &[
        ["Trees for {street}", "Bomen voor de {street}", "Des arbres pour la {street}"],
        [
            "A neighbourhood garden behind {school}",
            "Een buurttuin achter de {school}",
            "Un jardin partagé derrière l'{school}",
        ],
        ["Take the stones out of {square}", "Ontsteen het {square}", "Déminéralisons la {square}"],
        ["Wild meadow in {park}", "Bloemenweide in het {park}", "Une prairie fleurie au {park}"],
        [
            "Climbing plants along {street} and {corner}",
            "Gevelgroen in de {street} en de {corner}",
            "Des façades vertes dans la {street} et la {corner}",
        ],
        ["A tiny forest in {district}", "Een minibos in de {district}", "Une mini-forêt dans le {district}"],
    ],
    pitches: &[
        [
            "Plant trees on {street}, one every ten metres, chosen by those who live there.",
            "Plant bomen in de {street}, om de tien meter één, gekozen door wie er woont.",
            "Plantons des arbres dans la {street}, un tous les dix mètres, choisis par les riverains.",
        ],
        [
            "Behind {school} lies a strip of land on which {number} households could grow vegetables.",
            "Achter de {school} ligt een strook grond waarop {number} gezinnen groenten kunnen kweken.",
            "Derrière l'{school} s'étend une bande de terre où {number} ménages pourraient cultiver des légumes.",
        ],
        [
            "Take up half of the stones of {square} and let grass, benches and puddles come.",
            "Breek de helft van de stenen van het {square} uit en laat gras, banken en plassen komen.",
            "Enlevons la moitié des pierres de la {square} et laissons venir l'herbe, les bancs et les flaques.",
        ],
        [
            "Sow a meadow in {park} that hums in June and is mown in September.",
            "Zaai in het {park} een weide die in juni zoemt en in september gemaaid wordt.",
            "Semons au {park} une prairie qui bourdonne en juin et se fauche en septembre.",
        ],
        [
            "Give everyone on {street} and {corner} one tile less and a climbing plant instead.",
            "Geef iedereen in de {street} en de {corner} één tegel minder en een klimplant in de plaats.",
            "Offrons à chacun dans la {street} et la {corner} une dalle de moins et une grimpante en échange.",
        ],
        [
            "On a plot no larger than a tennis court, the children of {school} plant 600 young trees close together.",
            "Op een lapje niet groter dan een tennisveld planten de kinderen van de {school} 600 jonge boompjes dicht bij elkaar.",
            "Sur une parcelle grande comme un court de tennis, les enfants de l'{school} plantent 600 jeunes arbres serrés.",
        ],
    ],
    observations: &[
        [
            "Last July it was far hotter on the asphalt of {square} than under the trees of {park}.",
            "Vorige zomer was het op het asfalt van het {square} veel warmer dan onder de bomen van het {park}.",
            "L'été dernier, il faisait bien plus chaud sur l'asphalte de la {square} que sous les arbres du {park}.",
        ],
        [
            "There is not one tree between number 1 and number {number} of {street}.",
            "Tussen nummer 1 en nummer {number} van de {street} staat geen enkele boom.",
            "Entre le numéro 1 et le numéro {number} de la {street}, il n'y a pas un seul arbre.",
        ],
        [
            "After each heavy rain the water stands in the cellars, because it can go nowhere.",
            "Na elke zware bui staat het water in de kelders, want het kan nergens heen.",
            "Après chaque orage, l'eau entre dans les caves, car elle n'a nulle part où aller.",
        ],
        [
            "The lawn behind {school} is mown every week and used by nobody.",
            "Het gazon achter de {school} wordt elke week gemaaid en door niemand gebruikt.",
            "La pelouse derrière l'{school} est tondue chaque semaine et personne ne s'en sert.",
        ],
        [
            "Many of us have no garden, not even a balcony.",
            "Velen van ons hebben geen tuin, zelfs geen balkon.",
            "Beaucoup d'entre nous n'ont ni jardin ni même un balcon.",
        ],
    ],
    proposals: &[
        [
            "Plant a row of lime trees on the sunny side and give every house that wants it a small front garden.",
            "Plant een rij linden aan de zonnekant en geef elk huis dat wil een kleine voortuin.",
            "Plantons une rangée de tilleuls côté soleil et offrons à chaque maison qui le souhaite un petit jardin de façade.",
        ],
        [
            "Replace half of the paving of {square} with grass and a ditch that drinks the rain.",
            "Vervang de helft van de verharding van het {square} door gras en een wadi die de regen drinkt.",
            "Remplaçons la moitié du pavage de la {square} par de l'herbe et une noue qui boit la pluie.",
        ],
        [
            "Let us lend out {number} raised beds to neighbours, with one water pump for all.",
            "Leen {number} moestuinbakken uit aan buren, met één waterpomp voor allen.",
            "Prêtons {number} bacs potagers aux voisins, avec une pompe à eau commune.",
        ],
        [
            "Mow {park} twice a year only, and paths through it every week.",
            "Maai het {park} maar twee keer per jaar, en de paadjes erdoor elke week.",
            "Ne tondons le {park} que deux fois par an, et ses sentiers chaque semaine.",
        ],
    ],
    items: &[
        [
            "{number} native trees, at least four metres high",
            "{number} inheemse bomen van minstens vier meter",
            "{number} arbres indigènes d'au moins quatre mètres",
        ],
        [
            "a rain barrel for each house that wants one",
            "een regenton voor elk huis dat wil",
            "un tonneau de pluie par maison volontaire",
        ],
        ["a bench in the shade", "een bank in de schaduw", "un banc à l'ombre"],
        [
            "nest boxes for swifts and bats",
            "nestkasten voor gierzwaluwen en vleermuizen",
            "des nichoirs pour martinets et chauves-souris",
        ],
        [
            "tools in a shed that we share",
            "gereedschap in een gedeeld hok",
            "des outils dans une remise commune",
        ],
    ],
    comments: &[
        [
            "Who rakes the leaves in autumn? Otherwise a lovely plan.",
            "Wie ruimt de bladeren op in de herfst? Verder een mooi plan.",
            "Qui ramasse les feuilles en automne ? Sinon, beau projet.",
        ],
        [
            "Fruit trees please, so that the children can pick something.",
            "Fruitbomen graag, dan kunnen de kinderen iets plukken.",
            "Des arbres fruitiers, pour que les enfants puissent cueillir.",
        ],
        [
            "Under {street} lie gas and cables, big roots will not do there.",
            "Onder de {street} liggen gas en kabels, grote wortels gaan daar niet.",
            "Sous la {street} passent gaz et câbles ; les grosses racines n'iront pas.",
        ],
        [
            "I give water every evening in summer, promised.",
            "Ik geef in de zomer elke avond water, beloofd.",
            "J'arrose chaque soir en été, c'est promis.",
        ],
        [
            "Finally something against the heat.",
            "Eindelijk iets tegen de hitte.",
            "Enfin quelque chose contre la chaleur.",
        ],
    ],
};
