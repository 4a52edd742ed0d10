import type { RemotePicture } from "#features/documents/remote-pictures/remote-picture.ts"
import { urlOf } from "#features/imports/reading/text.ts"
import { timeOf } from "#features/imports/reading/times.ts"
import type { LocationDraft } from "#features/places/location-draft.ts"
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
  pageOf,
  typesOf,
  wordsOf,
} from "./fields.ts"
import { remoteActorTypes } from "./read-activity.ts"
import { imageOf } from "./reading/picture.ts"
import { placesOf } from "./reading/place.ts"
import { htmlOf } from "./reading/texts.ts"
import { isRefused, refused, type Refused } from "./refused.ts"

export type RemoteActorType = "Person" | "Group" | "Organization" | "Application" | "Service"

/** A remote actor: its profile and its addresses. */
export type RemoteActor = {
  id: string
  type: RemoteActorType
  host: string
  /** `name@host` by the document; WebFinger is authoritative. */
  handle: string
  username: string
  name: string
  /** HTML, sanitised. */
  summary: string | null
  url: string
  icon: RemotePicture | null
  image: RemotePicture | null
  inbox: string
  sharedInbox: string | null
  outbox: string | null
  followers: string | null
  following: string | null
  /** Keys that the actor itself owns. */
  keys: { id: string; pem: string }[]
  manuallyApprovesFollowers: boolean
  /** False when the actor asks not to be listed (`discoverable`). */
  isListed: boolean
  links: { label: string; url: string }[]
  location: LocationDraft | null
  alsoKnownAs: string[]
  movedTo: string | null
  published: Date | null
}

const mostLinks = 30
const mostKeys = 10
const longestKey = 10_000

/**
 * Reads an actor's document. Refuses one that has no type of an actor (`Place` is none), has no inbox, or is on another host
 * than the requested address.
 * @param expected the requested id
 */
export function readActor(value: unknown, expected?: string): RemoteActor | Refused {
  const actor = boundedObject(value)
  if (isRefused(actor)) return actor
  const type = typesOf(actor).find((one): one is RemoteActorType => remoteActorTypes.has(one))
  if (!type) return refused("unknown_type")
  const id = idOf(actor)
  const host = id && hostOf(id)
  if (!id || !host) return refused(actor.id === undefined ? "no_id" : "bad_id")
  if (expected !== undefined && !isSameHost(id, expected)) return refused("foreign_id")
  const inbox = idOf(actor.inbox)
  if (!inbox) return refused("no_inbox")

  const username = usernameOf(actor, id)
  const own = (address: unknown) => idOf(address) ?? null
  return {
    id,
    type,
    host,
    handle: `${username}@${host}`,
    username,
    name: lineIn(actor.name, 200) ?? username,
    summary: htmlOf(wordsOf(actor.summary)) ?? null,
    url: pageOf(actor.url) ?? id,
    icon: imageOf(actor.icon) ?? null,
    image: imageOf(actor.image) ?? null,
    inbox,
    sharedInbox: own(fieldsOf(actor.endpoints)?.sharedInbox),
    outbox: own(actor.outbox),
    followers: own(actor.followers),
    following: own(actor.following),
    keys: keysOf(actor, id),
    manuallyApprovesFollowers: actor.manuallyApprovesFollowers === true,
    isListed: actor.discoverable !== false,
    links: linksOf(actor),
    location: placesOf(actor.location).location,
    alsoKnownAs: idsOf(actor.alsoKnownAs, 20),
    movedTo: own(actor.movedTo),
    published: boundedTime(timeOf(actor.published, "UTC")?.at) ?? null,
  }
}

function usernameOf(actor: Fields, id: string): string {
  const said = lineIn(actor.preferredUsername, 100)
  if (said && /^[\p{L}\p{M}\p{N}_.~-]+$/u.test(said)) return said
  // Without a username, use the last part of its address.
  return /([\w.~-]+)\/?$/.exec(new URL(id).pathname)?.[1]?.slice(0, 100) ?? "actor"
}

/** Reads the keys that the actor owns and that are on its host: anybody can copy another actor's key into a document. */
function keysOf({ publicKey }: Fields, id: string): RemoteActor["keys"] {
  return listOf(publicKey)
    .slice(0, mostKeys)
    .flatMap((one) => {
      const key = fieldsOf(one)
      const keyId = idOf(key)
      const pem = wordsOf(key?.publicKeyPem)
      const isOwn = keyId !== undefined && isSameHost(keyId, id) && idOf(key?.owner ?? key?.controller) === id
      return isOwn && pem && pem.length <= longestKey && pem.includes("-----BEGIN ") ? [{ id: keyId, pem }] : []
    })
}

/** Reads the links of a profile: `PropertyValue` with a link in it, or `Link`. */
function linksOf({ attachment }: Fields): RemoteActor["links"] {
  return listOf(attachment)
    .slice(0, mostLinks)
    .flatMap((one) => {
      const row = fieldsOf(one)
      const value = (wordsOf(row?.value) ?? "").slice(0, 5000)
      const address = wordsOf(row?.href) ?? /href\s*=\s*["']([^"'<>\s]{1,2000})["']/i.exec(value)?.[1] ?? value
      const url = urlOf(address.replaceAll("&amp;", "&"))
      return url ? [{ label: lineIn(row?.name, 100) ?? new URL(url).hostname, url }] : []
    })
}
