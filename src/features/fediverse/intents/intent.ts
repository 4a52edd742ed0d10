import { instanceHost } from "#features/sharing/instance.ts"

/** What somebody wants to do on their own server. */
export const intents = ["follow", "share"] as const
export type Intent = (typeof intents)[number]

/** Somebody's own server, and their handle there if it was given. */
export type HomeServer = { host: string; handle: string | undefined }

/**
 * Reads `@anna@elsewhere.example`, `elsewhere.example` or an address there; undefined when it is not a public server.
 * @param isPrivateAllowed accepts any name or address with a port, where several instances run on one machine
 */
export function readHomeServer(written: string, isPrivateAllowed = false): HomeServer | undefined {
  const found = /^@?(?:([\p{L}\p{N}_.+-]{1,100})@)?(?:https?:\/\/)?([^@/\s]{1,260})(?:\/\S*)?$/u.exec(written.trim())
  const bare = isPrivateAllowed ? /^[a-z0-9.-]+(?::\d{1,5})?$/i.exec(found?.[2] ?? "")?.[0]?.toLowerCase() : undefined
  const host = bare ?? instanceHost(written)
  if (!host) return undefined
  const name = /^@?([\p{L}\p{N}_.+-]{1,100})@[^@\s/]+$/u.exec(written.trim())?.[1]
  return { host, handle: name && `${name}@${host}` }
}

/** Returns the address that most servers have, in the form that Mastodon uses, when a server does not give its own. */
export function usualAddress(
  intent: Intent,
  origin: string,
  { object, text }: { object: string; text: string },
): string {
  return intent === "follow"
    ? `${origin}/authorize_interaction?uri=${encodeURIComponent(object)}`
    : `${origin}/share?text=${encodeURIComponent(text)}`
}

/** Link relations for following and publishing: FEP-3b86, and before it OStatus; the first that a server has is used. */
const templates: Record<Intent, { rel: string; has: RegExp }[]> = {
  follow: [
    { rel: "https://w3id.org/fep/3b86/Follow", has: /\{object\}/ },
    { rel: "http://ostatus.org/schema/1.0/subscribe", has: /\{uri\}/ },
    { rel: "https://w3id.org/fep/3b86/Object", has: /\{object\}/ },
  ],
  share: [{ rel: "https://w3id.org/fep/3b86/Create", has: /\{content\}/ }],
}

/**
 * Fills in the address template that a server gives for an intent; undefined when it has none that may be used. The address
 * must be on one of these hosts, and https unless `isPlainAllowed`, so that no template can send people elsewhere.
 */
export function intendedAddress(
  intent: Intent,
  answer: unknown,
  given: { object: string; text: string },
  { hosts, isPlainAllowed }: { hosts: readonly string[]; isPlainAllowed: boolean },
): string | undefined {
  const links = linksIn(answer)
  for (const { rel, has } of templates[intent]) {
    for (const link of links) {
      if (link.rel !== rel || typeof link.template !== "string" || link.template.length > 2000) continue
      if (!has.test(link.template)) continue
      const filled = link.template.replaceAll(/\{(\w{1,30})\}/g, (_, name: string) =>
        encodeURIComponent(valueOf(name, given)),
      )
      const url = URL.parse(filled)
      // Checked both before and after filling in, so that no value can change the host.
      const bare = URL.parse(link.template.replaceAll(/\{\w{1,30}\}/g, ""))
      const isSafe = (one: URL | null): one is URL =>
        one !== null &&
        (one.protocol === "https:" || (isPlainAllowed && one.protocol === "http:")) &&
        !one.username &&
        !one.password &&
        hosts.includes(one.host)
      if (isSafe(url) && isSafe(bare) && url.host === bare.host && url.href.length <= 8000) return url.href
    }
  }
  return undefined
}

function valueOf(name: string, { object, text }: { object: string; text: string }): string {
  if (name === "object" || name === "uri") return object
  return name === "content" ? text : ""
}

function linksIn(answer: unknown): { rel?: unknown; template?: unknown }[] {
  const links = typeof answer === "object" && answer !== null && "links" in answer ? answer.links : []
  return Array.isArray(links) ? links.slice(0, 100).filter((one) => typeof one === "object" && one !== null) : []
}
