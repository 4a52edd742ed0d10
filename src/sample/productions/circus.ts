import { by, named, type Production, text } from "./production.ts"

export const circus: Production[] = [
  {
    key: "cirque-papier",
    category: "circus",
    minutes: 70,
    age_min: 5,
    texts: {
      fr: text(
        "Le Cirque de papier",
        "Un chapiteau plié dans une feuille, une ménagerie découpée, une acrobate pour de vrai.",
        "Sur une table, un cirque de papier s’ouvre, joue et se referme. Autour, à taille humaine, Pavel Ostrovane refait chaque numéro, un peu moins bien que les silhouettes.",
        "À la sortie, chacun reçoit une feuille et le pliage du lion.",
      ),
      nl: text(
        "Het papieren circus",
        "Een tent gevouwen uit één blad, een uitgeknipte menagerie, en één echte acrobaat.",
        "Op een tafel vouwt een papieren circus zich open, speelt en vouwt zich weer dicht. Daaromheen doet Pavel Ostrovane elk nummer na op ware grootte, net iets slechter dan de figuurtjes.",
        "Bij het buitengaan krijgt iedereen een blad en de uitleg om de leeuw te vouwen.",
      ),
    },
    lineup: [by("petitbruit", "puppets"), by("pavel", "acrobatics")],
    tags: ["familles", "papier"],
    prices: { full: 10, child: 7, family: 28 },
    access: { relaxed: "yes" },
    showings: [
      { at: "berges", room: "Chapiteau", time: "15:00", days: ["sat"] },
      { at: "manivelle", room: "Petit théâtre", time: "16:00", days: ["sun", "wed"] },
      { at: "droogzolder", room: "Zolder", time: "14:30", days: ["wed", "sun"] },
    ],
  },
  {
    key: "contrepoids-bascule",
    category: "circus",
    minutes: 65,
    texts: {
      fr: text(
        "Politesse de la bascule",
        "Quatre acrobates, une bascule, et le protocole qui règle qui s’envole.",
        "« Après vous. » « Je n’en ferai rien. » À force de courtoisies, personne ne monte ; puis tout le monde à la fois.",
        "Les Contrepoids jouent sans musique : on entend les souffles, le bois, et le public compter.",
      ),
      en: text(
        "After You",
        "Four acrobats, one teeterboard, and the etiquette of who goes flying.",
        "“After you.” “I wouldn’t dream of it.” With so much courtesy nobody takes off; then everybody does.",
        "Les Contrepoids play without music. You hear breath, wood, and the audience counting.",
      ),
    },
    lineup: [
      by("contrepoids", "acrobatics"),
      by("pavel", "acrobatics"),
      named("Aliénor Bascoulard-Nuit", "acrobatics"),
    ],
    tags: ["bascule", "tout public"],
    prices: { full: 14, reduced: 9, family: 36 },
    showings: [
      { at: "berges", room: "Chapiteau", time: "20:00", days: ["thu", "fri"], dates: 3 },
      { at: "brumes", room: "Halle", time: "20:30", days: ["sat"] },
      { at: "weerlicht", room: "Grote zaal", time: "19:30", days: ["thu", "sun"] },
    ],
  },
  {
    key: "penche",
    category: "circus",
    minutes: 40,
    texts: {
      fr: text(
        "Un homme penche",
        "Quarante minutes pour passer de la verticale à l’oblique, et presque revenir.",
        "Pavel Ostrovane s’appuie sur un mur, sur l’air, sur un spectateur consentant. L’angle est affiché en direct au-dessus de la scène.",
        "Record à battre : trente et un degrés, à Namur, un soir de vent.",
      ),
      en: text(
        "A Man Leans",
        "Forty minutes from upright to oblique, and nearly back again.",
        "Pavel Ostrovane leans on a wall, on thin air, on a consenting member of the audience. The angle is shown above the stage as it happens.",
        "The record stands at thirty-one degrees, in Namur, on a windy night.",
      ),
      nl: text(
        "Een man helt over",
        "Veertig minuten van loodrecht naar schuin, en bijna weer terug.",
        "Pavel Ostrovane leunt tegen een muur, tegen de lucht, tegen een toeschouwer die dat goed vindt. De hoek verschijnt live boven het podium.",
        "Het record staat op eenendertig graden, in Namen, op een winderige avond.",
      ),
    },
    lineup: [by("pavel", "acrobatics"), by("moussa", "percussion")],
    tags: ["solo", "équilibre"],
    prices: { each: 9 },
    showings: [
      { at: "berges", room: "Chapiteau", time: "18:30", days: ["thu", "fri"] },
      { at: "lichthuis", room: "Zaal", time: "19:00", days: ["sun", "thu"] },
      { at: "signalbox", room: "Lever Room", time: "19:00", days: ["sat", "sun"] },
      { at: "peilschaal", room: "Loods", time: "19:00", days: ["thu"] },
    ],
  },
  {
    key: "debutants",
    category: "circus",
    minutes: 90,
    texts: {
      fr: text(
        "Cabaret des débutant·es",
        "Dix numéros jamais montrés, par des gens qui n’ont jamais essayé devant du monde.",
        "Un comptable jongle, deux sœurs se portent, une élève de l’école de cirque fait exactement ce qu’on lui a interdit. Les filets sont vérifiés, l’applaudissement est de rigueur.",
        "Inscriptions auprès du chapiteau jusqu’à la veille.",
      ),
    },
    lineup: [by("pavel", "hosting"), named("L’école du mercredi", "acrobatics")],
    tags: ["cabaret", "amateurs"],
    prices: "pay-what-you-can",
    showings: [
      { at: "berges", room: "Chapiteau", time: "17:00", days: ["sun", "wed"] },
      { at: "hangar", room: "Petite nef", time: "19:30", days: ["sun"] },
      { at: "aubes", room: "Salle des Aubes", time: "17:00", days: ["wed", "sat"] },
    ],
  },
]
