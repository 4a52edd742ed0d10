import { expect, test } from "vitest"
import { sharedServer } from "../servers/shared-server.ts"

// Answers to addresses that no page links to, and to programs that send unusual requests.

const { url: site } = await sharedServer()

const ask = (path: string, headers: Record<string, string> = {}, method = "GET") =>
  fetch(site + path, { method, headers: { "accept-language": "fr", ...headers }, redirect: "manual" })
const status = async (path: string) => (await ask(path)).status
const leadsTo = async (path: string, headers: Record<string, string> = {}) => {
  const answer = await ask(path, headers)
  return [answer.status, answer.headers.get("location")]
}

test("HEAD answers with the status and headers of GET, and without a body", async () => {
  for (const path of ["/", "/events", "/en/about", "/events/999999"]) {
    const told = async (method: string) => {
      const answer = await ask(path, {}, method)
      const { headers } = answer
      return [answer.status, ...["cache-control", "vary", "etag", "content-type"].map((name) => headers.get(name))]
    }
    expect(await told("HEAD"), path).toEqual(await told("GET"))
  }
  expect(await (await ask("/events", {}, "HEAD")).text()).toBe("")
})

test("an address with a trailing slash redirects to the one without it, except that of a language's home page", async () => {
  expect(await leadsTo("/events/")).toEqual([301, "/events"])
  expect(await leadsTo("/en/events/?q=a%2Fb/")).toEqual([301, "/en/events?q=a%2Fb/"])
  expect(await leadsTo("//")).toEqual([301, "/"])
  expect(await leadsTo("//elsewhere.example/")).toEqual([301, "/elsewhere.example"])
  expect(await status("/en/")).toBe(200)
})

test("an unknown language is removed from the address by a redirect that keeps the rest, and nothing fails", async () => {
  for (const path of ["/de/%00", "/es/a%00b", "/de/x%0Ay", "/de/events/%0d%0aX:1", "/de/%E9", "/caf%C3%A9/"])
    expect(await status(path), path).toBeLessThan(500)
  expect(await leadsTo("/de/caf%C3%A9?page=%C3%A9")).toEqual([302, "/caf%C3%A9?page=%C3%A9"])
  // Unknown query parameters are carried over too; a value too long for any page is dropped.
  expect(await leadsTo("/de/events?utm_source=x&q=a%20b")).toEqual([302, "/events?utm_source=x&q=a%20b"])
  expect(await leadsTo("/events/?utm_source=x")).toEqual([301, "/events?utm_source=x"])
  expect(await leadsTo(`/de/events?x=${"x".repeat(9000)}&q=jazz`)).toEqual([302, "/events?q=jazz"])
  expect(await leadsTo("/?utm_source=x", { "accept-language": "nl" })).toEqual([302, "/nl?utm_source=x"])
})

test("words with a meaning in the API are 404 as an event or a page", async () => {
  for (const word of ["month", "days", "duplicates", "followed", "managed"]) {
    expect([word, await status(`/events/${word}`)]).toEqual([word, 404])
    expect([word, await status(`/events/share/${word}`)]).toEqual([word, 404])
  }
  for (const path of ["letters", "followed", "managed", "letters/follow", "share/letters", "letters/week"])
    expect([path, await status(`/actors/${path}`)]).toEqual([path, 404])
})

test("lists and newsletter pages answer 200 if their query names an unknown page or event", async () => {
  for (const path of ["/me/lists?actor=nobody-here", "/me/lists?event=99999999", "/me/newsletter?actor=nobody-here"])
    expect([path, await status(path)]).toEqual([path, 200])
})

test("a search engine gets a missing page as one line of text with 404, even if browsers were shown the page", async () => {
  const asked = (agent: string) => ask("/en/nobody-was-here", { "user-agent": agent })
  for (let times = 0; times < 3; times++) await asked("Mozilla/5.0 Firefox/146.0")
  const answer = await asked("Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)")
  expect([answer.status, answer.headers.get("content-type")]).toEqual([404, "text/plain; charset=utf-8"])
  expect(await answer.text()).toBe("404 Page Not Found: /en/nobody-was-here\n")
  const told = async (path: string) =>
    (
      await ask(path, { "user-agent": "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)" })
    ).text()
  expect(await told("/events/999999")).toBe("404 Aucun événement n’a été trouvé à cette adresse.\n")
  expect(await told("/en/events/999999")).toBe("404 No event was found at this address.\n")
  expect(await told("/nl/events/share/999999")).toBe("404 Op dit adres is geen evenement gevonden.\n")
  expect(await told("/en/actors/nobody-here")).toBe("404 No page was found at this address.\n")
  expect(await told("/en/audio/999999")).toBe("404 Page Not Found: /en/audio/999999\n")
})
