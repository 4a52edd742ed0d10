import { type Context, Hono } from "hono"
import { findActor, findRenamed } from "#features/actors/queries.server.ts"
import { fileAnswer, noFile } from "#http/files/file-answers.ts"
import type { World } from "#http/world.ts"
import { inLanguage, type Language, languages } from "#i18n/languages.ts"
import { Refusal } from "#lib/refusal.ts"
import { feedTypes } from "#web/feed-formats.ts"
import { inLanguagePath, languageOfPrefix, paths } from "#web/paths.ts"
import { documentId } from "../access/queries.server.ts"
import { findDocument, listDocuments } from "../queries.server.ts"
import { podcastOf } from "./podcast.ts"

/** Largest number of sounds in a podcast, the newest ones, since readers request it again and again. */
const most = 100
const headers = { "Access-Control-Allow-Origin": "*" }

/**
 * Serves `/actors/{fid}/podcast.rss` with the public sounds of a page, newest first, and for each sound
 * `/audio/{id}/transcript.txt` and `/audio/{id}/chapters.json` (Podcasting 2.0).
 */
export function podcastFeeds({ db, config }: World) {
  const feeds = new Hono()
  for (const prefix of ["", ...languages.map((one) => `/${one}`)]) {
    const language: Language = languageOfPrefix(prefix.slice(1)) ?? "fr"
    feeds.get(`${prefix}/actors/:fid/podcast.rss`, async (c) => {
      const fid = c.req.param("fid")
      if (fid.length > 400 || !fid.isWellFormed() || fid.includes("\0")) return noFile(c)
      const actor = await findActor(db, null, fid, config)
      if (!actor) {
        const renamed = await findRenamed(db, null, fid)
        return renamed ? c.redirect(inLanguagePath(paths.actorPodcast(renamed), language), 301) : noFile(c)
      }
      const query = { actor: fid, type: ["Audio" as const], visibility: ["public" as const], start: 0, limit: most }
      const { documents } = await listDocuments(db, null, { ...query, q: undefined, sort: "-created" }, config)
      const head = {
        title: actor.name,
        description: inLanguage(actor.summary, language, actor.language).text || actor.name,
        author: actor.name,
        language,
        url: config.publicUrl + inLanguagePath(paths.actor(actor.fid), language),
        source: config.publicUrl + inLanguagePath(paths.actorPodcast(actor.fid), language),
        image: actor.avatar?.url,
        publicUrl: config.publicUrl,
      }
      return fileAnswer(c, podcastOf(head, documents), { type: `${feedTypes.rss}; charset=utf-8`, headers })
    })
  }

  feeds.get("/audio/:id/transcript.txt", async (c) => {
    const words = (await soundAt(c))?.sound?.transcript
    return words ? fileAnswer(c, words, { type: "text/plain; charset=utf-8", headers }) : noFile(c)
  })
  feeds.get("/audio/:id/chapters.json", async (c) => {
    const chapters = (await soundAt(c))?.sound?.chapters ?? []
    if (chapters.length === 0) return noFile(c)
    const told = { version: "1.2.0", chapters: chapters.map(({ start, title }) => ({ startTime: start, title })) }
    return fileAnswer(c, JSON.stringify(told), { type: "application/json+chapters; charset=utf-8", headers })
  })
  return feeds

  /** Returns a sound if it is public. */
  async function soundAt(c: Context) {
    try {
      return await findDocument(db, null, documentId(c.req.param("id") ?? ""), config)
    } catch (error) {
      if (error instanceof Refusal) return undefined
      throw error
    }
  }
}
