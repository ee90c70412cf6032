//! What phases are called, by how people take part in them.

use crate::method::{Method, Voting};
use crate::texts::Text;

/// The title of a phase.
pub fn title(method: Method) -> &'static Text {
    match method {
        Method::Information => &["What you should know", "Wat je moet weten", "Ce qu'il faut savoir"],
        Method::Ideation => &["Share your idea", "Deel je idee", "Partagez votre idée"],
        Method::Proposals => &["Make a proposal", "Doe een voorstel", "Faites une proposition"],
        Method::NativeSurvey => &["Fill in the survey", "Vul de bevraging in", "Répondez à l'enquête"],
        Method::CommunityMonitor => {
            &["How is life in {city}?", "Hoe is het leven in {city}?", "Comment va la vie à {city} ?"]
        }
        Method::DocumentAnnotation => &[
            "Read the draft and comment",
            "Lees en becommentarieer het ontwerp",
            "Lisez et annotez le projet",
        ],
        Method::Survey => &["The university asks", "De universiteit vraagt", "L'université demande"],
        Method::Voting(Voting::Budgeting) => {
            &["Spend the budget", "Verdeel het budget", "Répartissez le budget"]
        }
        Method::Voting(Voting::Single) => &["Choose your three", "Kies je drie", "Choisissez vos trois"],
        Method::Voting(Voting::Multiple) => {
            &["Ten votes for you", "Tien stemmen voor jou", "Dix voix pour vous"]
        }
        Method::Poll => &["A short poll", "Een korte peiling", "Un petit sondage"],
        Method::Volunteering => &["Lend a hand", "Steek een handje toe", "Donnez un coup de main"],
        Method::CommonGround => {
            &["Where do we agree?", "Waarover zijn we het eens?", "Sur quoi sommes-nous d'accord ?"]
        }
    }
}

/// What a phase asks of people.
pub fn description(method: Method) -> &'static Text {
    match method {
        Method::Information => &[
            "Dates, maps and what happened so far. There is nothing to fill in here.",
            "Data, plannen en wat er al gebeurde. Hier valt niets in te vullen.",
            "Dates, plans et ce qui s'est passé. Il n'y a rien à remplir ici.",
        ],
        Method::Ideation => &[
            "Write your idea, put it on the map, react to those of others.",
            "Schrijf je idee, zet het op de kaart, reageer op die van anderen.",
            "Écrivez votre idée, placez-la sur la carte, réagissez à celles des autres.",
        ],
        Method::Proposals => &[
            "Say what the council should decide, why, and what it costs.",
            "Zeg wat de raad moet beslissen, waarom, en wat het kost.",
            "Dites ce que le conseil devrait décider, pourquoi, et ce que cela coûte.",
        ],
        Method::NativeSurvey => &[
            "Ten questions, five minutes. Answers are read by the project team alone.",
            "Tien vragen, vijf minuten. Alleen het projectteam leest de antwoorden.",
            "Dix questions, cinq minutes. Seule l'équipe du projet lit les réponses.",
        ],
        Method::CommunityMonitor => &[
            "Four questions that stay the same, so that we see what changes.",
            "Vier vragen die dezelfde blijven, zodat we zien wat verandert.",
            "Quatre questions qui restent les mêmes, pour voir ce qui change.",
        ],
        Method::DocumentAnnotation => &[
            "Mark a sentence of the draft plan and write what you think of it.",
            "Duid een zin van het ontwerpplan aan en schrijf wat je ervan vindt.",
            "Marquez une phrase du projet de plan et écrivez ce que vous en pensez.",
        ],
        Method::Survey => &[
            "The survey opens on the university's own page.",
            "De bevraging opent op de eigen pagina van de universiteit.",
            "L'enquête s'ouvre sur la page de l'université.",
        ],
        Method::Voting(voting) => ballot(voting),
        Method::Poll => &[
            "One question, four answers, the result at once.",
            "Eén vraag, vier antwoorden, meteen de uitslag.",
            "Une question, quatre réponses, le résultat aussitôt.",
        ],
        Method::Volunteering => &[
            "Choose a cause; the neighbourhood team rings you within a week.",
            "Kies een doel; het buurtteam belt je binnen de week.",
            "Choisissez une cause ; l'équipe de quartier vous appelle dans la semaine.",
        ],
        Method::CommonGround => &[
            "Short statements: agree, disagree or pass.",
            "Korte stellingen: eens, oneens of geen mening.",
            "De courtes affirmations : d'accord, pas d'accord ou sans avis.",
        ],
    }
}

fn ballot(voting: Voting) -> &'static Text {
    match voting {
        Voting::Budgeting => &[
            "Put ideas into your basket until 100,000 euro is spent, then submit it.",
            "Leg ideeën in je mandje tot 100.000 euro op is, en dien het in.",
            "Mettez des idées dans votre panier jusqu'à 100 000 euros, puis validez-le.",
        ],
        Voting::Single => &[
            "At most three ideas, one vote each.",
            "Hoogstens drie ideeën, één stem per idee.",
            "Trois idées au plus, une voix chacune.",
        ],
        Voting::Multiple => &[
            "Give your ten votes to as many ideas as you like.",
            "Geef je tien stemmen aan zoveel ideeën als je wil.",
            "Donnez vos dix voix à autant d'idées que vous voulez.",
        ],
    }
}
