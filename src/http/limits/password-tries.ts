import type { Context } from "hono"
import type { Environment } from "../environment.ts"
import { coarseAddress } from "./client-address.ts"
import { limits, tally } from "./limits.ts"

/**
 * Counts one try of a password per account and network, so that strangers use up only their own tries. While tries from all
 * networks together exceed the limit, networks the account was never used from are allowed fewer each.
 * @param who the account, or the name that belongs to none
 * @param from the account and the network; counted alone where the account is used from
 */
export async function tallyPasswordTry(
  c: Context<Environment>,
  { who, from, isKnown }: { who: string; from: string; isKnown: boolean },
): Promise<{ isWithin: boolean; wait: number }> {
  const here = await tally(c, limits.loginToAccount, from)
  const everywhere = isKnown ? undefined : await tally(c, limits.loginToAccount, who)
  const { most } = everywhere && !everywhere.isWithin ? limits.loginUnderAttack : limits.loginToAccount
  return { isWithin: here.used <= most, wait: here.wait }
}

/** Counts one try of the password of an account in a registration that may be sent again; returns whether it is within the limit. */
export async function mayTryPassword(c: Context<Environment>, accountId: number): Promise<boolean> {
  const who = strangerTo(c, `account ${accountId}`)
  return (await tallyPasswordTry(c, who)).isWithin
}

/** Returns how tries are counted on a network that an account has no session from. */
export function strangerTo(c: Context<Environment>, who: string) {
  return { who, from: `${who} from ${coarseAddress(c.get("address")) ?? ""}`, isKnown: false }
}
