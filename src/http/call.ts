import { createRoute, type RouteConfig } from "@hono/zod-openapi"
import { type Action, refusalOf } from "#features/accounts/rights.ts"
import type { Scope } from "#features/accounts/viewer.ts"
import type { RefusalCode } from "#lib/refusal.ts"
import type { Limit } from "./limits/limits.ts"

/** The test file that proves a rule which no table can state. */
export type TestFile = `src/${string}.test.ts`

/**
 * Who may make a call: `anyone`; a `user`, signed in, otherwise refused with `sign_in_needed` or the code named here; or, for a
 * page or an event, whoever has the right to the action (accounts/rights.ts), after callers who may not see the subject were
 * answered not found. `ownRule` is for a rule that no action states, with the test that proves it; `isForUser` where that rule
 * never admits a caller without a session.
 */
export type Rights =
  | "anyone"
  | "user"
  | { user: RefusalCode }
  /** Part of the contract, but refuses everyone until it is built. */
  | "nobody yet"
  | { action: Action; of?: "page" | "event"; onlyPublished?: true }
  | { ownRule: TestFile; isForUser?: true }

/**
 * How often a call may be made: a limit of one account or one network, or limits that the handler counts itself by a finer key,
 * with the test that reaches them.
 */
export type CallLimit = { limit: Limit; of: "account" | "network" } | { byHandler: readonly Limit[]; test: TestFile }

/** What the gate, the cache, the limits, the walk of rights and the OpenAPI document need of a call beside its shape. */
export type Terms = {
  rights: Rights
  /** The scope a token needs; `session` for what no token may do. */
  scope: Scope | "session"
  limit?: CallLimit
  /** Bytes of the largest JSON body, for a call whose longest texts do not fit into the 100 KB of the others. */
  largestBody?: number
  /** Called by a mail program, which has none of our cookies: the token in the address authorises it, and a form may be sent. */
  fromMail?: true
} & (
  | {
      method: "get"
      /**
       * - `shared`: the answer to an anonymous reader may be served to others.
       * - `personal`: the answer concerns one person.
       * - `never`, the default: not cached.
       */
      cache?: "shared" | "personal" | "never"
    }
  | {
      method: "post" | "put" | "patch" | "delete"
      /** A write is never cached; a `personal` one changes nothing that others see. */
      cache?: "personal" | "never"
    }
)

/** A described call, beside its handler. */
export type Call = RouteConfig & Terms

/** Describes a call: its input and answers, who may make it, how it is cached and how often it may be made. */
export function call<Path extends string, Description extends Omit<RouteConfig, "path"> & Terms & { path: Path }>(
  description: Description,
) {
  return createRoute(description)
}

/** Limits a call per account. */
export function perAccount(limit: Limit): CallLimit {
  return { limit, of: "account" }
}

/** Limits a call per network (limits/client-address.ts). */
export function perNetwork(limit: Limit): CallLimit {
  return { limit, of: "network" }
}

/** Lists the media types a call accepts. */
export function acceptedTypes(call: Call | undefined): string[] {
  return Object.keys(call?.request?.body?.content ?? {})
}

/** Returns whether a call receives a file, or a piece of one, which has a size limit of its own. */
export function acceptsFile(call: Call | undefined) {
  return acceptedTypes(call).some(
    (type) => type === "multipart/form-data" || type === "application/offset+octet-stream",
  )
}

/**
 * Returns the code that a caller without a session is refused with before anything else is checked; undefined where it depends on
 * the subject of the call.
 */
export function signInRefusal({ rights }: Call): RefusalCode | undefined {
  if (rights === "user") return "sign_in_needed"
  if (typeof rights !== "object") return undefined
  if ("user" in rights) return rights.user
  return "action" in rights && !rights.of ? refusalOf(null, rights.action) : undefined
}

/**
 * Does the same for a caller who sent invalid input: they are told to sign in, whatever the subject, instead of what to correct.
 */
export function signInRefusalBeforeErrors(call: Call): RefusalCode | undefined {
  const { rights } = call
  if (typeof rights === "object" && "ownRule" in rights) return rights.isForUser && "sign_in_needed"
  const isOfThing = typeof rights === "object" && "action" in rights && rights.of !== undefined
  return isOfThing ? refusalOf(null, rights.action) : signInRefusal(call)
}
