import { expect, inject, test } from "vitest"
import { listedEvents } from "../screens/screens.ts"

const siteUrl = inject("siteUrl")
const id = (await listedEvents(siteUrl))[0]?.id
const activity = "application/activity+json"
/** The Accept header that Firefox sends. */
const reader = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"

const accept = /(^|[\s,])accept($|[\s,])/i

const ask = async (path: string, wanted: string) => {
  const answer = await fetch(siteUrl + path, { headers: { accept: wanted } })
  return {
    type: answer.headers.get("content-type") ?? "",
    vary: answer.headers.get("vary") ?? "",
    text: await answer.text(),
  }
}

test.each([`/events/${id}`, `/en/events/${id}`, "/actors/hangar", "/"])(
  "%s is HTML to browsers and ActivityStreams to servers, from the cache too",
  async (path) => {
    for (let time = 0; time < 3; time++) {
      const page = await ask(path, reader)
      expect(page).toMatchObject({ type: expect.stringContaining("text/html"), vary: expect.stringMatching(accept) })
      expect(page.text).toContain("<!DOCTYPE html>")

      for (const wanted of [activity, `${activity}, ${reader}`]) {
        const document = await ask(path, wanted)
        expect(document).toMatchObject({ type: expect.stringContaining(activity), vary: expect.stringMatching(accept) })
        expect(JSON.parse(document.text)).toMatchObject({ id: expect.stringContaining(`${siteUrl}/ap/`) })
      }
    }
  },
)

test("nodeinfo names ActivityPub and the instance's actor, and WebFinger finds a page", async () => {
  const read = async (path: string) => JSON.parse((await ask(path, "application/json")).text)
  const { links } = await read("/.well-known/nodeinfo")
  const actor = links.find(({ rel }: { rel: string }) => rel === "https://www.w3.org/ns/activitystreams#Application")

  expect((await read("/nodeinfo/2.0")).protocols).toEqual(["activitypub"])
  expect(JSON.parse((await ask(actor.href.slice(siteUrl.length), activity)).text)).toMatchObject({
    type: "Application",
  })
  const host = new URL(siteUrl).host
  const found = await read(`/.well-known/webfinger?resource=acct:hangar@${host}`)
  expect(found).toMatchObject({ subject: `acct:hangar@${host}` })
})

test("inboxes refuse unsigned activities, unknown pages, other content types and bodies that are too large", async () => {
  const post = (path: string, type: string, body: string) =>
    fetch(siteUrl + path, { method: "POST", headers: { "content-type": type }, body })
  const follow = {
    id: "https://elsewhere.example/1",
    type: "Follow",
    actor: "https://elsewhere.example/anna",
    object: `${siteUrl}/ap/actors/hangar`,
  }

  expect((await post("/ap/inbox", activity, JSON.stringify(follow))).status).toBe(401)
  expect((await post("/ap/actors/nobody/inbox", activity, JSON.stringify(follow))).status).toBe(404)
  expect((await post("/ap/inbox", "application/json", "{}")).status).toBe(415)
  expect((await post("/ap/inbox", activity, `{"a":"${"x".repeat(1_100_000)}"}`)).status).toBe(413)
})
