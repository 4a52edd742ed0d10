import { paths } from "#web/paths.ts"
import { instanceName } from "../identity.ts"
import { actorId, instanceId } from "../vocabulary/addresses.ts"
import { localObjectOf } from "../vocabulary/addresses.ts"

/** What a WebFinger resource names: a page, by its handle or its actor's address, or the instance. */
export type WebFingerSubject = { name: string; by: "handle" | "address" } | { isInstance: true }

/** Reads the `resource` of RFC 7033; undefined when it is not of this host. */
export function readResource(resource: string, publicUrl: string): WebFingerSubject | undefined {
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
  const named = localObjectOf(publicUrl, resource)
  if (named?.kind === "instance") return { isInstance: true }
  if (named?.kind !== "actor") return undefined
  return { name: named.fid, by: resource.startsWith(`${publicUrl}/ap/`) ? "address" : "handle" }
}

/** Returns the WebFinger answer (JRD): the handle, and the addresses of the actor and its page. */
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

/** Returns the link template under which people with an account here confirm that they follow a remote account. */
function subscribing(publicUrl: string, rel: string, whom: string): Link {
  return { rel, template: `${publicUrl}${paths.fediverseAccounts()}?follow=${whom}` }
}
