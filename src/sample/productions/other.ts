import { unconfirmed, by, named, type Production, text } from "./production.ts"

export const others: Production[] = [
  {
    key: "vide-loges",
    category: "other",
    minutes: 360,
    texts: {
      fr: text(
        "Vide-loges",
        "Trente ans de costumes sur des cintres, au kilo, avec leur histoire épinglée.",
        "Le théâtre déménage ses réserves. Redingotes, plastrons, une licorne en deux parties, des chaussures par paires approximatives : tout part, sauf le rideau.",
        "Essayage dans les vraies loges. Le produit de la vente paie le chauffage.",
      ),
      nl: text(
        "Kleedkamerverkoop",
        "Dertig jaar kostuums aan kapstokken, per kilo, met hun verhaal eraan gespeld.",
        "Het theater ruimt zijn reserves op: geklede jassen, plastrons, een eenhoorn in twee delen, schoenen in paren bij benadering. Alles moet weg, behalve het doek.",
        "Passen doe je in de echte kleedkamers. De opbrengst betaalt de verwarming.",
      ),
    },
    lineup: [by("odalys", "hosting")],
    tags: ["costumes", "brocante"],
    prices: "free",
    showings: [
      { at: "quairouge", days: ["sat", "sun"] },
      { at: "droogzolder", days: ["sat", "sun"] },
      { at: "lisieres", room: "Salle haute", time: "11:00", days: ["sun", "sat"] },
    ],
  },
  {
    key: "open-ateliers",
    category: "other",
    minutes: 480,
    texts: {
      nl: text(
        "Open werkdag",
        "Een dag lang staan alle deuren open: repetities, naaimachines, soldeerbouten, koffie.",
        "Kom kijken hoe iets gemaakt wordt dat nog niet af is. Er is geen programma; wie een vraag heeft, klopt aan. Wie geen vraag heeft, krijgt een bezem.",
        "Kinderen mogen alles aanraken wat lager hangt dan een meter.",
      ),
      fr: text(
        "Journée portes ouvertes, vraiment",
        "Toutes les portes ouvertes un jour entier : répétitions, machines à coudre, fers à souder, café.",
        "Venez voir comment se fabrique ce qui n’est pas fini. Il n’y a pas de programme ; qui a une question frappe. Qui n’en a pas reçoit un balai.",
        "Les enfants peuvent toucher tout ce qui pend à moins d’un mètre.",
      ),
    },
    lineup: [],
    tags: ["open huis", "gezinnen"],
    prices: "free",
    access: { relaxed: "yes" },
    showings: [
      { at: "lichthuis", days: ["sat", "sun"] },
      { at: "studio_du_canal", days: ["sat", "sun"] },
      { at: "peilschaal", days: ["sun", "sat"] },
      { at: "brumes", days: ["sat", "sun"] },
    ],
  },
  {
    key: "ogen-dicht",
    category: "other",
    minutes: 75,
    capacity: 14,
    texts: {
      nl: text(
        "Wandelen met dichte ogen",
        "Achthonderd meter stad, op het gehoor, met een hand op de schouder voor je.",
        "Rutger Steltmans leidt een rij van veertien mensen door straten die ze denken te kennen. Halverwege wisselt de rij van richting en weet niemand nog waar noord is.",
        "We wandelen traag; rolstoelen en stokken gaan goed mee.",
      ),
      en: text(
        "Walking with Your Eyes Shut",
        "Eight hundred metres of city by ear, with a hand on the shoulder in front.",
        "Rutger Steltmans leads a line of fourteen people through streets they think they know. Halfway along, the line turns round and nobody can point to north.",
        "We walk slowly; wheelchairs and sticks are no trouble.",
      ),
    },
    lineup: [by("rutger", "guide")],
    tags: ["wandeling", "geluid"],
    prices: { each: 8 },
    access: { step_free: "yes", relaxed: "yes" },
    showings: [
      {
        at: {
          name: "Vertrek: fontein op de Stille Markt",
          street: "Stille Markt",
          postal_code: "6211",
          locality: "Maastricht",
          region: "Limburg",
          country: "NL",
          lat: 50.8503,
          lon: 5.6902,
          precision: "locality",
          timezone: "Europe/Amsterdam",
          language: "nl",
        },
        time: "19:00",
        days: ["mon", "thu", "sun"],
        with: ["rutger"],
      },
      { at: "lichthuis", time: "18:30", days: ["mon", "tue"] },
      { at: "signalbox", time: "17:30", days: ["mon", "sat"] },
      { at: "weerlicht", time: "18:00", days: ["sun", "fri"] },
    ],
  },
  {
    key: "troc-partitions",
    category: "other",
    minutes: 120,
    texts: {
      fr: text(
        "Troc de partitions et d’histoires",
        "On apporte une partition, un livre ou un souvenir ; on repart avec celui d’un autre.",
        "Les partitions sont déchiffrées sur place par Ysolde Carminet, les livres résumés en une phrase, les souvenirs écoutés jusqu’au bout.",
        "Ce qui n’a pas été échangé reste sur l’étagère du fond, à prendre.",
      ),
    },
    lineup: [by("ysolde", "cello"), unconfirmed("benoite", "storytelling")],
    tags: ["troc", "quartier"],
    prices: "free",
    showings: [
      { at: "lamarge", time: "16:00", days: ["wed", "sun"] },
      { at: "aubes", room: "Salon", time: "17:30", days: ["mon", "thu"] },
      { at: "sainteaube", time: "17:00", days: ["mon", "sat"] },
    ],
  },
  {
    key: "repetition-publique",
    category: "other",
    minutes: 120,
    texts: {
      fr: text(
        "Répétition publique",
        "Le groupe se trompe, recommence, discute, et vous êtes là.",
        "Le lundi, Nour & les Ampoules répètent la porte ouverte. On peut s’asseoir, lire, tricoter, demander pourquoi. Pas d’applaudissements : ils ralentissent le travail.",
      ),
      en: text(
        "Open Rehearsal",
        "The band gets it wrong, starts again and argues, and you are there.",
        "On Mondays Nour & les Ampoules rehearse with the door open. Sit down, read, knit, ask why. No applause, please: it slows things down.",
      ),
    },
    lineup: [by("nour"), named("Gaspard Tinel", "drums")],
    tags: ["répétition"],
    prices: "free",
    showings: [
      { at: "hangar", room: "Petite nef", time: "18:00", days: ["mon"] },
      { at: "hangar", room: "Petite nef", time: "17:30", days: ["mon"] },
    ],
  },
]

/** An event of thirty-six hours around the whole of today, so that something is on at any time. */
export const marathon: Omit<Production, "showings"> & { at: string; room: string } = {
  key: "trente-six-heures",
  category: "other",
  at: "hangar",
  room: "Bar",
  minutes: 36 * 60,
  texts: {
    fr: text(
      "Trente-six heures de radio",
      "Une table, deux micros, trente-six heures sans couper l’antenne.",
      "De midi à minuit le lendemain, qui passe la porte passe à l’antenne : musiciens de retour de concert, boulangères en avance, enfants qui récitent. La nuit, on lit le bottin.",
      "On peut venir, écouter en ligne, ou les deux. Un lit de camp est prévu pour les indécis.",
    ),
    nl: text(
      "Zesendertig uur radio",
      "Eén tafel, twee microfoons, zesendertig uur zonder de zender te sluiten.",
      "Van ’s middags tot middernacht de dag erna gaat wie binnenkomt op antenne: muzikanten na hun concert, bakkers voor hun dienst, kinderen met een versje. ’s Nachts lezen we het telefoonboek voor.",
      "Kom langs, luister online, of allebei. Voor twijfelaars staat er een veldbed.",
    ),
    en: text(
      "Thirty-Six Hours of Radio",
      "One table, two microphones, thirty-six hours without going off air.",
      "From noon until midnight the next day, whoever comes through the door goes on air: musicians on their way home, bakers on their way to work, children with a poem. At night we read from the phone book.",
      "Come by, listen online, or both. There is a camp bed for the undecided.",
    ),
  },
  lineup: [by("semaphore", "hosting"), by("tarek", "reading"), unconfirmed("lazare", "sound")],
  tags: ["radio", "marathon"],
  prices: "free",
  languages: ["fr", "nl", "en"],
}
