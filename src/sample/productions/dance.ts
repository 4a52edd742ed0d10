import { unconfirmed, by, named, type Production, text } from "./production.ts"

export const dance: Production[] = [
  {
    key: "trois-pas",
    category: "dance",
    minutes: 70,
    texts: {
      fr: text(
        "Trois pas vers la mer",
        "Trois interprètes avancent vers un bord qui recule toujours d’un mètre.",
        "Sur le plateau, une ligne de craie figure la laisse de mer. À chaque passage elle se déplace ; il faut recommencer la phrase, un peu plus loin, un peu plus vite.",
        "La pièce est née sur l’estran d’Ostende, en hiver, avec des bottes. Les bottes sont restées.",
      ),
      nl: text(
        "Drie passen naar zee",
        "Drie dansers gaan op een rand af die telkens een meter achteruitwijkt.",
        "Een krijtlijn op de vloer is de vloedlijn. Bij elke doortocht verschuift ze; de zin moet opnieuw, een beetje verder, een beetje sneller.",
        "Het stuk ontstond ’s winters op het strand van Oostende, met laarzen aan. De laarzen zijn gebleven.",
      ),
      en: text(
        "Three Steps to the Sea",
        "Three dancers make for an edge that keeps moving one metre away.",
        "A chalk line on the floor stands for the tide mark. Each crossing shifts it, and the phrase has to start again, a little further, a little faster.",
        "The piece was made on the beach at Ostend, in winter, in boots. The boots have stayed.",
      ),
    },
    lineup: [by("mareebasse", "dance"), by("fenna", "choreography"), named("Bas Duinker", "sound")],
    tags: ["danse", "mer"],
    prices: { full: 15, reduced: 9 },
    showings: [
      { at: "studio_du_canal", room: "Grand plateau", time: "20:00", dates: 2, today: true },
      { at: "peilschaal", room: "Loods", time: "20:00", days: ["tue", "thu"], dates: 3 },
      { at: "brumes", room: "Halle", time: "20:00", days: ["tue", "wed"] },
      { at: "quairouge", room: "Grande salle", time: "20:00", days: ["thu"] },
    ],
  },
  {
    key: "pluie",
    category: "dance",
    minutes: 60,
    texts: {
      fr: text(
        "Ce que dit la pluie",
        "Un duo et une gouttière : la pluie décide de la durée de chaque geste.",
        "Un goutte-à-goutte suspendu rythme la première moitié. Dans la seconde, il pleut vraiment, et l’on découvre ce qu’un plancher mouillé autorise.",
        "Le premier rang reçoit des ponchos.",
      ),
      nl: text(
        "Wat de regen zegt",
        "Een duet en een dakgoot: de regen bepaalt hoelang elk gebaar duurt.",
        "In de eerste helft geeft een druppelaar de maat. In de tweede regent het echt en blijkt wat een natte vloer allemaal toelaat.",
        "De eerste rij krijgt poncho’s.",
      ),
    },
    lineup: [by("mareebasse"), by("moussa", "percussion"), named("Yolijn Spui", "dance")],
    tags: ["duo", "eau"],
    prices: { full: 14, reduced: 8 },
    showings: [
      { at: "studio_du_canal", room: "Grand plateau", time: "20:00", days: ["fri", "sat"] },
      { at: "peilschaal", room: "Loods", time: "15:00", days: ["sun"] },
      { at: "lichthuis", room: "Zaal", time: "20:30", days: ["tue", "wed"] },
    ],
  },
  {
    key: "zandloper",
    category: "dance",
    minutes: 45,
    texts: {
      nl: text(
        "Zandloper",
        "Eén danser, vierhonderd kilo zand, en een zaal die langzaam van vorm verandert.",
        "Uit het plafond valt een dunne straal zand. Fenna Oosterling danst eronder, erlangs en uiteindelijk erop. Wanneer het op is, is het op.",
        "Voor en na de voorstelling mag iedereen met blote voeten de vloer op.",
      ),
      en: text(
        "Hourglass",
        "One dancer, four hundred kilos of sand, and a room that slowly changes shape.",
        "A thin stream of sand falls from the ceiling. Fenna Oosterling dances under it, along it and in the end on top of it. When it runs out, so does she.",
        "Before and after the show the floor is yours, barefoot.",
      ),
    },
    lineup: [by("fenna", "dance"), by("ilse", "light")],
    tags: ["solo", "zand"],
    prices: { full: 12, reduced: 6, child: 4 },
    access: { relaxed: "yes" },
    showings: [
      { at: "peilschaal", room: "Loods", time: "18:00", days: ["wed", "sat"] },
      { at: "weerlicht", room: "Grote zaal", time: "20:00", days: ["tue", "wed"] },
      { at: "droogzolder", room: "Zolder", time: "16:00", days: ["sat", "sun"] },
      { at: "signalbox", room: "Lever Room", time: "18:30", days: ["sun"] },
    ],
  },
  {
    key: "manteaux",
    category: "dance",
    minutes: 50,
    texts: {
      fr: text(
        "Le poids des manteaux",
        "Inès Tavarelune danse avec les manteaux que le public lui confie au vestiaire.",
        "Elle en enfile un, devine, se trompe, recommence avec le suivant. Au bout de quarante minutes elle en porte onze et connaît tout le monde.",
        "Les manteaux sont rendus repassés.",
      ),
      en: text(
        "The Weight of Coats",
        "Inès Tavarelune dances with the coats the audience leaves in her care.",
        "She puts one on, guesses, gets it wrong, tries the next. Forty minutes in, she is wearing eleven and knows everybody.",
        "Coats are returned pressed.",
      ),
    },
    lineup: [by("ines", "dance"), by("ventose", "music")],
    tags: ["solo", "vestiaire"],
    prices: { full: 11, reduced: 6 },
    showings: [
      { at: "studio_du_canal", room: "Studio 2", time: "19:00", days: ["thu", "sun"] },
      { at: "aubes", room: "Salle des Aubes", time: "19:30", days: ["tue", "fri"] },
      {
        at: "signalbox",
        room: "Lever Room",
        time: "17:00",
        days: ["sat"],
        change: {
          status: "cancelled",
          reason: "The dancer has sprained an ankle. Tickets are refunded; coats are safe.",
        },
      },
    ],
  },
  {
    key: "sol-commun",
    category: "dance",
    minutes: 75,
    texts: {
      fr: text(
        "Sol commun",
        "Vingt habitant·es du quartier, un parquet et six semaines de répétitions.",
        "Aucun ne dansait avant cela. La pièce est faite de leurs gestes de métier : plier, porter, visser, bercer, compter la caisse.",
        "Une sortie de résidence ouverte, suivie d’un repas où chacun apporte une chaise.",
      ),
      nl: text(
        "Gedeelde vloer",
        "Twintig buurtbewoners, een parket en zes weken repeteren.",
        "Niemand van hen danste voor dit begon. Het stuk bestaat uit gebaren van hun werk: plooien, dragen, schroeven, wiegen, de kassa tellen.",
        "Open toonmoment, met achteraf een maaltijd waarvoor iedereen zelf een stoel meebrengt.",
      ),
    },
    lineup: [by("ines", "choreography"), named("Les habitant·es du quai", "dance"), unconfirmed("fanfare", "music")],
    tags: ["participatif", "quartier"],
    prices: "free",
    showings: [
      { at: "studio_du_canal", room: "Grand plateau", time: "18:00", days: ["sun"] },
      { at: "lisieres", room: "Salle haute", time: "15:00", days: ["sat", "sun"] },
      {
        at: {
          name: "Cour de l’école des Platanes",
          street: "Rue du Préau",
          postal_code: "1080",
          locality: "Bruxelles",
          country: "BE",
          lat: 50.8542,
          lon: 4.3331,
          precision: "locality",
          timezone: "Europe/Brussels",
          language: "fr",
        },
        time: "16:30",
        days: ["wed"],
        with: ["studio_du_canal"],
      },
    ],
  },
]
