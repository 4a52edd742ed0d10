import type { ActorType } from "#features/actors/actor-types.ts"

/** What an account is known from: a page here, somebody here who showed that it is theirs, or that it has to do with us. */
export const accountSources = ["page", "identity", "remote"] as const
export type AccountSource = (typeof accountSources)[number]

/** An account of the Fediverse that is known here. */
export type FediverseAccount = {
  id: number
  /** `@name@host` */
  handle: string
  url: string
  name: string
  avatar: string | null
  host: string
  /** What its server runs, in small letters. */
  software: string | null
  local: boolean
  /** The page here that it is, or that of whoever it belongs to. */
  actor: string | null
  /** What it is, as pages here are told apart. */
  type: ActorType | null
}

/** One number for all accounts, whatever they are known from: each has the same one for as long as it is known. */
export function accountId(source: AccountSource, id: number): number {
  return id * accountSources.length + accountSources.indexOf(source)
}
