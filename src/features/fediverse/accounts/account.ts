import type { ActorType } from "#features/actors/actor-types.ts"

/** Why an account is known: it is a page here, an identity that a person here verified, or it follows or is followed here. */
export const accountSources = ["page", "identity", "remote"] as const
export type AccountSource = (typeof accountSources)[number]

/** A Fediverse account that this server knows. */
export type FediverseAccount = {
  id: number
  /** `@name@host` */
  handle: string
  url: string
  name: string
  avatar: string | null
  host: string
  /** Name of the server software, in lower case. */
  software: string | null
  local: boolean
  /** fid of the page here that it is, or that its owner has. */
  actor: string | null
  /** Its type, in terms of pages here. */
  type: ActorType | null
}

/** Returns an id that is unique across all sources, and stays the same for as long as the account is known. */
export function accountId(source: AccountSource, id: number): number {
  return id * accountSources.length + accountSources.indexOf(source)
}
