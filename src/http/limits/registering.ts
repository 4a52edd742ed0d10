import type { Context } from "hono"
import { refuse } from "#lib/refusal.ts"
import type { Environment } from "../environment.ts"
import { callerNetwork } from "./client-address.ts"
import { giveBack, type Limit, limits, spend } from "./limits.ts"

/** Counts one attempt of this caller to register. Refuses `registrations_closed` and `too_many_requests`. */
export async function countRegistrationAttempt(c: Context<Environment>): Promise<void> {
  if (c.get("world").config.registrations === "closed") refuse("registrations_closed")
  await spend(c, limits.registerTry, callerNetwork(c.get("address")))
}

/**
 * Creates an account for this caller: counts an attempt, the account, and one mail to its address. Where none is created, because
 * its name is taken for instance, only the attempt counts. Refuses as `countRegistrationAttempt` does.
 */
export async function registerWithLimits<Made>(
  c: Context<Environment>,
  email: string | undefined,
  make: () => Promise<Made>,
): Promise<Made> {
  await countRegistrationAttempt(c)
  const caller = callerNetwork(c.get("address"))
  const spent: [Limit, string][] = []
  const spendHere = async (limit: Limit, who: string, isTold: boolean) => {
    await spend(c, limit, who, { isTold })
    spent.push([limit, who])
  }
  try {
    await spendHere(limits.register, caller, true)
    if (email !== undefined) await spendHere(limits.mailTo, `${email} ${caller}`, false)
    return await make()
  } catch (error) {
    for (const [limit, who] of spent) await giveBack(c.get("world").db, limit, who)
    throw error
  }
}
