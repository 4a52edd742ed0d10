import type { Site } from "../../instances/server.ts"
import { inDatabase } from "../servers/database-of.ts"
import { givePage, type Person, somebody } from "../people/page-people.ts"

/** Creates an account with everything that a person can have, and lists the screens that need signing in. */
export async function somebodysScreens(server: Site) {
  const someone = await somebody(server)
  const made = await makes(someone)
  const screens = [
    ...personalScreens(made).map((path) => ({ path, status: 200 })),
    // A program’s request without its required parameters.
    { path: `/oauth/authorize?${asks(made)}`, status: 400 },
  ]
  return { site: server.url, storageState: someone.state, screens }
}

/** Creates an administrator and lists the screens for administrators alone. */
export async function operatorsScreens(server: Site) {
  const operator = await somebody(server, "regie")
  await inDatabase(server.dataDir, (db) =>
    db.query("update users set is_admin = true where username = $1", [operator.name]),
  )
  const { id } = await operator.ask("GET", "/api/me/")
  const screens = [
    "/admin",
    "/admin/accounts",
    `/admin/accounts?filter=staff&account=${id}`,
    "/admin/fediverse",
    "/admin/settings",
    "/admin/log",
    "/moderation/claims",
  ].map((path) => ({ path, status: 200 }))
  return { site: server.url, storageState: operator.state, screens }
}

type Made = {
  person: string
  place: string
  event: number
  draft: number
  agenda: { id: number; slug: string }
  program: { id: number; client_id: string }
}

/** Creates published pages of a person and a place, an event with an answer, a draft, a follow and an agenda. */
async function makes(someone: Person): Promise<Made> {
  const made = { person: `${someone.name}_p`, place: `${someone.name}_l` }
  await givePage(someone, { type: "person", fid: made.person, name: "Mirelle Ossau" })
  await givePage(someone, { fid: made.place, name: "Hangar des Vents" })
  const event = {
    title: { fr: "Veilleuse", en: "Night light" },
    language: "fr",
    category: "music",
    organizers: [made.place],
    place: made.place,
    start: `${new Date().getFullYear() + 1}-03-14T20:30`,
    timezone: "Europe/Brussels",
  }
  const published = await someone.ask("POST", "/api/contents/events/", { ...event, workflow: "published" })
  const draft = await someone.ask("POST", "/api/contents/events/", { ...event, title: { fr: "Sous la verrière" } })
  await someone.ask("PUT", `/api/contents/events/${published.id}/attendance/`, {
    value: "confirmed",
    actor: made.person,
  })
  const [followed] = await someone.ask("GET", "/api/actors/?type=place&limit=1")
  await someone.ask("PUT", `/api/actors/${followed.fid}/follow/`)
  const { id } = await someone.ask("POST", "/api/me/lists/", { name: `Agenda ${someone.name}` })
  for (const [kind, ref] of [
    ["event", published.id],
    ["event", draft.id],
    ["actor", followed.fid],
  ])
    await someone.ask("PUT", `/api/me/lists/${id}/entries/${kind}/${ref}/`)
  const program = await someone.ask("POST", "/api/me/programs/", {
    name: `Carnet ${someone.name}`,
    website: "https://programme.example/",
    redirects: ["https://programme.example/retour"],
    kind: "public",
  })
  const agenda = await someone.ask("PATCH", `/api/me/lists/${id}/`, { published: true, shows_owner: true })
  return { ...made, event: published.id, draft: draft.id, agenda, program }
}

function asks({ program }: Made) {
  return `client_id=${program.client_id}&redirect_uri=https%3A%2F%2Fprogramme.example%2Fretour&response_type=code`
}

function personalScreens(made: Made) {
  const { person, place, event, draft, agenda, program } = made
  return [
    "/me",
    "/me/emails",
    "/me/inbox",
    "/me/inbox?tab=messages",
    "/me/outings",
    "/me/cal",
    "/me/cal?view=week",
    "/me/cal?view=list&layers=managed",
    "/me/confirmations",
    "/me/places",
    "/me/lists",
    `/me/lists?event=${event}`,
    `/me/lists?actor=${place}`,
    `/me/lists/${agenda.id}`,
    `/agendas/${agenda.slug}`,
    `/agendas/share/${agenda.slug}`,
    `/events?list=${agenda.id}`,
    `/actors/${place}/follow`,
    "/me/fediverse",
    "/me/account",
    "/me/account/programs",
    `/me/account/programs?program=${program.id}`,
    `/oauth/authorize?${asks(made)}&code_challenge=${"x".repeat(43)}&code_challenge_method=S256&scope=read+follow+write`,
    `/events/manage/${event}`,
    `/events/manage/${event}?tab=relations`,
    `/events/manage/${event}?tab=dates`,
    `/events/manage/${event}?tab=messages`,
    `/events/manage/${event}?tab=journal`,
    `/events/manage/${draft}`,
    "/events?rel=followed",
    "/events?rel=managed",
    "/actors?rel=followed",
    "/actors?rel=managed",
    `/events/${event}`,
    `/events/${draft}`,
    `/actors/${place}`,
    `/actors/${person}`,
    "/events/new",
    `/events/edit/${event}`,
    `/events/published/${event}`,
    `/events/edit/${draft}`,
    `/events/edit/${draft}?preview=1`,
    "/actors/new",
    `/actors/edit/${place}`,
    `/actors/edit/${person}`,
    `/actors/publish/${place}`,
    `/actors/manage/${place}`,
    ...["events", "messages", "journal", "danger"].map((tab) => `/actors/manage/${place}?tab=${tab}`),
    `/actors/contact/${place}`,
    `/actors/report/${place}`,
    `/events/report/${event}`,
    `/actors/openings/${place}`,
    `/actors/openings/${person}?order=distance`,
    `/actors/webhooks/${place}`,
    `/actors/tour/${person}`,
    "/me/pages",
    "/me/invitations",
  ]
}
