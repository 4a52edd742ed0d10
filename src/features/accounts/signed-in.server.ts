import type { Context } from "hono"
import type { Environment } from "#http/environment.ts"
import { refuse } from "#lib/refusal.ts"
import type { SignedIn } from "./viewer.ts"

/** Returns the signed-in viewer of a request. Refuses `sign_in_needed`. */
export function signedIn(c: Context<Environment>): SignedIn {
  return c.get("viewer") ?? refuse("sign_in_needed")
}
