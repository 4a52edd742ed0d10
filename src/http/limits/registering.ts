import type { Context } from "hono"
import { refuse } from "#lib/refusal.ts"
import type { Environment } from "../environment.ts"
import { callerNetwork } from "./client-address.ts"
import { limits, spend } from "./limits.ts"

/**
 * Counts one try to make an account from here, and one mail to the address it is made with. Refuses `registrations_closed`
 * and `too_many_requests`.
 */
export async function mayRegister(c: Context<Environment>, email?: string): Promise<void> {
  if (c.get("world").config.registrations === "closed") refuse("registrations_closed")
  const caller = callerNetwork(c.get("address"))
  await spend(c, limits.register, caller)
  if (email !== undefined) await spend(c, limits.mailTo, `${email} ${caller}`, { isTold: false })
}
