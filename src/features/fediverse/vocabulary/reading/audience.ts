import { publicCollection } from "../contexts.ts"
import { type Fields, idsOf, listOf } from "../fields.ts"

/** Who may read an object: everyone; everyone, but it is not listed; followers; named recipients; or it does not say. */
export type Visibility = "public" | "unlisted" | "followers" | "direct" | "unsaid"

export type RemoteAudience = {
  visibility: Visibility
  /** The actors and collections it is addressed to, without the one for everyone. */
  recipients: string[]
}

const everyone = new Set([publicCollection, "as:Public", "Public"])

/** Returns the audience of an object. */
export function audienceOf(thing: Fields): RemoteAudience {
  const to = listOf(thing.to)
  const cc = listOf(thing.cc)
  const recipients = idsOf([...to, ...cc, ...listOf(thing.audience)]).filter((id) => !everyone.has(id))
  return { visibility: visibilityOf(to, cc, recipients), recipients }
}

function visibilityOf(to: unknown[], cc: unknown[], recipients: string[]): Visibility {
  const isEveryone = (one: unknown) => typeof one === "string" && everyone.has(one)
  if (to.some(isEveryone)) return "public"
  if (cc.some(isEveryone)) return "unlisted"
  if (recipients.length === 0) return "unsaid"
  return recipients.some((id) => /\/followers(?:$|[/?])/.test(id)) ? "followers" : "direct"
}
