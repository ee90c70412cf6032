//! Where people live.

use super::Theme;

pub static THEME: Theme = Theme {
    name: ["Housing", "Wonen", "Logement"],
    about: [
        "Homes that one can pay and stay in.",
        "Woningen die je kan betalen en waar je kan blijven.",
        "Des logements qu'on peut payer et garder.",
    ],
    titles: &[
        [
            "Use the empty houses of {street}",
            "Gebruik de leegstaande huizen in de {street}",
            "Utilisons les maisons vides de la {street}",
        ],
        [
            "Living together, young and old, in {district}",
            "Samenwonen, jong en oud, in de {district}",
            "Vivre ensemble, jeunes et vieux, dans le {district}",
        ],
        [
            "No more holiday flats on {square}",
            "Geen vakantieflats meer op het {square}",
            "Plus de meublés touristiques sur la {square}",
        ],
        [
            "Affordable homes on the old depot",
            "Betaalbare woningen op de oude stelplaats",
            "Des logements abordables sur l'ancien dépôt",
        ],
        [
            "A help desk for tenants near {square}",
            "Een huurdersloket bij het {square}",
            "Un guichet pour locataires près de la {square}",
        ],
    ],
    pitches: &[
        [
            "The empty houses of {street} should be lived in again within two years.",
            "De leegstaande huizen in de {street} moeten binnen twee jaar weer bewoond zijn.",
            "Les maisons vides de la {street} devraient être habitées d'ici deux ans.",
        ],
        [
            "We dream of a house in {district} with {number} flats, one garden, and all ages behind the doors.",
            "Wij dromen van een huis in de {district} met {number} flats, één tuin en alle leeftijden achter de deuren.",
            "Nous rêvons dans le {district} d'une maison de {number} appartements, un jardin et tous les âges derrière les portes.",
        ],
        [
            "Stop new permits for holiday flats around {square} until there are homes enough.",
            "Stop nieuwe vergunningen voor vakantieflats rond het {square} tot er genoeg woningen zijn.",
            "Suspendons les permis de meublés touristiques autour de la {square} tant que les logements manquent.",
        ],
        [
            "On the old depot {number} homes could be built that a nurse or a bus driver can pay.",
            "Op de oude stelplaats kunnen {number} woningen komen die een verpleger of buschauffeur kan betalen.",
            "Sur l'ancien dépôt, {number} logements qu'une infirmière ou un chauffeur de bus peut payer.",
        ],
        [
            "Near {square} somebody should explain leases, read letters aloud and come along to the landlord.",
            "Bij het {square} moet iemand huurcontracten uitleggen, brieven voorlezen en meegaan naar de huisbaas.",
            "Près de la {square}, quelqu'un devrait expliquer les baux, lire les lettres et accompagner chez le propriétaire.",
        ],
    ],
    observations: &[
        [
            "On {street} I count {years} houses whose shutters have not moved for years.",
            "In de {street} tel ik {years} huizen waarvan de luiken al jaren niet bewogen.",
            "Dans la {street}, je compte {years} maisons dont les volets n'ont pas bougé depuis des années.",
        ],
        [
            "My son looked for a flat for {number} weeks and now lives with us again.",
            "Mijn zoon zocht {number} weken naar een appartement en woont nu weer bij ons.",
            "Mon fils a cherché un appartement pendant {number} semaines et revit chez nous.",
        ],
        [
            "The lady on the third floor has not been outside since the lift broke.",
            "De dame van de derde verdieping kwam niet meer buiten sinds de lift stuk is.",
            "La dame du troisième n'est plus sortie depuis la panne de l'ascenseur.",
        ],
        [
            "Mould on the wall, and a landlord who does not answer.",
            "Schimmel op de muur, en een huisbaas die niet antwoordt.",
            "De la moisissure au mur, et un propriétaire qui ne répond pas.",
        ],
    ],
    proposals: &[
        [
            "The city could lease empty houses for nine years, repair them and let them to families.",
            "De stad kan leegstaande huizen negen jaar in erfpacht nemen, herstellen en aan gezinnen verhuren.",
            "La ville pourrait prendre les maisons vides en bail de neuf ans, les réparer et les louer à des familles.",
        ],
        [
            "Of every new building in {district}, one home in four should stay affordable for good.",
            "Van elk nieuw gebouw in de {district} moet één woning op vier blijvend betaalbaar zijn.",
            "Dans chaque nouvel immeuble du {district}, un logement sur quatre devrait rester abordable pour toujours.",
        ],
        [
            "Bring together older people with a spare room and students without one, with a clear contract.",
            "Breng ouderen met een kamer over en studenten zonder kamer samen, met een duidelijk contract.",
            "Rapprochons des aînés qui ont une chambre libre et des étudiants qui en cherchent, avec un contrat clair.",
        ],
        [
            "Give the land, not the houses, to a trust of residents, so that nobody can speculate with it.",
            "Geef de grond, niet de huizen, aan een trust van bewoners, zodat niemand ermee kan speculeren.",
            "Confions le sol, pas les maisons, à un trust d'habitants, pour que nul n'y spécule.",
        ],
    ],
    items: &[
        [
            "a public list of empty homes",
            "een openbare lijst van leegstand",
            "une liste publique des logements vides",
        ],
        [
            "a shared laundry and guest room",
            "een gedeeld washok en een gastenkamer",
            "une buanderie et une chambre d'amis communes",
        ],
        ["ground floors without steps", "gelijkvloers zonder drempels", "des rez sans marches"],
        ["a rent that follows income", "een huur die het inkomen volgt", "un loyer qui suit le revenu"],
    ],
    comments: &[
        [
            "It was my grandparents' house. It hurts to see it so.",
            "Het was het huis van mijn grootouders. Het doet pijn om het zo te zien.",
            "C'était la maison de mes grands-parents. Cela fait mal de la voir ainsi.",
        ],
        [
            "And the parking for all these new people?",
            "En het parkeren van al die nieuwe mensen?",
            "Et où se gareront tous ces nouveaux ?",
        ],
        [
            "A friend lives like this in Ghent and would never leave.",
            "Een vriendin woont zo in Gent en wil nooit meer weg.",
            "Une amie vit ainsi à Gand et ne partirait pour rien.",
        ],
        [
            "As a small landlord I would like help too.",
            "Als kleine verhuurder kan ik ook wat hulp gebruiken.",
            "Petit propriétaire, j'aimerais aussi de l'aide.",
        ],
    ],
};
