import { plain } from "#features/actors/picked.ts"
import type { Actor } from "#features/actors/actor.ts"
import { escapeHtml } from "#lib/text/escape-html.ts"
import { addDays } from "#lib/time.ts"
import type { Fields } from "#web/editing/edit-values.ts"
import { clockAfter } from "../form/form-dates.ts"
import { pickedRows } from "../form/form-values.ts"
import type { Proposal } from "./groups.ts"
import { placeKey } from "./read-names.ts"
import type { PastedReading } from "./pasted-line.ts"

type Around = {
  /** Current fields of the form. */
  current: Fields
  /** Language of the title. */
  main: string
  /** Usual length of the viewer's events in minutes. */
  usual: number | null
  /** The page of the place, when it has one. */
  place: Pick<Actor, "fid" | "name" | "type"> | undefined
}

/** Returns the form fields for a pasted line, group by group; text that was not recognised goes to the description. */
export function lineProposals(pasted: PastedReading, { current, main, usual, place }: Around): Proposal[] {
  const { title, doors, link, lineup, rest } = pasted
  return [
    ...(title ? [{ group: "title" as const, names: [`title.${main}`], fields: { [`title.${main}`]: title } }] : []),
    ...datesProposal(pasted, current, usual),
    ...(doors ? [{ group: "doors" as const, names: ["doors"], fields: { doors } }] : []),
    ...placeProposal(pasted, place),
    ...pricesProposal(pasted),
    ...(link ? [{ group: "link" as const, names: ["ticket_url"], fields: { ticket_url: link } }] : []),
    ...lineupProposal(lineup, current),
    ...(rest.length > 0
      ? [textProposal(rest.map((line) => paragraph(line)).join(""), rest.join(" · "), current, main)]
      : []),
  ]
}

function datesProposal({ dates, isAllDay, hours }: PastedReading, current: Fields, usual: number | null): Proposal[] {
  const names = ["dates", "all_day", "repeats"]
  const begun = current["dates.0.start"] ?? ""
  const rowOf = (row: number, { start = begun, end }: { start?: string; end?: string }, date: string): Fields => {
    const typed = row === 0 ? current["dates.0.end"] : undefined
    const until =
      end ?? (typed && typed > start ? typed : usual === null || !start ? undefined : clockAfter(start, usual))
    const isNextDay = until !== undefined && start !== "" && until <= start
    return {
      [`dates.${row}.date`]: date,
      [`dates.${row}.start`]: start,
      [`dates.${row}.end`]: until ?? "",
      [`dates.${row}.end_date`]: isNextDay && date ? addDays(date, 1) : "",
    }
  }
  if (dates.length === 0) {
    if (!hours) return []
    const rest = Object.fromEntries(
      Object.entries(current).filter(([name]) => /^(?:dates\.|all_day$|repeats$)/.test(name) && name !== "all_day"),
    )
    return [{ group: "dates", names, fields: { ...rest, ...rowOf(0, hours, current["dates.0.date"] ?? "") } }]
  }
  const contradiction = dates.find(({ contradicted }) => contradicted !== undefined)
  const rows = dates.map((one, row) => ({
    ...rowOf(row, isAllDay ? { start: "", end: "" } : one, one.date),
    ...(one.last ? { [`dates.${row}.end_date`]: one.last } : {}),
  }))
  return [
    {
      group: "dates",
      names,
      fields: Object.assign(isAllDay ? { all_day: "on" } : {}, ...rows) as Fields,
      ...(contradiction?.contradicted
        ? { contradicted: { date: contradiction.date, weekday: contradiction.contradicted } }
        : {}),
    },
  ]
}

function placeProposal(pasted: PastedReading, page: Around["place"]): Proposal[] {
  if (!pasted.place && !page) return []
  const address = {
    ...(pasted.street ? { "location.street": pasted.street } : {}),
    ...(pasted.postalCode ? { "location.postal_code": pasted.postalCode } : {}),
    ...(pasted.locality ? { "location.locality": pasted.locality } : {}),
  }
  const name = page?.name ?? pasted.place ?? ""
  return [
    {
      group: "place",
      names: ["place", "room", "location.name", "location.street", "location.postal_code", "location.locality"],
      fields: {
        place: page?.fid ?? "",
        "place.text": name,
        "place.type": page ? "place" : "",
        // A place with a page has its address there.
        ...(page ? {} : address),
      },
    },
  ]
}

function pricesProposal({ prices }: PastedReading): Proposal[] {
  if (prices.length === 0) return []
  const fields = prices.map(({ kind, amount, currency, label }, row) => ({
    [`prices.${row}.label`]: label ?? "",
    [`prices.${row}.amount`]: amount === undefined ? "" : String(amount),
    [`prices.${row}.currency`]: currency ?? "EUR",
    [`prices.${row}.kind`]: kind,
  }))
  return [{ group: "prices", names: ["prices"], fields: Object.assign({}, ...fields) as Fields }]
}

/** Adds names to the line-up, after the existing ones. */
export function lineupProposal(names: readonly string[], current: Fields): Proposal[] {
  const there = pickedRows(current, "lineup")
  const added = names.filter((name) => !there.some((one) => plain(one.name) === plain(name)))
  if (added.length === 0) return []
  const first = Math.max(-1, ...there.map(({ row }) => row)) + 1
  const kept = Object.fromEntries(
    Object.entries(current).filter(([name]) =>
      there.some(({ row }) => name === `lineup.${row}` || name.startsWith(`lineup.${row}.`)),
    ),
  )
  const rows = added.map((name, at) => ({
    [`lineup.${first + at}`]: "",
    [`lineup.${first + at}.text`]: name,
    [`lineup.${first + at}.type`]: "",
  }))
  return [
    { group: "lineup", names: ["lineup"], fields: Object.assign(kept, ...rows) as Fields, words: added.join(", ") },
  ]
}

/** Adds a text below the existing description. */
export function textProposal(html: string, words: string, current: Fields, main: string): Proposal {
  const name = `description.${main}`
  const isMarkdown = current[`${name}.format`] === "markdown"
  const there = current[name]?.trim() ?? ""
  // Text typed before the rich-text editor has loaded is Markdown, and stays so.
  const isPlain = isMarkdown && there !== ""
  return {
    group: "text",
    names: [name],
    fields: isPlain
      ? { [name]: `${there}\n\n${words}`, [`${name}.format`]: "markdown" }
      : { [name]: `${isMarkdown || /^<p>(?:<br ?\/?>)?<\/p>$/.test(there) ? "" : there}${html}` },
    words,
  }
}

function paragraph(line: string): string {
  return `<p>${escapeHtml(line).replaceAll("\n", "<br>")}</p>`
}

/**
 * Returns the place of a search that has this name, when only one has. When several have, returns the one in the named town,
 * otherwise the one with exactly this spelling: « Hangar des Vents » beside « Le Hangar des Vents ». When none has, returns the
 * only one of the viewer's venues that people call so for short: « Vooruit » for « Kunstencentrum Vooruit ».
 */
export function placeNamed<Place extends Pick<Actor, "name" | "location">, Venue extends Pick<Actor, "name">>(
  found: readonly Place[],
  name: string,
  locality: string | undefined,
  venues: readonly Venue[] = [],
): Place | Venue | undefined {
  const same = found.filter((one) => placeKey(one.name) === placeKey(name))
  if (same.length === 1) return same[0]
  if (same.length === 0) {
    const called = placesPartlyNamed(venues, name)
    return called.length === 1 ? called[0] : undefined
  }
  const these = same.filter((one) =>
    locality ? plain(one.location?.locality ?? "") === plain(locality) : plain(one.name) === plain(name),
  )
  return these.length === 1 ? these[0] : undefined
}

/** Returns the places whose name contains this one as whole words. */
export function placesPartlyNamed<Place extends Pick<Actor, "name">>(places: readonly Place[], name: string): Place[] {
  const key = placeKey(name)
  return key.length < shortestName ? [] : places.filter((one) => ` ${placeKey(one.name)} `.includes(` ${key} `))
}

/** Shorter words may be anything. */
const shortestName = 4
