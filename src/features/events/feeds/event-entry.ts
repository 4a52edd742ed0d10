import { inLanguage } from "#i18n/languages.ts"
import type { Messages } from "#i18n/messages.ts"
import { escapeHtml } from "#lib/text/escape-html.ts"
import { plainText } from "#lib/text/html.ts"
import type { FeedEntry } from "#http/files/web-feeds.ts"
import { inLanguagePath, paths } from "#web/paths.ts"
import type { Event } from "../event.ts"
import { endOf } from "../ui/event-words.ts"

type Site = { publicUrl: string; timezone: string }

/** Most dates listed in an entry; the event's page lists all of them. */
const mostDates = 12
/** A longer text (in characters of HTML) is cut. */
const longestText = 10_000

/**
 * Formats an event as an entry of a feed. The title alone tells when, where and whether it takes place. It has the first and last
 * date instead of the next, so that it does not change as time passes.
 */
export function eventEntry(event: Event, publishedAt: Date, site: Site, t: Messages): FeedEntry {
  const title = inLanguage(event.title, t.language, event.language)
  const summary = inLanguage(event.summary, t.language, event.language).text
  const url = site.publicUrl + inLanguagePath(paths.event(event.id), t.language)
  const image = event.images[0]?.url ?? cardOf(event, site)
  return {
    id: `urn:uuid:${event.uid}`,
    title: `${stateOf(t, event)}${title.text} — ${[whenOf(t, event), whereOf(t, event)].filter(Boolean).join(", ")}`,
    language: title.language,
    url,
    summary: summary || undefined,
    html: htmlOf(t, event, { url, image, alt: event.images[0]?.alt ?? title.text, summary, site }),
    published: publishedAt,
    // An edit made while the event was a draft does not make it newer than its publication.
    updated: new Date(Math.max(Date.parse(event.updated), publishedAt.getTime())),
    authors: event.organizers.map(({ name, fid }) => ({
      name,
      url: site.publicUrl + inLanguagePath(paths.actor(fid), t.language),
    })),
    tags: [t(`ui.category_${event.category}`), ...event.tags],
    image,
  }
}

function cardOf({ id, updated }: Event, { publicUrl }: Site) {
  return `${publicUrl}${paths.eventCard(id)}?v=${Date.parse(updated).toString(36)}`
}

/** Returns « [Annulé] » or another status, to precede the title of an event that differs from its plan. */
function stateOf(t: Messages, { status, occurrences }: Event): string {
  const isOff = status === "cancelled" || (occurrences.length > 0 && occurrences.every(isCancelled))
  if (isOff) return `[${t("ui.status_cancelled")}] `
  return status === "scheduled" ? "" : `[${t(`ui.status_${status}`)}] `
}

function isCancelled({ status }: Event["occurrences"][number]) {
  return status === "cancelled"
}

/** Returns « ven. 21 nov. 2026, 20:30 », « sam. 21 nov. 2026 – dim. 6 déc. 2026 » */
function whenOf(t: Messages, { occurrences, start, end, all_day }: Event): string {
  const held = occurrences.filter((one) => !isCancelled(one))
  const dates = held.length > 0 ? held : occurrences.length > 0 ? occurrences : [{ start, end }]
  const [first, last] = [dates[0]?.start ?? start, dates.at(-1)?.start ?? start]
  const day = t.date(first, "shortYear")
  if (last.slice(0, 10) !== first.slice(0, 10)) return `${day} – ${t.date(last, "shortYear")}`
  return all_day ? day : `${day}, ${t.time(first)}`
}

function whereOf(t: Messages, { place, location, mode }: Event): string {
  const name = place?.name ?? location?.name
  const words = [name, location?.locality === name ? "" : location?.locality].filter(Boolean).join(", ")
  return words || (mode === "online" ? t("ui.online") : "")
}

type Said = { url: string; image: string; alt: string; summary: string; site: Site }

/** Returns a short version of the page as HTML; descriptions were sanitised when they were stored. */
function htmlOf(t: Messages, event: Event, { url, image, alt, summary, site }: Said): string {
  const description = inLanguage(event.description ?? {}, t.language, event.language).text
  const state = event.status === "scheduled" ? "" : t(`events.status_${event.status}`)
  const { place, room, location } = event
  const street = [location?.postal_code, location?.locality].filter(Boolean).join(" ")
  const address = [place?.name ?? location?.name, room?.name, location?.street, street].filter(Boolean).join(", ")
  const who = event.lineup.slice(0, 40).map(({ name }) => name)
  return [
    `<p><img src="${escapeHtml(image)}" alt="${escapeHtml(alt)}" /></p>`,
    paragraph([state, event.status_reason].filter(Boolean).join(" ")),
    `<p>${datesOf(t, event, site).map(escapeHtml).join("<br />")}</p>`,
    paragraph(address || (event.mode === "online" ? t("ui.online") : "")),
    paragraph(who.join(", ")),
    paragraph(summary),
    description.length > longestText
      ? paragraph(
          `${plainText(description.slice(0, longestText))
            .slice(0, longestText / 2)
            .toWellFormed()}…`,
        )
      : description,
    event.ticket_url ? link(event.ticket_url, t("events.tickets")) : "",
    link(url, url),
  ].join("")
}

/** Returns each date on a line, in wall-clock time at the venue; a zone other than the site's is named. */
function datesOf(t: Messages, event: Event, site: Site): string[] {
  const { occurrences, start, end, all_day, timezone } = event
  const dates = occurrences.length > 0 ? occurrences : [{ start, end, status: "scheduled" as const }]
  const zone = all_day || timezone === site.timezone ? "" : ` (${timezone.split("/").at(-1)?.replaceAll("_", " ")})`
  const told = dates.slice(0, mostDates).map((one) => {
    const until = endOf(t, event, one)
    const hours = all_day ? [] : [t.time(one.start)]
    const words = [t.date(one.start, "full"), ...hours].join(", ") + (until ? ` – ${until}` : "") + zone
    if (one.status !== "cancelled") return words
    const reason = "status_reason" in one && one.status_reason ? ` (${one.status_reason})` : ""
    return `${words} — ${t("ui.status_cancelled")}${reason}`
  })
  const more = dates.length - told.length
  return more > 0 ? [...told, t("share.more_dates", { count: more })] : told
}

function paragraph(text: string) {
  return text && `<p>${escapeHtml(text)}</p>`
}

function link(address: string, words: string) {
  return `<p><a href="${escapeHtml(address)}">${escapeHtml(words)}</a></p>`
}
