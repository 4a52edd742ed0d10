// Months and weekdays as they are written in French, English and Dutch, in small letters without accents.

const monthNames = [
  "janvier janv jan january januari",
  "fevrier fevr fev february februari febr feb",
  "mars mar march maart mrt",
  "avril avr april apr",
  "mai may mei",
  "juin jun june juni",
  "juillet juill juil july juli jul",
  "aout aou august augustus aug",
  "septembre september sept sep",
  "octobre october oktober oct okt",
  "novembre november nov",
  "decembre december dec",
]
const dayNames = [
  "lundi monday maandag",
  "mardi tuesday dinsdag",
  "mercredi wednesday woensdag",
  "jeudi thursday donderdag",
  "vendredi friday vrijdag",
  "samedi saturday zaterdag",
  "dimanche sunday zondag",
]
/** Words of their own, too: they name a day only where a date follows. */
const shortDayNames = [
  "lun mon maa ma",
  "mar tue tues din di",
  "mer wed woe wo",
  "jeu thu thur thurs don do",
  "ven fri vrij vr",
  "sam sat zat za",
  "dim sun zon zo",
]

const numbered = (lists: readonly string[]) =>
  new Map(lists.flatMap((list, at) => list.split(" ").map((name) => [name, at + 1] as const)))

/** Their number, from 1. */
export const months = numbered(monthNames)
/** Their number, from 1 for Monday. */
export const weekdays = numbered(dayNames)
/** The same, shorter ones with them. */
export const allWeekdays = new Map([...weekdays, ...numbered(shortDayNames)])
