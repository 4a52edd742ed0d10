import type { Config } from "#config/config.ts"
import type { Db } from "#db/connection.ts"
import { languages } from "#i18n/languages.ts"
import { outbound, type OutboundOptions } from "#net/outbound.ts"
import { paths } from "#web/paths.ts"
import { saveCheckResult } from "./identities.server.ts"

const page = { headers: { accept: "text/html, application/xhtml+xml" }, maxBytes: 1_000_000 }

/**
 * Checks whether a profile on another site links to its owner's public page with rel="me" (microformats). A handle is first
 * resolved to an address by WebFinger (RFC 7033). A redirect to another site does not count.
 * @param net options of the outbound client, for tests
 */
export async function checkIdentity(
  db: Db,
  config: Config,
  job: { userId: number; identityId: number },
  net: OutboundOptions = {},
): Promise<void> {
  const one = await db
    .selectFrom("identities as i")
    .innerJoin("users as u", "u.id", "i.user_id")
    .leftJoin("actors as a", (join) => join.onRef("a.id", "=", "u.identity_id").on("a.status", "=", "published"))
    .select(["i.id", "i.url", "i.handle", "a.fid"])
    .where("i.id", "=", job.identityId)
    .executeTakeFirst()
  if (!one) return
  // Without a public page there is nothing the profile could link to.
  if (!one.fid) return saveCheckResult(db, one.id, { state: "no_link" })

  const url = one.handle ? await profileOfHandle(one.handle, net).catch(() => undefined) : one.url
  const answer = url ? await outbound(url, { ...page, ...net }).catch(() => undefined) : undefined
  if (!url || !answer || answer.status !== 200) return saveCheckResult(db, one.id, { state: "unreachable", url })
  const wanted = addressesOf(one.fid, config.publicUrl)
  const isLinked =
    isSameSite(url, answer.url) && relMeLinks(answer.body.toString("utf8"), answer.url).some((link) => wanted.has(link))
  await saveCheckResult(db, one.id, { state: isLinked ? "verified" : "no_link", url })
}

/**
 * Returns whether a redirect stayed on the site that the address names, with or without `www.`: many sites redirect to wherever a
 * link says, so what answers elsewhere is not their profile.
 */
function isSameSite(one: string, other: string): boolean {
  const [first, second] = [one, other].map((url) => new URL(url).host.replace(/^www\./, ""))
  return first === second
}

async function profileOfHandle(handle: string, net: OutboundOptions): Promise<string | undefined> {
  const host = handle.slice(handle.lastIndexOf("@") + 1)
  const resource = encodeURIComponent(`acct:${handle}`)
  const answer = await outbound(`https://${host}/.well-known/webfinger?resource=${resource}`, {
    headers: { accept: "application/jrd+json, application/json" },
    maxBytes: 100_000,
    ...net,
  })
  if (answer.status !== 200) return undefined
  const { links } = JSON.parse(answer.body.toString("utf8")) as { links?: { rel?: unknown; href?: unknown }[] }
  const found = links?.find((link) => link.rel === "http://webfinger.net/rel/profile-page")?.href
  return typeof found === "string" && /^https?:\/\//i.test(found) && found.length <= 2000 ? found : undefined
}

/** Returns every way the address of an actor's page can be written. */
function addressesOf(fid: string, publicUrl: string) {
  const addresses = ["", ...languages.map((language) => `/${language}`)].map(
    (prefix) => `${publicUrl}${prefix}${paths.actor(fid)}`,
  )
  return new Set(addresses.flatMap((address) => [address, `${address}/`]))
}

/** Returns the targets of a page's `a` and `link` elements with rel="me", as absolute addresses without fragment. */
export function relMeLinks(html: string, base: string): string[] {
  const links: string[] = []
  for (const [tag] of html.slice(0, 1_000_000).matchAll(/<(?:a|link)\s[^<>]{1,4000}>/gi)) {
    const isMe = attribute(tag, "rel")?.toLowerCase().split(/\s+/).includes("me")
    const href = isMe ? attribute(tag, "href") : undefined
    if (!href || !URL.canParse(href, base)) continue
    const url = new URL(href, base)
    url.hash = ""
    links.push(url.href)
  }
  return links
}

function attribute(tag: string, name: string) {
  const found = new RegExp(`\\s${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)'|([^\\s"'>]+))`, "i").exec(tag)
  const value = found?.[1] ?? found?.[2] ?? found?.[3]
  return value?.replaceAll("&amp;", "&").trim()
}
