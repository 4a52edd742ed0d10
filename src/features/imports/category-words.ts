import type { Category } from "#features/events/categories.ts"

// What is said of an event, in French, Dutch and English, and the category it means. The first line that fits wins, so
// the narrower ones stand first: a circus workshop is a workshop, a film for children is for the young.
const words: [Category, string][] = [
  [
    "young",
    "jeune public|jeunesse|enfants?|kids?|children.*|kinder\\w*|kindvoorstelling|familie\\w*|jeugd\\w*|tout-petits|famil(y|iale?s?)|bebes?|peuters?|kleuters?|youngtheatre|family",
  ],
  [
    "workshop",
    "ateliers?|workshops?|stages?|cours|cursus\\w*|masterclass\\w*|lessen|initiations?|courseinstance|training|opleiding|formations?",
  ],
  ["circus", "cirque|circus\\w*|clowns?|acrobat\\w*|jongl\\w*|marionnett\\w*|straattheater|arts de la rue"],
  [
    "exhibition",
    "expo\\w*|exhibition\\w*|tentoonstelling\\w*|vernissages?|visualartsevent|exhibitionevent|galerie|gallery|installations?|photographies?|musees?|museum",
  ],
  [
    "film",
    "cinema\\w*|films?|projections?|screening\\w*|screeningevent|documentaires?|documentary|cine-\\w+|cineconcert|filmvoorstelling|courts? metrages?",
  ],
  ["dance", "danse\\w*|dance\\w*|dans|dansvoorstelling|ballets?|choregraph\\w*|danceevent|tango|bals?|hip hop"],
  [
    "theatre",
    "theatre\\w*|theater\\w*|toneel\\w*|comed\\w*|spectacles? vivants?|humour|cabaret|stand[- ]?up|impro\\w*|one[- ](wo)?man[- ]show|theaterevent|comedyevent|pieces? de theatre|mime|conte(s|ur|use)?|podium\\w*",
  ],
  [
    "music",
    "musi\\w*|concert\\w*|muziek\\w*|opera\\w*|jazz|rock|pop|chorales?|chants?|chanson\\w*|orchestre\\w*|recitals?|dj|rap|folk|blues|metal|electro|techno|hip-hop|orgue|koor|zang\\w*|symphon\\w*|musicevent|optredens?|live music|piano|gospel|fanfares?|quatuor|trio",
  ],
  [
    "talk",
    "conferences?|rencontres?|debats?|lectures?|lezing\\w*|talks?|tables? rondes?|causeries?|colloque|seminaires?|litterature|literatuur|poesie|poezie|dedicaces?|educationevent|literaryevent|businessevent|visites? (guidees?|commentees?)|rondleiding\\w*|geleide bezoeken|debat\\w*|panel|discussion|livres?|auteurs?",
  ],
  [
    "party",
    "fetes?|feest\\w*|part(y|ies)|soirees?|kermesses?|kermis\\w*|carnaval\\w*|carnival|clubbing|fuif\\w*|bals? populaires?|socialevent|foodevent|apero\\w*|reveillon|brocantes?|guinguette|buurtfeest\\w*|disco",
  ],
]
const table = words.map(([category, pattern]) => ({
  category,
  pattern: new RegExp(`(?:^|[^\\p{L}\\p{N}])(?:${pattern})(?=$|[^\\p{L}\\p{N}])`, "u"),
}))

/** The category that keywords, types or a title speak of, the first text that says something deciding; else `other`. */
export function categoryOf(...texts: (string | undefined)[]): Category {
  for (const text of texts) {
    if (!text) continue
    const plain = text.normalize("NFD").replaceAll(/\p{M}/gu, "").toLowerCase().slice(0, 600)
    const found = table.find(({ pattern }) => pattern.test(plain))
    if (found) return found.category
  }
  return "other"
}
