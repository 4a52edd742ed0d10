import { z } from "@hono/zod-openapi"
import { findActor } from "#features/actors/queries.server.ts"
import { isSlug } from "#features/agendas/agenda.ts"
import { findAgenda } from "#features/agendas/queries.server.ts"
import { findEvent } from "#features/events/queries.server.ts"
import { apiApp } from "#http/api-app.ts"
import { call } from "#http/call.ts"
import { detail, invalid, notFound, ok, tagged } from "#http/answers.ts"
import { text } from "#http/input/parameters.ts"
import type { World } from "#http/world.ts"
import { inLanguage, type Language } from "#i18n/languages.ts"
import { refuse } from "#lib/refusal.ts"
import { paths, inLanguagePath, languageOfPrefix, withoutPrefix } from "#web/paths.ts"
import { frameCode, type Look, sizes } from "./snippets.ts"

const pixels = z.coerce.number().int().min(1).max(10_000).optional()

const oembedQuery = z.object({
  url: text(2000).openapi({
    description: "Address of an event, a page or a published list on this instance.",
    example: "https://foyer.example/events/42",
  }),
  maxwidth: pixels,
  maxheight: pixels,
  format: z
    .enum(["json", "xml"])
    .optional()
    .openapi({ description: "Format of the response. `xml` is not offered: it is answered 501 (oEmbed 1.0 §2.3.4)." }),
})

const oembedAnswer = z
  .object({
    version: z.literal("1.0"),
    type: z.literal("rich"),
    title: z.string(),
    provider_name: z.string(),
    provider_url: z.string(),
    cache_age: z.number().int().openapi({ description: "Suggested lifetime of a cached response, in seconds." }),
    html: z.string(),
    width: z.number().int(),
    height: z.number().int(),
    thumbnail_url: z.string().optional(),
    thumbnail_width: z.number().int().optional(),
    thumbnail_height: z.number().int().optional(),
  })
  .openapi("OEmbed")

const oembed = call({
  method: "get",
  path: "/api/oembed/",
  rights: "anyone",
  scope: "read",
  cache: "shared",
  tags: ["Sharing"],
  summary: "Get the card of a published event, page or list for embedding (oEmbed 1.0)",
  request: { query: oembedQuery },
  responses: {
    ...ok(oembedAnswer, "The card, with the HTML of a frame to embed."),
    ...invalid,
    ...notFound,
    501: { description: "The card is available in JSON only.", content: { "application/json": { schema: detail } } },
  },
})

const usualWidth = 600
const cacheAge = 3600
/** Size in pixels of the drawn card of a page or an event; there is no smaller one. */
const pictureSize = { width: 1200, height: 630 }

/** The call for embedding cards elsewhere (oEmbed 1.0). */
export function sharingApi() {
  return apiApp().openapi(oembed, async (c) => {
    const world = c.get("world")
    const { url, maxwidth = Infinity, maxheight = Infinity, format = "json" } = c.req.valid("query")
    if (format !== "json") refuse("format_unavailable")
    const card = (await cardOf(world, url)) ?? refuse("not_found")
    const width = Math.min(maxwidth, usualWidth)
    const height = Math.min(maxheight, sizes[card.look].height)
    const hasRoom = maxwidth >= pictureSize.width && maxheight >= pictureSize.height
    const { siteName, publicUrl } = world.config
    const html = frameCode(publicUrl + card.path, card.title, card.look, { width: String(width), height })
    return tagged(c, {
      version: "1.0",
      type: "rich",
      title: card.title,
      provider_name: siteName,
      provider_url: publicUrl,
      cache_age: cacheAge,
      html,
      width,
      height,
      ...(card.picture && hasRoom
        ? {
            thumbnail_url: publicUrl + card.picture,
            thumbnail_width: pictureSize.width,
            thumbnail_height: pictureSize.height,
          }
        : {}),
    } satisfies z.infer<typeof oembedAnswer>)
  })
}

type Card = { path: string; title: string; look: Look; picture?: string }

/** Returns the card of one of our addresses; undefined where it is not public. */
async function cardOf({ db, config }: World, address: string): Promise<Card | undefined> {
  if (!URL.canParse(address)) return undefined
  const { origin, pathname } = new URL(address)
  if (origin !== new URL(config.publicUrl).origin) return undefined
  const { prefix, path } = withoutPrefix(pathname)
  const language: Language = languageOfPrefix(prefix) ?? "fr"
  const [, kind, name = ""] = /^\/(events|actors|agendas)\/([^/]{1,400})\/?$/.exec(path) ?? []
  if (kind === "events" && /^\d{1,15}$/.test(name)) {
    const event = await findEvent(db, null, Number(name), config)
    const title = event && inLanguage(event.title, language, event.language).text
    return (
      event && {
        path: inLanguagePath(`/embed/events/${event.id}`, language),
        title: title ?? "",
        look: "line",
        picture: paths.eventCard(event.id),
      }
    )
  }
  if (kind === "actors" && /^[\w.@:-]+$/.test(name)) {
    const actor = await findActor(db, null, name, config)
    return actor && { path: inLanguagePath(`/embed/actors/${actor.fid}`, language), title: actor.name, look: "agenda" }
  }
  if (kind === "agendas" && isSlug(name)) {
    const agenda = await findAgenda(db, name, config)
    return (
      agenda && { path: inLanguagePath(`/embed/agendas/${agenda.slug}`, language), title: agenda.name, look: "agenda" }
    )
  }
  return undefined
}
