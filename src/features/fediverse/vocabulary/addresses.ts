import { fidPattern } from "#features/actors/actor-types.ts"

// The ids of everything that federates from here, in one list, as `web/paths.ts` has pages. A published id never changes.

/** The object of this server that an id names. */
export type LocalObject =
  | { kind: "instance" }
  | { kind: "actor"; fid: string }
  | { kind: "event"; id: number; date?: number }
  | { kind: "note"; id: number; date?: number }
  | { kind: "follow"; fid: string | undefined; key: string }
  | { kind: "join"; fid: string; key: string }

/** Returns the shared inbox of the instance. */
export function sharedInbox(publicUrl: string): string {
  return `${publicUrl}/ap/inbox`
}

/** Returns the id of the instance's own actor (FEP-2677). */
export function instanceId(publicUrl: string): string {
  return `${publicUrl}/ap/instance`
}

/** Returns the id of a page's actor. */
export function actorId(publicUrl: string, fid: string): string {
  return `${publicUrl}/ap/actors/${fid}`
}

/** Returns the id of an event, or of one date of an event that has several. */
export function eventId(publicUrl: string, id: number, date?: number): string {
  return `${publicUrl}/ap/events/${id}${date === undefined ? "" : `/dates/${date}`}`
}

/** Returns the id of a sound. */
export function soundId(publicUrl: string, id: number): string {
  return `${publicUrl}/ap/sounds/${id}`
}

/** Returns the id of the note about a change; each version of an event has its own. */
export function noteId(event: string, version: number): string {
  return `${event}/notes/${version}`
}

/** Returns the boxes and collections of an actor, of a page or of the instance. */
export function boxesOf(actor: string) {
  return {
    inbox: `${actor}/inbox`,
    outbox: `${actor}/outbox`,
    followers: `${actor}/followers`,
    following: `${actor}/following`,
  } as const
}

/** Returns the id of an actor's key. */
export function keyId(actor: string): string {
  return `${actor}#main-key`
}

/** Returns the id of the collection of an event's organizers (FEP-8a8e). */
export function organizersId(event: string): string {
  return `${event}/organizers`
}

/**
 * Returns the id of an activity about an own object. It is a fragment of the object's id, so that fetching it returns the
 * object; `key` distinguishes what can happen more than once.
 */
export function activityId(object: string, verb: "create" | "delete" | "update", key?: string | number): string {
  return `${object}#${verb}${key === undefined ? "" : `-${key}`}`
}

/** Returns the id of an actor's activity about an object of others: `…/follows/12`. */
export function actorActivityId(
  actor: string,
  deed: "follows" | "accepts" | "rejects" | "ignores" | "announces" | "joins" | "leaves" | "moves",
  key: string | number,
): string {
  return `${actor}/${deed}/${key}`
}

const key = "[\\w.-]{1,100}"
const shapes = {
  actor: /^\/ap\/actors\/(?<fid>[^/]+)$/,
  event: /^\/ap\/events\/(?<id>\d{1,15})(?:\/dates\/(?<date>\d{1,15}))?$/,
  note: /^\/ap\/events\/(?<id>\d{1,15})(?:\/dates\/(?<date>\d{1,15}))?\/notes\/\d{1,9}$/,
  follow: new RegExp(`^/ap/(?:instance|actors/(?<fid>[^/]+))/follows/(?<key>${key})$`),
  join: new RegExp(`^/ap/actors/(?<fid>[^/]+)/joins/(?<key>${key})$`),
}

/**
 * Returns what an id of this server names; undefined for anything else. The addresses of HTML pages are accepted too
 * (`/actors/salle`, `/events/12`, with or without a language prefix), because people copy these.
 */
export function localObjectOf(publicUrl: string, address: string): LocalObject | undefined {
  if (!address.startsWith(`${publicUrl}/`) || address.length > 500) return undefined
  const path = address.slice(publicUrl.length).replace(/^(?:\/(?:fr|en|nl))?\/(?=(?:actors|events)\/)/, "/ap/")
  if (path === "/ap/instance") return { kind: "instance" }
  for (const [kind, shape] of Object.entries(shapes) as [keyof typeof shapes, RegExp][]) {
    const found = shape.exec(path)?.groups
    if (!found) continue
    const { fid, id, date, key: chosen } = found
    if (fid !== undefined && !fidPattern.test(fid)) return undefined
    if (kind === "actor") return { kind, fid: fid as string }
    if (kind === "follow") return { kind, fid, key: chosen as string }
    if (kind === "join") return { kind, fid: fid as string, key: chosen as string }
    return { kind, id: Number(id), ...(date !== undefined && { date: Number(date) }) }
  }
  return undefined
}
