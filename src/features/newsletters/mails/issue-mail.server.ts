import { raw } from "hono/html"
import type { Config } from "#config/config.ts"
import { messagesIn } from "#i18n/catalogues.server.ts"
import type { Messages } from "#i18n/messages.ts"
import { addDays } from "#lib/time.ts"
import { type Rendered, renderMail } from "#mail/layout.ts"
import { dayPart, daysOffPart, headingPart, rowPart } from "#mail/letter-parts.ts"
import { button, type Part, paragraphs } from "#mail/parts.ts"
import { inLanguagePath, paths } from "#web/paths.ts"
import { daysOff } from "../issues/compose.ts"
import type { Issue, IssueEvent } from "../representation.server.ts"

/** Tokens for the links of one mail, which only its reader gets. */
export type IssueLinks = {
  /** Token to manage the newsletter. */
  manage: string
  /** Token to read this issue on the web; undefined for a trial. */
  issue?: string | undefined
}

/**
 * Renders an issue as a mail.
 * @param busy days on which something takes place that the issue does not list
 */
export async function renderIssue(
  config: Pick<Config, "siteName" | "publicUrl">,
  issue: Issue,
  ways: IssueLinks,
  busy: string[] = [],
): Promise<Rendered> {
  const t = messagesIn(issue.language)
  const at = (path: string) => `${config.publicUrl}${inLanguagePath(path, issue.language)}`
  const manage = at(paths.manageNewsletter({ token: ways.manage }))
  const frame = {
    language: issue.language,
    subject: issue.subject,
    preview: previewOf(t, issue),
    head: { line: issue.head, kicker: issue.kicker },
    why: [
      t(`newsletter.why_${issue.frequency}`, { weekday: t.date(issue.from, "weekday") }),
      t("newsletter.untracked"),
    ],
    ways: [
      { label: t("newsletter.change"), url: manage },
      { label: t("newsletter.end"), url: `${manage}#end` },
      ...(ways.issue ? [{ label: t("newsletter.on_the_web"), url: at(paths.newsletter(ways.issue)) }] : []),
    ],
    site: { name: config.siteName, url: config.publicUrl },
  }
  // The heading is a picture; in the plain text, this takes its place.
  return renderMail(frame, await partsOf(t, issue, busy, at(paths.events())), `${issue.kicker} · ${issue.head}`)
}

/**
 * Returns the headers by which mail programs recognise a newsletter and offer to end it.
 * @param manage token to manage the newsletter
 */
export function listHeaders({ publicUrl }: Pick<Config, "publicUrl">, manage: string): Record<string, string> {
  return {
    "List-Id": `<newsletter.${new URL(publicUrl).hostname}>`,
    // RFC 8058: a mail program may unsubscribe with one POST; opening the address only leads to the page.
    "List-Unsubscribe": `<${publicUrl}/api/subscriptions/stop/?token=${manage}>`,
    "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
  }
}

async function partsOf(t: Messages, issue: Issue, busy: string[], agenda: string): Promise<Part[]> {
  const off = daysOff(issue, busy)
  let posters = mostPosters
  const rowOf = (row: IssueEvent, nth: number) => sharedRow(t, row, { isFirst: nth === 0, hasPoster: posters-- > 0 })
  const changes = await Promise.all(issue.changes.map(rowOf))
  const days = await Promise.all(
    issue.days.map(async ({ date, events }) => {
      const between = off.get(date)
      return [
        ...(between
          ? [daysOffPart(between.map((day) => Number(day.slice(8))).join(", "), t("newsletter.day_off"))]
          : []),
        dayPart({
          number: String(Number(date.slice(8))),
          name: t.date(date, "weekday"),
          near:
            date === issue.from
              ? t("newsletter.today")
              : date === addDays(issue.from, 1)
                ? t("newsletter.tomorrow")
                : undefined,
          text: t.date(date, "long"),
        }),
        ...(await Promise.all(events.map(rowOf))),
      ]
    }),
  )
  return [
    ...paragraphs([issue.opening], "lead"),
    ...(changes.length > 0 ? [headingPart(t("newsletter.changes")), ...changes] : []),
    ...days.flat(),
    ...(issue.more > 0 ? paragraphs([t("newsletter.more", { count: issue.more })], "read") : []),
    button({ label: t("newsletter.whole_agenda"), url: agenda }),
  ]
}

/** Most rows with a poster, about 9 KB each: the mail then weighs at most a quarter of a megabyte. */
const mostPosters = 16

/** Returns the text that mail programs show beside the subject: the first titles. */
function previewOf(t: Messages, { changes, days }: Issue) {
  const titles = [...changes, ...days.flatMap(({ events }) => events)].slice(0, 4).map(({ title }) => title)
  return titles.length > 0 ? t.list(titles) : ""
}

/**
 * Most rendered rows in the cache, which many newsletters share. The key is everything a row shows, so it is never stale. A
 * row takes about 10 KB with its poster, so the cache at most about 20 MB.
 */
const mostRows = 2000
const rows = new Map<string, Promise<Part>>()

function sharedRow(t: Messages, row: IssueEvent, how: { isFirst: boolean; hasPoster: boolean }): Promise<Part> {
  const key = `${t.language} ${JSON.stringify([how, row])}`
  let part = rows.get(key)
  if (part) rows.delete(key)
  else {
    part = makeRow(t, row, how)
    part.catch(() => rows.delete(key))
  }
  // Most recently used rows are last; the oldest one is evicted.
  rows.set(key, part)
  const oldest = rows.keys().next().value
  if (rows.size > mostRows && oldest !== undefined) rows.delete(oldest)
  return part
}

async function makeRow(
  t: Messages,
  row: IssueEvent,
  { isFirst, hasPoster }: { isFirst: boolean; hasPoster: boolean },
): Promise<Part> {
  const hour = row.all_day || !row.start ? "" : t.time(row.start)
  const isChange = row.change !== null
  const when = isChange && row.start ? [t.date(row.start, "short"), hour].filter(Boolean).join(" · ") : hour
  const part = await rowPart(
    {
      title: row.title,
      lang: row.lang ?? undefined,
      url: row.url ?? undefined,
      when: when || (row.all_day && !isChange ? t("newsletter.all_day") : ""),
      place: row.place ?? undefined,
      category: row.category ? { name: row.category, words: t(`ui.category_${row.category}`) } : undefined,
      change: row.change ?? undefined,
      isOff: row.is_off,
      answer: row.answer
        ? {
            words: `${row.answer === "confirmed" ? "✓" : "★"} ${t(`newsletter.answer_${row.answer}`)}`,
            isComing: row.answer === "confirmed",
          }
        : undefined,
      poster: hasPoster
        ? {
            id: row.uid,
            title: row.title,
            ink: row.category ?? "other",
            roll: row.poster_roll,
            // Only the number of the day: the same picture serves every language.
            ...(row.start ? { day: String(Number(row.start.slice(8, 10))) } : {}),
            ...(row.strip && row.is_off ? { stamp: row.strip } : {}),
          }
        : undefined,
    },
    isFirst,
  )
  // Store the rendered text, so that reusing the row costs nothing.
  return { ...part, html: raw(String(await part.html)) }
}
