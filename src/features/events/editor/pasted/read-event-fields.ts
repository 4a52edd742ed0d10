import { pickedFields } from "#features/actors/picked.ts"
import { escapeHtml } from "#lib/text/escape-html.ts"
import type { WriteAnswer } from "#web/api.ts"
import { type Fields, plainTextOf } from "#web/editing/edit-values.ts"
import type { Event } from "../../event.ts"
import { eventOf } from "../form/form-event.ts"
import { fieldsOfEvent } from "../form/form-values.ts"
import { fieldsAmong, type Group, type Proposal } from "./groups.ts"
import { lineupProposal, textProposal } from "./line-fields.ts"

export type Reading = WriteAnswer<"POST", "/api/imports/readings/">
/** An event read from a page elsewhere. */
export type ReadEvent = Reading["events"][number]

type Around = {
  /** The address that was read. */
  url: string
  current: Fields
  /** `2026-11-22`: of several dates, past ones are left out. */
  today: string
}

/** Returns the form fields of an event read elsewhere, group by group; the address it came from goes into the description. */
export function readEventProposals(event: ReadEvent, { url, current, today }: Around): Proposal[] {
  const coming = event.occurrences.filter(({ start }) => start.slice(0, 10) >= today)
  const whole = fieldsOfEvent({
    ...eventOf({}, { uid: "", event: null, pages: [], images: [] }),
    ...event,
    occurrences: coming.length > 0 ? coming : event.occurrences,
    category: event.category ?? "other",
  } as Event)
  const main = event.language
  const group = (group: Group, names: readonly string[], more: Fields = {}): Proposal[] => {
    const fields = { ...fieldsAmong(whole, names), ...more }
    return Object.values(fields).some(Boolean) ? [{ group, names, fields }] : []
  }
  const description = event.description?.[main] ?? ""
  const source = (event.url ?? url).replace(/^webcal:/i, "https:")
  const link = `<p><a href="${escapeHtml(source)}">${escapeHtml(new URL(source).host)}</a></p>`
  return [
    {
      group: "title",
      names: ["title", "summary", "language"],
      fields: titleFields(whole),
      words: whole[`title.${main}`] ?? "",
    },
    ...group("dates", ["dates", "all_day", "repeats", "timezone"], withoutIds(whole)).map((one) => ({
      ...one,
      fields: withoutIds(one.fields),
    })),
    ...group("doors", ["doors"]),
    ...placeProposal(event, whole),
    ...group("category", ["category"]).filter(() => event.category !== null),
    ...group("prices", ["prices", "age", "capacity"]),
    ...group("link", ["ticket_url"]),
    ...lineupProposal(
      event.lineup.map(({ name }) => name),
      current,
    ),
    textProposal(`${description}${link}`, plainTextOf(description) || source, current, main),
  ]
}

function titleFields(whole: Fields): Fields {
  return fieldsAmong(whole, ["title", "summary", "language"])
}

/** Removes the ids dates have elsewhere, and marks the time zone as read instead of proposed. */
function withoutIds(fields: Fields): Fields {
  const dates = fieldsAmong(fields, ["dates", "all_day", "timezone"])
  return {
    ...Object.fromEntries(Object.entries(dates).filter(([name]) => !name.endsWith(".id"))),
    "timezone.proposed": "",
  }
}

function placeProposal({ place, location, mode, online_url }: ReadEvent, whole: Fields): Proposal[] {
  if (!place && !location && !online_url) return []
  const address = fieldsAmong(whole, ["location"])
  return [
    {
      group: "place",
      names: ["place", "room", "location", "mode", "online_url"],
      fields: {
        ...(place ? {} : { ...address, "location.name": "" }),
        ...(place ? pickedFields("place", place) : pickedFields("place", null)),
        ...(!place && location?.name ? { "place.text": location.name } : {}),
        mode,
        online_url: online_url ?? "",
      },
    },
  ]
}
