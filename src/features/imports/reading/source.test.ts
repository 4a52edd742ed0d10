import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { gzipSync } from "node:zlib"
import iconv from "iconv-lite"
import { expect, test } from "vitest"
import { importEvents } from "../commands.server.ts"
import { calendar, importWorld, vevent } from "../fixtures/world.ts"

const world = importWorld()
const { imported, events } = world

test("text that is not UTF-8 keeps its accents; byte order marks, NUL and lone surrogates are removed", async () => {
  const text = calendar(vevent("DTSTART:20261121T193000Z").replace("Radio Minuit", "Été à l’Œuvre &amp; co"))
  for (const bytes of [
    iconv.encode(text, "windows-1252"),
    iconv.encode(text, "utf-16le", { addBOM: true }),
    iconv.encode(text, "utf-16be", { addBOM: true }),
    iconv.encode(text, "utf-16le"),
    gzipSync(Buffer.from(`\ufeff\ufeff${text}`)),
  ]) {
    await imported(bytes)
    expect((await events()).map(({ title }) => title)).toEqual([{ fr: "Été à l’Œuvre & co" }])
    await world.db.deleteFrom("events").execute()
  }
  await imported('[{"uid":1,"title_fr":"a\\u0000b\\ud800c","first_date":"2026-11-21T20:00:00+01:00"}]')
  expect((await events())[0]).toMatchObject({ title: { fr: "abc" } })
})

test("a damaged gzip, a missing file and a private address are each refused with the reason", async () => {
  const broken = gzipSync(Buffer.from("x".repeat(5000))).subarray(0, 30)
  expect((await imported(broken)).refused).toMatchObject([{ reason: { id: "format_broken" } }])
  for (const [source, id] of [
    ["/nowhere/at-all.ics", "not_found"],
    ["http://127.0.0.1:9/x.ics", "forbidden_address"],
    ["webcal://localhost/x.ics", "forbidden_address"],
  ] as const) {
    const importing = importEvents(world.db, "operator", source)
    expect((await importing.next()).value).toMatchObject({ created: 0, refused: [{ reason: { id } }] })
  }
})

test("a calendar is imported through a redirect, and an address that answers 404 is reported as unreachable", async () => {
  const server = createServer((request, response) => {
    if (request.url === "/moved") response.writeHead(302, { location: "/agenda" }).end()
    else if (request.url === "/agenda") response.end(calendar(vevent("DTSTART:20261121T193000Z")))
    else response.writeHead(404).end()
  })
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  try {
    for (const [path, expected] of [
      ["/moved", { created: 1, refused: [] }],
      ["/nothing", { created: 0, refused: [{ reason: { id: "unreachable", args: { detail: "404" } } }] }],
    ] as const) {
      const importing = importEvents(world.db, "operator", `${origin}${path}`, { allowPrivate: true })
      let step = await importing.next()
      while (!step.done) step = await importing.next()
      expect(step.value).toMatchObject(expected)
    }
  } finally {
    server.close()
  }
})
