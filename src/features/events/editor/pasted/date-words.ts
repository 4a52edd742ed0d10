// Months and weekdays as written in French, English and Dutch, in lower case without accents.

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
/** These are also words of their own: they name a day only when a date follows. */
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

/** Numbers of months, from 1. */
export const months = numbered(monthNames)
/** Numbers of weekdays, from 1 for Monday. */
export const weekdays = numbered(dayNames)
/** The same with the short names included. */
export const allWeekdays = new Map([...weekdays, ...numbered(shortDayNames)])
