import type { Context } from "hono"
import { z } from "@hono/zod-openapi"
import { ok, tagged } from "#http/answers.ts"
import { apiApp } from "#http/api-app.ts"
import { call } from "#http/call.ts"
import type { Environment } from "#http/environment.ts"
import { languages } from "#i18n/languages.ts"
import { instanceId } from "#features/fediverse/vocabulary/addresses.ts"
import { countSite } from "./queries.server.ts"
import { sourceAddress } from "./source.server.ts"

const nodeInfoRepresentation = z
  .object({
    version: z.enum(["2.0", "2.1"]),
    software: z.object({ name: z.string(), version: z.string(), repository: z.string().optional() }),
    protocols: z.array(z.string()),
    services: z.object({ inbound: z.array(z.string()), outbound: z.array(z.string()) }),
    openRegistrations: z.boolean(),
    usage: z.object({ users: z.object({ total: z.number().int().optional() }), localPosts: z.number().int() }),
    metadata: z.record(z.string(), z.unknown()),
  })
  .openapi("NodeInfo")

const nodeInfo = <Path extends string>(path: Path, version: "2.0" | "2.1") =>
  call({
    method: "get",
    path,
    rights: "anyone",
    scope: "read",
    cache: "shared",
    tags: ["Server"],
    summary: `Get software, usage and limits of this server (NodeInfo ${version})`,
    responses: ok(nodeInfoRepresentation, "The document. Clients may reuse it for up to 5 minutes."),
  })

const jrd = "application/jrd+json"
const links = z.object({ links: z.array(z.object({ rel: z.string(), href: z.string() })) })

const wellKnown = call({
  method: "get",
  path: "/.well-known/nodeinfo",
  rights: "anyone",
  scope: "read",
  cache: "shared",
  tags: ["Server"],
  summary: "Get the addresses of the NodeInfo documents (JRD, RFC 7033)",
  responses: { 200: { description: "Links to both versions.", content: { [jrd]: { schema: links } } } },
})

const manifest = call({
  method: "get",
  path: "/builds/latest.json",
  rights: "anyone",
  scope: "read",
  tags: ["Server"],
  summary: "Get the current build, to notice a new one by polling",
  responses: ok(z.object({ version: z.string() }), "The version of the build."),
})

/** The calls that describe this instance. */
export function siteApi() {
  return apiApp()
    .openapi(nodeInfo("/nodeinfo/2.0", "2.0"), async (c) => answer(c, "2.0"))
    .openapi(nodeInfo("/nodeinfo/2.1", "2.1"), async (c) => answer(c, "2.1"))
    .openapi(wellKnown, (c) => {
      const { publicUrl, federation } = c.get("world").config
      const versions = ["2.0", "2.1"].map((version) => ({
        rel: `http://nodeinfo.diaspora.software/ns/schema/${version}`,
        href: `${publicUrl}/nodeinfo/${version}`,
      }))
      // Lets other servers find the actor of the whole instance (FEP-2677).
      const instance = { rel: "https://www.w3.org/ns/activitystreams#Application", href: instanceId(publicUrl) }
      const links = [...versions, ...(federation.isOn ? [instance] : [])]
      return c.body(JSON.stringify({ links }), 200, { "Content-Type": `${jrd}; charset=UTF-8` })
    })
    .openapi(manifest, (c) => {
      c.header("Cache-Control", "no-store")
      return c.json({ version: c.get("world").version }, 200)
    })
}

async function answer(c: Context<Environment>, version: "2.0" | "2.1") {
  const { config, db, release } = c.get("world")
  const counts = await countSite(db)
  const source = sourceAddress(config)
  const body = {
    version,
    // The schema of 2.0 has no repository: the metadata below have it in both versions.
    software: { name: "foyer", version: release, ...(version === "2.1" ? { repository: source } : {}) },
    protocols: config.federation.isOn ? ["activitypub"] : [],
    services: { inbound: [], outbound: [] },
    openRegistrations: config.registrations === "open",
    usage: { users: { total: counts.users }, localPosts: counts.events },
    metadata: {
      nodeName: config.siteName,
      languages: [...languages],
      actors: counts.actors,
      places: counts.places,
      events: counts.events,
      timezone: config.timezone,
      contact: config.contact ?? null,
      source,
      limits: { list: 200, page: 100, body_bytes: 102_400, body_depth: 32, occurrences: 1000 },
    },
  }
  c.header("Access-Control-Allow-Origin", "*")
  const answered = tagged(c, body)
  if (answered.status === 200) {
    const profile = `http://nodeinfo.diaspora.software/ns/schema/${version}#`
    answered.headers.set("Content-Type", `application/json; profile="${profile}"; charset=utf-8`)
  }
  return answered
}
