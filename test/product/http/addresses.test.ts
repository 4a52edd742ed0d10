import { request } from "node:http"
import { expect, test } from "vitest"
import { sharedServer } from "../servers/shared-server.ts"

// Requests of a kind that no browser sends to this site.

const site = await sharedServer()

test("/favicon.ico is an icon with three images that may be cached for a week", async () => {
  const answer = await fetch(`${site.url}/favicon.ico`)
  const [reserved, type, images] = new Uint16Array((await answer.arrayBuffer()).slice(0, 6))
  expect([answer.status, reserved, type, images]).toEqual([200, 0, 1, 3])
  expect(answer.headers.get("content-type")).toMatch(/icon/)
  expect(answer.headers.get("cache-control")).toBe("public, max-age=604800")
})

test("a range of a file that is not understood is ignored: the whole file is sent, and called so", async () => {
  const page = await (await fetch(site.url)).text()
  const file = /\/assets\/[\w-]+\.js/.exec(page)?.[0] ?? ""
  const statusOf = async (range: string) => (await fetch(site.url + file, { headers: { range } })).status
  for (const range of ["bytes=a-b", "lines=0-3", "bytes=5-2", "bytes=0-1,4-5", "0-3"])
    expect(await statusOf(range), range).toBe(200)
  expect([await statusOf("bytes=0-3"), await statusOf("bytes=-3"), await statusOf("bytes=99999999-")]).toEqual([
    206, 206, 416,
  ])
})

test.each(["POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE"])(
  "%s to a page that does not exist is 404 in the language of the address",
  async (method) => {
    for (const path of ["/nothing/here", "/en/nothing/here", "/nl/events/999999999", "/actors/nobody-is-called-that"]) {
      const { status, body, allow } = await ask(method, path)
      expect([status, allow], path).toEqual([404, undefined])
      expect(body).toContain(`<html lang="${/^\/(en|nl)/.exec(path)?.[1] ?? "fr"}"`)
    }
  },
)

test.each(["POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE"])(
  "%s to a page without a form is 405 with the allowed methods",
  async (method) => {
    expect(await ask(method, "/en/events")).toMatchObject({ status: 405, allow: "GET, HEAD" })
    expect(await ask(method, "/")).toMatchObject({ status: 405, allow: "GET, HEAD" })
  },
)

test("a page with a form allows GET, HEAD and POST, and answers other methods with 405", async () => {
  for (const method of ["PUT", "PATCH", "DELETE", "OPTIONS", "TRACE"])
    expect(await ask(method, "/nl/login")).toMatchObject({ status: 405, allow: "GET, HEAD, POST" })
  const { status, allow } = await ask("POST", "/login")
  expect([status, allow]).toEqual([400, undefined])
})

test("an address in capitals or with encoded letters redirects to the usual one with its query", async () => {
  for (const [asked, address] of [
    ["/EVENTS?q=x&other=1", "/events?q=x&other=1"],
    ["/nl/Password/reset?token=a", "/nl/password/reset?token=a"],
    ["/%70assword/reset?token=a", "/password/reset?token=a"],
    ["/ACTORS/Contact/hangar", "/actors/contact/hangar"],
    ["/Verify.data?token=a", "/verify.data?token=a"],
  ]) {
    const { status, headers } = await fetch(site.url + asked, { redirect: "manual" })
    expect([status, headers.get("location"), headers.get("cache-control")]).toEqual([301, address, "no-store"])
  }
  // Only fixed path segments are matched without regard to case; actor names and ids are not.
  expect((await fetch(`${site.url}/actors/NOBODY`, { redirect: "manual" })).status).toBe(404)
})

test("pages opened by mailed links, or with a challenge, are never cached, nor is their data", async () => {
  for (const path of [
    "/password/reset",
    "/verify",
    "/en/me/newsletter",
    "/subscriptions/confirm",
    "/actors/contact/hangar",
    "/actors/report/hangar",
  ])
    for (const address of [`${path}?token=a`, `${path}.data?token=a`]) {
      const { headers } = await fetch(site.url + address)
      expect(headers.get("cache-control"), address).toBe("private, no-store")
    }
})

type Asked = { status: number; allow: string | undefined; body: string }

/** Sends a request with the headers of one of this site’s forms, with any method. */
function ask(method: string, path: string): Promise<Asked> {
  const headers = { origin: site.url, "content-type": "application/x-www-form-urlencoded" }
  return new Promise((done, failed) => {
    request(site.url + path, { method, headers }, (answer) => {
      const pieces: Buffer[] = []
      answer.on("data", (piece: Buffer) => pieces.push(piece))
      answer.on("end", () => {
        done({
          status: answer.statusCode ?? 0,
          allow: answer.headers.allow,
          body: Buffer.concat(pieces).toString("utf8"),
        })
      })
    })
      .on("error", failed)
      .end()
  })
}
