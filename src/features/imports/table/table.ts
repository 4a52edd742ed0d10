import type { OccurrenceDraft } from "#features/events/draft.ts"
import { dateAt } from "#lib/time.ts"
import { categoryOf } from "../categories/category.ts"
import { coordinatesIn, coordinatesOf, locationOf, venueIn, zoneOfCountry } from "../places/location.ts"
import { whereaboutsIn } from "../places/online.ts"
import { pictureAt } from "../reading/picture.ts"
import { freeIn, pricesIn } from "../reading/prices.ts"
import { digestOf, type ImportedEvent, type ReadOptions, unreadable } from "../reading/record.ts"
import { countryOf } from "../places/region-names.ts"
import { descriptionOf, guessLanguage, lineOf, statusInTitle, tagsOf, textOf, urlOf } from "../reading/text.ts"
import { checkYears, clockOf, endAfter, timeOf } from "../reading/times.ts"

// Column names in French, Dutch and English (compared without accents, case or punctuation), and those of known data sets of
// cities. The first column that matches a field is used.
const synonyms = {
  id: "id uid uuid identifier identifiant recordkey zserverid zpk guid eventid",
  title:
    "title titre titel name nom naam zname intitule evenement event summary omschrijvingkort nomdelevenement onderwerp",
  description:
    "description omschrijving beschrijving zomschrijving descriptif presentationprojet longdescription details",
  start:
    "start startdate starttijd startdatetime starttime datedebut debut datedebut begin begindatum begintijd startdatum dtstart firstdate datedebutevenement",
  end: "end enddate eindtijd enddatetime endtime datefin fin einde einddatum dtend lastdate",
  date: "date datum jour dag day zdatum",
  startTime: "heure heuredebut uur beginuur startuur zstartuur time hour starthour van",
  endTime: "heurefin einduur endhour tot",
  period: "zperiode horaire horaires uren uurregeling",
  place: "place lieu plaats venue location locatie zloc salle zaal lieupresentation nomdulieu locationname",
  address: "address adresse adres addresse adressepostale locationaddress",
  street: "street rue straat streetaddress",
  houseNumber: "huisnr huisnummer housenumber numero streetnumber nummer",
  postalCode: "postalcode codepostal postcode zip cp",
  locality: "city ville commune gemeente stad locality town localite",
  country: "country pays land countrycode",
  lat: "lat latitude zlat y",
  lon: "lon lng long longitude zlon x",
  point: "geo geopoint coordinates coordonnees geocodagexy latlon latlng",
  price: "price prix prijs tarif tarifs zprijs cost prijzen",
  priceDetail: "detailtarif detailtarifs tarifdetail detailsprix conditionstarifaires priceinfo prijsinfo",
  free: "free gratuit gratis zgratis",
  category: "category categorie type zcat genre disciplineprojet discipline rubriek",
  tags: "tags keywords motscles trefwoorden labels",
  image: "image imageurl afbeelding photo foto affiche poster visuel picture",
  imageCredit: "imagecredits imagecredit creditphoto credits fotograaf photographer",
  url: "url link lien website site web siteweb zurl canonicalurl",
  ticket: "tickets ticketurl billetterie reservation reservatie ticketing",
  status: "status statut etat",
  organizer: "organizer organisateur organisator nomstructure",
} as const
export type Field = keyof typeof synonyms
const fields = new Map(
  Object.entries(synonyms).flatMap(([field, names]) => names.split(" ").map((name) => [name, field as Field])),
)

function plainName(header: string) {
  const words = header
    .normalize("NFD")
    .replaceAll(/\p{M}/gu, "")
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
  return words.filter((word) => !/^(de|du|des|d|l|la|le|van|het|of|the)$/.test(word)).join("")
}

/** Returns the field of each column: `fields[n]` belongs to `headers[n]`. */
export function fieldsOf(headers: string[]): (Field | undefined)[] {
  const taken = new Set<Field>()
  return headers.map((header) => {
    const field = fields.get(plainName(header))
    if (!field || taken.has(field)) return undefined
    taken.add(field)
    return field
  })
}

/** Checks that events can be read from these columns; throws the reason when not. */
export function checkFields(known: (Field | undefined)[]) {
  if (!known.includes("start") && !known.includes("date")) unreadable("no_date_column")
  if (!known.includes("title")) unreadable("no_title_column")
}

/** Maps one row to an event here. `scope` separates the ids of one list from those of another. */
export function fromTable(row: Partial<Record<Field, unknown>>, scope: string, options: ReadOptions): ImportedEvent {
  const title = lineOf(row.title, 300) ?? unreadable("no_title")
  const language =
    options.language ?? guessLanguage(`${title} ${textOf(row.description) ?? ""}`) ?? options.usualLanguage ?? "fr"
  const country = countryOf(row.country)
  const timezone = zoneOfCountry(country) ?? options.timezone
  const point = coordinatesIn(row.point) ?? coordinatesOf(row.lat, row.lon)
  const whereabouts = whereaboutsIn(row.place)
  const hasAddress = row.address ?? row.street ?? row.postalCode ?? row.locality
  const location = hasAddress
    ? locationOf({
        name: lineOf(whereabouts.place, 200),
        address: row.address,
        street: [row.street, row.street && row.houseNumber].map((each) => lineOf(each, 250) ?? "").join(" "),
        postal_code: row.postalCode,
        locality: row.locality,
        country: row.country,
        point,
      })
    : venueIn(whereabouts.place, point, row.country)
  const { occurrences, all_day } = occurrencesOf(row, timezone)
  const told = lineOf(row.category, 100)
  const tags = tagsOf([row.tags, told?.replaceAll(/\s*>\s*/g, ", ")])
  const isFree = /^(1|true|oui|ja|yes|gratuit|gratis|free)$/i.test(textOf(row.free) ?? "")
  const prices = pricesIn(row.priceDetail, row.price)
  const found = prices.length > 0 ? prices : isFree ? [{ free: true, amount: 0 }] : freeIn(row.description)
  const status = lineOf(row.status, 40)
  const id = lineOf(row.id, 300)

  return {
    external_id: id
      ? `${scope}:${id}`
      : `${scope}:${digestOf([title, row.date ?? row.start, clockIn(row), location?.name])}`,
    url: urlOf(row.url),
    language,
    title: { [language]: title },
    description: described(row.description, language),
    category: categoryOf({
      kinds: [told],
      tags,
      title,
      text: textOf(row.description),
      venue: location?.name,
      language,
    }),
    tags,
    timezone,
    all_day,
    occurrences,
    status: statusInTitle(title) ?? statusInTitle(status ?? "") ?? "scheduled",
    mode: whereabouts.mode,
    online_url: whereabouts.online_url ?? null,
    location: whereabouts.mode === "online" ? null : (location ?? null),
    prices: found,
    ticket_url: urlOf(row.ticket) ?? null,
    picture: pictureAt(row.image, { credit: row.imageCredit }),
    workflow: "published",
  }
}

function described(value: unknown, language: string) {
  const text = descriptionOf(value)
  return text ? { [language]: text } : {}
}

/** Returns the cell with the clock time of the start: beside "Datum", "Begin" holds the time. */
function clockIn(row: Partial<Record<Field, unknown>>): unknown {
  return row.startTime ?? (row.date === undefined ? undefined : row.start)
}

function occurrencesOf(
  row: Partial<Record<Field, unknown>>,
  timezone: string,
): { occurrences: OccurrenceDraft[]; all_day: boolean } {
  const begin = textOf(row.date ?? row.start) ?? unreadable("no_start")
  const day = dayOf(begin, timezone)
  const clock = clockOf(clockIn(row))
  const start =
    timeOf(day && clock ? `${day} ${clock}` : (day ?? begin), timezone) ??
    unreadable("start_unclear", { value: begin.slice(0, 60) })

  const stops = clockOf(row.endTime ?? row.end) ?? clockOf(spanEnd.exec(textOf(row.period) ?? "")?.[1])
  const told = stops ? timeOf(`${dateAt(start.at, timezone)} ${stops}`, timezone) : timeOf(row.end, timezone)
  const until = told && start.dateOnly && told.dateOnly ? new Date(told.at.getTime() + 86_400_000) : told?.at
  const end = until && told?.dateOnly && !start.dateOnly ? null : endAfter(start.at, until, timezone)
  checkYears(start.at, end)
  return { occurrences: [{ starts_at: start.at, ends_at: end }], all_day: start.dateOnly }
}

// "Van 14:00 tot 17:00", "de 14h à 17h30"
const spanEnd = /\d{1,2}\s*[:hu.]\s*\d{0,2}\s*(?:tot|à|to|-|–|until|jusqu\S+)\s*(\d{1,2}\s*[:hu.]\s*\d{0,2})/i

/** Returns the day of a date cell that has no clock time; Unix seconds (of local midnight) are read too. */
function dayOf(value: string, timezone: string): string | undefined {
  if (/^\d{9,10}$/.test(value)) return dateAt(new Date(Number(value) * 1000), timezone)
  const told = timeOf(value, timezone)
  return told?.dateOnly ? dateAt(told.at, timezone) : undefined
}
