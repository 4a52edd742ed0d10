import { createRoute, type RouteConfig } from "@hono/zod-openapi"
import { type Action, refusalOf } from "#features/accounts/rights.ts"
import type { Scope } from "#features/accounts/viewer.ts"
import type { RefusalCode } from "#lib/refusal.ts"
import type { Limit } from "./limits/limits.ts"

/** Where a rule that no table can state is shown to hold: the file of tests that tries it. */
export type TestFile = `src/${string}.test.ts`

/**
 * Who a call lets in: `anyone`; a `user`, signed in, refused with `sign_in_needed` or what is named here; for what is about
 * a page or an event, who may do the action to it (accounts/rights.ts), after whoever may not know of it was told there is
 * nothing. `ownRule` is for what no action says, with the test that walks it instead; `isForUser` where it never lets in who is
 * not signed in.
 */
export type Rights =
  | "anyone"
  | "user"
  | { user: RefusalCode }
  /** Its contract stands, but it refuses everybody until it is built. */
  | "nobody yet"
  | { action: Action; of?: "page" | "event"; onlyPublished?: true }
  | { ownRule: TestFile; isForUser?: true }

/**
 * How often a call may be tried: a limit of one account or one network, or limits that the handler counts itself, by
 * something finer, with the test that reaches them.
 */
export type CallLimit = { limit: Limit; of: "account" | "network" } | { byHandler: readonly Limit[]; test: TestFile }

/** What the gate, the cache, the limits, the walk of rights and the OpenAPI document know of a call, beside its shape. */
export type Terms = {
  rights: Rights
  /** What a token must be allowed; `session` for what no token can do. */
  scope: Scope | "session"
  limit?: CallLimit
  /** Called by a mail program, which has no cookies of ours: the token in the address counts, and a form may be sent. */
  fromMail?: true
} & (
  | {
      method: "get"
      /**
       * - `shared`: what nobody in particular is answered is given to others too.
       * - `personal`: what is answered is one person's.
       * - `never`, unless said: kept by nobody.
       */
      cache?: "shared" | "personal" | "never"
    }
  | {
      method: "post" | "put" | "patch" | "delete"
      /** A write is never kept; a `personal` one changes nothing either that others see. */
      cache?: "personal" | "never"
    }
)

/** A call as it is described, beside its handler. */
export type Call = RouteConfig & Terms

/** Describes a call, once: what it is asked and answers, who may, how it is kept and how often it may be tried. */
export function call<Path extends string, Description extends Omit<RouteConfig, "path"> & Terms & { path: Path }>(
  description: Description,
) {
  return createRoute(description)
}

/** So often for one person. */
export function perAccount(limit: Limit): CallLimit {
  return { limit, of: "account" }
}

/** So often for one network (limits/client-address.ts). */
export function perNetwork(limit: Limit): CallLimit {
  return { limit, of: "network" }
}

/** The media types that a call takes. */
export function takes(call: Call | undefined): string[] {
  return Object.keys(call?.request?.body?.content ?? {})
}

/** Is it sent a file, or a piece of one, which has a limit of its own? */
export function takesFile(call: Call | undefined) {
  return takes(call).some((type) => type === "multipart/form-data" || type === "application/offset+octet-stream")
}

/**
 * The code that whoever is not signed in is refused with before anything else is looked at; undefined where it depends on
 * what the call is about.
 */
export function signInDemanded({ rights }: Call): RefusalCode | undefined {
  if (rights === "user") return "sign_in_needed"
  if (typeof rights !== "object") return undefined
  if ("user" in rights) return rights.user
  return "action" in rights && !rights.of ? refusalOf(null, rights.action) : undefined
}

/** The same for whoever sent what does not fit: of whatever it is about, they are told to sign in, not what to mend. */
export function signInBeforeFaults(call: Call): RefusalCode | undefined {
  const { rights } = call
  if (typeof rights === "object" && "ownRule" in rights) return rights.isForUser && "sign_in_needed"
  const isOfThing = typeof rights === "object" && "action" in rights && rights.of !== undefined
  return isOfThing ? refusalOf(null, rights.action) : signInDemanded(call)
}
