import { timeOf } from "#features/imports/reading/times.ts"
import { plainText } from "#lib/text/html.ts"
import { localObjectOf } from "./addresses.ts"
import {
  boundedObject,
  boundedTime,
  type Fields,
  fieldsOf,
  hostOf,
  idOf,
  idsOf,
  isSameHost,
  lineIn,
  listOf,
  typesOf,
  wordsOf,
} from "./fields.ts"
import { audienceOf, type RemoteAudience } from "./reading/audience.ts"
import { isRefused, refused, type Refused } from "./refused.ts"

/** The object of an activity. Its content is only trusted from its own server. */
export type EmbeddedObject = {
  id: string
  /** `reference` when only the id was sent, so that it has to be fetched. */
  kind: "event" | "note" | "actor" | "reference" | "other"
  fields: Fields
  /** The author, if it is another actor on the sender's host: a group whose member sends the activity. */
  author?: string
}

/** An activity as another one refers to it: by its id, by its content, or both. */
export type ReferencedActivity = { type?: string; id?: string; actor?: string; object?: string }

type Base = RemoteAudience & {
  id: string
  actor: string
  /** Host of the actor and of the id. */
  host: string
  published: Date | null
}

/** A received activity, in one of the few shapes that handlers know. */
export type RemoteActivity = Base &
  (
    | { type: "Create" | "Update"; object: EmbeddedObject }
    | { type: "Delete"; object: string; isActor: boolean }
    | { type: "Announce" | "Follow" | "Like" | "Block" | "Leave"; object: string }
    | { type: "Join"; object: string; message: string | null }
    | { type: "Undo"; of: ReferencedActivity }
    | { type: "Accept" | "Reject" | "Ignore"; of: ReferencedActivity }
    | { type: "Move"; object: string; target: string }
    | { type: "Flag"; objects: string[]; text: string }
  )
export type ActivityType = RemoteActivity["type"]

export type ActivityOptions = {
  publicUrl: string
  /** The owner of the key it was signed with. */
  signer?: string
}

type Part = RemoteActivity extends infer One ? (One extends Base ? Omit<One, keyof Base> : never) : never

/** Known activity types that are not handled here. */
const others = new Set(
  "Add Arrive Dislike EmojiReact Invite Listen Lock Offer Question Read Remove TentativeAccept TentativeReject View".split(
    " ",
  ),
)
const noteTypes = new Set(["Note", "Article", "Page", "Question", "Video", "Audio", "Image", "Document"])
/** Types of actors. `Place` is none, whatever some servers send. */
export const remoteActorTypes = new Set(["Person", "Group", "Organization", "Application", "Service"])
const mostReported = 100

/**
 * Reads a received activity. Refuses one that is not from its actor: its id is on another host, it names several actors or
 * another one than the signer, or it concerns an object that its actor does not own.
 */
export function readActivity(value: unknown, options: ActivityOptions): RemoteActivity | Refused {
  const activity = boundedObject(value)
  if (isRefused(activity)) return activity
  if (activity.actor === undefined || activity.actor === null) return refused("no_actor")
  if (Array.isArray(activity.actor)) return refused("several_actors")
  const actor = idOf(activity.actor)
  if (!actor) return refused("bad_actor")
  if (options.signer !== undefined && options.signer !== actor) return refused("wrong_signer")
  if (activity.id === undefined || activity.id === null) return refused("no_id")
  const id = idOf(activity.id)
  if (!id) return refused("bad_id")
  const host = hostOf(actor)
  if (host === undefined || !isSameHost(id, actor)) return refused("foreign_id")

  const types = typesOf(activity)
  const type = types.find((one): one is Spoken => Object.hasOwn(readers, one))
  if (!type) return refused(types.some((one) => others.has(one)) ? "unsupported" : "unknown_type")
  const part = readers[type](activity, { id, actor, type, publicUrl: options.publicUrl })
  if (isRefused(part)) return part
  const published = boundedTime(timeOf(activity.published, "UTC")?.at) ?? null
  return { id, actor, host, published, ...audienceOf(activity), ...part } as RemoteActivity
}

/** `Unfollow` is Gancio's name for the `Undo` of its `Follow`, with the same id. */
type Spoken = ActivityType | "Unfollow"
type Frame = { id: string; actor: string; type: Spoken; publicUrl: string }
type Reader = (activity: Fields, frame: Frame) => Part | Refused

const readers: Record<Spoken, Reader> = {
  Create: readSaid,
  Update: readSaid,
  Delete: readDelete,
  Announce: readAnnounce,
  Follow: readAbout,
  Like: readAbout,
  Block: readAbout,
  Leave: readAbout,
  Join: readJoin,
  Undo: readUndo,
  Unfollow: readUnfollow,
  Accept: readAnswer,
  Reject: readAnswer,
  Ignore: readAnswer,
  Move: readMove,
  Flag: readFlag,
}

/** Returns the kind of an object, by its types. */
export function kindOf(object: Fields): EmbeddedObject["kind"] {
  const types = typesOf(object)
  if (types.includes("Event")) return "event"
  if (types.some((type) => remoteActorTypes.has(type))) return "actor"
  if (types.some((type) => noteTypes.has(type))) return "note"
  return types.length === 0 ? "reference" : "other"
}

/** Returns the authors of an object. */
export function authorsOf(object: Fields): string[] {
  return idsOf(object.attributedTo, 20)
}

function readSaid({ object: value }: Fields, { actor, type }: Frame): Part | Refused {
  const [only, ...more] = listOf(value)
  const id = idOf(only)
  if (!id || more.length > 0) return refused("no_object")
  const fields = fieldsOf(only) ?? {}
  const kind = kindOf(fields)
  if (!isSameHost(id, actor)) return refused(type === "Update" ? "not_owner" : "foreign_object")
  const authors = authorsOf(fields)
  const isOwn = kind === "actor" ? id === actor : authors.length === 0 || authors.includes(actor)
  // Mobilizon lets members of a group send the group's activities. They are not trusted: the event is fetched.
  const [author] = authors
  if (!isOwn && kind === "event" && author !== undefined && isSameHost(author, actor))
    return { type, object: { id, kind: "reference", fields, author } } as Part
  return isOwn ? ({ type, object: { id, kind, fields } } as Part) : refused("not_owner")
}

/** Reads a Delete, whose object is an id, a Tombstone, or the whole object (WordPress). */
function readDelete({ object: value }: Fields, { actor }: Frame): Part | Refused {
  const [only, ...more] = listOf(value)
  const id = idOf(only)
  if (!id || more.length > 0) return refused("no_object")
  const authors = authorsOf(fieldsOf(only) ?? {})
  if (!isSameHost(id, actor) || (authors.length > 0 && !authors.includes(actor))) return refused("not_owner")
  return { type: "Delete", object: id, isActor: id === actor }
}

/** Reads an Announce, of which only the object's id counts. Groups announce activities (FEP-1b12): then the object of those. */
function readAnnounce({ object: value }: Fields, { id }: Frame): Part | Refused {
  const [only, ...more] = listOf(value)
  const fields = fieldsOf(only) ?? {}
  const types = typesOf(fields)
  const isSaid = types.includes("Create") || types.includes("Update")
  if (!isSaid && types.some((type) => Object.hasOwn(readers, type) || (others.has(type) && type !== "Question")))
    return refused("unsupported")
  const object = idOf(isSaid ? fields.object : only)
  if (!object || more.length > 0) return refused("no_object")
  return object === id ? refused("self_reference") : { type: "Announce", object }
}

function readAbout({ object: value }: Fields, { id, type }: Frame): Part | Refused {
  const [only, ...more] = listOf(value)
  const object = idOf(only)
  if (!object || more.length > 0) return refused("no_object")
  return object === id ? refused("self_reference") : ({ type, object } as Part)
}

function readJoin(activity: Fields, frame: Frame): Part | Refused {
  const [only, ...more] = listOf(activity.object)
  const object = idOf(only)
  if (!object || more.length > 0) return refused("no_object")
  if (object === frame.id) return refused("self_reference")
  return { type: "Join", object, message: lineIn(activity.participationMessage, 500) ?? null }
}

/** Reads an Undo, whose object is an activity or its id; some servers (snac) send the actor they no longer follow. */
function readUndo({ object: value }: Fields, { actor, publicUrl }: Frame): Part | Refused {
  const [only, ...more] = listOf(value)
  if (only === undefined || more.length > 0) return refused("no_object")
  const fields = fieldsOf(only)
  const id = idOf(only)
  if (!fields) {
    if (!id) return refused("no_object")
    const ours = localObjectOf(publicUrl, id)
    if (ours?.kind === "actor" || ours?.kind === "instance") return { type: "Undo", of: { type: "Follow", object: id } }
    if (ours) return { type: "Undo", of: { object: id } }
    return isSameHost(id, actor) ? { type: "Undo", of: { id } } : refused("not_owner")
  }
  const by = idOf(fields.actor)
  if ((fields.actor !== undefined && by !== actor) || (id && !isSameHost(id, actor))) return refused("not_owner")
  const of = named(fields)
  return of ? { type: "Undo", of } : refused("no_object")
}

function readUnfollow({ object: value }: Fields, { id }: Frame): Part | Refused {
  const [only, ...more] = listOf(value)
  const object = idOf(only)
  return object && more.length === 0 ? { type: "Undo", of: { type: "Follow", id, object } } : refused("no_object")
}

/** Reads the answer to an activity of ours; the answering actor must be the one it was about. */
function readAnswer({ object: value }: Fields, { actor, type }: Frame): Part | Refused {
  const [only, ...more] = listOf(value)
  const fields = fieldsOf(only)
  const id = idOf(only)
  const of = fields ? named(fields) : id ? { id } : undefined
  if (!of || more.length > 0) return refused("no_object")
  if (of.type === "Follow" && of.object !== undefined && of.object !== actor) return refused("not_owner")
  return { type, of } as Part
}

function readMove({ object, target }: Fields, { actor }: Frame): Part | Refused {
  const [from, to] = [idOf(object), idOf(target)]
  if (!from || !to) return refused("no_object")
  if (from === to) return refused("self_reference")
  return from === actor ? { type: "Move", object: from, target: to } : refused("not_owner")
}

function readFlag({ object, content, summary }: Fields): Part | Refused {
  const objects = idsOf(object, mostReported)
  if (objects.length === 0) return refused("no_object")
  const text = (wordsOf(content) ?? wordsOf(summary) ?? "").slice(0, 4000)
  return { type: "Flag", objects, text: plainText(text).slice(0, 2000).toWellFormed() }
}

function named(fields: Fields): ReferencedActivity | undefined {
  const id = idOf(fields)
  const object = idOf(listOf(fields.object)[0])
  const actor = idOf(fields.actor)
  const type = typesOf(fields)[0]
  if (!id && !object) return undefined
  return { ...(type && { type }), ...(id && { id }), ...(actor && { actor }), ...(object && { object }) }
}
