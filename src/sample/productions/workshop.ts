import { by, named, type Production, text } from "./production.ts"

export const workshops: Production[] = [
  {
    key: "lino",
    category: "workshop",
    minutes: 180,
    capacity: 12,
    age_min: 14,
    texts: {
      fr: text(
        "Atelier linogravure",
        "Une matinée, une gouge, douze places : on grave, on encre, on repart avec trois épreuves.",
        "Agathe Solmire montre d’abord comment ne pas se couper. Ensuite chacun grave ce qu’il voit par la fenêtre, à l’envers.",
        "<ul><li>Matériel et encres fournis</li><li>Tablier conseillé</li><li>Aucune expérience nécessaire</li></ul>",
      ),
      nl: text(
        "Atelier linosnede",
        "Een voormiddag, een guts, twaalf plaatsen: snijden, inkten, en met drie afdrukken naar huis.",
        "Agathe Solmire toont eerst hoe je je niet snijdt. Daarna snijdt iedereen wat er door het raam te zien is, in spiegelbeeld.",
        "<ul><li>Materiaal en inkt inbegrepen</li><li>Breng een schort mee</li><li>Ervaring is niet nodig</li></ul>",
      ),
    },
    lineup: [by("agathe", "teaching"), by("basalte")],
    tags: ["gravure", "débutants"],
    prices: { materials: 25, reduced: 15 },
    showings: [
      { at: "lisieres", room: "Atelier", time: "10:00", days: ["sat"] },
      { at: "lichthuis", room: "Atelier", time: "10:00", days: ["wed", "thu"] },
      { at: "lamarge", room: "Arrière-boutique", time: "14:00", days: ["sun"] },
    ],
  },
  {
    key: "lichtlab",
    category: "workshop",
    minutes: 150,
    capacity: 16,
    texts: {
      nl: text(
        "Lichtlab voor beginners",
        "Zes lampen, vier filters en één schuif: leer kijken voor je belicht.",
        "Ilse Vandoorn begint met het licht uit. Stap voor stap bouw je in groepjes één beeld op, en breek je het weer af zonder dat iemand het merkt.",
        "Voor theatermakers, leerkrachten, en wie thuis te felle lampen heeft.",
      ),
      en: text(
        "Light Lab for Beginners",
        "Six lamps, four gels and one fader: learn to look before you light.",
        "Ilse Vandoorn starts with everything off. In small groups you build a single picture, step by step, and then take it down without anybody noticing.",
        "For makers, teachers, and people whose lamps at home are too bright.",
      ),
    },
    lineup: [by("ilse", "teaching")],
    tags: ["licht", "techniek"],
    prices: { each: 20 },
    showings: [
      { at: "lichthuis", room: "Atelier", time: "13:30", days: ["tue", "wed"] },
      { at: "weerlicht", room: "Kelder", time: "14:00", days: ["sat", "sun"] },
      { at: "studio_du_canal", room: "Studio 2", time: "10:00", days: ["mon", "wed"] },
    ],
  },
  {
    key: "sing-first",
    category: "workshop",
    minutes: 120,
    texts: {
      en: text(
        "Sing Before You Know the Words",
        "A choir for one afternoon, in languages none of us speak.",
        "We learn four songs by ear: one from the Ardennes, one from the coast, two from wherever the people in the room grew up. Sheet music is banned and so is apologising.",
        "At five we sing them once for whoever is walking past.",
      ),
      fr: text(
        "Chanter avant de savoir les paroles",
        "Un chœur d’un après-midi, dans des langues que personne ici ne parle.",
        "On apprend quatre chansons à l’oreille : une d’Ardenne, une de la côte, deux de là où ont grandi les gens présents. Les partitions sont interdites, les excuses aussi.",
        "À la fin, on les chante une fois pour qui passe dans la rue.",
      ),
    },
    lineup: [by("maya", "teaching"), by("nachtkoor")],
    tags: ["chant", "participatif"],
    prices: "pay-what-you-can",
    showings: [
      { at: "backkitchen", room: "Kitchen", time: "15:00", days: ["sat", "sun"] },
      { at: "sainteaube", room: "Nef", time: "14:30", days: ["sat"] },
      { at: "signalbox", room: "Lever Room", time: "15:00", days: ["sun", "sat"] },
    ],
  },
  {
    key: "radio-poche",
    category: "workshop",
    minutes: 150,
    age_min: 12,
    age_max: 18,
    capacity: 10,
    texts: {
      fr: text(
        "Fabriquer une radio de poche",
        "Un émetteur dans une boîte d’allumettes : on soude, on parle, on s’entend à l’autre bout de la rue.",
        "Sémaphore apporte les composants et l’autorisation. Chaque duo construit un émetteur d’une portée de quatre-vingts mètres et lui invente un programme.",
        "L’atelier finit par une heure d’antenne, dans le quartier.",
      ),
    },
    lineup: [by("semaphore", "teaching")],
    tags: ["radio", "ados"],
    prices: { each: 8 },
    showings: [
      { at: "hangar", room: "Petite nef", time: "13:30", days: ["wed", "sat"] },
      { at: "manivelle", room: "Petit théâtre", time: "13:30", days: ["wed"] },
      { at: "parallele", room: "Salle 2", time: "13:00", days: ["sat"] },
    ],
  },
  {
    key: "pas-de-bal",
    category: "workshop",
    minutes: 75,
    texts: {
      fr: text(
        "Les pas avant le bal",
        "Polka, mazurka, cercle circassien : une heure et quart pour ne plus regarder ses pieds.",
        "On vient sans partenaire et sans chaussures particulières. On change de danseur toutes les deux minutes ; à la fin on connaît les pas et la moitié de la salle.",
      ),
      nl: text(
        "Passen voor het bal",
        "Polka, mazurka, kringdans: vijf kwartier om niet meer naar je voeten te kijken.",
        "Je komt zonder partner en zonder speciale schoenen. Om de twee minuten wissel je van danser; op het einde ken je de passen en de halve zaal.",
      ),
    },
    lineup: [by("bals", "teaching"), named("Victorine Salange", "accordion")],
    tags: ["bal folk", "initiation"],
    prices: { each: 5 },
    showings: [
      { at: "aubes", room: "Salle des Aubes", time: "19:00", days: ["mon", "thu"], with: ["bals"] },
      { at: "lisieres", room: "Salle haute", time: "18:30", days: ["mon", "tue"] },
      { at: "peilschaal", room: "Loods", time: "19:30", days: ["mon", "tue"] },
    ],
  },
]
