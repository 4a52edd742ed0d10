import { Hono } from "hono"
import { placeOf, titleOf } from "#features/events/ui/event-words.ts"
import { fileAnswer } from "#http/files/file-answers.ts"
import type { HeavyWork } from "#http/limits/heavy-work.ts"
import { type FeedEntry, feedKind, feedPieces } from "#http/files/web-feeds.ts"
import type { World } from "#http/world.ts"
import { messagesIn } from "#i18n/catalogues.server.ts"
import { inLanguage, languages } from "#i18n/languages.ts"
import type { Messages } from "#i18n/messages.ts"
import { escapeHtml } from "#lib/text/escape-html.ts"
import { feedFormats } from "#web/feed-formats.ts"
import { inLanguagePath, languageOfPrefix, paths, search, withoutPrefix } from "#web/paths.ts"
import type { Activity } from "./activity.ts"
import { feedRequest, readFeed, writeFeed } from "./feed.ts"
import { listActivities } from "./queries.server.ts"
import { activityWords } from "./ui/activity-words.ts"

/** Most entries in a feed: the newest. */
const most = 100

/** Serves `/activities/feed.atom`, `.rss` and `.json`, with the same query parameters as the feed page. */
export function activityFeeds({ db, config }: World, work: HeavyWork) {
  const feeds = new Hono()
  const site = { publicUrl: config.publicUrl, name: config.siteName }
  // Feeds do not show the total, so it is not counted.
  const uncounted = async () => ({ total: 0, isEstimate: true })

  for (const prefix of ["", ...languages.map((one) => `/${one}`)])
    for (const format of feedFormats) {
      const language = languageOfPrefix(prefix.slice(1)) ?? "fr"
      feeds.get(prefix + paths.activitiesFeed(format), async (c) => {
        work(c, 1)
        const t = messagesIn(language)
        const query = { ...readFeed(new URL(c.req.url).searchParams), rel: "all" as const, start: 0 }
        const { q, models, types } = filtersOf(query)
        const page = { start: 0, limit: most }
        const { activities } = await listActivities(db, null, { q, models, types }, config, page, uncounted)
        const asked = search(writeFeed(query))
        const head = {
          title: [t("layout.activities"), query.q, site.name].filter(Boolean).join(" — "),
          language,
          url: site.publicUrl + inLanguagePath(paths.activities(), language) + asked,
          source: site.publicUrl + inLanguagePath(paths.activitiesFeed(format), language) + asked,
          site,
          updated: activities[0] && new Date(activities[0].created),
        }
        let body = ""
        for await (const piece of feedPieces(
          format,
          head,
          activities.map((one) => activityEntry(one, site, t)),
        ))
          body += piece
        return fileAnswer(c, body, feedKind(format))
      })
    }
  return feeds
}

/** Returns the filters of the page's API call in the form that the query takes. */
function filtersOf(query: Parameters<typeof feedRequest>[0]) {
  const { q, models, types } = feedRequest(query).parameters as { q?: string; models: string; types: string }
  return { q, models: models.split(",") as Activity["model"][], types: types.split(",") as Activity["type"][] }
}

function activityEntry(activity: Activity, site: { publicUrl: string; name: string }, t: Messages): FeedEntry {
  const { actor, created, id } = activity
  const other = activity.model === "actors.Actor" ? activity.object.name : ""
  const said = activityWords(t, activity, site.name, { name: actor?.name ?? "", other })
  const { name, detail, language, image } = thingOf(activity, t)
  const url = inLanguageOf(activity.object.url, site.publicUrl, t)
  // When the page itself is the object, the sentence already contains its name.
  const isSaid = said.includes(name)
  const at = new Date(created)
  const words = [said, detail].filter(Boolean).map((one) => `<p>${escapeHtml(one)}</p>`)
  return {
    id: `tag:${new URL(site.publicUrl).hostname},2026:activities/${id}`,
    title: isSaid ? said : [said, name].join(" — "),
    language: language ?? t.language,
    url,
    html:
      (image ? `<p><img src="${escapeHtml(image)}" alt="" /></p>` : "") +
      words.join("") +
      `<p><a href="${escapeHtml(url)}">${escapeHtml(name)}</a></p>`,
    published: at,
    updated: at,
    authors: actor
      ? [{ name: actor.name, url: site.publicUrl + inLanguagePath(paths.actor(actor.fid), t.language) }]
      : [],
    tags: [],
    image,
  }
}

type Thing = { name: string; detail: string; language?: FeedEntry["language"]; image?: string | undefined }

function thingOf(activity: Activity, t: Messages): Thing {
  switch (activity.model) {
    case "contents.Event": {
      const event = activity.object
      const { name, city } = placeOf(t, { ...event, lineup: [] })
      const date = event.next ?? event
      const when = event.all_day ? t.date(date.start, "full") : `${t.date(date.start, "full")}, ${t.time(date.start)}`
      const state = event.status === "cancelled" || event.next?.status === "cancelled" ? t("ui.status_cancelled") : ""
      return {
        name: titleOf(t, event).text,
        detail: [state, when, name, city].filter(Boolean).join(", "),
        language: inLanguage(event.title, t.language, event.language).language,
        image: event.images[0]?.url,
      }
    }
    case "actors.Actor": {
      const { name, summary, language, avatar } = activity.object
      return { name, detail: inLanguage(summary, t.language, language).text, image: avatar?.url }
    }
    case "documents.Document":
      return { name: activity.object.title, detail: activity.object.summary ?? "" }
    default:
      return { name: activity.object.name, detail: activity.object.summary ?? "" }
  }
}

/** Adds the prefix of the language to an address of this site; others are returned unchanged. */
function inLanguageOf(address: string, publicUrl: string, t: Messages): string {
  if (!address.startsWith(`${publicUrl}/`)) return address
  return publicUrl + inLanguagePath(withoutPrefix(address.slice(publicUrl.length)).path, t.language)
}
