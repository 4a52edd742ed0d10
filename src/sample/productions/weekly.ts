import { by, type Day, type Production, text } from "./production.ts"

/**
 * Events that recur every week on their own day. They include the exceptions of a rule: a week off, a moved date, a cancelled
 * one.
 */
export type Weekly = Omit<Production, "showings"> & {
  at: string
  room?: string
  day: Day
  time: string
  weeks: number
  /** Index (from 0) of the date that does not take place and was never announced (RFC 5545 EXDATE). */
  except?: number
  /** Index of the date that starts at another hour. */
  moved?: { nth: number; to: string }
  /** Index of the date that was announced and is cancelled. */
  cancelled?: number
}

export const weekly: Weekly[] = [
  {
    key: "ecrire-mardi",
    category: "workshop",
    at: "lamarge",
    room: "Arrière-boutique",
    day: "tue",
    time: "19:00",
    minutes: 120,
    weeks: 7,
    moved: { nth: 3, to: "18:00" },
    capacity: 15,
    texts: {
      fr: text(
        "Écrire le mardi",
        "Quinze chaises, une consigne, deux heures ; on lit seulement si l’on veut.",
        "Tarek Mounir-Lys apporte chaque semaine un objet trouvé en marchant. On écrit à partir de lui, contre lui, à côté.",
        "On peut venir une fois ou chaque fois. Le thé est compris, les stylos aussi.",
      ),
    },
    lineup: [by("tarek", "teaching")],
    tags: ["écriture", "hebdomadaire"],
    prices: { each: 6 },
    languages: ["fr"],
  },
  {
    key: "danser-matin",
    category: "workshop",
    at: "studio_du_canal",
    room: "Studio 2",
    day: "thu",
    time: "08:00",
    minutes: 60,
    weeks: 7,
    texts: {
      fr: text(
        "Danser avant le travail",
        "Une heure de danse à huit heures, suivie d’une douche et d’un café.",
        "Inès Tavarelune mène une séance sans miroir et sans niveau. On commence couché ; à huit heures quarante, tout le monde saute.",
        "On arrive au travail en sueur et de bonne humeur : c’est le but.",
      ),
      nl: text(
        "Dansen voor het werk",
        "Een uur dans om acht uur, met daarna een douche en koffie.",
        "Inès Tavarelune geeft les zonder spiegel en zonder niveau. Je begint liggend; om twintig voor negen springt iedereen.",
        "Je komt bezweet en goedgezind op je werk aan. Dat is de bedoeling.",
      ),
    },
    lineup: [by("ines", "teaching")],
    tags: ["danse", "matin"],
    prices: "pay-what-you-can",
  },
  {
    key: "choeur-ouvert",
    category: "other",
    at: "sainteaube",
    room: "Nef",
    day: "sun",
    time: "11:00",
    minutes: 90,
    weeks: 7,
    except: 2,
    texts: {
      fr: text(
        "Chœur ouvert",
        "On pousse la porte, on prend une voix, on chante une heure et demie avec qui est là.",
        "Il n’y a ni inscription ni concert au bout. Quelqu’un lance un canon, les autres suivent ; la chapelle fait le reste, quatre secondes et demie plus tard.",
        "La nef est chauffée, exceptionnellement.",
      ),
      en: text(
        "Open Choir",
        "Push the door, pick a voice, sing for an hour and a half with whoever is there.",
        "No registration, and no concert at the end of it. Someone starts a round and the others follow; the chapel does the rest, four and a half seconds later.",
        "The nave is heated, for once.",
      ),
    },
    lineup: [by("nuits")],
    tags: ["chant", "ouvert à tous"],
    prices: "free",
  },
  {
    key: "visite-machines",
    category: "other",
    at: "quairouge",
    room: "Grande salle",
    day: "sat",
    time: "10:30",
    minutes: 75,
    weeks: 7,
    cancelled: 4,
    age_min: 8,
    capacity: 18,
    texts: {
      fr: text(
        "Le théâtre côté machines",
        "Visite des cintres, des dessous et du treuil qui grince, par celles et ceux qui les manœuvrent.",
        "On monte à dix-neuf mètres, on descend sous la scène, on tire un fil et un nuage bouge. La visite finit dans le noir, avec la servante.",
        "Chaussures fermées obligatoires. Un parcours de plain-pied existe : demandez-le à la réservation.",
      ),
      nl: text(
        "Het theater langs de machinekant",
        "Rondleiding op de rollenzolder, onder het podium en langs de lier die piept, door wie ze bedient.",
        "Je klimt tot negentien meter, daalt af onder de scène, trekt aan een touw en er beweegt een wolk. De rondleiding eindigt in het donker, bij de ene lamp die blijft branden.",
        "Draag gesloten schoenen. Er is ook een traject zonder trappen: vraag ernaar bij het reserveren.",
      ),
    },
    lineup: [by("odalys", "guide")],
    tags: ["visite", "coulisses"],
    prices: { full: 5, child: 0 },
  },
  {
    key: "herstelcafe",
    category: "workshop",
    at: "droogzolder",
    room: "Naaikamer",
    day: "wed",
    time: "19:00",
    minutes: 150,
    weeks: 7,
    texts: {
      nl: text(
        "Herstelcafé voor kostuums",
        "Breng iets met een gat mee; er staan vier naaimachines en een pot soep.",
        "Theaterkostuums gaan kapot op de vreemdste plekken. Elke woensdag herstellen we ze samen, en wie een eigen jas meebrengt, schuift gewoon aan.",
        "Wie kan naaien, leert het iemand die dat niet kan.",
      ),
    },
    lineup: [by("losseplanken")],
    tags: ["naaien", "herstellen"],
    prices: "free",
    languages: ["nl"],
  },
]
