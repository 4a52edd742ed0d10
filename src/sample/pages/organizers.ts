import { type Page, words } from "./pages.ts"
import { inTown } from "./towns.ts"

/** Organizers without a venue of their own. */
export const organizers: Page[] = [
  {
    fid: "rhizome",
    name: "Plateforme Rhizome",
    tags: ["production", "coopérative"],
    location: inTown("bruxelles"),
    links: [{ url: "https://rhizome.example" }],
    contacts: [{ kind: "email", value: "bureau@rhizome.example", is_public: true }],
    texts: {
      fr: words(
        "Un bureau de production partagé par trente compagnies et un seul photocopieur.",
        "Rhizome s’occupe des contrats, des feuilles de route et des trains pour que les artistes n’aient qu’à arriver. Les décisions se prennent en assemblée, un jeudi sur deux.",
      ),
      nl: words(
        "Een productiekantoor, gedeeld door dertig gezelschappen en één kopieermachine.",
        "Rhizome regelt contracten, draaiboeken en treinen, zodat artiesten alleen nog moeten aankomen. Beslist wordt er in vergadering, om de andere donderdag.",
      ),
      en: words(
        "A production office shared by thirty companies and one photocopier.",
        "Rhizome looks after contracts, tour sheets and trains so that artists only have to turn up. Decisions are made by the assembly, every other Thursday.",
      ),
    },
  },
  {
    fid: "nuits",
    name: "Les Nuits de la Lisière",
    category: "other",
    tags: ["festival"],
    location: inTown("namur"),
    links: [{ url: "https://nuitsdelalisiere.example" }],
    contacts: [{ kind: "email", label: "Bénévoles", value: "benevoles@nuitsdelalisiere.example", is_public: true }],
    partners: ["sainteaube", "berges", "manivelle"],
    texts: {
      fr: words(
        "Un festival de quatre nuits, à pied, entre une chapelle, un chapiteau et le fleuve.",
        "Les Nuits de la Lisière ont lieu quand il n’y a rien d’autre : ni vacances, ni soldes, ni fête. Tout se rejoint à pied en moins de vingt minutes, lampion à la main.",
        "Quatre-vingts bénévoles, trois salarié·es, une soupe chaque soir.",
      ),
    },
  },
  {
    fid: "nachtwind",
    name: "Bureau Nachtwind",
    tags: ["productie"],
    location: inTown("gent"),
    links: [{ url: "https://nachtwind.example" }],
    texts: {
      nl: words(
        "Organiseert concerten en voorstellingen op plekken waar de sleutel nog van gevonden moet worden.",
        "Bureau Nachtwind bestaat uit twee mensen en een bestelwagen. Ze zoeken leegstand en brengen er voor één avond publiek binnen.",
      ),
    },
  },
  {
    fid: "samenluid",
    name: "Samen Luid",
    category: "music",
    tags: ["koren", "participatie"],
    location: inTown("antwerpen"),
    texts: {
      nl: words(
        "Een netwerk van buurtkoren dat gelooft dat vals zingen ook meetelt.",
        "Samen Luid brengt koren samen uit Antwerpen, Gent en Leuven, en leent partituren, dirigenten en thermossen uit.",
      ),
    },
  },
  {
    fid: "bals",
    name: "Les Bals du Dimanche",
    category: "party",
    tags: ["bal", "danse"],
    location: inTown("liege"),
    contacts: [{ kind: "phone", value: "+32 4 555 16 00", is_public: true }],
    texts: {
      fr: words(
        "Une association de danseurs du dimanche, au sens propre.",
        "Les Bals du Dimanche invitent un orchestre, balaient un parquet et apprennent les pas à qui ne les connaît pas, une demi-heure avant de commencer.",
      ),
    },
  },
  {
    fid: "courts",
    name: "Courts d’ici",
    category: "film",
    tags: ["court métrage"],
    location: inTown("mons"),
    links: [{ url: "https://courtsdici.example" }],
    texts: {
      fr: words(
        "Le court métrage d’à côté, projeté à côté.",
        "Courts d’ici rassemble les films tournés à moins de cent kilomètres et les montre avec celles et ceux qui les ont faits. Durée maximale : le temps d’une soupe.",
      ),
      nl: words(
        "Kortfilms van vlakbij, vertoond vlakbij.",
        "Courts d’ici verzamelt films die binnen een straal van honderd kilometer gedraaid zijn en toont ze met de makers erbij. Maximumduur: de tijd om een kom soep te eten.",
      ),
    },
  },
  {
    fid: "halfway",
    name: "Halfway Readings",
    category: "talk",
    tags: ["readings", "in English"],
    location: inTown("luxembourg"),
    texts: {
      en: words(
        "Unfinished work, read aloud to people who are good at listening.",
        "Halfway Readings began in Luxembourg and now also meets in Brussels. The rule: nothing that is finished, nothing longer than eight minutes, and somebody always brings cake.",
      ),
    },
  },
]
