import { DomUtils, parseDocument } from "htmlparser2"
import { sql } from "kysely"
import { afterAll, beforeAll, expect, test } from "vitest"
import { storageOf } from "#storage/storage.ts"
import { formWith } from "#test/files.ts"
import { mediaWorld } from "#test/worlds/media-world.ts"
import { note } from "#test/sounds.ts"
import { tomorrow } from "#test/worlds/world.ts"
import type { Document } from "../document.ts"
import { makeRenditions } from "./commands.server.ts"
import { podcastFeeds } from "./feeds.server.ts"
import type { RadioItem } from "./radio/radio.ts"

type Media = Awaited<ReturnType<typeof mediaWorld>>
let own: Media["own"]
let site: Media["site"]
let mirelle: Media["mirelle"]
let nobody: Media["nobody"]
let feeds: ReturnType<typeof podcastFeeds>
beforeAll(async () => {
  ;({ own, site, mirelle, nobody } = await mediaWorld())
  feeds = podcastFeeds(site.world)
})
afterAll(() => own.drop())

async function heard(title: string, fields: Record<string, string> = {}): Promise<Document> {
  const form = formWith(note(1, { rate: 8000 }), "a.wav", { actor: "band-published", title, ...fields })
  const { body } = await mirelle.post("/api/documents/", form)
  await makeRenditions(own.db, storageOf(site.config), site.config, body.id)
  return (await nobody().get(`/api/documents/${body.id}/`)).body
}

test("a page's podcast feed lists its public sounds, newest first, with file, duration, licence, transcript and chapters", async () => {
  const first = await heard("Bal & <cuivres> ]]> \u0007", { licence: "CC BY-SA 4.0", description: "Un <b>bal</b>" })
  const second = await heard("Veilleuse")
  await heard("Non listé", { visibility: "unlisted" })
  await mirelle.patch(`/api/documents/${first.id}/`, { chapters: "0:00 Début", transcript: "Bonsoir <tous>." })

  const answer = await feeds.request("/en/actors/band-published/podcast.rss")
  expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "application/rss+xml; charset=utf-8"])
  const xml = await answer.text()
  const { rows } = await sql<{ is: boolean }>`select xml_is_well_formed_document(${xml}) as is`.execute(own.db)
  expect(rows[0]?.is).toBe(true)
  const document = parseDocument(xml, { xmlMode: true })
  const all = (name: string, within = document.children) => DomUtils.getElementsByTagName(name, within)
  const text = (name: string, within = document.children) => all(name, within).map(DomUtils.textContent)[0]
  expect(text("title")).toBe("Fanfare published")
  expect(text("language")).toBe("en")
  expect(text("podcast:guid")).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  expect(text("podcast:locked")).toBe("yes")
  const items = all("item")
  expect(items.map((one) => text("title", one.children))).toEqual(["Veilleuse", "Bal & <cuivres> ]]>"])
  const [newest, oldest] = items.map((one) => one.children) as [typeof document.children, typeof document.children]
  const aac = second.sound?.sources.find(({ mime }) => mime === "audio/mp4")
  expect(all("enclosure", newest)[0]?.attribs).toEqual({ url: aac?.url, length: String(aac?.size), type: "audio/mp4" })
  expect(text("itunes:duration", newest)).toBe("1")
  expect(text("podcast:person", newest)).toBe("Fanfare published")
  expect(all("podcast:license", newest)).toEqual([])
  expect(text("description", oldest)).toBe("Un <b>bal</b>")
  expect(all("podcast:license", oldest)[0]?.attribs.url).toBe("https://creativecommons.org/licenses/by-sa/4.0/")
  const [said, parts] = ["podcast:transcript", "podcast:chapters"].map(
    (name) => all(name, oldest)[0]?.attribs.url ?? "",
  )
  expect(await (await feeds.request(new URL(said as string).pathname)).text()).toBe("Bonsoir <tous>.")
  const chapters = await feeds.request(new URL(parts as string).pathname)
  expect(await chapters.json()).toEqual({ version: "1.2.0", chapters: [{ startTime: 0, title: "Début" }] })
  expect(chapters.headers.get("content-type")).toBe("application/json+chapters; charset=utf-8")

  // An unchanged feed is answered with 304; a draft page has no feed, and missing sounds have no transcript or chapters.
  const tag = answer.headers.get("etag") as string
  const again = await feeds.request("/en/actors/band-published/podcast.rss", { headers: { "if-none-match": tag } })
  expect(again.status).toBe(304)
  expect((await feeds.request("/actors/band-draft/podcast.rss")).status).toBe(404)
  expect((await feeds.request(`/audio/${second.id}/transcript.txt`)).status).toBe(404)
  expect((await feeds.request("/audio/99999/chapters.json")).status).toBe(404)
})

test("the radio plays one sound per performer of nearby events in the coming days, by date, filtered by category", async () => {
  for (const [fid, name] of [
    ["solo", "Solo"],
    ["muet", "Muet"],
  ]) {
    const made = await mirelle.post("/api/actors/", { type: "person", fid, name, language: "fr", status: "published" })
    expect(made.status).toBe(201)
  }
  await heard("Ancien", { actor: "solo" })
  const newest = await heard("Récent", { actor: "solo" })
  const play = async (day: number, performers: string[], category: string, lat = 50.4669, lon = 4.8675) => {
    const { status, body } = await mirelle.post("/api/contents/events/", {
      title: { fr: `Soir ${day}` },
      language: "fr",
      category,
      timezone: "Europe/Brussels",
      start: `${tomorrow(day)}T20:30`,
      organizers: ["muet"],
      location: { name: "Salle", locality: "Namur", country: "BE", lat, lon },
      lineup: performers.map((fid) => ({ fid })),
      workflow: "published",
    })
    expect([status, body]).toEqual([201, expect.anything()])
    await sql`update event_lineup set confirmed = true`.execute(own.db)
    return body.id
  }
  const later = await play(4, ["solo", "band-published"], "music")
  const sooner = await play(2, ["band-published", "muet"], "dance")
  await play(1, ["solo"], "music", 43.3, 5.4)
  await play(20, ["solo"], "music")
  const around = async (more = "") => {
    const { body } = await nobody().get(`/api/radio/?near=50.46,4.86${more}`)
    return (body as RadioItem[]).map(({ event, sound }) => [event.id, sound.actor?.fid, sound.title, event.city])
  }
  expect(await around()).toEqual([
    [sooner, "band-published", "Veilleuse", "Namur"],
    [later, "solo", "Récent", "Namur"],
  ])
  expect((await around("&category=music")).map(([, fid]) => fid)).toEqual(["solo", "band-published"])
  expect(await around("&category=circus")).toEqual([])
  await mirelle.patch(`/api/documents/${newest.id}/`, { visibility: "managers" })
  expect((await around()).map(([, , title]) => title)).toEqual(["Veilleuse", "Ancien"])
  expect((await nobody().get("/api/radio/")).status).toBe(400)
})
