// Exports the database of a version: its sample content, and the actions of two people. Run once before a release, so that a test
// can upgrade it with every later migration.
// node scripts/run.mjs test/filled/make
import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { gzipSync } from "node:zlib"
import pg from "pg"
import { givePage, somebody } from "../product/people/page-people.ts"
import { startServer } from "../instances/server.ts"

const server = await startServer()
try {
  const nour = await somebody(server, "nour")
  await givePage(nour, { fid: "le_bief", name: "Le Bief", location: { locality: "Liège", country: "BE" } })
  await givePage(nour, { type: "person", fid: "nour_t", name: "Nour" })
  const event = {
    category: "music",
    organizers: ["le_bief"],
    place: "le_bief",
    timezone: "Europe/Brussels",
    lineup: [{ fid: "nour_t" }, { name: "Quelqu’un d’autre" }],
    prices: [{ amount: 12 }],
  }
  const published = (await nour.ask("POST", "/api/contents/events/", {
    ...event,
    title: { fr: "Une soirée gardée", nl: "Een bewaarde avond" },
    occurrences: ["2090-03-14T20:30", "2090-03-15T20:30"].map((start) => ({ start })),
    workflow: "published",
  })) as { id: number }
  await nour.ask("POST", "/api/contents/events/", {
    ...event,
    title: { fr: "Un brouillon gardé" },
    start: "2090-04-01T20:30",
  })
  const deleted = (await nour.ask("POST", "/api/contents/events/", {
    ...event,
    title: { fr: "Une soirée effacée" },
    start: "2090-05-01T20:30",
    workflow: "published",
  })) as { id: number }
  await nour.ask("DELETE", `/api/contents/events/${deleted.id}/`)

  const ilse = await somebody(server, "ilse")
  await givePage(ilse, { type: "person", fid: "ilse_v", name: "Ilse" })
  await ilse.ask("PUT", `/api/contents/events/${published.id}/attendance/`, { value: "confirmed", actor: "ilse_v" })
  await ilse.ask("PUT", "/api/actors/le_bief/follow/", {})
  await nour.ask("POST", "/api/actors/le_bief/relations/", { fid: "ilse_v", relation: "assistant" })

  const [, , , port] = readFileSync(join(server.dataDir, "pg/postmaster.pid"), "utf8").split("\n")
  const password = readFileSync(join(server.dataDir, "pg.secret"), "utf8").trim()
  const client = new pg.Client({ connectionString: `postgres://app:${password}@127.0.0.1:${port}/postgres` })
  await client.connect()
  const { rows: names } = await client.query<{ name: string }>(
    "select tablename as name from pg_tables where schemaname = 'public' and tablename not like 'kysely%' order by 1",
  )
  const tables: Record<string, unknown[]> = {}
  for (const { name } of names) {
    const { rows } = await client.query<{ row: unknown }>(`select to_jsonb(t) as row from "${name}" t`)
    if (rows.length > 0) tables[name] = rows.map(({ row }) => row)
  }
  await client.end()
  const last = readdirSync("src/db/migrations").sort().at(-1)?.slice(0, 4)
  writeFileSync(`test/filled/${last}.json.gz`, gzipSync(JSON.stringify(tables), { level: 9 }))
} finally {
  await server.stop()
  rmSync(server.dataDir, { recursive: true, force: true })
}
