import { titleOf } from "#features/events/ui/event-words.ts"
import { inboxQueryOf } from "#features/contact/ui/inbox.tsx"
import type { Messages } from "#i18n/messages.ts"
import type { Api, List } from "#web/api.ts"
import type { Profile } from "#features/accounts/profile.server.ts"
import type { Actor } from "#features/actors/actor.ts"
import type { Change } from "#features/changes/representation.server.ts"
import type { Relation } from "#features/actors/relations/representation.server.ts"
import type { Message } from "#features/contact/representation.server.ts"
import type { Event } from "#features/events/event.ts"
import type { FediverseData } from "../ui/manage/fediverse.tsx"
import type { MoveData } from "../ui/manage/fediverse-move.tsx"
import { startIn } from "#web/lists/start-in.ts"

/** The tabs for managing a page, in order; `?tab=` selects one. */
export const manageTabs = ["relations", "events", "messages", "fediverse", "journal", "danger"] as const
export type ManageTab = (typeof manageTabs)[number]

/** Lists the tabs this person can use: the Fediverse tab is only for those who may edit the page. */
export function tabsFor({ may }: Pick<ManagedActor, "may">): readonly ManageTab[] {
  return manageTabs.filter((tab) => tab !== "fediverse" || may.includes("edit"))
}

export const eventFilters = ["future", "past", "drafts"] as const
type EventFilter = (typeof eventFilters)[number]
export const sizes = { relations: 100, events: 25, journal: 25 } as const

/** The part of an event that the list stores. */
export type ManagedEvent = Pick<
  Event,
  "id" | "title" | "language" | "start" | "all_day" | "next" | "workflow" | "status"
> & {
  place: string | null
}

export type ManagedActor = Pick<Actor, "fid" | "type" | "name" | "avatar" | "status" | "hidden" | "language"> & {
  may: NonNullable<Actor["may"]>
}

export type Managed = {
  actor: ManagedActor
  profile: Pick<Profile, "is_verified">
  unread: number
  shown:
    | { tab: "relations"; relations: List<Relation>; start: number }
    | { tab: "events"; events: List<ManagedEvent>; filter: EventFilter; start: number }
    | { tab: "messages"; messages: List<Message>; asked: ReturnType<typeof inboxQueryOf> }
    | { tab: "fediverse"; settings: FediverseData; moving: MoveData | undefined }
    | { tab: "journal"; changes: List<Change>; start: number }
    | { tab: "danger"; people: Relation[] }
}

/** Reads the data of the selected tab only. The API refuses a person who may not manage the page. */
export async function readManaged(api: Api, fid: string, url: URL): Promise<Managed & { renamed?: string }> {
  const asked = manageTabs.find((one) => one === url.searchParams.get("tab")) ?? "relations"
  const profile = await api.get("/api/me/")
  const actor = await api.get("/api/actors/{fid}/", { fid })
  const tab = tabsFor({ may: actor.may ?? [] }).find((one) => one === asked) ?? "relations"
  const [unread, shown] = await Promise.all([
    // The API refuses this to people without a role on the page.
    api.list("/api/actors/{fid}/messages/", { fid: actor.fid, state: "unread", limit: 1 }),
    readTab(api, actor, tab, url),
  ])
  return {
    ...(actor.fid === fid ? {} : { renamed: actor.fid }),
    actor: {
      fid: actor.fid,
      type: actor.type,
      name: actor.name,
      avatar: actor.avatar,
      status: actor.status,
      ...(actor.hidden ? { hidden: actor.hidden } : {}),
      language: actor.language,
      may: actor.may ?? [],
    },
    profile: { is_verified: profile.is_verified },
    unread: unread.total,
    shown,
  }
}

async function readTab(
  api: Api,
  { fid, may = [] }: Pick<Actor, "fid" | "may">,
  tab: ManageTab,
  url: URL,
): Promise<Managed["shown"]> {
  const start = startIn(url)
  switch (tab) {
    case "relations":
      return {
        tab,
        start,
        relations: await api.list("/api/actors/{fid}/relations/", { fid, start, limit: sizes.relations }),
      }
    case "events": {
      const filter = eventFilters.find((one) => one === url.searchParams.get("filter")) ?? "future"
      const events = await api.list("/api/contents/events/managed/", {
        actor: fid,
        ...(filter === "drafts" ? { filter: "all", workflow: "draft" } : { filter }),
        start,
        limit: sizes.events,
      })
      return { tab, start, filter, events: { total: events.total, items: events.items.map(kept) } }
    }
    case "messages": {
      const asked = inboxQueryOf(url)
      return { tab, asked, messages: await api.list("/api/actors/{fid}/messages/", { fid, ...asked }) }
    }
    case "fediverse": {
      const [settings, moving] = await Promise.all([
        api.get("/api/actors/{fid}/fediverse/", { fid }),
        may.includes("govern") ? readMoving(api, fid) : undefined,
      ])
      return { tab, settings, moving }
    }
    case "journal":
      return {
        tab,
        start,
        changes: await api.list("/api/actors/{fid}/changes/", { fid, start, limit: sizes.journal }),
      }
    case "danger": {
      const relations = await api.get("/api/actors/{fid}/relations/", { fid, limit: 200 })
      return {
        tab,
        people: relations.filter((one) => one.from.fid === fid && isPerson(one) && one.status === "accepted"),
      }
    }
  }
}

async function readMoving(api: Api, fid: string): Promise<MoveData> {
  const [aliases, move] = await Promise.all([
    api.get("/api/actors/{fid}/fediverse/aliases/", { fid }),
    api.get("/api/actors/{fid}/fediverse/move/", { fid }),
  ])
  return { aliases, move }
}

function kept({ id, title, language, start, all_day, next, workflow, status, place, location }: Event): ManagedEvent {
  return {
    id,
    title,
    language,
    start,
    all_day,
    next,
    workflow,
    status,
    place: place?.name ?? location?.name ?? location?.locality ?? null,
  }
}

/** Tells whether a relation is a person's role on the page, not a relation between pages. */
export function isPerson({ relation }: Pick<Relation, "relation">): boolean {
  return relation === "owner" || relation === "member" || relation === "assistant"
}

/** Returns the title of an event in the reader's language. */
export function eventTitle(t: Messages, event: ManagedEvent) {
  return titleOf(t, event)
}
