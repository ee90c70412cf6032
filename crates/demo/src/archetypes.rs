//! The kinds of projects that a city runs, each with its course. They recur as the platform grows.

use crate::method::Method::{
    CommonGround, CommunityMonitor, DocumentAnnotation, Ideation, Information, NativeSurvey, Poll, Proposals,
    Survey, Volunteering, Voting,
};
use crate::method::{Method, Voting as By};
use crate::texts::Text;

/// When the first project of a kind begins.
#[derive(Debug)]
pub enum Begin {
    DaysAgo(u64),
    DaysAhead(u64),
}

/// A kind of project.
#[derive(Debug)]
pub struct Archetype {
    pub title: Text,
    pub preview: Text,
    pub description: Text,
    pub begin: Begin,
    /// Methods, and how many days each lasts; 0 goes on without an end.
    pub phases: &'static [(Method, u64)],
    pub theme: usize,
    pub publication: &'static str,
    pub visible_to: &'static str,
    /// Whether it is about all districts.
    pub citywide: bool,
    pub folder: Option<usize>,
}

/// All kinds; a small platform has one project of each.
pub static ARCHETYPES: [Archetype; 12] = [
    Archetype {
        title: [
            "Your budget for {district}",
            "Jouw budget voor {district}",
            "Votre budget pour le {district}",
        ],
        preview: [
            "Share out 100,000 euro among the ideas of your neighbours.",
            "Verdeel 100.000 euro over de ideeën van je buren.",
            "Répartissez 100 000 euros entre les idées de vos voisins.",
        ],
        description: [
            "The city sets aside 100,000 euro a year for what people here find important. Everyone who lives in {city} and is twelve or older takes part. The administration checks what each idea costs and whether it can be done.",
            "De stad maakt elk jaar 100.000 euro vrij voor wat mensen hier belangrijk vinden. Iedereen die in {city} woont en twaalf of ouder is, doet mee. De administratie bekijkt wat elk idee kost en of het kan.",
            "La ville réserve chaque année 100 000 euros à ce qui compte pour les habitants. Toute personne de douze ans ou plus qui habite {city} peut participer. L'administration vérifie le coût et la faisabilité de chaque idée.",
        ],
        begin: Begin::DaysAgo(130),
        phases: &[(Information, 20), (Ideation, 70), (Voting(By::Budgeting), 80), (Information, 0)],
        theme: 1,
        publication: "published",
        visible_to: "public",
        citywide: false,
        folder: Some(0),
    },
    Archetype {
        title: [
            "Circulation plan {district}",
            "Circulatieplan {district}",
            "Plan de circulation du {district}",
        ],
        preview: [
            "Less through traffic, safer streets: which plan suits your neighbourhood?",
            "Minder sluipverkeer, veiligere straten: welk plan past bij je buurt?",
            "Moins de transit, des rues plus sûres : quel plan convient à votre quartier ?",
        ],
        description: [
            "Too many cars take the short cut through {street}. Together with residents and shops we draw three plans and choose one. Tell us first where it hurts, then read the drafts and vote.",
            "Te veel auto's nemen de sluipweg door de {street}. Samen met bewoners en winkels tekenen we drie plannen en kiezen er één. Zeg ons eerst waar het knelt, lees dan de ontwerpen en stem.",
            "Trop de voitures coupent par la {street}. Avec les habitants et les commerces, nous dessinons trois plans et en choisissons un. Dites-nous d'abord où cela coince, puis lisez les projets et votez.",
        ],
        begin: Begin::DaysAgo(600),
        phases: &[(Ideation, 60), (DocumentAnnotation, 45), (Voting(By::Single), 30), (Information, 60)],
        theme: 0,
        publication: "published",
        visible_to: "public",
        citywide: false,
        folder: Some(1),
    },
    Archetype {
        title: ["A new {park}", "Een nieuw {park}", "Un nouveau {park}"],
        preview: [
            "Help design the park, choose the parts that matter, lend a hand.",
            "Ontwerp mee het park, kies wat telt, steek een handje toe.",
            "Imaginez le parc, choisissez ce qui compte, donnez un coup de main.",
        ],
        description: [
            "The old depot beside {square} makes way for two hectares of green. What should one be able to do there? After the vote, volunteers plant the first trees together with the gardeners.",
            "Het oude depot naast het {square} maakt plaats voor twee hectare groen. Wat moet je er kunnen doen? Na de stemming planten vrijwilligers samen met de tuinmannen de eerste bomen.",
            "L'ancien dépôt près de la {square} cède la place à deux hectares de verdure. Que doit-on pouvoir y faire ? Après le vote, des bénévoles plantent les premiers arbres avec les jardiniers.",
        ],
        begin: Begin::DaysAgo(420),
        phases: &[(Ideation, 90), (Voting(By::Multiple), 40), (Volunteering, 0)],
        theme: 1,
        publication: "published",
        visible_to: "public",
        citywide: false,
        folder: Some(1),
    },
    Archetype {
        title: ["Proposals of residents", "Voorstellen van inwoners", "Propositions des habitants"],
        preview: [
            "Your own proposal on the agenda of the city council.",
            "Je eigen voorstel op de agenda van de gemeenteraad.",
            "Votre proposition à l'ordre du jour du conseil communal.",
        ],
        description: [
            "Anyone can make a proposal, on any subject that the city decides on. With 250 supporters it goes to the council, which answers within two meetings.",
            "Iedereen kan een voorstel doen, over alles waarover de stad beslist. Met 250 medestanders gaat het naar de raad, die binnen twee zittingen antwoordt.",
            "Chacun peut faire une proposition sur tout ce que la ville décide. Avec 250 soutiens, elle va au conseil, qui répond dans les deux séances.",
        ],
        begin: Begin::DaysAgo(1500),
        phases: &[(Proposals, 0)],
        theme: 10,
        publication: "published",
        visible_to: "public",
        citywide: true,
        folder: None,
    },
    Archetype {
        title: ["Community monitor {city}", "Stadsmonitor {city}", "Baromètre de {city}"],
        preview: [
            "Four times a year: how is life in the city?",
            "Vier keer per jaar: hoe is het leven in de stad?",
            "Quatre fois par an : comment va la vie en ville ?",
        ],
        description: [
            "A short survey that stays open. The same questions each quarter show whether people feel safe, heard and at home in {city}, and where that changes.",
            "Een korte bevraging die open blijft. Dezelfde vragen elk kwartaal tonen of mensen zich veilig, gehoord en thuis voelen in {city}, en waar dat verandert.",
            "Une courte enquête qui reste ouverte. Les mêmes questions chaque trimestre montrent si les gens se sentent en sécurité, écoutés et chez eux à {city}, et où cela change.",
        ],
        begin: Begin::DaysAgo(1100),
        phases: &[(CommunityMonitor, 0)],
        theme: 10,
        publication: "published",
        visible_to: "public",
        citywide: true,
        folder: None,
    },
    Archetype {
        title: ["{district} without gas", "{district} zonder gas", "Le {district} sans gaz"],
        preview: [
            "How do we heat 900 homes in 2035? We find out street by street.",
            "Hoe verwarmen we 900 woningen in 2035? We zoeken het uit, straat per straat.",
            "Comment chaufferons-nous 900 logements en 2035 ? Cherchons rue par rue.",
        ],
        description: [
            "A heat network from the river, or a heat pump for each house? First a survey of what homes need, then we look for what we agree on, and since then ideas are welcome for each street.",
            "Een warmtenet uit de rivier, of een warmtepomp per huis? Eerst een bevraging over wat woningen nodig hebben, dan zoeken we waarover we het eens zijn, en sindsdien zijn ideeën per straat welkom.",
            "Un réseau de chaleur depuis la rivière, ou une pompe par maison ? D'abord une enquête sur les besoins, puis la recherche de ce qui nous rassemble, et depuis lors des idées pour chaque rue.",
        ],
        begin: Begin::DaysAgo(300),
        phases: &[(NativeSurvey, 60), (CommonGround, 40), (Ideation, 0)],
        theme: 5,
        publication: "published",
        visible_to: "public",
        citywide: false,
        folder: Some(2),
    },
    Archetype {
        title: ["Neighbours for neighbours", "Buren voor buren", "Voisins pour voisins"],
        preview: [
            "An hour a week for someone around the corner.",
            "Een uurtje per week voor iemand om de hoek.",
            "Une heure par semaine pour quelqu'un au coin de la rue.",
        ],
        description: [
            "Shopping for an older neighbour, reading aloud at {school}, repairing a bicycle: choose a cause, and the neighbourhood team rings you within a week.",
            "Boodschappen voor een oudere buur, voorlezen in de {school}, een fiets herstellen: kies een doel, en het buurtteam belt je binnen de week.",
            "Des courses pour un voisin âgé, de la lecture à l'{school}, un vélo à réparer : choisissez une cause, et l'équipe de quartier vous appelle dans la semaine.",
        ],
        begin: Begin::DaysAgo(800),
        phases: &[(Information, 14), (Volunteering, 0)],
        theme: 10,
        publication: "published",
        visible_to: "public",
        citywide: true,
        folder: None,
    },
    Archetype {
        title: [
            "Opening hours of the library",
            "Openingsuren van de bibliotheek",
            "Heures d'ouverture de la bibliothèque",
        ],
        preview: [
            "Sunday morning or Thursday evening? A short poll.",
            "Zondagvoormiddag of donderdagavond? Een korte peiling.",
            "Dimanche matin ou jeudi soir ? Un petit sondage.",
        ],
        description: [
            "The library on {square} opens four hours more each week. The poll decided which; the new hours began in the spring.",
            "De bibliotheek aan het {square} gaat vier uur per week langer open. De peiling besliste welke; de nieuwe uren gingen in het voorjaar in.",
            "La bibliothèque de la {square} ouvre quatre heures de plus par semaine. Le sondage a décidé lesquelles ; le nouvel horaire a commencé au printemps.",
        ],
        begin: Begin::DaysAgo(1300),
        phases: &[(Poll, 30), (Information, 45)],
        theme: 3,
        publication: "archived",
        visible_to: "public",
        citywide: true,
        folder: Some(3),
    },
    Archetype {
        title: ["School street at {school}", "Schoolstraat aan de {school}", "Rue scolaire à l'{school}"],
        preview: [
            "Half an hour without cars, mornings and afternoons.",
            "Een half uur zonder auto's, 's morgens en 's middags.",
            "Une demi-heure sans voitures, matin et après-midi.",
        ],
        description: [
            "Since the school year began, {street} closes when school starts and ends. The university asked parents and residents by a survey of its own; here we collect what can be better.",
            "Sinds het schooljaar begon, gaat de {street} dicht bij het begin en einde van de school. De universiteit bevroeg ouders en bewoners met een eigen enquête; hier verzamelen we wat beter kan.",
            "Depuis la rentrée, la {street} ferme au début et à la fin des cours. L'université a interrogé parents et riverains par sa propre enquête ; ici, nous rassemblons ce qui peut s'améliorer.",
        ],
        begin: Begin::DaysAgo(75),
        phases: &[(Survey, 25), (Ideation, 120), (Information, 30)],
        theme: 2,
        publication: "published",
        visible_to: "public",
        citywide: false,
        folder: Some(1),
    },
    Archetype {
        title: ["Young in {city}", "Jong in {city}", "Jeune à {city}"],
        preview: [
            "Those under 25 decide about 40,000 euro for places to meet.",
            "Min-25-jarigen beslissen over 40.000 euro voor ontmoetingsplekken.",
            "Les moins de 25 ans décident de 40 000 euros pour des lieux de rencontre.",
        ],
        description: [
            "What do young people agree on, whatever school or club they go to? From that came ideas, and from the ideas three places that open this year, one of them near {park}.",
            "Waarover zijn jongeren het eens, in welke school of club ze ook zitten? Daaruit kwamen ideeën, en uit de ideeën drie plekken die dit jaar opengaan, één ervan bij het {park}.",
            "Sur quoi les jeunes sont-ils d'accord, quels que soient leur école ou leur club ? De là sont venues des idées, puis trois lieux qui ouvrent cette année, dont un près du {park}.",
        ],
        begin: Begin::DaysAgo(900),
        phases: &[(CommonGround, 30), (Ideation, 60), (Voting(By::Multiple), 30), (Information, 90)],
        theme: 4,
        publication: "published",
        visible_to: "public",
        citywide: true,
        folder: Some(3),
    },
    Archetype {
        title: ["The quays of the Zwene", "De kaaien van de Zwene", "Les quais de la Zwene"],
        preview: [
            "From car park to promenade. We begin soon.",
            "Van parking naar promenade. We beginnen binnenkort.",
            "D'un parking à une promenade. Nous commençons bientôt.",
        ],
        description: [
            "Draft: texts and dates still change. The port and the city want to open the quays between {street} and {square} to people on foot.",
            "Ontwerp: teksten en data veranderen nog. De haven en de stad willen de kaaien tussen de {street} en het {square} openstellen voor voetgangers.",
            "Projet : les textes et les dates changeront encore. Le port et la ville veulent ouvrir aux piétons les quais entre la {street} et la {square}.",
        ],
        begin: Begin::DaysAhead(30),
        phases: &[(Information, 30), (Ideation, 60), (Voting(By::Budgeting), 30)],
        theme: 7,
        publication: "draft",
        visible_to: "admins",
        citywide: false,
        folder: Some(4),
    },
    Archetype {
        title: ["Panel of {district}", "Buurtpanel {district}", "Panel du {district}"],
        preview: [
            "Sixty residents, drawn by lot, advise the city.",
            "Zestig gelote bewoners adviseren de stad.",
            "Soixante habitants tirés au sort conseillent la ville.",
        ],
        description: [
            "The panel met in six evenings near {square}. Its members first filled in a survey, then wrote and weighed ideas among themselves. The report is with the council.",
            "Het panel kwam zes avonden samen bij het {square}. De leden vulden eerst een bevraging in en schreven en wogen daarna samen ideeën. Het verslag ligt bij de raad.",
            "Le panel s'est réuni six soirs près de la {square}. Ses membres ont d'abord répondu à une enquête, puis ont écrit et pesé des idées. Le rapport est au conseil.",
        ],
        begin: Begin::DaysAgo(1000),
        phases: &[(NativeSurvey, 40), (Ideation, 60)],
        theme: 6,
        publication: "archived",
        visible_to: "groups",
        citywide: false,
        folder: Some(2),
    },
];
