import { by, type Credit, type Production, text } from "./production.ts"
import type { Day } from "./production.ts"

/** How long an exhibition runs, counted from today, and its opening hours. */
export type Run = {
  /** The first day it may open, in days from today. */
  from: number
  weeks: number
  opens: Day[]
  hours: [string, string]
  /** Hours of the opening evening, if there is one. */
  opening?: [string, string]
  /** Stored as a rule (RFC 5545), so that calendars show it as one. */
  isRule?: true
}
export type Exhibition = Omit<Production, "minutes" | "showings"> & { at: string; room?: string; run: Run }

const alone = (actor: string, role: Parameters<typeof by>[1]): Credit[] => [by(actor, role)]

export const exhibitions: Exhibition[] = [
  {
    key: "silence",
    category: "exhibition",
    at: "entresol",
    room: "Entresol",
    run: {
      from: 0,
      weeks: 5,
      opens: ["thu", "fri", "sat", "sun"],
      hours: ["14:00", "18:00"],
      opening: ["18:00", "21:00"],
    },
    texts: {
      fr: text(
        "Cartographie d’un silence",
        "Vingt-deux photographies de salles de réunion, prises juste après.",
        "Syndicats, conseils de fabrique, clubs d’échecs, assemblées de copropriété : Casimir Vauterre entre quand tout le monde est sorti, et laisse l’obturateur ouvert le temps que l’air retombe.",
        "On reconnaît les disputes à la position des chaises. Un plan de la salle, à l’entrée, propose des hypothèses.",
      ),
      en: text(
        "Mapping a Silence",
        "Twenty-two photographs of meeting rooms, taken just afterwards.",
        "Trade unions, parish councils, chess clubs, residents’ associations: Casimir Vauterre walks in when everyone has left and keeps the shutter open until the air has settled.",
        "You can tell the quarrels by the chairs. A floor plan at the entrance offers some theories.",
      ),
    },
    lineup: alone("casimir", "photography"),
    tags: ["photographie"],
    prices: "free",
  },
  {
    key: "draad",
    category: "exhibition",
    at: "lichthuis",
    room: "Atelier",
    run: { from: 2, weeks: 4, opens: ["fri", "sat", "sun"], hours: ["13:00", "18:00"], isRule: true },
    texts: {
      nl: text(
        "Draad, lus, knoop",
        "Een theaterdoek van negentig meter, opnieuw tot draad gemaakt en weer tot beeld.",
        "Greet Winterkoningh haalde het oude voordoek van een gesloten schouwburg uit, steek na steek. Van het fluweel breide ze stoelen, kapstokken, een souffleurshok.",
        "Op zondag haalt ze ter plaatse iets uit. Helpen mag.",
      ),
      fr: text(
        "Fil, boucle, nœud",
        "Un rideau de scène de nonante mètres, redevenu fil, puis redevenu image.",
        "Greet Winterkoningh a défait maille à maille le rideau d’un théâtre fermé. Avec le velours, elle a tricoté des chaises, des patères, un trou de souffleur.",
        "Le dimanche, elle défait quelque chose sur place. On peut aider.",
      ),
      en: text(
        "Thread, Loop, Knot",
        "Ninety metres of stage curtain, turned back into thread and then into pictures.",
        "Greet Winterkoningh unpicked the house curtain of a theatre that had closed, stitch by stitch. From the velvet she knitted chairs, coat hooks and a prompter’s box.",
        "On Sundays she unpicks something on the spot. You may help.",
      ),
    },
    lineup: alone("greet", "textile"),
    tags: ["textiel", "installatie"],
    prices: { full: 5, reduced: 3, neighbour: 0 },
  },
  {
    key: "noir",
    category: "exhibition",
    at: "lisieres",
    room: "Jardin d’hiver",
    run: { from: 19, weeks: 4, opens: ["wed", "sat"], hours: ["12:00", "19:00"] },
    texts: {
      fr: text(
        "Noir sur noir",
        "Vingt ans d’estampes de l’Atelier Basalte, accrochées de la plus sombre à la plus sombre.",
        "Il existe, dit-on à l’atelier, quarante noirs. L’exposition en montre trente-huit et promet les deux autres pour le finissage.",
        "Une presse est installée dans le jardin d’hiver ; on repart avec une épreuve.",
      ),
      nl: text(
        "Zwart op zwart",
        "Twintig jaar prenten van Atelier Basalte, opgehangen van donker naar donkerst.",
        "In het atelier zegt men dat er veertig soorten zwart bestaan. De tentoonstelling toont er achtendertig en belooft de andere twee voor de slotdag.",
        "In de wintertuin staat een pers; je gaat naar huis met een afdruk.",
      ),
    },
    lineup: [by("basalte", "printmaking"), by("agathe", "curating")],
    tags: ["estampe"],
    prices: "free",
  },
  {
    key: "machines",
    category: "exhibition",
    at: "brumes",
    room: "Mezzanine",
    run: { from: 9, weeks: 3, opens: ["wed", "thu", "sat", "sun"], hours: ["14:00", "19:00"] },
    age_min: 5,
    texts: {
      fr: text(
        "Machines à presque rien",
        "Quatorze mécanismes qui font, chacun, une seule petite chose.",
        "L’une souffle une bougie. L’autre la rallume. Une troisième applaudit, mollement. La Cie du Petit Bruit et Lazare Obryk les ont construites avec ce que la peignerie avait laissé.",
        "Tout peut être touché, sauf la machine qui demande qu’on ne la touche pas.",
      ),
    },
    lineup: [by("petitbruit"), by("lazare", "sound")],
    tags: ["machines", "familles"],
    prices: "pay-what-you-can",
  },
  {
    key: "windows",
    category: "exhibition",
    at: "signalbox",
    room: "Platform",
    run: { from: -7, weeks: 1, opens: ["mon", "wed", "thu", "fri", "sat", "sun"], hours: ["11:00", "17:00"] },
    texts: {
      en: text(
        "Night Windows",
        "Sixty drawings of other people’s windows, made from the last train.",
        "Each one took as long as a stop: forty seconds, sometimes a minute if someone was holding the doors. Winifred Askeby-Lund has drawn the same line for nine winters.",
        "Visitors who recognise their own kitchen may take the drawing home.",
      ),
      fr: text(
        "Fenêtres de nuit",
        "Soixante dessins de fenêtres d’autrui, faits depuis le dernier train.",
        "Chacun a duré le temps d’un arrêt : quarante secondes, une minute si quelqu’un retenait les portes. Winifred Askeby-Lund dessine la même ligne depuis neuf hivers.",
        "Qui reconnaît sa cuisine peut emporter le dessin.",
      ),
    },
    lineup: [{ name: "Winifred Askeby-Lund", role: "drawing" }],
    tags: ["drawing"],
    prices: "free",
  },
]
