/** A session ends after so long without a visit (days). */
export const sessionDays = 30

/** What a personal API token may be used for. */
export const scopes = ["read", "follow", "write"] as const
export type Scope = (typeof scopes)[number]

/** A signed-in user, as every query and command is told who asks. */
export type SignedIn = {
  userId: number
  username: string
  /** What to call them: the name of their public page, their own, or else their username. */
  name: string
  /** The published page they speak as. */
  actorId: number | null
  fid: string | null
  /** One of their addresses is verified; who has none follows but does not publish. */
  isVerified: boolean
  isModerator: boolean
  isAdmin: boolean
  /** The session they ask through; null through an API token. */
  sessionId: number | null
  /** What the token they ask through may do; null through a session, which may do everything. */
  scopes: readonly Scope[] | null
}

/** Who is asking: nobody, or a signed-in user. */
export type Viewer = SignedIn | null
