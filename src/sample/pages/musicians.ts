import { type Page, words } from "./pages.ts"
import { inTown } from "./towns.ts"

/** Musicians who do not exist. */
export const musicians: Page[] = [
  {
    fid: "mirelle",
    name: "Mirelle Ossau",
    category: "music",
    tags: ["chanson", "bandes"],
    location: inTown("bruxelles"),
    plays_in: ["nour"],
    links: [
      { url: "https://mirelleossau.example" },
      { url: "https://mirelleossau.example/veilleuse", label: "Veilleuse", kind: "audio" },
      { url: "https://chanson.example/@mirelle", kind: "fediverse" },
    ],
    contacts: [{ kind: "email", value: "mirelle@mirelleossau.example", is_public: true }],
    texts: {
      fr: words(
        "Voix, guitare et bandes : des chansons enregistrées tard, rejouées tôt.",
        "Mirelle Ossau écrit des chansons avec ce qu’on entend derrière les cloisons. Elle enregistre chez elle, entre onze heures et une heure, quand l’immeuble se tait.",
        "Son deuxième recueil, <em>Veilleuse</em>, tient sur une seule bande de vingt-deux minutes.",
      ),
      en: words(
        "Voice, guitar and tape: songs recorded late and played early.",
        "Mirelle Ossau writes songs from what comes through the walls. She records at home between eleven and one, when the building goes quiet.",
        "Her second collection, <em>Veilleuse</em>, fits on a single twenty-two-minute tape.",
      ),
    },
  },
  {
    fid: "nour.alverane",
    name: "Nour Alvérane",
    category: "music",
    tags: ["chant", "trompette"],
    location: inTown("bruxelles"),
    plays_in: ["nour"],
    texts: {
      fr: words(
        "Chanteuse et trompettiste, tient l’interrupteur.",
        "Nour Alvérane a appris la trompette dans une cage d’escalier et le chant dans une chorale de quartier. Elle dirige les Ampoules d’un signe du menton.",
      ),
    },
  },
  {
    fid: "wannes",
    name: "Wannes Teirbrugge",
    category: "music",
    tags: ["saxofoon", "jazz"],
    location: inTown("gent"),
    plays_in: ["kantwind"],
    texts: {
      nl: words(
        "Saxofonist die ooit een heel winterseizoen op een veerpont speelde.",
        "Wannes Teirbrugge speelt in Kantwind en geeft les aan volwassenen die dachten dat het te laat was.",
      ),
    },
  },
  {
    fid: "vuurtoren",
    name: "Saskia Vuurtoren",
    category: "party",
    tags: ["dj", "nacht"],
    location: inTown("rotterdam"),
    works_at: ["weerlicht"],
    links: [{ url: "https://vuurtoren.example", kind: "audio" }],
    texts: {
      nl: words(
        "Dj die elke acht seconden ergens licht op laat vallen.",
        "Saskia Vuurtoren draait lange nachten zonder pauze en zonder haast: dub, disco, zeeweerberichten.",
      ),
      en: words(
        "A DJ who throws light on something every eight seconds.",
        "Saskia Vuurtoren plays long nights with no breaks and no hurry: dub, disco, shipping forecasts.",
      ),
    },
  },
  {
    fid: "ysolde",
    name: "Ysolde Carminet",
    category: "music",
    tags: ["violoncelle"],
    location: inTown("bruxelles"),
    plays_in: ["ventose", "froide"],
    texts: {
      fr: words(
        "Violoncelliste, partage son temps entre un trio, un entrepôt et une chapelle.",
        "Ysolde Carminet a commandé une vingtaine d’œuvres pour violoncelle et bâtiment. Le bâtiment est toujours crédité.",
      ),
    },
  },
  {
    fid: "moussa",
    name: "Moussa Diarrabel",
    category: "music",
    tags: ["percussions"],
    location: inTown("lille"),
    texts: {
      fr: words(
        "Percussionniste ; frappe la peau, le bois et, quand il pleut, le zinc.",
        "Moussa Diarrabel compose à partir de relevés météorologiques. Il joue seul, avec des chœurs ou avec des gouttières.",
      ),
      nl: words(
        "Percussionist; bespeelt vel, hout en, als het regent, zink.",
        "Moussa Diarrabel componeert met weerberichten. Hij speelt alleen, met koren of met dakgoten.",
      ),
    },
  },
  {
    fid: "lazare",
    name: "Lazare Obryk",
    category: "music",
    tags: ["art sonore"],
    location: inTown("liege"),
    links: [{ url: "https://obryk.example", kind: "audio" }],
    texts: {
      fr: words(
        "Artiste sonore ; pose des micros sur les murs et attend.",
        "Lazare Obryk enregistre les bâtiments : ce qu’ils gardent de la journée, ce qu’ils rendent la nuit. Il joue ces enregistrements là où il les a faits.",
      ),
      en: words(
        "A sound artist who puts microphones on walls and waits.",
        "Lazare Obryk records buildings: what they keep of the day and give back at night. He plays the recordings in the rooms where he made them.",
      ),
    },
  },
  {
    fid: "maya",
    name: "Maya Thistlewick",
    category: "music",
    tags: ["songwriter", "in English"],
    location: inTown("bruxelles"),
    links: [{ url: "https://thistlewick.example" }],
    texts: {
      en: words(
        "Songs written on the backs of recipes, sung at the volume of a kitchen.",
        "Maya Thistlewick moved to Brussels for six months, nine years ago. She plays guitar, harmonium and, on request, saucepan.",
      ),
      fr: words(
        "Des chansons écrites au dos des recettes, chantées au volume d’une cuisine.",
        "Maya Thistlewick est arrivée à Bruxelles pour six mois, il y a neuf ans. Elle joue de la guitare, de l’harmonium et, sur demande, de la casserole.",
      ),
    },
  },
]
