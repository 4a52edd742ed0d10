import { unconfirmed, by, named, type Production, text } from "./production.ts"

/** One evening of the festival: on which of its four days, where and when. */
export type FestivalPart = Omit<Production, "showings"> & {
  at: string
  room?: string
  night: 0 | 1 | 2 | 3
  time: string
}

/** Four nights in Namur, from a Thursday to a Sunday. */
export const festival: Omit<Production, "showings" | "minutes"> & { host: string } = {
  key: "nuits-lisiere",
  category: "other",
  host: "nuits",
  texts: {
    fr: text(
      "Les Nuits de la Lisière",
      "Quatre nuits à pied entre une chapelle, un chapiteau, un petit théâtre et le fleuve.",
      "Dix rendez-vous, un lampion par personne, et moins de vingt minutes de marche entre le plus proche et le plus lointain. On peut n’en voir qu’un ; on peut aussi ne pas dormir.",
      "Chaque soir à dix-huit heures, la soupe est servie au chapiteau. Elle est comprise dans tous les billets, y compris ceux à zéro euro.",
      "<ul><li>Navette à vélo pour les personnes à mobilité réduite, sur appel</li><li>Vestiaire chauffé à la chapelle</li><li>Garderie de nuit le samedi</li></ul>",
    ),
    en: text(
      "The Nights on the Edge",
      "Four nights on foot between a chapel, a big top, a small theatre and the river.",
      "Ten gatherings, one paper lantern each, and less than twenty minutes’ walk between the nearest and the furthest. See just one, or do not sleep at all.",
      "Soup is served in the big top at six every evening. It comes with every ticket, including those that cost nothing.",
    ),
    nl: text(
      "De Nachten aan de Zoom",
      "Vier nachten te voet tussen een kapel, een tent, een klein theater en de rivier.",
      "Tien afspraken, één lampion per persoon, en nog geen twintig minuten stappen tussen de dichtste en de verste. Je kan er één zien; je kan ook niet slapen.",
      "Elke avond om zes uur is er soep in de tent. Die zit bij elk ticket, ook bij dat van nul euro.",
    ),
  },
  lineup: [by("nachtkoor"), by("contrepoids"), by("digue"), by("mirelle"), by("benoite")],
  tags: ["festival", "nuit", "marche"],
  prices: { pass: 38, reduced: 20, neighbour: 0 },
}

export const festivalParts: FestivalPart[] = [
  {
    key: "nuits-lampions",
    category: "other",
    at: "berges",
    night: 0,
    time: "18:30",
    minutes: 60,
    texts: {
      fr: text(
        "Ouverture aux lampions",
        "On allume le premier, il allume le suivant : quatre cents lampions en une heure, sans discours.",
        "Le départ se fait au chapiteau, en silence, derrière une seule caisse claire. Les enfants tiennent la tête du cortège et décident de l’allure.",
        "Les lampions sont prêtés ; ceux d’il y a deux ans brillent encore.",
      ),
    },
    lineup: [by("fanfare")],
    tags: ["ouverture", "cortège"],
    prices: "free",
  },
  {
    key: "nuits-canon",
    category: "music",
    at: "sainteaube",
    room: "Nef",
    night: 0,
    time: "20:30",
    minutes: 60,
    texts: {
      fr: text(
        "Canon des marches",
        "Quarante voix descendent la montée des Glycines, une marche par mesure.",
        "Le Nachtkoor commence dehors, en haut, et finit dans la nef. Le public fait le chemin avec lui ; quand la dernière voix entre, la première se tait.",
      ),
      nl: text(
        "Canon van de trappen",
        "Veertig stemmen dalen de trappen af, één trede per maat.",
        "Het Nachtkoor begint buiten, bovenaan, en eindigt in de kapel. Het publiek loopt mee; wanneer de laatste stem binnenkomt, zwijgt de eerste.",
      ),
    },
    lineup: [by("nachtkoor"), named("Marieke Dauwen", "conductor")],
    tags: ["chœur"],
    prices: { full: 10, reduced: 6 },
  },
  {
    key: "nuits-rame",
    category: "talk",
    at: "manivelle",
    room: "Petit théâtre",
    night: 1,
    time: "18:00",
    minutes: 60,
    age_min: 8,
    texts: {
      fr: text(
        "Contes de la dernière rame",
        "Un passeur, trop de passagers, et un fleuve qui n’a pas dit son dernier mot.",
        "Benoîte Larquin tient cette suite de contes d’un batelier qui ne savait pas nager. Elle la raconte assise, une rame en travers des genoux.",
      ),
    },
    lineup: [by("benoite", "storytelling")],
    tags: ["conte"],
    prices: { full: 8, child: 5 },
    languages: ["fr"],
  },
  {
    key: "nuits-couverture",
    category: "music",
    at: "sainteaube",
    room: "Nef",
    night: 1,
    time: "22:00",
    minutes: 180,
    texts: {
      fr: text(
        "Concert sous couverture",
        "Trois heures de musique lente, matelas et plaids fournis, ronflements admis.",
        "Mirelle Ossau et Slow Ferry se relaient sans interruption, de plus en plus bas. Vers minuit on distribue des bouillottes.",
        "La porte reste ouverte dans les deux sens ; on sort à quatre pattes.",
      ),
      en: text(
        "Blanket Concert",
        "Three hours of slow music, mattresses and blankets provided, snoring allowed.",
        "Mirelle Ossau and Slow Ferry take turns without a break, quieter and quieter. Hot-water bottles are handed round at midnight.",
        "The door stays open both ways. Please leave on all fours.",
      ),
    },
    lineup: [by("mirelle", "voice"), by("slowferry")],
    tags: ["nuit", "écoute couchée"],
    prices: { full: 14, reduced: 8 },
    access: { relaxed: "yes" },
  },
  {
    key: "nuits-dejeuner",
    category: "young",
    at: "manivelle",
    room: "Petit théâtre",
    night: 2,
    time: "09:30",
    minutes: 75,
    age_min: 3,
    texts: {
      fr: text(
        "Petit déjeuner sonore",
        "Tartines, micros et grille-pain : le repas le plus bruyant du festival.",
        "Chaque bol a son capteur, chaque croûte son haut-parleur. Les enfants mangent, Lazare Obryk mixe, et le résultat passe à la radio de midi.",
      ),
    },
    lineup: [by("lazare", "electronics"), by("petitbruit")],
    tags: ["familles", "dès 3 ans"],
    prices: { full: 7, child: 4 },
  },
  {
    key: "nuits-casseroles",
    category: "workshop",
    at: "berges",
    room: "Chapiteau",
    night: 2,
    time: "14:00",
    minutes: 150,
    texts: {
      fr: text(
        "Orchestre de casseroles",
        "Apportez ce qui pend dans votre cuisine : Moussa Diarrabel en fait un orchestre avant seize heures trente.",
        "Les casseroles en cuivre à gauche, l’émail à droite, les couvercles devant. On apprend trois rythmes, on les superpose, et l’on ouvre le bal du soir.",
      ),
    },
    lineup: [by("moussa", "teaching")],
    tags: ["percussions", "participatif"],
    prices: "free",
  },
  {
    key: "nuits-bal",
    category: "party",
    at: "berges",
    room: "Chapiteau",
    night: 2,
    time: "21:00",
    minutes: 270,
    texts: {
      fr: text(
        "Bal des manteaux",
        "On danse dehors dedans : chapiteau ouvert, manteaux gardés, joues rouges.",
        "Les Marcheurs de digue mènent jusqu’à minuit, la Fanfare de poche reprend après. Toutes les vingt minutes, on échange son manteau avec sa voisine.",
        "Fin à une heure et demie ; chacun repart avec le bon manteau, ou presque.",
      ),
    },
    lineup: [by("digue"), by("fanfare")],
    tags: ["bal"],
    prices: { full: 9, reduced: 5 },
  },
  {
    key: "nuits-fleuve",
    category: "film",
    at: "berges",
    room: "Chapiteau",
    night: 1,
    time: "20:00",
    minutes: 90,
    texts: {
      fr: text(
        "Film sur l’eau",
        "Un écran sur une péniche, le public sur la berge, et le film qui s’éloigne doucement.",
        "Aude Ramponelle a monté quatre-vingt-dix minutes d’archives de bateliers. La péniche avance d’un mètre par minute : on marche avec elle, chaise pliante à la main.",
        "Par grand vent, la séance a lieu sous le chapiteau, à l’arrêt.",
      ),
    },
    lineup: [by("aude", "filmmaker"), unconfirmed("radiateurs", "music")],
    tags: ["plein air", "archives"],
    prices: "pay-what-you-can",
  },
  {
    key: "nuits-equilibre",
    category: "circus",
    at: "berges",
    room: "Chapiteau",
    night: 3,
    time: "15:00",
    minutes: 60,
    texts: {
      fr: text(
        "Gravité du dimanche",
        "Les Contrepoids en petite forme, le lendemain du bal, avec de grandes précautions.",
        "Une version lente de leurs numéros : chaque saut est expliqué, discuté, voté, puis remplacé par une sieste acrobatique.",
      ),
      nl: text(
        "Zondagse zwaartekracht",
        "Les Contrepoids op halve kracht, de dag na het bal, met de grootste voorzichtigheid.",
        "Een trage versie van hun nummers: elke sprong wordt uitgelegd, besproken, in stemming gebracht, en dan vervangen door een acrobatisch dutje.",
      ),
    },
    lineup: [by("contrepoids", "acrobatics"), by("pavel", "acrobatics")],
    tags: ["familles"],
    prices: { full: 9, child: 5 },
  },
  {
    key: "nuits-eteindre",
    category: "music",
    at: "sainteaube",
    room: "Nef",
    night: 3,
    time: "19:00",
    minutes: 50,
    texts: {
      fr: text(
        "Éteindre ensemble",
        "Pour finir : un violoncelle, quatre cents lampions, et le plus long decrescendo de la saison.",
        "Chacun rapporte sa lumière et la souffle quand il veut. Ysolde Carminet joue jusqu’à la dernière, puis une mesure encore.",
      ),
      en: text(
        "Lights Out, Together",
        "To end with: one cello, four hundred lanterns, and the longest diminuendo of the season.",
        "Everyone brings their light back and blows it out when they like. Ysolde Carminet plays until the last one, and then for one bar more.",
      ),
    },
    lineup: [by("ysolde", "cello")],
    tags: ["clôture"],
    prices: "free",
  },
]
