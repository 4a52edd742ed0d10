import { useCallback } from "react"
import { useNavigate } from "react-router"
import { withoutPrefix } from "../paths.ts"

/** The target of an address: a page of ours, another site, or none. */
export type Destination = { kind: "internal"; path: string } | { kind: "external"; href: string } | { kind: "blocked" }

const blocked: Destination = { kind: "blocked" }

/**
 * Classifies an address from outside (a parameter, a link someone wrote). Paths of ours are internal, with their query and hash;
 * absolute `http` and `https` addresses are external, or internal when they are of this `origin`. Everything else is blocked:
 * other protocols however they are spelled, and paths that a browser would take for another host.
 */
export function destinationOf(address: string, origin: string): Destination {
  const plain = unescaped(address)
  if (plain === undefined || plain === "") return blocked
  if (plain.startsWith("/")) return leavesHere(plain) ? blocked : within(plain, origin)
  if (!/^https?:\/\/[^/\\]/i.test(plain)) return blocked

  const there = parsed(plain)
  if (!there || !/^https?:$/.test(there.protocol) || there.username || there.password) return blocked
  if (there.origin === origin) return within(there.pathname + there.search + there.hash, origin)
  return { kind: "external", href: there.href }
}

/**
 * Returns a function that follows an address: pages of ours with the router, other sites with a full load, nothing else. It
 * returns whether the address was followed.
 * @public
 */
export function useFollow(): (address: string) => boolean {
  const navigate = useNavigate()
  return useCallback(
    (address) => {
      const to = destinationOf(address, location.origin)
      if (to.kind === "internal") {
        const { prefix, path } = withoutPrefix(to.path)
        // Another language needs another document.
        if (prefix && prefix !== document.documentElement.lang) location.assign(to.path)
        else void navigate(path)
      }
      if (to.kind === "external") location.assign(to.href)
      return to.kind !== "blocked"
    },
    [navigate],
  )
}

/** Removes characters that browsers skip (tabs, line breaks, surrounding spaces); undefined when anything is disguised. */
function unescaped(address: string): string | undefined {
  // oxlint-disable-next-line no-control-regex -- those are what is looked for
  if (/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/.test(address.trim())) return undefined
  const plain = address.replaceAll(/[\t\r\n]/g, "").trim()
  const scheme = plain.split(/[/?#]/)[0] ?? ""
  return /&(#|[a-z]+;)/i.test(scheme) || /%/.test(scheme) ? undefined : plain
}

/** Returns whether a path starts with two slashes of any kind, escaped or not, which browsers take for another host. */
function leavesHere(path: string): boolean {
  return /^\/(?:[\t\r\n ]|%(?:09|0a|0d|20))*(?:\/|\\|%2f|%5c|%252f|%255c)/i.test(path)
}

function within(path: string, origin: string): Destination {
  const there = parsed(path, origin)
  if (!there || there.origin !== new URL(origin).origin || leavesHere(there.pathname)) return blocked
  // It must be a path of ours without its language prefix too.
  if (leavesHere(withoutPrefix(there.pathname).path)) return blocked
  return { kind: "internal", path: there.pathname + there.search + there.hash }
}

function parsed(address: string, base?: string): URL | undefined {
  return URL.parse(address, base) ?? undefined
}
