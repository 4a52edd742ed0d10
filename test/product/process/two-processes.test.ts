import { readdirSync } from "node:fs"
import { join } from "node:path"
import { afterAll, beforeAll, expect, test } from "vitest"
import { type RunningServer, startServer } from "../../instances/server.ts"
import { password, type SignedUp, signsUp } from "../../worlds/signed-up.ts"
import { newName } from "../people/accounts-people.ts"
import { dedicatedServer } from "../servers/dedicated-server.ts"
import { somebody } from "../people/page-people.ts"
import { soon } from "../browser/waiting.ts"

// Two processes on one database and one folder of files, as behind a proxy that sends each request to either.

let here: RunningServer
let there: RunningServer
let nour: SignedUp
beforeAll(async () => {
  here = await dedicatedServer({})
  there = await startServer({ DATA_DIR: here.dataDir, PUBLIC_URL: here.url })
  nour = await somebody(here, "nour")
  await nour.ask("POST", "/api/actors/", { type: "place", fid: nour.name, name: "Le Bief", status: "published" })
})
afterAll(async () => {
  await there.stop()
  await here.stop()
})

/** Sends a request to one of the two processes, with the cookies of an account. */
function ask({ url }: RunningServer, method: string, path: string, { cookie, jar }: Pick<SignedUp, "cookie" | "jar">) {
  const headers = { cookie, origin: here.url, "x-csrftoken": jar.get("csrftoken") ?? "" }
  return fetch(url + path, { method, headers, redirect: "manual" })
}

test("a session works in both processes, and logging out at one ends it at both", async () => {
  const cookie = [...nour.jar].map(([name, value]) => `${name}=${value}`).join("; ")
  const mine = { cookie, jar: nour.jar }
  for (const server of [here, there]) expect((await ask(server, "GET", "/api/me/", mine)).status).toBe(200)
  expect((await ask(there, "POST", "/api/auth/logout/", mine)).ok).toBe(true)
  for (const server of [here, there]) expect((await ask(server, "GET", "/api/me/", mine)).status).toBe(403)
  await nour.ask("POST", "/api/auth/login/", { username: nour.name, password })
})

test("a change written by one process updates the cached pages of both", async () => {
  const title = "Une veillée à deux"
  const pages = () =>
    Promise.all(
      [here, there].map(async ({ url }) => (await (await fetch(`${url}/actors/${nour.name}`)).text()).includes(title)),
    )
  for (let visit = 0; visit < 3; visit++) expect(await pages()).toEqual([false, false])
  const event = await nour.ask("POST", "/api/contents/events/", {
    title: { fr: title },
    category: "talk",
    organizers: [nour.name],
    start: `${new Date().getFullYear() + 1}-03-14T20:30`,
    workflow: "published",
  })
  await soon(pages).toEqual([true, true])
  await nour.ask("DELETE", `/api/contents/events/${event.id}/`)
  await soon(pages).toEqual([false, false])
})

test("a rate limit counts the requests to both processes together", async () => {
  const tries: number[] = []
  for (let nth = 0; nth < 8; nth++) {
    const { url } = nth % 2 ? there : here
    const csrf = await fetch(`${url}/api/auth/csrf/`)
    const token = /csrftoken=(\w+)/.exec(csrf.headers.get("set-cookie") ?? "")?.[1] ?? ""
    const answer = await fetch(`${url}/api/auth/reset/`, {
      method: "POST",
      headers: {
        cookie: `csrftoken=${token}`,
        origin: here.url,
        "x-csrftoken": token,
        "content-type": "application/json",
      },
      body: JSON.stringify({ email: "personne@exemple.be" }),
    })
    tries.push(answer.status)
  }
  expect(tries.filter((status) => status === 429)).toHaveLength(3)
  expect(tries.slice(5)).toEqual([429, 429, 429])
})

test("a mail is sent only once by two processes", async () => {
  const person = await signsUp(here.url, newName("ilse"))
  const sent = () => readdirSync(join(here.dataDir, "mail")).filter((file) => file.includes(`_${person.email}_`))
  await soon(sent).toHaveLength(1)
  // While a whole other mail is sent, the second process has had time to send the first one again.
  const other = await signsUp(here.url, newName("paul"))
  await soon(() =>
    readdirSync(join(here.dataDir, "mail")).filter((file) => file.includes(`_${other.email}_`)),
  ).toHaveLength(1)
  expect(sent()).toHaveLength(1)
})
