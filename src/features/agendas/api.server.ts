import { z } from "@hono/zod-openapi"
import type { Context } from "hono"
import { actorReference } from "#features/actors/representation.server.ts"
import { reportAllErrors } from "#http/errors/all-errors.ts"
import {
  body,
  conflict,
  created,
  done,
  forbidden,
  invalid,
  listed,
  listedSlice,
  notFound,
  ok,
  tagged,
} from "#http/answers.ts"
import { apiApp } from "#http/api-app.ts"
import { call } from "#http/call.ts"
import type { Environment } from "#http/environment.ts"
import { idOr, refuse } from "#lib/refusal.ts"
import { addEntry, changeAgenda, judgeAgendaChange, makeAgenda, removeAgenda, removeEntry } from "./commands.server.ts"
import {
  agendaChange,
  agendaPath,
  agendasQuery,
  entriesQuery,
  entryPath,
  newAgenda,
  publicAgendaPath,
} from "./inputs.ts"
import { entriesOf, findAgenda, managedAgendas, pagesOf } from "./queries.server.ts"
import { agendaEntry, managedAgenda, publicAgenda } from "./representation.server.ts"

const tags = ["Agendas"]

const list = call({
  method: "get",
  path: "/api/me/lists/",
  rights: "user",
  scope: "read",
  cache: "personal",
  tags,
  summary: "List the caller's agendas (custom lists)",
  request: { query: agendasQuery },
  responses: { ...ok(z.array(managedAgenda), "The agendas, by name."), ...invalid, ...forbidden },
})
const make = call({
  method: "post",
  path: "/api/me/lists/",
  rights: "user",
  scope: "session",
  cache: "personal",
  tags,
  summary: "Create an agenda, private unless `published` is true",
  request: body(newAgenda),
  responses: { ...created(managedAgenda, "The created agenda."), ...invalid, ...forbidden, ...conflict },
})
const show = call({
  method: "get",
  path: "/api/me/lists/{id}/",
  rights: "user",
  scope: "read",
  cache: "personal",
  tags,
  summary: "Get one of the caller's agendas",
  request: { params: agendaPath },
  responses: { ...ok(managedAgenda, "The agenda."), ...forbidden, ...notFound },
})
const change = call({
  method: "patch",
  path: "/api/me/lists/{id}/",
  rights: "user",
  scope: "session",
  cache: "personal",
  tags,
  summary: "Update, publish or unpublish an agenda",
  request: { params: agendaPath, ...body(agendaChange) },
  responses: { ...ok(managedAgenda, "The changed agenda."), ...invalid, ...forbidden, ...notFound, ...conflict },
})
const remove = call({
  method: "delete",
  path: "/api/me/lists/{id}/",
  rights: "user",
  scope: "session",
  cache: "personal",
  tags,
  summary: "Delete an agenda",
  request: { params: agendaPath },
  responses: { ...done, ...forbidden, ...notFound },
})
const entries = call({
  method: "get",
  path: "/api/me/lists/{id}/entries/",
  rights: "user",
  scope: "read",
  cache: "personal",
  tags,
  summary: "List the entries of an agenda",
  request: { params: agendaPath, query: entriesQuery },
  responses: {
    ...ok(z.array(agendaEntry), "Pages by name, then events by date, past events last."),
    ...invalid,
    ...forbidden,
    ...notFound,
  },
})
const add = call({
  method: "put",
  path: "/api/me/lists/{id}/entries/{kind}/{ref}/",
  rights: "user",
  scope: "follow",
  cache: "personal",
  tags,
  summary: "Add a page or an event to an agenda",
  request: { params: entryPath },
  responses: {
    ...ok(managedAgenda, "The agenda, which now contains the entry."),
    ...forbidden,
    ...notFound,
    ...conflict,
  },
})
const takeOut = call({
  method: "delete",
  path: "/api/me/lists/{id}/entries/{kind}/{ref}/",
  rights: "user",
  scope: "follow",
  cache: "personal",
  tags,
  summary: "Remove a page or an event from an agenda",
  request: { params: entryPath },
  responses: { ...done, ...forbidden, ...notFound },
})
const read = call({
  method: "get",
  path: "/api/agendas/{slug}/",
  rights: "anyone",
  scope: "read",
  cache: "shared",
  tags,
  summary: "Get a published agenda; its events are at `/api/contents/events/?list={slug}`",
  request: { params: publicAgendaPath },
  responses: { ...ok(publicAgenda, "The agenda; its former slugs lead to it too."), ...notFound },
})
const pages = call({
  method: "get",
  path: "/api/agendas/{slug}/actors/",
  rights: "anyone",
  scope: "read",
  cache: "shared",
  tags,
  summary: "List the pages in a published agenda",
  request: { params: publicAgendaPath, query: entriesQuery },
  responses: { ...ok(z.array(actorReference), "The pages, by name."), ...invalid, ...notFound },
})

/** Calls about agendas: the lists of pages and events that people make for themselves, and may publish. */
export function agendasApi() {
  return apiApp()
    .openapi(list, async (c) => {
      const { db, config } = c.get("world")
      const query = c.req.valid("query")
      return listedSlice(c, await managedAgendas(db, signedIn(c), config, query), query)
    })
    .openapi(make, async (c) => {
      const given = c.req.valid("json")
      const id = await makeAgenda(c.get("world").db, signedIn(c), {
        ...given,
        language: given.language ?? c.get("language"),
      })
      return c.json(await one(c, id), 201)
    })
    .openapi(show, async (c) => c.json(await one(c, c.req.valid("param").id), 200))
    .openapi(
      change,
      async (c) => {
        const { id } = c.req.valid("param")
        const changed = await changeAgenda(c.get("world").db, signedIn(c), id, c.req.valid("json"))
        return c.json(await one(c, changed), 200)
      },
      reportAllErrors(agendaChange, async (c, judged) =>
        judgeAgendaChange(c.get("world").db, signedIn(c), c.req.param("id") ?? "", judged),
      ),
    )
    .openapi(remove, async (c) => {
      await removeAgenda(c.get("world").db, signedIn(c), c.req.valid("param").id)
      return c.body(null, 204)
    })
    .openapi(entries, async (c) => {
      const { db, config } = c.get("world")
      const { id } = await one(c, c.req.valid("param").id)
      const page = c.req.valid("query")
      const held = await entriesOf(db, signedIn(c), id, config, page)
      return listed(c, held.entries, page, held.total)
    })
    .openapi(add, async (c) => {
      const { id, ...meant } = c.req.valid("param")
      const fallback = { name: c.get("messages")("lists.default_name"), language: c.get("language") }
      const changed = await addEntry(c.get("world").db, signedIn(c), id, meant, fallback)
      return c.json(await one(c, changed), 200)
    })
    .openapi(takeOut, async (c) => {
      const { id, ...meant } = c.req.valid("param")
      await removeEntry(c.get("world").db, signedIn(c), id, meant)
      return c.body(null, 204)
    })
    .openapi(read, async (c) => {
      const { id: _id, ...agenda } = await published(c, c.req.valid("param").slug)
      return tagged(c, agenda)
    })
    .openapi(pages, async (c) => {
      const { db, config } = c.get("world")
      const { id } = await published(c, c.req.valid("param").slug)
      const page = c.req.valid("query")
      const { actors, total } = await pagesOf(db, id, config, page)
      return listed(c, actors, page, total)
    })
}

function signedIn(c: Context<Environment>) {
  return c.get("viewer") ?? refuse("sign_in_needed")
}

async function one(c: Context<Environment>, id: number | string) {
  const { db, config } = c.get("world")
  const viewer = signedIn(c)
  const number = idOr("not_found", String(id))
  const [agenda] = await managedAgendas(db, viewer, config, { id: number })
  return agenda ?? refuse("not_found")
}

async function published(c: Context<Environment>, slug: string) {
  const { db, config } = c.get("world")
  const word = /^[a-z0-9-]{3,60}$/.test(slug) ? slug : refuse("agenda_not_found")
  return (await findAgenda(db, word, config)) ?? refuse("agenda_not_found")
}
