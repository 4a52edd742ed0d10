import type { Api } from "#web/api.ts"
import type { FediverseAccount } from "../accounts/account.ts"

/** Somebody elsewhere whom one follows from here, and what their server said to that. */
export type FollowedAccount = FediverseAccount & { state: "asked" | "accepted" | "rejected"; created: string }

type FollowCalls = {
  get(path: "/api/fediverse/follows/"): Promise<FollowedAccount[]>
  post(path: "/api/fediverse/follows/", body: { handle: string }): Promise<unknown>
  delete(path: "/api/fediverse/follows/", body: { handle: string }): Promise<unknown>
}

/** The calls about following somebody elsewhere. */
export function followCalls(api: Api): FollowCalls {
  return api as unknown as FollowCalls
}
