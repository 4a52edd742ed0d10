import { paths } from "#web/paths.ts"
import { instanceName } from "../identity.ts"
import { actorId, instanceId } from "../vocabulary/addresses.ts"
import { namedBy } from "../vocabulary/addresses.ts"

/** Who is asked for: by handle, by the address of a page, or by that of an actor. */
export type Sought = { name: string; by: "handle" | "address" } | { isInstance: true }

/** Reads the `resource` of RFC 7033; undefined when nobody of this host is meant. */
export function readResource(resource: string, publicUrl: string): Sought | undefined {
  if (resource.length > 500) return undefined
  const { host, hostname } = new URL(publicUrl)
  const account = /^(?:acct:)?@?([^@/\s]{1,128})@([^@/\s]+)$/i.exec(resource)
  if (account) {
    const [, name = "", at = ""] = account
    if (at.toLowerCase() !== host) return undefined
    const plain = name.toLowerCase()
    return plain === instanceName || plain === hostname ? { isInstance: true } : { name: plain, by: "handle" }
  }
  if (resource === publicUrl || resource === `${publicUrl}/`) return { isInstance: true }
  const named = namedBy(publicUrl, resource)
  if (named?.kind === "instance") return { isInstance: true }
  if (named?.kind !== "actor") return undefined
  return { name: named.fid, by: resource.startsWith(`${publicUrl}/ap/`) ? "address" : "handle" }
}

/** What is answered (JRD): the handle, and where the actor and its page are. */
export function webFingerOf(
  who: { fid: string; name: string; page: string } | "instance",
  publicUrl: string,
): { subject: string; aliases: string[]; links: Link[] } {
  const { host } = new URL(publicUrl)
  const { fid, self, page } =
    who === "instance"
      ? { fid: instanceName, self: instanceId(publicUrl), page: `${publicUrl}/` }
      : { fid: who.fid, self: actorId(publicUrl, who.name), page: who.page }
  return {
    subject: `acct:${fid}@${host}`,
    aliases: [page, self],
    links: [
      { rel: "self", type: "application/activity+json", href: self },
      { rel: "http://webfinger.net/rel/profile-page", type: "text/html", href: page },
      ...(who === "instance" ? [] : [subscribing(publicUrl, "http://ostatus.org/schema/1.0/subscribe", "{uri}")]),
      ...(who === "instance" ? [] : [subscribing(publicUrl, "https://w3id.org/fep/3b86/Follow", "{object}")]),
    ],
  }
}

type Link = { rel: string; type?: string; href?: string; template?: string }

/** Where whoever has an account here answers for following somebody elsewhere. */
function subscribing(publicUrl: string, rel: string, whom: string): Link {
  return { rel, template: `${publicUrl}${paths.fediverseAccounts()}?follow=${whom}` }
}
