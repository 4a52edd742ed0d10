import { urlOf } from "#features/imports/reading/text.ts"
import { boundedObject, type Fields, fieldsOf, idOf, isSameHost, listOf, wordsOf } from "./fields.ts"
import { isRefused, refused, type Refused } from "./refused.ts"

const mostLinks = 50

/** The actor of a handle (RFC 7033). */
export type RemoteHandle = {
  /** `acct:name@host`, as its server writes it. */
  subject: string | null
  aliases: string[]
  /** The id of the actor. */
  actor: string
  /** The template of the server's follow page: an address with `{uri}` in it. */
  subscribe: string | null
}

/**
 * Reads a WebFinger answer; refuses one that names no actor. Whether the actor confirms the handle has to be checked on the
 * actor.
 */
export function readWebFinger(value: unknown): RemoteHandle | Refused {
  const answer = boundedObject(value)
  if (isRefused(answer)) return answer
  const links = linksOf(answer)
  const self = links.filter(({ rel }) => rel === "self").find(({ type }) => isActivityType(wordsOf(type) ?? ""))
  const actor = idOf(self?.href)
  if (!actor) return refused("no_actor")
  const template = links.find(({ rel }) => rel === "http://ostatus.org/schema/1.0/subscribe")?.template
  const isTemplate = typeof template === "string" && template.includes("{uri}") && urlOf(template.replace("{uri}", ""))
  return {
    subject: wordsOf(answer.subject)?.slice(0, 500) ?? null,
    aliases: listOf(answer.aliases)
      .slice(0, 20)
      .flatMap((one) => (typeof one === "string" && one.length <= 2000 ? [one] : [])),
    actor,
    subscribe: isTemplate ? template : null,
  }
}

/** Reads the addresses of a server's NodeInfo and of its own actor (FEP-f1d5, FEP-2677), each only on its own host. */
export function readNodeInfoLinks(
  value: unknown,
  server: string,
): { document: string | null; instance: string | null } {
  const answer = boundedObject(value)
  const links = isRefused(answer) ? [] : linksOf(answer)
  const own = (rel: string) => {
    const href = idOf(links.find((link) => link.rel === rel)?.href)
    return href && isSameHost(href, server) ? href : null
  }
  const schema = "http://nodeinfo.diaspora.software/ns/schema/"
  return {
    document: own(`${schema}2.1`) ?? own(`${schema}2.0`),
    instance: own("https://www.w3.org/ns/activitystreams#Application"),
  }
}

/** Reads the software of a server, in lower case; null when it does not say. */
export function readNodeInfo(value: unknown): { software: string | null; version: string | null } {
  const answer = boundedObject(value)
  const software = isRefused(answer) ? undefined : fieldsOf(answer.software)
  const line = (part: unknown) => wordsOf(part)?.replaceAll(/\s+/g, " ").slice(0, 100) ?? null
  // Lower case can be longer.
  return { software: line(software?.name)?.toLowerCase().slice(0, 100) ?? null, version: line(software?.version) }
}

/** Returns whether a media type is one of ActivityStreams. */
function isActivityType(type: string): boolean {
  return /^application\/(?:activity\+json|ld\+json\s*;.*https:\/\/www\.w3\.org\/ns\/activitystreams)/i.test(type)
}

function linksOf({ links }: Fields): Fields[] {
  return listOf(links)
    .slice(0, mostLinks)
    .map(fieldsOf)
    .filter((link) => link !== undefined)
}
