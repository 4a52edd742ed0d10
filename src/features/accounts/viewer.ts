/** Number of days without a visit after which a session ends. */
export const sessionDays = 30

/** The scopes of a personal API token. */
export const scopes = ["read", "follow", "write"] as const
export type Scope = (typeof scopes)[number]

/** A signed-in user, as passed to every query and command. */
export type SignedIn = {
  userId: number
  username: string
  /** The name to show: that of their public page, else the account's, else the username. */
  name: string
  /** The published page they act as. */
  actorId: number | null
  fid: string | null
  /** Whether one of their addresses is verified; without one they can follow but not publish. */
  isVerified: boolean
  isModerator: boolean
  isAdmin: boolean
  /** The session of the request; null when it came with an API token. */
  sessionId: number | null
  /** The scopes of the request's token; null with a session, which may do everything. */
  scopes: readonly Scope[] | null
}

/** The person who makes the request: nobody, or a signed-in user. */
export type Viewer = SignedIn | null
