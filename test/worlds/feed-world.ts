import { sql } from "kysely"
import type { SignedIn, Viewer } from "#features/accounts/viewer.ts"
import type { Activity } from "#features/activities/activity.ts"
import { importEvents } from "#features/imports/commands.server.ts"
import { followAll } from "../changes.ts"
import { tomorrow } from "./world.ts"
import { writingWorld } from "./writing-world.ts"

/** Returns the world over its API, with functions that read its feed. */
export async function feedWorld() {
  const here = await writingWorld()

  const feed = async (path = "/api/activities/?limit=100", viewer: Viewer = null): Promise<Activity[]> => {
    const { status, body } = await here.ask(viewer, "GET", path)
    if (status !== 200) throw new Error(`${path} answered ${status}`)
    return body
  }

  /** Returns the feed's entries about an event or a page, newest first: « Create contents.Event hangar ». */
  const saidOf = async (of: { event: number } | { actor: string }, viewer: Viewer = null): Promise<string[]> => {
    const isIt = ({ object }: Activity) =>
      "event" in of ? "id" in object && object.id === of.event : "fid" in object && object.fid === of.actor
    return (await feed(undefined, viewer))
      .filter(isIt)
      .map(({ type, model, actor }) => `${type} ${model} ${actor?.fid ?? "nobody"}`)
  }

  /** Sends a request over the API that must succeed. */
  const does = async (who: Viewer, method: string, path: string, body?: object) => {
    const answer = await here.ask(who, method, path, body)
    if (answer.status >= 400)
      throw new Error(`${method} ${path} answered ${answer.status}: ${JSON.stringify(answer.body)}`)
    return answer.body
  }

  /** Publishes an event over the API as this page; returns its id. */
  const publishes = async (who: SignedIn, fid: string, title: string, more: object = {}): Promise<number> => {
    const { id } = await does(who, "POST", "/api/contents/events/", {
      title: { fr: title },
      language: "fr",
      start: `${tomorrow(5)}T20:30:00+01:00`,
      timezone: "Europe/Brussels",
      category: "music",
      organizers: [fid],
      place: "hangar",
      workflow: "published",
      ...more,
    })
    return id
  }

  /** Imports events of these titles as a page, and runs the consequences. */
  const imports = async (who: SignedIn, as: string, titles: string[], days: string[] = []) => {
    const source = titles.map((name, nth) => ({
      "@type": "Event",
      "@id": `https://source.example/${name}/${nth}`,
      name,
      startDate: `${days[nth] ?? tomorrow(3)}T19:00:00+01:00`,
      location: { "@type": "Place", name: "Salle", address: { addressLocality: "Liège", addressCountry: "BE" } },
    }))
    const options = { as, format: "json", language: "fr" } as const
    const importing = importEvents(here.db, who, Buffer.from(JSON.stringify(source)), options)
    let step = await importing.next()
    while (!step.done) step = await importing.next()
    await followAll(here.db)
    return step.value
  }

  /** Returns the stored feed rows of an event, shown or not. */
  const rowsOf = async (event: number) => {
    const { rows } = await sql<{ type: string; is_shown: boolean }>`
      select type, is_shown from activities where model = 'contents.Event' and object_id = ${event} order by id`.execute(
      here.db,
    )
    return rows
  }
  return { ...here, feed, saidOf, does, publishes, imports, rowsOf }
}

/** Returns the address of an event in the API. */
export const eventAt = (id: number) => `/api/contents/events/${id}/`
