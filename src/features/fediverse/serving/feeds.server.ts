import { type Context, Hono } from "hono"
import { fileAnswer, type FileRequest, noFile } from "#http/files/file-answers.ts"
import type { World } from "#http/world.ts"
import { escapeHtml } from "#lib/text/escape-html.ts"
import { paths } from "#web/paths.ts"
import { instanceProfile, profileOf } from "../identities/profile.server.ts"
import { findIdentity, findPageByName, type PageLookup } from "../identities/queries.server.ts"
import { inboxLimit } from "../inbox/limits.ts"
import { describeDates, findFederatedEvent, listOutbox, mostDates, perPage } from "../objects/queries.server.ts"
import { countFollowers, fediverseSettings } from "../settings/queries.server.ts"
import { actorId, boxesOf, instanceId } from "../vocabulary/addresses.ts"
import { eventContext } from "../vocabulary/contexts.ts"
import { describeCreate } from "../vocabulary/describe-activity.ts"
import { activityDocument, corsHeaders, goneResponse } from "./responses.ts"
import { eventFiles } from "./event-files.server.ts"
import { soundFiles } from "./sound-files.server.ts"
import { readResource, webFingerOf } from "./web-finger.ts"

/** New pairs of keys for one network in a minute: each costs a quarter of a second of one processor. */
const mostKeys = 20

/** Most pages of an outbox. */
const mostPages = 500

/** Serves what other servers read: WebFinger, actors, events, outboxes and collections. */
export function fediverseFiles(world: World) {
  const { db, config } = world
  const { publicUrl } = config
  const files = new Hono()
  if (!config.federation.isOn) return files
  const keysMade = inboxLimit(config.limits, mostKeys)
  const whoIs = async (c: Context): Promise<PageLookup> => {
    const name = c.req.param("name") ?? ""
    return isName(name) ? findPageByName(db, name, "address") : { state: "missing" }
  }

  files.get("/.well-known/webfinger", async (c) => {
    // RFC 7033 §5: errors, too, can be read by programs of other sites.
    for (const [name, value] of Object.entries(corsHeaders)) c.header(name, value)
    const resource = c.req.query("resource")
    if (!resource) return c.text("400 Bad Request\n", 400)
    const sought = readResource(resource, publicUrl)
    if (!sought) return noFile(c)
    const found: PageLookup =
      "isInstance" in sought
        ? { state: "instance" }
        : isName(sought.name)
          ? await findPageByName(db, sought.name, sought.by)
          : { state: "missing" }
    if (found.state === "gone") return goneResponse(c)
    if (found.state === "missing") return noFile(c)
    const who =
      found.state === "instance"
        ? "instance"
        : { fid: found.fid, name: found.name, page: `${publicUrl}${paths.actor(found.fid)}` }
    const jrd = JSON.stringify(webFingerOf(who, publicUrl))
    return fileAnswer(c, jrd, { type: "application/jrd+json; charset=utf-8", headers: corsHeaders })
  })
  files.get("/.well-known/host-meta", (c) =>
    fileAnswer(
      c,
      `<?xml version="1.0" encoding="UTF-8"?>\n<XRD xmlns="http://docs.oasis-open.org/ns/xri/xrd-1.0"><Link rel="lrdd" template="${escapeHtml(publicUrl)}/.well-known/webfinger?resource={uri}"/></XRD>\n`,
      { type: "application/xrd+xml; charset=utf-8", headers: corsHeaders },
    ),
  )

  files.get("/ap/instance", async (c) => activityDocument(c, await instanceProfile(db, config)))
  const actor = (c: Context, found: PageLookup) => answerActor(c, found, activityDocument)
  files.get("/ap/actors/:name", async (c) => actor(c, await whoIs(c)))
  files.get("/ap/pages/:name", async (c) => {
    const name = c.req.param("name").toLowerCase()
    return actor(c, isName(name) ? await findPageByName(db, name, "handle") : { state: "missing" })
  })
  const answerActor = async (c: Context, found: PageLookup, answer: typeof activityDocument) => {
    if (found.state === "gone") {
      const id = actorId(publicUrl, c.req.param("name") ?? "")
      return goneResponse(c, { id, type: "Tombstone" })
    }
    if (found.state === "here" && !(await findIdentity(db, { actorId: found.actorId }))) {
      const retryAfter = keysMade((c.env as FileRequest | undefined)?.network ?? "")
      if (retryAfter > 0) return later(c, retryAfter)
    }
    const described = found.state === "here" ? await profileOf(db, config, found.actorId) : undefined
    return described ? answer(c, described) : noFile(c)
  }

  files.get("/ap/actors/:name/outbox", async (c) => {
    const found = await whoIs(c)
    if (found.state !== "here") return found.state === "gone" ? goneResponse(c) : noFile(c)
    const { outbox } = boxesOf(actorId(publicUrl, found.name))
    const page = Number(c.req.query("page") ?? 0)
    if (!Number.isInteger(page) || page < 0 || page > mostPages) return noFile(c)
    const { ids, events, items: totalItems } = await listOutbox(db, found.actorId, Math.max(0, page - 1) * perPage)
    if (page === 0)
      return activityDocument(
        c,
        collection(outbox, { totalItems, ...(totalItems > 0 && { first: `${outbox}?page=1` }) }),
      )
    const items = []
    for (const id of ids) {
      const told = await findFederatedEvent(db, config, id)
      if (told) items.push(...describeDates(told, config).slice(0, mostDates).map(describeCreate))
    }
    const more = page * perPage < events && page < mostPages
    const listed = {
      ...collection(`${outbox}?page=${page}`, { partOf: outbox, orderedItems: items }),
      type: "OrderedCollectionPage",
      ...(more && { next: `${outbox}?page=${page + 1}` }),
      ...(page > 1 && { prev: `${outbox}?page=${page - 1}` }),
    }
    return activityDocument(c, listed, eventContext)
  })
  files.get("/ap/instance/outbox", (c) =>
    activityDocument(c, collection(boxesOf(instanceId(publicUrl)).outbox, { totalItems: 0, orderedItems: [] })),
  )
  // Collections never list accounts, because who follows whom is private, and show a total only if the page wants it.
  for (const box of ["followers", "following"] as const) {
    files.get(`/ap/instance/${box}`, (c) => activityDocument(c, collection(boxesOf(instanceId(publicUrl))[box], {})))
    files.get(`/ap/actors/:name/${box}`, async (c) => {
      const found = await whoIs(c)
      if (found.state !== "here") return found.state === "gone" ? goneResponse(c) : noFile(c)
      const { showsCounts } = await fediverseSettings(db, found.actorId)
      const counted = showsCounts && { totalItems: box === "followers" ? await countFollowers(db, found.actorId) : 0 }
      return activityDocument(c, collection(boxesOf(actorId(publicUrl, found.name))[box], counted || {}))
    })
  }

  files.route("/", eventFiles(world)).route("/", soundFiles(world))
  return files
}

const isName = (name: string) => name.length <= 128 && name.isWellFormed() && !name.includes("\0")

function collection(id: string, more: object) {
  return { id, type: "OrderedCollection", ...more }
}

/** Answers that the document exists, and can be fetched later. */
function later(c: Context, seconds: number): Response {
  const words = {
    "Content-Type": "text/plain; charset=utf-8",
    "Cache-Control": "no-store",
    "Retry-After": String(seconds),
  }
  return c.body("503 Service Unavailable\n", 503, words)
}
