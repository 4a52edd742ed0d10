import { fidPattern } from "#features/actors/actor-types.ts"

// The ids of what federates from here: one list, as `web/paths.ts` is of pages. An id never changes once it was sent.

/** What an id of ours names. */
export type Named =
  | { kind: "instance" }
  | { kind: "actor"; fid: string }
  | { kind: "event"; id: number; date?: number }
  | { kind: "note"; id: number; date?: number }
  | { kind: "follow"; fid: string | undefined; key: string }
  | { kind: "join"; fid: string; key: string }

/** The shared inbox of the instance. */
export function sharedInbox(publicUrl: string): string {
  return `${publicUrl}/ap/inbox`
}

/** The actor that stands for the whole instance (FEP-2677). */
export function instanceId(publicUrl: string): string {
  return `${publicUrl}/ap/instance`
}

/** The actor of a page. */
export function actorId(publicUrl: string, fid: string): string {
  return `${publicUrl}/ap/actors/${fid}`
}

/** An event, or one date of an event that has several. */
export function eventId(publicUrl: string, id: number, date?: number): string {
  return `${publicUrl}/ap/events/${id}${date === undefined ? "" : `/dates/${date}`}`
}

/** A sound of a page. */
export function soundId(publicUrl: string, id: number): string {
  return `${publicUrl}/ap/sounds/${id}`
}

/** The note that tells followers of a change; each version of an event has its own. */
export function noteId(event: string, version: number): string {
  return `${event}/notes/${version}`
}

/** The boxes and collections of an actor, of a page or of the instance. */
export function boxesOf(actor: string) {
  return {
    inbox: `${actor}/inbox`,
    outbox: `${actor}/outbox`,
    followers: `${actor}/followers`,
    following: `${actor}/following`,
  } as const
}

/** The key an actor signs with. */
export function keyId(actor: string): string {
  return `${actor}#main-key`
}

/** The organizers of an event (FEP-8a8e). */
export function organizersId(event: string): string {
  return `${event}/organizers`
}

/**
 * The id of an activity: of one about an object it is a fragment of the object's, so that whoever fetches it is given the
 * object; `key` tells apart what can happen more than once.
 */
export function activityId(object: string, verb: "create" | "delete" | "update", key?: string | number): string {
  return `${object}#${verb}${key === undefined ? "" : `-${key}`}`
}

/** The id of what an actor does to something that is not its own: `…/follows/12`. */
export function deedId(
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
 * What an id names, when it is one of ours; undefined for all else. Pages answer to their address for readers too
 * (`/actors/salle`, `/events/12`, with or without a language before it), which is what people copy.
 */
export function namedBy(publicUrl: string, address: string): Named | undefined {
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
